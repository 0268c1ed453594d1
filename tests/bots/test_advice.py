"""Advice is legal, the same for the same view, keeps to what is picked, and every word is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import parvis
from parvis.bots import adviser, player_of
from parvis.bots.advice import Advice, Reason, only, read_advice
from parvis.bots.advice_words import Told, advised
from parvis.bots.adviser import advise, compared, meant, seed_of, thing_of
from parvis.bots.analysis import NOTHING, Gain, Value, Weighed
from parvis.bots.analyst import judge_of
from parvis.bots.playouts import Judge
from parvis.engine.chance import Rng
from parvis.engine.game import Game, game_of
from parvis.engine.position import Position
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech, read_catalogue
from parvis.games import all_games
from tests.conformance.cases import Case, some_positions
from tests.example import registered

NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(adviser, "EFFORT", 0.1)
    with registered():
        yield


def midgame(game: Game, seats: int, plies: int, bot: str = "random") -> Position:
    """Some moves into a game, where there is a choice."""
    position, rng = parvis.start(game.id, seats, "advice"), Rng(3)
    player = player_of(game, bot)
    while plies > 0 or len(position.moves()) < 2:
        position.play(player.choose(position, rng).move)
        plies -= 1
    return position


def asked(position: Position, picks: tuple[str, ...] = ()) -> Advice:
    turn = position.turn()
    assert turn is not None
    return advise(position, seed_of(position, turn), picks)


def speech_of(game: Game, language: str) -> Speech:
    own = [game.catalogue(language), read_catalogue("parvis.bots", language)]
    return Speech(language, own).with_names(NAMES)


def told(
    advice: Advice, position: Position, language: str = "en", begun: bool = False
) -> list[Told]:
    game = game_of(position.setting.game)
    return advised(advice, position, game, speech_of(game, language), position.say, begun)


GAMES = [game.id for game in all_games()]


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_advice_is_legal_ranked_and_comes_back_from_its_plain_form(id: str) -> None:
    position = midgame(game_of(id), 2, 9)
    advice = asked(position)
    moves = [position.read(each.move) for each in advice.moves]
    assert set(moves) <= set(position.moves())
    assert len(set(moves)) == len(moves) >= 2
    again = read_advice(advice.plain())
    assert again.plain() == advice.plain()
    assert (again.moves[0].move, len(again.reasons)) == (advice.best.move, len(advice.reasons))


@pytest.mark.heavy
@pytest.mark.parametrize(
    "case", [Case(game, seats) for game in all_games() for seats in game.seats[:2]], ids=str
)
def test_two_positions_that_look_alike_to_a_seat_have_the_same_advice(case: Case) -> None:
    rng, compared_ones = Rng(11), 0
    for position in some_positions(case, 11, 2):
        seat = position.turn()
        if seat is None or len(position.moves()) < 2:
            continue
        twin = case.twin(position, seat, rng)
        assert asked(twin) == asked(position)
        compared_ones += 1
        if compared_ones == 2:
            return


@pytest.mark.heavy
def test_a_move_that_has_been_begun_is_respected_and_a_better_one_elsewhere_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(adviser, "EFFORT", 1.0)
    game = game_of("neoville")
    position = midgame(game, 2, 31)
    seat = position.turn()
    assert seat is not None
    paths = dict(game.choices(position.view(seat), game.speech()).paths())
    best = position.read(asked(position).best.move)
    told_better = 0
    for pick in dict.fromkeys(path[0] for path in paths.values() if path[0] != paths[best][0]):
        advice = asked(position, (pick,))
        for each in advice.moves:
            assert pick in paths[position.read(each.move)]
        if advice.elsewhere is not None:
            told_better += 1
            assert pick not in paths[position.read(advice.elsewhere.move)]
            says = told(advice, position, begun=True)
            assert any(advice.elsewhere.move in each.words for each in says[3:])
        if told_better:
            break
    assert told_better, "no beginning is worse than the best move"


def test_things_may_be_picked_before_their_question_is_asked() -> None:
    position = parvis.start("bella-vista", 2, "advice")
    game = game_of("bella-vista")
    paths = dict(game.choices(position.view(position.turn()), game.speech()).paths())
    move, path = max(paths.items(), key=lambda each: len(each[1]))
    assert len(path) > 1
    assert move in meant(position, path[-1:])
    assert meant(position, path) == meant(position, path[::-1])
    assert meant(position, ("nothing of the kind",)) == position.moves()


def test_nobody_is_advised_when_nobody_decides() -> None:
    position = parvis.start("stairs", 2, "advice", {"rounds": 1})
    while not position.over():
        position.play(position.moves()[0])
    with pytest.raises(ValueError, match="nobody"):
        advise(position, 1)


# What the sentences say is so.


def independent(position: Position, move: int, clause: str, side: int, worlds: int) -> float:
    """Points by a clause that a side ends with after a move, by other chance than the adviser's."""
    judge = judge_of(game_of(position.setting.game))
    to_the_end = Judge(width=int(judge.width), policy=judge.policy)
    seat, total = position.turn(), 0.0
    for number in range(worlds):
        world = position.guess(seat, Rng(900_000 + number))
        world.play(move)
        to_the_end.play_on(world, Rng(700_000 + number))
        total += sum(
            line.points for line in world.ledger() if (line.side, line.clause) == (side, clause)
        )
    return total / worlds


