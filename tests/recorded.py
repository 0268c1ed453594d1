"""The recorded games of a game: one text file, `tests/<game>/games.txt`.

    rules 1
    refusal CN-3.3 cn.no.offered: tie-3 14 !T
    ledger CN-6.1 2: random-2-17 40
    ending shared: tie-3
    ending cn.story.end.idle: idle-2
    unmet ledger CN-6.4 3

    game tie-3 seats=3 seed=7 contre=true result=90,90,40 final=51d2c07e1a2b3c4d
      !T !H T14 ...

The head claims what the games show, each claim with a game to look at: that after so many moves
this move is refused so, or a ledger line of this clause stands there. An ending is how the game was
won, what its last move alone tells, or what `branches.py` says. A pack of one's own stands at the
end of the file, its lines behind `| `.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import parvis
from parvis.engine.game import Game
from parvis.engine.packs import Pack, read_pack
from parvis.engine.position import Position
from parvis.engine.refusal import Bar, Illegal, Malformed
from parvis.engine.text import decode, encode
from tests.clauses import citable, folder_of

TESTS = Path(__file__).parent


@dataclass(frozen=True)
class Recorded:
    """A whole game: how it was set up, its moves in notation, and what came of it."""

    name: str
    seats: int
    seed: str
    options: dict[str, str]
    pack: str  # the name of its pack in the file; empty for the standard one
    result: list[int]
    final: str  # the beginning of SHA-256 of the last position's text
    moves: list[str]

    def text(self) -> str:
        words = [f"game {self.name} seats={self.seats} seed={encode(self.seed)}"]
        words += [f"pack={self.pack}"] if self.pack else []
        words += [f"{name}={encode(value)}" for name, value in self.options.items()]
        words.append(f"result={','.join(map(str, self.result))} final={self.final}")
        return " ".join(words) + "\n  " + " ".join(self.moves)

    @staticmethod
    def read(head: str, moves: str) -> Recorded:
        _, name, *words = head.split()
        values = {key: decode(value) for key, _, value in (word.partition("=") for word in words)}
        result = [int(points) for points in values.pop("result").split(",")]
        return Recorded(
            name=name,
            seats=int(values.pop("seats")),
            seed=values.pop("seed"),
            pack=values.pop("pack", ""),
            result=result,
            final=values.pop("final"),
            options=values,
            moves=moves.split(),
        )


@dataclass(frozen=True)
class Way:
    """A way of playing that leads where chance and bots hardly ever come."""

    choice: Callable[[Position], list[int]]  # the legal moves among which one is drawn
    options: dict[str, str] = field(default_factory=dict)
    seats: tuple[int, ...] = ()  # at these player counts; empty for all
    pack: str = ""  # the source of a pack that is needed for it


@dataclass(frozen=True, order=True)
class Claim:
    """Something that the games show: what, and where to see it."""

    kind: str  # refusal, ledger or ending
    what: str  # clause and key; clause and player count; the ending's name
    game: str
    at: int = 0
    move: str = ""

    def text(self) -> str:
        where = f"{self.game} {self.at} {self.move}" if self.kind != "ending" else self.game
        return f"{self.kind} {self.what}: {where}".rstrip()


@dataclass
class Games:
    """All that the file of a game holds."""

    rules: int
    games: dict[str, Recorded] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    unmet: set[str] = field(default_factory=set)
    packs: dict[str, str] = field(default_factory=dict)

    def text(self, title: str) -> str:
        lines = [f"# {title}", f"rules {self.rules}"]
        lines += [claim.text() for claim in sorted(self.claims)]
        lines += [f"unmet {what}" for what in sorted(self.unmet)]
        lines.append("")
        lines += [game.text() for game in self.games.values()]
        for name, source in self.packs.items():
            lines += [f"pack {name}", *(f"| {line}".rstrip() for line in source.split("\n"))]
        return "\n".join(lines) + "\n"

    def record(self, game: Game, name: str) -> parvis.Record:
        """One of the games as a record: to replay it, to look at it."""
        found = self.games[name]
        return parvis.Record(
            game=game.id,
            rules=self.rules,
            seats=found.seats,
            options=found.options,
            pack=self.pack(found),
            seed=found.seed,
            moves=tuple(found.moves),
            result=tuple(found.result),
        )

    def pack(self, game: Recorded) -> Pack | None:
        return read_pack(self.packs[game.pack]) if game.pack else None

    def start(self, game: Game, recorded: Recorded) -> Position:
        return parvis.start(
            game.id, recorded.seats, recorded.seed, recorded.options, self.pack(recorded)
        )


def path_of(game: Game) -> Path:
    return TESTS / folder_of(game) / "games.txt"


def games_of(game: Game) -> Games:
    """The recorded games of a game."""
    return read_games(path_of(game).read_text(encoding="utf-8"))


def read_games(source: str) -> Games:
    """What a file holds."""
    found = Games(0)
    head = ""
    pack: list[str] = []
    for line in source.splitlines():
        if line.startswith("| ") or line == "|":
            pack.append(line[2:])
            found.packs[head] = "\n".join(pack)
        elif line.startswith("game "):
            head = line
        elif line.startswith("  "):
            game = Recorded.read(head, line)
            found.games[game.name] = game
        elif line.startswith("pack "):
            head, pack = line.removeprefix("pack "), []
        elif line.startswith("rules "):
            found.rules = int(line.removeprefix("rules "))
        elif line.startswith("unmet "):
            found.unmet.add(line.removeprefix("unmet "))
        elif line and not line.startswith("#"):
            found.claims.append(read_claim(line))
    return found


def read_claim(line: str) -> Claim:
    claim, _, where = line.partition(": ")
    kind, _, what = claim.partition(" ")
    game, at, move = [*where.split(), "0", "", ""][:3]
    return Claim(kind, what, game, int(at or 0), move)


def fingerprint(position: Position) -> str:
    return hashlib.sha256(position.text().encode()).hexdigest()[:16]


def outcome(position: Position) -> str:
    """How a finished game was won: every game has these endings."""
    winners = position.winners()
    sides = {position.side_of(seat) for seat in winners}
    scores = position.scores()
    if len(sides) > 1:
        return "shared"
    return "tie-broken" if scores.count(max(scores)) > 1 else "alone"


# What the test asks.


def changes(game: Game, games: Games, step: int = 1) -> Iterator[str]:
    """Which games mean something else now, or no longer show what is claimed of them."""
    if games.rules != game.rules:
        yield f"played by rules version {games.rules}, and this is {game.rules}"
        return
    for recorded in list(games.games.values())[::step]:
        claims = [claim for claim in games.claims if claim.game == recorded.name]
        yield from (f"{recorded.name}: {wrong}" for wrong in change(game, games, recorded, claims))


def change(game: Game, games: Games, recorded: Recorded, claims: list[Claim]) -> Iterator[str]:
    """What is different in one game, from its first move on."""
    position = games.start(game, recorded)
    told: set[str] = set()
    for number in range(len(recorded.moves) + 1):
        for claim in claims:
            if claim.kind != "ending" and claim.at == number and not shows(position, claim):
                yield f"after {number} moves it no longer shows {claim.kind} {claim.what}"
        if number == len(recorded.moves):
            break
        text = recorded.moves[number]
        try:
            move = position.read(text)
            if number == len(recorded.moves) - 1 and position.refusal(move) is None:
                told = {sentence.key for sentence in position.story(move, None)}
            position.play(move)
        except (Illegal, Malformed) as error:
            yield f"move {number + 1} ({text}) is refused: {error}"
            return
    if not position.over():
        yield "the game is not over after its last move"
    elif position.scores() != recorded.result:
        yield f"the scores are {position.scores()}, and were {recorded.result}"
    elif fingerprint(position) != recorded.final:
        yield "the scores are the same, but the last position is another one"
    else:
        ends = {outcome(position), *told}
        ends |= {name for name, branch in branches(game).items() if branch(position)}
        for claim in claims:
            if claim.kind == "ending" and claim.what not in ends:
                yield f"it no longer ends like this: {claim.what}"


OUTCOMES = ("alone", "tie-broken", "shared")


def branches(game: Game) -> Mapping[str, Callable[[Position], bool]]:
    """The endings that a game itself finds worth showing."""
    found: Mapping[str, Callable[[Position], bool]] = declared(game, "BRANCHES")
    return found


def ways(game: Game) -> Mapping[str, Way]:
    """The ways of playing that lead to what is rare in a game."""
    found: Mapping[str, Way] = declared(game, "WAYS")
    return found


def declared(game: Game, name: str) -> Any:
    """What a game's `branches.py` says, if there is one."""
    module = f"tests.{folder_of(game)}.branches"
    if importlib.util.find_spec(module) is None:
        return {}
    return getattr(importlib.import_module(module), name, {})


