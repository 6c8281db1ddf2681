"""An experiment as flat arrays: what the compiled kernels run on.

States are the situations that can come up, in breadth-first order from the start (``machine/game_graph.py``): real
positions, and where an opponent looks at the points won so far, these too. The edges of state ``s`` are ``first[s]``
to ``first[s + 1]``. Slots of all boxes, of both machines where there are two, stand in one row: those of box ``b`` are
``slots[b]`` to ``slots[b + 1]``, and where a state opens a box, its edges come in the order of the slots.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.kit.rule import Rule
from kitgen.machine.foresight import Outlook, last_first, make_outlook
from kitgen.machine.game_graph import GameGraph, list_situations
from kitgen.machine.match import Match
from kitgen.machine.opponents import Needs, only_hopes
from kitgen.machine.policies import Adviser, Policy
from kitgen.machine.schedule import flattened, schedule_of
from kitgen.theory.oracle import Oracle

Int = NDArray[np.int32]

#: ``Arrays.result`` of a state in which the game goes on.
GOES_ON = -(1 << 20)

#: What sits on a side: a player without boxes, a machine with beads, or one with numbers for positions.
POLICY, BEADS, POSITIONS = 0, 1, 2


class Arrays(NamedTuple):
    """A game, its boxes, its rules and an opponent's choices. n states, m edges, b boxes, s slots, p opponents.

    Attributes:
        kinds: int32[2]; what sits on each side: ``POLICY``, ``BEADS`` or ``POSITIONS``.
        schedules: int32[2, k]; the learning rule of each side, as ``Schedule.row`` and zeros.
        first: int32[n + 1]; where the edges of each state start.
        child, gain: int32[m]; the state that an edge leads to, and the points that it wins.
        position: int32[n]; a number that states of the same position share.
        lead: int32[n]; points of the side that began minus the other's, where states tell them apart; otherwise 0,
            and ``gain`` has them.
        result: int32[n]; the value for the side to move where the rules end the game, else ``GOES_ON``.
        repeated: int32[n]; the value for the side to move where a repetition ends the game.
        to_move: int32[n]; the side to move.
        box: int32[n]; the box that is opened, or -1.
        slots: int32[b + 1]; where the slots of each box start.
        slot_box: int32[s]; the box of each slot.
        start, totals: int32[s], int32[b]; the beads of a new machine, by slot and by box.
        outlook: the game as the machine sees it that sits opposite an opponent that knows its beads; else empty.
        weights: int64[p]; how often each opponent of a mixture is picked.
        knows_beads: int32[p]; 1 for opponents that choose by what the machine can expect, not from a list.
        choice_first: int32[p, n + 1]; where the choices of an opponent in a state start in ``choice``.
        choice: int32[c]; edges.
        script: int32[t, n]; the edge of the script's move in each turn and state, or -1.
        repetition: how often a position is met until the game ends, or 0.
        longest: the most moves of one side in a game.
    """

    kinds: Int
    schedules: Int
    first: Int
    child: Int
    gain: Int
    position: Int
    lead: Int
    result: Int
    repeated: Int
    to_move: Int
    box: Int
    slots: Int
    slot_box: Int
    start: Int
    totals: Int
    outlook: Outlook
    weights: NDArray[np.int64]
    knows_beads: Int
    choice_first: Int
    choice: Int
    script: Int
    repetition: int
    longest: int


def ints(values: Any) -> Int:
    """Return numbers as an array."""
    return np.array(values, np.int32)


def make_arrays(match: Match, oracle: Oracle) -> Arrays:
    """Return a match as arrays.

    Raises:
        TooLargeError: the game has too many positions.
        KitgenError: the kit lacks a box.
    """
    game, policy = match.kit.game, match.policy
    with_leads = game.scoring and policy is not None and bool(policy.needs & (Needs.LEADS | Needs.BEADS))
    shelves = match.shelves
    graph = list_situations(game, shelves, with_leads=with_leads)
    kits = [shelf.kit for shelf in shelves if shelf is not None]
    # The first side's boxes stand first.
    offset = [0, len(kits[0].boxes) if len(kits) == 2 else 0]
    start, totals, slots, slot_box = flattened(
        [[slot.beads for slot in box.slots] for kit in kits for box in kit.boxes]
    )
    first = np.zeros(len(graph.positions) + 1, np.int32)
    np.cumsum([len(branches) for branches in graph.branches], out=first[1:])
    rules = [None if kit is None else kit.rule for kit in match.kits]
    edges = [branch for branches in graph.branches for branch in branches]
    numbers = {position: number for number, position in enumerate(dict.fromkeys(graph.positions))}
    knows_beads, choice_first, choice = _choices(graph, oracle, policy, 1 - match.side, first)
    return Arrays(
        kinds=ints([POLICY if rule is None else BEADS if rule.learns == "beads" else POSITIONS for rule in rules]),
        schedules=_schedules(rules),
        first=first,
        child=ints([edge.child for edge in edges]),
        gain=ints([0 if with_leads else edge.gain for edge in edges]),
        position=ints([numbers[position] for position in graph.positions]),
        lead=ints(graph.leads),
        result=ints([GOES_ON if result is None else result for result in graph.results]),
        repeated=ints(list(_repeated(graph))),
        to_move=ints([position.to_move for position in graph.positions]),
        box=ints(
            [
                box if box < 0 else box + offset[position.to_move]
                for box, position in zip(graph.boxes, graph.positions, strict=True)
            ]
        ),
        slots=ints(slots),
        slot_box=ints(slot_box),
        start=ints(start),
        totals=ints(totals),
        outlook=_outlook(match, graph, policy).with_sequences(ints),
        weights=np.array([1] if policy is None else [weight for _, weight in policy.parts], np.int64),
        knows_beads=knows_beads,
        choice_first=choice_first,
        choice=choice,
        script=_script(graph, policy, 1 - match.side, first),
        repetition=game.repetition or 0,
        longest=_longest(graph),
    )


def _schedules(rules: Sequence[Rule | None]) -> Int:
    """Return the learning rules of both sides, one in a row; None for a side that learns nothing."""
    rows = [() if rule is None else schedule_of(rule).row for rule in rules]
    width = max(map(len, rows))
    return ints([(*row, *(0 for _ in range(width - len(row)))) for row in rows])


def _repeated(graph: GameGraph) -> Iterator[int]:
    """Yield the value of each state for the side to move where a repetition ends the game there."""
    for position, result in zip(graph.positions, graph.results, strict=True):
        yield graph.game.repeated(position) if graph.game.repetition is not None and result is None else 0


def _outlook(match: Match, graph: GameGraph, policy: Policy | None) -> Outlook:
    """Return the game as the machine sees it where its opponent needs that, else an empty outlook."""
    if policy is None or not policy.needs & Needs.BEADS:
        return Outlook([], [], [], [], [], [], [], [], 0)
    return make_outlook(graph, match.kit, schedule_of(match.kit.rule), match.side)


def _choices(graph: GameGraph, oracle: Oracle, policy: Policy | None, side: int, first: Int) -> tuple[Int, Int, Int]:
    """Return which opponents know the beads, and the choices of all others; see ``Arrays``."""
    adviser = Adviser(oracle)
    parts: Sequence[str] = [] if policy is None else [name for name, _ in policy.parts]
    knows_beads = [int(only_hopes(name)) for name in parts]
    starts: list[list[int]] = []
    choice: list[int] = []
    for name, knows in zip(parts, knows_beads, strict=True):
        start = [len(choice)]
        for state, branches in enumerate(graph.branches):
            if branches and not knows and graph.positions[state].to_move == side:
                chosen = set(adviser.choices(name, graph.positions[state], graph.leads[state]))
                choice += [int(first[state]) + at for at, branch in enumerate(branches) if branch.move in chosen]
            start.append(len(choice))
        starts.append(start)
    if not parts:
        knows_beads, starts = [0], [[0] * (len(graph.branches) + 1)]
    return ints(knows_beads), ints(starts), ints(choice)


def _script(graph: GameGraph, policy: Policy | None, side: int, first: Int) -> Int:
    """Return the edge of a script's move for each of its turns and each state, or -1."""
    script = () if policy is None else policy.script
    edges = np.full((len(script), len(graph.positions)), -1, np.int32)
    for turn, text in enumerate(script):
        for state, branches in enumerate(graph.branches):
            if branches and graph.positions[state].to_move == side:
                move = graph.game.parse_move(graph.positions[state], text)
                for at, branch in enumerate(branches):
                    if branch.move == move:
                        edges[turn, state] = first[state] + at
    return edges


def _longest(graph: GameGraph) -> int:
    """Return the most moves that one side can make in a game: room for its record."""
    if graph.game.repetition is not None:
        return len(graph.positions) * graph.game.repetition
    depth = [0] * len(graph.positions)
    for state in last_first(graph):
        depth[state] = max((depth[branch.child] + 1 for branch in graph.branches[state]), default=0)
    return depth[0]
