"""Tells people of their tables who have no page open there: by push, by mail, and a club's chat.

Looks every few seconds which tables wait, beside whatever is played: no move waits for it, and what
cannot be delivered is tried again later. Of several servers one sends each notice.
Imports the registry, the notices, the ways of delivery and the readers' words.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from parvis.table import notices
from parvis.table.live_table import LiveTable
from parvis.table.notices import Found, Subject
from parvis.table.people import Person, Push, forget_push, pushes_of
from parvis.table.registry import Registry
from parvis.table.store import StoreError
from parvis.table.telling import MOST_TRIES, Way, is_due, pause_after
from parvis.web.delivery import Delivery
from parvis.web.mail import mail, send_mail
from parvis.web.pages.parts import game_name
from parvis.web.push import Gone, Undelivered, send_push
from parvis.web.signed import SignedLinks
from parvis.web.speech import speech_for
from parvis.web.webhook import send_hook, unmarked

BEAT = 10.0  # seconds between two rounds
SENDING = 4  # at a time
REST = 60.0  # seconds before a mail server or a chat that did not answer is asked again

TITLES = {"turn": "tell.turn.title", "over": "tell.over.title"}
WORDS = {"turn": "tell.turn", "over": "tell.over"}
HOOK_WORDS = {"turn": "tell.hook.turn", "over": "tell.hook.over", "open": "tell.hook.open"}

log = logging.getLogger("parvis.teller")


class Teller:
    """Makes its rounds; one that finds nothing to tell costs a few queries."""

    def __init__(
        self, registry: Registry, delivery: Delivery, links: SignedLinks, beat: float = BEAT
    ) -> None:
        self.registry = registry
        self.store = registry.store
        self.delivery = delivery
        self.links = links
        self.beat = beat
        self.ask = registry.errands.run
        self.wanting: frozenset[str] = frozenset()
        self.resting: dict[Way, float] = {}  # until when a way is left alone
        self.threads = ThreadPoolExecutor(SENDING, "tell")
        self.room = asyncio.Semaphore(SENDING)
        self.sent = 0
        self.failed = 0
        registry.visited = self.visited

    # Who was where.

    def visited(self, live: LiveTable, person: str) -> None:
        """Somebody comes to a table or leaves it; only of those who are told it matters."""
        if person in self.wanting and not live.loose:
            self.registry.spawn(self.note_visit(person, live.table.config.id))

    async def note_visit(self, person: str, table: str) -> None:
        with contextlib.suppress(StoreError):
            await self.ask(notices.visit, self.store, person, table, self.registry.clock())

    def wants(self, person: str) -> None:
        """From now on this person is told."""
        self.wanting |= {person}

    # The rounds.

    def ways(self) -> list[Way]:
        """Those that this server has and that do not rest."""
        ready: dict[Way, bool] = {
            "push": bool(self.delivery.push_key),
            "mail": self.delivery.smtp is not None,
            "hook": bool(self.delivery.webhook),
        }
        now = self.registry.monotonic()
        return [way for way, has in ready.items() if has and self.resting.get(way, now) <= now]

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self.beat)  # after a start people come back to their pages first
            try:
                await self.round()
            except StoreError as error:
                log.warning("cannot look whom to tell", extra={"why": str(error)})

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def round(self) -> int:
        """Tell all that is due now; how much that was."""
        if self.delivery.push_key or self.delivery.smtp is not None:
            self.wanting = await self.ask(notices.wanting, self.store)
        ways = [way for way in self.ways() if way == "hook" or self.wanting]
        found: list[Found] = []
        for way in ways:
            now = self.registry.clock()
            key = self.delivery.push_public
            found += await self.ask(notices.waiting, self.store, way, now, key)
            found += await self.ask(notices.ended, self.store, way, now, key)
            if way == "hook":
                found += await self.ask(notices.unfilled, self.store, now)
        due = await self.due(found)
        told = await asyncio.gather(*(self.tell(one, people) for one, people in due))
        return sum(told)

    async def due(self, found: list[Found]) -> list[tuple[Found, Person]]:
        """What is to be told now, by what is known of those who are told."""
        if not found:
            return []
        here = {
            (id, person)
            for id, live in self.registry.live_tables.items()
            for person in (*live.presence.windows, *live.presence.elsewhere)
        }
        found = notices.with_presence(found, here)
        persons = {one.person for one in found}
        people = await self.ask(notices.people_of, self.store, persons)
        now = self.registry.clock()
        due: list[tuple[Found, Person]] = []
        for one in found:
            person = people[one.person]
            quiet = None if one.way == "hook" else person.quiet
            if is_due(one.wait, one.way, quiet, person.zone, now):
                due.append((one, person))
        return due

    async def tell(self, one: Found, person: Person) -> bool:
        """Take a notice and send it; whether it was sent."""
        async with self.room:
            if one.way not in self.ways():
                return False  # it was found out meanwhile that nobody answers
            try:
                if not await self.ask(notices.take, self.store, one, self.registry.clock()):
                    return False  # another server sends it
                subject = await self.ask(notices.subject_of, self.store, one.table)
                again: float | None = None
                sent = subject is not None
                if subject is not None:
                    try:
                        await self.send(one, person, subject)
                    except Undelivered as error:
                        sent, again = False, self.next_try(one, error)
                        log.info("not delivered", extra={"why": str(error)})
                await self.ask(notices.settle, self.store, one, again)
            except StoreError as error:
                log.warning("cannot note who was told", extra={"why": str(error)})
                return False
        self.sent += sent
        self.failed += not sent
        return sent

    def next_try(self, one: Found, error: Undelivered) -> float | None:
        """When something is sent again; None: never."""
        before = one.wait.notice
        tries = 1 if before is None or before.done else before.tries + 1
        if error.lasting or tries >= MOST_TRIES:
            return None
        if one.way != "push":  # there is one mail server and one chat: all others wait too
            self.resting[one.way] = self.registry.monotonic() + REST
        return self.registry.clock() + pause_after(tries)

    async def send(self, one: Found, person: Person, subject: Subject) -> None:
        match one.way:
            case "push":
                await self.push(one, person, subject)
            case "mail":
                await self.mail(one, person, subject)
            case "hook":
                words = hook_words(one, subject, self.delivery)
                await self.beside(lambda: send_hook(self.delivery.webhook, words))

    async def beside(self, call: Callable[[], None]) -> None:
        """In a thread of its own: nobody else waits for it."""
        try:
            await asyncio.get_running_loop().run_in_executor(self.threads, call)
        except Undelivered:
            raise
        except Exception as error:  # whatever a library makes of a strange answer
            log.exception("cannot deliver")
            raise Undelivered(type(error).__name__) from error

    async def push(self, one: Found, person: Person, subject: Subject) -> None:
        """To all browsers of a person; it is told if one of them was reached."""
        public = self.delivery.push_public
        pushes = await self.ask(pushes_of, self.store, person.person)
        told = push_words(one, person, subject)
        topic = hashlib.sha256(subject.table.encode()).hexdigest()[:24]
        failures: list[Undelivered] = []
        own = [push for push in pushes if push.key == public]
        for push in own:
            try:
                await self.beside(lambda push=push: send_push(push, told, topic, self.delivery))  # type: ignore[misc]
            except Undelivered as error:
                if isinstance(error, Gone):
                    await self.ask(forget_push, self.store, push.digest)
                failures.append(error)
        if len(failures) == len(own) and failures:
            raise next((one for one in failures if not one.lasting), failures[0])

    async def mail(self, one: Found, person: Person, subject: Subject) -> None:
        smtp = self.delivery.smtp
        assert smtp is not None
        speech = speech_for(person.language)
        game = game_name(subject.game)
        stop = self.stop_address(person)
        lines = [
            speech(WORDS[one.wait.kind], game=game, names=others(subject, person.person)),
            f"{self.delivery.address}/t/{subject.table}",
            speech("tell.mail.once"),
            speech("tell.mail.stop", address=stop),
        ]
        title = speech(TITLES[one.wait.kind], game=game)
        message = mail(smtp, person.mail, title, lines, person.language, stop)
        await self.beside(lambda: send_mail(smtp, message))

    def stop_address(self, person: Person) -> str:
        token = self.links.stop(person.person, person.mail)
        return f"{self.delivery.address}/mail/stop?token={token}"

    async def send_confirmation(self, person: str, address: str, language: str) -> None:
        """The one mail to an address that nobody has confirmed; `Undelivered` if it cannot be."""
        smtp = self.delivery.smtp
        assert smtp is not None
        speech = speech_for(language)
        token = self.links.confirm(person, address)
        lines = [
            speech("tell.confirm"),
            f"{self.delivery.address}/mail/confirm?token={token}",
            speech("tell.confirm.not"),
        ]
        message = mail(smtp, address, speech("tell.confirm.title"), lines, language)
        await self.beside(lambda: send_mail(smtp, message))

    async def try_push(self, push: Push, language: str) -> None:
        """A first message, so that somebody sees that it works; `Undelivered` if it does not."""
        speech = speech_for(language)
        told = {"title": "Parvis", "body": speech("tell.try"), "url": "/me", "tag": "parvis"}
        await self.beside(lambda: send_push(push, told, "parvis", self.delivery))


# In words. What is told of a table: its game, who plays there, whose turn it is.


def others(subject: Subject, person: str) -> list[str]:
    """The names of those who play with somebody, each once."""
    names = [name for _, who, _, name in subject.seats if who != person and name]
    return list(dict.fromkeys(names))


def push_words(one: Found, person: Person, subject: Subject) -> dict[str, str]:
    """What a browser shows."""
    speech = speech_for(person.language)
    game = game_name(subject.game)
    return {
        "title": speech(TITLES[one.wait.kind], game=game),
        "body": speech(WORDS[one.wait.kind], game=game, names=others(subject, person.person)),
        "url": f"/t/{subject.table}",
        "tag": f"parvis {hashlib.sha256(subject.table.encode()).hexdigest()[:12]}",
    }


def hook_words(one: Found, subject: Subject, delivery: Delivery) -> str:
    """What a club's chat reads; only tables whose address may be told get here."""
    speech = speech_for(delivery.webhook_language)
    names = [unmarked(name) for name in others(subject, "")]
    whose = next((name for _, who, _, name in subject.seats if who == one.person), "")
    words = speech(
        HOOK_WORDS[one.wait.kind],
        game=game_name(subject.game),
        name=unmarked(whose) or "…",
        names=names or ["…"],
        n=sum(kind == "open" for _, _, kind, _ in subject.seats),
    )
    if not delivery.address or not subject.shown:
        return words
    return f"{words} {delivery.address}/t/{subject.table}"
