"""Games of a ladder kept in a file, from which a ladder that was broken off goes on.

A line for each game, written when it is counted, after one that says what they were played with.
Always the first games of a pair of bots: more games, other bots and other player counts may come
later. Imports ladders and what decides how games go.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Self, TextIO

import parvis
from parvis.engine.game import game_of
from parvis.lab.ladder import Outcome, Rung
from parvis.lab.match import Series
from parvis.lab.sources import digest_for

Pair = tuple[str, str, int]  # a bot, the other, and how many seats there are
MADE = "made with"  # the word that says what the games were played with


class KeptError(ValueError):
    """Why a file cannot be gone on with: a key of the command's words."""


def played_with(
    game: str, seed: str, options: Mapping[str, object], pack: str | None
) -> dict[str, object]:
    """What has to be the same for games that are counted together."""
    own = None if pack is None else hashlib.sha256(pack.encode()).hexdigest()
    return {
        "game": game,
        "seed": seed,
        "options": dict(options),
        "pack": own,
        "parvis": parvis.__version__,
        "sources": digest_for(game_of(game)),
    }


class Keeping(Rung):
    """A rung that writes down each game before it counts it."""

    file: TextIO | None = None  # none while games are counted that are kept already

    def count(self, ended: Outcome) -> None:
        if self.file is not None:
            winning, scores = ended
            line = [self.bot, self.against, self.seats, list(winning), scores]
            self.file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self.file.flush()
        super().count(ended)


class Kept:
    """The games of a file, and the file itself, as a context, while a ladder adds to it."""

    def __init__(self, path: Path, made: Mapping[str, object]) -> None:
        self.path = path
        self.made = json.loads(json.dumps(made))
        self.games: dict[Pair, list[Outcome]] = {}
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        self.whole = text[: text.rfind("\n") + 1]  # what a power cut left of a line is no game
        if self.whole:
            self.read(self.whole.splitlines())

    def read(self, lines: list[str]) -> None:
        try:
            made = json.loads(lines[0])[MADE]
            for line in lines[1:]:
                bot, against, seats, winning, scores = json.loads(line)
                games = self.games.setdefault((bot, against, seats), [])
                games.append((tuple(winning), scores))
        except (ValueError, TypeError, KeyError) as error:
            raise KeptError("cli.ladder.no-games") from error
        if made != self.made:
            raise KeptError("cli.ladder.other-games")

    def __enter__(self) -> Self:
        self.file = self.path.open("r+" if self.whole else "w", encoding="utf-8", newline="\n")
        self.file.truncate(len(self.whole.encode("utf-8")))
        self.file.seek(0, 2)
        if not self.whole:
            self.file.write(json.dumps({MADE: self.made}, ensure_ascii=False) + "\n")
        return self

    def __exit__(self, *error: object) -> None:
        self.file.close()

    def resumed(self, series: Series[Rung]) -> Series[Rung]:
        """A series of which the games that are kept are counted, and the others will be kept."""
        one = series.tally
        rung = Keeping(one.bot, one.against, one.seats, one.sides, by_side=[0.0] * one.sides)
        known = self.games.get((rung.bot, rung.against, rung.seats), [])[: series.games]
        for ended in known:
            rung.count(ended)
        rung.file = self.file
        return Series(rung, series.games - len(known), islice(series.matches, len(known), None))