@pytest.mark.heavy
@pytest.mark.parametrize("id", ["bella-vista", "neoville"])
def test_every_reason_is_found_again_by_games_played_on_with_other_chance(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adviser, "EFFORT", 1.0)
    game = game_of(id)
    clauses = game.rulebook("en").clauses
    checked = 0
    for plies in (12, 16, 20, 25, 28, 31, 34, 37, 40):
        position = midgame(game, 2, plies, "level:4")
        advice = asked(position)
        if advice.second is None:
            continue
        moves = [position.read(each.move) for each in advice.moves[:2]]
        for reason in advice.reasons[:2]:
            assert reason.clause in clauses
            worlds = 40 if id == "neoville" else 600
            first, second = (
                independent(position, move, reason.clause, reason.side, worlds) for move in moves
            )
            assert (first - second) * reason.points > 0, (reason, first, second)
            checked += 1
        for hope in advice.hopes[:1]:
            side = position.side_of(position.turn() or 0)
            today = sum(
                line.points
                for line in position.ledger()
                if (line.side, line.clause) == (side, hope.clause)
            )
            found = independent(position, moves[0], hope.clause, side, 60) - today
            assert abs(found - hope.points) < max(5.0, 0.5 * hope.points), hope
        if checked >= 3:
            return
    assert checked, "no reason was given"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GAMES)
def test_every_sentence_has_its_figures_from_the_advice_and_its_clause_from_the_rulebook(
    id: str, language: str
) -> None:
    game = game_of(id)
    position = midgame(game, 2, 12)
    clause = next(line.clause for line in midgame(game, 2, 30).ledger())
    side = position.side_of(position.turn() or 0)
    first, second = (position.say(move) for move in position.moves()[:2])
    value = Value(0.62, 4.0, 0.01, 0.1)
    advice = Advice(
        (Weighed(first, value, 9), Weighed(second, value, 9)),
        Value(0.11, 3.0, 0.01, 0.1),
        (
            Reason(side, clause, 2.0, 0.1, ("7Q",), 0.75, 0.25),
            Reason(1 - side, clause, -5.0, 0.1),
        ),
    )
    title = game.rulebook(language).clauses[clause].title
    says = told(advice, position, language)
    numbers = [set(re.findall(r"\d+", words)) for words, _ in says]
    assert says[0].words.count(first) == 1
    assert {"62", "4"} <= numbers[1]
    assert second in says[2].words
    assert {"11", "3"} <= numbers[2]
    assert [each.clause for each in says] == ["", "", "", "", clause, clause]
    assert title in says[4].words
    assert "7Q" in says[4].words
    assert {"2", "75", "25"} <= numbers[4]
    assert NAMES[1 - (position.turn() or 0)] in says[5].words
    assert "5" in numbers[5]
    assert len({each.words for each in says}) == len(says)


