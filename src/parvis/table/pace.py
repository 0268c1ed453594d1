"""When an answer is given: at a time that does not tell whether there was a choice.

A bot with one legal move answers at once, one with several takes its time; seen from outside
that would tell something of its hand. So an answer is held back until the whole of the time
that a full deliberation takes, and if it is late, until the next beat. Imports nothing of Parvis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """`least` seconds for any answer, so that people can follow; `slack` over the budget."""

    least: float = 0.7
    slack: float = 0.3
    beat: float = 0.5

    def due(self, seconds: float) -> float:
        """How long after the question an answer is given that took no longer than its budget."""
        return max(self.least, seconds + self.slack)

    def pause(self, drawn: float) -> float:
        """How long nobody sees that a seat goes on without having done anything, drawn from 0 to 1.

        Mostly short; now and then as long as somebody might think about it.

        >>> [round(Pace().pause(drawn), 2) for drawn in (0.0, 0.5, 0.9, 0.999)]
        [0.7, 1.05, 1.85, 2.7]
        """
        return self.least - self.beat * max(math.log(1.0 - drawn), -4.0)

    def release(self, seconds: float, took: float) -> float:
        """How long after the question an answer is given that came after `took` seconds.

        Of a question that had to wait these are all the seconds that its answer could have taken.

        >>> Pace().release(0.0, 0.001), Pace().release(0.0, 0.3), Pace().release(2.0, 2.1)
        (0.7, 0.7, 2.3)
        """
        due = self.due(seconds)
        if took <= due:
            return due
        return due + math.ceil((took - due) / self.beat) * self.beat


AT_ONCE = Pace(0.0, 0.0, 0.001)  # for tests and load: no hiding, no waiting
