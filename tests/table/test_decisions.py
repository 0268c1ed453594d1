"""Who may do what at a table, and what taking back needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest

from parvis.engine.words import Speech, read_catalogue
from parvis.table.chair import Chair
from parvis.table.commands import BotIn, Command, Move, read_request
from parvis.table.decisions import Refused, decide, played, tidy, tidy_name
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import Asked, Table
from tests.stairs.position import Stairs
from tests.table.places import new_url, relaxed
from tests.table.tables import ADA, BOB, CLEO, Watcher, bot, first_move, in_registry, persons, say

Script = Callable[[Registry, LiveTable], Awaitable[None]]
Run = Callable[[Script, list[Chair]], LiveTable]


@pytest.fixture
def quick_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with new_url("sqlite", tmp_path_factory.mktemp("quick")) as url:
        store = relaxed(Store(url))
        yield store
        store.close()


@pytest.fixture
def run(quick_store: Store) -> Run:
    """Play a script at a new table."""

    def at_table(script: Script, chairs: list[Chair]) -> LiveTable:
        async def whole(registry: Registry) -> LiveTable:
            live = await registry.make("stairs", chairs, ADA, {"rounds": 4})
            await script(registry, live)
            return live

        return in_registry(quick_store, whole)

    return at_table


def refused(table: Table, command: Command) -> tuple[str, str]:
    before = (table.n, table.position and table.position.text(), list(table.chairs))
    with pytest.raises(Refused) as caught:
        decide(table, command)
    assert (table.n, table.position and table.position.text(), list(table.chairs)) == before
    return caught.value.reason, caught.value.key


def nonsense(table: Table, kind: str, **data: object) -> bool:
    """Whether a command cannot be read, or is refused because it names nothing."""
    try:
        command = Command(ADA, read_request(kind, data))
    except ValueError:
        return True
    return refused(table, command)[0] == "bad"


def nothing(registry: Registry, live: LiveTable) -> Awaitable[None]:
    return asyncio.sleep(0)


# Moves.


def test_only_who_holds_the_seat_to_decide_can_move(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    assert refused(live.table, first_move(live, BOB)) == ("turn", "table.refused.turn")
    assert refused(live.table, first_move(live, CLEO)) == ("seat", "table.refused.seat")
    assert refused(live.table, first_move(live, "")) == ("seat", "table.refused.seat")


def test_whoever_is_not_to_decide_learns_nothing_of_what_would_be_legal(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    answers = {refused(live.table, say("move", BOB, n=0, move=move)) for move in range(30)}
    assert answers == {("turn", "table.refused.turn")}


def test_an_illegal_move_is_refused_with_its_clause(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    with pytest.raises(Refused) as caught:
        decide(live.table, say("move", ADA, n=0, move=20))
    assert caught.value.refusal is not None
    assert caught.value.refusal.clause == "ST-1.1"


FAR = (2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**4999, -(10**4999))  # beyond what rules count
NO_MOVES: tuple[object, ...] = (
    -1,
    21,
    10**9,
    2**60,
    True,
    None,
    "3",
    1.5,
    float("nan"),
    [],
    *FAR,
)


def test_a_move_that_names_nothing_is_refused(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    for move in NO_MOVES:
        assert nonsense(live.table, "move", n=0, move=move)


def test_a_bots_answer_that_names_nothing_is_refused_too(run: Run) -> None:
    table = run(nothing, persons(ADA, BOB)).table
    for move in (-1, 21, *FAR):
        with pytest.raises(Refused) as caught:
            played(table, 0, move)
        assert caught.value.reason == "bad"


def test_what_a_player_saw_is_a_number_too(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    for n in (-1, None, "0", 0.0, True, *FAR):
        assert nonsense(live.table, "move", n=n, move=0)


def test_a_move_for_a_position_that_is_gone_is_stale(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, first_move(live, ADA))

    live = run(script, persons(ADA, BOB))
    assert refused(live.table, say("move", ADA, n=0, move=20))[0] == "stale"
    decide(live.table, say("move", ADA, n=1, move=20))


def test_talk_does_not_make_a_move_stale(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("chat", BOB, text="hello"))
        await registry.command(live, say("move", ADA, n=0, move=0))

    assert len(run(script, persons(ADA, BOB)).table.moves) == 1


def legality_counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Which moves are asked of whether they are legal."""
    asked: list[int] = []
    really = Stairs.check

    def counted(position: Stairs, move: int) -> None:
        asked.append(move)
        really(position, move)

    monkeypatch.setattr(Stairs, "check", counted)
    return asked


