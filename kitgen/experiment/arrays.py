"""An experiment as flat arrays: what the compiled kernel runs on.

States are the real positions that can come up, in breadth-first order from the start (``plays.py``). The edges of
state ``s`` are ``first[s]`` to ``first[s + 1]``. Slots of all boxes, of both machines where there are two, stand in
one row: those of box ``b`` are ``slots[b]`` to ``slots[b + 1]``, and where a state opens a box, its edges come in the
order of the slots.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.experiment.experiment import Experiment
from kitgen.kit.kit import Kit
from kitgen.machine.game_graph import Plays, list_plays
from kitgen.machine.paper_machine import Shelf
from kitgen.machine.policies import Policy, Theory

Int = NDArray[np.int32]

#: ``Flat.result`` of a state in which the game goes on.
ONGOING = -(1 << 20)

#: What sits on a side: an opponent without boxes, a machine with beads, or one with numbers for positions.
POLICY, BEADS, POSITIONS = 0, 1, 2

#: How a part of a policy chooses: from a list, by looking for a win on points, or by knowing the beads.
LISTED, WINNING, ADVERSARY = 0, 1, 2

#: Codes of what a rule does at an empty box, and to the last move.
EMPTY = {"resign-blame": 0, "resign": 1, "draw": 2, "refill": 3, "keep-last": 4}
LAST = {None: 0, "remove": 1, "only": 2}

#: The ceiling of a rule without one. No box comes near it: a game adds a few beads at most.
NO_CEILING = 1 << 30


class Rules(NamedTuple):
    """The learning rules of both sides; the first index is the side. Outcomes: 0 draw, 1 win, 2 loss.

    Attributes:
        kind: int32[2]; ``POLICY``, ``BEADS`` or ``POSITIONS``.
        empty: int32[2]; what happens at an empty box.
        floor, ceiling: int32[2].
        every: int32[2, 3]; by outcome.
        from_end: int32[2, 3, k]; by outcome and move from the end.
        ends: int32[2, 3]; how many figures of ``from_end`` stand, by outcome.
        last: int32[2, 3]; what happens to the last move, by outcome.
        reach: int32[2, 3]; how many moves from the end the outcome can change at all.
    """

    kind: Int
    empty: Int
    floor: Int
    ceiling: Int
    every: Int
    from_end: Int
    ends: Int
    last: Int
    reach: Int


class Flat(NamedTuple):
    """A game, its boxes and an opponent's choices. n states, m edges, b boxes, s slots.

    Attributes:
        first: int32[n + 1]; where the edges of each state start.
        child, gain: int32[m]; the state that an edge leads to, and the points that it wins.
        result: int32[n]; the value for the side to move where the rules end the game, else ``ONGOING``.
        repeated: int32[n]; the value for the side to move where a repetition ends the game.
        to_move: int32[n]; the side to move.
        box: int32[n]; the box that is opened, or -1.
        slots: int32[b + 1]; where the slots of each box start.
        slot_box: int32[s]; the box of each slot.
        start: int32[s]; the beads of a new machine.
        order: int32[n]; the states, each after all that it leads to; empty unless an adversary needs it.
        weights: int64[p]; the weights of an opponent's parts.
        ways: int32[p]; how each part chooses.
        choice_first: int32[p, n + 1]; where the choices of a part in a state start in ``choice``.
        choice: int32[c]; edges.
        script: int32[t, n]; the edge of the script's move in each turn and state, or -1.
        repetition: how often a position is met until the game ends, or 0.
        longest: the most moves of one side in a game.
    """

    first: Int
    child: Int
    gain: Int
    result: Int
    repeated: Int
    to_move: Int
    box: Int
    slots: Int
    slot_box: Int
    start: Int
    order: Int
    weights: NDArray[np.int64]
    ways: Int
    choice_first: Int
    choice: Int
    script: Int
    repetition: int
    longest: int


def _ints(values: Any) -> Int:
    return np.array(values, np.int32)


def flat_rules(sides: list[Kit | None]) -> Rules:
    """Return the rules of both sides as arrays; None stands for an opponent without boxes."""
    rules = [None if kit is None else kit.rule for kit in sides]
    changes = [[None] * 3 if r is None else [r.draw, r.win, r.loss] for r in rules]
    longest = max((len(c.from_end) for side in changes for c in side if c is not None), default=0)
    from_end = np.zeros((2, 3, max(longest, 1)), np.int32)
    for side in (0, 1):
        for outcome, change in enumerate(changes[side]):
            if change is not None:
                from_end[side, outcome, : len(change.from_end)] = change.from_end
    everything = 1 << 30
    reach = [
        [
            0 if c is None or c.nothing else everything if c.every else max(len(c.from_end), c.last is not None)
            for c in side
        ]
        for side in changes
    ]
    kinds = [POLICY if r is None else BEADS if r.learns == "beads" else POSITIONS for r in rules]
    ceilings = [NO_CEILING if r is None or r.ceiling is None else r.ceiling for r in rules]
    return Rules(
        kind=_ints(kinds),
        empty=_ints([0 if r is None else EMPTY[r.empty] for r in rules]),
        floor=_ints([0 if r is None else r.floor for r in rules]),
        ceiling=_ints(ceilings),
        every=_ints([[0 if c is None else c.every for c in side] for side in changes]),
        from_end=from_end,
        ends=_ints([[0 if c is None else len(c.from_end) for c in side] for side in changes]),
        last=_ints([[0 if c is None else LAST[c.last] for c in side] for side in changes]),
        reach=_ints(reach),
    )


def flatten(experiment: Experiment, theory: Theory) -> tuple[Flat, Rules]:
    """Return an experiment as arrays.

    Raises:
        TooLargeError: the game has too many positions.
        KitgenError: the kit lacks a box.
    """
    other = experiment.opponent
    sides: list[Kit | None] = [None, None]
    sides[experiment.side] = experiment.kit
    sides[1 - experiment.side] = other if isinstance(other, Kit) else None
    shelves = [Shelf(kit) if kit is not None and kit.rule.learns == "beads" else None for kit in sides]
    game = experiment.kit.game
    plays = list_plays(game, shelves)
    size = len(plays.positions)
    kits = [kit for kit, shelf in zip(sides, shelves, strict=True) if kit is not None and shelf is not None]
    # The first side's boxes stand first.
    offset = [0, len(kits[0].boxes) if len(kits) == 2 else 0]
    boxes = [box for kit in kits for box in kit.boxes]
    slots = np.zeros(len(boxes) + 1, np.int32)
    np.cumsum([len(box.slots) for box in boxes], out=slots[1:])
    first = np.zeros(size + 1, np.int32)
    np.cumsum([len(ways) for ways in plays.ways], out=first[1:])
    to_move = _ints([position.to_move for position in plays.positions])
    policy = None if isinstance(other, Kit) else other
    parts = _parts(plays, theory, policy, 1 - experiment.side, first)
    repeated = [0] * size
    if game.repetition is not None:
        states = zip(plays.positions, plays.results, strict=True)
        repeated = [0 if result is not None else game.repeated(position) for position, result in states]
    flat = Flat(
        first=first,
        child=_ints([way.child for ways in plays.ways for way in ways]),
        gain=_ints([way.gain for ways in plays.ways for way in ways]),
        result=_ints([ONGOING if result is None else result for result in plays.results]),
        repeated=_ints(repeated),
        to_move=to_move,
        box=_ints([box if box < 0 else box + offset[side] for box, side in zip(plays.boxes, to_move, strict=True)]),
        slots=slots,
        slot_box=_ints([number for number, box in enumerate(boxes) for _ in box.slots]),
        start=_ints([slot.beads for box in boxes for slot in box.slots]),
        order=_last_first(plays) if policy is not None and policy.knows_beads else _ints([]),
        weights=np.array([1] if policy is None else [weight for _, weight in policy.parts], np.int64),
        ways=parts[0],
        choice_first=parts[1],
        choice=parts[2],
        script=_script(plays, policy, 1 - experiment.side, first),
        repetition=game.repetition or 0,
        longest=_longest(plays),
    )
    return flat, flat_rules(sides)


def _parts(plays: Plays, theory: Theory, policy: Policy | None, side: int, first: Int) -> tuple[Int, Int, Int]:
    """Return how each part of a policy chooses, and its choices where they can be listed."""
    parts = [] if policy is None else [name for name, _ in policy.parts]
    ways: list[int] = []
    starts: list[list[int]] = []
    choice: list[int] = []
    for name in parts or ["random"]:
        dynamic = name == "winning-move" and plays.game.scoring
        ways.append(ADVERSARY if name == "adversary" else WINNING if dynamic else LISTED)
        start = [len(choice)]
        for state, out in enumerate(plays.ways):
            if out and parts and ways[-1] == LISTED and plays.positions[state].to_move == side:
                chosen = set(theory.choices(name, plays.positions[state], 0))
                choice += [int(first[state]) + number for number, way in enumerate(out) if way.move in chosen]
            start.append(len(choice))
        starts.append(start)
    return _ints(ways), _ints(starts), _ints(choice)


def _script(plays: Plays, policy: Policy | None, side: int, first: Int) -> Int:
    """Return the edge of a script's move for each of its turns and each state, or -1."""
    script = () if policy is None else policy.script
    edges = np.full((len(script), len(plays.positions)), -1, np.int32)
    for turn, text in enumerate(script):
        for state, out in enumerate(plays.ways):
            if out and plays.positions[state].to_move == side:
                move = plays.game.parse_move(plays.positions[state], text)
                for number, way in enumerate(out):
                    if way.move == move:
                        edges[turn, state] = first[state] + number
    return edges


def _last_first(plays: Plays) -> Int:
    """Return the states of a game without cycles, each after all that it leads to."""
    order: list[int] = []
    seen = [False] * len(plays.ways)
    stack = [(0, 0)]
    seen[0] = True
    while stack:
        state, number = stack.pop()
        if number < len(plays.ways[state]):
            stack.append((state, number + 1))
            child = plays.ways[state][number].child
            if not seen[child]:
                seen[child] = True
                stack.append((child, 0))
        else:
            order.append(state)
    return _ints(order)


def _longest(plays: Plays) -> int:
    """Return the most moves that one side can make in a game: room for its record."""
    if plays.game.repetition is not None:
        return len(plays.positions) * plays.game.repetition
    depth = [0] * len(plays.positions)
    for state in _last_first(plays):
        depth[state] = max((depth[way.child] + 1 for way in plays.ways[state]), default=0)
    return depth[0]
