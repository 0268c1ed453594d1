"""Plays seeded games and prints what came of each; run compiled and interpreted, to compare.

python -m tests.conformance.games_played COUNT
"""

from __future__ import annotations

import hashlib
import sys

import parvis
from parvis.bots import Budget, bots_for
from tests.conformance.cases import Case, all_cases, random_game
from tests.example import registered


def played(count: int) -> list[str]:
    """One line a game: the case, the seed, a digest of every position's text, the scores.

    Every other game is a playout, so that the compiled loops are compared too.
    """
    lines: list[str] = []
    cases = all_cases()
    for seed in range(count):
        case = cases[seed % len(cases)]
        digest = hashlib.sha256()
        if seed // len(cases) % 2:
            position = case.start(seed)
            rng = parvis.Rng(seed)
            digest.update(str(position.playout(rng)).encode())
        else:
            for number, (position, move) in enumerate(random_game(case, seed)):
                digest.update(f"{position.text()} {move} {position.moves()}".encode())
                if seed < len(cases) and number % 40 == 20:
                    digest.update(str(chosen(case, position, seed)).encode())
                    digest.update(str(shown(case, position)).encode())
        digest.update(position.text().encode())
        for seat in range(case.seats):
            digest.update(position.guess(seat, parvis.Rng(seed)).text().encode())
        lines.append(f"{case} {seed} {digest.hexdigest()} {position.scores()}")
    return lines


def chosen(case: Case, position: parvis.Position, seed: int) -> list[int]:
    """What every bot would play: some of them are compiled."""
    little = Budget(simulations=8)
    return [bot.choose(position, parvis.Rng(seed), little).move for bot in bots_for(case.game)]


def shown(case: Case, position: parvis.Position) -> list[object]:
    """What people see of it and can pick: that is compiled, too."""
    found: list[object] = []
    for seat in (None, *range(case.seats)):
        view, speech = position.view(seat), case.speech()
        found += [case.game.draw(view, speech, tall).texts() for tall in (False, True)]
        found.append(case.game.choices(view, speech))
    return found


if __name__ == "__main__":
    print("compiled" if parvis.COMPILED else "interpreted")
    with registered():
        print("\n".join(played(int(sys.argv[1]))))
