"""The compiled kernels, equal to the paper machine pick for pick: one for every match, a faster
one for the usual.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.compiling.compiled import compiled
from kitgen.kit.rule import Rule
from kitgen.lab.tally import (
    LONGEST_COUNTED,
    TRACKS,
    Experiment,
    Running,
    Tally,
    length_windows,
    new_tally,
)
from kitgen.machine.game_graph import GameGraph, Outlook, last_first, list_situations, make_outlook
from kitgen.machine.learning import EMPTY_RULE, REFILL, flattened, schedule_of, starting_beads
from kitgen.machine.learning_kernels import (
    STEP,
    below,
    fast_amount,
    fast_expect,
    fast_teach,
    ints,
    mix_word,
    scaled,
)
from kitgen.machine.match import NEARLY, Adviser, Match, Needs, only_hopes
from kitgen.machine.paper_machine import MASK, mix
from kitgen.theory.oracle import Oracle

# An experiment as flat arrays: what the compiled kernels run on.
#
# States are the situations of ``machine/game_graph.py``, with leads only where an opponent looks at
# them. The edges of state ``s`` are ``first[s]`` to ``first[s + 1]``. Slots of all boxes, of both
# machines where there are two, stand in one row: those of box ``b`` are ``slots[b]`` to
# ``slots[b + 1]``, in the order of the edges of a state that opens it.

Int = NDArray[np.int32]
#: ``Arrays.result`` of a state in which the game goes on.
GOES_ON = -(1 << 20)
# The kinds of players.
#: Without boxes.
POLICY = 0
#: A machine with beads.
BEADS = 1
#: A machine with numbers for positions.
POSITIONS = 2
#: Slots that ``find`` looks at in one go; so many empty ones stand after the last slot.
SPAN = 4


class Arrays(NamedTuple):
    """A game, its boxes, its rules and an opponent's choices. n states, m edges, b boxes, s slots,
    p opponents.

    Attributes:
        kinds: int32[2]; ``POLICY``, ``BEADS`` or ``POSITIONS`` for each side.
        schedules: int32[2, k]; the learning rule of each side, as ``Schedule.row`` padded with
            zeros.
        first: int32[n + 1]; where the edges of each state start.
        child, gain: int32[m]; the state that an edge leads to, and the points that it wins unless
            ``lead`` has them.
        position: int32[n]; a number that states of the same position share.
        lead: int32[n]; points of the first side minus the other's, where states depend on them,
            else 0.
        result: int32[n]; the value for the side to move where the rules end the game, else
            ``GOES_ON``.
        repeated: int32[n]; the value for the side to move where a repetition ends the game.
        to_move, box: int32[n]; the side to move, and the box that it opens, or -1.
        slots, slot_box: int32[b + 1], int32[s]; where the slots of each box start, and the box of
            each slot.
        start, totals: int32[s], int32[b]; the beads of a new machine, by slot and by box.
        outlook: the game from the machine's view, where its opponent knows its beads; else empty.
        weights: int64[p]; how often each opponent of a mixture is picked.
        knows_beads: int32[p]; 1 for opponents that choose by what the machine can expect.
        choice_first: int32[p, n + 1]; where the choices of an opponent in a state start in
            ``choice``.
        choice: int32[c]; edges.
        script: int32[t, n]; the edge of the script's move in each turn and state, or -1.
        repetition: how often a position occurs until the game ends, or 0.
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


