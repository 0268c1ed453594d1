"""What blocks, ensembles and kinds of decorations are called for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from parvis.games.cites_nouvelles.components import SUIT, TRUMPS

if TYPE_CHECKING:
    from parvis.engine.words import Speech

LOT_WORDS: Final[list[str]] = ["#cn.houses", "#cn.villas", "#cn.flats", "#cn.towers"]
ONE_WORDS: Final[list[str]] = ["#cn.house", "#cn.villa", "#cn.flat", "#cn.tower"]
SUIT_WORDS: Final[list[str]] = [*LOT_WORDS, "#cn.trumps"]
KIND_WORDS: Final = {"lawn": "#cn.lawn", "pool": "#cn.pool", "tree": "#cn.tree"}
KINDS_WORDS: Final = {"lawn": "#cn.lawns", "pool": "#cn.pools", "tree": "#cn.trees"}


def block_words(block: int, kinds: Sequence[str]) -> dict[str, object]:
    """The two parameters that name a block: what it shows, and its number."""
    suit = SUIT[block]
    what = KIND_WORDS[kinds[block % 15]] if suit == TRUMPS else ONE_WORDS[suit]
    return {"what": what, "number": block % 15 + 1}


def block_label(block: int, kinds: Sequence[str], speech: Speech) -> str:
    """A block as a screen reader says it."""
    key = "cn.trump" if SUIT[block] == TRUMPS else "cn.block"
    return speech.tell(key, block_words(block, kinds))