def test_a_move_is_checked_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        asked = legality_counted(monkeypatch)
        for _ in range(3):  # a mark, a card that is drawn, and one that ends the turn
            command = first_move(live, ADA)
            await registry.command(live, command)
            assert isinstance(command.request, Move)
            assert asked.pop() == command.request.move
            assert asked == []

    run(script, persons(ADA, BOB))


def test_a_refused_move_is_checked_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    live = run(nothing, persons(ADA, BOB))
    asked = legality_counted(monkeypatch)
    assert refused(live.table, say("move", ADA, n=0, move=20))[0] == "rule"
    assert asked == [20]


# Taking back.


def test_a_move_that_shows_nothing_is_taken_back_at_once(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, first_move(live, ADA))
        await registry.command(live, say("undo", ADA))

    table = run(script, persons(ADA, BOB)).table
    assert table.moves == []
    assert [entry.key for entry in table.log][-1] == "table.log.undo.free"
    assert table.log[0].undone


def test_after_a_card_was_drawn_the_others_are_asked(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, first_move(live, ADA))
        await registry.command(live, first_move(live, ADA))
        await registry.command(live, say("undo", ADA))
        assert len(live.table.moves) == 2
        assert live.table.asked is not None
        await registry.command(live, say("vote", BOB, yes=True))

    table = run(script, persons(ADA, BOB)).table
    assert len(table.moves) == 1
    assert table.log[-1].key == "table.log.undo.agreed"


