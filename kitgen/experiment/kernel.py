"""The compiled kernel for every match: plays games of many machines, equal to the paper machine pick for pick."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kitgen.compiled import compiled
from kitgen.experiment.arrays import BEADS, GOES_ON, POSITIONS
from kitgen.machine.foresight import NEARLY
from kitgen.machine.kernels import STEP, below, expect, mix, teach
from kitgen.machine.schedule import AMOUNTS, EMPTY, REFILL, WIDTH


class Batch(NamedTuple):
    """What came of some machines: a part of a ``Tally``, as arrays.

    Attributes:
        start: the number of the first machine.
        machines: how many.
        wins, losses: int32[games]; how many of them won or lost each game.
        figures: int64[4, 4]; for the games that a machine won, drew and lost and for the number of the last lost one,
            or 0: the sum over machines, the sum of squares, the least and the most.
        left: int64[s]; the beads left in each slot.
        emptied: int64[b]; how many of them emptied each box.
        tracks: int8[k, games]; the outcomes of those that are kept game by game.
    """

    start: int
    machines: int
    wins: NDArray[np.int32]
    losses: NDArray[np.int32]
    figures: NDArray[np.int64]
    left: NDArray[np.int64]
    emptied: NDArray[np.int64]
    tracks: NDArray[np.int8]


@compiled
def enter(batch: Any, machine: Any, outcomes: Any, beads: Any, totals: Any) -> None:
    """Enter what has come of one machine into its batch.

    Args:
        batch: the batch, changed in place.
        machine: the machine's number in it, from 0 on.
        outcomes: int8[games]; 1, 0 or -1 for each game that it won, drew or lost.
        beads: int32[s or more]; its beads in each slot.
        totals: int32[b]; its beads in each box.
    """
    wins, losses, figures, left, emptied = batch.wins, batch.losses, batch.figures, batch.left, batch.emptied
    won = lost = last_loss = 0
    for game in range(len(outcomes)):
        outcome = outcomes[game]
        wins[game] += outcome > 0
        losses[game] += outcome < 0
        won += outcome > 0
        lost += outcome < 0
        last_loss = game + 1 if outcome < 0 else last_loss
    for row, figure in enumerate((won, len(outcomes) - won - lost, lost, last_loss)):
        figures[row, 0] += figure
        figures[row, 1] += figure * figure
        figures[row, 2] = min(figures[row, 2], figure)
        figures[row, 3] = max(figures[row, 3], figure)
    for slot in range(len(left)):
        left[slot] += beads[slot]
    for box in range(len(emptied)):
        emptied[box] += totals[box] == 0
    if machine < len(batch.tracks):
        batch.tracks[machine] = outcomes


@compiled
def refill(slots: Any, start: Any, beads: Any, totals: Any, box: Any) -> None:
    """Put the starting beads back into an empty box."""
    for slot in range(slots[box], slots[box + 1]):
        beads[slot] = start[slot]
        totals[box] += start[slot]


@compiled
def least_hope(first: Any, end: Any, child: Any, hopes: Any, luck: Any) -> Any:
    """Return one of the edges that leave a machine least to hope for, each as likely.

    Args:
        first: the first of the edges.
        end: the one after the last.
        child: int32[m]; where they lead.
        hopes: float64[n]; what the machine can expect in each state.
        luck: the generator.
    """
    least = 2.0
    for edge in range(first, end):
        least = min(least, hopes[child[edge]])
    least += NEARLY
    count = 0
    for edge in range(first, end):
        count += hopes[child[edge]] < least
    left = below(luck, count)
    for edge in range(first, end):
        if hopes[child[edge]] < least:
            if left == 0:
                return edge
            left -= 1
    return first


@compiled
def play_machines(arrays: Any, side: Any, seed: Any, batch: Any) -> None:
    """Play all games of some machines.

    Args:
        arrays: the match.
        side: the machine's side.
        seed: uint64; the mixed seed.
        batch: which machines, how many games each, and what comes of them, filled in.
    """
    # Taken out of the tuple once: to take an array out of it costs as much as a move.
    first, child, gain, lead_at, position_of = arrays.first, arrays.child, arrays.gain, arrays.lead, arrays.position
    result, repeated, to_move, box_at = arrays.result, arrays.repeated, arrays.to_move, arrays.box
    slots, slot_box, start, full = arrays.slots, arrays.slot_box, arrays.start, arrays.totals
    weights, knows_beads, choice_first, choice = arrays.weights, arrays.knows_beads, arrays.choice_first, arrays.choice
    kinds, schedules, script, outlook = arrays.kinds, arrays.schedules, arrays.script, arrays.outlook
    repetition, longest = arrays.repetition, arrays.longest
    states, games = len(result), len(batch.wins)
    beads = np.empty(len(start), np.int32)
    totals = np.empty(len(full), np.int32)
    picks = np.empty((2, longest + 1), np.int32)
    picks_0, picks_1, row_0, row_1 = picks[0], picks[1], schedules[0], schedules[1]
    made = np.zeros(2, np.int64)
    numbers = np.zeros((2, states if kinds[0] == POSITIONS or kinds[1] == POSITIONS else 1), np.int64)
    met = np.zeros(states if repetition > 0 else 1, np.int32)
    trail = np.empty(2 * longest + 2 if repetition > 0 else 1, np.int32)
    hopes = np.empty(max(1, len(outlook.order)), np.float64)
    outcomes = np.empty(games, np.int8)
    luck = np.empty(1, np.uint64)
    weight = weights.sum()
    for machine in range(batch.machines):
        luck[0] = mix(seed + np.uint64(batch.start + machine + 1) * STEP)
        beads[:] = start
        totals[:] = full
        numbers[:] = 0
        for game in range(games):
            state = lead = trailed = ply = 0
            made[0] = made[1] = 0
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
                            empty = schedules[mover, EMPTY]
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
                        after, known = position_of[child[other]], position_of[child[best]]
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
                                expect(outlook, beads, totals, hopes)
                                foreseen = True
                            edge = least_hope(edge, first[state + 1], child, hopes, luck)
                        else:
                            place = choice_first[part, state]
                            edge = choice[place + below(luck, choice_first[part, state + 1] - place)]
                lead += gain[edge] if mover == 0 else -gain[edge]
                state = child[edge]
                ply += 1
            while trailed > 0:
                trailed -= 1
                met[trail[trailed]] = 0
            for player in range(2):
                own = outcome if player == 0 else -outcome
                if kinds[player] == BEADS:
                    row, own_picks = (row_0, picks_0) if player == 0 else (row_1, picks_1)
                    teach(row, own, resigned == player, beads, totals, slots, slot_box, own_picks, made[player])
                elif kinds[player] == POSITIONS:
                    amount = schedules[player, AMOUNTS + (2 if own < 0 else own) * schedules[player, WIDTH]]
                    for index in range(made[player]):
                        numbers[player, picks[player, index]] += amount
            outcomes[game] = outcome if side == 0 else -outcome
        enter(batch, machine, outcomes, beads, totals)
