"""The pack: what is in the box, and what is said of a box that cannot be played with."""

from __future__ import annotations

import pytest

import parvis

GAME = parvis.game_of("bella-vista")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("cell = 2", "cell = 9", "tiles.cell: expected a whole number from 1 to 3, found 9"),
        ("7 = [[0, 0]]", "7 = [[0, 0], [1, 0], [2, 0]]", "buildings.7: covers more squares"),
        ("6 = [[0, 0], [1, 0]]", "6 = [[0, 0], [3, 3]]", "buildings.6: the squares are not in one"),
        (
            "6 = [[0, 0], [1, 0]]",
            "6 = [[0, 0], [0, 0]]",
            "buildings.6[1]: the square [0, 0]",
        ),
        ("6 = [[0, 0], [1, 0]]", "6 = [[0, 7]]", "buildings.6[0]: expected x and y from 0 to 3"),
        ("3 = [6, 4, 2, 0]", "3 = [6, 4, 4, 0]", "offers.3: expected falling prices"),
        ("3 = [6, 4, 2, 0]", "3 = [6, 4, 0]", "offers.3: expected 4 entries, found 3"),
        ("coins = 10", "coin = 10", "contracts.quartet.coins: is missing"),
        ("OO**ff2", "OO**ff.", "cities.piazza: tile 2"),
        ('name = "parvis"', 'name = "parvis"\nsize = 3', "size: unknown key"),
    ],
)
def test_a_pack_that_is_wrong_is_refused_by_naming_the_entry(
    old: str, new: str, complaint: str
) -> None:
    source = GAME.pack.source
    assert old in source
    with pytest.raises(parvis.PackError) as caught:
        GAME.check_pack(parvis.read_pack(source.replace(old, new, 1)))
    assert complaint in str(caught.value)


@pytest.mark.parametrize("cell", [1, 3])
def test_a_pack_with_other_tiles_and_prices_is_played_to_its_end(cell: int) -> None:
    source = GAME.pack.source.replace("cell = 2", f"cell = {cell}")
    pack = parvis.read_pack(source.replace("4 = [7, 5, 3, 1, 0]", "4 = [9, 6, 4, 2, 0]"))
    position = parvis.start("bella-vista", 4, 3, pack=pack)
    rng = parvis.Rng(3)
    while not position.over():
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        assert position.read(position.say(move)) == move
        position.play(move)
    assert parvis.read_position(position.text(), pack).text() == position.text()
    assert GAME.draw(position.view(0), parvis.Speech("fr", [GAME.catalogue("fr")])).panels


@pytest.mark.clause("BV-1.2")
def test_lower_buildings_cover_at_least_as_many_squares() -> None:
    """BV-1.2: 23 squares a colour."""
    view = parvis.start("bella-vista", 4, 1).view(0)
    sizes = [len(turned[0]) for turned in view["shapes"]]  # type: ignore[attr-defined]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == 23
