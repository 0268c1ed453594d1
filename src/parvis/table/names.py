"""When two names are the same to who reads them, and what is free beside one that is held.

Imports the bound of names only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from parvis.table.decisions import LONGEST_NAME

MOST = 999  # people of one name who are told apart by a number

# Letters of other scripts that look like ours, and signs that do; after case and accents are gone.
# fmt: off
ALIKE = str.maketrans({
    "а": "a", "в": "b", "е": "e", "һ": "h", "і": "l", "ј": "j", "к": "k", "м": "m", "н": "h",
    "о": "o", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x", "ѕ": "s", "ԁ": "d", "ԛ": "q",
    "ѡ": "w", "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "l", "κ": "k", "μ": "u", "ν": "v",
    "ο": "o", "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w", "ı": "l", "ł": "l",
    "ø": "o", "đ": "d", "ß": "b", "æ": "ae", "œ": "oe", "i": "l", "0": "o", "1": "l", "|": "l",
})
# fmt: on


def folded(name: str) -> str:
    """A name without what eyes pass over: case, accents, blanks, signs, letters that look alike.

    >>> folded("Zoë") == folded("zoe "), folded("Аnnа") == folded("Anna"), folded("Anna 2")
    (True, True, 'anna2')
    >>> folded("🦊") != folded("🐻")
    True
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    kept = "".join(sign for sign in letters.translate(ALIKE) if sign.isalnum())
    return (kept or "".join(letters.split()))[:120]


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, within the bound of names.

    >>> numbered("Anna", 2)
    'Anna 2'
    """
    return f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"


def free_beside(name: str, held: Callable[[str], bool]) -> str:
    """The name itself if nobody else holds it, else the first number behind it that is free.

    >>> free_beside("Anna", {"anna", "anna2"}.__contains__)
    'Anna 3'
    """
    if not held(folded(name)):
        return name
    for number in range(2, MOST):
        if not held(folded(other := numbered(name, number))):
            return other
    return ""
