"""The drawing kit: colours one can read, patterns, sheets that stand alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from parvis.engine.drawing import icons, patterns, svg
from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.points import png
from parvis.engine.drawing.symbols import definitions, symbol, use
from parvis.engine.drawing.tokens import THEMES, TOKENS, colour

ON_GROUND = [
    (ink, ground)
    for ink in ("ink", "soft", "act", "good", "bad")
    for ground in ("paper", "sheet", "shade")
]
ON_TINT = [
    (f"{tint}-ink", tint)
    for tint in ("red", "blue", "yellow", "green", "purple", "earth", "stone", "white")
]
ON_OWNER = [("on-owner", f"owner-{seat}") for seat in range(4)]
INK_ON_TINT = [("ink", f"owner-soft-{seat}") for seat in range(4)] + [("ink", "act-soft")]


@fragment
def drawn(svg: str) -> str:
    return svg


def luminance(hexes: str) -> float:
    parts = [int(hexes[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), ON_GROUND + ON_TINT + ON_OWNER + INK_ON_TINT)
def test_text_can_be_read_on_its_ground(ink: str, ground: str, theme: str) -> None:
    light, dark = sorted((luminance(colour(ink, theme)), luminance(colour(ground, theme))))
    assert (dark + 0.05) / (light + 0.05) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), ON_GROUND + ON_TINT + ON_OWNER + INK_ON_TINT)
def test_with_a_strong_contrast_text_stands_out_more(ink: str, ground: str, theme: str) -> None:
    one, other = (luminance(colour(each, theme, strong=True)) for each in (ink, ground))
    light, dark = sorted((one, other))
    assert (dark + 0.05) / (light + 0.05) >= 7


def test_only_what_one_can_act_on_has_the_accent() -> None:
    for theme in (0, 1):
        accent = TOKENS["act"][theme]
        assert [name for name, pair in TOKENS.items() if pair[theme] == accent] == ["act"]


def test_patterns_are_sound_svg_in_named_colours() -> None:
    ElementTree.fromstring(definitions(patterns.PATTERNS))
    assert patterns.fill("waves", "blue-ink") == "url(#kit-waves-blue-ink)"
    assert "id='kit-waves-blue-ink'" in patterns.PATTERNS["kit-waves-blue-ink"]


def test_a_picture_that_stands_alone_holds_the_symbols_it_refers_to_and_no_others() -> None:
    inner = symbol("inner", patterns.definition("waves", "ink"))
    outer = symbol("outer", use("inner"), svg.rect(0, 0, 1, 1, fill=patterns.fill("dots", "ink")))
    panel = Panel("board", "board", "", 10, 10)
    panel.add("all", drawn(use("outer", 2, 2)))
    sheet = Drawing([panel], dict([inner, outer, symbol("unused")])).sheet()
    ElementTree.fromstring(sheet)
    found = set(re.findall(r" id='([\w-]+)'", sheet))
    assert {"outer", "inner", "kit-dots-ink"} <= found
    assert not {"unused", "kit-rows-ink", "kit-star"} & found


def test_a_fragment_is_drawn_once_for_equal_values_and_only_when_it_is_asked_for() -> None:
    drawn: list[int] = []

    @fragment
    def card(number: int) -> str:
        drawn.append(number)
        return f"<text>{number}</text>"

    panel = Panel("hand", "hand", "", 10, 10)
    panel.add("first", card(7))
    panel.add("second", card(7))
    assert drawn == []
    assert list(panel.texts().values()) == ["<text>7</text>"] * 2
    assert drawn == [7]


def test_words_in_a_drawing_cannot_break_out_of_it() -> None:
    drawn = svg.text(0, 0, "<script>&") + svg.place('a"b', label="<i>")
    ElementTree.fromstring(f"<g>{drawn}</g>")
    assert "<script>" not in drawn


def test_owners_have_four_shapes() -> None:
    shapes = {icons.owner(seat, 0, 0, fill="x") for seat in range(4)}
    assert len(shapes) == 4


def test_a_sheet_stands_alone_and_becomes_a_picture() -> None:
    panel = Panel("board", "board", "Board", 100, 50)
    panel.add("ground", drawn(svg.rect(0, 0, 100, 50, fill="var(--shade)")))
    other = Panel("supply", "supply", "", 60, 20)
    other.add("x", drawn(svg.circle(5, 5, 4, fill=patterns.fill("dots", "ink"))))
    for theme in THEMES:
        sheet = Drawing([panel, other]).sheet(theme)
        ElementTree.fromstring(sheet)
        assert "var(--" not in sheet
    assert png(sheet)[:8] == b"\x89PNG\r\n\x1a\n"
