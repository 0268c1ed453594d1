"""How a game ends before its end, and who wins where somebody gave up.

Imports chairs, events and the engine's positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parvis.engine.position import Position
from parvis.engine.record import STOPS, Record, Stop
from parvis.engine.sentence import Sentence
from parvis.table.chair import Chair
from parvis.table.event import Event

Sides = Sequence[Sequence[int]]  # the seats of each

WON_WORDS: Mapping[Stop, str] = {"resigned": "table.end.resigned.won", "time": "table.end.time.won"}
UNWON_WORDS: Mapping[Stop, str] = {
    "resigned": "table.end.resigned.none",
    "time": "table.end.time.none",
    "agreed": "table.end.agreed.none",
    "closed": "table.end.closed.none",
}


@dataclass(frozen=True)
class Stopped:
    """Why a game ended before its end, by whom (if by one), and who has won (nobody, perhaps)."""

    why: Stop
    seat: int | None
    winners: tuple[int, ...]

    @property
    def counts(self) -> bool:
        """Whether somebody has won and somebody lost."""
        return bool(self.winners)

    def sentence(self) -> Sentence:
        """That it ended so; if somebody has won, who."""
        params: dict[str, object] = {} if self.seat is None else {"name": f"@{self.seat}"}
        if self.winners:
            params |= {"names": [f"@{seat}" for seat in self.winners], "n": len(self.winners)}
        return Sentence((WON_WORDS if self.winners else UNWON_WORDS)[self.why], params)


def stopped_in(record: Record) -> Stopped | None:
    """How a record says that the game ended before its end: by who gave up last."""
    if not record.stopped:
        return None
    last = max(record.gave_up, key=lambda seat: record.gave_up[seat], default=None)
    seat = last if record.stopped in ("resigned", "time") else None
    return Stopped(record.stopped, seat, record.won or ())


def read_stopped(event: Event) -> Stopped:
    """What an event says of the end that it is."""
    why, winners = event.data["why"], event.data["winners"]
    assert why in STOPS
    assert isinstance(winners, list)
    return Stopped(why, event.seat, tuple(winners))


def sides_left(sides: Sides, chairs: Sequence[Chair]) -> list[int]:
    """The sides that have not given up: where someone did, no person is left."""

    def gave_up(seats: Sequence[int]) -> bool:
        own = [chairs[seat] for seat in seats]
        return any(chair.given_up for chair in own) and not any(
            chair.kind != "bot" and not chair.given_up for chair in own
        )

    return [side for side, seats in enumerate(sides) if not gave_up(seats)]


def best_of(sides: Sides, scores: Sequence[int], among: Sequence[int]) -> list[int]:
    """The seats of those of these sides that have the most points."""
    most = max((scores[side] for side in among), default=0)
    return sorted(seat for side in among if scores[side] == most for seat in sides[side])


def winners_without(
    winners: Sequence[int], sides: Sides, scores: Sequence[int], chairs: Sequence[Chair]
) -> list[int]:
    """The winners by the rules; if they gave up, the best of the others."""
    if not winners or not any(chair.given_up for chair in chairs):
        return list(winners)
    left = sides_left(sides, chairs)
    among = [seat for side in left for seat in sides[side] if seat in winners]
    return sorted(among) or best_of(sides, scores, left)


def winners_now(position: Position, chairs: Sequence[Chair]) -> list[int] | None:
    """Who has won now that somebody gave up: the last side, or the best if only bots are left.

    None if the game goes on.
    """
    sides = position.sides()
    left = sides_left(sides, chairs)
    people = [
        seat
        for side in left
        for seat in sides[side]
        if chairs[seat].kind != "bot" and not chairs[seat].given_up
    ]
    if len(left) > 1 and people:
        return None
    return best_of(sides, position.scores(), left)
