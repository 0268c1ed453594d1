"""Stories and questions: what happened and what is asked, in three languages."""

from __future__ import annotations

import re

import pytest

from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles import GAME, terminal
from parvis.games.cites_nouvelles.components import LOTS
from parvis.games.cites_nouvelles.drawing.board import lot
from parvis.games.cites_nouvelles.drawing.sizes import TALL, WIDE
from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.tables import table, viewed
from tests.playing import play

NAMES = ("Ada", "Basile", "Chiara", "Diego")


def told(position: Cites, move: str, language: str = "en") -> list[str]:
    speech = Speech(language, [GAME.catalogue(language)], NAMES)
    sentences = position.story(position.read(move), 0)
    said = [speech.tell(sentence.key, sentence.params) for sentence in sentences]
    return [line.replace("\u00a0", " ").replace("\u202f", " ") for line in said]


def asked(position: Cites, language: str = "en") -> str:
    speech = Speech(language, [GAME.catalogue(language)], NAMES)
    return GAME.choices(position.view(position.turn()), speech).nodes[0].ask


def drawn(position: Cites, tall: bool) -> str:
    """The table as seat 0 sees it."""
    speech = Speech("en", [GAME.catalogue("en")], NAMES)
    return "".join(GAME.draw(position.view(0), speech, tall).texts().values())


def test_offers_are_told() -> None:
    position = table(phase="offer", hands="M1,M2,M3,M4", contre=True)
    assert told(position, "!build") == ["Ada: “I build!” Their partner will choose."]
    assert told(position, "!T") == ["Ada names the Towers."]
    assert told(play(position, "!T"), "!T") == ["Basile: “I double!” (Towers)."]


@pytest.mark.clause("CN-4.5")
def test_a_trick_is_told_with_what_its_winner_keeps() -> None:
    position = table(hands="T2.M1,T9.P1,D3.M2,H4.P3", offers="T0,P1")
    assert told(position, "T2") == ["Ada leads Tower 2."]
    play(position, "T2", "T9", "D3")
    assert told(position, "H4") == [
        "Diego plays Flat 4.",
        "Chiara wins the trick with Tree 3 and keeps 3 blocks.",
    ]


@pytest.mark.clause("CN-2.4")
def test_the_end_of_a_round_is_told_up_to_the_next_first_speaker() -> None:
    position = table(2, hands="P1,P2", offers="T0,M1", kept="T1.T2,-")
    assert told(play(position, "P1"), "P2", "fr") == [
        "Basile joue : Pavillon 2.",
        "Basile gagne le pli avec Pavillon 2 et ne garde rien.",
        "Ada bâtit 2 blocs sur le lotissement des Tours : 20 points.",
        "Tour 2 : chacun prend 15 blocs.",
        "Basile parle en premier.",
    ]


def test_the_end_of_the_game_is_told_with_its_reason_and_the_winners() -> None:
    position = table(2, hands="P1,P2", offers="T0,M1", number=5)
    assert told(play(position, "P1"), "P2", "it")[-3:] == [
        "In questo giro non si costruisce nulla.",
        "5 giri di seguito senza costruire: la partita termina.",
        "Vincono Ada e Basile.",
    ]


@pytest.mark.clause("CN-7.3")
@pytest.mark.parametrize("limit", [2, 5])
def test_the_table_is_warned_before_an_idle_round_that_would_be_the_last(limit: int) -> None:
    """CN-7.3: in the story, in the question, in the drawing, in the terminal; and not earlier."""
    warning = "If nothing is built in this round, the game ends."
    sign = "Last round if nothing is built"
    speech = Speech("en", [GAME.catalogue("en")], NAMES)
    for idle in range(limit - 1):
        position = table(2, hands="P1,P2", offers="T0,M1", number=idle + 1, idle_rounds=limit)
        warned = idle == limit - 2
        story = told(play(position, "P1"), "P2")
        assert (warning in story) == warned
        play(position, "P2")
        assert asked(position).endswith(f"this round. {warning}") == warned
        rows = dict(terminal.rows(viewed(position, 0), speech))
        count = f"Without building: {idle + 1} of {limit} rounds"
        assert rows[f"Round {idle + 2}"] == (sign if warned else count)
        for tall in (False, True):
            picture = drawn(position, tall)
            assert (sign in picture) == warned
            assert (count in picture) == (not warned)
    ended = table(2, phase="over", offers="T0,M1", number=limit, idle_rounds=limit)
    assert sign not in drawn(ended, tall=True)


