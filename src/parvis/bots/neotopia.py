"""The bots of Neotopia: the levels, and a greedy one.

The levels plan whole turns (`neotopia_plans`) by what `neotopia_sense` sees. The greedy bot takes
the move after which points and prospects are worth most.

Prospects are the projects in hand: each is worth a share of the points it would bring where it
lacks the fewest elements, less the more it lacks. A region counts by what its points add to the
final formula, so the weakest one draws the bot to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from parvis.bots.bot import Bot, Budget, Considered, Thought
from parvis.bots.neotopia_plans import Planner
from parvis.bots.playouts import Judge
from parvis.bots.search import Sense
from parvis.bots.skill import skills_in
from parvis.engine.bits import BIT, count, members
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.neotopia import legality, moves, phases, scoring
from parvis.games.neotopia.components import BESIDE
from parvis.games.neotopia.labels import IN_REGION, TYPE_WORDS
from parvis.games.neotopia.position import Neotopia

SHARE = (1.0, 0.4, 0.2, 0.1, 0.05, 0.02)  # of a project’s points, by elements lacking
SCARCE = 0.75  # of that, if no factory there has the colour now
CARD = 1.6  # an unknown project, to an empty hand
TOKEN = 3.0  # what a token is worth unused
FRESH = 1.0  # and a little more when it has just been gained
BLOCKED = 99


class Prospect:
    """How near a project of the hand is in each region, and what placements change."""

    def __init__(self, lacking: int, steps: dict[tuple[int, int], int], needed: int) -> None:
        self.lacking = lacking  # elements, in the way that lacks fewest
        self.steps = steps  # (spot, colour) -> elements lacking after that placement
        self.needed = needed  # spots that all of the best ways need free


class Mind:
    """What one seat makes of a position."""

    def __init__(self, position: Neotopia, seat: int) -> None:
        self.position = position
        self.parts = position.parts
        self.seat = seat
        self.colour = position.colour[self.seat]
        self.points = [
            int(scoring.region_points(position, self.seat, region)) for region in range(3)
        ]
        self.groups = [int(count(scoring.group_of(position, self.seat, n))) for n in range(3)]
        self.total = formula(self.points)
        self.late = position.end == phases.LAST_ROUND
        self.hand = [self.parts.design_of[card] for card in members(position.hand[self.seat])]
        self.near = {design: self.prospects(design) for design in set(self.hand)}
        # What many placements ask for again, by design and region, and by design and actions left.
        self.worths: dict[int, float] = {}
        self.hopes: dict[int, float] = {}

    def gain(self, region: int, points: int) -> int:
        """What points in a region add to the final formula."""
        after = self.points[:]
        after[region] += points
        return formula(after) - self.total

    def worth(self, design: int, region: int) -> int:
        return self.gain(region, int(scoring.built_points(self.position, self.seat, design)))

    def prospects(self, design: int) -> list[Prospect]:
        return [self.prospect(design, region) for region in range(3)]

    def prospect(self, design: int, region: int) -> Prospect:
        """The ways of a pattern in a region that are still open."""
        position = self.position
        parts = self.parts
        if legality.barred_types(position, region) >> design & 1:
            return Prospect(BLOCKED, {}, 0)
        matches = position.matches
        taken = position.taken[region]
        main_colour = parts.main[design]
        second_colour = parts.second[design]
        main = position.board[region * 4 + main_colour]
        second = position.board[region * 4 + second_colour]
        m = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
        best = BLOCKED
        needed = 0
        steps: dict[tuple[int, int], int] = {}
        for n in range(matches.start[m], matches.start[m + 1]):
            first = matches.first[n] & ~main
            other = matches.second[n] & ~second
            missing = first | other
            if missing & taken:
                continue
            lacking = int(missing).bit_count() if missing else len(SHARE)
            if lacking > 3 and best <= 3:
                continue
            if lacking < best:
                best = lacking
                needed = missing
            elif lacking == best:
                needed &= missing
            for spot in members(missing):
                step = (spot, main_colour if first >> spot & 1 else second_colour)
                if lacking - 1 < steps.get(step, BLOCKED):
                    steps[step] = lacking - 1
        return Prospect(best, steps, needed)

    def share(self, lacking: int, left: int) -> float:
        """How much of a project's points to count on."""
        if lacking >= len(SHARE) or (self.late and lacking > left):
            return 0.0
        return SHARE[lacking]

    def hope(self, design: int, near: list[Prospect], left: int) -> float:
        """What a project in hand is worth while it is not built."""
        key = design * 16 + left
        if key not in self.hopes:
            best = 0.0
            for region in range(3):
                share = self.share(near[region].lacking, left)
                if share:
                    best = max(best, share * self.due(design, region))
            self.hopes[key] = best
        return self.hopes[key]

    def due(self, design: int, region: int) -> float:
        """The points of a project in a region, less if its colours are scarce there now."""
        key = design * 3 + region
        if key not in self.worths:
            scarce = 1.0 if self.supplied(design, region) else SCARCE
            self.worths[key] = scarce * self.worth(design, region)
        return self.worths[key]

    def supplied(self, design: int, region: int) -> bool:
        """Whether a factory beside the region has one of the project's colours."""
        stock = self.position.stock
        for factory in range(3):
            if region in BESIDE[factory * 2 : factory * 2 + 2] and (
                stock[factory * 4 + self.parts.main[design]]
                or stock[factory * 4 + self.parts.second[design]]
            ):
                return True
        return False

    def placement(self, space: int, colour: int, left: int) -> tuple[float, Sentence | None]:
        """The value of an element on a space, the best project built with it included."""
        parts = self.parts
        region = parts.region_of[space]
        spot = parts.spot_of[space]
        value, reason = 0.0, None
        slot = parts.slot[space]
        if slot >= 0 and self.position.lying[slot] >= 0:
            value += TOKEN + FRESH
            reason = Sentence("nt.reason.token", None, (parts.place[space],))
        grown = 0
        if colour == self.colour:
            mask = self.position.board[region * 4 + colour] | BIT[spot]
            group = scoring.largest(parts, region, mask)
            grown = int(count(group)) - self.groups[region]
            value += self.gain(region, grown)
            if grown and reason is None:
                reason = Sentence("nt.reason.group", {"region": IN_REGION[region]})
        best, built = 0.0, -1
        nearer, prepared = 0.0, -1
        for design in self.hand:
            near = self.near[design]
            hope = self.hope(design, near, left)
            ahead = near[region].steps.get((spot, colour), BLOCKED)
            if ahead == 0:
                points = int(scoring.built_points(self.position, self.seat, design))
                bonus = self.tokens(region, points)
                won = self.gain(region, grown + points) - self.gain(region, grown) - hope
                won += bonus * (TOKEN + FRESH)
                if won > best:
                    best, built = won, design
            after = self.after(design, region, spot, ahead, left)
            value += after - hope
            if after - hope > nearer:
                nearer, prepared = after - hope, design
        if built >= 0:
            name = TYPE_WORDS[parts.kind[built]]
            return value + best, Sentence(
                "nt.reason.build", {"project": name, "region": IN_REGION[region]}
            )
        if prepared >= 0 and (reason is None or nearer > 1):
            name = TYPE_WORDS[parts.kind[prepared]]
            reason = Sentence("nt.reason.prepare", {"project": name, "region": IN_REGION[region]})
        return value, reason

    def after(self, design: int, region: int, spot: int, ahead: int, left: int) -> float:
        """What a project in hand is worth once a spot is taken, if it is not built now."""
        best = 0.0
        for other in range(3):
            near = self.near[design][other]
            lacking = near.lacking
            if other == region:
                if 0 < ahead < lacking:
                    lacking = ahead
                elif near.needed >> spot & 1:
                    lacking += 1
            share = self.share(lacking, left)
            if share:
                best = max(best, share * self.due(design, other))
        return best

    def tokens(self, region: int, points: int) -> int:
        """How many tokens of the track these points bring."""
        track = self.position.track[self.seat * 3 + region]
        return int(scoring.crossed(self.position, track, track + points))

    def suits(self, colour: int) -> float:
        """How well a colour suits the hand: projects of two colours with it grow its groups, its
        own buildings give less."""
        value = 0.0
        for design in self.hand:
            main, second = self.parts.main[design], self.parts.second[design]
            if main == second == colour:
                value -= self.parts.points[design] - self.parts.own[design]
            elif colour in (main, second):
                value += 1
        return value

    def unknown(self, left: int) -> float:
        """What a card off the deck is worth."""
        if self.late and left < 2:
            return 0.0
        return CARD / (1 + 0.6 * len(self.hand)) + 0.2

    def offered(self, design: int, left: int) -> float:
        """What a card of the offer is worth."""
        if design not in self.near:
            self.near[design] = self.prospects(design)
        crowd = 0.8 ** max(0, len(self.hand) - 3)
        return (self.hope(design, self.near[design], left) + 0.3) * crowd


