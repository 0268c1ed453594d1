"""What bars a move: the one place where the rules of play say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import COUNT16
from parvis.engine.refusal import FREE, NOTHING_BARS, Bar
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    ANY,
    MARK,
    SUIT,
    TRUMPS,
)

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites

GAME_OVER: Final = 1
OFFER_NOW: Final = 2
ANSWER_NOW: Final = 3
LEAD_NOW: Final = 4
PLAY_NOW: Final = 5
DECORATE_NOW: Final = 6
NO_PARTNER: Final = 7
HANDED_BACK: Final = 8
OFFERED: Final = 9
DOUBLED: Final = 10
NOT_HELD: Final = 11
FOLLOWS: Final = 12
FOLLOWS_TRUMP: Final = 13
NOT_KEPT: Final = 14
NO_ROOM: Final = 15

BARS: Final[list[Bar]] = [
    NOTHING_BARS,
    Bar("CN-7.1", "cn.no.over"),
    Bar("CN-3.1", "cn.no.offer-now"),
    Bar("CN-3.2", "cn.no.answer-now"),
    Bar("CN-4.1", "cn.no.lead-now"),
    Bar("CN-4.1", "cn.no.follow-now"),
    Bar("CN-5.3", "cn.no.decorate-now"),
    Bar("CN-3.2", "cn.no.partner"),
    Bar("CN-3.2", "cn.no.hand-back"),
    Bar("CN-3.3", "cn.no.offered", 1),
    Bar("CN-8.1", "cn.no.doubled", 1),
    Bar("CN-4.1", "cn.no.hand", 1),
    Bar("CN-4.2", "cn.no.follow", 2),
    Bar("CN-4.3", "cn.no.follow-trump", 2),
    Bar("CN-5.3", "cn.no.not-kept", 1),
    Bar("CN-5.2", "cn.no.room", 2),
]


def bar_of_name(position: Cites, lot: i64) -> i64:
    """Naming an ensemble: another side's is barred, or with contre one that is doubled."""
    times: i64 = 0
    offer: i64
    for offer in position.offers:  # quicker than `count`, and asked for every ensemble
        if offer == lot:
            times += 1
    if times == 0:
        return FREE
    if not position.terms.contre:
        return OFFERED
    return FREE if times == 1 else DOUBLED


def bar_of_build(position: Cites) -> i64:
    """“I build!” is said to a partner, who cannot say it back."""
    if position.terms.seats < 4:
        return NO_PARTNER
    return HANDED_BACK if position.phase == ANSWER else FREE


def bound_suit(position: Cites) -> i64:
    """The suit that was led if the seat on turn holds some of it, else ANY."""
    if len(position.trick) == 0:
        return ANY
    led: i64 = SUIT[position.trick[0]]
    return led if position.hands[5 * position.seat + led] else ANY


def bar_of_block(position: Cites, block: i64) -> i64:
    """Playing a block: it must be in the hand, and follow."""
    suit: i64 = SUIT[block]
    held: i64 = position.hands[5 * position.seat + suit]
    if held & MARK[block] == 0:
        return NOT_HELD
    bound: i64 = bound_suit(position)
    if bound in (ANY, suit):
        return FREE
    return FOLLOWS_TRUMP if bound == TRUMPS else FOLLOWS


def bar_of_decorations(position: Cites, chosen: i64) -> i64:
    """Which decorations stay: kept ones of the kind in question, as many as there is room for."""
    if chosen & ~position.choosable():
        return NOT_KEPT
    return FREE if COUNT16[chosen] == position.room() else NO_ROOM
