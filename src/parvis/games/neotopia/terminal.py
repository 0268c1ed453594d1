"""The three regions as maps of letters, for a terminal.

An element is the first letter of its name; `.` is a free space, `o` an outer one, `+` one with a
token on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.neotopia.components import ELEMENT_WORDS, LETTERS, REGION_WORDS

View = Mapping[str, Any]
ROWS = "ABCDEFG"
GAP = "    "


def words(view: View, speech: Speech) -> dict[str, str]:
    """The city as three maps, with factories, tracks and groups."""
    return {"city": "\n".join([*maps(view, speech), *told(view, speech)])}


def initials(speech: Speech) -> list[str]:
    """The first letter of each element."""
    return [speech.spoken(word)[0].upper() for word in ELEMENT_WORDS]


def maps(view: View, speech: Speech) -> list[str]:
    """The regions side by side."""
    letters = dict(zip(LETTERS, initials(speech), strict=True))
    drawn = [region_map(region, letters) for region in view["regions"]]
    width = max(len(line) for lines in drawn for line in lines)
    names = [speech.spoken(word) for word in REGION_WORDS]
    lines = [GAP.join(f"{name:^{width}}" for name in names).rstrip()]
    lines += [
        GAP.join(f"{part:{width}}" for part in row).rstrip() for row in zip(*drawn, strict=True)
    ]
    return lines


def region_map(region: View, letters: Mapping[str, str]) -> list[str]:
    """A region's rows, each with its letter in front."""
    spot = 0
    lines: list[str] = []
    for name, pattern in zip(ROWS, region["map"], strict=True):
        shown = ""
        for sign in pattern:
            if sign == " ":
                shown += " "
                continue
            element, token = region["elements"][spot], region["tokens"][spot]
            spot += 1
            if element in letters:
                shown += letters[element]
            elif token != ".":
                shown += "+"
            else:
                shown += "o" if sign == "o" else "."
        lines.append(f"{name} {shown}")
    return lines


def told(view: View, speech: Speech) -> list[str]:
    """Factories, tracks and groups, and what the letters mean."""
    lines = [
        f"{speech('nt.draw.factory', factory=number)}: {elements(stock, speech)}"
        for number, stock in enumerate(view["factories"], 1)
    ]
    lines.append(f"{speech('nt.draw.centre')}: {elements(view['centre'], speech)}")
    lines.append(f"{speech('nt.draw.reserve')}: {elements(view['reserve'], speech)}")
    for region, word in zip(view["regions"], REGION_WORDS, strict=True):
        parts = [
            speech(
                "nt.draw.points",
                who=f"@{seat}",
                track=region["track"][seat],
                group=region["group"][seat],
            )
            for seat in range(view["seats"])
        ]
        if region["last"] is not None:
            name = view["projects"][region["last"]]["name"]
            parts.append(speech("nt.draw.last", project=name))
        lines.append(f"{speech.spoken(word)}: {' · '.join(parts)}")
    names = [speech.spoken(word) for word in ELEMENT_WORDS]
    lines.append(" · ".join(f"{name[0].upper()} {name}" for name in names))
    return lines


def elements(counts: list[int], speech: Speech) -> str:
    """Some elements by colour."""
    parts = [
        speech("nt.label.count", count=count, element=word)
        for count, word in zip(counts, ELEMENT_WORDS, strict=True)
        if count
    ]
    return ", ".join(parts) or "–"
