"""What a position shows of itself: in a terminal by its repr, in a notebook by its picture."""

from __future__ import annotations

import inspect

import pytest

import parvis

GAMES = [game.id for game in parvis.all_games()]


def in_mid_game(game: str, moves: int = 9) -> parvis.Position:
    position = parvis.start(game, seats=2, seed=5)
    rng = parvis.Rng(5)
    for _ in range(moves):
        position.play(int(position.random_move(rng)))
    return position


def test_a_repr_says_the_game_its_seats_and_whose_turn_it_is() -> None:
    position = parvis.start("neoville", seats=2, seed=1)
    assert repr(position) == f"<neoville: 2 seats, seat {position.turn()} to decide>"
    position.playout(parvis.Rng(1))
    assert repr(position) == f"<neoville: 2 seats, over, scores {position.scores()}>"


@pytest.mark.parametrize("game", GAMES)
def test_repr_and_notebook_show_what_a_spectator_knows_and_no_more(game: str) -> None:
    position = in_mid_game(game)
    guess = position.guess(None, parvis.Rng(99))
    assert guess.text() != position.text()
    assert repr(guess) == repr(position)
    drawn = position._repr_svg_()
    assert guess._repr_svg_() == drawn
    assert drawn == position.picture(None).svg()
    assert drawn.startswith("<svg")


def test_a_seat_sees_its_own_hand_in_its_picture() -> None:
    position = in_mid_game("neoville")
    mine, theirs = position.picture(0), position.picture(1)
    assert mine._repr_svg_() != theirs._repr_svg_()
    assert repr(mine) == "<picture of neoville, as seat 0 sees it>"
    game = parvis.game_of("neoville")
    french = game.draw(position.view(0), game.speech("fr"), tall=True)
    assert mine.svg("dark", tall=True, language="fr") == french.sheet("dark", tall=True)


def test_there_is_no_picture_for_a_seat_that_is_not_at_the_table() -> None:
    with pytest.raises(ValueError, match="numbered 0 to 1"):
        in_mid_game("neoville").picture(2)


@pytest.mark.parametrize("of", [parvis.Position, parvis.Line, parvis.Refusal, parvis.Rng])
def test_docstrings_survive_compilation(of: type) -> None:
    """All that the sources say of a class and its methods, compiled or not."""
    assert inspect.getdoc(of)
    for name, member in inspect.getmembers(of):
        if not name.startswith("_") and (callable(member) or isinstance(member, property)):
            assert inspect.getdoc(member), f"{of.__name__}.{name}"


def test_help_shows_what_a_method_does_and_takes() -> None:
    position = parvis.start("neoville", seats=2, seed=1)
    assert str(position.play.__doc__).startswith("Play a move; an illegal one raises `Illegal`")
    assert "move" in inspect.signature(position.play).parameters
    assert inspect.getdoc(parvis.Position.codec) == "The game's kinds of move."
