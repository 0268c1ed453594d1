"""Where the places of a drawing are: the outline of each, found in the drawing itself.

The outline of a place is its largest shape, as on the page. Boxes are reckoned from the corners
and control points of shapes, which is exact enough to mark and to cut out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree

from parvis.engine.drawing.svg import element, number

STEP = re.compile(r"(\w+)\(([^)]*)\)")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
PATH = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)")
GEOMETRY = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points", "d")


class Box(NamedTuple):
    """A box with its sides along the axes."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def around(self, margin: float) -> Box:
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def within(self, other: Box) -> Box:
        """The part of it that lies in another one."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class Matrix(NamedTuple):
    """Where a point of a group lies in the panel: x' = ax + cy + e, y' = bx + dy + f."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def times(self, other: Matrix) -> Matrix:
        return Matrix(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            self.a * other.e + self.c * other.f + self.e,
            self.b * other.e + self.d * other.f + self.f,
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


@dataclass(frozen=True)
class Outline:
    """The shape that a place is marked by."""

    tag: str
    geometry: tuple[tuple[str, str], ...]
    matrix: Matrix
    box: Box
    written: bool = False  # whether words or numbers stand there

    def drawn(self, width: float, **attributes: object) -> str:
        """A line along it, this wide in the panel."""
        values: dict[str, object] = dict(self.geometry)
        if self.matrix != Matrix():
            values["transform"] = f"matrix({' '.join(number(each) for each in self.matrix)})"
        return element(
            self.tag, **values, stroke_width=width / (self.matrix.scale or 1), **attributes
        )


def union(boxes: list[Box]) -> Box:
    """The box around all of these."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def outlines(svg: str) -> dict[str, Outline]:
    """The outline of every place that a drawing names; of a place that stands twice, the last one.

    >>> rect = "<rect width='2' height='3'/>"
    >>> outlines(f"<g data-place='a' transform='translate(5 0)'>{rect}</g>")["a"].box
    Box(left=5.0, top=0.0, right=7.0, bottom=3.0)
    """
    found: dict[str, Outline] = {}
    for node, matrix in walk(ElementTree.fromstring(f"<g>{svg}</g>"), Matrix()):
        name = node.get("data-place")
        if not name:
            continue
        best: Outline | None = None
        written = any(inner.tag == "text" for inner in node.iter())
        for inner, its in walk(node, matrix, fresh=False):
            box = box_of(inner, its)
            # Of two that are as large the later one lies on top.
            if box is not None and (best is None or box.area >= best.box.area):
                geometry = tuple(
                    (key, inner.attrib[key]) for key in GEOMETRY if key in inner.attrib
                )
                best = Outline(inner.tag, geometry, its, box, written)
        if best is not None:
            found[name] = best
    return found


def walk(
    node: ElementTree.Element, matrix: Matrix, fresh: bool = True
) -> Iterator[tuple[ElementTree.Element, Matrix]]:
    """Every element with where it lies; `fresh` unless the node's own transform is counted."""
    if node.tag in ("defs", "clipPath", "mask"):
        return
    if fresh:
        matrix = matrix.times(transform_of(node.get("transform", "")))
    yield node, matrix
    for child in node:
        yield from walk(child, matrix)


def transform_of(text: str) -> Matrix:
    """What a transform does.

    >>> transform_of("translate(3 4) scale(2)").at(1, 1)
    (5.0, 6.0)
    """
    matrix = Matrix()
    for name, inside in STEP.findall(text):
        values = [float(each) for each in NUMBER.findall(inside)]
        if name == "translate":
            step = Matrix(e=values[0], f=values[1] if len(values) > 1 else 0)
        elif name == "scale":
            step = Matrix(a=values[0], d=values[-1])
        elif name == "rotate":
            turn = math.radians(values[0])
            step = Matrix(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn))
            if len(values) == 3:
                x, y = values[1:]
                step = Matrix(e=x, f=y).times(step).times(Matrix(e=-x, f=-y))
        elif name == "matrix":
            step = Matrix(*values)
        else:
            raise ValueError(f"no drawing says {name}(…)")
        matrix = matrix.times(step)
    return matrix


def box_of(node: ElementTree.Element, matrix: Matrix) -> Box | None:
    """The box of a shape in the panel; None for what is no shape."""

    def value(name: str) -> float:
        return float(node.get(name, "0"))

    if node.tag == "rect":
        x, y, wide, high = value("x"), value("y"), value("width"), value("height")
        points = [(x, y), (x + wide, y), (x, y + high), (x + wide, y + high)]
    elif node.tag in ("circle", "ellipse"):
        x, y = value("cx"), value("cy")
        rx = value("r") or value("rx")
        ry = value("r") or value("ry")
        points = [(x - rx, y - ry), (x + rx, y - ry), (x - rx, y + ry), (x + rx, y + ry)]
    elif node.tag == "polygon":
        values = [float(each) for each in NUMBER.findall(node.get("points", ""))]
        points = list(zip(values[::2], values[1::2], strict=True))
    elif node.tag == "path":
        points = points_of(node.get("d", ""))
    else:
        return None
    if not points:
        return None
    moved = [matrix.at(*point) for point in points]
    return union([Box(x, y, x, y) for x, y in moved])


# How many numbers each command takes, and which of them are points.
COMMANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def points_of(d: str) -> list[tuple[float, float]]:
    """The corners and control points of a path.

    >>> points_of("M1 1h2v3z")
    [(1.0, 1.0), (3.0, 1.0), (3.0, 4.0)]
    """
    points: list[tuple[float, float]] = []
    x = y = 0.0
    start = (0.0, 0.0)
    command = "M"
    values: list[float] = []
    for letter, text in PATH.findall(d):
        if letter:
            command, values = letter, []
            if letter in "Zz":
                x, y = start
            continue
        values.append(float(text))
        if len(values) < COMMANDS[command.upper()]:
            continue
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind == "H":
            steps = [(values[0] + dx, y)]
        elif kind == "V":
            steps = [(x, values[0] + dy)]
        elif kind == "A":
            steps = [(values[5] + dx, values[6] + dy)]
        else:
            steps = [(values[n] + dx, values[n + 1] + dy) for n in range(0, len(values), 2)]
        x, y = steps[-1]
        if kind == "M":
            start = (x, y)
            command = "l" if command == "m" else "L"
        points += steps
        values = []
    return points
