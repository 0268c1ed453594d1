"""Words: plurals, names, nested words, lists."""

from __future__ import annotations

import pytest

from parvis.engine.rulebook import read_rulebook
from parvis.engine.typesetting import typeset
from parvis.engine.words import Catalogue, Speech, read_catalogue

CATALOGUE: Catalogue = {
    "x.kept": ("{who} garde {n} bloc", "{who} garde {n} blocs"),
    "x.tours": "Tours",
    "x.led": "{what} demandé",
    "x.gain": "{points} points",
    "x.hlm": "H.L.M.",
    "x.names": "{who} nomme les {what}.",
}


def speech(language: str = "fr", names: tuple[str, ...] = ()) -> Speech:
    return Speech(language, [CATALOGUE], names)


def test_the_number_chooses_the_form_as_the_language_does() -> None:
    say = speech(names=("Ada",))
    assert say("x.kept", who="@0", n=1) == "Ada garde 1 bloc"
    assert say("x.kept", who="@0", n=0) == "Ada garde 0 bloc"
    assert say("x.kept", who="@0", n=2) == "Ada garde 2 blocs"
    assert speech("en")("x.kept", who="@0", n=0) == "Player 1 garde 0 blocs"


def test_what_is_said_of_people_at_one_table_is_not_said_at_another() -> None:
    common = speech()
    for _ in range(2):  # also where it is remembered
        for name in ("Ada", "Bob"):
            say = common.with_names([name])
            for _ in range(2):
                assert say("x.kept", who="@0", n=2) == f"{name} garde 2 blocs"
                assert say("x.names", who=["@0", "Eve"], what="X") == f"{name} et Eve nomme les X."
        assert common("x.kept", who="@0", n=2) == "Joueur 1 garde 2 blocs"


def test_a_word_can_be_a_parameter_of_another() -> None:
    assert speech()("x.led", what="#x.tours") == "Tours demandé"


def test_an_abbreviation_ends_its_sentence() -> None:
    assert speech(names=("Ada",))("x.names", who="@0", what="#x.hlm") == "Ada nomme les H.L.M."


def test_a_list_is_joined_as_the_language_joins() -> None:
    assert speech()("x.led", what=["#x.tours", "A", "B"]) == "Tours, A et B demandé"


def test_a_seat_without_a_name_is_numbered() -> None:
    assert speech("it")("x.led", what="@2") == "Giocatore 3 demandé"


def test_a_negative_number_has_a_true_minus_sign() -> None:
    assert speech()("x.gain", points=-4) == "−4 points"


def test_a_key_without_words_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match=r"x\.none"):
        speech()("x.none")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown language"):
        speech("tlh")


def test_french_marks_are_not_torn_from_their_words() -> None:
    """Neither in words nor in a rulebook, however plainly they are typed."""
    set_in_french = typeset("Vraiment ? « Oui » : ainsi ; voilà !", "fr")
    assert (set_in_french.count("\u00a0"), set_in_french.count("\u202f")) == (3, 3)
    assert typeset("Really ? “Yes” : so", "en") == "Really ? “Yes” : so"
    catalogue = read_catalogue("parvis.games.cites_nouvelles", "fr")
    assert catalogue["cn.choice.build"] == "«\u00a0Je bâtis\u202f!\u00a0»"
    book = read_rulebook("parvis.games.cites_nouvelles", "fr")
    assert book.clauses["CN-3.2"].title == "«\u00a0Je bâtis\u202f!\u00a0»"
