"""Taking back makes nobody forget: guesses agree with what a seat saw on lines that were left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import pytest

import parvis
from parvis.bots import Bot, Budget, Thought
from parvis.bots.memory import Line, Memory, agreeing, read_memory, remember, seen, sight, worlds
from parvis.engine.position import Position
from parvis.games.bella_vista.components import HEIGHTS, OFFER
from parvis.games.bella_vista.position import BellaVista
from tests.conformance.cases import Case, plain_cases, random_game
from tests.example import registered

GAMES = parvis.all_games()
SAMPLE = 60
TRIES = 1500
SEATS = 2


@pytest.fixture(autouse=True, scope="module")
def example() -> Iterator[None]:
    """Memories are held for the example too."""
    with registered():
        yield


def lines_that_show_something(
    game: parvis.Game, depth: int = 1
) -> Iterator[tuple[Position, int, Line]]:
    """A position, a seat, and a line of which some plain guesses would show that seat the same.

    That is: what is shown is one card or the like, not a whole hand.
    """
    rng = parvis.Rng(11)
    for seed in range(4):
        for number, (position, _) in enumerate(random_game(Case(game, SEATS), seed)):
            if number % 3:
                continue
            ahead = position.copy()
            texts: list[str] = []
            while not ahead.over() and len(texts) < depth:
                moves = ahead.moves()
                texts.append(ahead.say(moves[int(rng.below(len(moves)))]))
                ahead.play(ahead.read(texts[-1]))
            for seat in range(SEATS):
                line = seen(position, texts, seat)
                if 0 < share(position, line, seat, rng) < SAMPLE // 2:
                    yield position.copy(), seat, line


def share(position: Position, line: Line, seat: int, rng: parvis.Rng) -> int:
    """Of a sample of plain guesses, those that agree with a line."""
    guesses = [position.guess(seat, rng) for _ in range(SAMPLE)]
    return sum(agreeing(guess, line, seat, rng) == len(line) for guess in guesses)


def can_agree(world: Position, line: Line, seat: int) -> bool:
    """Whether a world can show a seat this, whatever was played face down."""
    rng = parvis.Rng(1)
    return any(agreeing(world.copy(), line, seat, rng) == len(line) for _ in range(SAMPLE))


def memory_at(position: Position, seat: int, *lines: Line, stands: Line = ()) -> Memory:
    left = tuple((0, line) for line in lines)
    return Memory(seat, position.guess(seat, parvis.Rng(3)).text(), left, stands)


def found(memory: Memory, seed: int = 5, tries: int = TRIES) -> list[Position]:
    made = worlds(memory, parvis.read_position(memory.start), parvis.Rng(seed), tries)
    assert made is not None
    return made


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_was_shown_once_is_never_guessed_otherwise(game: parvis.Game) -> None:
    tried = 0
    for depth in (1, 2):
        for position, seat, line in islice(lines_that_show_something(game, depth), 2):
            for world in found(memory_at(position, seat, line)):
                tried += 1
                assert world.text(seat) == position.text(seat)
                assert can_agree(world, line, seat)
    assert tried > 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_guess_agrees_with_the_line_that_stands_and_with_the_one_that_was_left(
    game: parvis.Game,
) -> None:
    for position, seat, line in islice(lines_that_show_something(game), 1):
        stands = line[:1]  # the same move again: what it shows is known
        memory = memory_at(position, seat, line, stands=stands)
        for world in found(memory):
            assert sight(world, seat) == stands[0][1]


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_hidden_things_and_hidden_moves_make_no_other_memory(case: Case) -> None:
    """Worlds that differ only in what the seat never saw, and moves that look alike to it."""
    rng = parvis.Rng(13)
    differing = 0
    for number, (position, _) in enumerate(random_game(case, 5)):
        if number % 5:
            continue
        for seat in range(case.seats):
            twin = case.twin(position, seat, rng)
            one, other = lines_that_look_alike(position, twin, seat, rng)
            differing += one != other or (bool(one) and twin.text() != position.text())
            memory = memory_at(position, seat, seen(position, one, seat))
            assert memory_at(twin, seat, seen(twin, other, seat)).plain() == memory.plain()
    assert differing


def lines_that_look_alike(
    position: Position, twin: Position, seat: int, rng: parvis.Rng, depth: int = 4
) -> tuple[list[str], list[str]]:
    """Moves for two worlds of which the seat sees and is told the same, as different as can be."""
    one, other = position.copy(), twin.copy()
    lines: tuple[list[str], list[str]] = [], []
    for _ in range(depth):
        if one.over():
            break
        move = one.random_move(rng)
        shown = shown_by(one, move, seat)
        mine = one.turn() == seat
        others = [move] if mine else [any_of(other, rng) for _ in range(12)] + [move]
        alike = next((it for it in others if shown_by(other, it, seat) == shown), None)
        if alike is None:
            break
        for world, it, line in ((one, move, lines[0]), (other, alike, lines[1])):
            line.append(world.say(it))
            world.play(it)
    return lines


def any_of(position: Position, rng: parvis.Rng) -> int:
    return int(position.random_move(rng))


def shown_by(
    position: Position, move: int, seat: int
) -> tuple[str, list[dict[str, object]]] | None:
    """What a seat sees after a move and is told of it; None if it cannot be played."""
    if position.refusal(move) is not None:
        return None
    story = [sentence.plain() for sentence in position.story(move, seat)]
    after = position.copy()
    after.play(move)
    return sight(after, seat), story


def offered() -> Iterator[tuple[BellaVista, str, int, int]]:
    """Positions where an architect offers a card: the move, its slot, and the other's seat."""
    for seed in range(20):
        position = parvis.start("bella-vista", SEATS, seed)
        assert isinstance(position, BellaVista)
        turn = position.turn()
        assert turn is not None
        move = any_of(position, parvis.Rng(seed))
        yield position, position.say(move), int(position.kinds.offer.part(move, 0)), 1 - turn


