"""The blocks, the phases of a game, and how a pack is read.

A block is a number from 0 to 74: 15 × suit + (printed number − 1). Suits 0 to 3 are the four
ensembles, suit 4 the decorations. A set of blocks of one suit is 15 bits; bit 14 is the strongest.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.packs import Pack

# The words of views and text, in the order of the numbers below.
Ensemble = Literal["M", "P", "H", "T"]
Decoration = Literal["lawn", "pool", "tree"]
Phase = Literal["offer", "answer", "trick", "decorate", "deal", "over"]
End = Literal["", "finished", "short", "idle"]

HOUSES: Final = 0
VILLAS: Final = 1
FLATS: Final = 2
TOWERS: Final = 3
TRUMPS: Final = 4

NOBODY: Final = -1  # instead of a seat, a side or a lot
ANY: Final = -1  # instead of a suit that must be played

ENSEMBLES: Final = 4
SUITS: Final = 5
BLOCKS: Final = 75
FULL: Final = 0x7FFF  # all fifteen blocks of a suit
KINDS: Final[tuple[Decoration, ...]] = get_args(Decoration)
ROOM: Final = 2  # decorations of a kind on a lot
ENOUGH: Final = 10  # constructions of a finished lot
DECORATIONS: Final = 6  # decorations of a finished lot

# Phases.
OFFER: Final = 0  # a side's first speaker names an ensemble, or says "I build!"
ANSWER: Final = 1  # the partner must name one
TRICK: Final = 2
DECORATE: Final = 3  # a namer chooses which decorations stay
DEAL: Final = 4  # pending: the next round is still to be dealt
OVER: Final = 5
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# How a game ended.
FINISHED: Final = 1  # a lot is finished
SHORT: Final = 2  # fewer blocks in the Reserve than players
IDLE: Final = 3  # too many rounds in a row built nothing
ENDS: Final[tuple[End, ...]] = get_args(End)

SUIT: Final[list[int]] = [block // 15 for block in range(BLOCKS)]
MARK: Final[list[int]] = [1 << block % 15 for block in range(BLOCKS)]
# The same for compiled code, which reads vectors at once.
SUIT_OF: Final = vec[i64](SUIT)
MARK_OF: Final = vec[i64](MARK)
LETTERS: Final = "MPHTD"  # by suit
LOTS: Final[tuple[Ensemble, ...]] = get_args(Ensemble)
CODES: Final[list[str]] = [f"{LETTERS[block // 15]}{block % 15 + 1}" for block in range(BLOCKS)]
BLOCK_OF: Final[dict[str, int]] = {code: block for block, code in enumerate(CODES)}
LOT_PLACES: Final[list[str]] = [f"lot-{letter}" for letter in LOTS]


def read_components(pack: Pack) -> list[str]:
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
    return kinds


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