def make_arrays(match: Match, oracle: Oracle) -> Arrays:
    """Return a match as arrays; TooLargeError when the game has too many positions."""
    game = match.kit.game
    policy = match.policy
    needs = Needs.NOTHING if policy is None else policy.needs
    with_leads = game.scoring and bool(needs & (Needs.LEADS | Needs.BEADS))
    shelves = match.shelves
    graph = list_situations(game, shelves, with_leads=with_leads)
    kits = [shelf.kit for shelf in shelves if shelf is not None]
    start, totals, slots, slot_box = flattened([*chain.from_iterable(map(starting_beads, kits))])
    first = np.zeros(len(graph.positions) + 1, np.int32)
    np.cumsum([len(branches) for branches in graph.branches], out=first[1:])
    rules = [None if kit is None else kit.rule for kit in match.kits]
    rows = [schedule_of(rule).row if rule else () for rule in rules]
    width = max(map(len, rows))
    edges = [*chain.from_iterable(graph.branches)]
    outlook = Outlook([], [], [], [], [], [], [], [], 0)
    if needs & Needs.BEADS:
        outlook = make_outlook(graph, match.kit, match.side)
    box = ints(graph.boxes)
    to_move = ints([position.to_move for position in graph.positions])
    if len(kits) == 2:  # the first side's boxes stand first
        box[(box >= 0) & (to_move == 1)] += len(kits[0].boxes)
    numbers = {position: number for number, position in enumerate(dict.fromkeys(graph.positions))}
    parts = (("", 1),) if policy is None else policy.parts
    choice_first, choice = _choices(
        graph, oracle, [name for name, _ in parts], 1 - match.side, first
    )
    return Arrays(
        kinds=ints([_kind(rule) for rule in rules]),
        schedules=ints([(*row, *[0] * (width - len(row))) for row in rows]),
        first=first,
        child=ints([edge.child for edge in edges]),
        gain=ints([0 if with_leads else edge.gain for edge in edges]),
        position=ints([numbers[position] for position in graph.positions]),
        lead=ints(graph.leads),
        result=ints([GOES_ON if result is None else result for result in graph.results]),
        repeated=ints(_repeated(graph)),
        to_move=to_move,
        box=box,
        slots=ints(slots),
        slot_box=ints(slot_box),
        start=ints(start),
        totals=ints(totals),
        outlook=outlook.with_sequences(ints),
        weights=np.array([weight for _, weight in parts], np.int64),
        knows_beads=ints([only_hopes(name) for name, _ in parts]),
        choice_first=choice_first,
        choice=choice,
        script=_script(graph, policy.script if policy else (), 1 - match.side, first),
        repetition=game.repetition or 0,
        longest=_longest(graph),
    )


def _kind(rule: Rule | None) -> int:
    """Return the kind of the player with a rule, or with none."""
    if rule is None:
        return POLICY
    return BEADS if rule.learns == "beads" else POSITIONS


def _repeated(graph: GameGraph) -> list[int]:
    """Return for each state the value for the side to move where a repetition ends the game."""
    if graph.game.repetition is None:
        return [0] * len(graph.positions)
    values = []
    for position, result in zip(graph.positions, graph.results, strict=True):
        values.append(graph.game.repeated(position) if result is None else 0)
    return values


def _choices(
    graph: GameGraph, oracle: Oracle, names: Sequence[str], side: int, first: Int
) -> tuple[Int, Int]:
    """Return for each opponent and situation where its choices start, and all choices in a row."""
    adviser = Adviser(oracle)
    starts: list[list[int]] = []
    choice: list[int] = []
    for name in names:
        listed = name and not only_hopes(name)
        start = [len(choice)]
        for state, branches in enumerate(graph.branches):
            if branches and listed and graph.positions[state].to_move == side:
                chosen = set(adviser.choices(name, graph.positions[state], graph.leads[state]))
                for edge, branch in enumerate(branches, int(first[state])):
                    if branch.move in chosen:
                        choice.append(edge)
            start.append(len(choice))
        starts.append(start)
    return ints(starts), ints(choice)


def _script(graph: GameGraph, script: Sequence[str], side: int, first: Int) -> Int:
    edges = np.full((len(script), len(graph.positions)), -1, np.int32)
    for turn, text in enumerate(script):
        for state, branches in enumerate(graph.branches):
            if branches and graph.positions[state].to_move == side:
                move = graph.game.parse_move(graph.positions[state], text)
                moves = [branch.move for branch in branches]
                if move in moves:
                    edges[turn, state] = first[state] + moves.index(move)
    return edges


