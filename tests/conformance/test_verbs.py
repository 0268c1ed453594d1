"""The button that plays a move says what it does; going on never waits for a click."""

from __future__ import annotations

import pytest

from parvis.engine.rulebook import LANGUAGES
from tests.conformance.cases import Case, plain_cases, random_game

EXAMPLE = "stairs"  # whose buttons are plain


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_whatever_completes_a_move_has_a_verb(case: Case) -> None:
    if case.game.id == EXAMPLE:
        pytest.skip("the example has no words for it")
    for number, (position, _) in enumerate(random_game(case, 41)):
        if number % 5:
            continue
        for language in LANGUAGES:
            tree = case.game.choices(position.view(position.turn()), case.game.speech(language))
            for node in tree.nodes:
                for choice in node.choices:
                    if choice.then is None and not choice.button:
                        assert choice.does or node.does, (node.ask, choice.pick)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_what_declines_is_quiet_and_nothing_else_is(case: Case) -> None:
    for number, (position, _) in enumerate(random_game(case, 43)):
        if number % 3:
            continue
        tree = case.game.choices(position.view(position.turn()), case.speech())
        quiet = [choice.pick for node in tree.nodes for choice in node.choices if choice.quiet]
        declining = [move for move in position.moves() if position.codec.kind_of(move).declines]
        assert len(quiet) == len(declining)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_going_on_is_the_only_move_and_does_nothing(case: Case) -> None:
    for position, _ in random_game(case, 47):
        move = position.going_on()
        declines = [m for m in position.moves() if position.codec.kind_of(m).declines]
        assert move == (declines[0] if declines and len(position.moves()) == 1 else None)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_only_kinds_without_parts_decline(case: Case) -> None:
    position, _ = next(iter(random_game(case, 1)))
    for kind in position.codec.kinds:
        assert not kind.declines or not kind.parts
        assert kind.declines or not kind.secretly
