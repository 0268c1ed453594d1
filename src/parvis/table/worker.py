"""A worker that thinks for bots: reads a question a line, writes an answer a line.

    {"text": …, "pack": null, "bot": "flat:strong", "seed": 7} → {"move": 713, "reasons": […]}

It is sent the text of a guess, never the true position. It ends when its input does.
Imports bots and the engine, nothing else of the table.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys

import parvis
from parvis.bots import player_of
from parvis.engine.chance import Rng
from parvis.engine.packs import read_pack


def answer(question: dict[str, object]) -> dict[str, object]:
    """What a bot would do."""
    text, pack, bot, seed = (question[name] for name in ("text", "pack", "bot", "seed"))
    assert isinstance(text, str)
    assert isinstance(bot, str)
    assert isinstance(seed, int)
    own = read_pack(pack) if isinstance(pack, str) else None
    position = parvis.read_position(text, own)
    player = player_of(parvis.game_of(position.setting.game), bot)
    thought = player.choose(position, Rng(seed))
    return {
        "move": thought.move,
        "reasons": [sentence.plain() for sentence in thought.reasons],
    }


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(5)  # the table itself comes first
    answers, sys.stdout = sys.stdout, sys.stderr  # a stray print is no answer
    for line in sys.stdin:
        json.dump(answer(json.loads(line)), answers)
        answers.write("\n")
        answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
