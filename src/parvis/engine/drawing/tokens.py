"""Named colours: a drawing says `var(--ink)`, a theme says what ink is.

On the page the names are CSS variables; `settle` puts the colours themselves into a drawing that
has to stand alone. Ratios of text to ground are at least 4.5 in both themes (a test measures).
"""

from __future__ import annotations

import re

THEMES = ("light", "dark")

# Each token in light and in dark.
TOKENS: dict[str, tuple[str, str]] = {
    # the table
    "paper": ("#FAF7F0", "#16212B"),
    "sheet": ("#FFFDF8", "#1C2935"),  # a raised surface: cards, panels
    "shade": ("#EFEADF", "#223241"),  # a sunken surface
    "ink": ("#1F2933", "#E8EDF2"),
    "soft": ("#52606D", "#A9B8C6"),  # secondary text
    "line": ("#B8B2A6", "#4A5D70"),  # hairlines
    "grid": ("#DCD6C9", "#2E4052"),
    "shadow": ("#1F293326", "#00000066"),
    # one accent: you can act here. Nothing else uses it.
    "act": ("#B93C0A", "#FF9258"),
    "act-soft": ("#FDE5D3", "#4F3022"),
    # what went well, what did not
    "good": ("#1B6E3C", "#7BD69B"),
    "bad": ("#A61B1B", "#F9A3B4"),
    # owners (after Okabe and Ito), as fills, and the ink that reads on each; no orange: it is the
    # accent's
    "owner-0": ("#0072B2", "#56B4E9"),
    "owner-1": ("#8A6700", "#E8C14B"),
    "owner-2": ("#007A5A", "#2FBF97"),
    "owner-3": ("#A8487F", "#DE97BE"),
    "on-owner": ("#FFFFFF", "#101820"),
    "owner-soft-0": ("#D6E9F5", "#1D3B50"),
    "owner-soft-1": ("#F6EBC6", "#453A1A"),
    "owner-soft-2": ("#D3EDE5", "#1B4238"),
    "owner-soft-3": ("#F3E0EB", "#46303D"),
    # tints for grounds: flat, quiet, told apart by their patterns
    "red": ("#E9B7AE", "#6B3B36"),
    "red-ink": ("#8F2A1D", "#F3B4AA"),
    "blue": ("#B4D2E7", "#2F516B"),
    "blue-ink": ("#1D4E75", "#A9D3F2"),
    "yellow": ("#F1DD9B", "#665522"),
    "yellow-ink": ("#6B5200", "#F2DE97"),
    "green": ("#BFD9B0", "#38573A"),
    "green-ink": ("#2C5A2E", "#B5DDAA"),
    "purple": ("#D5C3E4", "#4F3D66"),
    "purple-ink": ("#573280", "#D7BFF0"),
    "earth": ("#DCC3A5", "#5C4832"),
    "earth-ink": ("#65421A", "#E3C8A6"),
    "stone": ("#CFCFCB", "#4C555D"),
    "stone-ink": ("#454B50", "#D2D8DD"),
    "white": ("#FFFFFF", "#D9E1E8"),
    "white-ink": ("#1F2933", "#16212B"),
}

# What differs for who wants a strong contrast: grounds of pure white or black, and text of at least
# 7 to 1 on them, on the tints and on owners' colours (a test measures).
STRONG: dict[str, tuple[str, str]] = {
    "paper": ("#FFFFFF", "#000000"),
    "sheet": ("#FFFFFF", "#000000"),
    "shade": ("#EEEEEE", "#1C1C1C"),
    "ink": ("#000000", "#FFFFFF"),
    "soft": ("#2B2B2B", "#E2E2E2"),
    "line": ("#000000", "#FFFFFF"),
    "grid": ("#6E6E6E", "#8E8E8E"),
    "act": ("#8A2900", "#FFB38A"),
    "good": ("#0B4A24", "#9CF0BA"),
    "bad": ("#7E0A0A", "#FFC2CD"),
    "owner-0": ("#005A8E", "#56B4E9"),
    "owner-1": ("#6B5000", "#E8C14B"),
    "owner-2": ("#005F46", "#2FBF97"),
    "owner-3": ("#872F62", "#DE97BE"),
    "red-ink": ("#5E0F06", "#FFDDD7"),
    "blue": ("#B4D2E7", "#274660"),
    "blue-ink": ("#08304F", "#D3EAFF"),
    "yellow": ("#F1DD9B", "#54461A"),
    "yellow-ink": ("#433300", "#FFF0BD"),
    "green": ("#BFD9B0", "#2F4C31"),
    "green-ink": ("#123B15", "#D3F5CA"),
    "purple-ink": ("#3A1760", "#EBDCFF"),
    "earth": ("#DCC3A5", "#523F2B"),
    "earth-ink": ("#43280A", "#FAE3C8"),
    "stone": ("#CFCFCB", "#434C54"),
    "stone-ink": ("#25292D", "#EFF3F6"),
}

USE = re.compile(r"var\(--([a-z0-9-]+)\)")


def colour(token: str, theme: str, strong: bool = False) -> str:
    """The colour of a token in a theme."""
    found = STRONG.get(token) if strong else None
    return (found or TOKENS[token])[THEMES.index(theme)]


def settle(svg: str, theme: str) -> str:
    """Put the colours of a theme in place of the names.

    >>> settle('<rect fill="var(--paper)"/>', "light")
    '<rect fill="#FAF7F0"/>'
    """
    return USE.sub(lambda match: plain(colour(match[1], theme)), svg)


def plain(value: str) -> str:
    """A colour as every drawing library understands it: not all know #RRGGBBAA.

    >>> plain("#1F293326")
    'rgba(31, 41, 51, 0.15)'
    """
    if len(value) != 9:
        return value
    red, green, blue, opacity = (int(value[at : at + 2], 16) for at in (1, 3, 5, 7))
    return f"rgba({red}, {green}, {blue}, {opacity / 255:.2f})"


def style_sheet(theme: str, strong: bool = False) -> str:
    """A theme as CSS declarations; or what differs in it for a strong contrast."""
    tokens = STRONG if strong else TOKENS
    return "".join(f"--{token}:{colour(token, theme, strong)};" for token in tokens)