def test_a_card_that_lies_face_down_is_guessed_no_better_than_without_memory() -> None:
    rng = parvis.Rng(7)
    right = tried = 0
    for position, text, slot, seat in offered():
        line = seen(position, [text], seat)
        after = position.copy()
        after.play(after.read(text))
        assert isinstance(after, BellaVista)
        for _ in range(SAMPLE):
            world = position.guess(seat, rng)
            assert agreeing(world, line, seat, rng) == 1
            assert isinstance(world, BellaVista)
            right += world.line[slot] == after.line[slot]
            tried += 1
    assert 0.5 < right / tried * HEIGHTS < 2  # one in eight, as of a plain guess


def test_a_card_that_was_turned_up_on_a_line_that_was_left_is_known() -> None:
    """It lay there before the lines part, so it is the same one that lies there now."""
    known = 0
    for position, text, slot, seat in offered():
        ahead, texts = position.copy(), [text]
        ahead.play(ahead.read(text))
        rng = parvis.Rng(3)
        while isinstance(ahead, BellaVista) and ahead.phase == OFFER:
            texts.append(ahead.say(any_of(ahead, rng)))
            ahead.play(ahead.read(texts[-1]))
        assert isinstance(ahead, BellaVista)
        if ahead.slot != slot:
            continue
        line = seen(position, texts, seat)
        start = position.guess(seat, parvis.Rng(3)).text()
        for world in found(Memory(seat, start, ((1, line[1:]),), line[:1])):
            assert isinstance(world, BellaVista)
            assert world.line[slot] == ahead.line[slot]
            known += 1
    assert known > 10


def a_memory() -> tuple[Position, int, Line, Memory]:
    game = parvis.game_of("neotopia")
    position, seat, line = next(
        (position, seat, line)
        for position, seat, line in lines_that_show_something(game)
        if position.turn() == seat
    )
    return position, seat, line, memory_at(position, seat, line)


def test_every_guess_of_a_bot_remembers_and_no_copy_does() -> None:
    position, seat, line, memory = a_memory()
    seen_by_bot: list[int] = []

    def think(guess: Position, rng: parvis.Rng, budget: Budget) -> Thought:
        for _ in range(20):
            again = guess.guess(seat, rng).guess(seat, rng)
            seen_by_bot.append(agreeing(again, line, seat, rng))
        assert guess.copy().worlds is None
        assert guess.worlds is not None
        other = guess.guess(1 - seat, rng)
        assert other.view(1 - seat) == guess.view(1 - seat)
        return Thought(guess.moves()[0])

    guess = position.guess(seat, parvis.Rng(1))
    remember(guess, memory, parvis.Rng(5))
    assert guess.text(seat) == position.text(seat)
    Bot("seer", think).choose(guess, parvis.Rng(2))
    assert seen_by_bot == [len(line)] * 20


def test_where_nothing_agrees_wholly_what_agrees_longest_is_taken() -> None:
    position, seat, line, _ = a_memory()
    never = (*line, (line[-1][0], "what nobody ever sees"))
    for world in found(memory_at(position, seat, never), tries=600):
        assert can_agree(world, line, seat)


def test_what_shows_nothing_needs_no_memory() -> None:
    position, seat, _, _ = a_memory()
    memory = memory_at(position, seat, ())
    assert worlds(memory, position.guess(seat, parvis.Rng(1)), parvis.Rng(2)) is None


def test_where_nothing_leads_to_what_stands_a_guess_is_a_plain_one() -> None:
    position, seat, line, _ = a_memory()
    memory = memory_at(position, seat, line, stands=((line[0][0], "elsewhere"),))
    guess = position.guess(seat, parvis.Rng(1))
    assert worlds(memory, guess, parvis.Rng(2), tries=20) is None


def test_a_memory_is_read_back_from_plain_data() -> None:
    _, _, _, memory = a_memory()
    assert read_memory(json.loads(json.dumps(memory.plain()))) == memory
