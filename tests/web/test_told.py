"""People are told of their tables who are not there: by push, by mail, in a club's chat; once each,
and whatever lies outside never delays a move."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing as shut
from dataclasses import replace
from pathlib import Path

import pytest

from parvis.table.chair import Chair
from parvis.table.live_table import LiveTable
from parvis.table.people import Person, Push, keep_mail, keep_push, keep_wishes, pushes_of
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.delivery import BadDelivery, Delivery, new_key, read_delivery, read_smtp
from parvis.web.push import Undelivered, is_public, may_be_public, send_push, why_no_push
from parvis.web.signed import SignedLinks
from parvis.web.teller import Teller
from tests.table.places import new_url, postgres_there
from tests.table.tables import ADA, BOB, Clock, Watcher, closing, first_move, persons, registry_on
from tests.web.outside import Browser, mails, web

ADDRESS = "https://table.example"
KEY = new_key()
LATER = 700.0  # seconds after which all ways are due


def teller_on(registry: Registry, delivery: Delivery) -> Teller:
    return Teller(registry, delivery, SignedLinks("k" * 40))


def pushing(**more: object) -> Delivery:
    return replace(Delivery(ADDRESS, push_key=KEY, inward=True), **more)  # type: ignore[arg-type]


def keep(store: Store, person: str, browser: Browser, key: str = KEY) -> None:
    own = Delivery(push_key=key).push_public
    form = browser.form()
    push = Push(person, form["endpoint"], form["p256dh"], form["auth"], own)
    keep_push(store, push, "fr", 0.0)


def run(store: Store, script: Callable[[Registry, Clock], Awaitable[None]]) -> None:
    async def whole() -> None:
        clock = Clock()
        async with closing(registry_on(store, clock)) as registry:
            await script(registry, clock)

    asyncio.run(whole())


async def play_turn(registry: Registry, live: LiveTable, person: str) -> None:
    seat = live.table.turn()
    while live.table.turn() == seat and not live.table.over():
        await registry.command(live, first_move(live, person))


# Push.


def test_a_push_says_game_and_company_in_words_and_only_its_browser_can_open_it(
    store: Store,
) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        browser = Browser(f"{service.address}/ada")
        keep(store, ADA, browser)
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        teller = teller_on(registry, pushing())
        assert await teller.round() == 0, "too soon"
        clock.now += LATER
        assert await teller.round() == 1
        [asked] = service.asked
        assert asked.headers["content-encoding"] == "aes128gcm"
        assert asked.headers["authorization"].startswith("vapid t=")
        assert b"Stairs" not in asked.body
        told = browser.opened(asked.body)
        assert "à vous de jouer" in told["title"]
        assert "Bob" in told["body"]
        assert told["url"] == f"/t/{live.table.config.id}"
        assert set(told) == {"title", "body", "url", "tag"}
        clock.now += LATER
        assert await teller.round() == 0, "once"
        teller.close()

    with web() as service:
        run(store, script)


def test_who_has_the_table_open_is_not_pushed_to_and_who_came_and_went_knows(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep(store, ADA, Browser(f"{service.address}/ada"))
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        teller = teller_on(registry, pushing())
        await teller.round()  # knows by now who wants to be told
        here = Watcher(ADA)
        registry.join(live, here)
        clock.now += LATER
        assert await teller.round() == 0
        registry.part(live, here)
        await asyncio.gather(*registry.tasks)
        clock.now += LATER
        assert await teller.round() == 0, "she has seen that it waits"
        await play_turn(registry, live, ADA)
        await play_turn(registry, live, BOB)
        clock.now += LATER
        assert await teller.round() == 1
        teller.close()

    with web() as service:
        run(store, script)


def test_nobody_is_told_of_what_was_before_they_asked_for_it(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        await registry.make("stairs", persons(ADA, BOB), ADA)
        clock.now += 1
        keep_mail(store, ADA, "ada@table.example", "en", clock.now)
        teller = teller_on(registry, Delivery(ADDRESS, post.smtp))
        clock.now += LATER
        assert await teller.round() == 0
        await registry.make("stairs", persons(ADA, BOB), ADA)
        clock.now += LATER
        assert await teller.round() == 1
        teller.close()

    with mails() as post:
        run(store, script)


def test_a_browser_that_listens_no_more_is_forgotten(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep(store, ADA, Browser(f"{service.address}/ada"))
        await registry.make("stairs", persons(ADA, BOB), ADA)
        service.status = 410
        clock.now += LATER
        teller = teller_on(registry, pushing())
        assert await teller.round() == 0
        assert pushes_of(store, ADA) == []
        teller.close()

    with web() as service:
        run(store, script)


def test_what_is_not_delivered_is_tried_again_later(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep(store, ADA, Browser(f"{service.address}/ada"))
        await registry.make("stairs", persons(ADA, BOB), ADA)
        teller = teller_on(registry, pushing())
        service.status = 503
        clock.now += LATER
        assert await teller.round() == 0
        assert await teller.round() == 0
        assert len(service.asked) == 1, "not at once"
        service.status = 201
        clock.now += 31
        assert await teller.round() == 1
        teller.close()

    with web() as service:
        run(store, script)


def test_in_quiet_hours_a_push_waits(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep(store, ADA, Browser(f"{service.address}/ada"))
        quiet = (int(clock.now // 60) % 1440, int(clock.now // 60 + 60) % 1440)
        keep_wishes(store, Person(ADA, language="fr", zone="UTC", quiet=quiet), clock.now)
        await registry.make("stairs", persons(ADA, BOB), ADA)
        teller = teller_on(registry, pushing())
        clock.now += LATER
        assert await teller.round() == 0
        clock.now += 3600
        assert await teller.round() == 1
        teller.close()

    with web() as service:
        run(store, script)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_servers_on_one_database_send_each_notice_once(kind: str, tmp_path: Path) -> None:
    if kind == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")

    async def script(url: str) -> None:
        clock = Clock()
        async with (
            closing(registry_on(Store(url), clock)) as here,
            closing(registry_on(Store(url), clock)) as there,
        ):
            for number in range(6):
                person = f"person-{number}"
                keep(here.store, person, Browser(f"{service.address}/{number}"))
                keep_mail(here.store, person, f"{number}@table.example", "en", 0.0)
                await here.make("stairs", persons(person, BOB), person)
            clock.now += LATER
            delivery = pushing(smtp=post.smtp, webhook=f"{chat.address}/hook")
            tellers = [teller_on(registry, delivery) for registry in (here, there)]
            sent = await asyncio.gather(*(teller.round() for teller in (*tellers, *tellers)))
            assert sum(sent) == 12
            for teller in tellers:
                teller.close()

    with web() as service, web() as chat, mails() as post, new_url(kind, tmp_path) as url:
        asyncio.run(script(url))
        assert sorted(one.path for one in service.asked) == [f"/{number}" for number in range(6)]
        assert sorted(str(one["To"]) for one in post.got) == [
            f"{number}@table.example" for number in range(6)
        ]
        assert chat.asked == [], "private tables are nobody else's business"


# Mail.


def test_one_mail_a_table_until_one_comes_back_with_a_link_to_stop(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep_mail(store, ADA, "ada@table.example", "en", 0.0)
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        teller = teller_on(registry, Delivery(ADDRESS, post.smtp))
        clock.now += LATER
        assert await teller.round() == 1
        mail = post.got[0]
        assert mail["To"] == "ada@table.example"
        assert "Stairs" in mail["Subject"]
        assert f"{ADDRESS}/t/{live.table.config.id}" in post.text()
        stop = str(mail["List-Unsubscribe"]).strip("<>")
        assert stop.startswith(f"{ADDRESS}/mail/stop?token=")
        assert stop in post.text()
        assert teller.links.stopped(stop.partition("token=")[2]) == (ADA, "ada@table.example")
        clock.now += LATER
        assert await teller.round() == 0
        here = Watcher(ADA)
        registry.join(live, here)
        await play_turn(registry, live, ADA)
        registry.part(live, here)
        await asyncio.gather(*registry.tasks)
        clock.now += 1
        await play_turn(registry, live, BOB)
        clock.now += LATER
        assert await teller.round() == 1, "she was there, and it waits again"
        teller.close()

    with mails() as post:
        run(store, script)


def test_that_a_game_is_over_is_told_to_who_was_not_there(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep_mail(store, ADA, "ada@table.example", "en", 0.0)
        keep_mail(store, BOB, "bob@table.example", "en", 0.0)
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        teller = teller_on(registry, Delivery(ADDRESS, post.smtp))
        await teller.round()
        registry.join(live, Watcher(BOB))
        while not live.table.over():
            turn = live.table.turn()
            await play_turn(registry, live, (ADA, BOB)[turn or 0])
        await asyncio.gather(*registry.tasks)
        clock.now += LATER
        assert await teller.round() == 1
        assert [str(mail["To"]) for mail in post.got] == ["ada@table.example"]
        assert "over" in str(post.got[0]["Subject"])
        clock.now += LATER
        assert await teller.round() == 0
        teller.close()

    with mails() as post:
        run(store, script)


def test_a_mail_server_that_is_away_is_left_alone_for_a_while_and_no_move_waits(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as deaf:  # it listens, and never says a word
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        smtp = read_smtp(f"smtp://127.0.0.1:{deaf.getsockname()[1]}?from=p@t.example&tls=none")

        async def script(registry: Registry, clock: Clock) -> None:
            keep_mail(store, ADA, "ada@table.example", "en", 0.0)
            live = await registry.make("stairs", persons(ADA, BOB), ADA)
            teller = teller_on(registry, Delivery(ADDRESS, smtp))
            clock.now += LATER
            telling = asyncio.ensure_future(teller.round())
            await asyncio.sleep(0.2)
            await play_turn(registry, live, ADA)
            assert not telling.done(), "the mail server has not answered yet"
            deaf.close()
            assert await telling == 0
            assert teller.ways() == []
            teller.close()

        monkeypatch.setattr("parvis.web.mail.PATIENCE", 3.0)
        run(store, script)


def test_a_mail_that_is_not_taken_now_is_sent_later(store: Store) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        keep_mail(store, ADA, "ada@table.example", "en", 0.0)
        await registry.make("stairs", persons(ADA, BOB), ADA)
        post.refuses = "451 later"
        teller = teller_on(registry, Delivery(ADDRESS, post.smtp))
        clock.now += LATER
        assert await teller.round() == 0
        teller.resting.clear()
        post.refuses = ""
        clock.now += 31
        assert await teller.round() == 1
        teller.close()

    with mails() as post:
        run(store, script)


# A club's chat.


def test_a_chat_hears_of_tables_that_all_may_see_and_of_private_ones_only_if_allowed(
    store: Store,
) -> None:
    async def script(registry: Registry, clock: Clock) -> None:
        two = [Chair("person", "<!here> Ada", (ADA,)), Chair("person", "Bob", (BOB,))]
        await registry.make("stairs", two, ADA)
        shown = await registry.make("stairs", two, ADA, private=True, announced=True)
        seeking = await registry.make("stairs", [*persons(ADA), Chair()], ADA, private=False)
        teller = teller_on(registry, Delivery(ADDRESS, webhook=f"{chat.address}/hook"))
        clock.now += LATER
        assert await teller.round() == 2
        words = sorted(one["text"] for one in chat.told())
        assert all(one["content"] == one["text"] for one in chat.told())
        assert words[0].endswith(f"{ADDRESS}/t/{shown.table.config.id}")
        assert words[1].endswith(f"{ADDRESS}/t/{seeking.table.config.id}")
        assert all("Ada" in one for one in words)
        assert "<" not in "".join(words)
        clock.now += LATER
        assert await teller.round() == 0
        teller.close()

    with web() as chat:
        run(store, script)


# Addresses that are not to be trusted.


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest",
        "https://[::ffff:192.168.0.1]/x",
        "https://router.lan/x",
        "https://push.example:8443/x",
        "https://user:word@push.example/x",
        "https://0x7f.1/x",
        "https://2130706433/x",
        "ftp://push.example/x",
        "https://",
        "https://[::1",
        "https://push.example/" + "x" * 2000,
        "",
    ],
)
def test_no_server_is_pushed_to_that_is_not_of_the_public_net(endpoint: str) -> None:
    good = Browser("https://push.example/x").form()
    assert why_no_push(good["endpoint"], good["p256dh"], good["auth"]) == ""
    assert why_no_push(endpoint, good["p256dh"], good["auth"]) == "address"


def test_keys_that_are_none_are_refused() -> None:
    good = Browser("https://push.example/x").form()
    for wrong in ("", "é", "AAAA", "%", good["auth"]):
        assert why_no_push(good["endpoint"], wrong, good["auth"]) == "keys"
    for wrong in ("", "AAAA", good["p256dh"]):
        assert why_no_push(good["endpoint"], good["p256dh"], wrong) == "keys"


def test_a_name_that_points_inward_is_found_out_when_it_is_spoken_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = socket.getaddrinfo

    def misled(host: str, *more: object, **named: object) -> object:
        return real("127.0.0.1" if host == "push.example" else host, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", misled)
    with shut(socket.create_server(("127.0.0.1", 0))) as inward:
        port = inward.getsockname()[1]
        form = Browser(f"https://push.example:{port}/x").form()
        push = Push(ADA, form["endpoint"], form["p256dh"], form["auth"], "")
        with pytest.raises(Undelivered):
            send_push(push, {"title": ""}, "t", Delivery(push_key=KEY))
        inward.settimeout(5)
        line, _ = inward.accept()
        assert line.recv(10) == b"", "not a word was said"
        line.close()
    assert not is_public("127.0.0.1")
    assert not may_be_public("localhost")


def test_nobody_is_followed_elsewhere() -> None:
    with web() as service, web() as elsewhere:
        service.status, service.location = 307, f"{elsewhere.address}/x"
        form = Browser(f"{service.address}/x").form()
        push = Push(ADA, form["endpoint"], form["p256dh"], form["auth"], "")
        with pytest.raises(Undelivered):
            send_push(push, {"title": ""}, "t", Delivery(push_key=KEY, inward=True))
        assert len(service.asked) == 1
        assert elsewhere.asked == []


# What the operator says.


def test_a_key_is_made_once_beside_the_secret_one(tmp_path: Path) -> None:
    first = read_delivery({}, tmp_path)
    assert (tmp_path / "push.key").stat().st_mode & 0o077 == 0
    assert read_delivery({}, tmp_path).push_key == first.push_key
    assert len(first.push_public) == 87
    assert read_delivery({"PARVIS_PUSH_KEY": KEY}, tmp_path).push_key == KEY
    (tmp_path / "push.key").write_text("nonsense")
    with pytest.raises(BadDelivery, match=r"push\.key"):
        read_delivery({}, tmp_path)


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"PARVIS_ADDRESS": "table.example"}, "PARVIS_ADDRESS"),
        ({"PARVIS_SMTP": "smtp://mail?from=a@b.c"}, "PARVIS_ADDRESS"),
        ({"PARVIS_SMTP": "mail.example"}, "smtp://"),
        ({"PARVIS_SMTP": "smtp://mail.example"}, "from"),
        ({"PARVIS_SMTP": "smtp://mail.example:x?from=a@b.c"}, "PARVIS_SMTP"),
        ({"PARVIS_SMTP": "smtp://mail.example?from=a@b.c&tls=maybe"}, "tls"),
        ({"PARVIS_SMTP": "smtp://mail.example?from=a@b.c&ssl=1"}, "ssl"),
        ({"PARVIS_WEBHOOK": "chat"}, "PARVIS_WEBHOOK"),
        ({"PARVIS_WEBHOOK_LANGUAGE": "de"}, "fr, en or it"),
        ({"PARVIS_PUSH_KEY": "AAAA"}, "PARVIS_PUSH_KEY"),
    ],
)
def test_what_cannot_be_used_is_said_at_the_start(environment: dict[str, str], told: str) -> None:
    address = {} if told == "PARVIS_ADDRESS" else {"PARVIS_ADDRESS": ADDRESS}
    with pytest.raises(BadDelivery, match=told):
        read_delivery({**address, **environment})


def test_a_mail_server_is_read_from_its_address() -> None:
    read = read_smtp("smtps://ada%40home:se%3Acret@mail.example?from=parvis@table.example")
    assert (read.host, read.port, read.tls) == ("mail.example", 465, True)
    assert (read.user, read.password) == ("ada@home", "se:cret")
    assert "se:cret" not in repr(read)
