"""Every figure of every rulebook says the truth: what it claims is asked of the rules."""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from parvis.engine.figures import PARTS, Figure, Scene, of_clause
from parvis.engine.game import Game
from parvis.engine.illustration import illustrate
from parvis.engine.rulebook import LANGUAGES
from tests.clauses import folder_of
from tests.example import games_and_example

pytestmark = pytest.mark.sources  # data, held against rules that are shown elsewhere

GAMES = games_and_example()
FIGURES = [
    pytest.param(game, figure, id=f"{game.id}-{figure.id}")
    for game in GAMES
    for figure in game.figures().values()
]
SCENES = [
    pytest.param(game, figure, n, id=f"{game.id}-{figure.id}-{n + 1}")
    for game in GAMES
    for figure in game.figures().values()
    for n in range(len(figure.scenes))
]


def cited(figure: Figure, scene: Scene) -> tuple[str, ...]:
    return scene.by or (figure.clause,)


@pytest.mark.parametrize(("game", "figure", "n"), SCENES)
def test_what_a_scene_calls_allowed_is_legal(game: Game, figure: Figure, n: int) -> None:
    position = figure.scenes[n].position()
    for move in figure.scenes[n].allowed:
        assert position.refusal(position.read(move)) is None, move


@pytest.mark.parametrize(("game", "figure", "n"), SCENES)
def test_what_a_scene_calls_refused_is_refused_by_its_clause(
    game: Game, figure: Figure, n: int
) -> None:
    scene = figure.scenes[n]
    refusal = scene.refusal()
    assert (refusal is not None) == bool(scene.refused)
    if refusal is not None:
        assert refusal.clause in cited(figure, scene), refusal


@pytest.mark.parametrize(("game", "figure", "n"), SCENES)
def test_what_a_scene_counts_is_in_the_ledger(game: Game, figure: Figure, n: int) -> None:
    scene = figure.scenes[n]
    lines = scene.lines(figure.clause)
    assert bool(lines) == bool(scene.counts)
    assert {line.clause for line in lines} == (set(cited(figure, scene)) if lines else set())


@pytest.mark.parametrize(("game", "figure", "n"), SCENES)
def test_a_scene_can_be_drawn_and_its_signs_are_seen(game: Game, figure: Figure, n: int) -> None:
    scene = figure.scenes[n]
    sizes = set()
    for language in LANGUAGES:
        svg = illustrate(game, figure, n, game.speech(language))
        root = ElementTree.fromstring(svg)
        sizes.add(root.get("viewBox"))
        signs = [node for node in root.iter() if node.get("stroke-linejoin") == "round"]
        claims = scene.allowed or scene.refused or scene.marked
        assert not claims or signs, "a sign stands outside of what is shown"
    assert len(sizes) == 1, "as large in every language"
    assert "var(" not in illustrate(game, figure, n, game.speech("fr"), "dark")


@pytest.mark.parametrize(("game", "figure"), FIGURES)
def test_a_figure_has_a_caption_and_a_text_instead_of_it(game: Game, figure: Figure) -> None:
    for language in LANGUAGES:
        key = f"{game.prefix.lower()}.figure.{figure.id}"
        caption = game.speech(language).tell(key, figure.facts())
        instead = game.speech(language).tell(f"{key}.alt", figure.facts())
        assert "{" not in caption + instead
        assert caption != instead


@pytest.mark.parametrize(("game", "figure"), FIGURES)
def test_a_figure_belongs_to_a_clause_and_can_be_tried(game: Game, figure: Figure) -> None:
    if figure.clause:
        assert figure.clause in game.rulebook("fr").clauses
    position = figure.position()
    assert position.setting.game == game.id
    assert position is not figure.position(), "each one who tries has a position of their own"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_book_opens_with_the_goal_a_turn_and_the_points(game: Game) -> None:
    assert [figure.part for figure in game.figures().values() if figure.part] == list(PARTS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_clause_has_a_figure_or_a_reason_to_have_none(game: Game) -> None:
    """Clauses that speak of space, order or points have one; of the others a reason is written."""
    file = Path(__file__).parents[1] / folder_of(game) / "unpictured.toml"
    reasons = tomllib.loads(file.read_text(encoding="utf-8"))
    for clause in game.rulebook("fr").clauses.values():
        if not clause.section:
            pictured = bool(of_clause(game.figures().values(), clause.number))
            assert pictured != (clause.number in reasons), clause.number
    assert all(len(reason) > 10 for reason in reasons.values())
    assert set(reasons) <= set(game.rulebook("fr").clauses)