@pytest.mark.clause("CN-7.3")
def test_no_count_is_shown_while_something_is_built() -> None:
    """CN-7.3."""
    speech = Speech("en", [GAME.catalogue("en")], NAMES)
    position = table(2, hands="P1,P2", offers="T0,M1", number=2, raised="1:0:T:T1")
    assert "Without building" not in drawn(position, tall=False)
    assert dict(terminal.rows(viewed(position, 0), speech))["Round 2"] == "last trick"


@pytest.mark.clause("CN-4.6")
@pytest.mark.parametrize("tall", [False, True])
def test_the_last_trick_stays_on_the_table_until_the_next_one_begins(tall: bool) -> None:
    """CN-4.6: through the deal of the next round and its offers."""
    speech = Speech("en", [GAME.catalogue("en")], NAMES)

    def lying(position: Cites) -> bool:
        """Whether the trick M3, M9 lies there as the one before."""
        view = viewed(position, 0)
        rows = dict(terminal.rows(view, speech))
        shown = "previous trick" in drawn(position, tall)
        assert shown == (rows.get("previous trick") == "Ada: House 3 · Basile: House 9")
        return shown and view["last"] == {"leader": 0, "blocks": ["M3", "M9"]}

    position = table(2, hands="M3,M9", offers="T0,M1")
    assert not lying(position)
    play(position, "M3")
    assert not lying(position)
    play(position, "M9")
    assert position.view(0)["round"] == 2
    while position.view(0)["phase"] == "offer":
        assert lying(position)
        position.play(position.moves()[0])
    assert lying(position)
    position.play(position.moves()[0])
    assert not lying(position)


def test_a_phone_has_no_empty_trick_before_the_first_one() -> None:
    speech = Speech("en", [GAME.catalogue("en")], NAMES)
    offers, trick = (
        GAME.draw(table(2, hands="M1,M2", phase=phase, offers=offers).view(0), speech, True)
        for phase, offers in (("offer", "-,-"), ("trick", "T0,M1"))
    )
    assert offers.panels[0].height < trick.panels[0].height


def test_who_looks_on_is_not_told_of_blocks_that_are_theirs() -> None:
    position = table(phase="offer", hands="M1,M2,M3,M4")
    speech = Speech("en", [GAME.catalogue("en")], NAMES)
    mine = f">{speech('cn.draw.mine')}<"
    assert mine in drawn(position, tall=False)
    public = GAME.draw(position.view(None), speech, False).texts().values()
    assert mine not in "".join(public)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_is_its_own_sentence(language: str) -> None:
    offer = table(phase="offer", hands="M1,M2,M3,M4")
    single = table(2, phase="offer", hands="M1,M2")
    answer = play(table(phase="offer", hands="M1,M2,M3,M4"), "!build")
    lead = table(2, hands="M1.T1,M2.T2", offers="T0,M1")
    pair = table(2, phase="decorate", offers="T0,M1", kept="D1.D4.D7,-", choose_decorations=True)
    one = table(
        2, phase="decorate", offers="T0,M1", kept="D4.D7,-", choose_decorations=True,
        raised="1:0:T:D1", number=2,
    )  # fmt: skip
    questions = [
        offer,
        single,
        answer,
        lead,
        table(2, hands="M1,M2.T2", offers="T0,M1", trick="M3"),
        table(2, hands="M1,P2.T2", offers="T0,M1", trick="M3"),
        table(2, hands="M1,M2.D2", offers="T0,M1", trick="D3"),
        table(2, hands="M1,M2.T2", offers="T0,M1", trick="D3"),
        pair,
        one,
    ]
    assert len({asked(position, language) for position in questions}) == len(questions)


def test_a_pair_of_decorations_is_picked_lower_number_first() -> None:
    position = table(
        2, phase="decorate", offers="T0,M1", kept="D1.D4.D7,-", choose_decorations=True
    )
    speech = Speech("fr", [GAME.catalogue("fr")], NAMES)
    tree = GAME.choices(position.view(0), speech)
    assert [(position.say(move), path) for move, path in tree.paths()] == [
        ("=D1+D4", ("block-D1", "block-D4")),
        ("=D1+D7", ("block-D1", "block-D7")),
        ("=D4+D7", ("block-D4", "block-D7")),
    ]
    assert position.why(("block-D1",)) is None
    assert position.why(("block-D1", "block-D2")) is None  # no such pair: it names nothing
    single = position.why(("block-D7",))  # the lower number comes first
    assert single is not None
    assert single.key == "cn.no.room"
    refusal = position.why(("block-D10",))
    assert refusal is not None
    assert refusal.clause == "CN-5.3"


