"""What one does with records and positions: replay, verify, draw, film.

Imports records and positions of the engine, and the screen.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.panel import Panel
from rich.text import Text

from parvis.cli import files, pictures, seed_files
from parvis.cli.screen import Screen, speech_for
from parvis.cli.session import shown_names
from parvis.cli.trouble import Goodbye, Trouble
from parvis.engine.drawing.points import png
from parvis.engine.film import film as filmed
from parvis.engine.game import Game, UnknownGame, game_of, read_position
from parvis.engine.open_table import Onlooker, drawn_for
from parvis.engine.position import Position
from parvis.engine.record import OtherRules, Record, RecordError
from parvis.engine.sentence import Sentence
from parvis.engine.text import TextError
from parvis.engine.words import Speech
from parvis.table.ending import stopped_in

FAILED = 1
UNCHECKED = 3  # what could be checked holds, but not all could


def verify(asked: Namespace, screen: Screen) -> int:
    """`parvis verify`: whether a record holds what it promised."""
    record = files.read_record(asked.record)
    other: OtherRules | None = None
    try:
        checked = record.verify_promise()
        try:
            checked = record.verify()
        except OtherRules as found:
            other = found
    except RecordError as error:
        screen.say("cli.verify.wrong", file=asked.record, reason=str(error))
        return FAILED
    for sentence in checked:
        screen.show(f"✓ {sentence}")
    if not record.commitment:
        screen.say("cli.verify.no-promise")
    if record.practice:
        screen.say("cli.practice.since", move=record.practice)
    if other is None:
        return 0
    screen.say("cli.verify.other-rules", recorded=other.recorded, own=other.own)
    return UNCHECKED


def seat_of(number: int | None, seats: int, screen: Screen) -> int | None:
    """The seat of a player's number; None for a spectator."""
    if number is None:
        return None
    if not 1 <= number <= seats:
        raise Trouble(screen.speech("cli.no-seat", seat=number, seats=seats))
    return number - 1


class Replay:
    """A record, step by step, as a seat or a spectator saw it."""

    def __init__(self, record: Record, seat: int | None, screen: Screen) -> None:
        self.record = record
        self.game: Game = record.declared()
        self.seat = seat
        self.screen = screen
        names = shown_names(record.players, record.declared())
        self.speech: Speech = speech_for(self.game, screen.language, names)

    def fast(self) -> None:
        """All of it at once."""
        last = self.record.start()
        for number, (position, move) in enumerate(self.record.replay(), 1):
            last = position
            self.step(number, position.say(move), position.story(move, self.seat))
        self.table(last)
        self.screen.show(pictures.ledger(last.ledger(), last, self.speech))
        self.winners(last)

    def step(self, number: int, notation: str, story: list[Sentence]) -> None:
        words = " ".join(self.speech.tell(sentence.key, sentence.params) for sentence in story)
        self.screen.show(Text.assemble((f"{number:4} {notation:12} ", "bold"), words))

    def winners(self, position: Position) -> None:
        if (stopped := stopped_in(self.record)) is not None:
            told = stopped.sentence()
            self.screen.show(self.speech.tell(told.key, told.params), style="bold")
        elif position.over():
            self.screen.show(pictures.victory(position, self.speech), style="bold")
        else:
            self.screen.say("cli.replay.unfinished")
        if self.record.practice:
            self.screen.say("cli.practice.since", move=self.record.practice)

    def table(self, position: Position) -> None:
        view = position.view(self.seat)
        self.screen.show(
            Panel(
                pictures.picture(self.game, view, self.speech),
                title=Text(self.game.name),
                title_align="left",
                subtitle=pictures.scores(position, self.speech),
                subtitle_align="left",
            )
        )

    def slowly(self) -> None:
        """Back and forth as the person likes."""
        positions = [self.record.start()]
        stories: list[tuple[str, list[Sentence]]] = []
        for position, move in self.record.replay():
            stories.append((position.say(move), position.story(move, self.seat)))
            after = position.copy()
            after.play(move)
            positions.append(after)
        at = 0
        self.screen.say("cli.replay.keys", n=len(stories))
        while True:
            if at:
                self.step(at, *stories[at - 1])
            self.table(positions[at])
            if at == len(stories):
                self.winners(positions[at])
            at = self.next(at, len(stories))

    def next(self, at: int, last: int) -> int:
        while True:
            typed = self.screen.ask(f"{at}/{last} > ")
            if typed in ("q", "quit"):
                raise Goodbye
            if not typed:
                if at == last:
                    raise Goodbye
                return at + 1
            if typed == "b":
                return max(0, at - 1)
            if typed.isascii() and typed.isdecimal() and int(typed[:7]) <= last:
                return int(typed[:7])
            self.screen.say("cli.replay.keys", n=last)


