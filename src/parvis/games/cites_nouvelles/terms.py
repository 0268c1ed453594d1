"""What was agreed before the game, as plain facts."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.setting import Setting
from parvis.games.cites_nouvelles.components import KINDS, MARK, read_components
from parvis.games.cites_nouvelles.moves import Moves


class Terms:
    """Seats, options, components and moves; one object shared by all copies."""

    def __init__(self, setting: Setting, kinds: list[str]) -> None:
        self.seats: i64 = setting.seats
        self.sides: i64 = 2 if setting.seats == 4 else setting.seats
        self.hand: i64 = [15, 12, 10][setting.seats - 2]
        self.draws = setting.options["first_speaker"] == "draw"
        self.chooses = setting.options["choose_decorations"] is True
        self.cumulative = setting.options["award"] == "cumulative"
        self.idle_rounds: i64 = int(str(setting.options["idle_rounds"]))
        self.contre = setting.options["contre"] is True
        self.takes_all = setting.options["contre_spoils"] == "winner-takes-all"
        self.kinds = kinds  # of decoration 1, 2 …
        self.kind_marks = vec[i64]([0] * len(KINDS))  # by kind: its decorations, as a set
        for n in range(15):
            self.kind_marks[KINDS.index(kinds[n])] |= MARK[n]
        self.moves = Moves(kinds)
        self.first_block: i64 = self.moves.play.base  # the move that plays the first block


def terms_of(setting: Setting) -> Terms:
    """What was agreed, ready to play by."""
    return Terms(setting, read_components(setting.pack))
