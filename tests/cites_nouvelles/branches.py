"""Endings that the recorded games show, beside those that the last story tells apart."""

from __future__ import annotations

from parvis.engine.position import Position
from parvis.games.cites_nouvelles.position import Cites


def everything_built(position: Position) -> bool:
    """No block is left, and no lot is finished for want of decorations."""
    return isinstance(position, Cites) and not position.unbuilt()


def two_lots_finished(position: Position) -> bool:
    awards = ("cn.ledger.award.once", "cn.ledger.award.several")
    return sum(line.key in awards for line in position.ledger()) == 2


def in_one_round(position: Position) -> bool:
    return any(line.key == "cn.ledger.award.once" for line in position.ledger())


def full_lot(position: Position) -> bool:
    return any(line.clause == "CN-6.3" for line in position.ledger())


def beyond_the_tenth(position: Position) -> bool:
    return any(line.key == "cn.ledger.beyond" for line in position.ledger())


BRANCHES = {
    "everything-built": everything_built,
    "two-lots-finished": two_lots_finished,
    "finished-in-one-round": in_one_round,
    "full-lot": full_lot,
    "beyond-the-tenth": beyond_the_tenth,
}
