"""The text of a position, both ways.

A block is a letter and its number: M, P, H, T for Maisons, Pavillons, H.L.M. and Tours, D for
decorations. A set of blocks is `T3.T14.D8`, and `-` is nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parvis.engine.bits import count
from parvis.engine.chance import Chance
from parvis.engine.position import EVERYTHING
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    BLOCK_OF,
    BLOCKS,
    CODES,
    DECORATE,
    ENSEMBLES,
    FINISHED,
    IDLE,
    LETTERS,
    MARK,
    NOBODY,
    OFFER,
    OVER,
    PHASES,
    SUIT,
    TRICK,
    TRUMPS,
)
from parvis.games.cites_nouvelles.legality import bar_of_name
from parvis.games.cites_nouvelles.lots import room_for
from parvis.games.cites_nouvelles.scoring import Raising, worth
from parvis.games.cites_nouvelles.terms import terms_of
from parvis.games.cites_nouvelles.tricks import packed
from parvis.games.cites_nouvelles.views import letters

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites

ROUNDS: Final = 1000  # more than a game can last: 75 blocks, and ten idle rounds before each


def joined(blocks: list[int]) -> str:
    return ".".join([CODES[block] for block in blocks]) or "-"


def fields(position: Cites, seat: int | None) -> list[tuple[str, str]]:
    """The position's text field by field. What stands on the lots is told by `raised`."""
    everything = seat == EVERYTHING
    turn = position.turn()
    seats = position.setting.seats
    hands: list[str] = []
    for other in range(seats):
        if everything or other == seat:
            hands.append(joined(position.hand(other)))
        else:
            hands.append(f"?{position.hand_size(other)}")
    offers: list[str] = []
    for side in range(len(position.offers)):
        named = position.offers[side] != NOBODY
        offers.append(f"{LETTERS[position.offers[side]]}{position.namers[side]}" if named else "-")
    voids = [letters(position.voids[other]) or "-" for other in range(seats)]
    raised = [
        f"{raising.number}:{raising.side}:{LETTERS[raising.lot]}:" + joined(raising.blocks())
        for raising in position.raised
    ]
    turned = [f"{turned // BLOCKS}:{CODES[turned % BLOCKS]}" for turned in position.turned]
    last = "-"
    if position.last:
        last = f"{position.last[0]}:{joined(position.last[1:])}"
    return [
        ("phase", PHASES[position.phase]),
        ("round", str(int(position.number))),
        ("speaker", str(int(position.speaker))),
        ("turn", "-" if turn is None else str(turn)),
        ("leader", str(int(position.leader))),
        ("offers", ",".join(offers)),
        ("hands", ",".join(hands)),
        ("trick", joined(position.trick)),
        ("last", last),
        ("kept", ",".join([joined(position.kept_by(side)) for side in range(len(offers))])),
        ("returned", joined(position.sent_back())),
        ("voids", ",".join(voids)),
        ("turned", ",".join(turned) or "-"),
        ("raised", ",".join(raised) or "-"),
    ]


