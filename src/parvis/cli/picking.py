"""Walking through a tree of choices by typing. Imports the engine's choices."""

from __future__ import annotations

from parvis.engine.choices import Choice, Node, Tree


class Picking:
    """How far a person has got in a tree: the node, the sum so far, the picks."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.index = 0
        self.total = 0
        self.picks: list[Choice] = []

    @property
    def node(self) -> Node:
        return self.tree.nodes[self.index]

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(choice.pick for choice in self.picks)

    def choice(self, typed: str) -> Choice | None:
        """The choice that a number, a place or a label names."""
        choices = self.node.choices
        if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:6]) <= len(choices):
            return choices[int(typed[:6]) - 1]
        for choice in choices:
            if typed.casefold() in (choice.pick.casefold(), choice.label.casefold()):
                return choice
        return None

    def pick(self, choice: Choice) -> int | None:
        """Go on with a choice; the move if it is complete."""
        self.picks.append(choice)
        self.total += choice.add
        if choice.then is None:
            return self.total
        self.index = choice.then
        return None

    def again(self) -> None:
        """Back to the first question."""
        self.index = 0
        self.total = 0
        self.picks = []


def spelt(tree: Tree, move: int) -> str:
    """A move in the words of its choices.

    >>> turn = Node("How?", [Choice("r0", "upright", 0), Choice("r1", "turned", 1)], "cycle")
    >>> spelt(Tree([Node("Which?", [Choice("a", "the tile", 10, 1)]), turn]), 11)
    'the tile, turned'
    """
    for total, labels in walk(tree, 0, 0, ()):
        if total == move:
            return ", ".join(labels)
    return ""


def walk(
    tree: Tree, index: int, total: int, labels: tuple[str, ...]
) -> list[tuple[int, tuple[str, ...]]]:
    """Every move below a node with its labels."""
    if not tree.nodes:
        return []
    found: list[tuple[int, tuple[str, ...]]] = []
    for choice in tree.nodes[index].choices:
        here = (*labels, choice.label)
        if choice.then is None:
            found.append((total + choice.add, here))
        else:
            found += walk(tree, choice.then, total + choice.add, here)
    return found