def formula(points: list[int]) -> int:
    """Best, second and three times the weakest region (NT-7.3)."""
    return sum(points) + 2 * min(points)


def weigh(mind: Mind, number: int, values: list[int]) -> tuple[float, Sentence | None]:
    """The value of a move of a kind with these parts, and what speaks for it."""
    left = int(mind.position.left)
    if number == moves.START:
        return mind.placement(values[0], mind.colour, left)
    if number == moves.CHOOSE:
        return mind.suits(values[0]), Sentence("nt.reason.colour")
    if number in (moves.DECLINE, moves.END):
        return 0.0, None
    if number == moves.BUILD:
        return weigh_building(mind, values[0])
    left -= number in (moves.PLACE, moves.DRAW)
    cost = 0.0 if number in (moves.PLACE, moves.DRAW) else TOKEN
    if len(values) == 2:
        value, reason = mind.placement(values[1], values[0] % 4, left)
        return value - cost, reason
    if number == moves.GRANT_DRAW:
        cost -= mind.unknown(left)  # the second card
    if values[0] == moves.OFF_THE_DECK:
        return mind.unknown(left) - cost, Sentence("nt.reason.deck")
    design = values[0] - moves.FIRST_DESIGN
    name = TYPE_WORDS[mind.parts.kind[design]]
    return mind.offered(design, left) - cost, Sentence("nt.reason.take", {"project": name})


