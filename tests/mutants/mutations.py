"""The small changes that break a rule module, one at a time.

Comparisons are shifted and turned round, conditions forced, halves of `and` and `or` taken away or
exchanged, arithmetic and numbers changed, statements dropped, answers replaced. What explains
rather than decides is left alone: annotations, docstrings, asserts, texts and the facts of a
sentence (a dict with words for keys), the table of bars (clause, words, reach), and the parts of a
position that decide nothing (`NOT_RULES`), which the laws of the conformance suite hold.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Methods of a position that decide nothing in play: knowledge, words and notation, copies, and
# chance that draws among what the rules allow (law 7 compares it with `moves()`).
NOT_RULES = {
    "__repr__", "copy", "explain", "facts", "fields", "fitting", "guess", "guessed", "meaning",
    "move_limit", "names", "pick", "playout", "read", "recount", "say", "seen",
    "story", "text", "twin", "view",
}  # fmt: skip

COMPARISONS: dict[type[ast.AST], tuple[type[ast.AST], type[ast.AST] | None]] = {
    # turned round, and shifted by one
    ast.Lt: (ast.GtE, ast.LtE),
    ast.LtE: (ast.Gt, ast.Lt),
    ast.Gt: (ast.LtE, ast.GtE),
    ast.GtE: (ast.Lt, ast.Gt),
    ast.Eq: (ast.NotEq, None),
    ast.NotEq: (ast.Eq, None),
    ast.In: (ast.NotIn, None),
    ast.NotIn: (ast.In, None),
    ast.Is: (ast.IsNot, None),
    ast.IsNot: (ast.Is, None),
}
EXCHANGED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SKIPPED = {"annotation", "returns", "decorator_list", "bases", "keywords_of_class", "type_params"}
TEXTS = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)
CONTAINERS = (ast.List, ast.Tuple, ast.JoinedStr, ast.ListComp)
LONGEST = 120  # of the text that a mutant is known by


@dataclass(frozen=True)
class Slot:
    """Where a node hangs in the tree."""

    parent: ast.AST
    field: str
    index: int | None = None

    def put(self, node: ast.AST) -> ast.AST:
        """Hang another node there; the one that hung there before."""
        if self.index is None:
            before: ast.AST = getattr(self.parent, self.field)
            setattr(self.parent, self.field, node)
        else:
            nodes: list[Any] = getattr(self.parent, self.field)
            before, nodes[self.index] = nodes[self.index], node
        return before


@dataclass(frozen=True)
class Mutant:
    """One change of a module. It is known by file, function and text, not by its line."""

    path: Path
    line: int
    function: str  # the outermost function, with its class; empty for the module's own code
    node: ast.FunctionDef | None
    lines: frozenset[int]  # those of its statement: a test that reaches none cannot notice
    was: str
    now: str
    slot: Slot
    new: ast.AST

    def apply(self) -> None:
        """Change the tree that the mutant was found in."""
        ast.fix_missing_locations(ast.copy_location(self.new, self.slot.put(self.new)))

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.path.name, self.function, self.was, self.now


def mutants_of(path: Path, tree: ast.Module) -> list[Mutant]:
    """Every mutant of a module, in its order."""
    return list(Search(path).of(tree))


class Search:
    """Walks a module and proposes changes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.classes: list[str] = []
        self.function: ast.FunctionDef | None = None
        self.name = ""
        self.inner: list[ast.FunctionDef] = []  # for the answer's type
        self.trail: list[ast.AST] = []
        self.assigned: Counter[str] = Counter()
        self.reaches: set[str] = set()  # constants that only order the bars by reach

    def of(self, tree: ast.Module) -> Iterator[Mutant]:
        bars = [node for node in ast.walk(tree) if is_bar(node)]
        self.reaches = {n.id for bar in bars for n in ast.walk(bar) if isinstance(n, ast.Name)}
        yield from self.below(tree)

    def below(self, node: ast.AST) -> Iterator[Mutant]:
        self.trail.append(node)
        for field, value in ast.iter_fields(node):
            if field in SKIPPED:
                continue
            if isinstance(value, list):
                for index, child in enumerate(value):
                    if isinstance(child, ast.AST):
                        yield from self.at(child, Slot(node, field, index))
            elif isinstance(value, ast.AST):
                yield from self.at(value, Slot(node, field))
        self.trail.pop()

    def at(self, node: ast.AST, slot: Slot) -> Iterator[Mutant]:
        if isinstance(node, TEXTS) or only_explains(node) or self.orders_bars(node):
            return
        if isinstance(node, ast.ClassDef):
            self.classes.append(node.name)
            yield from self.below(node)
            self.classes.pop()
        elif isinstance(node, ast.FunctionDef):
            yield from self.within(node)
        else:
            for new in self.proposals(node, slot):
                yield self.mutant(node, slot, new)
            yield from self.below(node)

    def orders_bars(self, node: ast.AST) -> bool:
        if isinstance(node, ast.AnnAssign):
            return ast.unparse(node.target) in self.reaches
        return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in self.reaches

    def within(self, node: ast.FunctionDef) -> Iterator[Mutant]:
        if node.name.startswith("random_") or (self.classes and node.name in NOT_RULES):
            return
        outermost = self.function is None
        if outermost:
            self.function = node
            self.name = ".".join([*self.classes, node.name])
            self.assigned = Counter(
                found.id
                for found in ast.walk(node)
                if isinstance(found, ast.Name) and isinstance(found.ctx, ast.Store)
            )
        self.inner.append(node)
        yield from self.below(node)
        self.inner.pop()
        if outermost:
            self.function, self.name = None, ""

    def mutant(self, node: ast.AST, slot: Slot, new: ast.AST) -> Mutant:
        statement = next(
            found for found in [node, *reversed(self.trail)] if isinstance(found, ast.stmt)
        )
        shown = self.shown(node, statement)
        if shown is node:
            was, now = text_of(node), text_of(new)
        else:
            was = text_of(shown)
            before = slot.put(ast.copy_location(new, node) if hasattr(node, "lineno") else new)
            now = text_of(shown)
            slot.put(before)
        line: int = getattr(node, "lineno", statement.lineno)
        function = self.function
        if function is not None and line < function.body[0].lineno:
            function = None  # a default value: set when the function is made, not when it runs
        return Mutant(
            self.path, line, self.name, function, lines_of(statement), was, now, slot, new
        )

    def shown(self, node: ast.AST, statement: ast.stmt) -> ast.AST:
        """The largest surrounding part that still reads well."""
        if node is statement:
            return node
        best: ast.AST | None = None
        for found in reversed(self.trail):
            if not isinstance(found, ast.expr | ast.stmt):
                continue
            if best is not None and len(text_of(found)) > LONGEST:
                break
            best = found
            if found is statement:
                break
        return best or statement

    # What can be changed.

    def proposals(self, node: ast.AST, slot: Slot) -> Iterator[ast.AST]:
        forced = is_condition(slot)
        if forced and not isinstance(node, ast.Constant):
            if not isinstance(slot.parent, ast.While):
                yield ast.Constant(True)
            yield ast.Constant(False)
        if isinstance(node, ast.cmpop):
            turned, shifted = COMPARISONS[type(node)]
            # A condition that is forced both ways need not be turned round as well.
            if not (len(self.trail) > 1 and is_forced(self.trail[-1], self.trail[-2])):
                yield turned()
            if shifted is not None:
                yield shifted()
        elif isinstance(node, ast.operator):
            if not any(isinstance(side, CONTAINERS) or is_text(side) for side in sides(slot)):
                yield EXCHANGED[type(node)]()
        elif isinstance(node, ast.boolop):
            yield EXCHANGED[type(node)]()
        elif isinstance(node, ast.BoolOp):
            for left_out in range(len(node.values)):
                rest = [value for i, value in enumerate(node.values) if i != left_out]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        elif isinstance(node, ast.UnaryOp):
            yield node.operand
        elif isinstance(node, ast.Constant):
            yield from self.constants(node)
        elif isinstance(node, ast.Name) and node.id in CALLS and slot.field == "func":
            yield ast.Name(CALLS[node.id], ast.Load())
        elif isinstance(node, ast.stmt):
            yield from self.statements(node)

    def constants(self, node: ast.Constant) -> Iterator[ast.AST]:
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield ast.Constant(node.value + 1)
            if node.value > 0 and self.function is not None:
                yield ast.Constant(node.value - 1)

    def statements(self, node: ast.stmt) -> Iterator[ast.AST]:
        if isinstance(node, ast.Return):
            yield from self.answers(node)
        elif isinstance(node, ast.Break):
            yield ast.Continue()
        elif isinstance(node, ast.Continue):
            yield ast.Break()
            yield ast.Pass()
        elif self.may_be_dropped(node):
            yield ast.Pass()

    def may_be_dropped(self, node: ast.stmt) -> bool:
        if self.function is None:
            return False
        if isinstance(node, ast.Expr):
            return not isinstance(node.value, ast.Constant)
        if isinstance(node, ast.AugAssign | ast.Delete | ast.Raise | ast.For):
            return True
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        else:
            return False
        if self.function.name == "__init__":
            return False  # without its first value nothing runs at all
        # Without the only value of a name nothing runs either.
        return all(not isinstance(t, ast.Name) or self.assigned[t.id] > 1 for t in targets)

    def answers(self, node: ast.Return) -> Iterator[ast.AST]:
        if node.value is None:
            yield ast.Pass()
            return
        kind = ast.unparse(self.inner[-1].returns) if self.inner and self.inner[-1].returns else ""
        constant = isinstance(node.value, ast.Constant)
        if kind == "bool" and not constant:
            yield ast.Return(ast.Constant(True))
            yield ast.Return(ast.Constant(False))
        elif kind.endswith("| None") and not (constant and node.value.value is None):  # type: ignore[attr-defined]
            yield ast.Return(ast.Constant(None))
        elif kind.startswith("list[") and ast.unparse(node.value) != "[]":
            yield ast.Return(ast.List([], ast.Load()))
        elif kind in ("int", "i64") and not constant:
            yield ast.Return(ast.Constant(0))


