"""How well a bot plays: how far it looks, how exactly it values, what it weighs and how much.

A game keeps its skills in `data/<folder>.toml`: the weights that its bots value by, the span of
each for training, eight levels, and characters, who are levels with a taste of their own. Whoever
tries something changes a skill in place: `level:4 growth=0.9 worlds=8`. Imports nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path

from parvis.bots.bot import BotError

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Skill:
    """What a bot can do; weakness is to see less far, fewer things, and those roughly."""

    worlds: int = 0  # guesses that moves are compared in, on average; 0: it decides at sight
    breadth: int = 8  # moves that are tried in them, those that look best at sight
    sight: int = 0  # decisions a seat that it plays on in them before it estimates; 0: to the end
    grain: float = 0.0  # points: what lies nearer together looks alike to it
    trust: float = 0.0  # worlds that the value at sight counts for
    weights: Mapping[str, float] = field(default_factory=dict)


FIELDS = {each.name: type(each.default) for each in fields(Skill) if each.name != "weights"}


@dataclass(frozen=True)
class Character:
    """A named opponent: a level with a taste that one can feel."""

    id: str
    name: str
    level: int
    style: str  # builder, miser or spoiler: what its words and its face say
    skill: Skill


@dataclass(frozen=True)
class Skills:
    """All that a game's bots can do, as its data file has it."""

    weights: Mapping[str, float]
    spans: Mapping[str, tuple[float, float]]  # of the weights that training may change
    levels: tuple[Skill, ...]
    characters: tuple[Character, ...]
    trained: Mapping[str, object]  # by which command, when, and what it brought

    def with_weights(self, changes: Mapping[str, float]) -> Mapping[str, float]:
        return {**self.weights, **changes}


def read_skills(text: str, name: str) -> Skills:
    """The skills in a data file; `BotError` says what is wrong and where."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BotError(f"{name}: {error}") from error
    weights = {key: float(value) for key, value in plain.get("weights", {}).items()}
    usual = Skill(weights=weights)
    spans = {key: (float(low), float(high)) for key, (low, high) in plain.get("spans", {}).items()}
    for key in spans.keys() - weights.keys():
        raise BotError(f"{name}: a span for {key}, which is no weight")
    levels = tuple(
        changed(usual, level, f"{name}: level {number}")
        for number, level in enumerate(plain.get("level", ()), 1)
    )
    characters: list[Character] = []
    for entry in plain.get("character", ()):
        known = {key: entry.pop(key) for key in ("id", "name", "level", "style")}
        skill = changed(levels[known["level"] - 1], entry, f"{name}: {known['id']}")
        characters.append(Character(**known, skill=skill))
    return Skills(weights, spans, levels, tuple(characters), plain.get("trained", {}))


def changed(skill: Skill, changes: Mapping[str, object], where: str) -> Skill:
    """A skill with some of its fields or weights changed.

    >>> changed(Skill(weights={"growth": 0.5}), {"growth": "0.75", "worlds": 8}, "here").worlds
    8
    """
    own: dict[str, object] = {}
    weights = dict(skill.weights)
    for key, value in changes.items():
        if key not in FIELDS and key not in weights:
            known = ", ".join([*FIELDS, *weights])
            raise BotError(f"{where}: {key[:40]!r} is none of {known}")
        try:
            number = float(str(value))
        except ValueError as error:
            raise BotError(f"{where}: {key} is {str(value)[:40]!r}, which is no number") from error
        if key in weights:
            weights[key] = number
        else:
            own[key] = int(number) if FIELDS[key] is int else number
    return replace(skill, weights=weights, **own)  # type: ignore[arg-type]


@cache
def skills_in(folder: str) -> Skills | None:
    """The skills of a game by the name of its folder; None if it has none."""
    path = DATA / f"{folder}.toml"
    if not path.is_file():
        return None
    return read_skills(path.read_text(encoding="utf-8"), path.name)


def read_changes(text: str) -> tuple[str, dict[str, str]]:
    """A bot and what is changed of it: `level:4 growth=0.9`.

    >>> read_changes("level:4 growth=0.9 worlds=8")
    ('level:4', {'growth': '0.9', 'worlds': '8'})
    """
    name, *changes = text.split()
    pairs = [change.partition("=") for change in changes]
    return name, {key: value for key, _, value in pairs}
