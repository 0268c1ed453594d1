"""CN-1, CN-2 and CN-7.2: the blocks, the deal, the first speaker."""

from __future__ import annotations

import pytest

import parvis
from parvis.engine.chance import Rng
from parvis.engine.packs import PackError, read_pack
from parvis.games.cites_nouvelles import GAME
from parvis.games.cites_nouvelles.components import BLOCK_OF, CODES, OFFER, SUIT, TRUMPS
from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.tables import begin, random_game, table, viewed
from tests.playing import play

SEATS = (2, 3, 4)


@pytest.mark.clause("CN-1.1", "CN-1.2", "CN-1.5")
def test_there_are_fifteen_blocks_of_each_ensemble_and_fifteen_trumps() -> None:
    """CN-1.1, CN-1.2, and CN-1.5: no other block is in play."""
    assert len(CODES) == 75
    for suit in range(5):
        numbers = [int(code[1:]) for code in CODES if code[0] == "MPHTD"[suit]]
        assert numbers == list(range(1, 16))


@pytest.mark.clause("CN-1.3")
def test_the_kinds_of_decorations_alternate_unless_a_pack_says_otherwise() -> None:
    """CN-1.3."""
    assert viewed(begin())["decorations"] == ["lawn", "pool", "tree"] * 5
    source = GAME.pack.source.replace(
        '"lawn", "pool", "tree",\n  "lawn"', '"pool", "lawn", "tree",\n  "lawn"', 1
    )
    own = parvis.start("cites-nouvelles", 2, 1, pack=read_pack(source))
    kinds = own.view(0)["decorations"]
    assert kinds == ["pool", "lawn", "tree"] + ["lawn", "pool", "tree"] * 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"lawn", "pool"',
            '"lawn", "lawn"',
            "decorations: expected 5 blocks of kind lawn, found 6",
        ),
        ('"lawn", "pool"', '"pond", "pool"', r"decorations\[0\]: expected one of lawn, pool, tree"),
        ('"lawn", "pool", ', "", "decorations: expected 15 entries, found 13"),
        ("decorations", "decoration", "decorations: is missing"),
        ('name = "', 'colour = "red"\nname = "', "colour: unknown key"),
        ("cites-nouvelles", "neoville", "game: expected one of cites-nouvelles"),
    ],
)
@pytest.mark.clause("CN-1.3")
def test_a_pack_that_does_not_fit_is_refused_by_entry(old: str, new: str, message: str) -> None:
    """CN-1.3."""
    body = "\n".join(line for line in GAME.pack.source.split("\n") if not line.startswith("#"))
    with pytest.raises(PackError, match=message):
        GAME.settle(2, pack=read_pack(body.replace(old, new, 1)))


@pytest.mark.parametrize(("seats", "hand", "reserve"), [(2, 15, 45), (3, 12, 39), (4, 10, 35)])
@pytest.mark.clause("CN-2.1")
def test_everyone_is_dealt_a_full_hand_and_the_rest_is_the_reserve(
    seats: int, hand: int, reserve: int
) -> None:
    """CN-2.1."""
    position = begin(seats)
    hands = [position.hand(seat) for seat in range(seats)]
    assert [len(blocks) for blocks in hands] == [hand] * seats
    assert len({block for blocks in hands for block in blocks}) == hand * seats
    assert position.view(None)["reserve"] == reserve


def highest(turned: list[tuple[int, int]]) -> list[int]:
    """The seats that turned the highest block: any trump over any construction."""

    def strength(block: int) -> tuple[bool, int]:
        return SUIT[block] == TRUMPS, block % 15

    best = max(strength(block) for _, block in turned)
    return [seat for seat, block in turned if strength(block) == best]


