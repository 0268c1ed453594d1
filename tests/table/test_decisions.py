"""Who may do what at a table, and what taking back needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest

from parvis.bots import usual_bot
from parvis.engine.chance import Rng
from parvis.engine.words import Speech, read_catalogue
from parvis.table.chair import Chair, read_chair
from parvis.table.commands import BotIn, Command, Free, Move, read_request
from parvis.table.decisions import Refused, decide, played, tidy, tidy_name
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import Asked, Table, fold
from tests.stairs import GAME as EXAMPLE
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


@pytest.mark.parametrize("gone", ["leave", "free", "bot_in"])
def test_when_nobody_is_left_to_answer_nobody_has_agreed(run: Run, gone: str) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 3)
        await registry.command(live, say("undo", ADA))
        assert live.table.unanswered() == [1]
        went = away(1) if gone == "free" else say(gone, BOB, seat=1)
        await registry.writer.append(live, decide(live.table, went))
        assert live.table.asked is None
        assert len(live.table.moves) == 3
        assert refused(live.table, say("vote", BOB, yes=True))[1] == "table.refused.no_vote"

    table = run(script, persons(ADA, BOB)).table
    assert not [entry for entry in table.log if entry.key == "table.log.undo.agreed"]


async def cleo_is_still_asked(registry: Registry, live: LiveTable) -> None:
    await alone_after(registry, live, 3)
    await registry.command(live, say("undo", ADA))
    await registry.command(live, say("vote", BOB, yes=True))
    assert live.table.unanswered() == [2]


@pytest.mark.parametrize("gone", ["leave", "bot_in"])
def test_when_the_last_who_is_asked_gets_up_what_the_others_agreed_to_is_done(
    run: Run, quick_store: Store, gone: str
) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await cleo_is_still_asked(registry, live)
        await registry.command(live, say(gone, CLEO, seat=2))

    table = run(script, persons(ADA, BOB, CLEO)).table
    assert len(table.moves) == 2
    assert table.asked is None
    assert table.log[-1].key == "table.log.undo.agreed"
    kept = quick_store.load(table.config.id)
    assert kept is not None
    again = fold(kept)
    assert again.log == table.log
    assert again.position is not None
    assert table.position is not None
    assert again.position.text() == table.position.text()


def test_who_is_sent_away_while_they_are_asked_has_not_agreed(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await cleo_is_still_asked(registry, live)
        await registry.writer.append(live, decide(live.table, away(2)))

    table = run(script, persons(ADA, BOB, CLEO)).table
    assert len(table.moves) == 3
    assert table.asked is None


def test_what_was_played_before_someone_was_sent_away_is_taken_back_only_when_they_are_here_again(
    run: Run,
) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 3)
        await registry.writer.append(live, decide(live.table, away(2)))
        nothing_left = ("bad", "table.refused.nothing_to_undo")
        assert refused(live.table, say("undo", ADA, practice=True)) == nothing_left
        await registry.command(live, say("take", "dan-browser", seat=2, name="Dan"))
        assert refused(live.table, say("undo", ADA, practice=True)) == nothing_left
        await registry.command(live, first_move(live, BOB))
        assert live.table.undoable_by(BOB) is not None, "what was played since can be"
        await registry.command(live, say("leave", "dan-browser", seat=2))
        await registry.command(live, say("take", CLEO, seat=2, name="Cleo"))
        await registry.command(live, say("undo", ADA))
        assert live.table.unanswered() == [1, 2]

    run(script, persons(ADA, BOB, CLEO))


def test_who_agreed_and_got_up_has_not_agreed_for_who_comes_after_them(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await cleo_is_still_asked(registry, live)
        await registry.command(live, say("leave", BOB, seat=1))
        await registry.command(live, say("take", "dan-browser", seat=1, name="Dan"))
        assert live.table.unanswered() == [1, 2]
        await registry.command(live, say("vote", CLEO, yes=True))
        assert len(live.table.moves) == 3
        await registry.command(live, say("leave", "dan-browser", seat=1))

    assert len(run(script, persons(ADA, BOB, CLEO)).table.moves) == 2


PEOPLE = (ADA, BOB, CLEO)


def wishes(live: LiveTable) -> list[Command]:
    """What people can want at a table, the more often the likelier."""
    wanted = [
        *(say("undo", person, practice=True) for person in 2 * PEOPLE),
        *(say("vote", person, yes=True) for person in 8 * PEOPLE),
        *(say("vote", person, yes=False) for person in PEOPLE),
        *(say("withdraw", person) for person in PEOPLE),
        *(first_move(live, person) for person in 8 * PEOPLE),
    ]
    for seat, person in enumerate(PEOPLE):
        wanted += [
            say("leave", person, seat=seat),
            *3 * [say("take", person, seat=seat, name="x")],
            say("bot_in", person, seat=seat, bot="random"),
            *3 * [say("bot_out", person, seat=seat), say("bot_out", ADA, seat=seat)],
            away(seat),
            Command(ADA, BotIn(seat, "random"), absent=frozenset({seat})),
        ]
    return wanted


def test_the_log_says_that_the_table_agreed_only_after_votes(run: Run) -> None:
    """Whatever people do: all who were to be asked have said yes since they were asked."""
    agreed = 0
    rng = Rng(7)
    live = run(nothing, persons(*PEOPLE))
    table, votes = live.table, set[int]()
    for _ in range(1500):
        if table.over():
            break
        asked = table.asked
        wanted = wishes(live)
        try:
            outcome = decide(table, wanted[int(rng.below(len(wanted)))])
        except Refused:
            continue
        for happened in outcome.events:
            if happened.kind == "ask":
                votes = set()
            elif happened.kind == "vote" and happened.data["yes"]:
                assert happened.seat is not None
                votes.add(happened.seat)
            elif happened.kind == "chair" and happened.data["why"] in ("leave", "free"):
                votes.discard(happened.seat or 0)
        told = len(table.log)
        table.take(outcome.numbered(table.n, 0.0), outcome.position)
        if "table.log.undo.agreed" in [entry.key for entry in table.log[told:]]:
            agreed += 1
            assert asked is not None
            voters = set(table.persons_beside(asked.seat))
            assert voters
            assert voters <= votes
    assert agreed, "it does happen"


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
    assert table.chairs[1] == Chair("person", "Bob", (BOB,), turnover=1)


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


@pytest.mark.parametrize("kind", ["take", "leave", "free", "bot_in", "bot_out", "link"])
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
        for asked in ("", "good", usual_bot(EXAMPLE)):  # the usual one, by whichever name
            [event] = decide(live.table, say("bot_in", ADA, seat=1, bot=asked)).events
            assert read_chair(event.data["chair"]).bot == usual_bot(EXAMPLE)
    else:
        assert nonsense(live.table, "bot_in", seat=1, bot=name)


def test_one_for_whom_a_bot_sits_in_unasked_still_has_their_vote(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 3)
        away = Command(ADA, BotIn(1, "random"), absent=frozenset({1}))
        await registry.writer.append(live, decide(live.table, away))
        assert live.table.chairs[1].sits_in
        await registry.command(live, say("undo", ADA, practice=True))
        assert live.table.asked is not None, "nobody is outvoted by being away"
        assert refused(live.table, say("vote", ADA, yes=True))[1] == "table.refused.no_vote"
        await registry.command(live, say("vote", BOB, yes=True))

    table = run(script, persons(ADA, BOB)).table
    assert table.log[-1].key == "table.log.undo.agreed"


def test_who_lets_a_bot_play_for_them_leaves_the_vote_to_it(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 3)
        await registry.command(live, say("bot_in", BOB, seat=1, bot="random"))
        await registry.command(live, say("undo", ADA, practice=True))
        assert live.table.asked is None
        await registry.command(live, say("bot_out", BOB, seat=1))
        assert live.table.persons_beside(0) == [1], "until they are back"

    table = run(script, persons(ADA, BOB)).table
    assert table.log[-2].key != "table.log.undo.agreed", "nobody voted"


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


# The host opens seats again.


def away(seat: int, person: str = ADA) -> Command:
    """Free a seat whose person has been away for a while."""
    return Command(person, Free(seat), absent=frozenset({seat}))


def test_before_the_first_move_the_host_opens_any_seat_again(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        assert refused(live.table, say("free", BOB, seat=1))[1] == "table.refused.host"
        assert refused(live.table, say("free", ADA, seat=2))[1] == "table.refused.nobody"
        assert refused(live.table, say("free", ADA, seat=3))[1] == "table.refused.nobody"
        await registry.command(live, say("free", ADA, seat=1))

    table = run(script, [*persons(ADA, BOB), bot(), Chair()]).table
    assert table.chairs[1] == Chair(turnover=1), "the secret link of the seat is dead"


def test_after_the_first_move_the_host_opens_only_seats_of_who_is_away(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await alone_after(registry, live, 1)
        assert refused(live.table, say("free", ADA, seat=1))[1] == "table.refused.not_away"
        assert refused(live.table, away(1, CLEO))[1] == "table.refused.host"
        decide(live.table, away(1))

    run(script, persons(ADA, BOB))


def test_a_seat_with_a_lent_bot_is_opened_without_the_bot(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("bot_in", BOB, seat=1, bot="random"))
        await registry.writer.append(live, decide(live.table, away(1)))

    assert run(script, persons(ADA, BOB)).table.chairs[1] == Chair(turnover=1)


def test_who_lost_a_seat_may_sit_down_there_again_and_nowhere_else(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("free", ADA, seat=1))
        assert live.table.freed == {BOB: 1}
        other = say("take", BOB, seat=2, name="Bob")
        assert refused(live.table, other)[1] == "table.refused.another_hand"
        await registry.command(live, say("take", BOB, seat=1, name="Bob"))
        assert live.table.freed == {}

    run(script, [*persons(ADA, BOB), Chair()])


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_log_says_whose_seat_was_opened_again(run: Run, language: str) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("free", ADA, seat=1))

    entry = run(script, persons(ADA, BOB)).table.log[-1]
    told = Speech(language, [read_catalogue("parvis.table", language)]).tell(
        entry.key, entry.params
    )
    assert "Bob" in told
    assert "2" in told


# Nobody looks into a hand by sitting down before it and getting up again.


def test_in_the_middle_of_a_game_one_sits_down_in_one_bots_place_only(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, first_move(live, CLEO))
        await registry.command(live, say("bot_out", ADA, seat=1))
        await registry.command(live, say("take", ADA, seat=1, name="Ada"))
        await registry.command(live, say("leave", ADA, seat=1))
        await registry.command(live, say("bot_in", ADA, seat=1, bot="random"))
        await registry.command(live, say("bot_out", ADA, seat=2))
        second = say("take", ADA, seat=2, name="Ada")
        assert refused(live.table, second) == ("seat", "table.refused.another_hand")
        by_link = say("link", ADA, seat=2, name="Ada")
        assert refused(live.table, by_link) == ("seat", "table.refused.another_hand")

    run(script, [*persons(CLEO), bot(), bot()])


def test_who_holds_a_seat_cannot_look_into_a_bots_hand(run: Run) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, first_move(live, ADA))
        await registry.command(live, say("bot_out", ADA, seat=1))
        assert refused(live.table, say("take", ADA, seat=1, name="Ada"))[0] == "seat"
        await registry.command(live, say("bot_in", ADA, seat=0, bot="random"))
        lent = say("take", ADA, seat=1, name="Ada")
        assert refused(live.table, lent)[1] == "table.refused.another_hand"
        await registry.command(live, say("bot_out", ADA, seat=0))
        await registry.command(live, first_move(live, ADA))

    run(script, [*persons(ADA), bot()])


def test_around_one_screen_people_keep_the_seats_they_were_put_on_and_get_no_others(
    run: Run,
) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, first_move(live, ADA))
        assert live.table.held(ADA) == (0, 1)
        third = say("take", ADA, seat=2, name="Ada")
        assert refused(live.table, third)[1] == "table.refused.another_hand"
        await registry.command(live, say("leave", ADA, seat=1))
        back = say("take", ADA, seat=1, name="Ada")
        assert refused(live.table, back)[1] == "table.refused.another_hand"

    both = [Chair("person", "Ada", (ADA,)), Chair("person", "Bob", (ADA,)), Chair()]
    run(script, both)


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
