"""Whether a machine can ever learn never to lose: which bad beads stay in their boxes for ever.

Decided for rules that take beads only after lost games, and only those of the last move. The bead
that a lost game takes is that of a position from which the machine has no more choice, so each such
position is followed back to the box before it. Beads that can leave do; what is then left stays,
whatever is played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kitgen.claims.same_machine import SameMachine
from kitgen.errors import KitgenError
from kitgen.kit.build import build_kit
from kitgen.kit.choices import Wish
from kitgen.kit.kit import Box, Kit
from kitgen.kit.rule import WhenEmpty, read_rule
from kitgen.machine.learning import OUTCOMES, Pick, Schedule, schedule_of, starting_beads, with_rule
from kitgen.machine.lines import Walk
from kitgen.reading.templates import Templates

if TYPE_CHECKING:
    from kitgen.model import Position

#: The most positions of a game that is searched.
MAX_POSITIONS = 20_000
#: The most boxes that a line names.
MAX_NAMED = 8
#: The rule that is offered where another one keeps bad beads.
MENDING_RULE = "gardner"


@dataclass(frozen=True, slots=True)
class Future:
    """What a machine can become.

    Attributes:
        unbeatable: whether it can learn to lose no game that it need not lose; None where that is
            not decided.
        lost_game: whether its opponent can win every game, whatever the machine has learned.
        stuck: the boxes in which a losing bead stays for ever although a better one is beside it.
        learns: whether any game can change a bead.
    """

    unbeatable: bool | None
    lost_game: bool
    stuck: tuple[Box, ...]
    learns: bool


def future_of(kit: Kit) -> Future:
    """Return what a machine with the kit's starting beads can become.

    >>> future_of(build_kit("her")).unbeatable
    True
    >>> cups = build_kit("nim:10,last=loses", Wish(side="either", rule="never-last"))
    >>> [box.id for box in future_of(cups).stuck]
    ['10', '8', '7', '6', '4', '3']
    """
    return _future_of(SameMachine.of(kit))


@lru_cache(maxsize=8)  # several sheets of a print ask, and its warning
def _future_of(machine: SameMachine) -> Future:
    kit = machine.kit
    lost_game = len(kit.players) == 1 and value_for_machine(kit) < 0
    if kit.rule.learns != "beads":
        return _undecided(lost_game, learns=True)
    schedule = schedule_of(kit.rule)
    if not schedule.blames_last_only or kit.game.repetition is not None or kit.game.scoring:
        return _undecided(lost_game, learns=_may_change(schedule))
    try:
        seats = [SideGames(kit, side) for side in kit.players]
    except KitgenError:
        return _undecided(lost_game, learns=True)
    beads = starting_beads(kit)
    any_taken = _take_all(kit, schedule, seats, beads)
    only_losses_change = kit.rule.win.nothing and kit.rule.draw.nothing
    reached: set[int] = set()
    for seat in seats:
        reached |= seat.reached(beads)
    stuck = []
    for number in sorted(reached):
        box = kit.boxes[number]
        if _keeps_losing(box, beads[number]):
            stuck.append(box)
    return Future(
        unbeatable=not (stuck or lost_game),
        lost_game=lost_game,
        stuck=tuple(stuck),
        learns=any_taken or not only_losses_change,
    )


def _undecided(lost_game: bool, *, learns: bool) -> Future:
    """Return the future of a machine that is not searched: it is known only of a lost game."""
    unbeatable = False if lost_game else None
    return Future(unbeatable=unbeatable, lost_game=lost_game, stuck=(), learns=learns)


def value_for_machine(kit: Kit) -> int:
    """Return the value of the start, with best play, to a machine that plays one side."""
    return value_for_side(kit, 0 if kit.players == (0,) else 1)


def value_for_side(kit: Kit, side: int) -> int:
    """Return the value of the start, with best play, to a side; 0 begins."""
    score = kit.outcome.score
    return score if side == 0 else -score


def _may_change(schedule: Schedule) -> bool:
    return any(schedule.needs(outcome) for outcome in OUTCOMES)


def _keeps_losing(box: Box, beads: Sequence[int]) -> bool:
    """Return whether a box that has a move that need not lose holds a bead of one that loses."""
    values = [slot.value for slot in box.slots]
    if max(values) < 0:
        return False
    return any(value < 0 and count for value, count in zip(values, beads, strict=True))


class _Node:
    """A position of a game, in the graph of all that can follow.

    Attributes:
        box: the number of the box that the machine opens there; None for none.
        after: where each slot of the box leads, or each move.
        lost: whether the game is over, and the machine has lost.
    """

    __slots__ = ("after", "box", "lost")

    def __init__(self, box: int | None, after: list["_Node"], *, lost: bool) -> None:
        self.box = box
        self.after = after
        self.lost = lost


class SideGames:
    """All positions of the games in which a machine plays one side.

    Attributes:
        nodes: the positions; those that can follow one come before it, so that the start is last.
    """

    def __init__(self, kit: Kit, side: int) -> None:
        walk = Walk(kit, side)
        known: dict[Position, _Node] = {}
        for position, steps, children in walk.from_the_ends(kit.game.start(), known, MAX_POSITIONS):
            box = steps[0][1] if steps else None
            number = None if box is None else kit.indices[box.id]
            after = [known[child] for child in children]
            is_lost = not steps and walk.outlook(position).worst < 0
            known[position] = _Node(number, after, lost=is_lost)
        self.nodes = list(known.values())

    def reached(self, beads: Sequence[Sequence[int]]) -> set[int]:
        """Return the boxes that can be opened with these beads, by number."""
        return {node.box for node in self._reached(beads) if node.box is not None}

    def _reached(self, beads: Sequence[Sequence[int]]) -> list[_Node]:
        start = self.nodes[-1]
        known = {start}
        reached = [start]  # grows while it is walked through
        for node in reached:
            for slot, child in enumerate(node.after):
                can_be_played = node.box is None or beads[node.box][slot]
                if can_be_played and child not in known:
                    known.add(child)
                    reached.append(child)
        return reached

    def blamed(self, beads: Sequence[Sequence[int]], *, goes_back: bool) -> Iterator[Pick]:
        """Yield the picks that can be the last ones of a lost game.

        With ``goes_back``, an empty box blames the pick before it, too.
        """
        lost = set[_Node]()
        for node in self.nodes:
            if node.box is None:
                hopeless = node.lost or any(child in lost for child in node.after)
            else:
                hopeless = goes_back and not any(beads[node.box])
            if hopeless:
                lost.add(node)
        for node in self._reached(beads):
            if node.box is None:
                continue
            for slot, child in enumerate(node.after):
                if beads[node.box][slot] and child in lost:
                    yield node.box, slot

    def can_lose(self, beads: Sequence[Sequence[int]], empty: WhenEmpty) -> bool:
        """Return whether a machine with these beads can lose a game.

        ``empty`` says what it does at an empty box.
        """
        losing = set[_Node]()
        for node in self.nodes:
            if node.box is None:
                loses = node.lost or any(child in losing for child in node.after)
            elif any(beads[node.box]):
                slots = zip(node.after, beads[node.box], strict=True)
                loses = any(count and child in losing for child, count in slots)
            elif empty.refills:  # then it can pick any of its beads
                loses = any(child in losing for child in node.after)
            else:
                loses = empty.resigns
            if loses:
                losing.add(node)
        return self.nodes[-1] in losing


def _take_all(
    kit: Kit, schedule: Schedule, seats: Sequence[SideGames], beads: list[list[int]]
) -> bool:
    """Take out all beads that lost games can ever take; return whether there were any."""
    if not schedule.takes(-1):
        return False
    empty = kit.rule.when_empty
    goes_back = empty.resigns and empty.blames_last
    any_taken = False
    while True:
        picks = {pick for seat in seats for pick in seat.blamed(beads, goes_back=goes_back)}
        taken = [_take(schedule, beads[box], slot) for box, slot in sorted(picks)]
        if not any(taken):
            return any_taken
        any_taken = True


def _take(schedule: Schedule, row: list[int], slot: int) -> bool:
    """Take as many beads out of a slot as lost games can; return whether there were any."""
    before = row[slot]
    takeable = before
    if schedule.keeps_last:
        takeable = min(before, sum(row) - 1)
    least = 0 if schedule.removes(-1) else min(before, schedule.floor)
    row[slot] = max(before - takeable, least)
    return row[slot] < before


@dataclass(frozen=True, slots=True)
class NeverPerfect:
    """A machine that can never become unbeatable.

    Attributes:
        reason: why, in a clause.
        boxes: the boxes whose losing beads never leave; none where the game itself is lost.
        options: those of the command line that make a machine that can, or the line of a lesson
            that does; none where no choice was found.
    """

    reason: str
    boxes: tuple[str, ...]
    options: tuple[str, ...]

    @property
    def line(self) -> str:
        """The reason, with the choice that mends it."""
        if not self.options:
            return self.reason
        return f"{self.reason}; with {' '.join(self.options)} it can become perfect"


def never_perfect(kit: Kit, templates: Templates | None = None) -> NeverPerfect | None:
    """Return why a machine can never become unbeatable, with the choice that mends it; None for
    others.

    >>> for sentence in never_perfect(build_kit("him")).line.split("; "):
    ...     print(sentence)
    black can always win this game, so this machine can never become perfect
    with --side black it can become perfect
    """
    future = future_of(kit)
    if future.unbeatable is not False:
        return None
    stuck = tuple(box.id for box in future.stuck)
    if future.lost_game:
        reason = (
            f"{_other_side(kit)} can always win this game, so this machine can never become perfect"
        )
    else:
        boxes = ", ".join(stuck[:MAX_NAMED])
        more = " and more" if len(stuck) > MAX_NAMED else ""
        reason = (
            "this machine can never become perfect: by its rule losing beads in "
            f"{boxes}{more} never leave"
        )
    mend = mend_of(kit, future, templates)
    options = () if mend is None else mend.options
    return NeverPerfect(reason=reason, boxes=stuck, options=options)


def _other_side(kit: Kit) -> str:
    """Return the name of the side that a machine of one side does not play."""
    return kit.game.sides[1 - kit.players[0]].name


def never_perfect_in_a_lesson(
    kit: Kit, begins: str | None, templates: Templates | None = None
) -> NeverPerfect | None:
    """Return why the machine of a lesson can never become unbeatable; None for others.

    ``begins`` is who begins each game, ``human`` or ``machine``, where the machine may play either
    side.

    >>> cups = build_kit("nim:8", Wish(side="either"))
    >>> for sentence in never_perfect_in_a_lesson(cups, "machine").line.split("; "):
    ...     print(sentence)
    if the machine begins, the human can always win, so this machine can never become perfect
    with begins = "human" it can become perfect
    """
    hopeless = never_perfect(kit, templates)
    if hopeless is not None or begins is None or len(kit.players) == 1:
        return hopeless
    if value_for_side(kit, 0 if begins == "machine" else 1) >= 0:
        return None
    other = "human" if begins == "machine" else "machine"
    reason = (
        f"if the {begins} begins, the human can always win, so this machine can never become "
        "perfect"
    )
    return NeverPerfect(reason, (), (f'begins = "{other}"',))


@dataclass(frozen=True, slots=True)
class Mend:
    """A choice with which a machine can become unbeatable: options of the command line, such as
    ``--rule gardner``.
    """

    options: tuple[str, ...]


def mend_of(kit: Kit, future: Future, templates: Templates | None = None) -> Mend | None:
    """Return the choice with which a machine that can never become unbeatable could; else None.

    >>> cups = build_kit("nim:10,last=loses", Wish(side="either", rule="never-last"))
    >>> mend_of(cups, future_of(cups))
    Mend(options=('--rule', 'gardner'))
    """
    templates = templates or Templates()
    if future.lost_game:
        other = _other_side(kit)
        return _mended(kit, templates, ("--side", other), side=other)
    by_gardner = with_rule(kit, read_rule(MENDING_RULE, templates), MENDING_RULE)
    if future_of(by_gardner).unbeatable:
        return Mend(("--rule", MENDING_RULE))
    if kit.choices.forced == "skip":
        return _mended(kit, templates, ("--forced", "box"), side=kit.choices.side, forced="box")
    return None


def _mended(
    kit: Kit, templates: Templates, options: tuple[str, ...], **choices: str
) -> Mend | None:
    """Return a choice that mends a machine, perhaps with another rule; None if it does not."""
    for rule in dict.fromkeys((kit.choices.rule, MENDING_RULE)):
        wish = Wish(rule=rule, **choices)
        try:
            other_kit = build_kit(kit.game_spec, wish, templates, oracle=kit.oracle)
        except KitgenError:
            continue
        if future_of(other_kit).unbeatable:
            if rule != kit.choices.rule:
                options = (*options, "--rule", rule)
            return Mend(options)
    return None
