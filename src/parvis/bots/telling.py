"""An analysis in words: verdicts, ratings, moments, what a move cost and why.

Where positions are given they are the true ones of a game that is over. Imports the analysis and
the engine.
"""

from __future__ import annotations

from parvis.bots.analysis import Analysis, Decision, Moment, Value
from parvis.engine.game import Game
from parvis.engine.open_table import open_story, quoted
from parvis.engine.position import Position
from parvis.engine.words import Speech

VERDICT_WORDS = {
    "fine": "bot.verdict.fine",
    "inexact": "bot.verdict.inexact",
    "error": "bot.verdict.error",
    "blunder": "bot.verdict.blunder",
}
RATING_WORDS = {
    "superb": "bot.rating.superb",
    "strong": "bot.rating.strong",
    "good": "bot.rating.good",
    "fair": "bot.rating.fair",
    "learning": "bot.rating.learning",
}
MOMENT_WORDS = {
    ("error", True): "bot.moment.error",
    ("error", False): "bot.moment.error",
    ("luck", True): "bot.moment.luck.good",
    ("luck", False): "bot.moment.luck.bad",
    ("move", True): "bot.moment.move.good",
    ("move", False): "bot.moment.move.bad",
}
# What each figure of a player is, in the order of the table: its name, and a line that explains it.
FIGURE_WORDS = (
    ("bot.figure.start", "bot.figure.start.help"),
    ("bot.figure.luck", "bot.figure.luck.help"),
    ("bot.figure.own", "bot.figure.own.help"),
    ("bot.figure.others", "bot.figure.others.help"),
    ("bot.figure.result", "bot.figure.result.help"),
    ("bot.figure.adjusted", "bot.figure.adjusted.help"),
)
MOST_WORDS = 2  # sentences of a move's story that are told of a move that was not played


def hundredths(share: float) -> float | int:
    """A share in hundredths, with a decimal where it is small.

    >>> hundredths(0.2345), hundredths(0.0123), hundredths(0.0)
    (23, 1.2, 0)
    """
    found = round(100 * share, 1)
    return round(found) if abs(found) >= 10 or found == round(found) else found


def points(margin: float) -> float | int:
    """Points with a decimal where there are few.

    >>> points(12.34), points(-1.26), points(3.0)
    (12, -1.3, 3)
    """
    found = round(margin, 1)
    return round(found) if abs(found) >= 10 or found == round(found) else found


def number_of(points: float | int, language: str) -> int:
    """What chooses the form of “points”: in French all below two is one, elsewhere one alone.

    >>> number_of(1.5, "fr"), number_of(1.5, "en"), number_of(1, "it")
    (1, 2, 1)
    """
    if language == "fr":
        return 1 if points < 2 else 2
    return 1 if points == 1 else 2


def signed(value: float | int, speech: Speech) -> str:
    """A number with its sign."""
    text = speech.spoken(value)
    return f"+{text}" if value > 0 else text


def people_of(analysis: Analysis, side: int) -> object:
    """Who plays on a side, as a parameter of words."""
    seats = [f"@{seat}" for seat in analysis.sides[side]]
    return seats[0] if len(seats) == 1 else seats


def told(position: Position, move: int, seat: int, speech: Speech) -> str:
    """What a seat's move does, in words for all: nobody is spoken to who is not meant."""
    story = open_story(position.story(move, None), {seat: position.story(move, seat)})
    return " ".join(
        quoted(who, speech.tell(each.key, each.params), speech) for who, each in story[:MOST_WORDS]
    )


def cost_of(value: Value, speech: Speech) -> str:
    """What a move gave away, with its standard error."""
    given = points(value.margin)
    return speech(
        "bot.cost",
        n=number_of(given, speech.language),
        share=hundredths(value.share),
        error=hundredths(value.share_error),
        points=given,
        off=points(value.margin_error),
    )


def moment_of(moment: Moment, analysis: Analysis, speech: Speech) -> str:
    """A moment that decided the game, in a sentence."""
    key = MOMENT_WORDS[moment.kind, moment.change.share > 0]
    share = hundredths(abs(moment.change.share))
    who = f"@{moment.seat}" if moment.kind == "error" else people_of(analysis, moment.side)
    return speech.tell(key, {"who": who, "share": share})


def reasons_of(decision: Decision, game: Game, speech: Speech) -> list[tuple[str, str]]:
    """Why the best move is better: the clause, and in words what it lets one expect by it."""
    clauses = game.rulebook(speech.language).clauses
    found: list[tuple[str, str]] = []
    for gain in decision.gains:
        title = clauses[gain.clause].title if gain.clause in clauses else gain.clause
        key = "bot.gain.more" if gain.points > 0 else "bot.gain.less"
        given = points(abs(gain.points))
        n = number_of(given, speech.language)
        found.append((gain.clause, speech(key, n=n, points=given, clause=title)))
    return found
