"""How a language sets its marks and numbers, so that catalogues and rulebooks can be typed plainly.

The one place for it: words go through `typeset` when they are read, numbers through `number` when
they are said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

NO_BREAK = "\u00a0"
NARROW = "\u202f"  # the narrow space of French that does not break either
WIDE_MARK = re.compile(" (?=[:»])")
NARROW_MARK = re.compile(" (?=[;?!%])")
PERCENT = re.compile(r"(?<=[\d}]) %")
TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
SMALL = 1000  # numbers below need no marks


def typeset(text: str, language: str) -> str:
    """In French the spaces that belong to a mark do not break the line; elsewhere marks have none.

    >>> typeset("« Je bâtis ! » : 5 %", "fr")
    '«\\xa0Je bâtis\\u202f!\\xa0»\\xa0: 5\\u202f%'
    >>> typeset("Wins {share} %: good", "en")
    'Wins {share}%: good'
    """
    if language != "fr":
        return PERCENT.sub("%", text)
    text = NARROW_MARK.sub(NARROW, WIDE_MARK.sub(NO_BREAK, text))
    return text.replace("« ", f"«{NO_BREAK}")


def number(value: float, language: str) -> str:
    """A number as a language writes it, with a real minus sign.

    >>> [number(7114, language) for language in ("fr", "en", "it")]
    ['7\\u202f114', '7,114', '7.114']
    >>> number(-2.5, "fr"), number(12, "it")
    ('−2,5', '12')
    """
    if isinstance(value, int) and -SMALL < value < SMALL:
        text = str(value)
    else:
        text = format_decimal(value, locale=locale_of(language))
    return text.replace("-", "−") if value < 0 else text


def listed(items: Sequence[str], language: str) -> str:
    """Several things as a language counts them up.

    >>> listed(["Ada", "Bea", "Cid"], "it")
    'Ada, Bea e Cid'
    """
    return format_list(items, locale=locale_of(language))


@cache
def locale_of(language: str) -> Locale:
    return Locale.parse(language)


def one_stop(text: str) -> str:
    """A sentence with an abbreviation at its end has one full stop.

    >>> one_stop("Les H.L.M.. Et puis…"), one_stop("Wait...")
    ('Les H.L.M. Et puis…', 'Wait...')
    """
    return TWO_STOPS.sub(".", text) if ".." in text else text