def _longest(graph: GameGraph) -> int:
    if graph.game.repetition is not None:
        return len(graph.positions) * graph.game.repetition
    depth = [0] * len(graph.positions)
    for state in last_first(graph):
        depth[state] = max((depth[branch.child] + 1 for branch in graph.branches[state]), default=0)
    return depth[0]


class Batch(NamedTuple):
    """The results of some machines: a part of a ``Tally``, as arrays.

    Attributes:
        start: the number of the first machine.
        wins, losses: int32[games]; how many of them won or lost each game.
        figures: int64[4, 4]; each of ``Tally.by_machine``: sum, sum of squares, least and most over
            machines.
        remaining: int64[s]; the beads in each slot at the end.
        emptied: int64[b]; how many of them emptied each box.
        tracks: int8[k + 1, games]; the outcomes of the first k machines, and a last row that the
            others use in turn.
        counts: int64[2, games + 1]; how many machines lost so many games, and had their last lost
            game there.
        plies: int64[games]; the moves of each game, all machines together.
        lengths: int64[w, l]; how many games of each window had so many moves, or more in the last
            column.
    """

    start: int
    machines: int
    wins: NDArray[np.int32]
    losses: NDArray[np.int32]
    figures: NDArray[np.int64]
    remaining: NDArray[np.int64]
    emptied: NDArray[np.int64]
    tracks: NDArray[np.int8]
    counts: NDArray[np.int64]
    plies: NDArray[np.int64]
    lengths: NDArray[np.int64]


class Room(NamedTuple):
    """Memory for the machine that plays, made in Python because a kernel that makes arrays takes
    long to compile.

    Attributes:
        beads, totals: int32[s + SPAN], int32[b]; beads in each slot, then ``SPAN`` empty slots, and
            in each box.
        picks, made: int32[2, t], int64[2]; the slots or positions that each side has picked in a
            game; how many.
        numbers: int64[2, n]; the numbers of a side that learns by positions.
        met: int32[n]; how often each position occurred in a game, where repetition ends games.
        trail: int32[2 * t]; the positions of the game so far.
        hopes: float64[n]; what the machine can expect in each state, where its opponent looks.
        luck: uint64[1]; the generator.
    """

    beads: NDArray[np.int32]
    totals: NDArray[np.int32]
    picks: NDArray[np.int32]
    made: NDArray[np.int64]
    numbers: NDArray[np.int64]
    met: NDArray[np.int32]
    trail: NDArray[np.int32]
    hopes: NDArray[np.float64]
    luck: NDArray[np.uint64]


def make_room(arrays: Arrays) -> Room:
    """Return memory for the machines of a match."""
    states = len(arrays.result)
    most_picks = arrays.longest + 1
    numbers = states if POSITIONS in arrays.kinds.tolist() else 0
    met = 0
    trail = 0
    if arrays.repetition > 0:
        met = states
        trail = 2 * most_picks
    return Room(
        beads=np.zeros(len(arrays.start) + SPAN, np.int32),
        totals=np.zeros(len(arrays.totals), np.int32),
        picks=np.zeros((2, most_picks), np.int32),
        made=np.zeros(2, np.int64),
        numbers=np.zeros((2, numbers), np.int64),
        met=np.zeros(met, np.int32),
        trail=np.zeros(trail, np.int32),
        hopes=np.zeros(len(arrays.outlook.order), np.float64),
        luck=np.zeros(1, np.uint64),
    )


@compiled
def add_figure(row: Any, figure: Any) -> None:
    """Add a figure of one machine to its row of ``Batch.figures``."""
    row[0] += figure
    row[1] += figure * figure
    row[2] = min(row[2], figure)
    row[3] = max(row[3], figure)


