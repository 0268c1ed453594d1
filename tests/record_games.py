"""Records games of a game anew: python -m tests.record_games GAME [--games 400] [--keep 120].

Plays games by random moves, by the game's own bot and by both mixed, over all player counts and
options, notes what each shows (refusals that a move can meet on the way, ledger lines, endings),
chooses few that show all of it and more for variety, and writes `tests/<game>/games.txt`. Games
with a name of their own are kept as long as they can be replayed; those in `records/*.parvis` are
taken over. Run it compiled: it takes a minute or two.

A game may say which other endings are worth showing, in `tests/<game>/branches.py`: `BRANCHES` has
a name for each, and a function that tells it from the last position. `WAYS` there has ways of
playing that lead to what is rare: a name, and among which legal moves one is drawn.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace

import parvis
from parvis.bots import bots_for
from parvis.engine.game import Game, game_of
from parvis.engine.packs import PackError
from parvis.engine.refusal import Illegal, Malformed
from tests.clauses import folder_of
from tests.conformance.cases import pairwise
from tests.recorded import (
    TESTS,
    Claim,
    Games,
    Recorded,
    branches,
    fingerprint,
    games_of,
    outcome,
    path_of,
    unclaimed,
    ways,
)

MADE = re.compile(r"[a-z]+-\d-\d+")  # the names that are given here
SHARES = {"random": 0, "mixed": 4, "bot": 8}  # how many of eight moves are the bot's
PLAN = ("random", "mixed", "random", "bot")
STEERED = 40  # games of each way at each player count
PROBES, FEW = 60, 6  # well-formed moves that are tried in each position: of likely kinds, of others
LONGEST = 5000


@dataclass(frozen=True)
class Wish:
    """A game to be played, as plain data."""

    game: str
    name: str
    seats: int
    options: dict[str, str]
    how: str
    seed: str
    moves: tuple[str, ...] = ()  # of a game that was played before
    pack: str = ""
    source: str = ""  # of its pack


@dataclass
class Shown:
    """A game that was played, and what it shows."""

    recorded: Recorded
    claims: dict[tuple[str, str], Claim] = field(default_factory=dict)
    wrong: str = ""


class Play:
    """Plays one game and notes what it shows."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.game = game_of(wish.game)
        pack = parvis.read_pack(wish.source) if wish.source else None
        self.position = parvis.start(wish.game, wish.seats, wish.seed, wish.options, pack)
        self.rng = parvis.Rng(int.from_bytes(wish.seed.encode()[-7:], "big"))
        self.claims: dict[tuple[str, str], Claim] = {}
        self.moves: list[str] = []
        self.told: set[str] = set()  # by the last move
        self.told_before: set[str] = set()
        self.stale: list[int] = []

    def shown(self) -> Shown:
        wrong = ""
        try:
            while not self.position.over():
                self.look()
                move = self.next()
                text = self.position.say(move)
                self.told_before |= self.told
                self.told = {sentence.key for sentence in self.position.story(move, None)}
                self.position.play(move)
                self.moves.append(text)
        except (Illegal, Malformed) as error:
            wrong = f"move {len(self.moves) + 1}: {error}"
        self.look()
        if not wrong:
            self.note("ending", outcome(self.position))
            for key in self.told - self.told_before:
                self.note("ending", key)
            for name, branch in branches(self.game).items():
                if branch(self.position):
                    self.note("ending", name)
        return Shown(self.recorded(), self.claims, wrong)

    def next(self) -> int:
        position = self.position
        if self.wish.moves:
            if len(self.moves) == len(self.wish.moves):
                raise Malformed("there is none, and the game is not over")
            return position.read(self.wish.moves[len(self.moves)])
        if len(self.moves) > LONGEST:
            raise RuntimeError(f"{self.wish}: the game does not end")
        way = ways(self.game).get(self.wish.how)
        if way is None and self.rng.below(8) < SHARES[self.wish.how]:
            bot = bots_for(self.game)[-1]
            return bot.choose(position, self.rng, bot.usual).move
        moves = position.moves() if way is None else way.choice(position)
        return moves[int(self.rng.below(len(moves)))]

    def look(self) -> None:
        """What this position shows: its ledger, and why some moves are refused."""
        position, at = self.position, len(self.moves)
        for line in position.ledger():
            self.note("ledger", f"{line.clause} {position.seats}", at)
        legal = position.moves()
        # Moves that were legal a moment ago are nearly legal now; so are those of the same kind.
        probes = self.some(self.stale, PROBES)
        live = {position.codec.kind_of(move).name for move in self.some(legal, 4)}
        for kind in position.codec.kinds:
            ids = range(int(kind.base), int(kind.base + kind.size))
            probes += self.some(ids, PROBES if kind.name in live else FEW)
        for move in probes:
            if position.names(move) and (refusal := position.refusal(move)) is not None:
                what = f"{refusal.clause} {refusal.key}"
                if ("refusal", what) not in self.claims:
                    self.note("refusal", what, at, position.say(move))
        self.stale = (legal + self.stale)[:400]

    def some(self, moves: Sequence[int], most: int) -> list[int]:
        """All moves if they are few, and else some of them."""
        if len(moves) <= most:
            return list(moves)
        return [moves[int(self.rng.below(len(moves)))] for _ in range(most)]

    def note(self, kind: str, what: str, at: int = 0, move: str = "") -> None:
        self.claims.setdefault((kind, what), Claim(kind, what, self.wish.name, at, move))

    def recorded(self) -> Recorded:
        wish = self.wish
        return Recorded(
            wish.name,
            wish.seats,
            wish.seed,
            self.game.changed(self.position.setting.options),
            wish.pack,
            self.position.scores(),
            fingerprint(self.position),
            self.moves,
        )


