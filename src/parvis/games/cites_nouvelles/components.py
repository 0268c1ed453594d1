"""The blocks, how moves are numbered, and what was agreed before the game.

A block is a number from 0 to 74: 15 × suit + (printed number − 1). Suits 0 to 3 are the four
ensembles, suit 4 the decorations. A set of blocks of one suit is 15 bits; bit 14 is the strongest.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parvis.engine.packs import Pack
from parvis.engine.setting import Setting

HOUSES: Final = 0
VILLAS: Final = 1
FLATS: Final = 2
TOWERS: Final = 3
TRUMPS: Final = 4

ENSEMBLES: Final = 4
BLOCKS: Final = 75
FULL: Final = 0x7FFF  # all fifteen blocks of a suit
KINDS: Final = ("lawn", "pool", "tree")
ROOM: Final = 2  # decorations of a kind on a lot
ENOUGH: Final = 10  # constructions of a finished lot
DECORATIONS: Final = 6  # decorations of a finished lot

# Moves: name an ensemble, "I build!", play a block, choose the decoration or the pair that stays.
NAME: Final = 0
BUILD: Final = 4
PLAY: Final = 5
STAY: Final = 80
PAIR: Final = 95
MOVES: Final = 125

# Phases.
OFFER: Final = 0  # a side's first speaker names an ensemble, or says "I build!"
ANSWER: Final = 1  # the partner must name one
TRICK: Final = 2
DECORATE: Final = 3  # a namer chooses which decorations stay
DEAL: Final = 4  # pending: the next round is still to be dealt
OVER: Final = 5
PHASES: Final = ("offer", "answer", "trick", "decorate", "deal", "over")

# How a game ended.
FINISHED: Final = 1  # a lot is finished
IDLE: Final = 2  # two rounds in a row built nothing
NOTHING: Final = 3  # no block is left that a lot could take
SHORT: Final = 4  # fewer blocks in the Reserve than players
ENDS: Final = ("", "finished", "idle", "nothing", "short")

SUIT: Final[list[int]] = [block // 15 for block in range(BLOCKS)]
MARK: Final[list[int]] = [1 << block % 15 for block in range(BLOCKS)]
LETTERS: Final = "MPHTD"
CODES: Final[list[str]] = [f"{LETTERS[block // 15]}{block % 15 + 1}" for block in range(BLOCKS)]
BLOCK_OF: Final[dict[str, int]] = {code: block for block, code in enumerate(CODES)}
LOT_PLACES: Final[list[str]] = ["lot-M", "lot-P", "lot-H", "lot-T"]
LOT_WORDS: Final[list[str]] = ["#cn.houses", "#cn.villas", "#cn.flats", "#cn.towers"]
ONE_WORDS: Final[list[str]] = ["#cn.house", "#cn.villa", "#cn.flat", "#cn.tower"]
KIND_WORDS: Final[list[str]] = ["#cn.lawn", "#cn.pool", "#cn.tree"]
KINDS_WORDS: Final[list[str]] = ["#cn.lawns", "#cn.pools", "#cn.trees"]

# The ten pairs of the five decorations of a kind, by rank within the kind.
PAIRS: Final[list[tuple[int, int]]] = [(a, b) for a in range(5) for b in range(a + 1, 5)]


class Terms:
    """Seats, options and components as plain facts; one object shared by all copies."""

    def __init__(self, setting: Setting, kinds: list[int]) -> None:
        self.seats: i64 = setting.seats
        self.sides: i64 = 2 if setting.seats == 4 else setting.seats
        self.hand: i64 = [15, 12, 10][setting.seats - 2]
        self.draws = setting.options["first_speaker"] == "draw"
        self.chooses = setting.options["choose_decorations"] is True
        self.cumulative = setting.options["award"] == "cumulative"
        self.contre = setting.options["contre"] is True
        self.takes_all = setting.options["contre_spoils"] == "winner-takes-all"
        self.kinds = kinds
        self.kind_marks = [0, 0, 0]
        of_kind: list[list[int]] = [[], [], []]
        for n in range(15):
            self.kind_marks[kinds[n]] |= 1 << n
            of_kind[kinds[n]].append(n)
        # The decorations that stay by each move from STAY on, as a set.
        self.stays = [1 << n for n in range(15)]
        for kind in range(3):
            for a, b in PAIRS:
                self.stays.append(1 << of_kind[kind][a] | 1 << of_kind[kind][b])


def terms_of(setting: Setting) -> Terms:
    """What was agreed, ready to play by."""
    return Terms(setting, read_components(setting.pack))


def read_components(pack: Pack) -> list[int]:
    """The kind of each decoration, 1 to 15; `PackError` names the entry that is wrong."""
    entry = pack.entry()
    entry.text("game", ("cites-nouvelles",))
    entry.text("name")
    kinds = entry.texts("decorations", KINDS, 15)
    for kind in KINDS:
        if kinds.count(kind) != 5:
            raise entry.fail(
                "decorations", f"expected 5 blocks of kind {kind}, found {kinds.count(kind)}"
            )
    entry.done()
    return [KINDS.index(kind) for kind in kinds]


def blocks_of(suit: i64, marks: i64) -> list[int]:
    """The blocks of a set within a suit, weakest first."""
    found: list[int] = []
    block: i64 = suit * 15
    while marks:
        if marks & 1:
            found.append(int(block))
        marks >>= 1
        block += 1
    return found


def block_place(block: int) -> str:
    """The name of a block as a place.

    >>> block_place(58)
    'block-T14'
    """
    return f"block-{CODES[block]}"


def block_words(block: int, kinds: list[int]) -> dict[str, object]:
    """The two parameters that name a block: what it shows, and its number."""
    suit = block // 15
    what = KIND_WORDS[kinds[block % 15]] if suit == TRUMPS else ONE_WORDS[suit]
    return {"what": what, "number": block % 15 + 1}
