"""Law 5: a guess is a position the seat could be in, and any such position can be guessed."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from tests.conformance.cases import Case, all_cases, plain_cases, some_positions


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_guess_keeps_the_view_and_can_be_played_to_its_end(case: Case, more: int) -> None:
    for position in some_positions(case, 81, 4 * more):
        before = position.text()
        for seat in (None, *range(case.seats)):
            guess = position.guess(seat, parvis.Rng(5))
            assert guess.view(seat) == position.view(seat)
            assert guess.chance.text().startswith("rng:")
            again = guess.guess(seat, parvis.Rng(6))
            assert again.view(seat) == position.view(seat)
            guess.playout(parvis.Rng(7))
            assert guess.over()
        assert position.text() == before


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_equal_views_and_equal_generators_give_equal_guesses(case: Case, more: int) -> None:
    rng = parvis.Rng(83)
    for position in some_positions(case, 83, 4 * more):
        for seat in (None, *range(case.seats)):
            twin = case.twin(position, seat, rng)
            assert (
                twin.guess(seat, parvis.Rng(2)).text() == position.guess(seat, parvis.Rng(2)).text()
            )


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_guess_reads_back_from_its_text(case: Case) -> None:
    for position in some_positions(case, 87, 2):
        for seat in range(case.seats):
            guess = position.guess(seat, parvis.Rng(5))
            assert parvis.read_position(guess.text()).text() == guess.text()


@pytest.mark.heavy
@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_guesses_find_what_twins_find_and_nothing_else(case: Case, more: int) -> None:
    """Guesses and twins are drawn by different code from the same knowledge."""
    draws = 60 * more
    for position in some_positions(case, 89, 3):
        for seat in range(case.seats):
            rng = parvis.Rng(89)
            twins: Counter[str] = Counter()
            guesses: Counter[str] = Counter()
            for _ in range(draws):
                twins.update(facts(case.twin(position, seat, rng), seat))
                guesses.update(facts(position.guess(seat, rng), seat))
            for fact, often in twins.items():
                if often >= draws // 4:
                    assert guesses[fact], f"guesses never have {fact}"
            for fact, often in guesses.items():
                if often >= draws // 4:
                    assert twins[fact], f"guesses have {fact}, which the seat can exclude"


def facts(position: parvis.Position, seat: int) -> set[str]:
    """What the other seats would see, leaf by leaf."""
    found: set[str] = set()

    def walk(value: object, where: str) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                walk(part, f"{where}.{key}")
        elif isinstance(value, list):
            for part in value:
                walk(part, f"{where}[]")
        else:
            found.add(f"{where}={value}")

    for other in range(position.seats):
        if other != seat:
            walk(position.view(other), str(other))
    return found
