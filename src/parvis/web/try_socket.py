"""A browser's connection to a loose table where anything can be tried: set up, played, taken back.

While it edits, choices, previews and refusals are those of the editor instead of the moves', so
that the client picks things and places with the same code. Imports the connection of any table,
the engine's editor, records and the messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from parvis.engine import ledger as ledgers
from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.editing import Editor
from parvis.engine.game import Game, game_of, read_position
from parvis.engine.position import Position
from parvis.engine.record import Record
from parvis.engine.refusal import Illegal, Malformed
from parvis.engine.seeds import new_seed
from parvis.engine.text import TextError, too_large
from parvis.table.chair import Chair
from parvis.table.commands import Command, Move, Undo
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.web import answers
from parvis.web.messages import (
    Answer,
    AskExplain,
    AskRead,
    AskWhy,
    Clear,
    Done,
    Explained,
    Hello,
    LedgerChange,
    Look,
    Mode,
    NamedRequest,
    Preview,
    Question,
    Reading,
    Setup,
    Shuffle,
    State,
    TakeBack,
    Trial,
    Update,
)
from parvis.web.picture import Viewer, line_in_words, questions_of, sides_of
from parvis.web.position_text import read_any, text_fault
from parvis.web.socket import Connection, Deciding
from parvis.web.speech import speech_for
from parvis.web.updates import Shown, Told, changed_panels, update

HERE = "try"  # who holds all seats
LONGEST_TEXT = 6000  # characters of a position that is sent
MOST_PAST = 60  # set-ups that can be taken back


def read_text(game: Game, text: str) -> Position:
    """The position of a text, of this game; `TextError` names the field that is wrong."""
    if len(text) > LONGEST_TEXT:
        raise too_large(text, LONGEST_TEXT)
    position = read_any(text)
    found = game_of(position.setting.game)
    if found.id != game.id:
        raise TextError(f"{found.id} ≠ {game.id}", "other", found=found.name, game=game.name)
    return position


def fresh_position(game: Game, seats: int) -> Position:
    """A new game of the usual options."""
    return game.begin(game.settle(seats), Stream(key_of_seed(new_seed())))


def loose_table(registry: Registry, position: Position) -> LiveTable:
    """A table of one's own that goes on from a position; all seats are here."""
    setting = position.setting
    record = Record.begin(
        setting.game,
        setting.seats,
        options=setting.options,
        pack=None if setting.pack.standard else setting.pack,
        origin=position.text(),
    )
    chairs = [Chair("person", "", (HERE,)) for _ in range(setting.seats)]
    return registry.make_loose(record, chairs, HERE)


def shuffled(position: Position, moves: int) -> Position:
    """A game of the same setting after so many random moves, or just before its end."""
    setting = position.setting
    found = game_of(setting.game).begin(setting, Stream(key_of_seed(new_seed())))
    rng = Rng(int(new_seed()[:12], 16))
    for _ in range(moves):
        ahead = found.copy()
        ahead.play(int(found.random_move(rng)))
        if ahead.over():
            break
        found = ahead
    return found


