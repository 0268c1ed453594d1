"""A whole game as an animated picture of at most two million bytes.

Every move is a picture, of a long game some are left out. The sizes that are tried one after the
other get smaller; the last one is so small that it cannot be too large.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parvis.engine.drawing.gif import gif
from parvis.engine.drawing.panel import GAP, TITLE, Drawing, Panel, drawn, headlines, with_title
from parvis.engine.drawing.points import png
from parvis.engine.drawing.svg import Number
from parvis.engine.drawing.tokens import colour
from parvis.engine.game import Game
from parvis.engine.open_table import Onlooker, drawn_for
from parvis.engine.position import Position
from parvis.engine.record import Record
from parvis.engine.words import Speech

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 2_000_000  # bytes
# How many points the longer side has, and how many pictures there are. A point takes at most one
# and a half bytes, so the last of them stays below LARGEST whatever is drawn.
TRIES = ((1000, 60), (800, 48), (640, 36), (480, 24), (240, 12))
FIRST, EACH, LAST = 1.6, 0.7, 4.0  # seconds that a picture stands
LONGEST_LINE = 110  # characters


@dataclass(frozen=True)
class Frame:
    """A position as it is shown: what is drawn, and the lines above it."""

    drawing: Drawing
    head: tuple[str, str]


def film(record: Record, onlooker: Onlooker, speech: Speech, theme: str = "light") -> bytes:
    """A record as GIF, as one saw it who sat there, looked on, or sees it all now."""
    game = record.declared()
    for side, most in TRIES:
        frames = one_layout(list(frames_of(record, game, onlooker, speech, most)))
        made = gif(painted(frames, side, theme), times(len(frames)), theme)
        if len(made) <= LARGEST:
            return made
    raise AssertionError("the smallest film is small enough")


def painted(frames: Sequence[Frame], side: int, theme: str) -> list[Image]:
    """The frames as pictures whose longer side has so many points.

    A panel is drawn when it changes, and put where it stands; its edges lie on whole points, so
    that it looks as in a sheet that is drawn at once.
    """
    from PIL import Image

    layout = frames[0].drawing.layout(lines=2)
    zoom = min(1.0, side / layout.width, side / layout.height)
    kept: dict[str, Image.Image] = {}

    def put(canvas: Image.Image, drawing: Drawing, parts: list[str], *edges: Number) -> None:
        left, top, right, bottom = (round(edge * zoom) for edge in edges)
        box = (left / zoom, top / zoom, (right - left) / zoom, (bottom - top) / zoom)
        svg = drawing.part(parts, box, theme)
        if svg not in kept:
            kept[svg] = Image.open(io.BytesIO(png(svg, zoom))).convert("RGB")
        canvas.paste(kept[svg], (left, top))

    made: list[Image.Image] = []
    size = (round(layout.width * zoom), round(layout.height * zoom))
    for frame in frames:
        canvas = Image.new("RGB", size, colour("paper", theme))
        drawing = frame.drawing
        put(canvas, drawing, headlines(frame.head), 0, 0, layout.width, 2.5 * TITLE)
        for panel, x, y in drawing.layout(lines=2).spots:
            edges = (
                x - GAP / 2,
                y - GAP / 2,
                x + panel.width + GAP / 2,
                y + with_title(panel) - GAP / 2,
            )
            put(canvas, drawing, [drawn(panel, x, y)], *edges)
        made.append(canvas)
    return made


def times(count: int) -> list[float]:
    """How long each picture stands.

    >>> times(4)
    [1.6, 0.7, 0.7, 4.0]
    """
    return [FIRST, *[EACH] * (count - 2), LAST][-count:]


def shown_moves(moves: int, most: int) -> list[int]:
    """After how many moves there is a picture: the first, the last and some evenly between.

    >>> shown_moves(3, 90), shown_moves(100, 5)
    ([0, 1, 2, 3], [0, 25, 50, 75, 100])
    """
    if moves < most:
        return list(range(moves + 1))
    return [round(number * moves / (most - 1)) for number in range(most)]


def frames_of(
    record: Record, game: Game, onlooker: Onlooker, speech: Speech, most: int
) -> Iterator[Frame]:
    """The positions that are shown, each with the move that led to it in words."""
    wanted = set(shown_moves(len(record.moves), most))
    last = len(record.moves)
    position = record.start()
    told = ""
    if 0 in wanted:
        yield frame(game, position, onlooker, speech, 0, last, told)
    for number, (before, move) in enumerate(record.replay(), 1):
        if number not in wanted:
            continue
        seat = onlooker if isinstance(onlooker, int) else None
        story = before.story(move, seat)
        told = " ".join(speech.tell(sentence.key, sentence.params) for sentence in story)
        after = before.copy()
        after.play(move)
        yield frame(game, after, onlooker, speech, number, last, told)


def frame(
    game: Game,
    position: Position,
    onlooker: Onlooker,
    speech: Speech,
    number: int,
    last: int,
    told: str,
) -> Frame:
    points = [
        f"{' + '.join(speech.name(seat) for seat in seats)} {number_of(won)}"
        for seats, won in zip(position.sides(), position.scores(), strict=True)
    ]
    head = " · ".join([game.name, speech("kit.film.move", number=number, n=last), *points])
    return Frame(drawn_for(game, position, onlooker, speech), (cut(head), cut(told)))


def number_of(points: int) -> str:
    """Points with a real minus.

    >>> number_of(-3)
    '−3'
    """
    return str(points).replace("-", "−")


def cut(line: str) -> str:
    """A line that has room above the board.

    >>> cut("a" * 200) == "a" * 109 + "…"
    True
    """
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1].rstrip() + "…"


def one_layout(frames: Sequence[Frame]) -> list[Frame]:
    """The frames with every panel as large as it ever gets, so that nothing moves about."""
    widths: dict[str, float] = {}
    heights: dict[str, float] = {}
    for one in frames:
        for panel in one.drawing.panels:
            widths[panel.id] = max(panel.width, widths.get(panel.id, 0))
            heights[panel.id] = max(panel.height, heights.get(panel.id, 0))
    most = max((one.drawing.panels for one in frames), key=len)

    def grown(drawing: Drawing) -> list[Panel]:
        there = {panel.id: panel for panel in drawing.panels}
        ids = dict.fromkeys([*(panel.id for panel in most), *there])
        empty = {panel.id: replace(panel, fragments={}) for panel in most}
        return [
            replace(there.get(id) or empty[id], width=widths[id], height=heights[id]) for id in ids
        ]

    return [replace(one, drawing=replace(one.drawing, panels=grown(one.drawing))) for one in frames]