def check_draw(position: Cites) -> int:
    """Follow the turning up of blocks; how often the highest were tied."""
    turned = [(number // 75, number % 75) for number in position.turned]
    held = {block for seat in range(position.seats) for block in position.hand(seat)}
    blocks = [block for _, block in turned]
    assert len(set(blocks)) == len(blocks)
    assert not held & set(blocks)
    tied = sorted(range(position.seats))
    ties = 0
    while turned:
        assert len(tied) > 1, "nobody turns up a block when one is the highest"
        now, turned = turned[: len(tied)], turned[len(tied) :]
        assert sorted(seat for seat, _ in now) == tied
        tied = sorted(highest(now))
        ties += len(tied) > 1
    assert tied == [position.speaker]
    return ties


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.clause("CN-2.2", "CN-2.3")
def test_the_highest_turned_block_speaks_first_and_the_tied_turn_again(seats: int) -> None:
    """CN-2.2 and CN-2.3."""
    ties = 0
    trumps_won = 0
    for seed in range(150):
        position = begin(seats, seed)
        ties += check_draw(position)
        trumps_won += max(turned % 75 for turned in position.turned) >= 60
        assert position.turn() == position.speaker
    assert ties > 0
    assert trumps_won > 0


@pytest.mark.clause("CN-2.3")
def test_when_too_few_blocks_are_left_to_turn_the_next_in_turn_speaks() -> None:
    """CN-2.3: the fives tie, and nothing is left to turn."""
    position = begin(2, 1)
    for next_speaker in (0, 1):
        position.speaker = next_speaker
        position.turned = []
        assert position.draw_speaker([BLOCK_OF["M5"], BLOCK_OF["P5"]]) == next_speaker
        assert len(position.turned) == 2


@pytest.mark.clause("CN-2.3")
def test_of_several_who_tie_at_the_last_blocks_the_first_clockwise_speaks() -> None:
    """CN-2.3: counted from whose turn it would be."""
    seen: set[int] = set()
    for seed in range(30):
        position = begin(3, seed)
        position.speaker = 1
        position.turned = []
        found = int(position.draw_speaker([BLOCK_OF[code] for code in ("M5", "P5", "H1")]))
        assert [number // 75 for number in position.turned] == [1, 2, 0]
        tied = [number // 75 for number in position.turned if number % 15 == 4]
        assert found == (1 if 1 in tied else 2)
        seen.add(found)
    assert seen == {1, 2}


@pytest.mark.clause("CN-2.3")
def test_blocks_are_turned_from_the_first_seat_on_in_the_first_round() -> None:
    for seats in SEATS:
        turned = viewed(begin(seats))["turned"]
        assert [found["seat"] for found in turned[:seats]] == list(range(seats))


@pytest.mark.clause("CN-7.2")
def test_until_the_next_round_is_dealt_it_is_nobodys_turn() -> None:
    """CN-7.2: what a preview of the last block shows."""
    position = play(table(2, hands="P1,P2", offers="T0,M1", kept="T1,-"), "P1")
    ahead = position.foresee(position.read("P2"))
    assert (ahead.turn(), ahead.over(), ahead.moves()) == (None, False, [])
    assert [line.status for line in ahead.ledger()] == ["banked"]
    assert ahead.view(0)["phase"] == "deal"


@pytest.mark.clause("CN-2.3")
def test_turned_blocks_are_known_to_be_in_nobodys_hand() -> None:
    """CN-2.3: until the next deal; those turned to break a tie too."""
    position = next(found for seed in range(200) if len((found := begin(4, seed)).turned) > 4)
    turned = {number % 75 for number in position.turned}
    for n in range(40):
        guess = position.guessed(0, Rng(n))
        assert not turned & {block for seat in range(4) for block in guess.hand(seat)}
    assert viewed(position, 2)["turned"] == [
        {"seat": number // 75, "block": CODES[number % 75]} for number in position.turned
    ]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.clause("CN-2.4")
def test_the_player_on_the_left_speaks_first_in_the_next_round(seats: int) -> None:
    """CN-2.4."""
    speakers: dict[int, int] = {}
    for position in random_game(begin(seats, 4), Rng(4)):
        speakers[int(position.number)] = int(position.speaker)
        assert bool(position.turned) == (position.number == 1)
        if position.phase == OFFER:  # nothing of the round before lies about but its last trick
            assert not any([*position.returned, *position.voids, *position.kept])
            assert viewed(position)["leader"] == position.speaker
    assert len(speakers) > 1
    first = speakers[1]
    assert speakers == {number: (first + number - 1) % seats for number in speakers}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.clause("CN-2.4")
def test_the_first_speaker_may_be_drawn_every_round(seats: int) -> None:
    """CN-2.4: with too small a Reserve the turn to speak moves on instead."""
    drawn = rotated = 0
    for seed in range(40):
        before: Cites | None = None
        for position in random_game(begin(seats, seed, first_speaker="draw"), Rng(seed)):
            if before is not None and position.number > before.number:
                reserve = viewed(position)["reserve"]
                if reserve >= seats:
                    drawn += 1
                    assert len(position.turned) >= seats
                else:
                    rotated += 1
                    assert position.turned == []
                    assert position.speaker == (before.speaker + 1) % seats
            before = position
    assert drawn > 20
    assert rotated > 0


@pytest.mark.clause("CN-7.2")
def test_a_short_reserve_is_shared_equally_and_the_rest_stays() -> None:
    """CN-7.2, worked example 7: a Reserve of 7 at 3 players gives 2 each, and 1 stays."""
    full = [".".join(f"{letter}{n}" for n in range(1, 16)) for letter in "MPH"]
    raised = [
        f"1:0:M:{full[0]}.D1.D2.D3.D4",
        f"2:1:P:{full[1]}.D5.D6.D7",
        f"3:2:H:{full[2]}.D8.D9.D10",
        "4:0:T:" + ".".join(f"T{n}" for n in range(1, 11)),
    ]
    position = table(
        seats=3, raised=",".join(raised), number=5, offers="T0,M1,P2", hands="T14,T12,T13"
    )
    play(position, "T14", "T12", "T13")
    assert len(position.unbuilt()) == 7
    assert [len(position.hand(seat)) for seat in range(3)] == [2, 2, 2]
    assert position.view(None)["reserve"] == 1
    assert position.left == 2


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.clause("CN-7.2")
def test_every_round_deals_all_that_can_be_shared_up_to_a_full_hand(seats: int) -> None:
    """CN-7.2."""
    short = 0
    for seed in range(12):
        number = 0
        for position in random_game(begin(seats, seed), Rng(seed)):
            if position.number > number:
                number = int(position.number)
                share = min({2: 15, 3: 12, 4: 10}[seats], len(position.unbuilt()) // seats)
                assert [len(position.hand(seat)) for seat in range(seats)] == [share] * seats
                short += share < {2: 15, 3: 12, 4: 10}[seats]
    assert short > 0
