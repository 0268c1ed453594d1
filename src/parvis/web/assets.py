"""Files that do not change while the server runs: styles, scripts, pictures.

Imports the engine, and the words that stand in a picture.
"""

from __future__ import annotations

import gzip
import hashlib
import io
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path

import segno

from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.drawing.points import png
from parvis.engine.drawing.svg import element
from parvis.engine.drawing.symbols import definitions
from parvis.engine.drawing.tokens import THEMES, TOKENS, style_sheet
from parvis.engine.game import Game
from parvis.web.speech import speech_for

HERE = Path(__file__).parent
STATIC = HERE / "static"
TEMPLATES = HERE / "templates"
FOR_A_YEAR = "public, max-age=31536000, immutable"
FAR = 0.45  # how far into a game the picture on the home page is


@cache
def static_url(path: str) -> str:
    """The address of a file, with a hash of its content, so that it can be kept for a year."""
    file = STATIC / path
    return f"/static/{path}?v={hashed(file.read_bytes()) if file.is_file() else 'none'}"


def hashed(content: bytes) -> str:
    """What tells one content from another in an address."""
    return hashlib.sha256(content).hexdigest()[:12]


def bar_colours(theme: str) -> list[tuple[str, str]]:
    """The colour of a browser's own bars: of the theme, or one for each that a system may have."""
    paper = dict(zip(THEMES, TOKENS["paper"], strict=True))
    return [("", paper[theme])] if theme in paper else list(paper.items())


@cache
def icon_png(size: int, masked: bool) -> bytes:
    """The mark as a picture of points; one that is masked fills its corners and keeps off them."""
    mark = (STATIC / "icon.svg").read_text(encoding="utf-8")
    room = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{{}}' width='{size}' height='{size}'>"
    ground = "<rect x='-8' y='-8' width='48' height='48' fill='#1F2933'/>" if masked else ""
    return png(room.format("-5 -5 42 42" if masked else "0 0 32 32") + f"{ground}{mark}</svg>", 1)


@cache
def theme_css() -> str:
    """The colour tokens: by the reader's choice, else by their system."""
    light, dark = style_sheet("light"), style_sheet("dark")
    more, darker = (style_sheet(theme, strong=True) for theme in THEMES)
    auto = "@media (prefers-color-scheme:dark)"
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f':root[data-theme="dark"]{{color-scheme:dark;{dark}}}\n'
        f'{auto}{{:root[data-theme="auto"]{{color-scheme:dark;{dark}}}}}\n'
        f':root[data-contrast="high"]{{{more}}}\n'
        f':root[data-contrast="high"][data-theme="dark"]{{{darker}}}\n'
        f'{auto}{{:root[data-contrast="high"][data-theme="auto"]{{{darker}}}}}\n'
        "@media (prefers-contrast:more){"
        f':root[data-theme]{{{more}}}:root[data-theme="dark"]{{{darker}}}'
        f'{auto}{{:root[data-theme="auto"]{{{darker}}}}}'
        "}\n"
        f"@media print{{:root,:root[data-theme]{{color-scheme:light;{light}}}}}\n"
    )


@cache
def picture_of(game: Game, theme: str) -> str:
    """A position in the middle of a game, drawn for someone who looks on."""
    seats = seat_count_of(game)
    setting = game.settle(seats)
    rng = Rng(1974)
    length = game.begin(setting, Stream(key_of_seed("picture"))).playout(rng)
    position = game.begin(setting, Stream(key_of_seed("picture")))
    for _ in range(int(length * FAR)):
        if not position.over():
            moves = position.moves()
            position.play(moves[int(rng.below(len(moves)))])
    names = ("Ada", "Bruno", "Cleo", "Dario")[:seats]
    drawing = game.draw(position.view(None), speech_for("en", game, names))
    drawing.panels = [panel for panel in drawing.panels if panel.role == "board"] or drawing.panels
    return drawing.sheet(theme)


@lru_cache(256)
def setup_of(game: Game, seats: int, options: tuple[tuple[str, object], ...], theme: str) -> bytes:
    """The board as a game with these options begins; where chance makes it, one for example.

    ValueError says what does not fit. As it travels, packed.
    """
    position = game.begin(game.settle(seats, dict(options)), Stream(key_of_seed("picture")))
    return packed_sheet(game, position.view(None), "en", theme)


def packed_sheet(game: Game, view: Mapping[str, object], language: str, theme: str) -> bytes:
    """The board of a view as a picture that stands alone, packed as it travels."""
    drawing = game.draw(view, speech_for(language, game))
    boards = [replace(panel, title="") for panel in drawing.panels if panel.role == "board"]
    drawing.panels = boards or drawing.panels
    return gzip.compress(drawing.sheet(theme).encode(), 5, mtime=0)


@cache
def cover_of(game: Game) -> str:
    """The game's own cover, or else a picture of it in play; colours by their names."""
    file = resources.files(game.package).joinpath("cover.svg")
    if file.is_file():
        return file.read_text(encoding="utf-8")
    return f'<img src="/picture/{game.id}.svg" alt="">'


@cache
def symbols_of(game: Game) -> str:
    """The symbols that drawings of a game refer to, once for a page, which keeps them."""
    return element("svg", definitions(game.symbols), xmlns="http://www.w3.org/2000/svg")


@cache
def symbols_url(game: Game) -> str:
    """Their address, with a hash of their content."""
    return f"/symbols/{game.id}.svg?v={hashed(symbols_of(game).encode())}"


@cache
def packed_symbols_of(game: Game) -> bytes:
    """The symbols as they travel."""
    return gzip.compress(symbols_of(game).encode(), mtime=0)


def seat_count_of(game: Game) -> int:
    return 2 if 2 in game.seats else min(game.seats)


@lru_cache(256)
def qr_svg(address: str) -> str:
    """The QR code of an address that many ask for."""
    return drawn_qr(address)


def drawn_qr(address: str) -> str:
    """An address as a QR code: dark on light in any theme, as readers want it."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, light="#fff", xmldecl=False
    )
    return out.getvalue().decode()