def test_one_who_says_no_is_enough(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        for _ in range(3):
            await registry.command(live, first_move(live, ADA))
        await registry.command(live, say("undo", ADA))
        await registry.command(live, say("vote", BOB, yes=True))
        assert len(live.table.moves) == 3
        await registry.command(live, say("vote", CLEO, yes=False))

    table = run(script, persons(ADA, BOB, CLEO)).table
    assert len(table.moves) == 3
    assert table.asked is None


def test_all_must_agree_and_each_votes_once_and_not_for_oneself(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        for _ in range(3):
            await registry.command(live, first_move(live, ADA))
        await registry.command(live, say("undo", ADA))
        table = live.table
        assert refused(table, say("vote", ADA, yes=True))[1] == "table.refused.no_vote"
        await registry.command(live, say("vote", BOB, yes=True))
        assert refused(table, say("vote", BOB, yes=True))[1] == "table.refused.voted"
        assert refused(table, say("vote", "stranger", yes=True))[1] == "table.refused.no_vote"
        assert refused(table, say("undo", BOB))[0] in ("bad", "busy")
        await registry.command(live, say("vote", CLEO, yes=True))

    table = run(script, persons(ADA, BOB, CLEO)).table
    assert len(table.moves) == 2
    assert table.turn() == 0


async def alone_after(registry: Registry, live: LiveTable, moves: int) -> None:
    for _ in range(moves):
        await registry.command(live, first_move(live, ADA))


def test_alone_with_bots_a_drawn_card_is_taken_back_and_the_game_is_practice(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 2)  # a mark, a card
        assert live.table.undoable_by(ADA) == (1, "practice", 0)
        assert live.table.practice == 0
        await registry.command(live, say("undo", ADA, practice=True))

    table = run(script, [*persons(ADA), bot()]).table
    assert len(table.moves) == 1
    assert table.practice == 2, "the second move is played again"
    assert table.log[-1].key == "table.log.undo.practice"


def test_nobody_makes_a_game_practice_unawares(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 2)

    table = run(script, [*persons(ADA), bot()]).table
    for command in (say("undo", ADA), say("undo", ADA, practice=False)):
        assert refused(table, command) == ("practice", "table.refused.practice")
    assert nonsense(table, "undo", practice=1)


def test_a_game_that_is_practice_need_not_be_warned_of_again(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 2)
        await registry.command(live, say("undo", ADA, practice=True))
        await alone_after(registry, live, 1)
        await registry.command(live, say("undo", ADA))

    assert len(run(script, [*persons(ADA), bot()]).table.moves) == 1


def test_alone_a_move_that_ends_the_turn_is_free_until_somebody_has_answered(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 3)  # a mark, a card, and the card is played
        assert live.table.turn() == 1
        await registry.command(live, say("undo", ADA))
        await alone_after(registry, live, 1)
        watcher = Watcher(ADA)
        registry.join(live, watcher)  # somebody looks, so the bot plays
        while live.table.turn() == 1:
            watcher.news.clear()
            await watcher.news.wait()
        registry.part(live, watcher)
        assert live.table.undoable_by(ADA) == (2, "practice", 0)

    table = run(script, [*persons(ADA), bot()]).table
    assert table.practice == 0
    assert [entry.key for entry in table.log if entry.kind == "undo"] == ["table.log.undo.free"]


def test_going_back_further_in_a_practice_game_marks_the_earlier_moves_too(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 2)
        await registry.command(live, say("undo", ADA, practice=True))
        await registry.command(live, say("undo", ADA))  # the mark: free, but now with knowledge

    assert run(script, [*persons(ADA), bot()]).table.practice == 1


def test_around_one_screen_nobody_is_asked_so_what_was_shown_makes_it_practice(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 2)
        await registry.command(live, say("undo", ADA, practice=True))

    both = [Chair("person", name, (ADA,)) for name in ("Ada", "Zoe")]
    table = run(script, both).table
    assert table.practice == 2
    assert table.log[-1].key == "table.log.undo.practice"


def test_what_the_others_agreed_to_is_no_practice(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 3)
        await registry.command(live, say("undo", ADA))
        await registry.command(live, say("vote", BOB, yes=True))

    table = run(script, persons(ADA, BOB)).table
    assert len(table.moves) == 2
    assert table.practice == 0


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_who_takes_back_alone_is_not_said_to_have_asked(run: Run, language: str) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 1)
        await registry.command(live, say("undo", ADA))
        await alone_after(registry, live, 2)
        await registry.command(live, say("undo", ADA, practice=True))

    table = run(script, [*persons(ADA), bot()]).table
    speech = Speech(language, [read_catalogue("parvis.table", language)], ["Ada", "Alba"])
    told = [speech.tell(entry.key, entry.params) for entry in table.log if entry.kind == "undo"]
    assert len(told) == 2
    assert not any(word in text for text in told for word in ("accord", "agree", "d’accordo"))
    assert {"fr": "entraînement", "en": "practice", "it": "allenamento"}[language] in told[1]


def test_a_new_move_ends_the_asking_and_so_does_who_asked(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        for _ in range(3):
            await registry.command(live, first_move(live, ADA))
        await registry.command(live, say("undo", ADA))
        await registry.command(live, first_move(live, BOB))
        await registry.command(live, say("undo", ADA))  # would be refused if still asked
        assert live.table.asked == Asked(0, 2)
        assert refused(live.table, say("withdraw", BOB))[0] == "bad"
        await registry.command(live, say("withdraw", ADA))

    assert run(script, persons(ADA, BOB)).table.asked is None


def test_nothing_is_taken_back_that_one_has_not_done(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    assert refused(live.table, say("undo", ADA))[1] == "table.refused.nothing_to_undo"
    assert refused(live.table, say("undo", CLEO))[0] == "seat"


def test_what_is_dealt_again_after_taking_back_is_the_same(run: Run) -> None:
    texts: list[str] = []

    async def script(registry: Registry, live: LiveTable) -> None:
        for _ in range(2):
            for _ in range(3):
                await registry.command(live, first_move(live, ADA))
            assert live.table.position is not None
            texts.append(live.table.position.text())
            for _ in range(3):
                await registry.command(live, say("undo", ADA, practice=True))

    run(script, [*persons(ADA), bot()])
    assert texts[0] == texts[1]


# Seats.


def test_an_open_seat_is_taken_once(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("take", BOB, seat=1, name=" #Bob\n "))
        assert refused(live.table, say("take", CLEO, seat=1, name="Cleo"))[0] == "seat"

    table = run(script, [*persons(ADA), Chair()]).table
    assert table.chairs[1] == Chair("person", "Bob", (BOB,))


def test_whoever_has_seen_a_hand_cannot_sit_down_before_another(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("leave", BOB, seat=1))
        key = refused(live.table, say("take", BOB, seat=2, name="Bob"))[1]
        assert key == "table.refused.another_hand"
        assert refused(live.table, say("take", ADA, seat=2, name="Ada"))[0] == "seat"
        await registry.command(live, say("take", BOB, seat=1, name="Bob"))

    run(script, [*persons(ADA, BOB), Chair()])


def test_nobody_gives_up_a_seat_of_others(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    assert refused(live.table, say("leave", ADA, seat=1))[1] == "table.refused.not_yours"
    assert refused(live.table, say("leave", CLEO, seat=1))[1] == "table.refused.not_yours"


@pytest.mark.parametrize("kind", ["take", "leave", "bot_in", "bot_out", "link"])
def test_a_seat_that_is_not_there_is_refused(run: Run, kind: str) -> None:
    live = run(nothing, persons(ADA, BOB))
    for seat in (2, 99, -1, -2, None, "1", True, 0.0, *FAR):
        assert nonsense(live.table, kind, seat=seat, name="x")


def test_a_bot_sits_in_for_me_and_gives_the_seat_back(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("bot_in", ADA, seat=0, bot="random"))
        assert live.table.chairs[0].sits_in
        assert refused(live.table, first_move(live, ADA))[1] == "table.refused.sits_in"
        assert refused(live.table, say("bot_out", BOB, seat=0))[1] == "table.refused.not_yours"
        await registry.command(live, say("bot_out", ADA, seat=0))
        await registry.command(live, first_move(live, ADA))

    assert len(run(script, persons(ADA, BOB)).table.moves) == 1


def test_a_bot_sits_in_for_someone_else_only_if_they_are_away(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    here = say("bot_in", ADA, seat=1)
    assert refused(live.table, here)[1] == "table.refused.present"
    away = Command(ADA, BotIn(1), absent=frozenset({1}))
    [event] = decide(live.table, away).events
    chair = event.data["chair"]
    assert isinstance(chair, dict)
    assert chair["persons"] == [BOB]
    assert refused(live.table, Command(CLEO, BotIn(1), absent=frozenset({1})))[0]


@pytest.mark.parametrize("name", ["", "nobody", "flat:600s", "flat:99999", "random:x", 5])
def test_only_bots_that_there_are_sit_down(run: Run, name: object) -> None:
    live = run(nothing, [*persons(ADA), Chair()])
    if name == "":
        decide(live.table, say("bot_in", ADA, seat=1, bot=name))  # the usual one
    else:
        assert nonsense(live.table, "bot_in", seat=1, bot=name)


def test_who_made_the_table_can_send_a_bot_away(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        assert refused(live.table, say("bot_out", BOB, seat=2))[1] == "table.refused.host"
        await registry.command(live, say("bot_out", ADA, seat=2))

    assert run(script, [*persons(ADA, BOB), bot()]).table.chairs[2].kind == "open"


def test_a_second_browser_holds_the_seat_too_and_four_at_most(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        for number in range(5):
            await registry.command(live, say("link", f"phone{number}", seat=0, name="x"))
        assert refused(live.table, say("link", BOB, seat=0, name="x"))[0] == "seat"

    table = run(script, persons(ADA, BOB)).table
    assert table.chairs[0].persons == ("phone1", "phone2", "phone3", "phone4")


# Talk.


def test_talk_is_for_those_who_sit_here_and_tidy(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("chat", ADA, text=" a\n\x00b " + "c" * 900))
        assert refused(live.table, say("chat", CLEO, text="hi"))[0] == "seat"
        assert refused(live.table, say("chat", ADA, text=" \n "))[0] == "bad"

    [said] = run(script, persons(ADA, BOB)).table.chat
    assert said.text.startswith("a b ccc")
    assert len(said.text) == 500


@pytest.mark.parametrize(
    "command",
    [
        say("move", ADA, n=99, move=0),
        say("undo", ADA),
        say("undo", ADA, practice=True),
        say("vote", BOB, yes=True),
        say("withdraw", ADA),
        say("bot_in", ADA, seat=0),
        replace(say("bot_in", ADA, seat=1), absent=frozenset({1})),
        say("leave", BOB, seat=1),
        say("take", CLEO, seat=2, name="Cleo"),
    ],
    ids=str,
)
def test_after_the_end_nothing_changes_the_game_or_who_played_it(
    run: Run, command: Command
) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await played_out(registry, live)
        record = live.table.record()
        assert refused(live.table, command) == ("over", "table.refused.over")
        assert live.table.record() == record

    run(script, persons(ADA, BOB))


def test_after_the_end_nobody_is_offered_to_take_back(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await played_out(registry, live)

    table = run(script, [*persons(ADA), *persons(ADA)]).table
    assert table.undoable_by(ADA) is None


def test_after_the_end_people_talk_and_come_back_with_another_browser(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await played_out(registry, live)
        await registry.command(live, say("chat", ADA, text="well played"))
        await registry.command(live, say("link", CLEO, seat=1))

    table = run(script, persons(ADA, BOB)).table
    assert [said.text for said in table.chat] == ["well played"]
    assert table.held(CLEO) == (1,)


async def played_out(registry: Registry, live: LiveTable) -> None:
    """The whole game, by the first move that comes."""
    while not live.table.over():
        person = live.table.chairs[live.table.turn() or 0].persons[0]
        await registry.command(live, first_move(live, person))


def test_an_unknown_command_is_refused(run: Run) -> None:
    live = run(nothing, persons(ADA, BOB))
    assert nonsense(live.table, "cheat")


def test_names_that_look_like_words_or_seats_are_plain_names() -> None:
    assert tidy_name("@1") == "1"
    assert tidy_name("#table.ask.won") == "table.ask.won"
    assert tidy("a" * 100, 30) == "a" * 30
