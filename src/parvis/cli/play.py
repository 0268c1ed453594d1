"""A game at the terminal.

Imports the session at its table, bots for hints, and what draws in text.
"""

from __future__ import annotations

import contextlib
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.columns import Columns
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parvis.bots import BotError, bot_label, player_of, usual_bot
from parvis.bots.advice_words import advised
from parvis.cli import files, pictures, plain, records, seed_files
from parvis.cli.picking import Picking, spelt
from parvis.cli.screen import Screen, speech_for
from parvis.cli.session import BOT, Session
from parvis.cli.trouble import INTERRUPTED, Goodbye, Trouble
from parvis.engine.description import Topic, meant, reach
from parvis.engine.game import Game, UnknownGame, game_of, read_position
from parvis.engine.options import OptionError
from parvis.engine.packs import Pack, PackError
from parvis.engine.position import Position
from parvis.engine.record import FIRST_LINE, Record, RecordError
from parvis.engine.refusal import Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.text import TextError
from parvis.table.decisions import Refused
from parvis.table.questions import Preview

FEW = 12  # choices that stand below each other; more stand beside each other

# What can be typed: the word in every language, and the method that answers.
COMMANDS = {
    "help": "cli.word.help",
    "why": "cli.word.why",
    "undo": "cli.word.undo",
    "back": "cli.word.back",
    "score": "cli.word.score",
    "rules": "cli.word.rules",
    "hint": "cli.word.hint",
    "follow": "cli.word.follow",
    "table": "cli.word.table",
    "hand": "cli.word.hand",
    "board": "cli.word.board",
    "supply": "cli.word.supply",
    "others": "cli.word.others",
    "reach": "cli.word.reach",
    "draw": "cli.word.draw",
    "save": "cli.word.save",
    "quit": "cli.word.quit",
}
HELP = {
    "why": "cli.help.why",
    "undo": "cli.help.undo",
    "back": "cli.help.back",
    "score": "cli.help.score",
    "rules": "cli.help.rules",
    "hint": "cli.help.hint",
    "follow": "cli.help.follow",
    "table": "cli.help.table",
    "hand": "cli.help.hand",
    "board": "cli.help.board",
    "supply": "cli.help.supply",
    "others": "cli.help.others",
    "reach": "cli.help.reach",
    "draw": "cli.help.draw",
    "save": "cli.help.save",
    "quit": "cli.help.quit",
}
# What is asked for by a part of the table.
PARTS: dict[str, tuple[Topic, ...]] = {
    "hand": ("hand",),
    "board": ("board",),
    "supply": ("game", "supply"),
    "others": ("seat",),
}


def begin(asked: Namespace, screen: Screen) -> Session:
    """A new game as it was asked for, or an unfinished one."""
    if asked.last:
        file = seed_files.home() / seed_files.LAST
        if not file.is_file():
            raise Trouble(screen.speech("cli.play.no-last"))
        return resume(str(file), screen)
    if asked.origin is not None:
        return from_position(asked, screen)
    if asked.at is not None:
        raise Trouble(screen.speech("cli.play.at"))
    if Path(asked.game).suffix == ".parvis" or Path(asked.game).is_file():
        return resume(asked.game, screen)
    try:
        game = game_of(asked.game)
        pack = files.pack_of(asked.pack) if asked.pack else None
        seats = asked.seats or game.seats[0]
        players = seated(game, seats, asked.bots, asked.names, screen)
        record = Record.begin(
            game.id, seats, asked.seed or "", read_options(asked.options), pack, players
        )
        return Session(record)
    except (UnknownGame, BotError, OptionError, PackError, RecordError, ValueError) as error:
        raise Trouble(str(error)) from error


def from_position(asked: Namespace, screen: Screen) -> Session:
    """A new game from a position: of a text, of a file with one, or of a record."""
    position, pack = position_of(asked, screen)
    setting = position.setting
    for name, given, own in (
        ("GAME", asked.game, setting.game),
        ("--seats", asked.seats, setting.seats),
    ):
        if given not in (None, own):
            raise Trouble(
                screen.speech("cli.play.other", name=name, given=str(given), own=str(own))
            )
    if asked.options:
        raise Trouble(screen.speech("cli.play.options"))
    if position.over():
        raise Trouble(screen.speech("cli.play.over"))
    try:
        players = seated(game_of(setting.game), setting.seats, asked.bots, asked.names, screen)
        record = Record.begin(
            setting.game, setting.seats, asked.seed or "", setting.options, pack, players,
            position.text(),
        )  # fmt: skip
        return Session(record)
    except (BotError, ValueError) as error:
        raise Trouble(str(error)) from error


