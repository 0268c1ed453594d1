"""What a view of Neotopia holds."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from parvis.engine.schema import Frame

Colour = Literal["red", "green", "purple", "blue"]
RegionKey = Literal["desert", "water", "forest"]
Bonus = Literal["grant", "automation", "initiative", "permit"]


class Project(TypedDict):
    """What a project card shows."""

    main: Annotated[Colour, "its main colour: A in the pattern"]
    second: Annotated[Colour, "its second colour: B in the pattern; the main one for a building"]
    points: Annotated[int, "its points"]
    own: Annotated[int, "its points to who plays the colour of a building"]
    pattern: Annotated[list[str], "its pattern, row by row; hexes of a row are two columns apart"]
    name: Annotated[str, "the key of its name"]


class Region(TypedDict):
    """A region as all see it."""

    key: Annotated[RegionKey, "which region it is"]
    map: Annotated[
        list[str], "its spaces, row by row: c the centre, o outer, * with a token at first, . other"
    ]
    elements: Annotated[str, "a letter a space, along the rows: r, g, p, b, or . for none"]
    tokens: Annotated[str, "a letter a space: g, a, i, p for a token's kind, or . for none"]
    pile: Annotated[int, "how many tokens its pile has"]
    top: Annotated[Bonus | None, "the visible token on the pile; null if none lies there face up"]
    last: Annotated[str | None, "the code of the last project built, which bars its type"]
    track: Annotated[list[int], "every seat's points on the track"]
    group: Annotated[list[int], "the size of every seat's largest group"]
    points: Annotated[list[int], "track and group together, by seat"]


class Built(TypedDict):
    """A project that was built."""

    seat: Annotated[int, "by whom"]
    space: Annotated[str, "the place of the element that completed it"]
    project: Annotated[str, "its code"]
    points: Annotated[int, "for how many points"]
    spaces: Annotated[list[str], "the places where its pattern lay"]


class View(Frame):
    """The frame that all games have, and Neotopia's own part."""

    phase: Annotated[
        Literal["colours", "first", "act", "build", "second", "over"],
        "choosing colours, first elements, actions, build or not, second card of a grant, the end",
    ]
    colours: Annotated[list[Colour | None], "the colour of every seat; null before it is chosen"]
    first: Annotated[int, "the seat of the first player"]
    round: Annotated[int, "the round; 0 before the first turn"]
    left: Annotated[int, "how many actions the seat on turn has left"]
    used: Annotated[bool, "whether it has used a bonus this turn"]
    end: Annotated[
        Literal["far", "announced", "last"], "whether the flag was turned, or the last round began"
    ]
    acted: Annotated[bool, "whether anybody had an action this round; else the game ends with it"]
    at: Annotated[str | None, "the place of the last element"]
    regions: Annotated[list[Region], "desert, water, forest"]
    built: Annotated[list[Built], "all projects built, in order; later ones cover earlier ones"]
    factories: Annotated[list[list[int]], "red, green, purple, blue elements on each factory"]
    centre: Annotated[list[int], "red, green, purple, blue elements on the production pile"]
    tiles: Annotated[int, "production tiles left, the flagged one included"]
    mixes: Annotated[list[str], "what the backs of the others show, sorted: all know it"]
    flag: Annotated[bool, "whether the flagged tile is still in the pile"]
    reserve: Annotated[list[int], "red, green, purple, blue elements in the reserve"]
    covered: Annotated[
        list[int], "grants, automations, initiatives, permits under the tops of the piles"
    ]
    held: Annotated[
        list[list[int]], "grants, automations, initiatives, permits that each seat holds"
    ]
    deck: Annotated[int, "how many cards the deck has"]
    offer: Annotated[list[str | None], "the codes of the projects on offer; null for a gap"]
    cards: Annotated[list[int], "how many cards each seat holds"]
    known: Annotated[list[list[str]], "codes of those that all have seen, by seat"]
    hand: Annotated[list[str] | None, "the codes of one's own hand; null for a spectator"]
    weakest: Annotated[list[RegionKey], "the region that each seat would count three times"]
    tracks: Annotated[list[int], "the thresholds of the tracks"]
    projects: Annotated[dict[str, Project], "what the cards show that are in sight, by code"]
    completes: Annotated[
        dict[str, dict[str, list[str]]],
        "for who is to act: by colour and place, the projects of the hand it would complete",
    ]
    codes: Annotated[list[str], "all projects, in the order in which moves name them"]
