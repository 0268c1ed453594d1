"""Setting up positions: whatever is edited, in whatever order, is a position of the game."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.drawing.panel import Drawing
from parvis.engine.editing import Editor
from parvis.engine.ledger import totals
from parvis.engine.position import Position
from parvis.engine.rulebook import LANGUAGES
from tests.conformance.cases import Case, all_cases, plain_cases, some_positions

EDITABLE = [case for case in all_cases() if case.game.editable]
PLAIN = [case for case in plain_cases() if case.game.editable]
STEPS = 12  # edits one after the other


def any_edit(editor: Editor, rng: parvis.Rng) -> int:
    """An edit that nothing bars; every kind of them is as likely."""
    kinds: dict[str, list[int]] = {}
    for edit in editor.edits():
        kinds.setdefault(editor.codec.kind_of(edit).name, []).append(edit)
    several = list(kinds.values())
    some = several[rng.below(len(several))]
    return some[rng.below(len(some))]


def edited(case: Case, position: Position, rng: parvis.Rng) -> Position:
    """The position after one more edit, by whichever seat."""
    editor = case.game.editor(position, int(rng.below(case.seats)))
    return editor.edited(any_edit(editor, rng))


def starts(case: Case, seed: int, count: int) -> list[Position]:
    """Positions that can be edited."""
    found = [case.start(seed), *some_positions(case, seed, count)]
    return [each for each in found if not each.over() and case.game.editor(each, 0).edits()]


@pytest.mark.parametrize("case", EDITABLE, ids=str)
def test_an_edited_position_has_a_text_and_keeps_the_laws(case: Case, more: int) -> None:
    rng = parvis.Rng(211)
    for position in starts(case, 211, more):
        before, now = position.text(), position
        for _ in range(STEPS * more):
            now = edited(case, now, rng)
            assert parvis.read_position(now.text()).text() == now.text()
            assert now.turn() is not None, "somebody has to decide"
            legal = now.moves()
            assert legal, "and can"
            assert all(now.refusal(move) is None for move in legal[:5])
            assert totals(now.ledger(), len(now.sides())) == now.scores()
            assert case.game.draw(now.view(now.turn()), case.speech()).names()
        assert position.text() == before, "the position that was edited stays as it was"
        guess = now.guess(0, rng)
        assert guess.view(0) == now.view(0)
        now.copy().playout(rng)


@pytest.mark.parametrize("case", EDITABLE, ids=str)
def test_what_is_offered_is_what_nothing_bars(case: Case, more: int) -> None:
    """And a barred edit is refused in words, in every language."""
    rng = parvis.Rng(223)
    for position in starts(case, 223, more):
        seat = int(rng.below(case.seats))
        editor = case.game.editor(position, seat)
        offered = editor.edits()
        assert len(set(offered)) == len(offered)
        assert editor.tree(case.speech()).moves() == sorted(offered)
        clauses = case.game.rulebook("en").clauses
        tried = [int(rng.below(editor.codec.limit)) for _ in range(60)]
        for edit in filter(editor.codec.names, tried):
            refusal = editor.refusal(edit)
            assert (refusal is None) == (edit in offered), editor.codec.say(edit)
            if refusal is not None:
                assert refusal.clause in ("", *clauses)
                for language in LANGUAGES:
                    assert case.speech(language).tell(refusal.key, refusal.params)
                with pytest.raises(parvis.Illegal):
                    editor.edited(edit)


@pytest.mark.parametrize("case", PLAIN, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_one_picks_to_edit_is_drawn_or_named(case: Case, language: str) -> None:
    speech = case.speech(language)
    for position in starts(case, 227, 2):
        for tall in (False, True):
            editor = case.game.editor(position, 0)
            panels = case.game.draw(position.view(0), speech, tall).panels
            palette = editor.palette(speech)
            names = Drawing([*panels, *([palette] if palette else [])]).names()
            for node in editor.tree(speech).nodes:
                assert node.ask
                for choice in node.choices:
                    if choice.button or node.kind == "cycle":
                        assert choice.label, choice.pick
                    else:
                        assert names.get(choice.pick), choice.pick


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_why_not_is_asked_of_things_and_places_in_any_order(case: Case) -> None:
    position = starts(case, 229, 0)[0]
    editor = case.game.editor(position, 0)
    for _, picks in editor.tree(case.speech()).paths()[:200]:
        assert editor.why(picks) is None
        assert editor.why(picks[::-1]) is None
    assert editor.why(("nothing-of-that-name",)) is None
    assert editor.why(()) is None


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_an_emptied_board_can_be_set_up_and_played(case: Case) -> None:
    rng = parvis.Rng(233)
    for position in starts(case, 233, 3):
        empty = case.game.editor(position, 0).cleared()
        assert parvis.read_position(empty.text()).text() == empty.text()
        edited(case, empty, rng).playout(rng)
