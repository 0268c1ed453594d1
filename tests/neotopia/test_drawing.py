"""What is drawn anew when something changes, and how the land is drawn."""

from __future__ import annotations

from parvis.engine.drawing.panel import Drawing
from parvis.games.neotopia import GAME
from parvis.games.neotopia.drawing.hexes import land
from parvis.games.neotopia.position import Neotopia
from tests.neotopia.tables import table


def drawn(position: Neotopia, seat: int | None, tall: bool = False) -> Drawing:
    return GAME.draw(position.view(seat), GAME.speech("en", ["Ada", "Bob"]), tall)


def changed(before: Drawing, after: Drawing) -> dict[str, str]:
    """The fragments that a page has to be sent."""
    old = {id: made for panel in before.panels for id, made in panel.fragments.items()}
    new = {id: made for panel in after.panels for id, made in panel.fragments.items()}
    assert list(old) == list(new)
    return {id: made.svg() for id, made in new.items() if made != old[id]}


def test_an_element_changes_its_space_its_factory_and_little_else() -> None:
    for tall in (False, True):
        for seat in (0, 1, None):
            position = table("Dd4=r", "rr1/rg1", stock="rg/pb/pb/rgpb")
            before = drawn(position, seat, tall)
            position.play(position.read("1g-Dd5"))
            found = changed(before, drawn(position, seat, tall))
            assert set(found) <= {
                "city-space-desert-d5", "city-factory-0-green", "city-at", "city-at-desert",
                "city-turn", "city-desert-points", "city-desert-track", "hand-mine",
                "area-0-points",
            }  # fmt: skip
            assert sum(map(len, found.values())) < 2000


def test_only_who_is_to_act_is_shown_what_would_be_completed() -> None:
    position = table("Dd4=r Dd3=r", "rr1/-", stock="rg/pb/pb/rgpb")
    assert set(changed(board(position, 1), board(position, 0))) == {
        "city-space-desert-d2",
        "city-space-desert-d5",
    }


def board(position: Neotopia, seat: int) -> Drawing:
    """The board alone: hands differ anyway."""
    return Drawing(drawn(position, seat).panels[:1])


def test_equal_states_of_the_board_are_drawn_once() -> None:
    position = table("Dd4=r", "rr1/rg1", stock="rg/pb/pb/rgpb")
    mine, theirs = drawn(position, 0).panels[0], drawn(position, 1).panels[0]
    assert all(theirs.fragments[id] is made for id, made in mine.fragments.items())


def test_the_land_runs_around_its_hexes_and_around_a_hole() -> None:
    ring = [(-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)]
    assert land([(0, 0)], (0.0, 0.0), 10, 0).count("L") == 5
    assert land([(0, 0), (2, 0)], (0.0, 0.0), 10, 0).count("L") == 9
    assert land([(0, 0), *ring], (0.0, 0.0), 10, 0).count("M") == 1
    assert land(ring, (0.0, 0.0), 10, 0).count("M") == 2


def test_the_rim_of_the_land_is_as_broad_everywhere() -> None:
    alone = land([(0, 0)], (0.0, 0.0), 10, 5)
    assert alone == land([(0, 0)], (0.0, 0.0), 15, 0)


def test_sources_of_all_colours_lead_to_one_question() -> None:
    position = table("Dd4=r", "rr1/rg1", stock="rgpb/-/-/rgpb")
    tree = GAME.choices(position.view(0), GAME.speech("en"))
    sources = [one for one in tree.nodes[0].choices if one.pick.startswith("factory-0")]
    assert len(sources) == 4
    assert len({one.then for one in sources}) == 1


def test_a_hand_without_projects_takes_no_room_for_them_on_a_phone() -> None:
    def high(hands: str) -> float:
        panels = drawn(table(hands=hands), 0, tall=True).panels
        return next(panel.height for panel in panels if panel.role == "hand")

    assert high("-/-") < 100 < high("rr1/-")
