"""CN-5: what was kept is built."""

from __future__ import annotations

import pytest

from parvis.games.cites_nouvelles.components import BLOCK_OF
from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.tables import spoken, table, viewed
from tests.playing import play, refused


@pytest.mark.clause("CN-5.1", quiet=True)
def test_partners_build_together_all_that_they_kept() -> None:
    """CN-5.1: seat 0 and seat 2 each win a trick; both go on the lot."""
    position = table(hands="T2.P1,T1.H1,P9.T9,T3.H2", offers="T2,M1", leader=0)
    play(position, "T2", "T1", "T9", "T3")
    assert position.turn() == 2
    play(position, "P9", "H2", "P1", "H1")
    assert viewed(position)["lots"] == {"M": [], "P": [], "H": [], "T": ["T1", "T2", "T3", "T9"]}
    assert position.scores() == [40, 0]
    assert list(position.kept) == [0, 0, 0, 0]


@pytest.mark.clause("CN-5.2", "CN-5.3", quiet=True)
def test_a_third_lawn_goes_back_and_scores_nothing() -> None:
    """CN-5.2 and CN-5.3, worked example 6: the two lowest are placed."""
    position = table(2, hands="P1,P2", offers="T0,M1", kept="D1.D4.D10,-")
    play(position, "P1", "P2")
    assert viewed(position)["lots"]["T"] == ["D1", "D4"]
    assert position.scores() == [20, 0]
    assert BLOCK_OF["D10"] in position.unbuilt()


@pytest.mark.clause("CN-1.4")
@pytest.mark.clause("CN-5.2", quiet=True)
def test_room_is_what_earlier_rounds_left() -> None:
    """CN-5.2: one pool stands there, so one of two finds room."""
    position = table(2, hands="P1,P2", offers="T0,M1", kept="D5.D8,-", raised="1:1:T:D2", number=2)
    play(position, "P1", "P2")
    assert viewed(position)["lots"]["T"] == ["D2", "D5"]
    assert position.scores() == [10, 10]


@pytest.mark.clause("CN-5.2", quiet=True)
def test_a_side_whose_blocks_find_no_room_builds_nothing() -> None:
    """CN-5.2."""
    position = table(
        2, hands="P1,P2", offers="T0,M1", kept="D8.D11,-", raised="1:1:T:D2.D5", number=2
    )
    play(position, "P1", "P2")
    assert len(position.raised) == 1
    assert position.scores() == [0, 20]


@pytest.mark.clause("CN-5.3", quiet=True)
def test_the_namer_may_choose_which_two_decorations_stay() -> None:
    """CN-5.3 with the option: at four, the namer and not the last to play."""
    position = table(
        hands="P1,P2,P3,P4", offers="T2,M1", kept="D1.D4.D10.D2,-", choose_decorations=True
    )
    play(position, "P1", "P2", "P3", "P4")
    assert position.turn() == 2
    assert viewed(position)["decorate"] == {
        "side": 0,
        "kind": "lawn",
        "room": 2,
        "among": ["D1", "D4", "D10"],
    }
    assert spoken(position) == ["=D1+D4", "=D1+D10", "=D4+D10"]
    play(position, "=D4+D10")
    assert position.raised[0].decorations == 0b1000001010
    assert position.scores() == [30, 0]


def one_place_left() -> Cites:
    """Two pools are kept for a lot that has room for one more."""
    position = table(
        2, hands="P1,P2", offers="T0,M1", kept="D5.D8,-", raised="1:1:T:D2", number=2,
        choose_decorations=True,
    )  # fmt: skip
    return play(position, "P1", "P2")


@pytest.mark.clause("CN-5.3", quiet=True)
def test_the_namer_may_choose_which_one_decoration_stays() -> None:
    """CN-5.3 with the option, where one place is left."""
    position = one_place_left()
    assert position.turn() == 0
    assert spoken(position) == ["=D5", "=D8"]
    play(position, "=D8")
    assert position.raised[-1].decorations == 1 << 7


@pytest.mark.clause("CN-5.4")
def test_sides_choose_and_build_in_the_order_of_their_offers() -> None:
    """CN-5.4: kind by kind, the first speaker's side first."""
    position = table(
        2,
        hands="P1,P2",
        offers="T0,M1",
        speaker=1,
        kept="D1.D4.D7,D2.D5.D8.D3.D6.D9",
        choose_decorations=True,
    )
    play(position, "P1", "P2")
    asked: list[tuple[int | None, str]] = []
    while position.number == 1:
        asked.append((position.turn(), spoken(position)[-1]))
        position.play(position.moves()[-1])
    assert asked == [(1, "=D5+D8"), (1, "=D6+D9"), (0, "=D4+D7")]
    assert [raising.side for raising in position.raised] == [1, 0]


