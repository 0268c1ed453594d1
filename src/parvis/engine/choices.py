"""Legal moves as a tree of things one can pick.

A node asks for one pick; each choice leads to another node or completes the move. The move's id
is the sum of the `add` numbers along the way, so that choices which lead to the same questions
share one node: a tile and a square and a rotation cost three short lists, not their product.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal["pick", "cycle"]


class Choice(NamedTuple):
    """One thing to pick: a place of the drawing, or a button.

    `pick` is the place's name (`data-place` in the drawing) or the button's own name; `label`
    is what a screen reader says; `then` is the index of the next node, or None at the end;
    `titled` says that the place's title in the drawing has the label too. `does` is what the whole
    move does, as a verb for its button, if this pick completes it and the question has no verb for
    all; `quiet` says that it declines what is asked.
    """

    pick: str
    label: str
    add: int
    then: int | None = None
    button: bool = False
    titled: bool = False
    does: str = ""
    quiet: bool = False


@dataclass
class Node:
    """One question: `ask` is a sentence. A `cycle` is turned through (rotations) rather than
    picked among. `does` is the verb of all choices that have none of their own."""

    ask: str
    choices: list[Choice]
    kind: Kind = "pick"
    does: str = ""


@dataclass
class Tree:
    """Nodes that refer to each other by index; node 0 is the first question."""

    nodes: list[Node] = field(default_factory=list)
    # What was added, by what is quickly compared.
    added: dict[Hashable, list[int]] = field(default_factory=dict, repr=False, compare=False)

    def add(self, node: Node) -> int:
        """Take in a node, or find the equal one that was added before; its index."""
        alike = self.added.setdefault((node.ask, len(node.choices)), [])
        for index in alike:
            if self.nodes[index] is node or self.nodes[index] == node:
                return index
        self.nodes.append(node)
        alike.append(len(self.nodes) - 1)
        return alike[-1]

    def labels(self, picks: Sequence[str]) -> list[str]:
        """What the picks of a path are called; fewer if the path leaves the tree."""
        found: list[str] = []
        index: int | None = 0 if self.nodes else None
        for pick in picks:
            if index is None:
                break
            choice = next((one for one in self.nodes[index].choices if one.pick == pick), None)
            if choice is None:
                break
            found.append(choice.label)
            index = choice.then
        return found

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


class Step(NamedTuple):
    """One step on the way to a move: the question that is asked, and the pick that answers it."""

    ask: str
    pick: str
    label: str
    kind: Kind = "pick"
    button: bool = False
    titled: bool = False  # the place's title in the drawing has the label too
    does: str = ""  # what the move does that it completes
    quiet: bool = False  # it declines


Way = tuple[int, Sequence[Step]]


def tree_of(moves: Iterable[Way], rest: Mapping[int, Node] | None = None) -> Tree:
    """The tree of these moves, each with the steps that lead to it.

    Nobody computes the numbers along the way: each node counts from its smallest move, so nodes
    that ask the same and differ only in where they start are one.

    >>> turns = [Step("How?", "n", "north", "cycle"), Step("How?", "s", "south", "cycle")]
    >>> tiles = [Step("Which?", "oak", "the oak"), Step("Which?", "elm", "the elm")]
    >>> tree = tree_of([(4 * i + j, (tiles[i], turns[j])) for i in (0, 1) for j in (0, 1)])
    >>> tree.moves(), len(tree.nodes)
    ([0, 1, 4, 5], 2)

    Where many moves differ in their last pick only, one of them may stand for all: `rest` has the
    last question by that number, and its choices count on from there.

    >>> turn = Node("How?", [Choice("n", "north", 0), Choice("s", "south", 1)], "cycle")
    >>> tree_of([(0, tiles[:1]), (4, tiles[1:])], {0: turn, 4: turn}) == tree
    True
    """
    tree = Tree()
    ways = list(moves)
    if ways:
        tree.nodes.append(Node("", []))
        tree.nodes[0], _ = _node(tree, ways, rest or {}, 0)
    return tree


def _node(tree: Tree, ways: list[Way], rest: Mapping[int, Node], depth: int) -> tuple[Node, int]:
    """The question after so many steps, counted from its smallest move; that move.

    The first question counts from 0.
    """
    groups: dict[str, list[Way]] = {}
    for way in ways:
        pick = way[1][depth].pick
        if pick in groups:
            groups[pick].append(way)
        else:
            groups[pick] = [way]
    found: list[tuple[int, Step, int | None]] = []
    for inside in groups.values():
        least, steps = inside[0]
        then = None
        if len(steps) > depth + 1:
            node, least = _node(tree, inside, rest, depth + 1)
            then = tree.add(node)
        elif least in rest:
            then = tree.add(rest[least])
        found.append((least, steps[depth], then))
    start = min([least for least, _, _ in found]) if depth else 0
    asked = ways[0][1][depth]
    verbs = {step.does for _, step, _ in found if not step.button}
    does = asked.does if len(verbs) == 1 else ""  # said once for all
    choices = [
        Choice(
            step.pick,
            step.label,
            least - start,
            then,
            step.button,
            step.titled,
            "" if step.does == does else step.does,
            step.quiet,
        )
        for least, step, then in found
    ]
    return Node(asked.ask, choices, asked.kind, does), start