def test_what_a_move_brings_at_once_is_what_the_ledger_says_of_it() -> None:
    position = midgame(game_of("bella-vista"), 2, 31)
    side = position.side_of(position.turn() or 0)
    seen = set()
    for move in position.moves():
        gain = position.foresee(move).scores()[side] - position.scores()[side]
        (only_one,) = told(only(position.say(move)), position)
        named = re.findall(r"(\d+) points?\b", only_one.words.replace(position.say(move), ""))
        assert named == ([str(abs(gain))] if gain else [])
        seen.add(gain)
    assert len(seen) > 1


def test_what_does_not_exceed_the_noise_is_about_as_good() -> None:
    position = midgame(game_of("neoville"), 2, 5)
    moves = [Weighed(position.say(move), Value(0.5, 1.0), 9) for move in position.moves()[:2]]
    level = Advice(tuple(moves), Value(0.02, 0.4, 0.03, 0.5))
    assert "about as good" in told(level, position)[2].words
    clearly = replace(level, ahead=Value(0.02, 0.4, 0.001, 0.01))
    assert "2% of victories and 0.4 points less" in told(clearly, position)[2].words


def test_where_nothing_sets_two_moves_apart_it_is_told_what_the_first_is_for() -> None:
    position = midgame(game_of("neoville"), 2, 5)
    moves = [Weighed(position.say(move), Value(0.5, 1.0), 9) for move in position.moves()[:2]]
    advice = Advice(tuple(moves), NOTHING, (), (Gain("NV-4.2", 12.0),))
    says = told(advice, position)
    assert says[2].clause == "NV-4.2"
    assert "12 more points" in says[2].words


def test_an_only_move_is_told_to_be_the_only_one_there_is_or_that_begins_so() -> None:
    position = midgame(game_of("neoville"), 2, 5)
    alone = Advice((Weighed(position.say(position.moves()[0]), Value(0.5, 1.0), 9),))
    assert "only move there is" in told(alone, position)[2].words
    assert "begins so" in told(alone, position, begun=True)[2].words


def test_lines_are_compared_world_by_world_and_the_one_that_matters_is_named() -> None:
    tower: adviser.Key = (0, "X-1", ("tower", "10"))
    dome: adviser.Key = (0, "X-1", ("dome",))
    first = {tower: [10.0] * 9 + [0.0], dome: [1.0] * 10}
    second: adviser.Points = {dome: [1.0] * 10, (1, "X-2", ()): [3.0] * 10}
    own, theirs = compared(first, second)
    assert (own.side, own.clause, own.thing) == (0, "X-1", ("tower", "10"))
    assert (own.chance, own.otherwise) == (0.9, 0.0)
    assert (theirs.side, theirs.clause, theirs.points) == (1, "X-2", -3.0)


def test_noise_is_no_reason() -> None:
    swinging: adviser.Points = {(0, "X-1", ()): [9.0, -9.0, 8.0, -8.0, 3.0, -4.0]}
    assert compared(swinging, {}) == ()
    half: adviser.Points = {(0, "X-1", ()): [9.0, 0.0, 9.0, 0.0, 9.0, 0.0]}
    assert compared(half, {}) == (), "it was found in one half of the worlds alone"


def test_a_line_speaks_of_its_words_and_names_not_of_its_numbers_or_of_people() -> None:
    params: dict[str, object] = {"piece": "#nv.sky", "mark": "10", "size": 12, "who": "@1"}
    assert thing_of(params) == ("#nv.sky", "10")
