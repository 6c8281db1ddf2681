"""What a thread plays at a time on the compiled kernel, and the sum of all of it."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.compiled import compiled
from kitgen.lab.experiment import TRACKS, Experiment, Running, Tally, new_tally
from kitgen.lab.kernel import (
    BEADS,
    POLICY,
    Arrays,
    Batch,
    Int,
    Room,
    enter,
    make_arrays,
    make_room,
    play_machines,
    refill,
)
from kitgen.machine.learning import EMPTY_RULE, REFILL
from kitgen.machine.learning_kernels import STEP, fast_teach, mix_word, scaled
from kitgen.machine.paper_machine import MASK, mix
from kitgen.theory.oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# The compiled kernel for the usual match: one machine with beads against one opponent whose moves can be listed.
#
# It plays what ``kernel.py`` plays, pick for pick, where neither points nor repetition decide a game, and is 2.2 to 2.4
# times as fast (``benchmarks/bench_simulate.py``, which fails below 1.3: then it would not be worth its lines). There
# is less to look up and less that a processor would have to guess: a bead is found among the slots of a box without a
# branch, moves without a choice are left out, and an edge that ends the game says how. Indices are cast to unsigned
# numbers, because Numba tests signed ones for counting from the end of an array.

#: Slots that are looked at in one go; so many without beads stand after the last slot.
SPAN = 4
#: How a state is written as one number, lowest bits first: 1 when the opponent moves; its first edge or choice; its
#: box, or how many choices there are; its first slot. What ends a game is the machine's outcome minus 2.
_EDGE, _BOX, _SLOT = 1, 25, 43
_EDGE_MASK, _BOX_MASK = (1 << _BOX - _EDGE) - 1, (1 << _SLOT - _BOX) - 1
_MOST_SLOTS = 1 << 62 - _SLOT


class Course(NamedTuple):
    """A match, for this kernel only; slots and beads as in ``Arrays``.

    Attributes:
        ahead: int64[m]; the state that each edge leads to, moves without a choice skipped.
        chosen: int64[c]; the same for each of the opponent's choices.
        schedule: int32[k]; the machine's learning rule.
    """

    ahead: NDArray[np.int64]
    chosen: NDArray[np.int64]
    root: int
    schedule: Int
    slots: Int
    slot_box: Int
    start: Int
    totals: Int


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
    """Return a match, for this kernel."""
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
    return Course(
        ahead, ahead[arrays.choice], int(written[leads_to[0]]), arrays.schedules[side],
        arrays.slots, arrays.slot_box, arrays.start, arrays.totals,
    )  # fmt: skip


def make_course_room(arrays: Arrays) -> tuple[Int, Int, Int]:
    """Return memory for the machine: beads, int32[s + SPAN], totals, int32[b], and picks, int32[t]."""
    sizes = len(arrays.start) + SPAN, len(arrays.totals), arrays.longest + 1
    beads, totals, picks = (np.zeros(size, np.int32) for size in sizes)
    return beads, totals, picks


@compiled
def find(beads: Any, slot: Any, bead: Any) -> Any:
    """Return the slot of a bead, counted from the first bead of a box.

    Args:
        beads: int32[s + SPAN]; the beads of all slots, with empty slots at the end.
        slot: the first slot of the box.
        bead: the number of the bead, less than the box has.
    """
    while True:
        first = beads[slot]
        second = first + beads[slot + np.uintp(1)]
        third = second + beads[slot + np.uintp(2)]
        fourth = third + beads[slot + np.uintp(3)]
        if bead < fourth:
            return slot + np.uintp(bead >= first) + np.uintp(bead >= second) + np.uintp(bead >= third)
        bead -= fourth
        slot += np.uintp(SPAN)


@compiled
def play_course(course: Any, side: Any, seed: Any, batch: Any, room: Any) -> None:  # noqa: ARG001 - as the other
    """Play all games of some machines; see ``kernel.play_machines``."""
    ahead, chosen, root, schedule = course.ahead, course.chosen, np.int64(course.root), course.schedule
    start, full, slots, slot_box = course.start, course.totals, course.slots, course.slot_box
    wins, losses, remaining, emptied = batch.wins, batch.losses, batch.remaining, batch.emptied
    beads, totals, picks = room
    empty = schedule[EMPTY_RULE]
    last = len(batch.tracks) - 1
    for machine in range(batch.machines):
        luck = mix_word(seed + np.uint64(batch.start + machine + 1) * STEP)
        # Number by number: what assigns a whole array takes seconds to compile, most of it words for errors.
        for place in range(len(start)):
            beads[place] = start[place]
        for place in range(len(full)):
            totals[place] = full[place]
        outcomes = batch.tracks[min(machine, last)]
        for game in range(len(outcomes)):
            state = root
            made = np.uintp(0)
            resigned = False
            while state >= 0:
                edge = state >> _EDGE & _EDGE_MASK
                box = np.uintp(state >> _BOX & _BOX_MASK)
                # The next number is mixed before anybody knows whether it is needed: nothing waits for it.
                bits = mix_word(luck + STEP)
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
                    slot = find(beads, np.uintp(first), scaled(bits, np.uintp(total)))
                    picks[made] = slot
                    made += np.uintp(1)
                    state = ahead[np.uintp(edge + np.int64(slot) - first)]
            outcomes[game] = outcome = state + 2
            fast_teach(schedule, outcome, resigned, beads, totals, slots, slot_box, picks, np.int64(made))
        enter(outcomes, wins, losses, batch.figures, beads, remaining, totals, emptied)


class Work:
    """An experiment and the fastest kernel that can play it; both kernels play the same."""

    def __init__(self, experiment: Experiment, oracle: Oracle, *, quick: bool = True) -> None:
        """Prepare to play; ``quick=False`` always takes the general kernel."""
        self.experiment = experiment
        self.arrays: Arrays = make_arrays(experiment.match, oracle)
        self._seed = np.uint64(mix(experiment.seed & MASK))
        self.kernel: Callable[..., None] = play_machines
        self._table: Arrays | Course = self.arrays
        self._make_room: Callable[[Arrays], Room | tuple[Int, Int, Int]] = make_room
        if quick and suits(self.arrays):
            self.kernel, self._table = play_course, make_course(self.arrays, experiment.match.side)
            self._make_room = make_course_room

    def play(self, start: int, size: int) -> Batch:
        """Play all games of at most ``size`` machines, from number ``start`` on."""
        games, arrays = self.experiment.games, self.arrays
        count = min(size, self.experiment.machines - start)
        figures = np.zeros((4, 4), np.int64)
        figures[:, 2] = np.iinfo(np.int64).max
        batch = Batch(
            start,
            count,
            wins=np.zeros(games, np.int32),
            losses=np.zeros(games, np.int32),
            figures=figures,
            remaining=np.zeros(len(arrays.start), np.int64),
            emptied=np.zeros(len(arrays.totals), np.int64),
            tracks=np.zeros((1 + max(0, min(TRACKS - start, count)), games), np.int8),
        )
        self.kernel(self._table, self.experiment.match.side, self._seed, batch, self._make_room(arrays))
        return batch


def sum_up(work: Work, batches: "Iterable[Batch]") -> Tally:
    """Return the result of an experiment from all its batches, in any order."""
    match, arrays = work.experiment.match, work.arrays
    tally, tracks = new_tally(work.experiment), dict[int, list[list[int]]]()
    wins, losses = np.zeros(tally.games, np.int64), np.zeros(tally.games, np.int64)
    remaining, emptied = np.zeros(len(arrays.start), np.int64), np.zeros(len(arrays.totals), np.int64)
    for batch in batches:
        wins += batch.wins
        losses += batch.losses
        remaining += batch.remaining
        emptied += batch.emptied
        won, drawn, lost, last = (Running(batch.machines, *row) for row in batch.figures.tolist())
        tally.count((won, drawn, lost, last))
        if len(batch.tracks) > 1:
            tracks[batch.start] = batch.tracks[:-1].tolist()
    tally.wins, tally.losses = wins.tolist(), losses.tolist()
    tally.draws = (tally.machines - wins - losses).tolist()
    tally.tracks = [track for start in sorted(tracks) for track in tracks[start]]
    if match.kit.rule.learns == "beads":
        # With two machines, the first side's boxes stand first.
        boxes, slots, beads = len(match.kit.boxes), arrays.slots.tolist(), remaining.tolist()
        before = len(slots) - 1 - boxes if match.side == 1 else 0
        tally.beads = [beads[slots[number] : slots[number + 1]] for number in range(before, before + boxes)]
        tally.emptied = emptied[before : before + boxes].tolist()
    return tally
