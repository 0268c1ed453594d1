"""Legal moves as a tree of things one can pick.

A node asks for one pick; each choice leads to another node or completes the move. The move's id
is the sum of the `add` numbers along the way, so that choices which lead to the same questions
share one node: a tile and a square and a rotation cost three short lists, not their product.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["pick", "cycle"]


@dataclass(frozen=True)
class Choice:
    """One thing to pick: a place of the drawing, or a button.

    `pick` is the place's name (`data-place` in the drawing) or the button's own name; `label`
    is what a screen reader says; `then` is the index of the next node, or None at the end.
    """

    pick: str
    label: str
    add: int
    then: int | None = None
    button: bool = False


@dataclass
class Node:
    """One question: `ask` is a sentence. A `cycle` is turned through (rotations) rather than
    picked among."""

    ask: str
    choices: list[Choice]
    kind: Kind = "pick"


@dataclass
class Tree:
    """Nodes that refer to each other by index; node 0 is the first question."""

    nodes: list[Node] = field(default_factory=list)

    def add(self, node: Node) -> int:
        """Take in a node, or find the equal one that is already there; its index."""
        for index, other in enumerate(self.nodes):
            if index and other == node:
                return index
        self.nodes.append(node)
        return len(self.nodes) - 1

    def moves(self) -> list[int]:
        """All moves that the tree can make, ascending.

        >>> tree = Tree([Node("Which?", [])])
        >>> turn = tree.add(Node("How?", [Choice("r0", "", 0), Choice("r1", "", 1)], "cycle"))
        >>> tree.nodes[0].choices += [Choice("a", "", 10, turn), Choice("b", "", 20)]
        >>> tree.moves()
        [10, 11, 20]
        """
        return sorted(move for move, _ in self.paths())

    def paths(self) -> list[tuple[int, tuple[str, ...]]]:
        """Every move with the picks that make it."""
        found: list[tuple[int, tuple[str, ...]]] = []

        def walk(index: int, total: int, picks: tuple[str, ...]) -> None:
            for choice in self.nodes[index].choices:
                path = (*picks, choice.pick)
                if choice.then is None:
                    found.append((total + choice.add, path))
                else:
                    walk(choice.then, total + choice.add, path)

        if self.nodes:
            walk(0, 0, ())
        return found

    def plain(self) -> list[dict[str, object]]:
        """The tree as plain data."""
        return [
            {
                "ask": node.ask,
                "kind": node.kind,
                "choices": [
                    {
                        "pick": choice.pick,
                        "label": choice.label,
                        "add": choice.add,
                        "then": choice.then,
                        "button": choice.button,
                    }
                    for choice in node.choices
                ],
            }
            for node in self.nodes
        ]


@dataclass(frozen=True)
class Step:
    """One step on the way to a move: the question that is asked, and the pick that answers it."""

    ask: str
    pick: str
    label: str
    kind: Kind = "pick"
    button: bool = False


def tree_of(moves: Iterable[tuple[int, Sequence[Step]]]) -> Tree:
    """The tree of these moves, each with the steps that lead to it.

    Nobody computes the numbers along the way: each node counts from its smallest move, so nodes
    that ask the same and differ only in where they start are one.

    >>> turns = [Step("How?", "n", "north", "cycle"), Step("How?", "s", "south", "cycle")]
    >>> tiles = [Step("Which?", "oak", "the oak"), Step("Which?", "elm", "the elm")]
    >>> tree = tree_of([(4 * i + j, (tiles[i], turns[j])) for i in (0, 1) for j in (0, 1)])
    >>> tree.moves(), len(tree.nodes)
    ([0, 1, 4, 5], 2)
    """
    tree = Tree()
    listed = list(moves)
    if listed:
        tree.nodes.append(Node("", []))
        first = _node(tree, listed, 0)
        start = min(move for move, _ in listed)
        shifted = [_moved(choice, start) for choice in first.choices]
        tree.nodes[0] = Node(first.ask, shifted, first.kind)
    return tree


def _moved(choice: Choice, by: int) -> Choice:
    return Choice(choice.pick, choice.label, choice.add + by, choice.then, choice.button)


def _node(tree: Tree, moves: list[tuple[int, Sequence[Step]]], depth: int) -> Node:
    """The question after so many steps, counted from its smallest move."""
    start = min(move for move, _ in moves)
    asked = moves[0][1][depth]
    groups: dict[str, list[tuple[int, Sequence[Step]]]] = {}
    for move, steps in moves:
        groups.setdefault(steps[depth].pick, []).append((move, steps))
    node = Node(asked.ask, [], asked.kind)
    for pick, inside in groups.items():
        step = inside[0][1][depth]
        least = min(move for move, _ in inside)
        then = None
        if len(inside[0][1]) > depth + 1:
            then = tree.add(_node(tree, inside, depth + 1))
        node.choices.append(Choice(pick, step.label, least - start, then, step.button))
    return node
