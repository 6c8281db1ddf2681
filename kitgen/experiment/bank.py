"""How many beads beyond those in the boxes a machine needs whose learning rule adds beads: its *bank*.

Many machines play, and of each is kept how many beads of each colour it ever had in its boxes beyond those of the
start. Plain Python and few machines, so that printing needs nothing compiled; the same kit always gets the same bank.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev

from kitgen.kit.kit import Kit
from kitgen.machine.learning import Update
from kitgen.machine.match import Match, check_match, seats
from kitgen.machine.paper_machine import PaperMachine, Table, play_game
from kitgen.machine.policies import parse_policy
from kitgen.machine.rng import Rng, SplitMix
from kitgen.model import Move

#: How many machines a bank is taken from, and where their luck comes from.
MACHINES, SEED = 200, 1963
#: Of 100 machines so many are not to run out of any colour; of those that are tried a few more, for they are a sample.
OF_HUNDRED, OF_THOSE_TRIED = 95, 98
#: A bank grows by so much of a standard deviation at a time, and so often at most: no 200 figures lie farther out.
STEP, MOST_STEPS = 0.05, 400


def simulate_bank(kit: Kit, opponent: str, games: int) -> Mapping[str, int]:
    """Return, by the keys of the colours, the beads with which 95 of 100 machines do not run out of any colour.

    Args:
        kit: a kit whose rule learns by beads.
        opponent: whom the machine plays.
        games: how many.

    Raises:
        UsageError: the opponent cannot play the game.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.kit.editions import Wish
    >>> simulate_bank(make_kit("ladder", Wish(rule="gardner-reward")), "random", 5)
    {'red': 9, 'blue': 7, 'yellow': 5}
    """
    return large_enough(kit, [most_added(course) for course in added_beads(kit, opponent, games, MACHINES, SEED)])


def added_beads(kit: Kit, opponent: str, games: int, machines: int, seed: int) -> Sequence[Sequence[tuple[int, ...]]]:
    """Return, for each machine and after each of its games, the beads of each colour beyond those of the start.

    Colours come in the order of the palette; where more have left the boxes than were added, figures are negative.
    """
    side = kit.players[-1]
    match = Match(kit, parse_policy(opponent), side)
    check_match(match)
    sit = seats(match, kit.oracle)
    courses = []
    for number in range(machines):
        machine, players = sit()
        assert isinstance(machine, PaperMachine)  # noqa: S101 - other rules have no beads
        counted = _Counted(machine)
        rng = SplitMix(seed, number)
        both = [counted if player is machine else player for player in players]
        course = []
        for _ in range(games):
            play_game(kit.game, both, rng)
            course.append(tuple(counted.added))
        courses.append(course)
    return courses


def most_added(course: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the most beads of each colour that a machine ever needed beyond those of the start."""
    return tuple(max(0, *colour) for colour in zip(*course, strict=True))


def large_enough(kit: Kit, needs: Sequence[tuple[int, ...]]) -> Mapping[str, int]:
    """Return the smallest bank of its shape that is enough for nearly all of these machines.

    Each colour alone would run out in fewer of them; what counts to a class is that none does. Every colour has what a
    machine needs on average, and beyond that as many of its own standard deviations as every other: two figures that
    few machines tell well, which cannot be said of how the rarest of them fare.
    """
    usual = [(fmean(colour), pstdev(colour)) for colour in zip(*needs, strict=True)]
    bank: list[int] = []
    for step in range(MOST_STEPS):
        bank = [math.ceil(mean + step * STEP * deviation) for mean, deviation in usual]
        if sum(suffices(bank, need) for need in needs) * 100 >= OF_THOSE_TRIED * len(needs):
            break
    return dict(zip((colour.key for colour in kit.palette), bank, strict=True))


def suffices(bank: Sequence[int], need: Sequence[int]) -> bool:
    """Return whether a machine does not run out of any colour."""
    return all(there >= needed for there, needed in zip(bank, need, strict=True))


class _Counted:
    """A machine at the table whose beads are counted by colour.

    Attributes:
        added: beads of each colour in its boxes beyond those of the start, in the order of the palette.
    """

    def __init__(self, machine: PaperMachine) -> None:
        kit = machine.shelf.kit
        places = {colour.key: place for place, colour in enumerate(kit.palette)}
        self.machine = machine
        self.added = [0] * len(places)
        self._places = [[places[slot.colour.key] for slot in box.slots] for box in kit.boxes]
        self._refills = kit.rule.when_empty.refills

    def move(self, table: Table, rng: Rng) -> Move | None:
        """Let the machine move; beads that fill an empty box again are counted."""
        opening = self.machine.shelf.find(table.position)
        empty = self._refills and opening.box is not None and not any(self.machine.beads[opening.box])
        move = self.machine.move(table, rng)
        if empty and opening.box is not None:
            for place, beads in zip(self._places[opening.box], self.machine.beads[opening.box], strict=True):
                self.added[place] += beads
        return move

    def finish(self, outcome: int) -> Sequence[Update]:
        """Let the machine learn, and count what is done to its beads."""
        updates = self.machine.finish(outcome)
        for update in updates:
            self.added[self._places[update.box][update.slot]] += update.after - update.before
        return updates

    def gives_up_in_draw(self) -> bool:
        """Return what the machine says."""
        return self.machine.gives_up_in_draw()
