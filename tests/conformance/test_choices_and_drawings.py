"""What a page shows: choices that are the legal moves, drawings that hold their places."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

import pytest

from parvis.engine.drawing.part import Memory, Remembering
from parvis.engine.drawing.tokens import TOKENS, USE
from parvis.engine.rulebook import LANGUAGES
from tests.conformance.cases import Case, all_cases, plain_cases, random_game, some_positions


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_choice_tree_makes_exactly_the_legal_moves(case: Case) -> None:
    for number, (position, _) in enumerate(random_game(case, 17)):
        if number % 4:
            continue
        turn = position.turn()
        tree = case.game.choices(position.view(turn), case.speech())
        assert tree.moves() == position.moves()
        for node in tree.nodes:
            assert node.ask
            assert len({choice.pick for choice in node.choices}) == len(node.choices)
            assert all(choice.label and choice.pick for choice in node.choices)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_who_is_not_on_turn_has_nothing_to_choose(case: Case) -> None:
    for position in some_positions(case, 19, 2):
        for seat in (None, *range(case.seats)):
            if seat is None or seat != position.turn():
                assert case.game.choices(position.view(seat), case.speech()).moves() == []


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_name_that_looks_like_a_word_or_a_seat_is_drawn_as_it_is(case: Case) -> None:
    names = ["#no.such.word", "@0", "#", "@1"][: case.seats]
    for position in some_positions(case, 23, 2):
        for seat in (None, *range(case.seats)):
            drawing = case.game.draw(position.view(seat), case.game.speech("en", names))
            drawn = "".join(drawing.texts().values()) + "".join(p.title for p in drawing.panels)
            assert not re.search(r"\bPlayer \d", drawn)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_what_is_remembered_of_a_table_is_drawn_as_if_for_the_first_time(case: Case) -> None:
    memory: Memory = {}
    speech = case.speech()
    for number, (position, _) in enumerate(random_game(case, 29)):
        if number % 5 > 1:
            continue
        for seat in (None, *range(case.seats)):
            view = position.view(seat)
            for tall in (False, True):
                remembered = case.game.draw(Remembering(view, memory), speech, tall)
                assert remembered == case.game.draw(view, speech, tall)


@pytest.mark.heavy
@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_every_pick_that_is_no_button_can_be_pointed_at(case: Case) -> None:
    for number, (position, _) in enumerate(random_game(case, 29)):
        if number % 6:
            continue
        view = position.view(position.turn())
        speech = case.speech()
        tree = case.game.choices(view, speech)
        for tall in (False, True):
            drawn = "".join(case.game.draw(view, speech, tall).texts().values())
            places = set(re.findall(r"data-place='([^']+)'", drawn))
            titles = dict(re.findall(r"data-place='([^']+)'[^>]*><title>([^<]*)<", drawn))
            for node in tree.nodes:
                if node.kind == "pick":
                    missing = {c.pick for c in node.choices if not c.button} - places
                    assert not missing, (node.ask, missing)
                for choice in node.choices:
                    if choice.titled:
                        assert escape(choice.label) in titles[choice.pick]


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_why_says_nothing_of_a_legal_path_and_something_of_another(case: Case) -> None:
    for position in some_positions(case, 37, 3):
        if position.over():
            continue
        tree = case.game.choices(position.view(position.turn()), case.speech())
        paths = tree.paths()
        for move, path in paths[:: max(1, len(paths) // 10)]:
            assert move in position.fitting(path)
            for length in range(1, len(path) + 1):
                assert position.why(path[:length]) is None
        assert position.why(("no-such-place",)) is None


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_grey_place_answers_why_not(case: Case) -> None:
    answers = 0
    clauses = case.game.rulebook("en").clauses
    for position in some_positions(case, 43, 6):
        if position.over():
            continue
        view = position.view(position.turn())
        speech = case.speech()
        first = {c.pick for c in case.game.choices(view, speech).nodes[0].choices}
        drawn = "".join(case.game.draw(view, speech).texts().values())
        for place in sorted(set(re.findall(r"data-place='([^']+)'", drawn)) - first):
            refusal = position.why((place,))
            if refusal is not None:
                answers += 1
                assert refusal.clause in clauses
                assert speech.tell(refusal.key, refusal.params)
    assert answers, "no grey place ever said why not"


@pytest.mark.heavy
@pytest.mark.parametrize("case", plain_cases(), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_drawn_as_sound_svg_in_named_colours(case: Case, language: str) -> None:
    speech = case.speech(language)
    for position in some_positions(case, 59, 2):
        for seat in (None, 0):
            for tall in (False, True):
                drawing = case.game.draw(position.view(seat), speech, tall)
                assert drawing.panels
                boards = sum(panel.role == "board" for panel in drawing.panels)
                assert boards == 1 or (tall and boards), "on a phone a board may come in parts"
                for fragment in drawing.texts().values():
                    ElementTree.fromstring(f"<g>{fragment}</g>")
                    assert set(USE.findall(fragment)) <= set(TOKENS)
                    assert not re.search(r"(fill|stroke)='#", fragment), "colours have names"
                for theme in ("light", "dark"):
                    sheet = drawing.sheet(theme, tall)
                    ElementTree.fromstring(sheet)
                    assert "var(--" not in sheet


@pytest.mark.parametrize("case", plain_cases(), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_said_has_words_in_every_language(case: Case, language: str) -> None:
    speech = case.speech(language)
    for number, (position, move) in enumerate(random_game(case, 79)):
        for seat in (None, 0):
            for sentence in position.story(move, seat):
                assert speech.tell(sentence.key, sentence.params)
        if number % 7 == 0:
            case.game.choices(position.view(position.turn()), speech)
            for line in position.ledger():
                assert speech.tell(line.key, line.params)


@pytest.mark.heavy
@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_foreseen_position_can_be_drawn(case: Case) -> None:
    for number, (position, move) in enumerate(random_game(case, 83)):
        if number % 5 == 0 or position.reveals(move):
            for seat in (position.turn(), None):
                case.game.draw(position.foresee(move).view(seat), case.speech())
