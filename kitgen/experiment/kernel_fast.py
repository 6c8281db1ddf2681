"""The compiled kernel for the usual match: one machine with beads against one opponent whose moves can be listed.

It plays what ``kernel.py`` plays, pick for pick, where neither points nor repetition decide a game, and is quicker
because there is less to look up and less that a processor would have to guess: a bead is found among the slots of a
box without a branch, moves without a choice are left out, and an edge that ends the game says how. Indices are cast to
unsigned numbers, because Numba tests signed ones for counting from the end of an array.
"""

from typing import Any, NamedTuple

import numpy as np

from kitgen.experiment.arrays import BEADS, POLICY, Arrays, Int
from kitgen.experiment.kernel import enter, refill
from kitgen.machine.jit import compiled
from kitgen.machine.kernels import STEP, mix, scaled, teach
from kitgen.machine.schedule import EMPTY, REFILL

#: Slots that are looked at in one go; so many without beads stand after the last slot.
_SPAN = 4


class Course(NamedTuple):
    """A match, for this kernel alone.

    What lies ahead is one number: a state with a choice, or, negative, the machine's outcome minus 2.

    Attributes:
        arrays: the match.
        rows: int32[n, 4]; for each state what to add to a slot to find what lies ahead, its first slot, its box, and
            0; where the opponent moves, its first choice, how many it has, 0, and 1.
        ahead: int32[m]; what lies ahead of each edge.
        chosen: int32[c]; what lies ahead of each choice.
        root: what lies ahead at the start.
    """

    arrays: Arrays
    rows: Int
    ahead: Int
    chosen: Int
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
    )


def make_course(arrays: Arrays, side: int) -> Course:
    """Return a match, for this kernel.

    Args:
        arrays: the match.
        side: the machine's side.
    """
    states = len(arrays.result)
    rows = np.zeros((states, 4), np.int32)
    leads_to = np.arange(states, dtype=np.int32)
    for state in range(states - 1, -1, -1):
        first = arrays.first[state]
        mine = arrays.to_move[state] == side
        choices = arrays.choice_first[0, state : state + 2]
        if arrays.first[state + 1] == first:
            result = arrays.result[state] if mine else -arrays.result[state]
            leads_to[state] = np.sign(result) - 2
        elif mine and arrays.box[state] >= 0:
            slot = arrays.slots[arrays.box[state]]
            rows[state] = first - slot, slot, arrays.box[state], 0
        elif mine:
            leads_to[state] = arrays.child[first]
        elif choices[1] - choices[0] == 1:
            leads_to[state] = arrays.child[arrays.choice[choices[0]]]
        else:
            rows[state] = choices[0], choices[1] - choices[0], 0, 1
    while True:  # a move without a choice may follow another
        on = np.where(leads_to >= 0, leads_to[leads_to], leads_to)
        if (on == leads_to).all():
            break
        leads_to = on
    ahead = leads_to[arrays.child]
    return Course(arrays, rows, ahead, ahead[arrays.choice], int(leads_to[0]))


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
def play_course(
    course: Any, side: Any, begin: Any, count: Any, games: Any, seed: Any,
    wins: Any, losses: Any, figures: Any, left: Any, emptied: Any, tracks: Any,
) -> None:  # fmt: skip
    """Play all games of some machines; see ``kernel.play_machines``."""
    arrays = course.arrays
    rows, ahead, chosen, root = course.rows, course.ahead, course.chosen, course.root
    start, full, slots, slot_box = arrays.start, arrays.totals, arrays.slots, arrays.slot_box
    schedule = arrays.schedules[side]
    empty = schedule[EMPTY]
    beads = np.zeros(len(start) + _SPAN, np.int32)
    totals = np.empty(len(full), np.int32)
    picks = np.empty(arrays.longest + 1, np.int32)
    for machine in range(count):
        luck = mix(seed + np.uint64(begin + machine + 1) * STEP)
        beads[: len(start)] = start
        totals[:] = full
        won = lost = last_loss = 0
        for game in range(games):
            state = root
            made = np.uintp(0)
            resigned = False
            while state >= 0:
                row = np.uintp(state)
                if rows[row, 3]:
                    luck += STEP
                    state = np.int64(chosen[np.uintp(rows[row, 0] + scaled(mix(luck), rows[row, 1]))])
                else:
                    box = np.uintp(rows[row, 2])
                    total = totals[box]
                    if total <= 0:
                        if empty != REFILL:
                            resigned = True
                            state = empty - 2
                            break
                        refill(slots, start, beads, totals, box)
                        total = totals[box]
                    luck += STEP if total > 1 else np.uint64(0)
                    slot = find(beads, np.uintp(rows[row, 1]), scaled(mix(luck), total))
                    picks[made] = slot
                    made += np.uintp(1)
                    state = np.int64(ahead[np.uintp(rows[row, 0] + np.int64(slot))])
            outcome = state + 2
            teach(schedule, outcome, resigned, beads, totals, slots, slot_box, picks, np.int64(made))
            if outcome > 0:
                won += 1
                wins[game] += 1
            elif outcome < 0:
                lost += 1
                last_loss = game + 1
                losses[game] += 1
            if machine < len(tracks):
                tracks[machine, game] = outcome
        enter(figures, won, lost, games, last_loss)
        for slot in range(len(start)):
            left[slot] += beads[slot]
        for box in range(len(totals)):
            emptied[box] += totals[box] == 0