def shows(position: Position, claim: Claim) -> bool:
    clause, _, more = claim.what.partition(" ")
    if claim.kind == "ledger":
        seats = position.seats == int(more)
        return seats and any(line.clause == clause for line in position.ledger())
    refusal = position.refusal(position.read(claim.move))
    return refusal is not None and (refusal.clause, refusal.key) == (clause, more)


def gaps(game: Game, games: Games) -> list[str]:
    """What the claims leave out without saying so."""
    return sorted(unclaimed(game, games.claims) - games.unmet)


def bars_of(game: Game) -> list[Bar]:
    """All that can bar a move, one by one or in lists, in whatever module of the game it stands."""
    folder = game.begin.__module__.rpartition(".")[0]
    modules = [module for name, module in sys.modules.items() if name.startswith(f"{folder}.")]
    named = [value for module in modules for value in vars(module).values()]
    listed = [bar for value in named if isinstance(value, list) for bar in value]
    return [value for value in named + listed if isinstance(value, Bar)]


def unclaimed(game: Game, claims: list[Claim]) -> set[str]:
    """What could be claimed, for all that the source tells, and is not."""
    barred = {f"{bar.clause} {bar.key}" for bar in bars_of(game)}
    refused = {claim.what for claim in claims if claim.kind == "refusal"}
    lines = {claim.what for claim in claims if claim.kind == "ledger"}
    booked = {line.split()[0] for line in lines}
    wanted = {f"{clause} {seats}" for clause in booked for seats in game.seats}
    endings = {claim.what for claim in claims if claim.kind == "ending"}
    return {
        *(f"refusal {what}" for what in barred - refused),
        *(
            f"ledger {clause}"
            for clause in citable(game) - {what.split()[0] for what in barred | refused} - booked
        ),
        *(f"ledger {line}" for line in wanted - lines),
        *(f"ending {name}" for name in {*OUTCOMES, *branches(game)} - endings),
    }
