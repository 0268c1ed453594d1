"""What a table remembers of moves that were taken back, and who is told."""

from __future__ import annotations

import pytest

from parvis.bots.memory import worlds
from parvis.engine.chance import Rng
from parvis.engine.game import read_position
from parvis.table.fair_queue import Asker
from parvis.table.live_table import LiveTable
from parvis.table.memory import LONGEST, memory_of, remembering
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import EVERY, KEPT, LINES, TakenBack, fold
from parvis.table.worker_pool import BotAnswer, BotQuestion, WorkerPool
from tests.stairs.position import Stairs
from tests.table.tables import ADA, WORKER, first_move, in_registry, persons, say


async def drawn(registry: Registry) -> tuple[LiveTable, int]:
    """Ada, alone with two seats, has marked a step, drawn a card and put it back; which card."""
    live = await registry.make("stairs", persons(ADA, ADA), ADA, {"rounds": 20})
    await registry.command(live, first_move(live, ADA))
    await registry.command(live, first_move(live, ADA))
    card = hand(live)[-1]
    await registry.command(live, say("undo", ADA, practice=True))
    assert len(hand(live)) == 3
    return live, card


def hand(live: LiveTable) -> list[int]:
    assert isinstance(live.table.position, Stairs)
    return live.table.position.hands[0]


def drawn_in(guess: object) -> int:
    assert isinstance(guess, Stairs)
    ahead = guess.twin(guess.chance.copy())
    ahead.play(ahead.moves()[0])
    return ahead.hands[0][-1]


def test_a_card_that_was_drawn_and_put_back_is_drawn_again_in_every_guess(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live, card = await drawn(registry)
        rng = Rng(3)
        guess = remembering(live.table, 0, rng)
        assert guess is not live.table.position
        assert {drawn_in(guess.guess(0, rng)) for _ in range(20)} == {card}
        plain = live.table.position
        assert plain is not None
        assert len({drawn_in(plain.guess(0, rng)) for _ in range(20)}) > 3

    in_registry(store, script)


def test_who_was_not_shown_the_card_is_not_told_of_it(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live, _ = await drawn(registry)
        memory = memory_of(live.table, 1, Rng(3))
        assert memory is not None
        assert worlds(memory, read_position(memory.start), Rng(4)) is None

    in_registry(store, script)


def test_a_table_that_is_opened_again_remembers_the_same(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live, _ = await drawn(registry)
        kept = store.load(live.table.config.id)
        assert kept is not None
        again = fold(kept)
        assert again.taken_back == live.table.taken_back
        assert memory_of(again, 0, Rng(3)) == memory_of(live.table, 0, Rng(3))

    in_registry(store, script)


def test_what_is_played_again_or_lies_far_back_is_no_memory(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live, _ = await drawn(registry)
        table = live.table
        assert memory_of(table, 0, Rng(3)) is not None
        await registry.command(live, first_move(live, ADA))
        assert memory_of(table, 0, Rng(3)) is None  # drawn again: the view has it
        table.taken_back = [TakenBack(0, ("m7",))]
        assert memory_of(table, 0, Rng(3)) is not None
        while not table.over() and len(table.moves) <= LONGEST:
            if len(table.moves) < LONGEST:
                assert memory_of(table, 0, Rng(3)) is not None
            await registry.command(live, first_move(live, ADA))
        assert memory_of(table, 0, Rng(3)) is None

    in_registry(store, script)


def test_a_long_game_holds_few_positions_and_finds_every_one_again(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, ADA), ADA, {"rounds": 40})
        table, texts = live.table, []
        for _ in range(4 * EVERY):
            assert table.position is not None
            texts.append(table.position.text())
            await registry.command(live, first_move(live, ADA))
        assert len(table.kept) == KEPT
        for count in (0, 5, EVERY, 3 * EVERY - 1, 4 * EVERY - 1):
            assert table.at_move(count).text() == texts[count]

    in_registry(store, script)


def test_only_the_last_lines_are_kept(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, ADA), ADA, {"rounds": 20})
        position = live.table.position
        assert position is not None
        for move in position.moves()[: LINES + 2]:
            await registry.command(live, say("move", ADA, n=live.table.n, move=move))
            await registry.command(live, say("undo", ADA))
        assert len(live.table.taken_back) == LINES < len(position.moves())

    in_registry(store, script)


def test_who_takes_back_step_by_step_remembers_the_whole_line(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, ADA), ADA, {"rounds": 20})
        for _ in range(LINES + 3):
            await registry.command(live, first_move(live, ADA))
        whole = tuple(played.text for played in live.table.moves)
        for _ in whole:
            await registry.command(live, say("undo", ADA, practice=True))
        assert live.table.taken_back == [TakenBack(0, whole)]

    in_registry(store, script)


def test_whether_a_card_face_down_is_the_one_of_before_is_known_to_its_owner_alone(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("bella-vista", persons(ADA, ADA), ADA)
        position = live.table.position
        assert position is not None
        owner = position.turn()
        assert owner is not None
        cards = [move for move in position.alike(position.moves()[0]) if move in position.moves()]
        for card, known in ((cards[0], False), (cards[0], False), (cards[1], True)):
            if live.table.moves:
                await registry.command(live, say("undo", ADA))
            await registry.command(live, say("move", ADA, n=live.table.n, move=card))
            assert (memory_of(live.table, owner, Rng(3)) is not None) == known
            assert memory_of(live.table, 1 - owner, Rng(3)) is None

    in_registry(store, script)


class Overheard(WorkerPool):
    """Workers whose questions are heard."""

    def __init__(self) -> None:
        super().__init__(1, WORKER)
        self.questions: list[BotQuestion] = []

    async def think(self, question: BotQuestion) -> BotAnswer:
        self.questions.append(question)
        return await super().think(question)


@pytest.mark.parametrize("bot", ["random", "greedy", "flat:20"])
def test_a_worker_is_told_what_the_seat_remembers(store: Store, bot: str) -> None:
    async def script(registry: Registry) -> None:
        workers = registry.bots.workers = Overheard()
        try:
            live, _ = await drawn(registry)
            answer = await registry.bots.think(live.table, 0, bot, Asker())
            assert live.table.position is not None
            assert answer.move in live.table.position.moves()
            (question,) = workers.questions
            assert question.memory is not None
            assert question.memory["seat"] == 0
            assert not workers.failures
            assert live.table.config.seed not in question.line().decode()
            assert "stream:" not in question.line().decode()
        finally:
            await workers.close()

    in_registry(store, script)
