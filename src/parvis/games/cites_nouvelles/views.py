"""What a seat may know, as plain data: the fields that `schema` declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.games.cites_nouvelles.components import (
    BLOCKS,
    CODES,
    DECORATE,
    ENDS,
    ENSEMBLES,
    KINDS,
    LETTERS,
    LOTS,
    NOBODY,
    OVER,
    PHASES,
    TRUMPS,
    blocks_of,
)

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites


def seen(position: Cites, seat: int | None) -> dict[str, object]:
    """The game's own part of a view."""
    seats = range(position.setting.seats)
    sides = range(len(position.offers))
    return {
        "phase": PHASES[position.phase],
        "round": int(position.number),
        "idle": int(position.idle()),
        "speaker": int(position.speaker),
        "offers": [None if offer == NOBODY else LOTS[offer] for offer in position.offers],
        "namers": [None if namer == NOBODY else namer for namer in position.namers],
        "lots": {LOTS[lot]: codes(position.standing(lot)) for lot in range(ENSEMBLES)},
        "raised": [
            {
                "round": raising.number,
                "side": raising.side,
                "lot": LOTS[raising.lot],
                "blocks": codes(raising.blocks()),
            }
            for raising in position.raised
        ],
        "hand": [] if seat is None else codes(position.hand(seat)),
        "hand_sizes": [position.hand_size(other) for other in seats],
        "leader": int(position.leader),
        "trick": codes(position.trick),
        "last": last_trick(position),
        "kept": [codes(position.kept_by(side)) for side in sides],
        "returned": codes(position.sent_back()),
        "turned": [
            {"seat": turned // BLOCKS, "block": CODES[turned % BLOCKS]}
            for turned in position.turned
        ],
        "voids": [letters(position.voids[other]) for other in seats],
        "reserve": position.reserve_size(),
        "decorations": position.terms.kinds,
        "decorate": surplus(position) if position.phase == DECORATE else None,
        "end": ENDS[position.end()] if position.phase == OVER else "",
    }


def codes(blocks: list[int]) -> list[str]:
    """Blocks as they are written."""
    return [CODES[block] for block in blocks]


def letters(suits: int) -> str:
    """A set of suits (bits) as it is written."""
    return "".join([LETTERS[suit] for suit in range(5) if suits >> suit & 1])


def last_trick(position: Cites) -> dict[str, object] | None:
    if not position.last:
        return None
    return {"leader": position.last[0], "blocks": codes(position.last[1:])}


def surplus(position: Cites) -> dict[str, object]:
    side, kind = position.surplus()
    return {
        "side": int(side),
        "kind": KINDS[kind],
        "room": int(position.room()),
        "among": codes(blocks_of(TRUMPS, position.choosable())),
    }
