"""A scene of a figure as a picture: the rules say which places bear which signs."""

from __future__ import annotations

from parvis.engine.drawing.panel import NAMED
from parvis.engine.drawing.scene import Signs, draw_scene
from parvis.engine.figures import Figure, Scene
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.typesetting import number
from parvis.engine.words import Speech


def illustrate(game: Game, figure: Figure, n: int, speech: Speech, theme: str = "light") -> str:
    """The n-th scene of a figure as SVG that stands alone; KeyError names a missing place."""
    scene = figure.scenes[n]
    shown = scene.shown()
    drawing = game.draw(shown.view(scene.seat), speech, scene.tall)
    drawn = {place for svg in drawing.texts().values() for place, _ in NAMED.findall(svg)}
    signs = signs_of(figure, scene, drawn, speech)
    missing = {*scene.marked, *scene.numbered, *([scene.at] if scene.at else [])} - drawn
    if missing:
        raise KeyError(f"nothing drawn is called {', '.join(sorted(missing))}")
    return draw_scene(drawing, scene.show, signs, theme, scene.margin, scene.above)


def signs_of(figure: Figure, scene: Scene, drawn: set[str], speech: Speech) -> Signs:
    """What the claims of a scene mark."""
    position = scene.position()
    allowed = [scene.at or aimed(position, move, drawn) for move in scene.allowed]
    refused = [scene.at or aimed(position, scene.refused, drawn)] if scene.refused else []
    refusal = scene.refusal()
    spoken = [] if refusal is None else [each for each in refusal.places if each not in refused]
    counted: list[str] = []
    points: dict[str, int] = {}  # by the place that bears them
    for line in scene.lines(figure.clause):
        places = [place for place in line.places if place in drawn]
        counted += places
        at = scene.at or (scene.counts if scene.counts in places else (places or [""])[0])
        if at:
            points[at] = points.get(at, 0) + line.points
    if scene.after and not scene.counts:
        gain = scene.points(figure.clause)
        if gain:
            at = scene.at or aimed(scene.position(), scene.after[-1], drawn)
            points[at] = gain
    numbered = scene.numbered or (tuple(dict.fromkeys(counted)) if scene.tally else ())
    return Signs(
        allowed=tuple(allowed),
        refused=tuple(refused),
        spoken=tuple(spoken),
        counted=tuple(dict.fromkeys(counted)),
        marked=scene.marked,
        numbered=tuple((place, n) for n, place in enumerate(numbered, 1)),
        points=tuple((at, signed(n, speech), tone(n)) for at, n in points.items()),
    )


def aimed(position: Position, move: str, drawn: set[str]) -> str:
    """Where a move goes: of its picks the last one that is drawn."""
    number = position.read(move)
    kind = position.codec.kind_of(number)
    picks = [position.pick(kind, n, int(kind.part(number, n))) for n in range(len(kind.parts))]
    return next((pick for pick in reversed(picks) if pick in drawn), "")


def signed(points: int, speech: Speech) -> str:
    """Points with their sign."""
    return f"+{number(points, speech.language)}" if points > 0 else number(points, speech.language)


def tone(points: int) -> str:
    """The colour of points."""
    return "good" if points > 0 else "bad" if points < 0 else "ink"
