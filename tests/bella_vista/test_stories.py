"""Stories: who is spoken to, and who is spoken of."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.sentence import Sentence
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import begin, display, fill, give, turn_up
from tests.playing import play

GAME = parvis.game_of("bella-vista")
NAMES = ["Ada", "Bo", "Cy", "Zoe"]


def spoken(story: list[Sentence], language: str = "en") -> str:
    speech = parvis.Speech(language, [GAME.catalogue(language)], NAMES)
    return " ".join(speech.tell(sentence.key, sentence.params) for sentence in story)


def last_offer() -> BellaVista:
    """Three have offered; Zoe lays the 3 on the dearest slot, so hers is turned up first."""
    position = begin()
    for seat in range(4):
        give(position, seat, 3)
    play(position, "@5:3", "@3:3", "@1:3")
    return position


@pytest.mark.clause("BV-3.1", quiet=True)
def test_who_lays_a_card_and_turns_it_up_is_spoken_to_all_along() -> None:
    """BV-3.1, BV-4.1."""
    position = last_offer()
    move = position.read("@7:3")
    assert spoken(position.story(move, 3)) == "You lay the 3 and pay 7 coins. You turn up the 3."
    assert (
        spoken(position.story(move, 0)) == "Zoe lays a card and pays 7 coins. Zoe turns up the 3."
    )


@pytest.mark.clause("BV-4.1", quiet=True)
def test_the_next_card_is_turned_up_by_its_owner_not_by_who_built() -> None:
    """BV-4.1."""
    position = begin()
    display(position)
    turn_up(position, (0, 4), (1, 7), (2, 7), (3, 7), constraint="plain")
    story = position.story(position.read("b22n"), 1)
    assert spoken(story) == "Ada builds the 4. Ada earns 3 coins. You turn up the 7."
    story = position.story(position.read("b22n"), 0)
    assert spoken(story) == "You build the 4. You earn 3 coins. Bo turns up the 7."


@pytest.mark.parametrize(
    ("free", "own", "other"),
    [
        (
            ("F11",),
            "The 7 fits nowhere under the constraint: no coins and no contract for you.",
            "The 7 fits nowhere under the constraint: no coins and no contract for Bo.",
        ),
        ((), "Your 7 fits nowhere and is set aside.", "Bo: the 7 fits nowhere and is set aside."),
    ],
)
@pytest.mark.clause("BV-4.5", quiet=True)
def test_who_finds_no_room_is_told_so_in_person(
    free: tuple[str, ...], own: str, other: str
) -> None:
    """BV-4.5."""
    position = begin()
    display(position)
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7), constraint="plain")
    fill(position, "FBLOfblo", ("b22", *free))
    move = position.read("b22n")
    assert own in spoken(position.story(move, 1))
    assert other in spoken(position.story(move, 0))


def test_no_story_names_the_seat_that_it_speaks_to() -> None:
    """Over whole games, in every language: never one's own name beside “you”."""
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        position = parvis.start("bella-vista", seats, seed)
        rng = parvis.Rng(seed)
        while not position.over():
            moves = position.moves()
            move = moves[rng.below(len(moves))]
            for seat in range(seats):
                for sentence in position.story(move, seat):
                    for language in ("fr", "en", "it"):
                        assert NAMES[seat] not in spoken([sentence], language)
            position.play(move)
