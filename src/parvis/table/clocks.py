"""The clocks of a table: how much time each seat has left, folded from the log and nothing else.

A seat's clock goes while its person is to decide and all seats are taken. Imports what was agreed
on time, events and chairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parvis.table.chair import Chair
from parvis.table.event import Event
from parvis.table.timing import Timing


@dataclass(frozen=True)
class Clocks:
    """By seat, the seconds that were `left` at a time; one who is overdue has fewer than none."""

    timing: Timing
    left: tuple[float, ...]
    at: float
    turn: int | None = None  # who is to decide, person or bot
    running: int | None = None  # whose clock goes
    up: bool = False  # that the time of who is to decide is up has happened

    def now(self, at: float) -> Clocks:
        """As they stand at a later time."""
        at = max(at, self.at)
        if self.running is None:
            return replace(self, at=at)
        return replace(
            self.with_left(
                self.running, self.left[self.running] - self.timing.counted(self.at, at)
            ),
            at=at,
        )

    def due(self) -> float | None:
        """When a seat's time will be up, if nothing happens; None if nobody's will, or is."""
        if self.running is None or self.up:
            return None
        return self.timing.after(self.at, max(0.0, self.left[self.running]))

    def with_left(self, seat: int, seconds: float) -> Clocks:
        left = [*self.left]
        left[seat] = seconds
        return replace(self, left=tuple(left))

    def refilled(self, seat: int) -> Clocks:
        """After a turn of a seat's own."""
        timing = self.timing
        return self.with_left(seat, min(timing.cap, max(0.0, self.left[seat]) + timing.refill))

    def turned(self, turn: int | None) -> Clocks:
        """It is this seat's turn; of another one nothing has happened yet."""
        return replace(self, turn=turn, up=self.up and turn == self.turn)

    def after(
        self, event: Event, before: Sequence[Chair], chairs: Sequence[Chair], over: bool
    ) -> Clocks:
        """As an event leaves them; who sat where before it and who does now."""
        clocks, seat = self.now(event.at), event.seat
        if event.kind in ("move", "undo"):
            turn = event.data.get("turn")
            assert turn is None or isinstance(turn, int)
            done = event.kind == "move" and seat is not None and turn != seat
            if done and seat is not None and before[seat].by_person:
                clocks = clocks.refilled(seat)
            clocks = clocks.turned(turn)
        elif event.kind == "time":
            clocks = replace(clocks, up=True)
        elif event.kind == "stood" and seat is not None:
            seconds, least = float_of(event, "seconds"), float_of(event, "least")
            clocks = clocks.with_left(seat, max(clocks.left[seat] + seconds, least))
        elif event.kind == "chair" and seat is not None:
            came = chairs[seat].by_person and not before[seat].by_person
            if came:  # whoever comes, or comes back, has the time of a turn at least
                least = min(self.timing.refill, self.timing.cap)
                clocks = clocks.with_left(seat, max(clocks.left[seat], least))
        return replace(clocks, running=None if over else going(clocks.turn, chairs))


def going(turn: int | None, chairs: Sequence[Chair]) -> int | None:
    """Whose clock goes: a person's who is to decide, once all seats are taken."""
    if turn is None or not chairs[turn].by_person:
        return None
    return None if any(chair.kind == "open" for chair in chairs) else turn


def begun_clocks(timing: Timing, at: float, turn: int | None, chairs: Sequence[Chair]) -> Clocks:
    """The clocks of a new table: everybody has all that can be saved up."""
    return Clocks(timing, (timing.cap,) * len(chairs), at, turn, going(turn, chairs))


def float_of(event: Event, name: str) -> float:
    """A number out of an event's data."""
    value = event.data[name]
    assert isinstance(value, (int, float)), f"expected a number, found {value!r}"
    return float(value)
