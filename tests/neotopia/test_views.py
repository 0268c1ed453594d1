"""What a view holds: all that is public and decides anything."""

from __future__ import annotations

import parvis
from parvis.games.neotopia.position import Neotopia
from tests.neotopia.tables import table
from tests.playing import play


def guessed(position: Neotopia, seat: int | None) -> str:
    return position.guess(seat, parvis.Rng(3)).text()


def test_covered_projects_are_in_the_view_and_never_guessed_again() -> None:
    """The same board and the same last project, but another card lies under it."""
    board = "Dd4=r Dd3=r Dd5=r De4=r Dd2=g"
    last = "0:Dd2:rg1:70000"
    under = [
        table(board, "bb1,bb2/gg1,gg2", builds=f"0:Dd4:{first},{last}")
        for first in ("rr1:e0000", "rr3:20c0000")
    ]
    for seat in (None, 0, 1):
        one, other = (position.view(seat) for position in under)
        assert one != other
        assert one["regions"] == other["regions"]
    view = under[0].view(1)
    assert view["built"] == [
        {
            "seat": 0,
            "space": "space-desert-d4",
            "project": "rr1",
            "points": 4,
            "spaces": ["space-desert-d3", "space-desert-d4", "space-desert-d5"],
        },
        {
            "seat": 0,
            "space": "space-desert-d2",
            "project": "rg1",
            "points": 3,
            "spaces": ["space-desert-d2", "space-desert-d3", "space-desert-d4"],
        },
    ]
    projects = view["projects"]
    assert isinstance(projects, dict)
    assert {"rr1", "rg1"} <= set(projects), "and what these cards show"


def test_a_view_tells_whether_anybody_has_had_an_action_this_round() -> None:
    """With it the game goes on after the round, without it the game ends."""
    views = [table(acted=acted).view(None) for acted in ("0", "1")]
    assert [view["acted"] for view in views] == [False, True]


def test_of_equal_tiles_it_makes_no_difference_which_are_left() -> None:
    """Tiles 9, 10 and 11 show the same."""
    one, other = (table(hands="-/rr1/-/-", tiles=tiles) for tiles in ("0,9,10", "0,10,11"))
    for seat in (None, 0, 1):
        assert one.view(seat) == other.view(seat)
        assert guessed(one, seat) == guessed(other, seat)
    left: set[str] = set()
    for seed in range(20):
        position = table("Dd4=r", "-/-/-/-", stock="r/b/rgpb/rgpb", tiles="0,9,10,11")
        position.chance = parvis.Rng(seed)
        play(position, "1r-Dd5", "2b-Wd4")
        left.add(position.text().split(" tiles=")[1].split()[0])
    assert left == {"0,11", "10,11"}


def test_positions_with_equal_views_have_equal_guesses_over_random_games() -> None:
    """Whatever a seat's text tells is in its view, so what is guessed from it is the same."""
    found: dict[str, str] = {}
    changed = 0
    for seed in range(3):
        position = parvis.start("neotopia", 2 + seed, seed)
        assert isinstance(position, Neotopia)
        rng = parvis.Rng(seed)
        while not position.over():
            for twin in (position, *public_twins(position)):
                key = repr(twin.view(0))
                text = guessed(twin, 0)
                changed += twin is not position
                assert found.setdefault(key, text) == text
            moves = position.moves()
            position.play(moves[rng.below(len(moves))])
    assert changed > 300


def public_twins(position: Neotopia) -> list[Neotopia]:
    """Positions that differ in one public fact each."""
    twins = [position.twin(position.chance.copy()) for _ in range(2)]
    twins[0].acted = not position.acted
    twins[1].builds = position.builds[1:] + position.builds[:1]
    return twins
