"""The compiled kernel for the usual match: one machine with beads against one opponent whose moves can be listed.

It plays what ``kernel.py`` plays, pick for pick, where neither points nor repetition decide a game, and is 2.2 to 2.4
times as quick (``benchmarks/bench_simulate.py``, which fails below 1.3: then it would not be worth its lines). There
is less to look up and less that a processor would have to guess: a bead is found among the slots of a box without a
branch, moves without a choice are left out, and an edge that ends the game says how. Indices are cast to unsigned
numbers, because Numba tests signed ones for counting from the end of an array.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.compiled import compiled
from kitgen.experiment.arrays import BEADS, POLICY, Arrays
from kitgen.experiment.kernel import enter, refill
from kitgen.machine.kernels import STEP, mix, scaled, teach
from kitgen.machine.schedule import EMPTY, REFILL

#: Slots that are looked at in one go; so many without beads stand after the last slot.
_SPAN = 4


#: How a state is written as one number, lowest bits first: 1 when the opponent moves; its first edge or choice; its
#: box, or how many choices there are; its first slot. What ends a game is the machine's outcome minus 2.
_EDGE, _BOX, _SLOT = 1, 25, 43
_EDGE_MASK, _BOX_MASK = (1 << _BOX - _EDGE) - 1, (1 << _SLOT - _BOX) - 1
_MOST_SLOTS = 1 << 62 - _SLOT


class Course(NamedTuple):
    """A match, for this kernel alone.

    Attributes:
        arrays: the match.
        ahead: int64[m]; the state that each edge leads to, moves without a choice left out.
        chosen: int64[c]; the same for each of the opponent's choices.
        root: the state in which games begin.
    """

    arrays: Arrays
    ahead: NDArray[np.int64]
    chosen: NDArray[np.int64]
    root: int


def suits(arrays: Arrays) -> bool:
    """Return whether this kernel can play a match."""
    return (
        sorted(arrays.kinds.tolist()) == [POLICY, BEADS]
        and arrays.knows_beads.tolist() == [0]
        and len(arrays.script) == 0
        and arrays.repetition == 0
        and not arrays.gain.any()
        and not arrays.lead.any()
        and max(len(arrays.child), len(arrays.choice)) <= _EDGE_MASK
        and len(arrays.totals) <= _BOX_MASK
        and len(arrays.start) < _MOST_SLOTS
    )


def make_course(arrays: Arrays, side: int) -> Course:
    """Return a match, for this kernel.

    Args:
        arrays: the match.
        side: the machine's side.
    """
    states = len(arrays.result)
    written = np.zeros(states, np.int64)
    leads_to = np.arange(states)
    for state in range(states):
        first, end = arrays.first[state : state + 2].tolist()
        begin, after = arrays.choice_first[0, state : state + 2].tolist()
        mine, box = arrays.to_move[state] == side, int(arrays.box[state])
        if first == end:
            result = int(arrays.result[state]) if mine else -int(arrays.result[state])
            written[state] = (result > 0) - (result < 0) - 2
        elif mine and box >= 0:
            written[state] = first << _EDGE | box << _BOX | int(arrays.slots[box]) << _SLOT
        elif mine:
            leads_to[state] = arrays.child[first]
        elif after - begin == 1:
            leads_to[state] = arrays.child[arrays.choice[begin]]
        else:
            written[state] = 1 | begin << _EDGE | (after - begin) << _BOX
    while (leads_to != leads_to[leads_to]).any():  # a move without a choice may follow another
        leads_to = leads_to[leads_to]
    ahead = written[leads_to[arrays.child]]
    return Course(arrays, ahead, ahead[arrays.choice], int(written[leads_to[0]]))


@compiled
def find(beads: Any, slot: Any, bead: Any) -> Any:
    """Return the slot in which a bead lies, counted from the first bead of a box.

    Args:
        beads: int32[s + _SPAN]; the beads of all slots, with empty ones at the end.
        slot: the first slot of the box.
        bead: the number of the bead, less than the box has.
    """
    while True:
        one = beads[slot]
        two = one + beads[slot + np.uintp(1)]
        three = two + beads[slot + np.uintp(2)]
        four = three + beads[slot + np.uintp(3)]
        if bead < four:
            return slot + np.uintp(bead >= one) + np.uintp(bead >= two) + np.uintp(bead >= three)
        bead -= four
        slot += np.uintp(_SPAN)


@compiled
def play_course(course: Any, side: Any, seed: Any, batch: Any) -> None:
    """Play all games of some machines; see ``kernel.play_machines``."""
    arrays = course.arrays
    ahead, chosen, root = course.ahead, course.chosen, np.int64(course.root)
    start, full, slots, slot_box = arrays.start, arrays.totals, arrays.slots, arrays.slot_box
    schedule = arrays.schedules[side]
    empty = schedule[EMPTY]
    beads = np.zeros(len(start) + _SPAN, np.int32)
    totals = np.empty(len(full), np.int32)
    picks = np.empty(arrays.longest + 1, np.int32)
    games = len(batch.wins)
    outcomes = np.empty(games, np.int8)
    for machine in range(batch.machines):
        luck = mix(seed + np.uint64(batch.start + machine + 1) * STEP)
        beads[: len(start)] = start
        totals[:] = full
        for game in range(games):
            state = root
            made = np.uintp(0)
            resigned = False
            while state >= 0:
                edge = state >> _EDGE & _EDGE_MASK
                box = np.uintp(state >> _BOX & _BOX_MASK)
                # The next number is mixed before anybody knows whether it is needed: nothing waits for it.
                bits = mix(luck + STEP)
                if state & 1:
                    luck += STEP
                    state = chosen[np.uintp(edge + scaled(bits, box))]
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
                    slot = find(beads, np.uintp(first), scaled(bits, total))
                    picks[made] = slot
                    made += np.uintp(1)
                    state = ahead[np.uintp(edge + np.int64(slot) - first)]
            outcomes[game] = outcome = state + 2
            teach(schedule, outcome, resigned, beads, totals, slots, slot_box, picks, np.int64(made))
        enter(batch, machine, outcomes, beads, totals)
