"""Games that are over, as records: played at random, alike up to a move and different after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starlette.testclient import TestClient

from parvis.engine.chance import Rng
from parvis.engine.record import Record

NAMES = ("Ada", "Bruno", "Cleo", "Dario")


def a_record(game: str, seats: int = 2, seed: int = 7, **options: object) -> Record:
    """A whole game at random."""
    begun = Record.begin(game, seats, seed=str(seed), options=options, players=NAMES[:seats])
    return played_on(begun, Rng(seed))


def another_end(record: Record, at: int, seed: int) -> Record:
    """A game that is the same up to a move; what comes then is left to chance."""
    return played_on(replace(record, moves=record.moves[:at], result=None, final=""), Rng(seed))


def played_on(record: Record, rng: Rng) -> Record:
    position = record.position()
    moves = list(record.moves)
    while not position.over():
        legal: Sequence[int] = position.moves()
        move = legal[int(rng.below(len(legal)))]
        moves.append(position.say(move))
        position.play(move)
    return replace(record, moves=tuple(moves)).finish(position)


def brought(browser: TestClient, record: Record | str) -> str:
    """The address of the table of a record, brought by its file."""
    text = record if isinstance(record, str) else record.text()
    answer = browser.post("/records", files={"file": ("g.parvis", text)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    address = str(answer.headers["location"]).removesuffix("/replay")
    assert browser.get(address).status_code == 200
    return address