@compiled
def enter(
    outcomes: Any,
    wins: Any,
    losses: Any,
    figures: Any,
    counts: Any,
    beads: Any,
    remaining: Any,
    totals: Any,
    emptied: Any,
) -> None:
    """Add the games of one machine, a row of ``Batch.tracks``, and its beads to the arrays of
    its batch.
    """
    won = 0
    lost = 0
    last_loss = 0
    for game in range(len(outcomes)):
        outcome = outcomes[game]
        wins[game] += outcome > 0
        losses[game] += outcome < 0
        won += outcome > 0
        lost += outcome < 0
        last_loss = game + 1 if outcome < 0 else last_loss
    add_figure(figures[0], won)
    add_figure(figures[1], len(outcomes) - won - lost)
    add_figure(figures[2], lost)
    add_figure(figures[3], last_loss)
    counts[0, lost] += 1
    counts[1, last_loss] += 1
    for slot in range(len(remaining)):
        remaining[slot] += beads[slot]
    for box in range(len(emptied)):
        emptied[box] += totals[box] == 0


@compiled
def start_anew(start: Any, full: Any, beads: Any, totals: Any) -> None:
    """Fill all boxes of a new machine, number by number: assigning a whole array takes seconds
    to compile.
    """
    for slot in range(len(start)):
        beads[slot] = start[slot]
    for box in range(len(full)):
        totals[box] = full[box]


@compiled
def refill(slots: Any, start: Any, beads: Any, totals: Any, box: Any) -> None:
    """Put the starting beads back into an empty box."""
    for slot in range(slots[box], slots[box + 1]):
        beads[slot] = start[slot]
        totals[box] += start[slot]


@compiled
def least_hope(first: Any, end: Any, child: Any, hopes: Any, luck: Any) -> Any:
    """Return one of the edges ``first`` to ``end - 1`` after which a machine can expect least,
    each as likely.
    """
    least = 2.0
    for edge in range(first, end):
        least = min(least, hopes[child[edge]])
    least += NEARLY
    count = 0
    for edge in range(first, end):
        count += hopes[child[edge]] < least
    skipped = below(luck, count)
    for edge in range(first, end):
        if hopes[child[edge]] < least:
            if skipped == 0:
                return edge
            skipped -= 1
    return first