class Reader:
    """Reads a position's fields, and sees to it that every block is in one place only."""

    def __init__(self, given: Fields, position: Cites) -> None:
        self.given = given
        self.position = position
        self.placed: dict[int, str] = {}
        self.turn = ""

    def parts(self, name: str, count: int) -> list[str]:
        found = self.given.take(name).split(",")
        if len(found) != count:
            raise self.given.fail(name, f"expected {count} parts, found {len(found)}")
        return found

    def blocks(self, name: str, text: str) -> list[int]:
        """A set of blocks that lie together, and nowhere else."""
        codes = [] if text == "-" else text.split(".")
        found = [self.block(name, code) for code in codes]
        for block in found:
            if block in self.placed:
                raise self.given.fail(name, f"{CODES[block]} is in {self.placed[block]} already")
            self.placed[block] = name
        return found

    def block(self, name: str, code: str) -> int:
        block = BLOCK_OF.get(code, -1)
        if block < 0:
            raise self.given.fail(name, f"expected a block such as T14 or D3, found {code[:20]!r}")
        return block

    def seat(self, name: str, text: str) -> int:
        return self.given.number(name, text, 0, self.position.setting.seats - 1)

    def read(self) -> None:
        position = self.position
        given = self.given
        position.phase = PHASES.index(
            given.word("phase", ("offer", "answer", "trick", "decorate", "over"))
        )
        position.number = given.whole("round", 1, ROUNDS)
        position.speaker = self.seat("speaker", given.take("speaker"))
        position.leader = self.seat("leader", given.take("leader"))
        self.turn = given.take("turn")
        position.seat = position.leader if self.turn == "-" else self.seat("turn", self.turn)
        self.read_raised()
        self.read_offers()
        self.read_kept()
        self.read_voids()
        self.read_turned()
        self.read_last()
        self.read_hands()
        self.check_turn()
        self.check_end()

    def read_raised(self) -> None:
        position = self.position
        text = self.given.take("raised")
        for part in [] if text == "-" else text.split(","):
            words = part.split(":")
            if len(words) != 4:
                raise self.given.fail(
                    "raised", f"expected round:side:lot:blocks, found {part[:30]!r}"
                )
            earliest = position.raised[-1].number if position.raised else 1
            latest = int(position.number) - (0 if position.phase == OVER else 1)
            number = self.given.number("raised", words[0], earliest, latest)
            side = self.given.number("raised", words[1], 0, len(position.offers) - 1)
            lot = self.letter("raised", words[2])
            constructions = 0
            decorations = 0
            for block in self.blocks("raised", words[3]):
                if SUIT[block] == TRUMPS:
                    decorations |= MARK[block]
                elif SUIT[block] == lot:
                    constructions |= MARK[block]
                else:
                    raise self.given.fail(
                        "raised", f"{CODES[block]} cannot stand on lot {LETTERS[lot]}"
                    )
            if constructions | decorations == 0:
                raise self.given.fail("raised", "expected at least one block on each lot named")
            self.raise_lot(number, side, lot, constructions, decorations)

    def raise_lot(
        self, number: int, side: int, lot: int, constructions: int, decorations: int
    ) -> None:
        position = self.position
        c0 = count(position.lots[2 * lot])
        d0 = count(position.lots[2 * lot + 1])
        position.lots[2 * lot] |= constructions
        position.lots[2 * lot + 1] |= decorations
        for marks in position.terms.kind_marks:
            if room_for(position.lots[2 * lot + 1], marks) < 0:
                raise self.given.fail(
                    "raised", f"lot {LETTERS[lot]} has more than 2 decorations of a kind"
                )
        c1 = count(position.lots[2 * lot])
        d1 = count(position.lots[2 * lot + 1])
        position.points[side] += int(worth(c0, d0, c1, d1, position.terms.cumulative))
        position.raised.append(Raising(number, side, lot, constructions, decorations, c0, d0))

    def letter(self, name: str, text: str) -> int:
        if len(text) != 1 or text not in LETTERS[:ENSEMBLES]:
            raise self.given.fail(name, f"expected an ensemble (M, P, H or T), found {text[:20]!r}")
        return LETTERS.index(text)

    def read_offers(self) -> None:
        position = self.position
        sides = len(position.offers)
        parts = self.parts("offers", sides)
        made = 0
        for turn in range(sides):  # in the order in which they speak
            side = (int(position.speaker) + turn) % sides
            text = parts[side]
            if text == "-":
                continue
            if made < turn:
                raise self.given.fail("offers", f"side {side} has offered before its turn")
            made += 1
            lot = self.letter("offers", text[:1])
            namer = self.seat("offers", text[1:])
            if namer % sides != side:
                raise self.given.fail("offers", f"seat {namer} does not speak for side {side}")
            if bar_of_name(position, lot) is not None:
                raise self.given.fail("offers", f"lot {LETTERS[lot]} is offered once too often")
            position.offers[side] = lot
            position.namers[side] = namer
        bidding = position.phase <= ANSWER
        if bidding == (made == sides):
            raise self.given.fail(
                "offers", f"{made} of {sides} sides cannot have offered in phase "
                f"{PHASES[position.phase]}"
            )  # fmt: skip

    def read_kept(self) -> None:
        position = self.position
        sides = len(position.offers)
        parts = self.parts("kept", sides)
        for side in range(sides):
            for block in self.blocks("kept", parts[side]):
                if SUIT[block] == TRUMPS:
                    position.kept[2 * side + 1] |= MARK[block]
                elif SUIT[block] == position.offers[side]:
                    position.kept[2 * side] |= MARK[block]
                else:
                    raise self.given.fail("kept", f"side {side} does not keep {CODES[block]}")
                if position.offers[side] == NOBODY:
                    raise self.given.fail("kept", f"side {side} has not even offered yet")
        for block in self.blocks("returned", self.given.take("returned")):
            position.returned[SUIT[block]] |= MARK[block]

    def read_voids(self) -> None:
        parts = self.parts("voids", self.position.setting.seats)
        for seat in range(len(parts)):
            text = parts[seat]
            for letter in "" if text == "-" else text:
                if letter not in LETTERS:
                    raise self.given.fail("voids", f"expected letters of {LETTERS}, or -")
                self.position.voids[seat] |= MARK[LETTERS.index(letter)]

    def read_turned(self) -> None:
        position = self.position
        text = self.given.take("turned")
        seen: set[int] = set()
        for part in [] if text == "-" else text.split(","):
            seat, _, code = part.partition(":")
            block = self.block("turned", code)
            if block in seen or block in self.placed:
                raise self.given.fail("turned", f"{CODES[block]} cannot have been in the Reserve")
            seen.add(block)
            position.turned.append(BLOCKS * self.seat("turned", seat) + block)
        for block in seen:
            self.placed[block] = "turned"

    def read_last(self) -> None:
        """The trick before was kept or returned; where its blocks are now is told elsewhere."""
        position = self.position
        text = self.given.take("last")
        if text == "-":
            return
        leader, _, codes = text.partition(":")
        blocks = [self.block("last", code) for code in codes.split(".")]
        if len(blocks) != position.setting.seats:
            raise self.given.fail("last", f"expected {position.setting.seats} blocks")
        position.before = packed([self.seat("last", leader), *blocks])

    def read_hands(self) -> None:
        position = self.position
        seats = position.setting.seats
        trick = self.blocks("trick", self.given.take("trick"))
        parts = self.parts("hands", seats)
        sizes: list[int] = []
        for seat in range(seats):
            hand = self.blocks("hands", parts[seat])
            sizes.append(len(hand))
            for block in hand:
                if position.voids[seat] & MARK[SUIT[block]]:
                    raise self.given.fail("voids", f"seat {seat} holds {CODES[block]} after all")
                position.hands[5 * seat + SUIT[block]] |= MARK[block]
        position.left = max(sizes)
        if position.phase in (DECORATE, OVER):
            if position.left or trick:
                raise self.given.fail("hands", "expected no blocks in hand or trick any more")
            return
        if position.left == 0:
            raise self.given.fail("hands", "expected blocks in hand")
        if len(trick) >= seats or (trick and position.phase != TRICK):
            raise self.given.fail("trick", f"cannot hold {len(trick)} blocks now")
        position.laid = packed(trick)
        for seat in range(seats):
            if sizes[seat] != position.hand_size(seat):
                raise self.given.fail(
                    "hands",
                    f"expected {position.hand_size(seat)} blocks for seat {seat}, "
                    f"found {sizes[seat]}",
                )
        full = min(int(position.terms.hand), len(position.unbuilt()) // seats)
        if position.left > full:
            raise self.given.fail("hands", f"a hand of this round has at most {full} blocks")

    def check_turn(self) -> None:
        """Whose turn it is follows from the rest; the field must agree."""
        position = self.position
        if (self.turn == "-") != (position.phase == OVER):
            raise self.given.fail("turn", "expected a seat, or - when the game is over")
        sides = len(position.offers)
        seats = position.setting.seats
        seat = int(position.seat)
        if position.phase == TRICK:
            seat = (int(position.leader) + len(position.trick)) % seats
        elif position.phase == DECORATE:
            side, _ = position.surplus()
            if side == NOBODY or not position.terms.chooses:
                raise self.given.fail("phase", "there are no decorations to choose")
            seat = position.namers[side]
        elif position.phase in (OFFER, ANSWER):
            seat = (int(position.speaker) + sides - position.offers.count(NOBODY)) % seats
            if position.phase == ANSWER:
                if seats != 4:
                    raise self.given.fail("phase", "only a partner can answer, and there is none")
                seat = (seat + 2) % 4
        if seat != position.seat:
            raise self.given.fail("turn", f"expected {seat}, found {int(position.seat)}")

    def check_end(self) -> None:
        position = self.position
        reason = position.end()
        if position.phase != OVER:
            if reason == FINISHED:
                raise self.given.fail("phase", "a lot is finished, so the game must be over")
            if reason == IDLE:
                raise self.given.fail("round", "too many rounds have built nothing")
        else:
            if reason == 0:
                raise self.given.fail("phase", "the game cannot be over yet")
            for marks in position.kept:
                if marks:
                    raise self.given.fail("kept", "expected nothing kept after the end")


def restore(setting: Setting, chance: Chance, given: Fields) -> Cites:
    """A position from the fields of its text."""
    from parvis.games.cites_nouvelles.position import Cites  # the position speaks notation itself

    position = Cites(setting, chance, terms_of(setting))
    Reader(given, position).read()
    return position