def position_of(asked: Namespace, screen: Screen) -> tuple[Position, Pack | None]:
    """The position that is meant, and its pack, if that is not the game's own."""
    pack = files.pack_of(asked.pack) if asked.pack else None
    text = str(asked.origin)
    file = len(text) < 1000 and "=" not in text
    if file:
        text = files.read_text(text)
    try:
        if text.startswith(FIRST_LINE):
            record = seed_files.unlock(Record.read(text)).today()
            return record.position(asked.at), record.pack
        if asked.at is not None:
            raise Trouble(screen.speech("cli.play.at"))
        return read_position(text, pack), pack
    except (TextError, RecordError, UnknownGame) as error:
        raise Trouble(f"{asked.origin}: {error}" if file else str(error)) from error


def resume(name: str, screen: Screen) -> Session:
    """Go on with a saved game."""
    record = files.read_record(name)
    if record.result is not None:
        raise Trouble(screen.speech("cli.play.ended", file=name))
    try:
        record = seed_files.unlock(record)
        missing = record.seats - len(record.players)
        names = [screen.speech("kit.seat", number=n + 1) for n in range(record.seats)]
        record = replace(record, players=(*record.players, *names[len(names) - missing :]))
        return Session(record)
    except (RecordError, BotError) as error:
        raise Trouble(f"{name}: {error}") from error


def seated(
    game: Game, seats: int, bots: str | None, names: str | None, screen: Screen
) -> tuple[str, ...]:
    """Who sits where: persons first, then the bots; without a word one person and bots."""
    if bots is None:
        machines = [usual_bot(game)] * (seats - 1)
    else:
        machines = [text.strip() for text in bots.split(",") if text.strip() not in ("", "none")]
    if len(machines) > seats:
        raise Trouble(screen.speech("cli.play.too-many-bots", n=len(machines), seats=seats))
    players = [f"{BOT}{player_of(game, text)}" for text in machines]
    people = seats - len(machines)
    given = [name.strip() for name in (names or "").split(",") if name.strip()]
    if len(given) > people:
        raise Trouble(screen.speech("cli.play.too-many-names", n=len(given), people=people))
    for name in given:
        if name.startswith(BOT):
            raise Trouble(screen.speech("cli.play.bot-name", name=name))
    while len(given) < people:
        given.append(screen.speech("kit.seat", number=len(given) + 1))
    return (*given, *players)


def read_options(texts: list[str] | None) -> dict[str, object]:
    """Options from `name=value` words, several separated by commas or given one by one.

    >>> read_options(["contre=true,award=cumulative"])
    {'contre': 'true', 'award': 'cumulative'}
    """
    options: dict[str, object] = {}
    for text in texts or []:
        for part in text.split(","):
            name, equals, value = part.partition("=")
            if not equals:
                raise OptionError(f"an option is name=value, not {part[:40]!r}")
            options[name.strip()] = value.strip()
    return options