def shown(wish: Wish) -> Shown:
    try:
        return Play(wish).shown()
    except (ValueError, PackError) as error:  # options or a pack of former rules
        lost = Recorded(wish.name, wish.seats, wish.seed, wish.options, wish.pack, [], "", [])
        return Shown(lost, wrong=str(error))


def wishes(game: Game, count: int) -> list[Wish]:
    """Games over all player counts, options pairwise, and ways of playing."""
    rows = [
        (seats, game.changed(game.settle(seats, row).options))
        for seats in game.seats
        for row in pairwise([o for o in game.options if not o.seats or seats in o.seats], seats)
    ]
    # Every other game by the default options, which people play most.
    plain = [(seats, dict[str, str]()) for seats in game.seats]
    found: list[Wish] = []
    for number in range(count):
        of = plain if number % 2 else rows
        seats, options = of[number // 2 % len(of)]
        how = PLAN[(number // 2 // len(of) + number) % len(PLAN)]
        found.append(Wish(game.id, f"{how}-{seats}-{number}", seats, options, how, str(number)))
    for how, way in ways(game).items():
        pack = how if way.pack else ""
        found += [
            Wish(game.id, f"{how}-{seats}-{n}", seats, way.options, how, str(n), (), pack, way.pack)
            for seats in way.seats or game.seats
            for n in range(STEERED)
        ]
    return found


def named(game: Game) -> tuple[list[Wish], dict[str, str]]:
    """The games with a name of their own, and the packs that they need."""
    found: dict[str, Wish] = {}
    packs = {name: way.pack for name, way in ways(game).items() if way.pack}
    if path_of(game).exists():
        games = games_of(game)
        packs |= games.packs
        for it in games.games.values():
            if not MADE.fullmatch(it.name):
                found[it.name] = Wish(
                    game.id, it.name, it.seats, it.options, "", it.seed, tuple(it.moves),
                    it.pack, packs.get(it.pack, ""),
                )  # fmt: skip
    for path in sorted((TESTS / folder_of(game) / "records").glob("*.parvis")):
        try:
            record = parvis.Record.read(path.read_text(encoding="utf-8"))
        except parvis.RecordError as error:
            print(f"{path.name} cannot be read: {error}")
            continue
        pack = path.stem if record.pack is not None else ""
        if record.pack is not None:
            packs[pack] = record.pack.source
        found[path.stem] = Wish(
            game.id, path.stem, record.seats, dict(record.options), "", record.seed, record.moves,
            pack, packs.get(pack, ""),
        )  # fmt: skip
    return list(found.values()), packs


def chosen(named: list[Shown], played: list[Shown], keep: int) -> list[Shown]:
    """All named games, then the fewest that show the rest, then others for variety."""
    found = list(named)
    open_ = {what for one in played for what in one.claims}
    for one in found:
        open_ -= one.claims.keys()
    rest = list(played)
    while open_ and rest:
        best = max(rest, key=lambda one: (len(open_ & one.claims.keys()), -len(one.recorded.moves)))
        found.append(best)
        rest.remove(best)
        open_ -= best.claims.keys()
    step = max(1, len(rest) // max(1, keep - len(found)))
    return found + rest[::step][: max(0, keep - len(found))]


def recorded_games(game: Game, count: int, keep: int, jobs: int) -> tuple[Games, list[str]]:
    """The games to keep, and what there is to say about it."""
    old, packs = named(game)
    with ProcessPoolExecutor(jobs) as pool:
        kept = list(pool.map(shown, old))
        played = list(pool.map(shown, wishes(game, count), chunksize=4))
    said = [f"{one.recorded.name} is lost: {one.wrong}" for one in kept if one.wrong]
    good = [one for one in kept if not one.wrong]
    said += [f"{one.recorded.name}: {one.wrong}" for one in played if one.wrong]
    good, played = rename(game, good, [one for one in played if not one.wrong])
    take = chosen(good, played, keep)
    claims: dict[tuple[str, str], Claim] = {}
    for one in take:
        claims = one.claims | claims
    games = Games(
        game.rules,
        {one.recorded.name: one.recorded for one in take},
        list(claims.values()),
        packs={n: s for n, s in packs.items() if any(one.recorded.pack == n for one in take)},
    )
    games.unmet = unclaimed(game, games.claims)
    said.append(
        f"{len(take)} games kept of {len(played) + len(good)}; {len(claims)} things shown, "
        f"{len(games.unmet)} not met"
    )
    return games, said


def rename(game: Game, good: list[Shown], played: list[Shown]) -> tuple[list[Shown], list[Shown]]:
    """Give the name of a branch to the first game that shows it, if no named game has it."""
    have = {one.recorded.name for one in good}
    for name in branches(game):
        found = next((one for one in played if ("ending", name) in one.claims), None)
        if name not in have and found is not None:
            played = [one for one in played if one is not found]
            claims = {what: replace(claim, game=name) for what, claim in found.claims.items()}
            good.append(Shown(replace(found.recorded, name=name), claims))
    return good, played


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.record_games", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400, help="how many to play (400)")
    parser.add_argument("--keep", type=int, default=120, help="how many to keep at least (120)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(list(arguments))
    game = game_of(asked.game)
    if not parvis.COMPILED:
        print("This is the interpreted Parvis: it will take long.", flush=True)
    games, said = recorded_games(game, asked.games, asked.keep, asked.jobs)
    title = f"Whole games of {game.name}; python -m tests.record_games {game.id} plays them anew."
    path_of(game).write_text(games.text(title), encoding="utf-8")
    print("\n".join([*said, *(f"not met: {what}" for what in sorted(games.unmet))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