def weigh_building(mind: Mind, design: int) -> tuple[float, Sentence | None]:
    """What a project brings if it is built now."""
    position = mind.position
    region = mind.parts.region_of[position.at]
    name = TYPE_WORDS[mind.parts.kind[design]]
    points = int(scoring.built_points(position, mind.seat, design))
    lost = mind.hope(design, mind.near[design], int(position.left))
    value = mind.worth(design, region) + mind.tokens(region, points) * TOKEN - lost
    return value, Sentence("nt.reason.build", {"project": name, "region": IN_REGION[region]})


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The move that is worth most at sight."""
    assert isinstance(position, Neotopia)
    moves = position.moves()
    if len(moves) == 1:
        return Thought(moves[0])
    mind = Mind(position, int(position.seat))
    weighed: dict[tuple[int, ...], tuple[float, Sentence | None]] = {}
    values: list[tuple[float, int, Sentence | None]] = []
    for move in moves:
        kind = position.codec.kind_of(move)
        number, parts = int(kind.number), kind.values(move)
        # Equal elements of different factories are worth the same.
        alike = (number, *[part % 4 for part in parts[:-1]], *parts[-1:])
        if alike not in weighed:
            weighed[alike] = weigh(mind, number, parts)
        value, reason = weighed[alike]
        values.append((value, move, reason))
    best = max(value for value, _, _ in values)
    equals = [(move, reason) for value, move, reason in values if value == best]
    chosen, reason = equals[int(rng.below(len(equals)))]
    order = sorted(values, key=lambda entry: (-entry[0], entry[1] != chosen, entry[1]))
    considered = tuple(Considered(move, value) for value, move, _ in order[:20])
    return Thought(chosen, considered, (reason,) if reason is not None else ())


class Seeing(Planner):
    """What the levels see, and what they say of it."""

    def reasons(self, position: Position, move: int) -> list[Sentence]:
        assert isinstance(position, Neotopia)
        kind = position.codec.kind_of(move)
        mind = Mind(position, int(position.seat))
        _, reason = weigh(mind, int(kind.number), kind.values(move))
        return [] if reason is None else [reason]


def sense(weights: Mapping[str, float]) -> Sense:
    """What levels of these weights think with."""
    return Seeing(weights)


SKILLS = skills_in("neotopia")
assert SKILLS is not None
USUAL = Seeing(SKILLS.weights)
JUDGE = Judge(
    worlds=24,
    openly=48,
    scale=15.0,
    policy=USUAL.likely,
    horizon=1,
    quiet=USUAL.quiet,
    estimate=USUAL.estimate,
)
BOTS = (Bot("greedy", think),)
