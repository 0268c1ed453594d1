"""Patterns and groups the slow and obvious way: coordinates and sets, no masks."""

from __future__ import annotations

from itertools import product

Hex = tuple[int, int]  # axial: column, row
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def axial(x: int, y: int) -> Hex:
    """A drawn column and row as axial coordinates."""
    return (x - y) // 2, y


def cells(rows: list[str], mark: str) -> list[Hex]:
    """The hexes of a drawing with one of these marks."""
    return [axial(x, y) for y, row in enumerate(rows) for x, here in enumerate(row) if here in mark]


def turn(cell: Hex) -> Hex:
    """A sixth of a turn about the origin."""
    q, r = cell
    return -r, q + r


def flip(cell: Hex) -> Hex:
    q, r = cell
    return -q - r, r


def completes(
    board: dict[Hex, int], rows: list[str], main: int, second: int, placed: Hex, mirror: bool
) -> bool:
    """Whether a pattern lies on the board, turned any way, with the placed element in it."""
    wanted = [(cell, main) for cell in cells(rows, "A")]
    wanted += [(cell, second) for cell in cells(rows, "B")]
    for turns, reflected in product(range(6), (False, True) if mirror else (False,)):
        shape: list[tuple[Hex, int]] = []
        for cell, colour in wanted:
            moved = flip(cell) if reflected else cell
            for _ in range(turns):
                moved = turn(moved)
            shape.append((moved, colour))
        for (q, r), _ in shape:  # this hex of the pattern lies on the placed element
            dq, dr = placed[0] - q, placed[1] - r
            if all(board.get((a + dq, b + dr)) == colour for (a, b), colour in shape):
                return True
    return False


def largest_group(board: dict[Hex, int], colour: int) -> int:
    """The size of the largest group of a colour."""
    left = {cell for cell, here in board.items() if here == colour}
    best = 0
    while left:
        group = {left.pop()}
        grown = True
        while grown:
            touching = {
                cell for cell in left if any((cell[0] + a, cell[1] + b) in group for a, b in AROUND)
            }
            grown = bool(touching)
            group |= touching
            left -= touching
        best = max(best, len(group))
    return best


def open_cells(board: dict[Hex, int], rows: list[str]) -> set[Hex]:
    """The ordinary spaces where an element may go."""
    ordinary = set(cells(rows, ".*c"))
    if not board:
        return set(cells(rows, "c"))
    return {
        cell
        for cell in ordinary
        if cell not in board and any((cell[0] + a, cell[1] + b) in board for a, b in AROUND)
    }
