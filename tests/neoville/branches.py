"""Endings that recorded games of Neoville show, and ways of playing that lead to rare ones."""

from __future__ import annotations

from collections.abc import Callable

from parvis.engine.position import Position
from parvis.games.neoville.components import (
    BIODOME,
    PIECE,
    SKYSCRAPERS,
    TILE,
    WIDTH,
    corner,
    read_slot,
)
from parvis.games.neoville.position import Neoville
from tests.neoville.tables import SMALL_PACK
from tests.recorded import Way


def game(told: Callable[[Neoville], bool]) -> Callable[[Position], bool]:
    """A branch that looks at a position of Neoville."""

    def tells(position: Position) -> bool:
        assert isinstance(position, Neoville)
        return told(position)

    return tells


def way(chosen: Callable[[Neoville, int, list[int]], list[int]]) -> Callable[[Position], list[int]]:
    """A choice by position, seat and legal moves; if it leaves none, it is among all."""

    def choice(position: Position) -> list[int]:
        assert isinstance(position, Neoville)
        seat, moves = position.turn(), position.moves()
        assert seat is not None
        return chosen(position, seat, moves) or moves

    return choice


def shows(position: Position, clause: str) -> bool:
    return any(line.clause == clause for line in position.ledger())


# A hole that is left open to the end, and the squares around it.
HOLE = "e5"
AT = corner(read_slot(HOLE))
AROUND = [
    *(AT - WIDTH, AT - WIDTH + 1, AT + 2, AT + WIDTH + 2),
    *(AT + 2 * WIDTH + 1, AT + 2 * WIDTH, AT + WIDTH - 1, AT - 1),
]


def fence(position: Neoville, seat: int) -> int:
    """How many districts of one terrain a tile in the hole would join, above all of those with a
    skyscraper."""
    city = position.cities[seat]
    terrain = {label: terrain for label, terrain, _, _ in city.districts()}
    towers = {city.label(square) for kind, square in city.pieces() if kind < SKYSCRAPERS}
    near = {city.label(square) for square in AROUND} & terrain.keys()
    alike = [{label for label in near if terrain[label] == one} for one in terrain.values()]
    return max(len(labels) ** 2 + 10 * len(labels & towers) ** 2 for labels in alike)


def joining(position: Neoville, seat: int, moves: list[int]) -> list[int]:
    """NV-3.5: the first player is in the end left with nothing but joining skyscrapers."""
    if seat != position.first:
        return moves[:1] if position.phase == PIECE else moves
    if position.phase == TILE:
        joined = [move for move in moves if shows(position.foresee(move), "NV-4.3")]
        if joined:
            return joined
        moves = [move for move in moves if not position.say(move).startswith(HOLE)]
    elif position.phase != PIECE:
        return moves
    worth = {move: fence(position.foresee(move), seat) for move in moves}  # type: ignore[arg-type]
    return [move for move in moves if worth[move] == max(worth.values())]


def doubling(position: Neoville, seat: int, moves: list[int]) -> list[int]:
    """NV-4.8: everybody wants two equal biodomes on a district of their shape."""
    parts = position.parts
    domes = {
        kind for kind, _ in position.cities[seat].pieces() if parts.type_of[kind] == BIODOME
    }  # fmt: skip
    if position.phase == PIECE:
        return doubled(position, domes) or [
            move
            for move in moves[1:]
            if parts.type_of[kind := parts.moves.put.values(move)[0]] == BIODOME
            and position.left_of(kind) > 1
        ]
    if position.phase == TILE and domes:
        return [move for move in moves if doubled(position.foresee(move), domes)]  # type: ignore[arg-type]
    return moves


def doubled(position: Neoville, domes: set[int]) -> list[int]:
    """The moves that put one of these biodomes beside an equal one that scores."""
    put = position.parts.moves.put
    again = [move for move in position.moves()[1:] if put.values(move)[0] in domes]
    return [move for move in again if shows(position.foresee(move), "NV-4.8")]


def idle(position: Neoville, seat: int, moves: list[int]) -> list[int]:
    """NV-4.10: nobody puts a piece, so that only parks and sports decide."""
    return moves[:1] if position.phase == PIECE else moves


BRANCHES: dict[str, Callable[[Position], bool]] = {
    "a-second-biodome": game(lambda position: shows(position, "NV-4.8")),
    "skyscrapers-were-joined": game(lambda position: shows(position, "NV-4.3")),
    "the-stack-runs-out": game(lambda position: position.stack_left() == 0),
    "nobody-builds": game(lambda position: not any(city.pieces() for city in position.cities)),
    "below-zero": game(lambda position: min(position.scores()) < 0),
}

WAYS = {
    "joining": Way(way(joining), {"merge_exception": "tile"}),
    "doubling": Way(way(doubling), {"utilities": "windmills-biodomes"}),
    "idle": Way(way(idle)),
    "scarce": Way(way(lambda position, seat, moves: moves), seats=(4,), pack=SMALL_PACK),
}
