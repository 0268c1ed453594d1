"""The recorded games show what they are named after."""

from __future__ import annotations

from collections.abc import Iterator

from parvis.engine.game import game_of
from parvis.games.neotopia import legality
from parvis.games.neotopia.position import Neotopia
from tests.recorded import games_of

GAME = game_of("neotopia")
GAMES = games_of(GAME)


def positions(name: str) -> Iterator[tuple[Neotopia, str]]:
    """Every position with its move, the last one with none."""
    recorded = GAMES.games[name]
    position = GAMES.start(GAME, recorded)
    assert isinstance(position, Neotopia)
    for text in recorded.moves:
        yield position, text
        position.play(position.read(text))
    assert position.over()
    yield position, ""


def last(name: str) -> Neotopia:
    return list(positions(name))[-1][0]


def test_games_of_two_three_and_four_end_one_round_after_the_flag() -> None:
    for name, seats in (("two", 2), ("three", 3), ("four", 4)):
        flagged = 0
        for position, _ in positions(name):
            if position.flag and not flagged:
                announced = int(position.round)
            flagged = 1 - int(position.flag)
        assert position.seats == seats
        assert position.round == announced + 1


def test_mirrored_patterns_were_built_that_rotations_do_not_give() -> None:
    final = last("mirrored")
    plain = final.parts.matches(False)
    ways = {a | b for a, b in zip(plain.first, plain.second, strict=True)}
    assert final.setting.options["mirror"] is True
    assert [way for *_, way in final.builds if way not in ways]


def test_the_deck_runs_out() -> None:
    assert last("the-deck-runs-out").deck == 0


def test_a_colour_runs_out() -> None:
    assert min(last("a-colour-runs-out").reserve) == 0


def test_a_region_is_full() -> None:
    final = last("a-region-is-full")
    assert 0 in [legality.room(final, region) for region in range(3)]


def test_all_four_bonuses_are_used() -> None:
    moves = [move.partition(":")[0] for _, move in positions("all-four-bonuses")]
    assert {"auto", "grant", "init", "permit"} <= set(moves)


def test_a_tie_is_broken() -> None:
    final = last("a-tie-is-broken")
    assert final.scores().count(max(final.scores())) > 1
    assert len(final.winners()) == 1


def test_a_victory_is_shared() -> None:
    assert len(last("a-shared-victory").winners()) > 1


def test_an_idle_round_ends_a_game_whose_flag_was_never_turned() -> None:
    final = last("an-idle-round-ends-it")
    assert final.flag == 1
    assert final.setting.pack.name == "three hamlets"
    assert not legality.can_act(final)
