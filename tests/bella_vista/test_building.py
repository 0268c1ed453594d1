"""Construction: BV-4."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.rulebook import LANGUAGES
from parvis.games.bella_vista.components import ASIDE, BUILD, CONTRACT, FORCED, OFFER
from parvis.games.bella_vista.labels import ABOUT_KEYS
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista.tables import HATCHED_PAIR, begin, coins, display, fill, stand, turn_up
from tests.playing import play, refused

REST = ((1, 7), (2, 7), (3, 7))  # what the others have on the board


def after_building(number: int, site: str, constraint: str, *others: str) -> BellaVista:
    """The first architect has built, beside what the second one had there."""
    position = begin()
    display(position)
    stand(position, 1, *others)
    turn_up(position, (0, number), *REST, constraint=constraint)
    return play(position, site)


@pytest.mark.clause("BV-4.6")
def test_a_6_next_to_a_2_and_a_1_earns_5() -> None:
    """BV-4.6, worked example 1."""
    position = after_building(6, "F12e", "hatched", "2:F11n", "1:F14n")
    assert coins(position, 0) == 25
    earned = {line.key: line.points for line in position.ledger() if line.clause == "BV-4.6"}
    assert earned == {"bv.ledger.lower": 2, "bv.ledger.tallest": 3}


@pytest.mark.clause("BV-4.6", quiet=True)
def test_a_lone_4_earns_3() -> None:
    """BV-4.6, worked example 1."""
    position = after_building(4, "b22n", "plain")
    assert coins(position, 0) == 23


@pytest.mark.clause("BV-4.6", quiet=True)
def test_a_6_next_to_a_6_and_a_2_earns_1() -> None:
    """BV-4.6, worked example 1: strictly the highest, or no 3 coins."""
    position = after_building(6, "F13n", "hatched", "6:F12n", "2:F24n")
    assert coins(position, 0) == 21


@pytest.mark.clause("BV-4.6", quiet=True)
def test_ones_own_and_neutral_neighbours_count_and_each_once() -> None:
    """BV-4.6: a long neighbour that touches two squares is one neighbour."""
    position = begin(3)
    display(position)
    stand(position, 0, "1:F11n")
    stand(position, 3, "5:F23n")
    turn_up(position, (0, 6), (1, 7), (2, 7), constraint="hatched")
    play(position, "F12n")
    # the own 1 lies along both squares; the neutral 5 is below one of them
    assert coins(position, 0) == 20 + 2 + 3


@pytest.mark.clause("BV-4.3")
def test_corners_are_not_adjacent() -> None:
    """BV-4.3."""
    # It covers F24, F34, F44 and one below, which is on O.
    position = after_building(3, "F34n", "hatched", "8:F22n")
    assert coins(position, 0) == 23


@pytest.mark.clause("BV-4.1", quiet=True)
def test_a_building_takes_every_square_that_it_covers() -> None:
    position = after_building(1, "F11n", "hatched")
    taken = [square for square, building in enumerate(position.at) if building]
    assert [position.components.name(one) for one in taken] == ["F11", "F21", "F31", "F41"]


@pytest.mark.clause("BV-4.1", quiet=True)
def test_between_two_cards_no_building_is_to_be_placed() -> None:
    position = begin()
    display(position)
    turn_up(position, (0, 7), *REST, constraint="hatched")
    ahead = position.foresee(position.read("F11n"))
    assert [(seen["building"], seen["rule"]) for seen in (position.view(0), ahead.view(0))] == [
        *(("a7", "hatched"), (None, None))
    ]


@pytest.mark.clause("BV-4.1")
def test_a_building_stands_on_free_squares() -> None:
    position = begin()
    stand(position, 1, "4:F22n")
    turn_up(position, (0, 6), *REST)
    found = refused(position, "F12n")
    assert (found.clause, found.key) == ("BV-4.1", "bv.refuse.occupied")
    assert found.params == {"number": 6, "other": 4, "owner": "@1"}
    assert found.places == ("square-F22",)


@pytest.mark.parametrize(
    ("move", "key", "reach"),
    [
        ("F11w", "bv.refuse.rotation", 1),
        ("L41n", "bv.refuse.outside", 2),
        ("f42n", "bv.refuse.on_river", 3),
        ("O42n", "bv.refuse.on_park", 3),
    ],
)
@pytest.mark.clause("BV-4.1")
def test_a_building_never_leaves_the_districts(move: str, key: str, reach: int) -> None:
    """Not off the city, not on parks or rivers; and only as it can be turned."""
    position = begin()
    turn_up(position, (0, 6), *REST)
    found = refused(position, move)
    assert (found.clause, found.key, found.reach) == ("BV-4.1", key, reach)


@pytest.mark.clause("BV-1.2")
def test_a_building_turns_but_is_not_mirrored() -> None:
    """BV-4.1: the L of four has four rotations, the T four, the bar two, the block one."""
    shapes = begin().components.turned
    assert [len(shape) for shape in shapes] == [2, 4, 4, 1, 4, 2, 1, 1]
    assert [len(shape[0]) for shape in shapes] == [4, 4, 4, 4, 3, 2, 1, 1]
    outlines = set()
    for turned in shapes[1]:
        left, top = min(x for x, _ in turned), min(y for _, y in turned)
        outlines.add(frozenset((x - left, y - top) for x, y in turned))
    mirrored = frozenset({(2, 0), (1, 0), (0, 0), (0, 1)})
    assert len(outlines) == 4
    assert mirrored not in outlines


@pytest.mark.clause("BV-4.2", quiet=True)
def test_hatched_imposed_allows_straddling_hatched_districts() -> None:
    """BV-4.2, worked example 9: hatched flowers and hatched butterflies."""
    position = begin(city=HATCHED_PAIR)
    turn_up(position, (0, 6), *REST, constraint="hatched")
    play(position, "F14e")
    assert position.tally[8] == 1  # a straddling building


@pytest.mark.clause("BV-4.2")
def test_imposed_districts_want_the_whole_building() -> None:
    position = begin(city=HATCHED_PAIR)
    turn_up(position, (0, 6), *REST, constraint="flowers")
    found = refused(position, "F14e")
    assert (found.clause, found.key, found.places) == (
        "BV-4.2",
        "bv.refuse.district",
        ("square-B11",),
    )
    assert found.params["district"] == "#bv.district.1"


@pytest.mark.parametrize(
    ("constraint", "allowed", "barred", "key"),
    [
        ("park", "O41n", "O31n", "bv.refuse.park_imposed"),
        ("no-park", "O31n", "O41n", "bv.refuse.park_forbidden"),
        ("no-river", "f31n", "f41n", "bv.refuse.river_forbidden"),
        ("no-border", "F22n", "F12n", "bv.refuse.border_forbidden"),
        ("leaves", "l11n", "F11n", "bv.refuse.district"),
        ("plain", "b11n", "F11n", "bv.refuse.district"),
    ],
)
@pytest.mark.clause("BV-4.2")
def test_each_constraint_is_held(constraint: str, allowed: str, barred: str, key: str) -> None:
    position = begin()
    turn_up(position, (0, 7), *REST, constraint=constraint)
    found = refused(position, barred)
    assert (found.clause, found.key) == ("BV-4.2", key)
    assert position.refusal(position.read(allowed)) is None


@pytest.mark.clause("BV-4.4")
def test_the_border_is_a_side_next_to_no_tile() -> None:
    """BV-4.4: a bay is border; the banks of parks and rivers are not."""
    position = begin()
    turn_up(position, (0, 7), *REST, constraint="no-border")
    inside = {position.say(move) for move in position.moves()}
    assert "f42n" in inside  # beside the river
    assert "O42n" in inside  # beside the park
    assert "o41n" in inside  # beside the small park
    assert "o43n" not in inside
    assert "L44n" not in inside  # the bay above the river
    assert "F11n" not in inside


@pytest.mark.clause("BV-4.5")
def test_a_constraint_nobody_can_meet_sends_the_building_to_the_border() -> None:
    """BV-4.5, worked example 7: no coins, no contract."""
    position = begin()
    stand(position, 0, "8:F22n", "7:F33n")
    fill(position, "Ff")
    display(position, "F")
    turn_up(position, (0, 6), *REST, constraint="flowers")
    found = refused(position, "b22n")
    assert (found.clause, found.key) == ("BV-4.5", "bv.refuse.border_forced")
    play(position, "b21n")  # with nothing higher beside it
    assert coins(position, 0) == 20
    assert position.phase == BUILD
    assert position.turn() == 1
    assert position.gain[5] == FORCED
    assert position.tally[9] == 1  # it counts on the border from now on


@pytest.mark.clause("BV-4.5", quiet=True)
def test_without_room_on_the_border_the_building_goes_anywhere() -> None:
    """BV-4.5: still without coins or contract."""
    position = begin()
    fill(position, "FfBbLlOo", keep=("b22",))
    turn_up(position, (0, 7), *REST, constraint="flowers")
    assert [position.say(move) for move in position.moves()] == ["b22n"]
    told = [sentence.key for sentence in position.story(position.moves()[0], 1)]
    assert told[:2] == ["bv.story.build", "bv.story.anywhere"]
    play(position, "b22n")
    assert coins(position, 0) == 20
    assert position.gain[6] == FORCED


@pytest.mark.clause("BV-4.5", quiet=True)
def test_a_building_that_fits_nowhere_is_set_aside_and_its_card_still_ranks() -> None:
    """BV-4.5, BV-5.2."""
    position = begin()
    fill(position, "FfBbLlOo", keep=("b22", "F22", "L22"))
    turn_up(position, (0, 4), (1, 7), (2, 8), (3, 7), constraint="flowers")
    assert (position.site[3], position.gain[3]) == (ASIDE, FORCED)  # the 4 went aside at once
    assert position.turn() == 1
    play(position, "F22n", "b22n", "L22n")
    assert position.phase == OFFER
    assert position.order == [0, 1, 3, 2]
    assert position.scores()[0] <= 20
    assert [one for one in position.view(None)["buildings"] if not one["squares"]]  # type: ignore[attr-defined]


@pytest.mark.clause("BV-4.5", quiet=True)
def test_meeting_the_constraint_on_the_border_earns_as_usual() -> None:
    """BV-4.5."""
    position = after_building(7, "F11n", "flowers")
    assert coins(position, 0) == 23


@pytest.mark.clause("BV-4.7")
def test_two_contracts_met_only_one_is_taken() -> None:
    """BV-4.7, worked example 10: four on the border and two straddling."""
    position = begin()
    display(position, "straddling", "border")
    stand(position, 0, "1:F11n", "2:L11n", "7:B11n", "6:F42n", "5:F34n")
    turn_up(position, (0, 8), *REST, constraint="hatched")
    play(position, "O11n")
    assert position.phase == CONTRACT
    assert {position.say(move) for move in position.moves()} == {"+straddling", "+border", "+none"}
    play(position, "+border")
    assert position.turn() == 1
    assert position.view(0)["players"][0]["taken"] == ["border"]  # type: ignore[index]
    assert position.display.count(-1) == 3  # not refilled before the end of the round
    assert [line.points for line in position.ledger() if line.clause == "BV-6.5"] == [5]


def test_the_story_names_the_contract_that_everybody_saw_taken() -> None:
    """BV-4.7."""
    position = begin()
    display(position, "straddling", "border")
    stand(position, 0, "1:F11n", "2:L11n", "7:B11n", "6:F42n", "5:F34n")
    turn_up(position, (0, 8), *REST, constraint="hatched")
    own, others = (position.story(position.read("O11n"), seat)[1] for seat in (0, 1))
    assert (own.key, others.key) == ("bv.story.coins_own", "bv.story.coins")
    play(position, "O11n")
    for seat, key in ((0, "bv.story.contract_own"), (1, "bv.story.contract")):
        told = position.story(position.read("+border"), seat)[0]
        assert (told.key, told.params["about"]) == (key, "#bv.asks.border")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_contract_asks_for_is_a_few_words_in_the_story(language: str) -> None:
    """BV-4.7: within brackets, so no sentence."""
    speech = parvis.game_of("bella-vista").speech(language)
    for key in ABOUT_KEYS:
        assert not speech(key).endswith("."), key


@pytest.mark.clause("BV-4.7")
def test_a_contract_that_is_not_met_is_refused_with_the_count() -> None:
    position = begin()
    display(position, "border", "F")
    stand(position, 0, "1:F11n", "2:L11n", "6:b11n", "7:B11n")
    turn_up(position, (0, 8), *REST, constraint="hatched")
    play(position, "O22n")
    found = refused(position, "+F")
    assert (found.clause, found.key) == ("BV-4.7", "bv.refuse.unmet")
    assert found.params == {"have": 1, "needs": 2}
    assert refused(position, "+park").key == "bv.refuse.not_displayed"
    assert refused(position, "F22n").clause == "BV-4.7"


@pytest.mark.clause("BV-4.8")
def test_a_straddling_building_is_wholly_on_no_district() -> None:
    position = begin()
    display(position, "F", "border")
    stand(position, 0, "1:F11n", "6:F14e", "2:L11n", "7:B11n", "5:b11n")
    turn_up(position, (0, 8), *REST, constraint="hatched")
    play(position, "O22n")
    found = refused(position, "+F")
    assert (found.clause, found.key) == ("BV-4.8", "bv.refuse.straddling")
    assert found.params == {"have": 1, "needs": 2, "n": 1}
    assert found.places == ("contract-F", "square-F14")


@pytest.mark.clause("BV-1.5")
def test_two_architects_need_three_on_one_district() -> None:
    """BV-1.5, worked example 8."""
    for built, met in ((("7:F22n",), False), (("7:F22n", "6:F42e"), True)):
        position = begin(2)
        display(position, "F")
        stand(position, 0, *built)
        turn_up(position, (0, 8), (1, 7), (1, 8), (0, 7), constraint="hatched")
        play(position, "F44n")
        assert (position.phase == CONTRACT) == met


@pytest.mark.parametrize(
    ("seats", "contract", "needs"),
    [
        (4, "F", 2),
        (3, "F", 2),
        (2, "F", 3),
        (3, "river", 2),
        (3, "park", 2),
        (4, "river", 2),
        (2, "river", 3),
        (4, "park", 2),
        (2, "park", 3),
        (2, "straddling", 2),
        (2, "border", 4),
        (2, "Ff", 2),
        (2, "FBLO", 4),
    ],
)
@pytest.mark.clause("BV-1.5")
def test_what_contracts_need_by_the_number_of_architects(
    seats: int, contract: str, needs: int
) -> None:
    """BV-1.5."""
    position = begin(seats)
    display(position, contract)
    assert position.view(0)["display"][0]["asked"] == needs  # type: ignore[index]


@pytest.mark.clause("BV-4.7", quiet=True)
def test_a_building_by_several_parks_counts_once_and_may_serve_several_contracts() -> None:
    """BV-4.7."""
    position = begin()
    display(position, "park", "f")
    stand(position, 0, "7:f11n")
    turn_up(position, (0, 8), *REST, constraint="plain")
    play(position, "f12n")
    assert {position.say(move) for move in position.moves()} == {"+f", "+park", "+none"}


@pytest.mark.clause("BV-4.7", quiet=True)
def test_the_building_just_built_need_not_be_part_of_the_contract() -> None:
    """BV-4.7."""
    position = begin()
    display(position, "F")
    stand(position, 0, "7:F22n", "6:F33n")
    turn_up(position, (0, 8), *REST, constraint="no-river")
    play(position, "L22n")
    assert position.phase == CONTRACT


@pytest.mark.clause("BV-4.7", quiet=True)
def test_a_building_that_earns_nothing_may_still_bring_a_contract() -> None:
    """BV-4.6, BV-4.7: only a forced one ends the turn without."""
    position = begin()
    display(position, "F")
    stand(position, 0, "7:F22n")
    stand(position, 1, "8:F42n")
    turn_up(position, (0, 1), *REST, constraint="hatched")
    play(position, "F11n")  # above the 7 and the 8
    assert coins(position, 0) == 20
    assert position.phase == CONTRACT


@pytest.mark.clause("BV-6.5")
def test_a_turn_of_two_architects_with_the_park_imposed() -> None:
    """Worked example 11."""
    position = begin(2)
    first, second = 0, 1
    display(position, "O", "f", "border")
    stand(position, second, "7:O11n", "8:O13n", "5:L31n", "1:f12n")
    stand(position, first, "8:f33n", "7:f41n")
    turn_up(position, (first, 4), (second, 6), (first, 4), (second, 6), constraint="park")
    play(position, "O32n")  # alone, by the park, and no contract
    assert (coins(position, first), position.turn()) == (33, second)
    play(position, "O34n", "+O")  # beside that 4; the third on these birds
    assert coins(position, second) == 34
    play(position, "f13n", "+f")  # a 1 above it, an 8 beside it; the third on these flowers
    assert coins(position, first) == 34
    play(position, "o42e", "+border")  # half by the park, half on the border; the fourth there
    assert coins(position, second) == 37
    taken = [line.points for line in position.ledger() if line.clause == "BV-6.5"]
    assert taken == [7, 7, 5]


@pytest.mark.clause("BV-4.1")
def test_building_moves_belong_to_their_phase() -> None:
    position = begin()
    turn_up(position, (0, 7), *REST)
    assert refused(position, "@0:7").clause == "BV-4.1"
    assert refused(position, "@0:7").params == {"number": 7}


def test_undo_is_free_after_building_while_a_contract_may_be_taken() -> None:
    position = begin()
    display(position, "F")
    stand(position, 0, "7:F22n", "6:F33n")
    turn_up(position, (0, 8), *REST, constraint="no-river")
    assert not position.reveals(position.read("L22n"))
    play(position, "L22n")
    assert position.reveals(position.read("+F"))  # the next card is turned up


@pytest.mark.clause("BV-4.2")
def test_why_names_the_rotation_that_gets_furthest() -> None:
    position = begin()
    turn_up(position, (0, 6), *REST, constraint="leaves")
    found = position.why(("square-F11",))
    assert found is not None
    assert found.clause == "BV-4.2"
    assert position.why(("square-l11",)) is None
    assert isinstance(position.why(("slot-7",)), parvis.Refusal)


@pytest.mark.clause("BV-4.1")
@pytest.mark.parametrize(
    ("number", "move", "key"),
    [
        (5, "B14n", "bv.refuse.outside"),
        (5, "o44w", "bv.refuse.outside"),
        (5, "F11s", "bv.refuse.outside"),
        (5, "b24n", "bv.refuse.on_park"),
        (5, "f41n", "bv.refuse.on_river"),
        (1, "f34n", "bv.refuse.on_river"),
        (1, "O34n", "bv.refuse.on_park"),
        (1, "L23n", "bv.refuse.outside"),
        (4, "l14n", "bv.refuse.outside"),
    ],
)
def test_where_a_larger_building_leaves_the_districts(number: int, move: str, key: str) -> None:
    """Whoever builds: the first to the left of the board, or the one after."""
    for seat in (0, 1):
        position = begin()
        turn_up(position, (seat, number), *REST)
        found = refused(position, move)
        assert (found.clause, found.key) == ("BV-4.1", key)


@pytest.mark.clause("BV-5.4")
def test_while_a_card_is_to_be_turned_up_nothing_can_be_done() -> None:
    position = begin()
    display(position)
    turn_up(position, (0, 7), *REST)
    ahead = position.foresee(position.read("L22n"))
    found = ahead.refusal(ahead.read("L33n"))
    assert found is not None
    assert (found.clause, found.key) == ("BV-5.4", "bv.refuse.over")
    assert ahead.moves() == []


@pytest.mark.clause("BV-4.7")
def test_while_a_contract_may_be_taken_nothing_else_can_be_done() -> None:
    position = begin()
    display(position, "F")
    stand(position, 0, "8:F11n")
    turn_up(position, (0, 7), *REST, constraint="hatched")
    play(position, "F12n")
    for move in ("@0:7", "L33n"):
        found = refused(position, move)
        assert (found.clause, found.key) == ("BV-4.7", "bv.refuse.now_contract")


@pytest.mark.parametrize(
    ("contract", "sites", "n"),
    [
        ("F", ("6:F42n",), 1),
        ("Ff", ("6:F42n",), 1),
        ("Ff", ("6:F42n", "4:F43n"), 2),
        ("Bb", ("6:F42n", "4:F43n"), 2),
        ("FBLO", ("6:F42n", "3:O34n"), 2),
        ("fblo", ("6:b42n",), 1),
        ("f", ("6:b42n",), 0),
        ("b", ("6:b42n",), 1),
        ("Bb", ("3:O24e",), 1),
        ("Oo", ("6:F42n",), 0),
        ("b", ("3:O24e",), 0),
        ("straddling", ("6:F42n",), 0),
        ("border", ("6:F42n", "4:F43n"), 0),
        ("river", ("6:F42n",), 0),
    ],
)
@pytest.mark.clause("BV-4.8", quiet=True)
def test_straddling_buildings_are_blamed_where_the_contract_names_their_district(
    contract: str, sites: tuple[str, ...], n: int
) -> None:
    """Otherwise the contract is just not met (BV-4.7)."""
    position = begin()
    display(position, contract, "park")
    stand(position, 0, "8:O41n", *sites)
    turn_up(position, (0, 7), *REST, constraint="no-river")
    play(position, "O42n")
    found = refused(position, "+" + contract)
    assert (found.clause, found.params.get("n", 0)) == ("BV-4.8" if n else "BV-4.7", n)
    assert len(found.places) == n + 1
