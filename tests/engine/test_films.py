"""Pictures of points: readable on a machine without fonts; films of whole games, bounded."""

from __future__ import annotations

import io
import re
from functools import cache

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

import parvis
from parvis.engine import film as films
from parvis.engine.drawing import points
from parvis.engine.drawing.gif import gif
from parvis.engine.drawing.points import OWN, png
from parvis.engine.drawing.tokens import THEMES, colour
from parvis.engine.film import LARGEST, TRIES, film, one_layout
from parvis.engine.open_table import drawn_for
from parvis.engine.record import Record

GAMES = [game.id for game in parvis.all_games()]
NAMES = ("Ada", "Bruno", "Cleo", "Dario")


@cache
def played(game: str, seats: int, seed: str = "3") -> Record:
    record = Record.begin(game, seats, seed=seed, players=NAMES[:seats])
    position, rng = record.start(), parvis.Rng(5)
    while not position.over():
        move = int(position.random_move(rng))
        record = record.with_move(position, move)
        position.play(move)
    return record.finish(position)


def shown(text: str) -> Image.Image:
    """A word as it is drawn."""
    svg = (
        "<svg xmlns='http://www.w3.org/2000/svg' width='120' height='40'>"
        "<rect width='120' height='40' fill='#fff'/><text x='5' y='28' font-size='22' "
        f"font-family='Atkinson Hyperlegible, sans-serif'>{text}</text></svg>"
    )
    return Image.open(io.BytesIO(png(svg, 1))).convert("L")


def darkest(picture: Image.Image) -> int:
    return min(picture.tobytes())


def frames_in(animated: Image.Image) -> int:
    return sum(1 for _ in ImageSequence.Iterator(animated))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_whatever_a_game_writes_is_in_the_typeface_that_comes_with_it(
    game: str, language: str
) -> None:
    record = played(game, 2)
    declared = parvis.game_of(game)
    for at in (0, len(record.moves) // 2, len(record.moves)):
        drawing = drawn_for(declared, record.position(at), "open", declared.speech(language))
        assert OWN.fullmatch(drawing.sheet())


def test_a_letter_that_is_said_to_be_in_the_typeface_has_a_shape_of_its_own() -> None:
    box = shown("\U0010ffff").tobytes()  # what is drawn of a letter that nobody has
    for letter in "Aé0œŁșƒ≥−×…’€":
        assert OWN.fullmatch(letter)
        drawn = shown(letter)
        assert drawn.tobytes() != box, letter
        assert darkest(drawn) < 128, letter
    assert not OWN.fullmatch("Иван")


def test_text_is_drawn_where_no_font_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    with_fonts = shown("Ville 12").tobytes()
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.setattr(points, "OWN", re.compile("(?s).*"))  # the system is never asked
    assert shown("Ville 12").tobytes() == with_fonts
    assert darkest(shown("Ville 12")) < 64


def test_a_picture_has_never_more_points_than_anyone_looks_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(points, "LARGEST", 10_000)
    drawn = png("<svg xmlns='http://www.w3.org/2000/svg' width='5000' height='1250'/>")
    with Image.open(io.BytesIO(drawn)) as picture:
        assert picture.size == (200, 50)


@pytest.mark.parametrize(
    "game",
    # One of them stands for all; a film takes ten seconds.
    [pytest.param(game, marks=pytest.mark.long if game != "neoville" else ()) for game in GAMES],
)
@pytest.mark.heavy
def test_the_film_of_the_longest_game_has_at_most_two_megabytes(game: str) -> None:
    seats = max(parvis.game_of(game).seats)
    record = max((played(game, seats, seed) for seed in "345"), key=lambda one: len(one.moves))
    made = film(record, "open", parvis.game_of(game).speech("fr").with_names(NAMES))
    assert len(made) <= LARGEST
    with Image.open(io.BytesIO(made)) as animated:
        assert frames_in(animated) == min(len(record.moves) + 1, TRIES[0][1])
        assert max(animated.size) <= TRIES[0][0]
        assert animated.info["loop"] == 0


@pytest.mark.heavy
def test_a_film_shows_each_position_as_its_own_picture_does() -> None:
    record = played("cites-nouvelles", 2)
    short = Record(**{**vars(record), "moves": record.moves[:6], "result": None, "final": ""})
    game = parvis.game_of("cites-nouvelles")
    speech = game.speech("en")
    for theme in THEMES:
        with Image.open(io.BytesIO(film(short, 0, speech, theme))) as animated:
            assert frames_in(animated) == 7
            frames = one_layout(list(films.frames_of(short, game, 0, speech, 60)))
            for number in (0, 3, 6):
                animated.seek(number)
                one = frames[number]
                svg = one.drawing.sheet(theme, head=one.head)
                zoom = min(1.0, *(TRIES[0][0] / length for length in points.size_of(svg)))
                wanted = Image.open(io.BytesIO(png(svg, zoom))).convert("RGB")
                shown = animated.convert("RGB")
                assert difference(shown, wanted) < 3
                exact = tuple(bytes.fromhex(colour("owner-1", theme)[1:]))
                shades = {shade for _, shade in shown.getcolors(1 << 24) or []}
                assert exact in shades, "however small the sign"
            assert animated.info["duration"] == 4000


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, in shades of 256 a point."""
    assert one.size == other.size
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.heavy
def test_a_film_that_would_be_too_large_becomes_smaller_until_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = played("cites-nouvelles", 2)
    short = Record(**{**vars(record), "moves": record.moves[:14], "result": None, "final": ""})
    speech = parvis.game_of("cites-nouvelles").speech("en")
    monkeypatch.setattr(films, "TRIES", ((400, 15), (240, 12)))
    larger = film(short, None, speech)
    monkeypatch.setattr(films, "LARGEST", len(larger) - 1)
    smaller = film(short, None, speech)
    assert len(smaller) < len(larger)
    with Image.open(io.BytesIO(smaller)) as animated:
        assert frames_in(animated) == 12


@pytest.mark.heavy
def test_the_smallest_film_cannot_be_too_large() -> None:
    side, count = TRIES[-1]
    rng = parvis.Rng(1)
    noise = []
    for _ in range(count):
        points_of = bytes(int(rng.below(256)) for _ in range(3 * 40 * side))
        strip = Image.frombytes("RGB", (side, 40), points_of).resize((side, side))
        noise.append(strip)
    assert len(gif(noise, [1.0] * count)) < side * side * count * 1.6 + 1000 < LARGEST
