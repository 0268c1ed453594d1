"""How a language sets its marks, so that catalogues and rulebooks can be typed plainly."""

from __future__ import annotations

import re

NO_BREAK = "\u00a0"
BEFORE_A_MARK = re.compile(" (?=[:;?!»%])")


def typeset(text: str, language: str) -> str:
    """In French, the spaces that belong to a mark do not break the line.

    >>> typeset("« Je bâtis ! »", "fr")
    '«\\xa0Je bâtis\\xa0!\\xa0»'
    >>> typeset("I build : now", "en")
    'I build : now'
    """
    if language != "fr":
        return text
    return BEFORE_A_MARK.sub(NO_BREAK, text).replace("« ", f"«{NO_BREAK}")