def only_explains(node: ast.AST) -> bool:
    """Facts of a sentence, docstrings, a bar's clause and words, what only a type checker reads."""
    if isinstance(node, ast.Dict):
        return bool(node.keys) and all(key is None or is_text(key) for key in node.keys)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if is_bar(node):
        return True
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def is_bar(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Bar"


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def sides(slot: Slot) -> list[ast.AST]:
    """What an operator joins."""
    if isinstance(slot.parent, ast.BinOp):
        return [slot.parent.left, slot.parent.right]
    return [slot.parent.value] if isinstance(slot.parent, ast.AugAssign) else []


def is_condition(slot: Slot) -> bool:
    return slot.field in ("test", "ifs") and not isinstance(slot.parent, ast.Assert)


def is_forced(node: ast.AST, parent: ast.AST) -> bool:
    if isinstance(parent, ast.If | ast.IfExp):
        return parent.test is node
    return isinstance(parent, ast.comprehension) and node in parent.ifs


def lines_of(statement: ast.stmt) -> frozenset[int]:
    """The lines of a statement, without those of the statements inside it."""
    last = statement.end_lineno or statement.lineno
    body = getattr(statement, "body", None)
    if body:
        last = max(statement.lineno, body[0].lineno - 1)
    return frozenset(range(statement.lineno, last + 1))


def text_of(node: ast.AST) -> str:
    """A node in one line: of a statement with others inside it, the head."""
    if isinstance(node, ast.stmt) and hasattr(node, "body"):
        node = copy.copy(node)
        node.body = [ast.Pass()]
        if hasattr(node, "orelse"):
            node.orelse = []
        return " ".join(ast.unparse(node).split("\n")[0].split())
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
