"""The greedy bot."""

from __future__ import annotations

import pytest

import parvis
from parvis.bots import bot_of, player_of
from parvis.engine.game import game_of
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.lab.ladder import ladder
from tests.neotopia.tables import table

GAME = game_of("neotopia")


def choice(position: parvis.Position) -> str:
    thought = bot_of(GAME, "greedy").choose(position, parvis.Rng(1))
    for language in LANGUAGES:
        speech = Speech(language, [GAME.catalogue(language)])
        for reason in thought.reasons:
            assert speech.tell(reason.key, reason.params)
    return position.say(thought.move)


def test_it_completes_a_project_rather_than_drawing() -> None:
    position = table("Dd4=r Dd3=r Dc2=g Dc3=g", "rr1/-", stock="r/gpb/gpb/rgpb")
    assert choice(position) in ("1r-Dd5", "1r-Dd2")
    position.play(position.read("1r-Dd5"))
    assert choice(position) == "+rr1"


def test_it_draws_when_its_hand_is_empty() -> None:
    assert choice(table("Dd4=r", stock="r/r/r/r")) == "deck"


def test_it_takes_the_card_that_the_board_already_suits() -> None:
    board = "Dd4=r Dd3=r Wd4=r Wd3=r Fd4=r Fd3=r"
    position = table(board, "gg1/-", offer="bp3,rg1,pb3,bb1", stock="g/g/g/g")
    thought = bot_of(GAME, "greedy").choose(position, parvis.Rng(1))
    cards = [position.say(each.move) for each in thought.considered]
    cards = [code for code in cards if code in ("bp3", "rg1", "pb3", "bb1")]
    assert cards[0] == "rg1"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_sees_no_more_than_its_seat(seats: int) -> None:
    position = parvis.start("neotopia", seats, 8)
    rng = parvis.Rng(8)
    player = player_of(GAME, "greedy")
    for number in range(40):
        turn = position.turn()
        assert turn is not None
        guess = position.guess(turn, parvis.Rng(number))
        move = player.choose(position, parvis.Rng(number)).move
        assert player.choose(guess, parvis.Rng(number)).move == move
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_random_players(seats: int) -> None:
    rung = ladder("neotopia", seats, ["greedy", "random"], seats)[0]
    assert rung.share == 1


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_random_players_in_95_of_100_games(seats: int) -> None:
    rung = ladder("neotopia", seats, ["greedy", "random"], 200)[0]
    assert rung.share >= 0.95
