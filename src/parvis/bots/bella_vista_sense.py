"""How an architect decides: at sight by the outlook, for playouts, and what the end will be.

Playouts look at fewer sites than a decision does. What a round's beginning promises is a linear
value of prospects, fitted to games that the bots played against themselves. Compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from parvis.bots.bella_vista_outlook import (
    A_GAME,
    ALL,
    LAST_ROUND,
    PROSPECTS,
    TRIED,
    UNKNOWN,
    Outlook,
    Taste,
)
from parvis.bots.bella_vista_reasons import offer_reasons, site_reasons, taking_reasons
from parvis.bots.search import Sense
from parvis.engine.bits import lowest
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.bella_vista import legality
from parvis.games.bella_vista.components import (
    CONSTRAINTS,
    CONTRACT,
    HEIGHTS,
    LAYOUT,
    NEUTRAL,
    NOTHING,
    OFFER,
    ROUNDS,
)
from parvis.games.bella_vista.position import BellaVista


class Architect(Sense):
    """What a level of these weights sees in a position."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.taste = Taste(weights)
        # What prospects are worth in the end, and how much more if a whole game is to come.
        self.end = vec[float]([weights["end_" + name] for name in PROSPECTS])
        self.end_early = vec[float]([weights["early_" + name] for name in PROSPECTS])

    def values(self, position: Position, rng: Rng) -> list[tuple[int, float]]:
        assert isinstance(position, BellaVista)
        seat = position.turn()
        assert seat is not None
        if position.phase == LAYOUT:
            moves = position.moves()
            return [(moves[rng.below(len(moves))], 0.0)]
        look = Outlook(position, seat, self.taste)
        if position.phase == OFFER:
            return self.offers(position, look)
        if position.phase == CONTRACT:
            return self.contracts(position, look)
        return self.sites(position, look)

    def offers(self, position: BellaVista, look: Outlook) -> list[tuple[int, float]]:
        slots: i64 = legality.open_slots(position)
        cards: i64 = legality.held(position, look.seat)
        hurry = look.hurry()
        found: list[tuple[int, float]] = []
        while cards:
            height: i64 = lowest(cards)
            worth = look.card(height, ALL)
            left: i64 = slots
            while left:
                slot: i64 = lowest(left)
                move = int(position.kinds.offer.move(slot, height))
                found.append((move, worth + look.slot(slot, height, hurry)))
                left &= left - 1
            cards &= cards - 1
        return found

    def contracts(self, position: BellaVista, look: Outlook) -> list[tuple[int, float]]:
        kinds = position.kinds
        found: list[tuple[int, float]] = []
        envy = look.envy()
        for move in position.moves():
            value = 0.0
            if move != kinds.decline.base:
                kind: i64 = kinds.take.only(move)
                spot = position.display.index(int(kind))
                value = float(position.components.contracts[kind].coins)
                value += look.taste.deny * envy[spot] - look.hope(kind, 0, look.left)
            found.append((move, value))
        return found

    def sites(self, position: BellaVista, look: Outlook) -> list[tuple[int, float]]:
        neutral = position.phase == NEUTRAL
        height: i64 = position.building % HEIGHTS
        earning = position.rule < CONSTRAINTS
        found: list[tuple[int, float]] = []
        for move in position.moves():
            placement: i64 = position.placement_of(move)
            if neutral:
                value = look.harm(placement)
            else:
                value = look.site(placement, height, earning)
            found.append((move, value))
        return found

    def likely(self, position: Position, rng: Rng) -> int:
        assert isinstance(position, BellaVista)
        if position.phase == LAYOUT:
            return int(position.random_move(rng))
        seat = position.turn()
        assert seat is not None
        look = Outlook(position, seat, self.taste)
        if position.phase == OFFER:
            return int(self.best_offer(position, look))
        if position.phase == CONTRACT:
            return best_of(self.contracts(position, look))
        if position.phase == NEUTRAL:
            return best_of(self.sites(position, look))
        placement, _ = look.best_site(position.building % HEIGHTS, position.rule, 2 * TRIED)
        return cast("int", position.site_moves[placement])

    def best_offer(self, position: BellaVista, look: Outlook) -> i64:
        slots: i64 = legality.open_slots(position)
        cards: i64 = legality.held(position, look.seat)
        hurry = look.hurry()
        best: i64 = NOTHING
        most = UNKNOWN
        while cards:
            height: i64 = lowest(cards)
            worth = look.card(height, TRIED)
            left: i64 = slots
            while left:
                slot: i64 = lowest(left)
                value = worth + look.slot(slot, height, hurry)
                if value > most:
                    best, most = position.kinds.offer.move(slot, height), value
                left &= left - 1
            cards &= cards - 1
        return best

    def estimate(self, position: Position) -> tuple[list[float], float]:
        assert isinstance(position, BellaVista)
        points = [float(each) for each in position.scores()]
        early = float(ROUNDS + 1 - position.round) / ROUNDS
        if position.round > 0:
            for seat in range(len(points)):
                points[seat] += self.to_come(position, seat, early)
        return points, LAST_ROUND + A_GAME * early

    def to_come(self, position: BellaVista, seat: i64, early: float) -> float:
        """The points that a seat may expect beyond those it has and those that all may expect."""
        prospects = Outlook(position, seat, self.taste).prospects()
        total = 0.0
        n: i64 = 0
        while n < len(prospects):
            total += (self.end[n] + self.end_early[n] * early) * prospects[n]
            n += 1
        return total

    def reasons(self, position: Position, move: int) -> list[Sentence]:
        assert isinstance(position, BellaVista)
        seat = position.turn()
        if seat is None or position.phase == LAYOUT or position.phase == NEUTRAL:
            return []
        look = Outlook(position, seat, self.taste)
        kinds = position.kinds
        if position.phase == OFFER:
            slot, height = kinds.offer.values(move)
            return offer_reasons(look, slot, height)
        if position.phase == CONTRACT:
            return [] if move == kinds.decline.base else taking_reasons(look, kinds.take.only(move))
        return site_reasons(look, position.placement_of(move))

    def quiet(self, position: Position) -> bool:
        assert isinstance(position, BellaVista)
        return position.phase == OFFER and position.step == 0


def best_of(values: list[tuple[int, float]]) -> int:
    """The move of greatest value, the first of equals."""
    best, most = values[0]
    for move, value in values:
        if value > most:
            best, most = move, value
    return best
