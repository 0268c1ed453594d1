"""Figures: how they are read, where places lie in a drawing, and which signs are put on them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.outlines import Box, outlines, points_of, transform_of
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.scene import Signs, draw_scene
from parvis.engine.drawing.svg import place, rect
from parvis.engine.figures import Figure, of_clause, parse_figures, read_figures
from parvis.engine.illustration import illustrate, signs_of
from parvis.engine.packs import PackError
from tests.example import registered
from tests.stairs import GAME

HEAD = "stairs/1"
POSITION = 'position.start = "seats=2"\n'


@pytest.fixture(autouse=True)
def example() -> Iterator[None]:
    with registered():
        yield


def figure(id: str) -> Figure:
    return GAME.figures()[id]


# Reading.


def test_a_figure_of_one_scene_needs_no_list_of_scenes() -> None:
    source = POSITION + '[figure.a]\nclause = "ST-1.2"\nposition = "start"\nshow = "board hand"\n'
    [scene] = parse_figures(source, HEAD)["a"].scenes
    assert scene.text == "stairs/1 seats=2"
    assert scene.show == ("board", "hand")
    assert scene.seat == 0


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('[figure.a]\nposition = "start"', "figure.a.clause: is missing"),
        ('[figure.a]\nclause = "ST-1"\nposition = "end"', "there is no position 'end'"),
        ('[figure.a]\nclause = "ST-1"\nposition = "start"\nshows = "x"', "shows: unknown key"),
        ('[figure.a]\npart = "end"\nposition = "start"', "expected one of goal, turn, points"),
    ],
)
def test_what_is_wrong_with_a_figure_is_said_with_its_place(source: str, told: str) -> None:
    with pytest.raises(PackError, match=told):
        parse_figures(POSITION + source, HEAD)


def test_a_game_without_pictures_has_no_figures() -> None:
    assert read_figures("parvis.engine", HEAD) == {}


def test_figures_of_a_clause_leave_out_those_that_open_the_book() -> None:
    assert [each.id for each in of_clause(GAME.figures().values(), "ST-2.3")] == ["counted"]


# What a scene claims.


def test_the_points_of_a_caption_are_those_of_the_ledger() -> None:
    assert figure("counted").facts() == {"total": 4, "points": 4}
    assert figure("points").facts() == {"total": 4, "points": 4}, "what a move brings"
    assert figure("taken").facts() == {"total": 0}, "nobody scores"


def test_a_figure_gives_a_new_position_to_everyone_who_tries_it() -> None:
    mine, yours = figure("taken").position(), figure("taken").position()
    mine.play(mine.read("m5"))
    assert yours.refusal(yours.read("m5")) is None


def test_signs_follow_from_the_rules() -> None:
    first, second = figure("taken").scenes
    drawn = {f"step-{n}" for n in range(10)}
    speech = GAME.speech("en")
    assert signs_of(figure("taken"), first, drawn, speech).allowed == ("step-5", "step-7")
    assert signs_of(figure("taken"), second, drawn, speech).refused == ("step-4",)
    [scene] = figure("points").scenes
    assert signs_of(figure("points"), scene, drawn, speech).points == (("step-4", "+4", "good"),)


def test_a_place_that_is_not_drawn_is_named() -> None:
    source = (
        POSITION.replace("seats=2", figure("taken").scenes[0].text.removeprefix(HEAD))
        + '[figure.a]\nclause = "ST-1.2"\nposition = "start"\n'
    )
    for wrong in ('show = "roof"', 'show = "board"\nmarked = "roof"'):
        with pytest.raises(KeyError, match="nothing drawn is called roof"):
            illustrate(GAME, parse_figures(source + wrong, HEAD)["a"], 0, GAME.speech("en"))


# Outlines.


def test_the_outline_of_a_place_is_its_largest_shape() -> None:
    drawn = place("a", rect(0, 0, 4, 4), rect(1, 1, 20, 10), "<circle cx='3' cy='3' r='2'/>")
    assert outlines(drawn)["a"].box == Box(1, 1, 21, 11)


def test_outlines_lie_where_their_groups_are_moved_and_turned() -> None:
    inner = place("a", rect(0, 0, 10, 20))
    moved = f"<g transform='translate(100 50) rotate(90)'>{inner}</g>"
    left, top, right, bottom = outlines(moved)["a"].box
    assert (left, top, right, bottom) == pytest.approx((80, 50, 100, 60))
    assert transform_of("rotate(180 5 5)").at(0, 0) == pytest.approx((10, 10))


def test_what_is_only_defined_is_no_outline() -> None:
    drawn = place("a", "<defs><rect width='90' height='90'/></defs>", rect(0, 0, 1, 1))
    assert outlines(drawn)["a"].box == Box(0, 0, 1, 1)


def test_points_of_a_path_are_followed_in_all_its_commands() -> None:
    assert points_of("m1 1l2 0 0 2") == [(1, 1), (3, 1), (3, 3)]
    assert points_of("M0 0C1 1 2 2 3 3q1 0 1 1") == [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3), (4, 4)]
    assert points_of("M5 5a2 2 0 0 1 4 0H20V9") == [(5, 5), (9, 5), (20, 5), (20, 9)]


# Drawing.


@fragment
def square(name: str, x: int) -> str:
    return place(name, rect(x, 0, 20, 20), label=name)


def panel(id: str, *names: str) -> Panel:
    made = Panel(id, "board", "", 200, 20)
    for n, name in enumerate(names):
        made.add(name, square(name, 30 * n))
    return made


def test_a_panel_is_cut_down_to_the_places_that_are_shown() -> None:
    svg = draw_scene(Drawing([panel("p", "a", "b", "c")]), ("b", "c"), Signs(), "light", 3)
    [cut] = [node for node in ElementTree.fromstring(svg) if node.tag.endswith("svg")]
    assert cut.get("viewBox") == "27 -3 56 26"


def test_a_place_that_stands_in_two_panels_is_named_with_its_panel() -> None:
    drawing = Drawing([panel("p", "a"), panel("q", "b", "a")])
    svg = draw_scene(drawing, ("q/a",), Signs(), "light", 0)
    [cut] = [node for node in ElementTree.fromstring(svg) if node.tag.endswith("svg")]
    assert cut.get("viewBox") == "30 0 20 20"


def test_signs_differ_by_more_than_their_colour() -> None:
    drawing = Drawing([panel("p", "a", "b")])
    one = draw_scene(drawing, (), Signs(allowed=("a",)), "light")
    other = draw_scene(drawing, (), Signs(refused=("a",)), "light")
    shapes = [[node.tag for node in ElementTree.fromstring(svg).iter()] for svg in (one, other)]
    assert shapes[0] != shapes[1]
    numbered = draw_scene(drawing, (), Signs(numbered=(("a", 1), ("b", 2))), "light")
    assert [node.text for node in ElementTree.fromstring(numbered).iter() if node.text] == [
        "a", "b", "1", "2",
    ]  # fmt: skip


def test_a_number_gives_way_to_the_points_of_the_place_beside_it() -> None:
    tall = Panel("p", "board", "", 200, 60)
    for n, name in enumerate("ab"):
        tall.add(name, upright(name, 40 * n))
    drawing = Drawing([tall])
    signs = Signs(numbered=(("b", 2),), points=(("a", "+8", "good"),))
    number, pill = grounds(draw_scene(drawing, (), signs, "light"))
    assert number.top >= pill.bottom or number.left >= pill.right


@fragment
def upright(name: str, x: int) -> str:
    return place(name, rect(x, 0, 40, 60), label=name)


def grounds(svg: str) -> list[Box]:
    """The boxes of signs: those with round corners."""
    found = []
    for each in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect"):
        if "rx" in each.attrib:
            x, y, wide, high = (float(each.attrib[name]) for name in ("x", "y", "width", "height"))
            found.append(Box(x, y, x + wide, y + high))
    return found
