"""What a game declares of itself, and the register of all games.

A game is a package that always has the same modules (see `docs/architecture.md`); its
`__init__.py` makes one `Game` and the rest is found by name.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from parvis.engine import options as option_rules
from parvis.engine.chance import Chance, read_chance
from parvis.engine.drawing.map_tile import MapTile
from parvis.engine.drawing.panel import KIT
from parvis.engine.drawing.symbols import Symbols
from parvis.engine.figures import Figure, read_figures
from parvis.engine.options import Option
from parvis.engine.packs import Pack, standard_pack
from parvis.engine.rulebook import Rulebook, read_rulebook
from parvis.engine.setting import Setting
from parvis.engine.text import Fields, TextError, decode, split
from parvis.engine.words import Catalogue, Speech, read_catalogue

if TYPE_CHECKING:
    from parvis.engine.choices import Tree
    from parvis.engine.drawing.panel import Drawing
    from parvis.engine.editing import Editor
    from parvis.engine.explanation import Explanation
    from parvis.engine.position import Position


Ending = Literal["trick", "round"]  # what people want to look back at before they go on


class UnknownGame(ValueError):
    """A game id that nobody registered."""


@cache
def imported(name: str) -> ModuleType:
    """A module by its name; `import_module` takes its time also for one that is there."""
    return importlib.import_module(name)


@cache
def has_module(name: str) -> bool:
    """Whether there is a module of that name."""
    return importlib.util.find_spec(name) is not None


@dataclass(frozen=True)
class Game:
    """One game: its id, its package, the prefix of its clauses, its rules version, its seats.

    What people are told before they choose: one sentence (the key of its words), how many minutes
    it takes, and how much there is to learn, from 1 to 3.
    """

    id: str
    package: str
    prefix: str
    rules: int
    seats: tuple[int, ...]
    name: str
    about: str = ""
    minutes: tuple[int, int] | None = None
    weight: int = 0

    def module(self, name: str) -> ModuleType:
        """One of the game's modules."""
        return imported(f"{self.package}.{name}")

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The game's options."""
        options: tuple[Option, ...] = self.module("options").OPTIONS
        return options

    @cached_property
    def ends(self) -> Mapping[str, Ending]:
        """Which sentences of its stories tell that a trick or a round has ended."""
        ends: Mapping[str, Ending] = getattr(imported(self.package), "ENDS", {})
        return ends

    @cached_property
    def ties(self) -> str:
        """The clause that says who wins if several have the most points."""
        clause: str = getattr(imported(self.package), "TIES", "")
        return clause

    @cached_property
    def pack(self) -> Pack:
        """The components that come with the game."""
        return standard_pack(self.package)

    def check_pack(self, pack: Pack) -> None:
        """Raise `PackError` if the game cannot be played with this pack."""
        self.module("components").read_components(pack)

    def settle(
        self, seats: int, options: Mapping[str, object] | None = None, pack: Pack | None = None
    ) -> Setting:
        """The agreed setting of a game; ValueError says what does not fit."""
        if seats not in self.seats:
            counts = ", ".join(str(count) for count in self.seats)
            raise ValueError(f"{self.id} is for {counts} seats, not {seats}")
        if pack is None:
            pack = self.pack
        else:
            self.check_pack(pack)
        settled = option_rules.settle(self.options, options or {}, seats)
        return Setting(self.id, self.rules, seats, settled, pack)

    def changed(self, options: Mapping[str, object]) -> dict[str, str]:
        """The options that differ from their defaults, as text."""
        return option_rules.changed(self.options, options)

    def begin(self, setting: Setting, chance: Chance) -> Position:
        """The first position."""
        position: Position = self.module("position").begin(setting, chance)
        return position

    def restore(self, setting: Setting, chance: Chance, fields: Fields) -> Position:
        """A position from the fields of its text."""
        position: Position = self.module("notation").restore(setting, chance, fields)
        return position

    def choices(self, view: Mapping[str, object], speech: Speech) -> Tree:
        """The legal moves of a view as a tree of things one can pick."""
        tree: Tree = self.module("choices").choices(view, speech)
        return tree

    def unlocks(
        self, before: Mapping[str, object], after: Mapping[str, object], speech: Speech
    ) -> list[str]:
        """What a move makes possible and what is then still missing, by views before and after it.

        Nothing, unless a game has a module for it.
        """
        if not has_module(f"{self.package}.unlocks"):
            return []
        found: list[str] = self.module("unlocks").unlocks(before, after, speech)
        return found

    def draw(self, view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
        """The table as a view knows it, for a wide or a tall screen."""
        drawing: Drawing = self.module("drawing").draw(view, speech, tall)
        return drawing

    def explain(self, view: Mapping[str, object], place: str, speech: Speech) -> Explanation:
        """What a place is that is in the drawing of a view; its name stands there."""
        found: Explanation = self.module("explanations").explain(view, place, speech)
        return found

    @cached_property
    def describes(self) -> bool:
        """Whether it says in its own words what the table is like (`engine/description.py`)."""
        return has_module(f"{self.package}.description")

    @cached_property
    def editable(self) -> bool:
        """Whether its positions can be set up by hand."""
        return has_module(f"{self.package}.editing")

    def editor(self, position: Position, seat: int) -> Editor:
        """Who changes a position, looking from a seat."""
        found: Editor = self.module("editing").editor(position, seat)
        return found

    @cached_property
    def symbols(self) -> Symbols:
        """The pictures that its drawings refer to, the kit's among them."""
        return {**KIT, **getattr(self.module("drawing"), "SYMBOLS", {})}

    @cached_property
    def map_tiles(self) -> tuple[MapTile, ...]:
        """The tiles of a map that people may lay out before a game; most games have none."""
        return getattr(self.module("drawing"), "MAP_TILES", ())

    def maps(self) -> Mapping[str, str]:
        """Maps that come with the game, by their names."""
        found: Mapping[str, str] = self.module("drawing").maps(self.pack) if self.map_tiles else {}
        return found

    @cache  # noqa: B019 (a game lives as long as the program)
    def rulebook(self, language: str) -> Rulebook:
        """The rules in our own words."""
        return read_rulebook(self.package, language)

    @cache  # noqa: B019
    def figures(self) -> Mapping[str, Figure]:
        """The pictures of the rules by their ids, in their order."""
        return read_figures(self.package, f"{self.id}/{self.rules}")

    @cache  # noqa: B019
    def catalogue(self, language: str) -> Catalogue:
        """The game's words."""
        return read_catalogue(self.package, language)

    def speech(self, language: str = "en", names: Sequence[str] = ()) -> Speech:
        """The words for what this game's refusals, ledger lines and stories say."""
        return self.words(language).with_names(names)

    @cache  # noqa: B019
    def words(self, language: str) -> Speech:
        """What this game says at all tables alike."""
        return Speech(language, [self.catalogue(language)])


REGISTER: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known."""
    REGISTER[game.id] = game


def game_of(id: str) -> Game:
    """The game of an id; `UnknownGame` names those there are."""
    if id not in REGISTER:
        known = ", ".join(sorted(REGISTER))
        raise UnknownGame(f"unknown game {id[:40]!r}; there are: {known}")
    return REGISTER[id]


def read_position(text: str, pack: Pack | None = None) -> Position:
    """A position from its text; `TextError` names the field that is wrong.

    A position of a pack of one's own is read with that pack.
    """
    first, values = split(text)
    id, slash, rules = first.partition("/")
    if not slash:
        reason = f"expected game/rules-version first, found {first[:40]!r}"
        raise TextError(reason, "first", found=first)
    game = game_of(id)
    if rules != str(game.rules):
        reason = f"written by rules version {rules[:10]}; this is version {game.rules}"
        raise TextError(reason, "rules", found=rules, own=game.rules)
    if "seen-by" in values:
        raise Fields(values).fail(
            "seen-by", "this is what one seat knows, not a whole position", "seen"
        )
    fields = Fields(values)
    seats = fields.whole("seats", 1, 9)
    options: dict[str, object] = {}
    for name in [name for name in values if name.startswith("option.")]:
        options[name.removeprefix("option.")] = decode(fields.take(name))
    if "pack" in values:
        digest = fields.take("pack")
        if pack is None or pack.digest != digest:
            reason = f"this position was played with another pack, {digest[:12]}…"
            raise fields.fail("pack", reason, "pack")
    elif pack is not None and pack.digest != game.pack.digest:
        raise fields.fail("pack", "this position was played with the game's own pack", "pack")
    else:
        pack = None
    try:
        setting = game.settle(seats, options, pack)
    except ValueError as error:
        raise unsettled(game, seats, options, fields, str(error)) from error
    drawn = fields.take("chance")
    try:
        chance = read_chance(drawn)
    except ValueError as error:
        raise fields.fail("chance", str(error)) from error
    position = game.restore(setting, chance, fields)
    fields.done()
    return position


def unsettled(
    game: Game, seats: int, options: Mapping[str, object], fields: Fields, reason: str
) -> TextError:
    """The field for which a text's setting is none of the game."""
    if seats not in game.seats:
        counts = ", ".join(str(count) for count in game.seats)
        return TextError(reason, "seats", field="seats", found=seats, game=game.name, counts=counts)
    known = [option.name for option in game.options]
    for name in options:
        if name not in known:
            return TextError(reason, "unknown", field=f"option.{name}", found=options[name])
        try:
            game.settle(seats, {name: options[name]})
        except ValueError:
            return TextError(reason, "value", field=f"option.{name}", found=options[name])
    return TextError(reason, "value", field="option", found="")


def take_up(text: str, chance: Chance, pack: Pack | None = None) -> Position:
    """The position of a text, that goes on with this chance instead of its own.

    >>> import parvis
    >>> text = parvis.start("cites-nouvelles", seats=2, seed=7).text()
    >>> take_up(text, parvis.Rng(1)).moves() == parvis.read_position(text).moves()
    True
    """
    return read_position(text, pack).twin(chance)
