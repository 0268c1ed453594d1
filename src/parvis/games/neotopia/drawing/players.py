"""The other players: their points, bonuses and what is known of their hands."""

from __future__ import annotations

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.part import part
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import Number, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neotopia.components import REGIONS
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.drawing.regions import GROUNDS
from parvis.games.neotopia.labels import KIND_WORDS, REGION_WORDS, Face, describe, face_of
from parvis.games.neotopia.schema import View

WIDTH = 264


@part
def area(view: View, seat: int, speech: Speech, colour: int | None) -> Panel:
    """Another player's points, bonuses and what is known of the hand."""
    known = view["known"][seat]
    panel = Panel(f"area-{seat}", "area", speech.name(seat), WIDTH, 92 if known else 58, seat)
    common = speech.common
    panel.add("ground", ground(common))
    counts = tuple([seen["points"][seat] for seen in view["regions"]])
    weakest = REGIONS.index(view["weakest"][seat])
    panel.add("points", points(seat, counts, weakest, common))
    panel.add("tokens", tokens(seat, colour, tuple(view["held"][seat]), common))
    panel.add("hidden", hidden(seat, view["cards"][seat] - len(known), common))
    step = min(38, WIDTH / max(1, len(known)))
    for n, code in enumerate(known):
        face = face_of(view["projects"][code])
        panel.add(f"known-{n}", known_card(n * step, seat, code, face, colour, common))
    return panel


@fragment
def ground(speech: Speech) -> str:
    """The three regions by name."""
    parts: list[str] = []
    for region, (tint, hatching) in enumerate(GROUNDS):
        x, ink = region * 89, f"{tint}-ink"
        parts += [
            rect(x, 1, 86, 26, rx=7, fill=f"var(--{tint})"),
            rect(x, 1, 86, 26, rx=7, fill=fill(hatching, ink), opacity=0.35),
            text(x + 5, 14, speech.spoken(REGION_WORDS[region]), 12, fill=f"var(--{ink})"),
        ]
    return "".join(parts)


@fragment
def points(seat: int, counts: tuple[int, ...], weakest: int, speech: Speech) -> str:
    """A player's points in each region."""
    parts: list[str] = []
    for region, count in enumerate(counts):
        said = f"{count}×3" if region == weakest else str(count)
        label = speech("nt.label.points", region=REGION_WORDS[region], points=said)
        ink = {"font_weight": "bold", "fill": f"var(--{GROUNDS[region][0]}-ink)"}
        outline = rect(region * 89, 1, 86, 26, rx=7, fill="transparent")
        number = text(region * 89 + 81, 14, said, 12, "end", **ink)
        parts.append(place(f"points-{REGIONS[region]}-{seat}", outline, number, label=label))
    return "".join(parts)


@fragment
def tokens(seat: int, colour: int | None, held: tuple[int, ...], speech: Speech) -> str:
    """The element whose colour a player plays, and the bonuses."""
    kinds = [kind for kind, count in enumerate(held) for _ in range(count)]
    step = min(23, 110 / max(1, len(kinds)))
    row = [pieces.token(kind, 40 + n * step, 44, 10) for n, kind in enumerate(kinds)]
    if not row:
        row = [text(32, 44, speech("nt.draw.no_bonus"), 12, fill="var(--soft)")]
    named = [speech.spoken(KIND_WORDS[kind]) for kind in kinds]
    outline = rect(28, 32, max(0, len(kinds) - 1) * step + 24, 24, rx=12, fill="transparent")
    played = "" if colour is None else pieces.element(colour, 14, 44, 12)
    label = ", ".join(named) or speech("nt.draw.no_bonus")
    return place(f"tokens-{seat}", played, outline, *row, label=label)


@fragment
def hidden(seat: int, count: int, speech: Speech) -> str:
    """How many projects a player holds that nobody else knows."""
    words = speech("nt.draw.hidden", n=count)
    outline = rect(WIDTH - 108, 32, 108, 24, rx=6, fill="transparent")
    return place(f"cards-{seat}", outline, text(WIDTH - 2, 44, words, 12, "end"), label=words)


@fragment
def known_card(
    x: Number, seat: int, code: str, face: Face, colour: int | None, speech: Speech
) -> str:
    """A project that everybody knows another player holds."""
    drawn = place(
        f"known-{seat}-{code}",
        rect(0.5, 0.5, 36, 32, rx=5, fill="var(--sheet)", stroke="var(--line)"),
        pieces.pattern(face, 18.5, 16.5, 32, 28),
        label=describe(face, colour, speech),
    )
    return moved(x, 58, drawn)
