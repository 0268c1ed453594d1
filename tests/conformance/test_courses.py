"""Every step of every course can be done, is answered where it is not, and shows what is there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parvis.bots import levels_for, player_of
from parvis.engine.chance import Rng
from parvis.engine.course import Course, Lesson, course_of, gains, judge, keys, remark_of
from parvis.engine.game import Game, read_position
from parvis.engine.rulebook import LANGUAGES
from tests.example import games_and_example, registered

pytestmark = pytest.mark.sources  # data, held against rules that are shown elsewhere

TRIED = 12  # wrong moves of a step
MOST_DECISIONS = 30  # of the guided game: some three minutes


def course(game: Game) -> Course:
    found = course_of(game)
    assert found is not None
    return found


GAMES = [pytest.param(game, id=game.id) for game in games_and_example()]
with registered():
    STEPS = [
        pytest.param(game, step, id=f"{game.id}/{step.id}")
        for game in games_and_example()
        for step in course(game).steps
    ]


@pytest.fixture(autouse=True)
def stairs() -> Iterator[None]:
    """The example is known while its positions are read."""
    with registered():
        yield


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_has_right_moves_that_are_legal_and_played(game: Game, step: Lesson) -> None:
    position = read_position(step.text)
    if not step.ideas:
        return
    assert position.turn() == step.seat
    answers = step.answers(position)
    assert answers, "nobody can do this step"
    assert set(answers) < set(position.moves()) or len(position.moves()) == 1
    for move in answers[:TRIED]:
        assert judge(step, position, move).right
        after = position.copy()
        after.play(move)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_idea_and_every_mistake_of_a_step_is_some_legal_move(
    game: Game, step: Lesson
) -> None:
    position = read_position(step.text)
    for idea in step.ideas:
        assert any(idea.fits(position, move) for move in position.moves()), idea
    wrong = [move for move in position.moves() if not step.right(position, move)]
    for mistake in step.mistakes:
        met = [move for move in wrong if judge(step, position, move).mistake == mistake.id]
        assert met, f"nobody is ever told {mistake.id}"


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_wrong_move_is_not_taken_for_right_and_what_is_better_is_known(
    game: Game, step: Lesson
) -> None:
    position = read_position(step.text)
    if not step.ideas:
        return
    answers = step.answers(position)
    wrong = [move for move in position.moves() if move not in answers]
    best = {gain.clause: gain.points for gain in gains(position, answers[0])}
    for move in wrong[:: max(1, len(wrong) // TRIED)]:
        verdict = judge(step, position, move)
        assert not verdict.right
        assert {gain.clause: gain.points for gain in verdict.better} == best
        assert {*verdict.brings} == {*gains(position, move)}


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_a_step_points_at_is_drawn_on_every_screen_and_its_clauses_exist(
    game: Game, step: Lesson
) -> None:
    view = read_position(step.text).view(step.seat)
    for tall in (False, True):
        drawn = game.draw(view, game.speech("en"), tall).names()
        assert set(step.places) <= set(drawn)
    for language in LANGUAGES:
        assert set(step.clauses) <= set(game.rulebook(language).clauses)
    assert step.clauses


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_course_says_has_words_in_three_languages(game: Game) -> None:
    for language in LANGUAGES:
        catalogue = game.catalogue(language)
        said = {key for key in catalogue if ".course." in key}
        assert said == set(keys(game)), language


@pytest.mark.parametrize("game", GAMES)
def test_steps_and_remarks_have_names_of_their_own(game: Game) -> None:
    steps = [step.id for step in course(game).steps]
    remarks = [remark.id for remark in course(game).remarks]
    assert len(set(steps)) == len(steps)
    assert len(set(remarks)) == len(remarks)
    assert "remark" not in steps, "that is a key already"


@pytest.mark.parametrize("game", GAMES)
def test_the_guided_game_is_short_and_is_commented(game: Game) -> None:
    found = course(game)
    position = read_position(found.game)
    me = position.turn()
    assert me is not None
    # Whoever plays: the weakest is quickest, and the length hardly depends on it.
    player = player_of(game, next(iter(levels_for(game).values())))
    rng, said, before, mine = Rng(3), set[str](), None, 0
    while not position.over():
        if position.turn() == me and position.going_on() is None:
            mine += 1
            remark = remark_of(found, position, me, before, said)
            before = position.ledger()
            if remark is not None:
                said.add(remark.id)
        position.play(player.choose(position, rng).move)
    assert 1 <= mine <= MOST_DECISIONS
    assert len(said) >= min(3, len(found.remarks) // 2)


@pytest.mark.parametrize("game", GAMES)
def test_remarks_speak_of_kinds_and_clauses_that_there_are(game: Game) -> None:
    found = course(game)
    kinds = {kind.name for kind in read_position(found.game).codec.kinds}
    for remark in found.remarks:
        assert set(remark.kinds) <= kinds
        assert not remark.clause or remark.clause in game.rulebook("en").clauses
        assert remark.kinds or remark.clause