@pytest.mark.clause("CN-5.3", quiet=True)
@pytest.mark.parametrize(
    ("kept", "kind", "room", "among", "chosen"),
    [
        ("D1,D2.D5.D8", "pool", 1, ["D2", "D5", "D8"], "=D5"),
        ("D1,D3.D6.D9", "tree", 2, ["D3", "D6", "D9"], "=D3+D9"),
    ],
)
def test_the_other_side_chooses_for_its_own_lot(
    kept: str, kind: str, room: int, among: list[str], chosen: str
) -> None:
    """CN-5.3: one pool stands on the Maisons already."""
    position = table(
        2, hands="P1,P2", offers="T0,M1", kept=kept, raised="1:0:M:D11", number=2,
        choose_decorations=True,
    )  # fmt: skip
    play(position, "P1", "P2")
    assert position.turn() == 1
    assert viewed(position)["hand_sizes"] == [0, 0]
    asked = viewed(position)["decorate"]
    assert asked == {"side": 1, "kind": kind, "room": room, "among": among}
    play(position, chosen)
    stay = chosen.removeprefix("=").split("+")
    assert viewed(position)["raised"][-1]["blocks"] == stay
    assert viewed(position)["lots"]["T"] == ["D1"]


@pytest.mark.clause("CN-5.4")
def test_three_sides_choose_clockwise_from_the_first_speaker() -> None:
    position = table(
        3, hands="P1,P2,P3", offers="T0,M1,H2", speaker=1,
        kept="D1.D4.D7,D2.D5.D8,D3.D6.D9", choose_decorations=True,
    )  # fmt: skip
    play(position, "P1", "P2", "P3")
    turns: list[int | None] = []
    while position.number == 1:
        turns.append(position.turn())
        position.play(position.moves()[0])
    assert turns == [1, 2, 0]


@pytest.mark.clause("CN-5.4")
def test_three_sides_build_clockwise_from_the_first_speaker() -> None:
    position = table(3, hands="P1,P2,P3", offers="T0,M1,H2", speaker=1, kept="T1,M1,H1")
    play(position, "P1", "P2", "P3")
    assert [raised["side"] for raised in viewed(position)["raised"]] == [1, 2, 0]


@pytest.mark.clause("CN-5.3", quiet=True)
def test_without_surplus_or_without_room_nothing_is_asked() -> None:
    """CN-5.3: two lawns fit; two pools find no place at all."""
    position = table(
        2, hands="P1,P2", offers="T0,M1", kept="D1.D4.D8.D11,-", raised="1:1:T:D2.D5", number=2,
        choose_decorations=True,
    )  # fmt: skip
    play(position, "P1", "P2")
    assert position.number == 3


@pytest.mark.parametrize("move", ["!T", "!build", "P3", "D5"])
@pytest.mark.clause("CN-5.3")
def test_only_decorations_are_chosen_now(move: str) -> None:
    """CN-5.3."""
    position = table(2, hands="P1,P2", offers="T0,M1", kept="D5.D8.D11,-", choose_decorations=True)
    play(position, "P1", "P2")
    refusal = refused(position, move)
    assert (refusal.clause, refusal.key) == ("CN-5.3", "cn.no.decorate-now")
    assert refusal.params == {"kind": "#cn.pools", "lot": "#cn.towers", "kept": 3, "n": 2}


@pytest.mark.clause("CN-5.2")
def test_the_choice_is_among_the_kept_ones_of_a_kind_and_fills_the_room() -> None:
    """CN-5.3 and CN-5.2."""
    position = table(2, hands="P1,P2", offers="T0,M1", kept="D5.D8.D11,-", choose_decorations=True)
    play(position, "P1", "P2")
    assert refused(position, "=D2+D5").clause == "CN-5.3"
    assert refused(position, "=D1+D4").clause == "CN-5.3"
    too_few = refused(position, "=D5")
    assert too_few.clause == "CN-5.2"
    assert too_few.places == ("lot-T", "block-D5", "block-D8", "block-D11")


@pytest.mark.clause("CN-5.2")
def test_too_many_may_not_stay_where_one_place_is_left() -> None:
    """CN-5.2."""
    refusal = refused(one_place_left(), "=D5+D8")
    assert refusal.clause == "CN-5.2"
    assert refusal.params == {"kind": "#cn.pools", "lot": "#cn.towers", "kept": 2, "n": 1}


@pytest.mark.clause("CN-4.6")
def test_what_was_not_chosen_is_seen_to_go_back_at_once() -> None:
    """CN-5.2, CN-4.6: before the other side chooses."""
    position = table(
        2, phase="decorate", offers="T0,M1", kept="D1.D4.D7,D2.D5.D8", choose_decorations=True
    )
    play(position, "=D1+D7")
    assert position.turn() == 1
    assert viewed(position)["returned"] == ["D4"]


@pytest.mark.clause("CN-4.6")
def test_surplus_decorations_are_seen_to_go_back_at_the_end() -> None:
    """CN-5.2, CN-4.6."""
    towers = ".".join(f"T{n}" for n in range(1, 11))
    kept = f"{towers}.D1.D2.D3.D4.D5.D6.D7,-"
    position = play(table(2, hands="P1,P2", offers="T0,M1", kept=kept), "P1", "P2")
    assert position.over()
    assert viewed(position)["returned"] == ["P1", "P2", "D7"]
