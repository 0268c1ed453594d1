"""Views: typed, documented, and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import parvis
from parvis.engine.game import Game
from parvis.engine.schema import complaints, page, view_type
from tests.conformance.cases import Case, all_cases, plain_cases, random_game, some_positions
from tests.example import games_and_example

PAGES = Path(__file__).resolve().parents[2] / "docs" / "views"


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_every_view_is_what_its_schema_says(case: Case) -> None:
    expected = view_type(case.game)
    for position in some_positions(case, 71, 6):
        for seat in (None, *range(case.seats)):
            assert complaints(position.view(seat), expected) == []


@pytest.mark.parametrize("game", parvis.all_games(), ids=str)
def test_the_page_of_a_games_views_is_up_to_date(game: Game) -> None:
    told = PAGES / f"{game.id}.md"
    assert told.read_text() == page(game), f"parvis schema {game.id} > docs/views/{told.name}"


@pytest.mark.parametrize("game", games_and_example(), ids=str)
def test_every_field_of_a_view_is_explained(game: Game) -> None:
    assert not re.findall(r"\| `\w+` \| [^|]+ \|  \|", page(game))


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_what_a_spectator_could_write_down_shows_in_the_view(case: Case) -> None:
    """A view holds all public state that decides anything: change one number of a position's text,
    and if a spectator's text changes with it, so does the spectator's view."""
    tried = 0
    for number, (position, _) in enumerate(random_game(case, 6)):
        if number % 13:
            continue
        text = position.text()
        for found in re.finditer(r"(?<=[=,/.:])\d+(?=[ ,/.]|$)", text):
            if text[: found.start()].endswith(("seats=", "chance=")):
                continue
            changed = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
            try:
                other = parvis.read_position(changed)
            except ValueError:
                continue
            if other.text(None) != position.text(None):
                tried += 1
                assert other.view(None) != position.view(None), changed
    assert tried, "no number of the text could be changed"


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_seat_that_is_not_at_the_table_has_no_view_guess_or_story(case: Case) -> None:
    position = case.start(1)
    move = position.moves()[0]
    for seat in (-1, case.seats, 2**63):
        with pytest.raises(ValueError, match="seats are numbered 0 to"):
            position.view(seat)
        with pytest.raises(ValueError, match="seats are numbered 0 to"):
            position.guess(seat, parvis.Rng(1))
        with pytest.raises(ValueError, match="seats are numbered 0 to"):
            position.story(move, seat)
