"""What memory gives: where each of the 75 blocks was seen last."""

from __future__ import annotations

from itertools import chain

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, line, moved, place, rect, remembered, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import CODES, ENSEMBLES, LETTERS, TRUMPS
from parvis.games.cites_nouvelles.drawing.symbols import FACES, TINT_OF, face_of, pictogram
from parvis.games.cites_nouvelles.labels import SUIT_WORDS
from parvis.games.cites_nouvelles.schema import View

LEGEND = (
    ("cn.draw.mine", "mine"), ("cn.draw.unseen", "unseen"),
    ("cn.draw.seen", "seen"), ("cn.draw.built", "built"),
)  # fmt: skip
UNSEEN = dict.fromkeys(CODES, "unseen")


def memory(view: View, speech: Speech) -> Panel:
    """All 75 blocks: those nobody has seen since the deal, mine, those seen, those built."""
    panel = Panel("memory", "supply", speech("cn.draw.reserve", n=view["reserve"]), 352, 156)
    turned = [turned["block"] for turned in view["turned"]]
    seen = chain(*view["kept"], view["returned"], view["trick"], turned)
    state = UNSEEN | dict.fromkeys(seen, "seen")
    state |= dict.fromkeys(view["hand"], "mine")
    state |= dict.fromkeys(chain(*view["lots"].values()), "built")
    states = tuple(state.values())
    common = speech.common
    for suit in range(ENSEMBLES):
        panel.add(f"suit-{suit}", row(suit, states[15 * suit : 15 * suit + 15], common))
    kinds = tuple(view["decorations"])
    panel.add(f"suit-{TRUMPS}", row(TRUMPS, states[15 * TRUMPS :], common, kinds))
    panel.add("legend", legend(common, bool(view["hand"])))
    return panel


@fragment
def row(
    suit: int, states: tuple[str, ...], speech: Speech, kinds: tuple[str, ...] = ("",) * 15
) -> str:
    """The fifteen blocks of a suit."""
    return place(
        f"memory-{LETTERS[suit]}",
        rect(26, 1 + suit * 24, 324, 22, rx=4, fill="transparent"),
        *(
            cell(suit, rank, state, kind)
            for rank, (state, kind) in enumerate(zip(states, kinds, strict=True))
        ),
        label=speech("cn.label.memory", suit=SUIT_WORDS[suit], n=states.count("unseen")),
    )


@remembered
def cell(suit: int, rank: int, state: str, kind: str) -> str:
    """A block: a dash if it was seen, dark if it is built, else with its number."""
    x, y = 28 + rank * 21.5, 2 + suit * 24
    face = face_of(15 * suit + rank, kind)
    if state == "seen":
        return use("cn-seen", x, y)
    drawn = use(f"cn-{face}-{state}", x, y)
    if state == "built":
        return drawn
    ink = f"var(--{TINT_OF[face]}-ink)"
    weight = "bold" if state == "mine" else None
    words = str(rank + 1)
    return drawn + text(x + 9.5, y + 10.5, words, 13, "middle", fill=ink, font_weight=weight)


@fragment
def legend(speech: Speech, holds: bool) -> str:
    """What stands at the beginning of the rows, and what the signs mean; who holds nothing (who
    looks on) is told of nothing of theirs."""
    parts = [
        pictogram(FACES[suit], 12, 12.5 + suit * 24, 18, "var(--ink)") for suit in range(ENSEMBLES)
    ]
    parts.append(
        rect(6, 4 + TRUMPS * 24, 12, 17, rx=6, fill="none", stroke="var(--ink)", stroke_width=2)
    )
    for n, (key, what) in enumerate(LEGEND if holds else LEGEND[1:]):
        parts.append(moved(28 + n * 82, 134, legend_mark(what), text(19, 8, speech(key), 14)))
    return group(*parts)


def legend_mark(what: str) -> str:
    """One of the four signs of the memory panel."""
    if what == "seen":
        return line(3, 8, 12, 8, stroke="var(--line)", stroke_width=2)
    if what == "built":
        return rect(0, 0, 14, 16, rx=3, fill="var(--ink)")
    held = what == "mine"
    return rect(
        1, 1, 12, 14, rx=3, fill="var(--shade)",
        stroke="var(--ink)" if held else "var(--line)", stroke_width=2.25 if held else 1,
    )  # fmt: skip
