"""Options: typed, checked, told."""

from __future__ import annotations

import pytest

from parvis.engine.options import Option, OptionError, changed, settle

CONTRE = Option("contre", "bool", False, "k", "h", "X-1.1")
AWARD = Option("award", "choice", "a", "k", "h", "X-1.2", ("a", "b"), ("ka", "kb"))
ROUNDS = Option("rounds", "int", 8, "k", "h", "X-1.3", low=1, high=9)
PLAN = Option("plan", "document", "", "k", "h", "X-1.4", seats=(2, 3))
ALL = (CONTRE, AWARD, ROUNDS, PLAN)


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert settle(ALL, {}, 4) == {"contre": False, "award": "a", "rounds": 8, "plan": ""}


def test_options_from_a_form_or_a_file_are_understood() -> None:
    given = {"contre": "true", "award": "b", "rounds": "3", "plan": "two lines\nof text"}
    settled = settle(ALL, given, 2)
    assert settled == {"contre": True, "award": "b", "rounds": 3, "plan": "two lines\nof text"}
    assert changed(ALL, settled) == {
        "contre": "true",
        "award": "b",
        "rounds": "3",
        "plan": "two lines\nof text",
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"contra": True}, "unknown option 'contra'; this game has: award, contre, plan, rounds"),
        ({"contre": "yes"}, "option contre: expected true or false, found 'yes'"),
        ({"award": "c"}, "option award: expected one of a, b, found 'c'"),
        ({"rounds": 10}, "option rounds: expected a whole number from 1 to 9, found 10"),
        ({"rounds": True}, "found True"),
        ({"rounds": "9" * 50}, "expected a whole number"),
        ({"plan": "x" * 30_000}, "at most 20000 characters"),
        ({"plan": "x"}, "option plan: only with 2, 3 seats, not with 4"),
    ],
)
def test_what_does_not_fit_is_said(given: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        settle(ALL, given, 4)


def test_an_option_that_names_a_seat_goes_no_higher_than_the_table() -> None:
    first = Option("first", "int", 0, "k", "h", "X-1", high=4, seat=True)
    assert settle((first,), {"first": "3"}, 3) == {"first": 3}
    with pytest.raises(OptionError, match="option first: expected a whole number from 0 to 2"):
        settle((first,), {"first": 3}, 2)


def test_a_document_is_read_by_its_reader_and_refused_in_its_words() -> None:
    def shout(text: str) -> str:
        if not text.isalpha():
            raise ValueError("only letters")
        return text.upper()

    option = Option("motto", "document", "", "k", "h", "X-1", reader=shout)
    assert option.check("") == ""
    assert option.check("abc") == "ABC"
    with pytest.raises(OptionError, match="option motto: only letters"):
        option.check("a1")
