"""A club's chat is told by a web hook: a sentence, as Slack, Mattermost, Discord and Matrix's
bridges read it. Its address is the operator's own. Imports what is not delivered."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

from parvis.web.push import Undelivered

PATIENCE = 10.0  # seconds
MARKS = str.maketrans("", "", "<>@`*_~|[]\\")  # what a chat might take for a mention or a mark


def unmarked(name: str) -> str:
    """A name that pings nobody.

    >>> unmarked("<!channel>"), unmarked("@everyone")
    ('!channel', 'everyone')
    """
    return name.translate(MARKS)


def send_hook(address: str, words: str) -> None:
    """`Undelivered` says what went wrong. Blocks."""
    told = {"text": words, "content": words, "allowed_mentions": {"parse": []}}
    body = json.dumps(told, ensure_ascii=False).encode()
    headers = {"content-type": "application/json; charset=utf-8", "user-agent": "Parvis"}
    request = urllib.request.Request(address, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            answer.read(1000)
    except urllib.error.HTTPError as error:
        error.close()
        lasting = 400 <= error.code < 500 and error.code != 429
        raise Undelivered(f"hook: {error.code}", lasting) from None
    except (OSError, ValueError) as error:
        raise Undelivered(f"hook: {type(error).__name__}") from None
