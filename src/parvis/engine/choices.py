"""Legal moves as a tree of things one can pick.

A node asks for one pick; each choice leads to another node or completes the move. The move's id
is the sum of the `add` numbers along the way, so that choices which lead to the same questions
share one node: a tile and a square and a rotation cost three short lists, not their product.
"""

from __future__ import annotations

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