class TryConnection(Connection):
    """A socket with a table of its own."""

    editing = False
    prepared: tuple[object, list[Question], Panel | None] = (None, [], None)
    looking: int | None = None  # the seat that was chosen to look from

    def come(self) -> None:
        self.person = HERE
        self.past: list[str] = []  # texts
        self.registry.join(self.live, self)

    def go(self) -> None:
        # While one edits nobody is there to see a seat go on by itself.
        if not self.editing:
            self.registry.part(self.live, self)

    # What is shown.

    @property
    def position(self) -> Position:
        position = self.live.table.position
        assert position is not None
        return position

    def viewer(self) -> Viewer:
        looking, turn = self.looking, self.position.turn()
        # A position that one comes back to may have fewer seats.
        seat = looking if looking is not None and looking < self.position.seats else turn
        self.seat = seat if seat is not None else 0
        return Viewer(HERE, self.seat, self.reader.language, self.tall)

    def editor(self) -> Editor:
        position = self.position
        return game_of(position.setting.game).editor(position, self.viewer().seat or 0)

    async def fresh(self) -> bytes | None:
        if self.greeted and self.stale and self.editing:
            await self.prepare()
        return await super().fresh()

    def prepared_for(self) -> tuple[object, ...]:
        return (id(self.live), self.live.table.n, self.viewer().seat)

    async def prepare(self) -> None:
        """What can be edited takes some time to list: that is done beside the loop."""
        while self.prepared[0] != (key := self.prepared_for()):
            editor = self.editor()
            speech = self.serializer.speech(self.live, self.reader.language)
            tree, palette = await self.desk.ask(
                lambda: (questions_of(editor.tree(speech)), editor.palette(speech))  # noqa: B023
            )
            self.prepared = (key, tree, palette)

    def latest(self) -> State | Update | None:
        if self.editing and self.prepared[0] != self.prepared_for():
            self.changed()  # it has changed meanwhile
            return None
        with self.metrics.draws.time():
            clock, monotonic = self.registry.clock(), self.registry.monotonic()
            now = self.tried(self.serializer.shown(self.live, self.viewer(), clock, monotonic))
            before, self.shown = self.shown, now
            return now.whole() if before is None else update(before, now)

    def tried(self, shown: Shown) -> Shown:
        """What is shown of any table, with what is there to try."""
        state, panels, log = shown
        can_undo = self.live.table.moves or self.past
        state = replace(
            state,
            seats=[replace(seat, here=True, left=None) for seat in state.seats],
            trying=Trial(self.editing, self.position.text()),
            undo=TakeBack("free" if can_undo else None, None),
            practice=False,
            commitment="",
            proof=None,
            watching=0,
            again=None,
        )
        if self.editing:
            key, tree, palette = self.prepared
            assert key == self.prepared_for()
            panels = [*panels, palette] if palette is not None else panels
            turn = replace(state.turn, mine=True)
            speech = self.serializer.speech(self.live, self.reader.language)
            ask = tree[0].ask if tree else speech("kit.edit.none")
            state = replace(state, tree=tree or None, ask=ask, turn=turn)
        # Of another table the log is another one.
        told = Told((log.stamp, id(self.live)), log.last, log.after)
        return Shown(state, panels, told)

    # What is asked.

    async def answer(self, message: Deciding) -> Answer:
        if not self.editing:
            return await super().answer(message)
        async with self.desk.turn(self.live, self.viewer().seat or 0):
            return await self.desk.ask(self.edit_work(message))

    def edit_work(self, message: Deciding) -> Callable[[], Answer]:
        """What bars an edit, or what it would bring; edits are picked, not typed."""
        table, language, ask = self.live.table, self.reader.language, message.ask
        editor, viewer = self.editor(), self.viewer()
        if isinstance(message, AskRead):
            return lambda: Reading(ask, None, [])
        if isinstance(message, AskWhy):
            path = tuple(message.path)
            return lambda: answers.why(table, language, ask, editor.why(path))
        edit = message.move
        assert self.shown is not None
        here, position = self.shown.panels, self.position
        speech = self.serializer.speech(self.live, language)

        def previewed() -> Answer:
            try:
                ahead = editor.edited(edit)
            except Illegal as illegal:
                return answers.why(table, language, ask, illegal.refusal)
            game = game_of(position.setting.game)
            ghost = game.draw(ahead.view(viewer.seat), speech, viewer.tall).panels
            went, came = ledgers.change(position.ledger(), ahead.ledger())
            change = LedgerChange(
                [line_in_words(line.plain(), speech) for line in went],
                [line_in_words(line.plain(), speech) for line in came],
            )
            sides = sides_of(ahead.sides(), ahead.scores(), [])
            return Preview(ask, edit, changed_panels(here, ghost), change, sides)

        return previewed

    async def explained(self, message: AskExplain) -> Answer:
        """What lies in the palette is named; all else explains itself as at any table."""
        palette = self.prepared[2] if self.editing else None
        name = Drawing([palette]).names().get(message.place) if palette is not None else None
        if name is None:
            return await super().explained(message)
        speech = self.serializer.speech(self.live, self.reader.language)
        return Explained(message.ask, name, [speech("kit.edit.spare")], [], [])

    # What is done.

    def greet(self, message: Hello) -> None:
        """Whoever was cut off says what they saw."""
        if not self.greeted and message.position is not None:
            try:
                game = game_of(self.position.setting.game)
                self.go_to(read_text(game, message.position), kept=False)
            except TextError:
                pass  # what this very page was shown; else the table stays as it was opened
            self.edit(message.editing and game_of(self.position.setting.game).editable)
            self.looking = message.seat if message.editing else None
        elif message.seat is not None and self.editing:
            self.looking = message.seat

    async def command(self, message: NamedRequest) -> None:
        id, request = message
        try:
            if not self.events.take(asyncio.get_running_loop().time()):
                raise Refused("busy", "table.refused.too_fast")
            with self.metrics.commands.time():
                await self.do(request)
        except Refused as refused:
            self.refused(id, refused)
        else:
            self.reply(Done(id, self.live.table.n))

    async def do(self, request: object) -> None:
        """One thing after the other: a socket's messages are taken in their order."""
        editable = game_of(self.position.setting.game).editable
        match request:
            case Mode() | Clear() if not editable:
                raise Refused("bad", "table.refused.bad")
            case Move() if self.editing:
                await self.make_edit(request)
            case Move():
                self.looking = None
                await self.registry.command(self.live, Command(HERE, request))
            case Undo():
                await self.undo()
            case Mode():
                self.edit(request.editing)
            case Look() if request.seat < self.position.seats:
                self.looking = request.seat
                self.changed()
            case Setup():
                self.set_up(request.text)
            case Clear():
                self.go_to(await self.desk.ask(self.editor().cleared))
            case Shuffle():
                self.looking = None
                self.go_to(await self.desk.ask(partial(shuffled, self.position, request.moves)))
            case _:
                raise Refused("bad", "table.refused.bad")

    async def make_edit(self, request: Move) -> None:
        if request.n != self.live.table.n:
            raise Refused("stale", "table.refused.stale")
        seat = self.viewer().seat
        try:
            position = await self.desk.ask(partial(self.editor().edited, request.move))
        except Illegal as illegal:
            raise Refused("rule", refusal=illegal.refusal) from illegal
        except Malformed as malformed:
            raise Refused("bad", "table.refused.bad") from malformed
        self.looking = seat  # the turn may be another's now
        self.go_to(position)

    def set_up(self, text: str) -> None:
        try:
            position = read_text(game_of(self.position.setting.game), text.strip())
        except TextError as error:
            told = text_fault(error, speech_for(self.reader.language)).whole
            raise Refused("bad", "table.refused.text", {"problem": told}) from error
        self.looking = None
        self.go_to(position)

    async def undo(self) -> None:
        """The last move, or what was set up before it."""
        table = self.live.table
        if not table.moves:
            if not self.past:
                raise Refused("bad", "table.refused.nothing_to_undo")
            self.swap(loose_table(self.registry, read_position(self.past.pop())))
        elif table.undoable_by(HERE) is not None:
            await self.registry.command(self.live, Command(HERE, Undo(practice=True)))
        else:  # after the end: a table of its own goes on before it
            self.swap(loose_table(self.registry, table.at_move(len(table.moves) - 1)))
        if not self.editing:
            self.looking = None

    def edit(self, on: bool) -> None:
        """Set things up, or play."""
        if on == self.editing:
            return
        if on:
            self.looking = self.viewer().seat
            self.registry.part(self.live, self)
            self.editing = True
        else:
            self.looking = None
            self.editing = False
            self.registry.join(self.live, self)
        self.live.table.n += 1  # what was picked before is not meant for what is asked now
        self.changed()

    def go_to(self, position: Position, kept: bool = True) -> None:
        """Go on from another position; what was can be come back to."""
        if kept:
            self.past = [*self.past, self.position.text()][-MOST_PAST:]
        self.swap(loose_table(self.registry, position))

    def swap(self, live: LiveTable) -> None:
        """Look at another table, which goes on counting where this one was."""
        before = self.live
        if not self.editing:
            self.registry.part(before, self)
        self.live = live
        live.table.n = max(before.table.n, live.table.n) + 1
        if not self.editing:
            self.registry.join(live, self)
        self.changed()
