"""What bars a move: the one place where the rules of play say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import count
from parvis.engine.refusal import Bar
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    ANY,
    MARK_OF,
    SUIT_OF,
    TRUMPS,
)
from parvis.games.cites_nouvelles.tricks import ONE

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites

GAME_OVER: Final = Bar("CN-7.1", "cn.no.over")
OFFER_NOW: Final = Bar("CN-3.1", "cn.no.offer-now")
ANSWER_NOW: Final = Bar("CN-3.2", "cn.no.answer-now")
LEAD_NOW: Final = Bar("CN-4.1", "cn.no.lead-now")
PLAY_NOW: Final = Bar("CN-4.1", "cn.no.follow-now")
DECORATE_NOW: Final = Bar("CN-5.3", "cn.no.decorate-now")
NO_PARTNER: Final = Bar("CN-3.2", "cn.no.partner")
HANDED_BACK: Final = Bar("CN-3.2", "cn.no.hand-back")
OFFERED: Final = Bar("CN-3.3", "cn.no.offered", 1)
DOUBLED: Final = Bar("CN-8.1", "cn.no.doubled", 1)
NOT_HELD: Final = Bar("CN-4.1", "cn.no.hand", 1)
FOLLOWS: Final = Bar("CN-4.2", "cn.no.follow", 2)
FOLLOWS_TRUMP: Final = Bar("CN-4.3", "cn.no.follow-trump", 2)
NOT_KEPT: Final = Bar("CN-5.3", "cn.no.not-kept", 1)
NO_ROOM: Final = Bar("CN-5.2", "cn.no.room", 2)


def bar_of_name(position: Cites, lot: i64) -> Bar | None:
    """Naming an ensemble: another side's is barred, or with contre one that is doubled."""
    times: i64 = 0
    offer: i64
    for offer in position.offers:  # quicker than `count`, and asked for every ensemble
        if offer == lot:
            times += 1
    if times == 0:
        return None
    if not position.terms.contre:
        return OFFERED
    return None if times == 1 else DOUBLED


def bar_of_build(position: Cites) -> Bar | None:
    """“I build!” is said to a partner, who cannot say it back."""
    if position.terms.seats < 4:
        return NO_PARTNER
    return HANDED_BACK if position.phase == ANSWER else None


def bound_suit(position: Cites) -> i64:
    """The suit that was led if the seat on turn holds some of it, else ANY."""
    trick: i64 = position.laid
    if trick == 0:
        return ANY
    led: i64 = SUIT_OF[(trick & ONE) - 1]
    return led if position.hands[5 * position.seat + led] else ANY


def bar_of_block(position: Cites, block: i64) -> Bar | None:
    """Playing a block: it must be in the hand, and follow."""
    suit: i64 = SUIT_OF[block]
    held: i64 = position.hands[5 * position.seat + suit]
    if held & MARK_OF[block] == 0:
        return NOT_HELD
    bound: i64 = bound_suit(position)
    if bound in (ANY, suit):
        return None
    return FOLLOWS_TRUMP if bound == TRUMPS else FOLLOWS


def bar_of_decorations(position: Cites, chosen: i64) -> Bar | None:
    """Which decorations stay: kept ones of the kind in question, as many as there is room for."""
    if chosen & ~position.choosable():
        return NOT_KEPT
    return None if count(chosen) == position.room() else NO_ROOM