class Terminal:
    """One game at one screen, shared by all persons who play."""

    def __init__(self, screen: Screen, session: Session, save: str | None) -> None:
        self.screen = screen
        self.session = session
        self.game = session.game
        self.speech = speech_for(self.game, screen.language, session.names)
        self.save_to = save
        self.looking: int | None = None  # the seat whose things are on the screen
        self.advice: tuple[Position | None, int] = None, 0  # the move, and where it was advised
        self.told: set[int | None] = set()  # seats that were told the whole table line by line
        self.words = {
            word: command
            for command, key in COMMANDS.items()
            for word in [command, *self.speech(key).split()]
        }

    def run(self) -> int:
        """Play until the end or until somebody leaves."""
        session = self.session
        seed_files.keep(session.record())
        self.say("cli.play.promise", commitment=session.table.config.commitment)
        for chair in session.table.chairs:
            if chair.bot:
                who = bot_label(self.speech, self.game, chair.bot)
                self.say("cli.play.bot", name=chair.name, bot=who)
        try:
            while not session.position.over():
                seat = session.position.turn()
                assert seat is not None
                if seat in session.people:
                    self.person(seat)
                else:
                    self.bot(seat)
            self.end()
        except Goodbye:
            self.leave()
        except KeyboardInterrupt:
            self.screen.show("")
            self.leave()
            return INTERRUPTED
        return 0

    # The words on the screen.

    def say(self, key: str, **params: object) -> None:
        self.screen.say_with(self.speech, key, **params)

    def tell(self, story: list[Sentence]) -> None:
        for sentence in story:
            self.screen.show(f"  {self.speech.tell(sentence.key, sentence.params)}", style="dim")

    # Bots.

    def bot(self, seat: int) -> None:
        """A bot's move; with one person at the table it is told at once."""
        session = self.session
        with self.waiting(seat):
            thought = session.think()
        session.play_for_bot(thought.move)
        if not session.people:
            self.tell(session.latest())
        elif len(session.people) == 1:
            self.tell(session.news(session.people[0]))

    @contextlib.contextmanager
    def waiting(self, seat: int) -> Iterator[None]:
        if self.screen.console.is_terminal and not self.screen.plain:
            with self.screen.console.status(self.speech("cli.thinks", who=f"@{seat}")):
                yield
        else:
            yield

    # Persons.

    def person(self, seat: int) -> None:
        """A person's decision; one that can do nothing but go on is not asked."""
        session = self.session
        if (only := session.position.going_on()) is not None:
            session.play(only)
            return
        if len(session.people) > 1 and self.looking != seat:
            self.pass_on(seat)
        self.looking = seat
        self.tell(session.news(seat))
        self.table(seat, brief=seat in self.told)
        position = session.position
        picking = Picking(self.game.choices(position.view(seat), self.speech))
        self.question(picking)
        while session.position is position:
            move = self.answer(picking, seat)
            if move is None:
                continue
            try:
                session.play(move)
            except Refused as refused:
                self.refused(refused)
            else:
                self.tell(session.news(seat))

    def pass_on(self, seat: int) -> None:
        """Nobody sees another's hand: the screen is emptied before the next one looks."""
        self.screen.wipe()
        self.screen.ask(self.speech("cli.pass", who=f"@{seat}") + " ")
        self.screen.wipe()

    def table(self, seat: int | None, brief: bool = False) -> None:
        position = self.session.position
        view = position.view(seat)
        parts = [self.game.name]
        if seat is not None:
            parts.append(self.speech.name(seat))
        if self.session.table.practice:
            parts.append(self.speech("cli.practice"))
        if self.screen.plain:
            self.told.add(seat)
            self.screen.show(
                ", ".join(parts),
                plain.scores(position, self.speech),
                *plain.table(self.game, view, self.speech, plain.BRIEF if brief else ()),
            )
            return
        self.screen.show(
            Panel(
                pictures.picture(self.game, view, self.speech),
                title=Text(" · ".join(parts)),
                title_align="left",
                subtitle=pictures.scores(position, self.speech),
                subtitle_align="left",
            )
        )

    def question(self, picking: Picking) -> None:
        node = picking.node
        self.screen.show(node.ask, style="bold")
        lines = [f"{n:3} {choice.label}" for n, choice in enumerate(node.choices, 1)]
        if len(lines) <= FEW or self.screen.plain:
            self.screen.show(*lines)
        else:
            self.screen.show(Columns([Text(line) for line in lines], column_first=True))

    def answer(self, picking: Picking, seat: int) -> int | None:
        """What a person typed: a move, or a command that was answered."""
        typed = self.screen.ask("> ")
        if not typed:
            if len(picking.node.choices) > 1:
                self.say("cli.type")
                return None
            typed = "1"
        choice = picking.choice(typed)
        if choice is not None:
            move = picking.pick(choice)
            if move is None:
                self.question(picking)
            return move
        word, _, rest = typed.partition(" ")
        command = self.words.get(word.casefold())
        if typed == "?":
            command = "help"
        if command == "follow":
            return self.follow()
        if command is not None:
            self.command(command, rest.strip(), picking, seat)
            return None
        try:
            return self.session.position.read(typed)
        except Malformed:
            self.say("cli.unknown", typed=typed[:40])
            return None

    def command(self, command: str, rest: str, picking: Picking, seat: int) -> None:
        if command == "why":
            self.why(rest, picking)
        elif command == "undo":
            self.undo()
        elif command == "back":
            picking.again()
            self.question(picking)
        elif command == "score":
            self.ledger()
        elif command == "rules":
            self.rules(rest)
        elif command == "hint":
            self.hint(picking, seat)
        elif command == "table":
            self.table(seat)
            self.question(picking)
        elif command in PARTS:
            view = self.session.position.view(seat)
            self.screen.show(*plain.table(self.game, view, self.speech, PARTS[command]))
        elif command == "reach":
            self.reach(rest, picking, seat)
        elif command == "draw":
            self.draw(rest, seat)
        elif command == "save":
            self.save(rest)
        elif command == "quit":
            raise Goodbye
        else:
            self.help()

    # Answers.

    def refused(self, refused: Refused) -> None:
        if refused.refusal is not None:
            self.barred(refused.refusal)
        else:
            self.say(refused.key, **refused.params)

    def barred(self, refusal: Refusal) -> None:
        words = self.speech.tell(refusal.key, refusal.params)
        self.screen.show(Text.assemble((refusal.clause, "bold"), "  ", words))

    def why(self, rest: str, picking: Picking) -> None:
        """Why a move is refused; of a legal one, what it would bring."""
        position = self.session.position
        if not rest:
            self.say("cli.why.what")
            return
        choice = picking.choice(rest)
        path = (*picking.path, *rest.split())
        move: int | None = None
        try:
            move = position.read(rest)
        except Malformed:
            if choice is not None:
                path = (*picking.path, choice.pick)
                move = None if choice.then is not None else picking.total + choice.add
            elif not position.fitting(path):
                self.say("cli.unknown", typed=rest[:40])
                return
        answer = self.session.why(path) if move is None else self.session.preview(move)
        if isinstance(answer, Refusal):
            self.barred(answer)
            return
        self.say("cli.why.legal")
        if answer is not None:
            self.preview(answer)

    def preview(self, seen: Preview) -> None:
        position = self.session.position
        for mark, lines in (("−", seen.went), ("+", seen.came)):
            for line in lines:
                who = pictures.side_name(position, line["side"], self.speech)
                words = self.speech.tell(line["key"], line["params"])
                points, clause = pictures.signed(line["points"]), line["clause"]
                self.screen.show(f"  {mark} {who}: {points} {clause} {words}", style="dim")

    def undo(self) -> None:
        try:
            self.session.undo()
        except Refused as refused:
            if refused.reason != "practice":
                self.refused(refused)
            elif self.agrees("cli.undo.practice"):
                self.session.undo(practice=True)

    def agrees(self, key: str) -> bool:
        """Whether the person says yes to a question, in their language or in English."""
        typed = self.screen.ask(f"{self.speech(key)} ").casefold()
        return typed in ("yes", "y", *self.speech("cli.word.yes").split())

    def ledger(self) -> None:
        """Where every point comes from."""
        position = self.session.position
        lines = position.ledger()
        if self.screen.plain:
            self.screen.show(*plain.ledger(lines, position, self.speech))
        else:
            self.screen.show(pictures.ledger(lines, position, self.speech))

    def reach(self, rest: str, picking: Picking, seat: int) -> None:
        """What lies around a place: one of the choices, or one by the end of its name."""
        view = self.session.position.view(seat)
        choice = picking.choice(rest) if rest else None
        names = self.game.draw(view, self.speech).names()
        found = [choice.pick] if choice is not None else meant(names, rest, seat)
        if not found:
            self.say("cli.unknown", typed=rest[:40])
            return
        place = found[0]
        says = reach(self.game, view, place, self.speech) if place in names else []
        self.screen.show(names.get(place, rest), *(f"- {sentence}" for sentence in says))

    def rules(self, clause: str) -> None:
        book = self.game.rulebook(self.screen.language)
        number = clause.upper()
        if not clause:
            for found in book.clauses.values():
                indent = "" if found.section else "  "
                self.screen.show(f"{indent}{found.number} {found.title}")
        elif number in book.clauses:
            below = [
                found
                for found in book.clauses.values()
                if found.number == number or found.number.startswith(f"{number}.")
            ]
            for found in below:
                if self.screen.plain:
                    self.screen.show(f"{found.number} {found.title}", found.text)
                    continue
                heading = f"**{found.number} {found.title}**"
                self.screen.show(Markdown(f"{heading}\n\n{found.text}"))
        else:
            self.say("cli.rules.none", clause=clause[:20])

    def hint(self, picking: Picking, seat: int) -> None:
        """What to play and what for, from what this seat knows and remembers."""
        position = self.session.position
        with self.waiting(seat):
            advice = self.session.hint(picking.path)
        spell = partial(self.spelt, picking)
        begun = bool(picking.path)
        for told in advised(advice, position, self.game, self.speech, spell, begun):
            words = Text(told.words)
            self.screen.show(
                Text.assemble(words, "  ", (told.clause, "bold")) if told.clause else words
            )
        self.advice = position, position.read(advice.best.move)
        self.say("cli.hint.follow", word=self.speech("cli.word.follow").split()[0])

    def follow(self) -> int | None:
        """The move that was advised in this position."""
        position, move = self.advice
        if position is not self.session.position:
            self.say("cli.follow.none")
            return None
        return move

    def spelt(self, picking: Picking, move: int) -> str:
        notation = self.session.position.say(move)
        words = spelt(picking.tree, move)
        return f"{notation} ({words})" if words else notation

    def help(self) -> None:
        self.say("cli.help.moves")
        if self.screen.plain:
            for command, key in HELP.items():
                name = self.speech(COMMANDS[command]).split()[0]
                self.screen.show(f"- {name}: {self.speech(key)}")
            return
        grid = Table.grid(padding=(0, 2))
        for command, key in HELP.items():
            name = self.speech(COMMANDS[command]).split()[0]
            grid.add_row(Text(f"  {name}", style="bold"), self.speech(key))
        self.screen.show(grid)

    def draw(self, rest: str, seat: int) -> None:
        """The table as this seat sees it, as a picture."""
        if not rest:
            self.say("cli.draw.where")
            return
        drawing = self.game.draw(self.session.position.view(seat), self.speech)
        try:
            records.keep_drawing(drawing.sheet(), rest, self.screen)
        except Trouble as trouble:
            self.screen.show(str(trouble))

    # Keeping the game.

    def record(self) -> Record:
        """The record as it may be shown: with its seed only after the end."""
        record = self.session.record()
        return record if self.session.position.over() else record.public()

    def save(self, rest: str) -> None:
        if not rest:
            self.say("cli.save.where")
            return
        name = rest if Path(rest).suffix else f"{rest}.parvis"
        try:
            files.write(name, self.record().text())
        except Trouble as trouble:
            self.screen.show(str(trouble))
        else:
            self.say("cli.saved", file=name)

    def keep(self) -> str:
        """Write the record where it will be found again."""
        file = self.save_to or str(seed_files.home() / seed_files.LAST)
        files.write(file, self.record().text())
        return file

    def leave(self) -> None:
        """Somebody leaves: nothing is lost."""
        if not self.session.table.moves:
            return
        file = self.keep()
        again = "parvis play --last" if self.save_to is None else f"parvis play {file}"
        self.say("cli.left", command=again)

    def end(self) -> None:
        """The last table, the points, who won, and where the record is."""
        position = self.session.position
        if len(self.session.people) == 1:
            self.tell(self.session.news(self.session.people[0]))
        self.table(self.session.people[0] if len(self.session.people) == 1 else None)
        self.ledger()
        self.screen.show(pictures.victory(position, self.speech), style="bold")
        if self.session.table.practice:
            self.say("cli.practice.since", move=self.session.table.practice)
        self.say("cli.recorded", file=self.keep())
        seed_files.forget(self.session.record())


def play(asked: Namespace, screen: Screen) -> int:
    """`parvis play`."""
    screen.plain = asked.plain
    if asked.save:
        files.check_writable(asked.save)
    return Terminal(screen, begin(asked, screen), asked.save).run()