@compiled
def play_machines(arrays: Any, side: Any, seed: Any, batch: Any, room: Any) -> None:
    """Play all games of some machines; ``seed`` is the mixed seed, uint64, and ``batch`` is
    filled in.
    """
    # Unpacked once: reading an array from the tuple costs as much as a move.
    first = arrays.first
    child = arrays.child
    gain = arrays.gain
    lead_at = arrays.lead
    position_of = arrays.position
    result = arrays.result
    repeated = arrays.repeated
    to_move = arrays.to_move
    box_at = arrays.box
    slots = arrays.slots
    slot_box = arrays.slot_box
    start = arrays.start
    full = arrays.totals
    weights = arrays.weights
    knows_beads = arrays.knows_beads
    choice_first = arrays.choice_first
    choice = arrays.choice
    kinds = arrays.kinds
    schedules = arrays.schedules
    script = arrays.script
    outlook = arrays.outlook
    repetition = arrays.repetition
    wins = batch.wins
    losses = batch.losses
    remaining = batch.remaining
    emptied = batch.emptied
    plies = batch.plies
    lengths = batch.lengths
    windows = len(lengths)
    longest = lengths.shape[1] - 1
    beads = room.beads
    totals = room.totals
    picks = room.picks
    made = room.made
    numbers = room.numbers
    met = room.met
    trail = room.trail
    hopes = room.hopes
    luck = room.luck
    picks_0 = picks[0]
    picks_1 = picks[1]
    row_0 = schedules[0]
    row_1 = schedules[1]
    last = len(batch.tracks) - 1
    weight = 0
    for part in range(len(weights)):
        weight += weights[part]
    for machine in range(batch.machines):
        luck[0] = mix_word(seed + np.uint64(batch.start + machine + 1) * STEP)
        start_anew(start, full, beads, totals)
        for number in range(numbers.shape[1]):
            numbers[0, number] = 0
            numbers[1, number] = 0
        outcomes = batch.tracks[min(machine, last)]
        for game in range(len(outcomes)):
            state = 0
            lead = 0
            trailed = 0
            ply = 0
            made[0] = 0
            made[1] = 0
            resigned = -1
            foreseen = False
            while True:
                value = result[state]
                mover = to_move[state]
                if repetition > 0:
                    position = position_of[state]
                    met[position] += 1
                    trail[trailed] = position
                    trailed += 1
                    if value == GOES_ON and met[position] == repetition:
                        value = repeated[state]
                if value != GOES_ON:
                    total = lead + lead_at[state] + (value if mover == 0 else -value)
                    outcome = (1 if total > 0 else 0) - (1 if total < 0 else 0)
                    break
                edge = first[state]
                if kinds[mover] == BEADS:
                    box = box_at[state]
                    if box >= 0:
                        if totals[box] == 0:
                            empty = schedules[mover, EMPTY_RULE]
                            if empty != REFILL:
                                resigned = mover
                                outcome = empty if mover == 0 else -empty
                                break
                            refill(slots, start, beads, totals, box)
                        slot = slots[box]
                        bead = below(luck, totals[box])
                        bead -= beads[slot]
                        while bead >= 0:
                            slot += 1
                            bead -= beads[slot]
                        picks[mover, made[mover]] = slot
                        made[mover] += 1
                        edge += slot - slots[box]
                elif kinds[mover] == POSITIONS:
                    best = edge
                    for other in range(edge + 1, first[state + 1]):
                        after = position_of[child[other]]
                        known = position_of[child[best]]
                        if numbers[mover, after] > numbers[mover, known]:
                            best = other
                    edge = best
                    picks[mover, made[mover]] = position_of[child[edge]]
                    made[mover] += 1
                else:
                    turn = ply // 2
                    scripted = script[turn, state] if turn < len(script) else -1
                    if scripted >= 0:
                        edge = scripted
                    else:
                        bead = below(luck, weight)
                        part = 0
                        bead -= weights[0]
                        while bead >= 0:
                            part += 1
                            bead -= weights[part]
                        if knows_beads[part]:
                            if not foreseen:
                                fast_expect(outlook, beads, totals, hopes)
                                foreseen = True
                            edge = least_hope(edge, first[state + 1], child, hopes, luck)
                        else:
                            place = choice_first[part, state]
                            choices = choice_first[part, state + 1] - place
                            edge = choice[place + below(luck, choices)]
                lead += gain[edge] if mover == 0 else -gain[edge]
                state = child[edge]
                ply += 1
            while trailed > 0:
                trailed -= 1
                met[trail[trailed]] = 0
            for player in range(2):
                own = outcome if player == 0 else -outcome
                if kinds[player] == BEADS:
                    row = row_0 if player == 0 else row_1
                    own_picks = picks_0 if player == 0 else picks_1
                    fast_teach(
                        row,
                        own,
                        resigned == player,
                        beads,
                        totals,
                        slots,
                        slot_box,
                        own_picks,
                        made[player],
                    )
                elif kinds[player] == POSITIONS:
                    amount = fast_amount(schedules[player], own)
                    for index in range(made[player]):
                        numbers[player, picks[player, index]] += amount
            outcomes[game] = outcome if side == 0 else -outcome
            plies[game] += ply
            lengths[game * windows // len(outcomes), min(ply, longest)] += 1
        enter(
            outcomes, wins, losses, batch.figures, batch.counts, beads, remaining, totals, emptied
        )


# The compiled kernel for the usual match: one machine with beads against one opponent whose moves
# can be listed.
#
# It plays as ``play_machines`` does, pick for pick, where neither points nor repetition decide a
# game, and 2.2 to 2.4 times as fast (``benchmarks/bench_simulate.py`` fails below 1.3: it is not
# worth its lines then). It finds a bead without a branch, leaves out moves without a choice, and an
# edge that ends the game says how. Indices are cast to unsigned numbers, because Numba tests signed
# ones for counting from the end of an array.

# How a state is written as one number. Its lowest bit is 1 when the opponent moves. The end of a
# game is the machine's outcome minus 2.
#: The bit at which its first edge or choice begins.
_EDGE = 1
#: The bit at which its box begins, or how many choices there are.
_BOX = 25
#: The bit at which its first slot begins.
_SLOT = 43
_EDGE_MASK = (1 << _BOX - _EDGE) - 1
_BOX_MASK = (1 << _SLOT - _BOX) - 1
#: A match has fewer slots than this.
_SLOT_LIMIT = 1 << 62 - _SLOT


class Course(NamedTuple):
    """A match for ``play_course``; slots and beads as in ``Arrays``.

    Attributes:
        ahead: int64[m]; the state that each edge leads to, moves without a choice skipped.
        chosen: int64[c]; the same for each of the opponent's choices.
        plies_ahead, plies_chosen: the moves on the way there, those that were skipped among them.
        plies_before: the moves without a choice at the start of each game.
        schedule: int32[k]; the machine's learning rule.
    """

    ahead: NDArray[np.int64]
    chosen: NDArray[np.int64]
    plies_ahead: NDArray[np.int64]
    plies_chosen: NDArray[np.int64]
    plies_before: int
    root: int
    schedule: Int
    slots: Int
    slot_box: Int
    start: Int
    totals: Int


def suits(arrays: Arrays) -> bool:
    """Return whether ``play_course`` can play a match."""
    return (
        sorted(arrays.kinds.tolist()) == [POLICY, BEADS]
        and arrays.knows_beads.tolist() == [0]
        and len(arrays.script) == 0
        and arrays.repetition == 0
        and not arrays.gain.any()
        and not arrays.lead.any()
        and max(len(arrays.child), len(arrays.choice)) <= _EDGE_MASK
        and len(arrays.totals) <= _BOX_MASK
        and len(arrays.start) < _SLOT_LIMIT
    )


def make_course(arrays: Arrays, side: int) -> Course:
    """Return a match for ``play_course``."""
    states = len(arrays.result)
    written = np.zeros(states, np.int64)
    leads_to = np.arange(states)
    skipped = np.zeros(states, np.int64)
    for state in range(states):
        first, end = arrays.first[state : state + 2].tolist()
        begin, after = arrays.choice_first[0, state : state + 2].tolist()
        mine = arrays.to_move[state] == side
        box = int(arrays.box[state])
        if first == end:
            value = int(arrays.result[state])
            result = value if mine else -value
            written[state] = (result > 0) - (result < 0) - 2
        elif mine and box >= 0:
            written[state] = first << _EDGE | box << _BOX | int(arrays.slots[box]) << _SLOT
        elif mine:
            leads_to[state] = arrays.child[first]
            skipped[state] = 1
        elif after - begin == 1:
            leads_to[state] = arrays.child[arrays.choice[begin]]
            skipped[state] = 1
        else:
            written[state] = 1 | begin << _EDGE | (after - begin) << _BOX
    while (leads_to != leads_to[leads_to]).any():  # a move without a choice may follow another
        skipped += skipped[leads_to]
        leads_to = leads_to[leads_to]
    ahead = written[leads_to[arrays.child]]
    plies_ahead = 1 + skipped[arrays.child]
    return Course(
        ahead=ahead,
        chosen=ahead[arrays.choice],
        plies_ahead=plies_ahead,
        plies_chosen=plies_ahead[arrays.choice],
        plies_before=int(skipped[0]),
        root=int(written[leads_to[0]]),
        schedule=arrays.schedules[side],
        slots=arrays.slots,
        slot_box=arrays.slot_box,
        start=arrays.start,
        totals=arrays.totals,
    )


@compiled
def find(beads: Any, slot: Any, bead: Any) -> Any:
    """Return the slot of bead number ``bead`` of the box whose first slot is ``slot``; ``beads``
    is int32[s + SPAN].
    """
    while True:
        first = beads[slot]
        second = first + beads[slot + np.uintp(1)]
        third = second + beads[slot + np.uintp(2)]
        fourth = third + beads[slot + np.uintp(3)]
        if bead < fourth:
            # The number of slots before it, without a branch.
            passed = np.uintp(bead >= first) + np.uintp(bead >= second) + np.uintp(bead >= third)
            return slot + passed
        bead -= fourth
        slot += np.uintp(SPAN)


@compiled
def play_course(course: Any, side: Any, seed: Any, batch: Any, room: Any) -> None:
    """Play all games of some machines; see ``play_machines``."""
    ahead = course.ahead
    chosen = course.chosen
    root = np.int64(course.root)
    schedule = course.schedule
    plies_ahead = course.plies_ahead
    plies_chosen = course.plies_chosen
    plies_before = np.int64(course.plies_before)
    start = course.start
    full = course.totals
    slots = course.slots
    slot_box = course.slot_box
    plies = batch.plies
    lengths = batch.lengths
    windows = np.int64(len(lengths))
    longest = np.int64(lengths.shape[1] - 1)
    wins = batch.wins
    losses = batch.losses
    remaining = batch.remaining
    emptied = batch.emptied
    beads = room.beads
    totals = room.totals
    picks = room.picks[side]
    empty = schedule[EMPTY_RULE]
    last = len(batch.tracks) - 1
    for machine in range(batch.machines):
        luck = mix_word(seed + np.uint64(batch.start + machine + 1) * STEP)
        start_anew(start, full, beads, totals)
        outcomes = batch.tracks[min(machine, last)]
        for game in range(len(outcomes)):
            state = root
            ply = plies_before
            made = np.uintp(0)
            resigned = False
            while state >= 0:
                edge = state >> _EDGE & _EDGE_MASK
                box = np.uintp(state >> _BOX & _BOX_MASK)
                # The next number is mixed before it is known to be needed, so that nothing waits
                # for it.
                bits = mix_word(luck + STEP)
                if state & 1:
                    luck += STEP
                    way = np.uintp(edge + scaled(bits, box))
                    state = chosen[way]
                    ply += plies_chosen[way]
                else:
                    total = totals[box]
                    if total <= 0:
                        if empty != REFILL:
                            resigned = True
                            state = empty - 2
                            break
                        refill(slots, start, beads, totals, box)
                        total = totals[box]
                    luck += STEP if total > 1 else np.uint64(0)
                    first = state >> _SLOT
                    slot = find(beads, np.uintp(first), scaled(bits, np.uintp(total)))
                    picks[made] = slot
                    made += np.uintp(1)
                    way = np.uintp(edge + np.int64(slot) - first)
                    state = ahead[way]
                    ply += plies_ahead[way]
            outcome = state + 2
            outcomes[game] = outcome
            plies[np.uintp(game)] += ply
            window = np.uintp(game * windows // len(outcomes))
            lengths[window, np.uintp(min(ply, longest))] += 1
            fast_teach(
                schedule, outcome, resigned, beads, totals, slots, slot_box, picks, np.int64(made)
            )
        enter(
            outcomes, wins, losses, batch.figures, batch.counts, beads, remaining, totals, emptied
        )


class Work:
    """An experiment and the fastest kernel that can play it; both kernels play the same."""

    def __init__(self, experiment: Experiment, oracle: Oracle, *, quick: bool = True) -> None:
        """Prepare to play; ``quick=False`` always takes the general kernel."""
        self.experiment = experiment
        self.arrays = make_arrays(experiment.match, oracle)
        self._seed = np.uint64(mix(experiment.seed & MASK))
        fast = quick and suits(self.arrays)
        self.kernel = play_course if fast else play_machines
        self._table = make_course(self.arrays, experiment.match.side) if fast else self.arrays

    def play(self, start: int, size: int) -> Batch:
        """Play all games of at most ``size`` machines, from number ``start`` on."""
        games = self.experiment.games
        arrays = self.arrays
        machines = min(size, self.experiment.machines - start)
        tracks = max(0, min(TRACKS - start, machines))
        longest = min(2 * arrays.longest, LONGEST_COUNTED)
        figures = np.zeros((4, 4), np.int64)
        figures[:, 2] = np.iinfo(np.int64).max  # the least of each figure, before the first
        batch = Batch(
            start=start,
            machines=machines,
            wins=np.zeros(games, np.int32),
            losses=np.zeros(games, np.int32),
            figures=figures,
            remaining=np.zeros(len(arrays.start), np.int64),
            emptied=np.zeros(len(arrays.totals), np.int64),
            tracks=np.zeros((tracks + 1, games), np.int8),
            counts=np.zeros((2, games + 1), np.int64),
            plies=np.zeros(games, np.int64),
            lengths=np.zeros((length_windows(games), longest + 1), np.int64),
        )
        self.kernel(self._table, self.experiment.match.side, self._seed, batch, make_room(arrays))
        return batch


def sum_up(work: Work, batches: Iterable[Batch]) -> Tally:
    """Return the result of an experiment from all its batches, in any order."""
    tally = new_tally(work.experiment)
    tracks: dict[int, list[list[int]]] = {}
    wins = np.zeros(tally.games, np.int64)
    losses = np.zeros(tally.games, np.int64)
    remaining = np.zeros(len(work.arrays.start), np.int64)
    emptied = np.zeros(len(work.arrays.totals), np.int64)
    counts = np.zeros((2, tally.games + 1), np.int64)
    plies = np.zeros(tally.games, np.int64)
    lengths: Any = 0
    for batch in batches:
        wins += batch.wins
        losses += batch.losses
        remaining += batch.remaining
        emptied += batch.emptied
        counts += batch.counts
        plies += batch.plies
        lengths = lengths + batch.lengths
        tally.count([Running(batch.machines, *row) for row in batch.figures.tolist()])
        if len(batch.tracks) > 1:
            tracks[batch.start] = batch.tracks[:-1].tolist()
    tally.wins = wins.tolist()
    tally.losses = losses.tolist()
    tally.draws = (tally.machines - wins - losses).tolist()
    tally.lost_counts, tally.last_loss_counts = counts.tolist()
    tally.plies = plies.tolist()
    tally.length_counts = []
    for row in lengths.tolist():
        tally.length_counts.append({length: count for length, count in enumerate(row) if count})
    for start in sorted(tracks):
        tally.tracks += tracks[start]
    if work.experiment.match.kit.rule.learns == "beads":
        _sum_up_boxes(work, tally, remaining.tolist(), emptied.tolist())
    return tally


def _sum_up_boxes(work: Work, tally: Tally, remaining: list[int], emptied: list[int]) -> None:
    """Set the beads at the end, and how often boxes were emptied, of the machine's own boxes."""
    match = work.experiment.match
    slots = work.arrays.slots.tolist()
    own = len(match.kit.boxes)
    # With two machines, the first side's boxes stand first.
    before = len(slots) - 1 - own if match.side == 1 else 0
    tally.beads = []
    for number in range(before, before + own):
        tally.beads.append(remaining[slots[number] : slots[number + 1]])
    tally.emptied = emptied[before : before + own]