@pytest.mark.clause("CN-4.1", "CN-4.2")
def test_a_grey_block_and_a_grey_lot_say_why_not() -> None:
    position = table(2, hands="M1,M2.T2", offers="T0,M1", trick="M3")
    for pick, clause in (("block-T2", "CN-4.2"), ("block-H9", "CN-4.1"), ("lot-T", "CN-4.1")):
        refusal = position.why((pick,))
        assert refusal is not None
        assert refusal.clause == clause
    assert position.why(("block-M2",)) is None


LETTER = 0.57  # how wide one is, more or less, of its height


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("bidders", [(), ((0, 2),), ((0, 2), (1, 3))])
@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_star_and_signs_of_a_finished_lot_leave_its_name_free(
    tall: bool, bidders: tuple[tuple[int, ...], ...], language: str
) -> None:
    """Eleven constructions are eleven, not 11 of 10."""
    sizes = TALL if tall else WIDE
    for n, letter in enumerate(LOTS):
        codes = tuple(f"{letter}{n}" for n in range(1, 12)) + tuple(f"D{n}" for n in range(1, 7))
        speech = Speech(language, [GAME.catalogue(language)], NAMES)
        drawing = lot(n, 0, 0, codes, bidders, speech, sizes).svg()
        assert "6/6" in drawing
        assert "11/10" not in drawing
        [(at, radius)] = re.findall(
            r"<circle cx='([\d.]+)' cy='[\d.]+' r='([\d.]+)' fill='v", drawing
        )
        [(left, size, name)] = re.findall(
            r"<text x='([\d.]+)'[^>]*font-size='([\d.]+)'[^>]*bold[^>]*>([^<]+)", drawing
        )
        assert float(at) - float(radius) > 0, "the star lies on the lot"
        assert float(at) + float(radius) < float(left) - 4
        ends = float(left) + LETTER * float(size) * len(name)
        signs = re.findall(
            r"#kit-owner-\d' transform='translate\(([\d.]+) \S+ scale\(([\d.]+)", drawing
        )
        assert len(signs) == sum(map(len, bidders))
        assert all(ends < float(x) - 12 * float(scale) for x, scale in signs), name


def test_what_completes_a_trick_is_seen_where_its_player_sits_before_it_is_kept() -> None:
    position = table(2, hands="M1,M2.T2", offers="T0,M1", trick="M3")
    seat = position.turn()
    played, taken = position.story(position.read("M2"), None)
    assert played.places == (f"seat-{seat}", "block-M2")
    assert all(place.startswith("block-") for place in taken.places)
    position.play(position.read("M2"))
    assert f"data-place='seat-{seat}'" in drawn(position, tall=True)


def unlocked(position: Cites, move: str, language: str = "en") -> list[str]:
    speech = Speech(language, [GAME.catalogue(language)], NAMES)
    seen = position.preview(position.read(move), 0)["view"]
    assert isinstance(seen, dict)
    said = GAME.unlocks(position.view(0), seen, speech)
    return [line.replace("\u00a0", " ").replace("\u202f", " ") for line in said]


def test_a_preview_tells_what_the_lot_lacks_that_one_names() -> None:
    position = table(2, phase="offer", hands="M1,M2", raised="1:0:T:T1.T2.D1", number=2)
    assert unlocked(position, "!T") == [
        "Towers: 8 constructions, 1 lawn, 2 pools, and 2 trees to go"
    ]
    assert unlocked(position, "!M", "fr") == [
        "Maisons : il manque 10 constructions, 2 pelouses, 2 piscines et 2 arbres"
    ]


def test_a_preview_tells_what_a_trick_leaves_missing_on_the_lot_of_who_keeps_it() -> None:
    nine = "T1.T2.T3.T4.T5.T6.T7.T8.T9"
    position = table(
        2, hands="T15.M1,M2", offers="T0,M1", leader=1, trick="T14", turn=0, kept=f"{nine},-"
    )
    assert unlocked(position, "T15") == ["Towers: 2 lawns, 2 pools, and 2 trees to go"]
    lost = table(2, hands="T2.M1,M2", offers="P0,M1", leader=1, trick="T14", turn=0)
    assert unlocked(lost, "T2") == []


def test_a_preview_tells_the_lot_that_a_block_finishes() -> None:
    kept = "T1.T2.T3.T4.T5.T6.T7.T8.D1.D4.D2.D5.D3.D6,-"
    position = table(2, hands="T15.M1,M2", offers="T0,M1", leader=1, trick="T14", turn=0, kept=kept)
    assert unlocked(position, "T15") == ["Finishes the lot of the Towers"]


def test_of_a_lot_in_contre_nobody_knows_whose_blocks_will_stand_there() -> None:
    position = table(
        2, hands="T15.M1,M2", offers="T0,T1", leader=1, trick="T14", turn=0, contre=True
    )
    assert unlocked(position, "T15") == []