def replay(asked: Namespace, screen: Screen) -> int:
    """`parvis replay`."""
    name = str(seed_files.home() / seed_files.LAST) if asked.last else asked.record
    if name is None:
        raise Trouble(screen.speech("cli.replay.which"))
    record = seed_files.unlock(files.read_record(name))
    try:
        shown = Replay(record.today(), seat_of(asked.seat, record.seats, screen), screen)
        if asked.fast or not screen.console.is_terminal:
            shown.fast()
        else:
            shown.slowly()
    except RecordError as error:
        raise Trouble(f"{name}: {error}") from error
    except Goodbye:
        pass
    return 0


def onlooker_of(asked: Namespace, seats: int, screen: Screen) -> Onlooker:
    """Who is to see a picture: a seat, one who looks on, or one who sees all hands."""
    if not asked.open:
        return seat_of(asked.seat, seats, screen)
    if asked.seat is not None:
        raise Trouble(screen.speech("cli.draw.open-or-seat"))
    return "open"


def film(asked: Namespace, screen: Screen) -> int:
    """`parvis film`: a whole game as an animated picture."""
    if Path(asked.output).suffix.lower() != ".gif":
        raise Trouble(screen.speech("cli.film.suffix", file=asked.output))
    files.check_writable(asked.output)
    record = seed_files.unlock(files.read_record(asked.record))
    onlooker = onlooker_of(asked, record.seats, screen)
    try:
        played = record.today()
        speech = speech_for(
            played.declared(), screen.language, shown_names(record.players, record.declared())
        )
        files.write(asked.output, filmed(played, onlooker, speech, asked.theme))
    except RecordError as error:
        raise Trouble(f"{asked.record}: {error}") from error
    except ImportError as error:
        raise Trouble(screen.speech("cli.draw.no-png")) from error
    screen.say("cli.saved", file=asked.output)
    return 0


def draw(asked: Namespace, screen: Screen) -> int:
    """`parvis draw`: a position as SVG or PNG, or as a line of text to be played on from."""
    position, names = pictured(asked, screen)
    game = game_of(position.setting.game)
    onlooker = onlooker_of(asked, position.seats, screen)
    speech = speech_for(game, screen.language, names)
    svg = drawn_for(game, position, onlooker, speech, asked.tall).sheet(asked.theme, asked.tall)
    if asked.output is None or asked.output == "-":
        screen.console.file.write(svg + "\n")
        return 0
    if Path(asked.output).suffix.lower() == ".txt":
        seat = onlooker if isinstance(onlooker, int) else None
        files.write(asked.output, (position.text() if seat is None else position.text(seat)) + "\n")
        screen.say("cli.saved", file=asked.output)
        return 0
    keep_drawing(svg, asked.output, screen)
    return 0


def keep_drawing(svg: str, name: str, screen: Screen) -> None:
    """Write a drawing as the file's name wants it."""
    suffix = Path(name).suffix.lower()
    if suffix == ".svg":
        files.write(name, svg + "\n")
    elif suffix == ".png":
        try:
            files.write(name, png(svg))
        except ImportError as error:
            raise Trouble(screen.speech("cli.draw.no-png")) from error
    else:
        raise Trouble(screen.speech("cli.draw.suffix", file=name))
    screen.say("cli.saved", file=name)


def pictured(asked: Namespace, screen: Screen) -> tuple[Position, list[str]]:
    """The position to draw, and the names of its seats."""
    if (asked.record is None) == (asked.position is None):
        raise Trouble(screen.speech("cli.draw.which"))
    if asked.position is not None:
        try:
            pack = files.pack_of(asked.pack) if asked.pack else None
            return read_position(asked.position, pack), []
        except (TextError, UnknownGame) as error:
            raise Trouble(str(error)) from error
    record = seed_files.unlock(files.read_record(asked.record))
    try:
        return record.today().position(asked.at), shown_names(record.players, record.declared())
    except RecordError as error:
        raise Trouble(f"{asked.record}: {error}") from error
