"""How a game came out: sources that sum to the points, the turning point, on demand only."""

from __future__ import annotations

from typing import Any

import pytest

from parvis.engine.game import Game, game_of
from parvis.games import all_games
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.messages import Line
from parvis.web.result import ahead_from, course_of, sources, tie
from parvis.web.speech import speech_at
from tests.neoville.tables import town
from tests.neoville.test_scoring import finished
from tests.table.tables import ADA, BOB, CLEO, CountedIds, in_registry, persons
from tests.web.test_socket import play_out, refolded
from tests.web.wires import looking

Plain = dict[str, Any]


def line(side: int, points: int, clause: str, words: str = "") -> Line:
    return Line(side, points, clause, words, [], "banked", points, points)


def test_sources_are_the_ledger_by_clause_in_the_order_of_the_rules() -> None:
    lines = [
        line(0, 4, "NV-4.6", "one"),
        line(1, 3, "NV-4.2", "alike"),
        line(0, 2, "NV-4.6", "another"),
        line(0, -1, "NV-4.2", "alike"),
        line(1, 0, "NV-4.3"),
    ]
    found = sources(lines, 2, game_of("neoville"), "fr")
    assert [(row.clause, row.points) for row in found] == [("NV-4.2", [-1, 3]), ("NV-4.6", [6, 0])]
    book = game_of("neoville").rulebook("fr").clauses
    assert [row.title for row in found] == ["alike", book["NV-4.6"].title]
    two = [line(0, 1, "XX-1", "one"), line(0, 1, "XX-1", "another")]
    assert sources(two, 1, None, "fr")[0].title == "XX-1"


@pytest.mark.parametrize(
    ("points", "at"),
    [
        ([[0, 1, 5], [0, 2, 3]], 2),
        ([[0, 1, 5], [0, 0, 3]], 1),
        ([[0, 1, 5, 5], [0, 0, 5, 4]], 3),
        ([[0, 1], [0, 1]], 2),
        ([[0, 4, 4, 9], [0, 3, 1, 2], [0, 1, 5, 8]], 3),
    ],
)
def test_the_turning_point_is_after_the_last_time_that_somebody_caught_up(
    points: list[list[int]], at: int
) -> None:
    assert ahead_from(points, 0) == at


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        (("F4 0,2", "F4 0,2;F6 0,3"), "À égalité de points, Bob l’emporte."),
        (("W4 0,0", "F4 0,2"), "À égalité de points, Ada et Bob partagent la victoire."),
        (("W4 0,0", "W6 0,0"), None),
    ],
)
def test_who_wins_at_equal_points_is_told_with_the_clause(
    store: Store, pieces: tuple[str, str], words: str | None
) -> None:
    async def script(registry: Registry) -> None:
        table = (await registry.make("neoville", persons(ADA, BOB), ADA)).table
        table.position = finished(*(town("wwgg\nwwgg", each) for each in pieces))
        told = tie(table, speech_at(table, "fr"))
        assert (told and told.words) == words
        if told is not None:
            assert told.clause.number == "NV-4.10"
            assert "À égalité, celui qui a le plus de gratte-ciel" in told.text

    in_registry(store, script, ids=CountedIds())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_game_has_a_clause_for_equal_points(game: Game) -> None:
    assert game.ties in game.rulebook("fr").clauses


def test_the_result_is_told_after_the_end_to_whoever_asks_and_not_before(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 9})
        async with (
            looking(registry, live, ADA) as ada,
            looking(registry, live, BOB) as bob,
            looking(registry, live, CLEO) as cleo,
        ):
            shown = [await refolded(wire) for wire in (ada, bob)]
            ada.say(type="result", ask=1)
            assert (await ada.hear("error", "result"))["type"] == "error"
            assert course_of(live.table) is None
            shown = await play_out([ada, bob], shown)
            assert shown[0]["over"]
            cleo.say(type="result", ask=7)
            told: Plain = await cleo.hear("result")
            totals = [side["points"] for side in shown[0]["sides"]]
            assert told["ask"] == 7
            rows = told["sources"]
            assert [sum(row["points"][side] for row in rows) for side in range(2)] == totals
            assert any(totals)
            assert [side[-1] for side in told["course"]] == totals
            assert len(told["course"][0]) == len(live.table.moves) + 1
            if len([side for side in shown[0]["sides"] if side["winner"]]) == 1:
                winner = next(side["side"] for side in shown[0]["sides"] if side["winner"])
                at = told["turning"]["move"]
                others = [side for side in range(2) if side != winner]
                assert all(
                    told["course"][winner][n] > told["course"][other][n]
                    for n in range(max(at, 1), len(told["course"][0]))
                    for other in others
                )

    in_registry(store, script, ids=CountedIds())
