"""The form of a new table, derived from the game's own options and seats.

Imports chairs, the usual bots and the readers' words; no request, no template.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import parse_qsl

from markupsafe import Markup

from parvis.bots import bot_label, levels_for, usual_bot
from parvis.engine.drawing.symbols import definitions, used
from parvis.engine.game import Game
from parvis.engine.options import Option, OptionError
from parvis.engine.words import Speech
from parvis.table.chair import Chair
from parvis.table.decisions import bot_name, tidy_name
from parvis.table.timing import Timing
from parvis.web.cast import character_choices
from parvis.web.speech import known_bots
from parvis.web.timing import read_timing_wish, timing_fields

Plain = dict[str, object]
MOST_FIELDS = 100


def read_form(body: bytes) -> dict[str, str]:
    """The fields of a form; of a field that comes twice the last. ValueError if there are many."""
    text = body.decode("utf-8", errors="strict")
    return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))


@dataclass(frozen=True)
class Wish:
    """What a form asks for, or the sentences that say what is wrong, by the name of the field."""

    seats: int
    chairs: list[Chair] = field(default_factory=list)
    options: dict[str, object] = field(default_factory=dict)
    private: bool = False
    timing: Timing | None = None
    errors: dict[str, list[str]] = field(default_factory=dict)


def seat_count(game: Game, text: str) -> int:
    """How many play; if nothing sensible is asked for, as many as is usual (two, or the least)."""
    if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) in game.seats:
        return int(text)
    return 2 if 2 in game.seats else min(game.seats)


def offered(game: Game, seats: int) -> list[Option]:
    """The options that make sense at this count."""
    return [option for option in game.options if not option.seats or seats in option.seats]


def read_chairs(
    game: Game, seats: int, form: Mapping[str, str], person: str, name: str, speech: Speech
) -> tuple[list[Chair], dict[str, list[str]]]:
    """Who is to sit where, and what is wrong with it by the name of the field."""
    errors: dict[str, list[str]] = {}
    chairs: list[Chair] = []
    for seat in range(seats):
        value = form.get(f"seat-{seat}", usual_chair(game, seat))
        own = tidy_name(form.get(f"name-{seat}", ""))  # people around one screen
        mine = sum(chair.kind == "person" for chair in chairs)
        usual = "" if mine else name  # nobody is called like the host: they are player 2
        taken = [chair.name for chair in chairs]
        chair = read_chair_choice(game, value, seat, person, own or usual, taken)
        if chair is None:
            errors[f"seat-{seat}"] = [speech("table.form.chair", number=seat + 1)]
        else:
            chairs.append(chair)
    return chairs, errors


def read_wish(game: Game, form: Mapping[str, str], person: str, name: str, speech: Speech) -> Wish:
    """A new table from its form."""
    seats = seat_count(game, form.get("seats", ""))
    chairs, errors = read_chairs(game, seats, form, person, name, speech)
    options: dict[str, object] = {}
    for option in offered(game, seats):
        text = form.get(f"option-{option.name}")
        if option.kind == "bool":
            options[option.name] = text == "true"
        elif text is not None:
            try:
                options[option.name] = option.check(text.replace("\r\n", "\n"), seats)
            except OptionError as error:
                told = [speech("table.form.option", name=speech(option.key))]
                if error.sentence is not None:
                    told.append(speech.tell(error.sentence.key, error.sentence.params))
                errors[f"option-{option.name}"] = told
    if not errors:
        try:
            game.settle(seats, options)
        except ValueError:
            errors["options"] = [speech("table.form.options")]
    timing, wrong = read_timing_wish(form, speech)
    private = form.get("private") == "true"
    return Wish(seats, chairs, options, private, timing, {**errors, **wrong})


def usual_chair(game: Game, seat: int) -> str:
    return "me" if seat == 0 else f"bot:{usual_bot(game)}"


def read_chair_choice(
    game: Game, value: str, seat: int, person: str, name: str, taken: Collection[str]
) -> Chair | None:
    if value == "me":
        return Chair("person", name, (person,))
    if value == "open":
        return Chair()
    bot = value.removeprefix("bot:")
    if bot != value and bot in known_bots(game):
        return Chair("bot", bot_name(game, bot, seat, taken), (), bot)
    return None


def option_field(option: Option, value: object, game: Game, seats: int, speech: Speech) -> Plain:
    """An option as the page shows it."""
    return {
        "name": option.name,
        "kind": option.kind,
        "label": speech(option.key),
        "help": speech(option.help_key),
        "clause": option.clause,
        "rules": f"/rules/{game.id}#{option.clause}",
        "value": str(value).lower() if isinstance(value, bool) else str(value),
        "choices": choices_of(option, game, seats, speech),
        "tiles": tiles_of(game, speech) if option.kind == "document" else [],
        "low": option.low,
        "high": option.highest(seats),
    }


def tiles_of(game: Game, speech: Speech) -> list[Plain]:
    """The tiles that a map is laid out of, as the page shows them."""
    return [
        {
            "letter": tile.letter,
            "wide": tile.wide,
            "high": tile.high,
            "count": tile.copies,
            "label": speech(tile.key),
            "pictures": [Markup(svg) for svg in (tile.picture, tile.turned) if svg],
        }
        for tile in game.map_tiles
    ]


@cache
def map_symbols(game: Game) -> Markup:
    """What the pictures of those tiles refer to."""
    pictures = "".join(tile.picture + tile.turned for tile in game.map_tiles)
    return Markup(definitions(used(pictures, game.symbols)))


def choices_of(option: Option, game: Game, seats: int, speech: Speech) -> list[Plain]:
    """What one can choose among, each in words, and with a picture of the board it makes."""
    if option.seat:  # nobody in particular, or one of those who play
        numbers = range(option.low, option.highest(seats) + 1)
        return [
            {
                "value": str(number),
                "label": speech("kit.seat", number=number) if number else speech("table.form.lot"),
                "picture": "",
            }
            for number in numbers
        ]
    shown = f"/setup/{game.id}.svg?seats={seats}&option-{option.name}="
    return [
        {
            "value": choice,
            "label": speech(key),
            "picture": f"{shown}{choice}" if choice in option.pictured else "",
        }
        for choice, key in zip(option.choices, option.choice_keys, strict=True)
    ]


def chair_fields(game: Game, seats: int, form: Mapping[str, str], speech: Speech) -> list[Plain]:
    """The chairs as the page offers them."""
    bots = [
        {"value": f"bot:{bot}", "label": bot_label(speech, game, bot)}
        for bot in levels_for(game).values()
    ]
    characters = [
        {"value": f"bot:{each['value']}", "label": each["label"]}
        for each in character_choices(speech, game)
    ]
    people = [
        {"value": "me", "label": speech("table.chair.me")},
        {"value": "open", "label": speech("table.chair.open")},
    ]
    return [
        {
            "seat": seat,
            "value": form.get(f"seat-{seat}", usual_chair(game, seat)),
            "name": form.get(f"name-{seat}", ""),
            "was": "",
            "people": people,
            "bots": bots,
            "characters": characters,
        }
        for seat in range(seats)
    ]


def form_fields(game: Game, seats: int, form: Mapping[str, str], speech: Speech) -> Plain:
    """What `new.html` gets of options and chairs; a form that was sent keeps its values."""
    sent = bool(form)
    options = []
    shown = offered(game, seats)
    for option in shown:
        value: object = form.get(f"option-{option.name}", option.default)
        if sent and option.kind == "bool":
            value = form.get(f"option-{option.name}") == "true"
        options.append(option_field(option, value, game, seats, speech))
    return {
        "seats": seats,
        "options": options,
        "chairs": chair_fields(game, seats, form, speech),
        "timing": timing_fields(form, speech),
        "maps": dict(game.maps()),
        "map_symbols": map_symbols(game),
        # The board changes with some of the options: then it is shown.
        "setup": f"/setup/{game.id}.svg" if any(option.pictured for option in shown) else "",
    }
