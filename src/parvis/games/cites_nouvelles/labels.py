"""What blocks, ensembles and kinds of decorations are called for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from parvis.games.cites_nouvelles.components import DECORATIONS, ENOUGH, SUIT, TRUMPS

if TYPE_CHECKING:
    from parvis.engine.words import Speech

LOT_WORDS: Final[list[str]] = ["#cn.houses", "#cn.villas", "#cn.flats", "#cn.towers"]
ONE_WORDS: Final[list[str]] = ["#cn.house", "#cn.villa", "#cn.flat", "#cn.tower"]
SUIT_WORDS: Final[list[str]] = [*LOT_WORDS, "#cn.trumps"]
KIND_WORDS: Final = {"lawn": "#cn.lawn", "pool": "#cn.pool", "tree": "#cn.tree"}
KINDS_WORDS: Final = {"lawn": "#cn.lawns", "pool": "#cn.pools", "tree": "#cn.trees"}


def kind_of(block: int, kinds: Sequence[str]) -> str:
    """The kind of a decoration; nothing for a construction."""
    return kinds[block % 15] if SUIT[block] == TRUMPS else ""


def block_words(block: int, kinds: Sequence[str]) -> dict[str, object]:
    """The two parameters that name a block: what it shows, and its number."""
    return words_of(block, kind_of(block, kinds))


def words_of(block: int, kind: str) -> dict[str, object]:
    what = KIND_WORDS[kind] if kind else ONE_WORDS[SUIT[block]]
    return {"what": what, "number": block % 15 + 1}


def block_label(block: int, kind: str, speech: Speech) -> str:
    """A block as a screen reader says it; its kind, if it is a decoration."""
    return speech.tell("cn.trump" if kind else "cn.block", words_of(block, kind))


def progress_words(constructions: int, decorations: int, speech: Speech) -> str:
    """How far a lot is: of how many it needs, as long as it needs more."""
    return speech(
        "cn.draw.progress",
        constructions=so_far(constructions, ENOUGH),
        decorations=so_far(decorations, DECORATIONS),
    )


def so_far(count: int, needed: int) -> str:
    """A count beside what is needed, until there are more.

    >>> so_far(7, 10), so_far(10, 10), so_far(11, 10)
    ('7/10', '10/10', '11')
    """
    return f"{count}/{needed}" if count <= needed else str(count)
