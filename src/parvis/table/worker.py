"""A worker that thinks for bots: reads a question a line, writes an answer a line.

    {"text": …, "pack": null, "bot": "flat:strong", "seed": 7, "seconds": 1.2, "picks": null}
    → {"move": 713, "reasons": […], "advice": null}

With `picks` it is advice that is asked for, of the moves that they belong to, and no bot plays.

    {"record": …, "number": 12, "seed": 0, "effort": 1.0}
    → {"number": 12, "before": […], …}: what is found of a move of a finished game

`seconds` are what is left to a bot that takes time. It is sent the text of a guess, never the
true position, and where moves were taken back a `memory` of what the seat saw then. It ends when
its input does. Where Parvis is still being compiled, it becomes a compiled worker once it can.
Imports bots and the engine, nothing else of the table.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path

import parvis
from parvis.bots import player_of
from parvis.bots.adviser import advise
from parvis.bots.analyst import Task, examine
from parvis.bots.memory import read_memory, remember
from parvis.engine.chance import Rng
from parvis.engine.packs import read_pack

AGAIN = "again"  # what a worker is told that was one before
LAST = "last"  # and one that comes after all others: nobody waits for it


def answer(question: dict[str, object]) -> dict[str, object]:
    """What a bot would do; advice; or what is to be said of a move that was played."""
    if "record" in question:
        return examine(Task(**question))  # type: ignore[arg-type]
    text, pack, bot, seed = (question[name] for name in ("text", "pack", "bot", "seed"))
    assert isinstance(text, str)
    assert isinstance(bot, str)
    assert isinstance(seed, int)
    own = read_pack(pack) if isinstance(pack, str) else None
    position = parvis.read_position(text, own)
    memory, rng = question.get("memory"), Rng(seed)
    if isinstance(memory, dict):
        remember(position, read_memory(memory), rng, own)
    picks = question.get("picks")
    if isinstance(picks, list):
        advice = advise(position, seed, picks)
        move = position.read(advice.best.move)
        return {"move": move, "reasons": [], "advice": advice.plain()}
    player = player_of(parvis.game_of(position.setting.game), bot)
    seconds = question.get("seconds", 0.0)
    assert isinstance(seconds, float)
    thought = player.choose(position, rng, seconds if player.seconds else 0.0)
    return {
        "move": thought.move,
        "reasons": [sentence.plain() for sentence in thought.reasons],
        "advice": None,
    }


def compiled_meanwhile() -> bool:
    """Whether the same Parvis is there by now, compiled: `./play` says where it will be."""
    awaited = os.environ.get("PARVIS_AWAITED", "")
    return awaited != "" and not parvis.COMPILED and os.name != "nt" and Path(awaited).is_dir()


def become_compiled() -> None:
    """Start anew in this process: the next question waits in the pipe, and nobody notices."""
    del os.environ["PARVIS_AWAITED"]
    os.execv(sys.executable, [sys.executable, "-m", "parvis.table.worker", AGAIN, *sys.argv[1:]])


def main() -> None:
    if AGAIN not in sys.argv:
        with contextlib.suppress(OSError):
            os.nice(10 if LAST in sys.argv else 5)  # the table itself comes first
    answers, sys.stdout = sys.stdout, sys.stderr  # a stray print is no answer
    for line in sys.stdin:
        json.dump(answer(json.loads(line)), answers)
        answers.write("\n")
        answers.flush()
        if compiled_meanwhile():
            become_compiled()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
