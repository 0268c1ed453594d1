"""What a table keeps whatever happens: a snapshot that was lost, rules that have gone on."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from parvis.engine.chance import Rng
from parvis.engine.game import REGISTER, register
from parvis.engine.record import OtherRules, Record, fingerprint
from parvis.engine.seeds import keeps
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.schema import SNAPSHOTS
from parvis.table.store import Store
from parvis.table.table import Table
from parvis.web.picture import Viewer
from parvis.web.serializer import Serializer
from tests.stairs import GAME
from tests.table.tables import ADA, in_registry, say
from tests.table.test_fold import a_game, kept_of, other_resolve, play, same


def lose_snapshot(store: Store) -> None:
    with store.engine.begin() as connection:
        assert connection.execute(sa.delete(SNAPSHOTS)).rowcount == 1


def opened(store: Store, id: str) -> Table:
    return in_registry(store, lambda registry: registry.open(id)).table


@pytest.mark.parametrize("moves", [0, 5, 40])
def test_a_snapshot_that_was_lost_is_made_anew_from_the_log(store: Store, moves: int) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 20, moves))
    lose_snapshot(store)

    async def play_on(registry: Registry) -> LiveTable:
        again = await registry.open(live.table.config.id)
        same(again.table, live.table)
        assert kept_of(store, live).snapshot is not None
        await play(registry, again, 20, Rng(2))
        return again

    played = in_registry(store, play_on)
    assert len(played.table.moves) == moves + 20
    same(opened(store, live.table.config.id), played.table)


def test_a_finished_game_that_lost_its_snapshot_keeps_its_record(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 3))
    before = live.table.record().text()
    lose_snapshot(store)
    assert opened(store, live.table.config.id).record().text() == before


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the same stream deals other cards."""
    from tests.stairs.position import Stairs

    monkeypatch.setattr(Stairs, "resolve", other_resolve)
    register(replace(GAME, rules=2))


def ended(store: Store) -> LiveTable:
    return in_registry(store, lambda registry: a_game(registry, 3))


@pytest.fixture
def old(store: Store) -> LiveTable:
    return ended(store)


def test_a_finished_game_of_other_rules_keeps_record_proof_and_result(
    store: Store, old: LiveTable, other_rules: None
) -> None:
    before = old.table.record()
    table = opened(store, old.table.config.id)
    assert table.position is None
    assert table.over()
    kept = table.record()
    assert replace(kept, options={}) == replace(before, options={})
    assert kept.options == {"rounds": "3"}  # today's usual number may be another one
    assert kept.result is not None
    assert len(kept.moves) == len(old.table.moves)
    assert keeps(kept.commitment, kept.seed, kept.salt)


def test_what_is_shown_of_it_has_the_end_the_proof_and_the_reason(
    store: Store, old: LiveTable, other_rules: None
) -> None:
    async def shown(registry: Registry) -> None:
        again = await registry.open(old.table.config.id)
        state = Serializer().shown(again, Viewer(ADA, 0, "en", False), 0.0).whole()
        assert state.over
        assert state.winners
        assert old.table.position is not None
        assert len(state.ledger) == len(old.table.position.ledger())
        assert state.panels
        assert [entry.kind for entry in state.log].count("move") == len(old.table.moves)
        assert state.proof is not None
        assert state.proof.seed == old.table.config.seed
        assert state.read_only is not None
        assert "version 1" in state.read_only

    in_registry(store, shown)


def test_talk_after_the_end_does_not_make_it_unfinished(
    store: Store, old: LiveTable, other_rules: None
) -> None:
    async def talk(registry: Registry) -> None:
        again = await registry.open(old.table.config.id)
        await registry.command(again, say("chat", ADA, text="well played"))

    in_registry(store, talk)
    assert [listed.over for listed in store.of_person(ADA)] == [True]
    assert opened(store, old.table.config.id).record().result is not None


def test_rules_that_play_a_finished_game_alike_leave_its_record_as_it_was(
    store: Store, old: LiveTable
) -> None:
    before = old.table.record()
    register(replace(GAME, rules=2))
    table = opened(store, old.table.config.id)
    assert table.position is not None
    assert table.log[-1].key != "table.log.rules"
    kept = table.record()
    assert (kept.rules, kept.final, kept.result) == (1, before.final, before.result)


def test_the_record_of_a_game_that_left_the_shelf_is_still_whole(
    store: Store, old: LiveTable
) -> None:
    before = old.table.record()
    game = REGISTER.pop("stairs")
    try:
        kept = opened(store, old.table.config.id).record()
        assert (kept.moves, kept.final, kept.result) == (before.moves, before.final, before.result)
        assert f"seed: {before.seed}" in kept.text()
    finally:
        register(game)


def test_before_the_end_no_fingerprint_of_the_position_is_made(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 3, 5))
    asked: list[object] = []
    monkeypatch.setattr("parvis.engine.record.fingerprint", asked.append)
    assert live.table.record().final == ""
    assert asked == []


# The record as a file.


def test_a_record_of_other_rules_that_today_play_alike_verifies_and_says_so(
    store: Store, old: LiveTable
) -> None:
    record = old.table.record()
    register(replace(GAME, rules=2))
    read = Record.read(record.text())
    checked = read.verify()
    assert "rules version 2 plays it as version 1 did" in checked
    assert len(checked) == 5
    assert fingerprint(read.today().position()) == read.today().final


def test_a_record_of_other_rules_that_play_otherwise_still_proves_its_shuffle(
    store: Store, old: LiveTable, other_rules: None
) -> None:
    read = Record.read(old.table.record().text())
    assert len(read.verify_promise()) == 1
    with pytest.raises(OtherRules, match="recorded by rules version 1; this program has 2"):
        read.verify()


def test_options_that_later_rules_do_not_know_do_not_hide_a_record(
    store: Store, old: LiveTable, other_rules: None
) -> None:
    text = old.table.record().text().replace("moves:", "option gone: 7\nmoves:", 1)
    assert Record.read(text).options["gone"] == "7"
    with pytest.raises(OtherRules):
        Record.read(text).today()
