"""The options, and where the rulebook explains them."""

from __future__ import annotations

import pytest

from parvis.engine.options import OptionError
from parvis.engine.rulebook import LANGUAGES
from parvis.games.cites_nouvelles import GAME


@pytest.mark.clause("CN-2.4", "CN-8.4", "CN-7.3")
def test_each_option_is_explained_at_the_clause_it_changes() -> None:
    assert {option.name: option.clause for option in GAME.options} == {
        "first_speaker": "CN-2.4",
        "choose_decorations": "CN-5.3",
        "award": "CN-6.4",
        "idle_rounds": "CN-7.3",
        "contre": "CN-8.1",
        "contre_spoils": "CN-8.4",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_calls_each_option_by_its_name(language: str) -> None:
    """The name of the option, or of the choice that is not the default."""
    words = GAME.catalogue(language)
    for option in GAME.options:
        key = option.choice_keys[1] if option.kind == "choice" else option.key
        text = " ".join(GAME.rulebook(language).clauses[option.clause].text.split())
        assert f"*{words[key]}*" in text, (option.name, words[key])


def test_an_option_value_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="option award: expected one of inclusive, cumulative"):
        GAME.settle(2, {"award": "generous"})
    for rounds in (1, 11, "many"):
        with pytest.raises(OptionError, match="idle_rounds: expected a whole number from 2 to 10"):
            GAME.settle(2, {"idle_rounds": rounds})
