"""Makes another position that differs only in what a seat cannot know.

Hidden are the tiles in the other hands that were not taken openly, and the order of the stack. What
is known of a hidden tile although nobody has seen it, because its owner used the exception, stays.
"""

from __future__ import annotations

import parvis

TRIES = 3000


def twin(position: parvis.Position, seat: int | None, rng: parvis.Rng) -> parvis.Position:
    """The same position with all that the seat cannot know dealt anew."""
    words = dict(word.partition("=")[::2] for word in position.text().split())
    faces: list[str] = position.view(None)["box"]["tiles"]  # type: ignore[index]
    hidden = [] if words["stack"] == "-" else [faces[int(n)] for n in words["stack"].split(",")]
    hands: list[tuple[str, list[str]]] = []
    for other in range(position.seats):
        if other != seat:
            shown, own, limits = words[f"hand.{other}"].split(";")
            tiles = [] if own == "-" else own.split(",")
            hands.append((f"hand.{other}", tiles))
            hidden += tiles
    for _ in range(TRIES):
        mixed(hidden, rng)
        rest = hidden[:]
        dealt: dict[str, str] = {}
        fits = True
        for name, tiles in hands:
            shown, _, limits = words[name].split(";")
            new = [rest.pop() for _ in tiles]
            fits = fits and could_be(new, limits, faces)
            dealt[name] = f"{shown};{','.join(new) or '-'};{limits}"
        if fits:
            words.update(dealt)
            words["stack"] = ",".join(str(faces.index(tile)) for tile in rest) or "-"
            break
    text = " ".join(f"{name}={value}" if value else name for name, value in words.items())
    return parvis.read_position(text)


def mixed(tiles: list[str], rng: parvis.Rng) -> None:
    """Shuffle by drawing."""
    for last in range(len(tiles) - 1, 0, -1):
        other = int(rng.below(last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]


def could_be(tiles: list[str], limits: str, faces: list[str]) -> bool:
    """Whether a hand has, for each limit, a tile of its own within it."""
    sets = [] if limits == "-" else [int(text, 16) for text in limits.split(",")]
    numbers = [faces.index(tile) for tile in tiles]
    return matched(numbers, sets)


def matched(numbers: list[int], sets: list[int]) -> bool:
    if not sets:
        return True
    return any(
        sets[0] >> number & 1 and matched(numbers[:n] + numbers[n + 1 :], sets[1:])
        for n, number in enumerate(numbers)
    )
