"""What was agreed on time, in words; and the part of the form of a new table that asks for it.

Imports the table's timing and the readers' words.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Any

from babel.dates import format_timedelta

from parvis.engine.words import Speech
from parvis.table.timing import (
    A_DAY,
    A_MINUTE,
    AN_HOUR,
    AT_ZERO,
    NO_CLOCK,
    PACES,
    Timing,
    known_zone,
    usual_timing,
)
from parvis.web.speech import speech_for

NIGHT = (22, 8)  # unless somebody says otherwise
LONGEST_ZONE = 40  # characters
PACE_WORDS = {
    NO_CLOCK: "page.new.pace.none",
    "live": "page.new.pace.live",
    "hours": "page.new.pace.hours",
    "days": "page.new.pace.days",
}
# What happens at zero: as one is asked, and as it was agreed.
ZERO_WORDS = {
    "bot": ("page.new.zero.bot", "table.timing.zero.bot"),
    "wait": ("page.new.zero.wait", "table.timing.zero.wait"),
    "give_up": ("page.new.zero.give_up", "table.timing.zero.give_up"),
}


def duration(seconds: float, language: str) -> str:
    """A while in words, in the largest unit that fits: 2 days, 8 hours, 3 minutes.

    What is left over is left out, so that nobody is told of more time than there is.
    """
    unit = next((unit for unit in (A_DAY, AN_HOUR, A_MINUTE) if seconds >= unit), 1.0)
    whole = timedelta(seconds=max(0.0, seconds // unit * unit))
    return format_timedelta(whole, threshold=1, locale=language)


@lru_cache(64)
def timing_in_words(timing: Timing, language: str) -> list[str]:
    """All that was agreed, a sentence each."""
    speech = speech_for(language)
    told = [
        speech(
            "table.timing.bank",
            refill=duration(timing.refill, language),
            cap=duration(timing.cap, language),
        ),
        speech(ZERO_WORDS[timing.zero][1]),
    ]
    if timing.night is not None:
        first, last = timing.night
        told.append(speech("table.timing.night", first=first, last=last, zone=timing.zone))
    return told


def read_timing_wish(
    form: Mapping[str, str], speech: Speech
) -> tuple[Timing | None, dict[str, list[str]]]:
    """What a form asks for (nothing: no clock), and what is wrong with it by the field's name."""
    asked = form.get("pace", NO_CLOCK)
    if asked == NO_CLOCK:
        return None, {}
    pace = next((pace for pace in PACES if pace == asked), None)
    zero = next((zero for zero in AT_ZERO if zero == form.get("zero", AT_ZERO[0])), None)
    hours = [
        form.get(f"night-{edge}", str(usual)) for edge, usual in zip(EDGES, NIGHT, strict=True)
    ]
    errors: dict[str, list[str]] = {}
    if pace is None:
        errors["pace"] = [speech("table.form.pace")]
    if zero is None:
        errors["zero"] = [speech("table.form.zero")]
    night: tuple[int, int] | None = None
    if form.get("night") == "true":
        fine = all(hour in HOURS for hour in hours) and hours[0] != hours[1]
        if fine:
            night = int(hours[0]), int(hours[1])
        else:
            errors["night"] = [speech("table.form.night")]
    if pace is None or zero is None or errors:
        return None, errors
    zone = form.get("zone", "")[:LONGEST_ZONE]
    return usual_timing(pace, zero, night, zone if known_zone(zone) else "UTC"), {}


EDGES = ("from", "to")
HOURS = tuple(str(hour) for hour in range(24))


def timing_fields(form: Mapping[str, str], speech: Speech) -> dict[str, Any]:
    """The same as the page offers it; a form that was sent keeps its values."""
    sent = bool(form)
    paces = [
        {
            "value": NO_CLOCK,
            "label": speech(PACE_WORDS[NO_CLOCK]),
            "help": speech("page.new.pace.none.help"),
        }
    ]
    paces += [
        {
            "value": pace,
            "label": speech(PACE_WORDS[pace]),
            "help": timing_in_words(usual_timing(pace), speech.language)[0],
        }
        for pace in PACES
    ]
    return {
        "value": form.get("pace", NO_CLOCK),
        "paces": paces,
        "zero": form.get("zero", AT_ZERO[0]),
        "zeros": [{"value": zero, "label": speech(ZERO_WORDS[zero][0])} for zero in AT_ZERO],
        "night": form.get("night") == "true" if sent else False,
        "night_from": form.get("night-from", str(NIGHT[0])),
        "night_to": form.get("night-to", str(NIGHT[1])),
        "hours": HOURS,
        "zone": form.get("zone", ""),
    }
