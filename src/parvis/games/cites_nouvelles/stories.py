"""What happens when a move is played, sentence by sentence.

Everything here is public: every seat is told the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.sentence import Sentence
from parvis.games.cites_nouvelles.components import (
    BLOCKS,
    BUILD,
    DECORATE,
    FINISHED,
    IDLE,
    LOT_PLACES,
    LOT_WORDS,
    MARK,
    NOTHING,
    OVER,
    PLAY,
    STAY,
    TRICK,
    TRUMPS,
    block_place,
    block_words,
    blocks_of,
)
from parvis.games.cites_nouvelles.scoring import raising_lines

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites


def story(position: Cites, move: int) -> list[Sentence]:
    """What a legal move brings about, in order."""
    after = position.copy()
    after.play(move)
    told = deed(position, move)
    ahead = position.foresee(move)
    if position.phase == TRICK and len(position.trick) == position.seats - 1:
        told += taking(position, ahead)
        told += contre(position, ahead)
    told += building(position, ahead)
    if after.phase == OVER:
        told += ending(after)
    elif after.number > position.number:
        told += dealing(after)
    return told


def deed(position: Cites, move: int) -> list[Sentence]:
    """The move itself."""
    who = f"@{position.turn()}"
    if move < BUILD:
        facts: dict[str, object] = {"who": who, "lot": LOT_WORDS[move]}
        doubles = move in position.offers
        key = "cn.story.double" if doubles else "cn.story.name"
        return [Sentence(key, facts, (LOT_PLACES[move],))]
    if move == BUILD:
        return [Sentence("cn.story.build", {"who": who})]
    if move < STAY:
        block = move - PLAY
        facts = {"who": who, **block_words(block, position.terms.kinds)}
        key = "cn.story.play" if position.trick else "cn.story.lead"
        return [Sentence(key, facts, (block_place(block),))]
    chosen = blocks_of(TRUMPS, position.terms.stays[move - STAY])
    return [
        Sentence("cn.story.stay", {"who": who, **block_words(block, position.terms.kinds)},
                 (block_place(block),))
        for block in chosen
    ]  # fmt: skip


def taking(position: Cites, ahead: Cites) -> list[Sentence]:
    """Who wins the trick that the move completes, and what goes where."""
    winner = int(ahead.leader)
    offer = position.offers[position.side_of(winner)]
    blocks = ahead.last[1:]
    kept = [block for block in blocks if block // 15 in (offer, TRUMPS)]
    best = blocks[(winner - int(position.leader)) % position.seats]
    facts = {"who": f"@{winner}", "n": len(kept), **block_words(best, position.terms.kinds)}
    return [Sentence("cn.story.trick", facts, tuple(block_place(block) for block in kept))]


def contre(position: Cites, ahead: Cites) -> list[Sentence]:
    """Who wins the contre, if this was the last trick and an ensemble was doubled."""
    if position.left > 1:
        return []
    counted = position.copy()
    side = position.side_of(int(ahead.leader))
    for block in ahead.last[1:]:
        if block // 15 == TRUMPS:
            counted.kept[2 * side + 1] |= MARK[block]
        elif block // 15 == position.offers[side]:
            counted.kept[2 * side] |= MARK[block]
    winner, loser = counted.contre()
    if winner < 0:
        return []
    lot = position.offers[winner]
    facts: dict[str, object] = {
        "winner": f"@{position.namers[winner]}",
        "loser": f"@{position.namers[loser]}",
        "lot": LOT_WORDS[lot],
    }
    places = (LOT_PLACES[lot],)
    more, fewer = (counted.kept_by(side) for side in (winner, loser))
    if len(more) > len(fewer):
        facts |= {"more": len(more), "fewer": len(fewer)}
        return [Sentence("cn.story.contre", facts, places)]
    high, low = (sum(block % 15 + 1 for block in kept) for kept in (more, fewer))
    if high > low:
        facts |= {"n": len(more), "more": high, "fewer": low}
        return [Sentence("cn.story.contre.sum", facts, places)]
    return [Sentence("cn.story.contre.first", facts, places)]


def building(position: Cites, ahead: Cites) -> list[Sentence]:
    """What is built at the end of the round."""
    told: list[Sentence] = []
    for raising in ahead.raised[len(position.raised) :]:
        lines = raising_lines(raising, position.terms.cumulative)
        blocks = blocks_of(raising.lot, raising.constructions)
        blocks += blocks_of(TRUMPS, raising.decorations)
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
        told = Sentence("cn.story.end.idle")
    elif reason == NOTHING:
        told = Sentence("cn.story.end.nothing")
    else:
        told = Sentence("cn.story.end.short")
    winners = [f"@{seat}" for seat in after.winners()]
    return [told, Sentence("cn.story.won", {"who": winners, "n": len(winners)})]


def dealing(after: Cites) -> list[Sentence]:
    """A new round: how much everyone gets, and who speaks first."""
    facts: dict[str, object] = {"round": int(after.number), "n": int(after.left)}
    told = [Sentence("cn.story.deal", facts)]
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
