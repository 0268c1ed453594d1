"""Text for braille and speech: plain signs for those that are read badly, lines that fit.

Letters with accents stay: braille has them.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

SHORT = 40  # cells of a usual braille display
SIGNS: Final = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "·": ";",
        "›": ">",
        "→": "->",
        "←": "<-",
        "≥": ">=",
        "≤": "<=",
        "×": "x",
        "…": "...",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
        "●": "*",
        "✓": "+",
        "♣": "*",
        "≈": "~",
        "◦": "o",
        "─": "-",
    }
)


def plain(text: str) -> str:
    """The same in signs of a keyboard.

    >>> plain("−3 points · d4 › e5")
    '-3 points; d4 > e5'
    """
    for quoted, bare in (("«\u00a0", "«"), ("\u00a0»", "»"), ("«\u202f", "«"), ("\u202f»", "»")):
        text = text.replace(quoted, bare)
    return text.translate(SIGNS).replace(" ;", ";")


def short_lines(text: str, width: int = SHORT) -> list[str]:
    """A text in lines of at most so many characters, broken between words.

    >>> short_lines("your 4, an L of four squares, beside the park", 24)
    ['your 4, an L of four', '  squares, beside the', '  park']
    """
    return wrap(text, width, subsequent_indent="  ", break_on_hyphens=False) or [""]
