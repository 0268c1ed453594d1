"""The table in text.

The drawing is read out: every panel with what stands in it, as a screen reader says it. A game
may say it better in `terminal.py`: `words(view, speech)` gives other words for some panels, by
their ids; or `rows(view, speech)` gives all of it, as rows of title and words.
Imports the engine only.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from parvis.engine.drawing.panel import Drawing
from parvis.engine.game import Game
from parvis.engine.ledger import OPEN, STANDING, Line
from parvis.engine.position import Position
from parvis.engine.words import Speech

MOST = 60  # different things of a panel that are read out


def picture(game: Game, view: Mapping[str, object], speech: Speech) -> RenderableType:
    """The table as a view knows it."""
    parts: list[RenderableType] = []
    grid: Table | None = None
    for title, words in rows(game, view, speech):
        if "\n" in words:  # a map: it needs the whole width
            parts += [Text(title, style="bold"), Text(words)]
            grid = None
            continue
        if grid is None:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(no_wrap=True, style="bold")
            grid.add_column()
            parts.append(grid)
        grid.add_row(Text(title), Text(words))
    return Group(*parts)


def rows(game: Game, view: Mapping[str, object], speech: Speech) -> list[tuple[str, str]]:
    """Titles, and what there is."""
    better: dict[str, str] = {}
    if importlib.util.find_spec(f"{game.package}.terminal") is not None:
        terminal = game.module("terminal")
        if hasattr(terminal, "rows"):
            found: list[tuple[str, str]] = terminal.rows(view, speech)
            return found
        better = terminal.words(view, speech)
    return [
        (title, better.get(id, words)) for id, title, words in read_out(game.draw(view, speech))
    ]


def read_out(drawing: Drawing) -> Iterator[tuple[str, str, str]]:
    """The panels of a drawing: id, title, and what stands in it."""
    for panel in drawing.panels:
        source = f"<g>{''.join(panel.texts().values())}</g>"
        things = Counter(spoken(ElementTree.fromstring(source)))
        said = [f"{name} ×{count}" if count > 1 else name for name, count in things.items()]
        if len(said) > MOST:
            said = [*said[:MOST], "…"]
        yield panel.id, panel.title, " · ".join(said) or "–"


def spoken(element: ElementTree.Element) -> Iterator[str]:
    """What stands in a drawing: the title of what has one, and words outside of such things.

    >>> drawn = "<g><text>Round 2</text><g><title>House 3</title><text>3</text></g></g>"
    >>> list(spoken(ElementTree.fromstring(drawn)))
    ['Round 2', 'House 3']
    """
    title = element.findtext("title")
    if title:
        yield title
        yield from (name for inner in element for name in named(inner))
    elif element.tag == "text":
        words = "".join(element.itertext())
        if any(letter.isalpha() for letter in words):
            yield words
    else:
        for inner in element:
            yield from spoken(inner)


def named(element: ElementTree.Element) -> Iterator[str]:
    """The titles within a thing that has one itself."""
    for inner in element.iter():
        title = inner.findtext("title")
        if title:
            yield title


def side_name(position: Position, side: int, speech: Speech) -> str:
    """The names of those who play together."""
    return " + ".join(speech.name(seat) for seat in position.sides()[side])


def scores(position: Position, speech: Speech) -> Text:
    """One line: every side with its points, whose turn it is in bold."""
    turn = position.turn()
    parts: list[Text] = []
    for side, points in enumerate(position.scores()):
        mine = turn is not None and turn in position.sides()[side]
        parts.append(
            Text(f"{side_name(position, side, speech)} {points}", style="bold" if mine else "")
        )
    return Text("   ").join(parts)


def victory(position: Position, speech: Speech) -> str:
    """Who has won."""
    winners = position.winners()
    who = [f"@{seat}" for seat in winners]
    together = set(winners) <= set(position.sides()[position.side_of(winners[0])])
    return speech("cli.winner" if together else "cli.winner.shared", who=who, n=len(winners))


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '−2', '0')
    """
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def ledger(lines: list[Line], position: Position, speech: Speech) -> RenderableType:
    """Every line with its clause, in words, by side."""
    tables: list[RenderableType] = []
    totals = position.scores()
    for side in range(len(totals)):
        table = Table(
            title=f"{side_name(position, side, speech)}: {totals[side]}",
            title_justify="left",
            title_style="bold",
            show_header=False,
            box=None,
            padding=(0, 2, 0, 0),
        )
        table.add_column(justify="right", no_wrap=True)
        table.add_column(no_wrap=True, style="dim")
        table.add_column()
        for line in lines:
            if line.side != side:
                continue
            points = Text(signed(line.points))
            if line.status == OPEN:
                points = Text(f"{signed(line.low)} … {signed(line.high)}")
            words = Text(speech.tell(line.key, line.params))
            if line.status == OPEN:
                words.append(f" ({speech('cli.line.open')})", style="dim")
            elif line.status == STANDING:
                words.append(f" ({speech('cli.line.standing')})", style="dim")
            table.add_row(points, line.clause, words)
        if not table.rows:
            table.add_row("0", "", speech("cli.line.none"))
        tables.append(table)
    return Group(*tables)
