"""Records from elsewhere: brought by file or text, checked to the last move, opened as a replay."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from parvis.engine.record import Record
from parvis.table.imported import MOST_PLAYED, id_of
from parvis.table.store import Store
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.uploads import MOST_PARTS, boundary_of, read_parts
from tests.table.tables import registry_on
from tests.web.games import a_record, brought
from tests.web.test_pages import Site
from tests.web.test_pages import site as site

GAME = "neotopia"


def refused(site: Site, text: str, language: str = "fr") -> str:
    """What the page says of a record that it does not take."""
    answer = site.browser(language).post("/records", data={"text": text}, files={"file": b""})
    assert answer.status_code == 422
    [words] = re.findall(r'role="alert">([^<]*)<', answer.text)
    assert unescape(text[:20]) in unescape(answer.text), "what was typed is not lost"
    return unescape(words).replace("\xa0", " ")


def test_a_record_opens_the_same_replay_however_often_and_by_whomever(site: Site) -> None:
    record = a_record(GAME)
    ada, bob = site.browser(), site.browser()
    first = brought(ada, record)
    assert brought(ada, record) == first
    assert brought(bob, record.text().replace("\n", "\r\n")) == first
    other = ada.post("/records", data={"text": record.text()}, files={"file": b""})
    assert str(other.url).endswith(f"{first}/replay")
    assert brought(ada, a_record(GAME, seed=8)) != first
    table = site.live(first).table
    assert table.config.purpose == "record"
    assert table.over()
    assert [chair.name for chair in table.chairs] == ["Ada", "Bruno"]
    assert table.held("") == ()


@pytest.mark.parametrize(
    "game", ["bella-vista", "cites-nouvelles", "neotopia", "neoville", "stairs"]
)
def test_what_was_brought_is_given_back_byte_by_byte(site: Site, game: str) -> None:
    record = a_record(game)
    browser = site.browser()
    assert browser.get(f"{brought(browser, record)}/record").text == record.text()


def test_what_was_taken_back_and_practice_are_kept(site: Site) -> None:
    record = a_record(GAME)
    position = record.position(5)
    left = next(position.say(move) for move in position.moves())
    course = (*record.moves[:5], left, "<1", *record.moves[5:])
    browser = site.browser()
    for practice in (0, 6):
        told = replace(record, course=course, practice=practice)
        address = brought(browser, told)
        assert browser.get(f"{address}/record").text == told.text()
        assert site.live(address).table.practice == practice


def test_my_lists_do_not_take_a_record_for_a_game_that_i_played(site: Site) -> None:
    browser = site.browser()
    address = brought(browser, a_record(GAME))
    assert address not in browser.get("/").text
    assert f"{address}/replay" in browser.get("/records").text
    assert address not in site.browser().get("/records").text


def broken(record: Record, old: str, new: str) -> str:
    text = record.text()
    assert old in text
    return text.replace(old, new, 1)


def test_every_fault_is_told_with_its_line_in_the_reader_s_language(site: Site) -> None:
    record = a_record(GAME)
    final, seed, count = record.final, record.seed, len(record.moves)
    chess = broken(record, f"game: {GAME}", "game: chess")
    cases = {
        "Bonjour": "Ligne 1 : ceci n’est pas un fichier de partie",
        broken(record, "rules:", "rule:"): "Ligne 3 : « rule » ne convient pas ici",
        broken(record, "seats: 2", "seats: two"): "Ligne 4",
        broken(record, "seats: 2", "seats: 9"): "ce nombre de joueurs",
        chess: "Ligne 2 : aucun jeu ne s’appelle « chess »",
        broken(record, f"seed: {seed}", "seed: 8"): "ne sont pas ceux qui furent promis",
        broken(record, f"final: {final}", f"final: {'0' * 64}"): "une autre position",
        broken(record, "result: ", "result: 1"): "Le résultat du fichier",
        broken(record, "\n    9: ", "\n   10: "): "le coup 9 est attendu ici, pas 10",
        broken(record, f"moves: {count}", f"moves: {count + 1}"): "le fichier est-il coupé",
        broken(record, "rules: ", "rules: 9"): "suit la version 9",
        record.public().text(): "Cette partie n’est pas finie",
        broken(record, "player 1", "player 3"): "ne sont pas numérotés",
        record.text().partition("game:")[0]: "Il manque la ligne « game »",
        replace(record, seed="x" * 65, commitment="").text(): "« seed » ne convient pas",
        replace(record, practice=3).text(): "Ce qui fut repris",
        replace(record, course=("<1", *record.moves)).text(): "Ce qui fut repris",
    }
    for text, words in cases.items():
        assert words in refused(site, text)


def test_a_move_that_was_not_legal_is_told_with_the_rule_in_three_languages(site: Site) -> None:
    record = a_record("cites-nouvelles")
    position, number = record.start(), 0
    for number, text in enumerate(record.moves):
        wrong = [move for move in range(position.move_limit) if position.names(move)]
        barred = next((m for m in wrong if position.refusal(m) is not None), None)
        if number > 20 and barred is not None:
            break
        position.play(position.read(text))
    assert barred is not None
    spoilt = (*record.moves[:number], position.say(barred), *record.moves[number + 1 :])
    text = replace(record, moves=spoilt).text()
    refusal = position.refusal(barred)
    assert refusal is not None
    for language, words in (("fr", "n’est pas permis"), ("en", "is not legal"), ("it", "permessa")):
        told = refused(site, text, language)
        assert words in told
        assert f"({refusal.clause})" in told
        assert str(number + 1) in told


def test_an_unfinished_game_is_not_opened(site: Site) -> None:
    record = a_record(GAME)
    cut = replace(record, moves=record.moves[:9], result=None, final="")
    assert "n’est pas finie" in refused(site, cut.text())


def test_a_record_that_would_take_long_is_not_even_looked_at(site: Site) -> None:
    record = a_record(GAME)
    course = record.moves + ("<1", record.moves[-1]) * MOST_PLAYED
    assert "trop pour être vérifiée" in refused(site, replace(record, course=course).text())


def test_nothing_and_what_is_no_form_are_told_apart(site: Site) -> None:
    browser = site.browser("fr")
    nothing = browser.post("/records", data={"text": " "}, files={"file": b""})
    assert nothing.status_code == 422
    assert "Choisissez un fichier" in nothing.text
    assert browser.post("/records", data={"text": "x"}).status_code == 400
    strange = {"content-type": "multipart/form-data; boundary=x"}
    assert browser.post("/records", content=b"--x", headers=strange).status_code == 400
    foreign = {"origin": "http://elsewhere"}
    assert browser.post("/records", files={"file": b"x"}, headers=foreign).status_code == 403


def test_a_file_of_another_kind_is_told_so_where_one_chooses_the_next(site: Site) -> None:
    picture = site.browser("fr").post("/records", files={"file": b"\x89PNG\r\n\xff\xfe"})
    assert picture.status_code == 422
    assert "ceci n’est pas un fichier de partie" in picture.text
    assert 'id="file"' in picture.text
    assert "PNG" not in picture.text, "what nobody can read is not shown"


def test_what_is_brought_is_bounded(store: Store) -> None:
    record = a_record(GAME)
    site = Site(registry_on(store), replace(UNLIMITED, record=4_000, tables=(2, 0.0001)))
    with site.root:
        browser = site.browser("fr")
        large = browser.post("/records", files={"file": b"x" * 5_000})
        assert large.status_code == 413
        assert "Ce fichier est trop grand" in large.text
        assert 'id="file"' in large.text
        for _ in range(2):
            brought(browser, record)
        assert browser.post("/records", files={"file": record.text()}).status_code == 429
    assert Limits().record <= 1 << 20


def test_the_parts_of_a_form_are_read_as_browsers_send_them() -> None:
    assert boundary_of('multipart/form-data; boundary="a b"') == b"a b"
    assert boundary_of("multipart/form-data; boundary=----WebKit7") == b"----WebKit7"
    for other in ("", "text/plain", "multipart/form-data", "multipart/mixed; boundary=x"):
        assert boundary_of(other) is None
    head = b'Content-Disposition: form-data; name="file"; filename="name.parvis"\r\n'
    kind = b"Content-Type: application/octet-stream\r\n"
    body = b"--x\r\n" + head + kind + b"\r\na\r\n\r\nb--x\r\n--x--\r\n"
    assert read_parts(body, b"x") == {"file": b"a\r\n\r\nb--x"}
    for wrong in (
        b"",
        b"--x--",
        b"preamble\r\n" + body,
        body.removesuffix(b"--x--\r\n"),
        body.replace(b"name=", b"nome="),
        b"--x\r\n\r\n\r\n" * (MOST_PARTS + 2) + b"--x--",
    ):
        if wrong == b"--x--":
            assert read_parts(wrong, b"x") == {}
            continue
        with pytest.raises(ValueError, match="part"):
            read_parts(wrong, b"x")


def test_the_id_of_a_record_is_its_own(site: Site) -> None:
    record = a_record(GAME)
    assert id_of(record) == id_of(Record.read(record.text()))
    assert id_of(record) != id_of(replace(record, players=("Ada", "Zoe")))
    assert len(id_of(record)) == 22
