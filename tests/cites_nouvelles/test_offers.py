"""CN-3: offers and "I build!"."""

from __future__ import annotations

import pytest

from parvis.engine.chance import Rng
from parvis.engine.refusal import Illegal, Malformed
from tests.cites_nouvelles.tables import begin, random_game, spoken, table
from tests.playing import play, refused

ONE_EACH = {2: "M1,M2", 3: "M1,M2,M3", 4: "M1,M2,M3,M4"}


@pytest.mark.clause("CN-3.1", quiet=True)
def test_each_side_offers_once_a_round_and_nobody_passes() -> None:
    """CN-3.1."""
    for seats, sides in ((2, 2), (3, 3), (4, 2)):
        position = table(seats, phase="offer", hands=ONE_EACH[seats])
        for n, name in enumerate(["!M", "!P", "!H"][:sides]):
            assert position.view(None)["phase"] == "offer"
            assert position.turn() == n
            play(position, name)
        assert position.view(None)["phase"] == "trick"


@pytest.mark.parametrize("move", ["M1", "=D3", "=D1+D4"])
@pytest.mark.clause("CN-3.1")
def test_nothing_but_an_offer_is_made_before_the_tricks(move: str) -> None:
    """CN-3.1."""
    assert refused(table(2, phase="offer", hands="M1,M2"), move).clause == "CN-3.1"


@pytest.mark.clause("CN-3.2", quiet=True)
def test_the_first_of_a_team_names_or_leaves_it_to_the_partner() -> None:
    """CN-3.2."""
    position = table(phase="offer", hands=ONE_EACH[4])
    assert spoken(position) == ["!M", "!P", "!H", "!T", "!build"]
    play(position, "!build")
    assert position.turn() == 2
    assert spoken(position) == ["!M", "!P", "!H", "!T"]
    play(position, "!T")
    assert position.offers == [3, -1]
    assert position.namers == [2, -1]
    assert position.turn() == 1


@pytest.mark.clause("CN-3.2")
def test_the_partner_cannot_hand_the_choice_back() -> None:
    """CN-3.2."""
    position = play(table(phase="offer", hands=ONE_EACH[4]), "!build")
    refusal = refused(position, "!build")
    assert (refusal.clause, refusal.key) == ("CN-3.2", "cn.no.hand-back")
    assert refusal.params == {"partner": "@0"}
    assert refused(position, "M3").clause == "CN-3.2"


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.clause("CN-3.2")
def test_without_a_partner_nobody_says_i_build(seats: int) -> None:
    """CN-3.2."""
    position = table(seats, phase="offer", hands=ONE_EACH[seats])
    assert spoken(position) == ["!M", "!P", "!H", "!T"]
    refusal = refused(position, "!build")
    assert (refusal.clause, refusal.key) == ("CN-3.2", "cn.no.partner")


@pytest.mark.clause("CN-3.2", quiet=True)
def test_partners_face_each_other_at_four_and_nobody_has_one_at_two_or_three() -> None:
    assert begin(2).sides() == [[0], [1]]
    assert begin(3).sides() == [[0], [1], [2]]
    assert begin(4).sides() == [[0, 2], [1, 3]]
    for seat in range(4):
        position = table(phase="offer", hands=ONE_EACH[4], speaker=seat, turn=seat)
        assert play(position, "!build").turn() == (2, 3, 0, 1)[seat]


@pytest.mark.clause("CN-3.3")
def test_an_ensemble_that_is_offered_is_closed_to_the_other_sides() -> None:
    """CN-3.3."""
    position = play(table(3, phase="offer", hands=ONE_EACH[3]), "!T", "!M")
    assert spoken(position) == ["!P", "!H"]
    refusal = refused(position, "!T")
    assert refusal.clause == "CN-3.3"
    assert refusal.params == {"lot": "#cn.towers", "namer": "@0"}
    assert refusal.places == ("lot-T",)
    with pytest.raises(Illegal, match=r"CN-3\.3"):
        play(position, "!M")


@pytest.mark.clause("CN-3.3")
def test_the_refusal_names_the_partner_who_answered() -> None:
    """CN-3.3: after "I build!" it is not the first of the team who named."""
    position = play(table(phase="offer", hands="M1,M2,M3,M4"), "!build", "!T")
    assert refused(position, "!T").params == {"lot": "#cn.towers", "namer": "@2"}


@pytest.mark.clause("CN-3.3", quiet=True)
def test_an_ensemble_begun_by_another_side_may_be_offered() -> None:
    """CN-3.3."""
    position = table(2, phase="offer", hands="M1,M2", number=2, raised="1:1:T:T3.T4")
    assert "!T" in spoken(position)


@pytest.mark.clause("CN-3.4")
def test_the_second_offer_is_opened_on_the_first_speakers_left() -> None:
    """CN-3.4, whether or not the first was passed on."""
    for moves in (["!M"], ["!build", "!M"]):
        position = table(phase="offer", hands=ONE_EACH[4], speaker=3, turn=3)
        assert play(position, *moves).turn() == 0
        assert spoken(position) == ["!P", "!H", "!T", "!build"]
        assert play(position, "!build").turn() == 2


@pytest.mark.clause("CN-3.5")
def test_an_ensemble_whose_lot_is_full_of_constructions_may_be_offered() -> None:
    """CN-3.5."""
    towers = ".".join(f"T{n}" for n in range(1, 16))
    position = table(2, phase="offer", hands="M1,M2", number=2, raised=f"1:1:T:{towers}")
    assert spoken(position) == ["!M", "!P", "!H", "!T"]


def test_ids_that_name_nothing_are_malformed_and_not_refused() -> None:
    position = begin()
    for move in (-1, 95, 320, 2**63):  # 95 would be a pair of one decoration
        assert not position.names(move)
        with pytest.raises(Malformed, match="from 0 to 319"):
            position.refusal(move)
        with pytest.raises(Malformed):
            position.play(move)


def test_a_refused_move_changes_nothing() -> None:
    for position in random_game(begin(4, 6), Rng(6))[::17]:
        before = position.text()
        legal = set(position.moves())
        for move in position.codec.moves():
            if move not in legal:
                with pytest.raises(Illegal):
                    position.play(move)
        assert position.text() == before
