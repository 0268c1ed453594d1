"""What happens when a move is played, sentence by sentence.

Everything here is public: every seat is told the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.sentence import Sentence
from parvis.games.cites_nouvelles.components import (
    BLOCKS,
    DECORATE,
    FINISHED,
    IDLE,
    LOT_PLACES,
    NOBODY,
    OVER,
    TRICK,
    TRUMPS,
    block_place,
    blocks_of,
)
from parvis.games.cites_nouvelles.labels import LOT_WORDS, block_words
from parvis.games.cites_nouvelles.scoring import raising_lines

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites


def story(position: Cites, move: int) -> list[Sentence]:
    """What a legal move brings about, in order."""
    told = deed(position, move)
    ahead = position.twin(position.chance.copy())
    ahead.decide(move)
    after = ahead.twin(ahead.chance.copy())
    after.resolve()
    if completes(position):
        taken = position.twin(position.chance.copy())
        taken.left += 1  # as if the round went on: nothing is settled or built yet
        taken.decide(move)
        told += taking(position, taken)
        told += contre(taken)
    told += building(position, ahead)
    if after.phase == OVER:
        told += ending(after)
    elif after.number > position.number:
        told += dealing(after)
    return told


def deed(position: Cites, move: int) -> list[Sentence]:
    """The move itself."""
    moves = position.terms.moves
    kind = position.codec.kind_of(move)
    who: dict[str, object] = {"who": f"@{position.turn()}"}
    if kind is moves.name:
        lot = int(moves.name.only(move))
        key = "cn.story.double" if lot in position.offers else "cn.story.name"
        return [Sentence(key, {**who, "lot": LOT_WORDS[lot]}, (LOT_PLACES[lot],))]
    if kind is moves.build:
        return [Sentence("cn.story.build", who)]
    if kind is moves.play:
        blocks = [int(moves.play.only(move))]
        key = "cn.story.play" if position.trick else "cn.story.lead"
    else:
        blocks = blocks_of(TRUMPS, moves.staying(move))
        key = "cn.story.stay"
    # What completes a trick lies elsewhere at once: it is seen where its player sits.
    seat = (f"seat-{position.turn()}",) if completes(position) else ()
    return [
        Sentence(
            key,
            {**who, **block_words(block, position.terms.kinds)},
            (*seat, block_place(block)),
        )
        for block in blocks
    ]


def completes(position: Cites) -> bool:
    """Whether the block that is played next is the last one of its trick."""
    return position.phase == TRICK and len(position.trick) == position.seats - 1


def taking(position: Cites, taken: Cites) -> list[Sentence]:
    """Who wins the trick that the move completes, and what goes where."""
    winner = int(taken.leader)
    leader, *blocks = taken.last
    best = blocks[(winner - leader) % position.seats]
    side = position.side_of(winner)
    before = position.kept_by(side)
    kept = [block for block in taken.kept_by(side) if block not in before]
    facts = {"who": f"@{winner}", "n": len(kept), **block_words(best, position.terms.kinds)}
    told = "cn.story.trick" if kept else "cn.story.trick_empty"
    return [Sentence(told, facts, tuple(block_place(block) for block in kept))]


def contre(taken: Cites) -> list[Sentence]:
    """Who wins the contre, if this was the last trick and an ensemble was doubled."""
    if taken.left > 1:
        return []
    winner, loser = taken.contre()
    if winner == NOBODY:
        return []
    lot = taken.offers[winner]
    facts: dict[str, object] = {
        "winner": f"@{taken.namers[winner]}",
        "loser": f"@{taken.namers[loser]}",
        "lot": LOT_WORDS[lot],
    }
    places = (LOT_PLACES[lot],)
    more, high = taken.takings(winner)
    fewer, low = taken.takings(loser)
    if more > fewer:
        facts |= {"more": more, "fewer": fewer}
        return [Sentence("cn.story.contre", facts, places)]
    if high > low:
        facts |= {"n": more, "more": high, "fewer": low}
        return [Sentence("cn.story.contre.sum", facts, places)]
    return [Sentence("cn.story.contre.first", facts, places)]


def building(position: Cites, ahead: Cites) -> list[Sentence]:
    """What is built at the end of the round."""
    told: list[Sentence] = []
    for raising in ahead.raised[len(position.raised) :]:
        lines = raising_lines(raising, position.terms.cumulative)
        blocks = raising.blocks()
        facts: dict[str, object] = {
            "who": f"@{position.namers[raising.side]}",
            "lot": LOT_WORDS[raising.lot],
            "n": len(blocks),
            "points": sum(line.points for line in lines),
        }
        places = (LOT_PLACES[raising.lot], *[block_place(block) for block in blocks])
        if len(lines) > 1 or lines[0].clause != "CN-6.1":
            told.append(Sentence("cn.story.finish", facts, places))
        else:
            told.append(Sentence("cn.story.raise", facts, places))
    if ahead.phase > DECORATE and not told:
        told.append(Sentence("cn.story.nothing-built"))
    return told


def ending(after: Cites) -> list[Sentence]:
    """Why the game is over, and who has won."""
    reason = after.end()
    if reason == FINISHED:
        told = Sentence("cn.story.end.finished")
    elif reason == IDLE:
        told = Sentence("cn.story.end.idle", {"rounds": int(after.idle())})
    else:
        told = Sentence("cn.story.end.short")
    winners = [f"@{seat}" for seat in after.winners()]
    return [told, Sentence("cn.story.won", {"who": winners, "n": len(winners)})]


def dealing(after: Cites) -> list[Sentence]:
    """A new round: how much everyone gets, and who speaks first."""
    facts: dict[str, object] = {"round": int(after.number), "n": int(after.left)}
    told = [Sentence("cn.story.deal", facts)]
    if after.idle() == after.terms.idle_rounds - 1:
        told.append(Sentence("cn.last-chance"))
    for turned in after.turned:
        block = turned % BLOCKS
        words = block_words(block, after.terms.kinds)
        told.append(
            Sentence(
                "cn.story.turn", {"who": f"@{turned // BLOCKS}", **words}, (block_place(block),)
            )
        )
    told.append(Sentence("cn.story.speaker", {"who": f"@{after.speaker}"}))
    return told
