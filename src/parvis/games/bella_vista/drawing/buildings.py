"""Buildings from above: the footprint is the outline, and nothing stands on a neighbour's square.

How tall one is shows by its number, by a lighter roof above a higher wall, and by its shadow.
"""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import moved, path, place, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.bella_vista.drawing.outlines import Point, Square, along, outline, swept
from parvis.games.bella_vista.drawing.plan import EDGE, SQUARE, spots_of
from parvis.games.bella_vista.labels import building_label

Shape = tuple[Square, ...]
KEPT = 1 << 10  # 5 owners' 8 buildings, turned, on two sizes of screen
INSET = 1.5  # a building is a little smaller than its squares, on each side
ROOFS = ("rows", "dots", "bricks", "cross")  # so that owners differ without colour, too
# A roof's colour is mixed with this, by height: the taller, the lighter, as if nearer to the sun.
TONES = (
    ("white-ink", 0.24), ("white-ink", 0.12), ("white", 0.04), ("white", 0.15),
    ("white", 0.27), ("white", 0.4), ("white", 0.54), ("white", 0.7),
)  # fmt: skip
NEUTRAL = 4  # the owner of what nobody owns


@fragment
def building(
    plan: str,
    cell: int,
    squares: tuple[str, ...],
    height: int,
    owner: int,
    name: str,
    digit: float,
    speech: Speech,
) -> str:
    """A building of the city, with its owner's name. Each of its squares can be pointed at; the
    one that it was placed by, its first, stands for the whole of it."""
    shape, x, y = standing(plan, cell, squares)
    label = building_label(height, owner if owner < NEUTRAL else None, name, speech)
    shadow, faces = volume(shape, height, owner, digit)
    others = [
        place(
            f"square-{square}",
            rect(dx * SQUARE, dy * SQUARE, SQUARE, SQUARE, fill="transparent"),
            label=label,
        )
        for square, (dx, dy) in zip(squares[1:], shape[1:], strict=True)
    ]
    return moved(x, y, shadow, place(f"square-{squares[0]}", faces, label=label), *others)


@fragment
def latest(plan: str, cell: int, squares: tuple[str, ...]) -> str:
    """A stronger line around the building that was placed last."""
    shape, x, y = standing(plan, cell, squares)
    ink = {"stroke": "var(--ink)", "stroke_width": 2.4, "stroke_linejoin": "round"}
    around = path(along(base(shape)), fill="none", **ink, pointer_events="none")
    return moved(x, y, around)


def standing(plan: str, cell: int, squares: tuple[str, ...]) -> tuple[Shape, int, int]:
    """A building's squares from its first one, and where that is."""
    where = spots_of(plan, cell)
    left, top = where[squares[0]]
    shape = tuple([(where[square][0] - left, where[square][1] - top) for square in squares])
    return shape, EDGE + left * SQUARE, EDGE + top * SQUARE


def base(shape: Shape, wall: float = 0) -> list[Point]:
    """The footprint; with a wall, the roof above it, both within the building's own squares."""
    return outline(shape, SQUARE, INSET, 0.6 * wall, wall)


def wall_of(height: int) -> float:
    """How much of a wall is seen below the roof."""
    return 0.7 + 0.35 * height


@lru_cache(KEPT)
def volume(shape: Shape, height: int, owner: int, digit: float) -> tuple[str, str]:
    """A building wherever it stands: its shadow; its walls, its roof and its number."""
    points = base(shape)
    footprint, roof = along(points), along(base(shape, wall_of(height)))
    reach = 1.5 + 1.05 * height  # of the shadow: the taller, the longer
    tone, strength = TONES[height - 1]
    colour = f"var(--owner-{owner})" if owner < NEUTRAL else "var(--stone-ink)"
    parts = [
        path(footprint, fill=colour),
        path(footprint + roof, fill_rule="evenodd", fill="var(--white-ink)", fill_opacity=0.42),
        path(roof, fill=f"var(--{tone})", fill_opacity=strength),
    ]
    if owner < NEUTRAL:
        parts.append(path(roof, fill=fill(ROOFS[owner], f"owner-{owner}")))
    # The last of the largest shapes is what marks follow.
    parts.append(path(footprint, fill="none", stroke="var(--ink)", stroke_width=1.2))
    parts += plate(shape, height, owner, digit)
    shadow = path(swept(points, reach, 0.7 * reach), fill="var(--shadow)", pointer_events="none")
    return shadow, "".join(parts)


def plate(shape: Shape, height: int, owner: int, digit: float) -> list[str]:
    """The number on the roof, in its owner's shape."""
    wall = wall_of(height)
    room = SQUARE - 2 * INSET - wall
    x, y = middle(shape)
    x -= 0.3 * wall
    y -= 0.5 * wall
    size = min(1.48 * digit, room)
    drop = 0.12 * digit if owner == 2 else 0  # there is more room at the foot of a triangle
    return [
        use(f"bv-plate-{owner}", x, y, size / 24),
        text(x, y + drop, str(height), digit, "middle", font_weight="bold"),
    ]


def middle(shape: Shape) -> tuple[float, float]:
    """Where the number goes: the middle if it is on the building, else its innermost square."""
    x = sum(square[0] for square in shape) / len(shape)
    y = sum(square[1] for square in shape) / len(shape)
    wide = {square[0] for square in shape}
    high = {square[1] for square in shape}
    if len(shape) < len(wide) * len(high):
        inner = min(shape, key=lambda square: ((square[0] - x) ** 2 + (square[1] - y) ** 2, square))
        x, y = float(inner[0]), float(inner[1])
    return (x + 0.5) * SQUARE, (y + 0.5) * SQUARE
