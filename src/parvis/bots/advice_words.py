"""Advice in words: the move, what it brings now, what to expect of it, the second and why not.

Every figure is one of the advice's own. Imports the advice, how figures are told, and the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parvis.bots.advice import Advice, Reason
from parvis.bots.analysis import NOISE, Gain, Value
from parvis.bots.telling import hundredths, number_of, points
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.words import Speech

LEAST_SHARE = 0.005  # of a victory that is worth a word
LEAST_POINTS = 0.1
LEAST_CHANCE = 0.1  # that a line's chances must differ by to be told


class Told(NamedTuple):
    """A sentence, and the clause that it speaks of, if it speaks of one."""

    words: str
    clause: str = ""


Spelt = Callable[[int], str]  # a move in the words of its choices


def advised(
    advice: Advice, position: Position, game: Game, speech: Speech, spelt: Spelt, begun: bool
) -> list[Told]:
    """Advice for the seat to decide, in sentences; `begun` if part of the move was made."""
    seat = position.turn()
    assert seat is not None
    side = position.side_of(seat)
    told = [Told(now(position, position.read(advice.best.move), side, speech, spelt))]
    if not advice.best.worlds:
        return told
    told.append(Told(expected(advice.best.value, speech)))
    if not any(each.side == side and each.points > 0 for each in advice.reasons):
        told += [Told(hope(each, game, speech), each.clause) for each in advice.hopes[:1]]
    second = advice.second
    if second is None:
        told.append(Told(speech("bot.hint.only.begun" if begun else "bot.hint.only")))
    else:
        told.append(Told(behind(advice.ahead, spelt(position.read(second.move)), speech)))
    if advice.elsewhere is not None:
        move = spelt(position.read(advice.elsewhere.move))
        told.append(Told(elsewhere(advice.beyond, move, speech)))
    if advice.reasons:
        told.append(Told(speech("bot.hint.why")))
    for each in advice.reasons:
        told.append(Told(reason(each, position, side, game, speech), each.clause))
    return told


def now(position: Position, move: int, side: int, speech: Speech, spelt: Spelt) -> str:
    """The move, and what it brings before anything is drawn."""
    gain = position.foresee(move).scores()[side] - position.scores()[side]
    if not gain:
        return speech("bot.hint.nothing", move=spelt(move))
    return speech("bot.hint.gain" if gain > 0 else "bot.hint.loss", move=spelt(move), n=abs(gain))


def expected(value: Value, speech: Speech) -> str:
    margin = points(abs(value.margin))
    return speech(
        "bot.hint.ahead" if value.margin >= 0 else "bot.hint.behind",
        n=number_of(margin, speech.language),
        share=hundredths(value.share),
        points=margin,
    )


def behind(ahead: Value, move: str, speech: Speech) -> str:
    """What the second is worth less, as far as that exceeds noise."""
    less = points(ahead.margin)
    n, share = number_of(less, speech.language), hundredths(ahead.share)
    by_share = ahead.share >= max(LEAST_SHARE, NOISE * ahead.share_error)
    by_points = ahead.margin >= max(LEAST_POINTS, NOISE * ahead.margin_error)
    if by_share and by_points:
        return speech("bot.hint.second.both", move=move, n=n, share=share, points=less)
    if by_share:
        return speech("bot.hint.second.share", move=move, share=share)
    if by_points:
        return speech("bot.hint.second.points", move=move, n=n, points=less)
    return speech("bot.hint.second.level", move=move)


def reason(found: Reason, position: Position, side: int, game: Game, speech: Speech) -> str:
    """Points that the first move makes more or less likely, and whose they are."""
    given = points(abs(found.points))
    params: dict[str, object] = {
        "n": number_of(given, speech.language),
        "points": given,
        "clause": title_of(game, found.clause, speech),
    }
    if found.side == side:
        key = "bot.hint.mine.more" if found.points > 0 else "bot.hint.mine.less"
    else:
        key = "bot.hint.theirs.more" if found.points > 0 else "bot.hint.theirs.less"
        seats = [f"@{seat}" for seat in position.sides()[found.side]]
        params["who"] = seats[0] if len(seats) == 1 else seats
    words = speech.tell(key, params)
    if not found.thing:
        return words
    thing = " ".join(speech.spoken(part) for part in found.thing)
    if abs(found.chance - found.otherwise) < LEAST_CHANCE:
        return f"{words} {speech('bot.hint.thing', thing=thing)}"
    chance, otherwise = hundredths(found.chance), hundredths(found.otherwise)
    named = speech("bot.hint.thing.chance", thing=thing, chance=chance, otherwise=otherwise)
    return f"{words} {named}"


def hope(gain: Gain, game: Game, speech: Speech) -> str:
    given = points(gain.points)
    n = number_of(given, speech.language)
    return speech("bot.hint.hope", n=n, points=given, clause=title_of(game, gain.clause, speech))


def elsewhere(beyond: Value, move: str, speech: Speech) -> str:
    if beyond.share >= LEAST_SHARE:
        return speech("bot.hint.elsewhere.share", move=move, share=hundredths(beyond.share))
    more = points(beyond.margin)
    n = number_of(more, speech.language)
    return speech("bot.hint.elsewhere.points", move=move, n=n, points=more)


def title_of(game: Game, clause: str, speech: Speech) -> str:
    clauses = game.rulebook(speech.language).clauses
    return clauses[clause].title if clause in clauses else clause
