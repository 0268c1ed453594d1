"""Whole turns of Neotopia: what can be done with the actions that are left, and what it is worth.

The lines that look best are followed move by move to the end of the turn, each project built as
soon as it pays. A card off the deck stays unknown. Search then tries whole turns rather than
moves: what follows a move is what it was meant for. Compiled.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from parvis.bots.neotopia_sense import Foresight, Outlook, Ranking, Taste, rank, turns_to_come
from parvis.bots.playouts import Judge
from parvis.bots.search import Search, Sense, Trial, rough
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.games.neotopia import phases
from parvis.games.neotopia.position import DUE_CARD, DUE_OFFER, Neotopia

DEEPEST: Final = 8  # moves of a turn that are planned, buildings aside


class Line:
    """Some moves of a turn and where they lead."""

    def __init__(self, position: Neotopia, played: list[int], extra: float) -> None:
        self.position = position
        self.played = played
        self.extra = extra  # what cards off the deck are worth
        self.value: float = 0.0
        self.over = False  # whether the turn is

    def key(self, seat: i64) -> tuple[int, ...]:
        """The same for lines that come to the same."""
        position = self.position
        found = [int(position.board[n]) for n in range(12)]
        found.extend([int(position.held[seat * 4 + kind]) for kind in range(4)])
        found.extend([int(position.hand[seat]), int(position.left), int(1000 * self.extra)])
        return tuple(found)

    def follow(self, taste: Taste, seat: i64, move: int) -> None:
        """Play one more move; chance stays out of it as far as it can."""
        ahead = self.position
        self.played.append(move)
        ahead.decide(move)
        while ahead.due and not self.over:
            if ahead.due & DUE_OFFER:
                self.over = True
            elif ahead.due & DUE_CARD:
                turns = turns_to_come(ahead, seat)
                self.extra += Outlook(taste, ahead, seat, ahead.left, turns).unknown()
                ahead.due &= ~DUE_CARD
                ahead.flow()
            else:
                ahead.resolve()
        if ahead.seat != seat or ahead.phase == phases.OVER:
            self.over = True

    def further(self, taste: Taste, seat: i64, move: int) -> Line:
        """The line after one more move; what it completes is built."""
        position = self.position
        line = Line(position.twin(position.chance.copy()), self.played[:], self.extra)
        line.follow(taste, seat, move)
        while not line.over and line.position.phase == phases.BUILD:
            ranking = Ranking(1)
            rank(taste, line.position, ranking, False)
            line.follow(taste, seat, ranking.moves[0])
        line.judge(taste, seat)
        return line

    def judge(self, taste: Taste, seat: i64) -> None:
        """What it is worth where it stands; who is envious looks at the others too."""
        ahead = self.position
        left: i64 = 0 if self.over else ahead.left
        self.value = self.extra
        self.value += Outlook(taste, ahead, seat, left, turns_to_come(ahead, seat)).worth()
        if taste.envy > 0:
            for other in range(ahead.seats):
                if other != seat:
                    turns = turns_to_come(ahead, other)
                    theirs = Outlook(taste, ahead, other, 0, turns, only_known=True)
                    self.value -= taste.envy * theirs.worth()


def plans(taste: Taste, position: Neotopia, ends: float) -> list[Line]:
    """Turns from here on, best first, each to something else; as far as there is time."""
    seat: i64 = position.seat
    width = int(taste.plan)
    lines = [Line(position, [], 0.0)]
    shorter: list[
        tuple[float, int, Line]
    ] = []  # plans of one move less, if there is time for no more
    done: list[tuple[float, int, Line]] = []
    seen: set[tuple[int, ...]] = set()
    for _ in range(DEEPEST):
        found: list[tuple[float, int, Line]] = []
        late = False
        for line in lines:
            ranking = Ranking(2 * width)
            rank(taste, line.position, ranking, False)
            for move in ranking.moves:
                late = ends > 0 and time.perf_counter() >= ends and len(seen) > 0
                if late:
                    break
                ahead = line.further(taste, seat, move)
                key = ahead.key(seat)
                if key not in seen:
                    seen.add(key)
                    (done if ahead.over else found).append((-ahead.value, len(seen), ahead))
        found.sort()
        lines = [line for _, _, line in found[:width]]
        if late:
            done.extend(found or shorter)
        if late or not lines:
            break
        shorter = found[:width]
    done.sort()
    return [line for _, _, line in done]


class Turn(Trial):
    """A whole turn that is tried."""

    def __init__(self, played: list[int], value: float) -> None:
        super().__init__(played[0], value)
        self.played = played


class TurnSearch(Search):
    """Tries whole turns, and goes on until the seat's turn has come again `sight` times."""

    def __init__(
        self,
        sense: Sense,
        position: Position,
        rng: Rng,
        limit: int,
        sight: int,
        trust: float,
        ends: float,
    ) -> None:
        super().__init__(Judge(estimate=sense.estimate), position, rng, limit, trust, ends)
        self.sense = sense
        self.sight: i64 = sight

    def play_out(self, ahead: Position, trial: Trial, chance: Rng) -> None:
        """Play the turn as far as chance allows, then on."""
        assert isinstance(trial, Turn)
        assert isinstance(ahead, Neotopia)
        seat: i64 = self.seat
        for move in trial.played:
            if ahead.due or ahead.seat != seat or ahead.bar(move) is not None:
                break
            ahead.decide(move)
            ahead.resolve()
        ahead.chance = chance
        rounds: i64 = 0
        before: i64 = ahead.seat
        while not ahead.over() and (self.sight == 0 or rounds < self.sight):
            ahead.decide(self.sense.likely(ahead, chance))
            ahead.resolve()
            if ahead.seat != before:
                before = ahead.seat
                if before == seat:
                    rounds += 1


class Planner(Foresight):
    """Sees whole turns, if its taste is to plan."""

    def trials(self, position: Position, rng: Rng, grain: float, ends: float) -> list[Trial]:
        assert isinstance(position, Neotopia)
        acting = position.phase in (phases.ACT, phases.BUILD, phases.SECOND)
        if acting and self.taste.plan > 0:
            found = plans(self.taste, position, ends)
            return [Turn(line.played, rough(line.value, grain)) for line in found]
        return [Turn([move], rough(value, grain)) for move, value in self.values(position, rng)]

    def searching(
        self, position: Position, rng: Rng, limit: int, sight: int, trust: float, ends: float
    ) -> Search:
        return TurnSearch(self, position, rng, limit, sight, trust, ends)
