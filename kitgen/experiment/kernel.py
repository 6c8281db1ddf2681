"""The compiled kernel for every match: plays games of many machines, equal to the paper machine pick for pick."""

from typing import Any

import numpy as np

from kitgen.compiled import compiled
from kitgen.experiment.arrays import BEADS, GOES_ON, POSITIONS
from kitgen.machine.foresight import NEARLY
from kitgen.machine.kernels import STEP, below, expect, mix, teach
from kitgen.machine.schedule import AMOUNTS, EMPTY, REFILL, WIDTH


@compiled
def enter(figures: Any, won: Any, lost: Any, games: Any, last_loss: Any) -> None:
    """Enter one machine's wins, draws, losses and last lost game into sums over machines.

    Args:
        figures: int64[4, 4]; for each of these the sum, the sum of squares, the least and the most; changed in place.
        won: how many games it won.
        lost: how many it lost.
        games: how many it played.
        last_loss: the number of the last lost one, or 0.
    """
    for row, figure in enumerate((won, games - won - lost, lost, last_loss)):
        figures[row, 0] += figure
        figures[row, 1] += figure * figure
        figures[row, 2] = min(figures[row, 2], figure)
        figures[row, 3] = max(figures[row, 3], figure)


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
def play_machines(
    arrays: Any, side: Any, begin: Any, count: Any, games: Any, seed: Any,
    wins: Any, losses: Any, figures: Any, left: Any, emptied: Any, tracks: Any,
) -> None:  # fmt: skip
    """Play all games of some machines.

    Args:
        arrays: the match.
        side: the machine's side.
        begin: the number of the first machine.
        count: how many machines.
        games: how many games each.
        seed: uint64; the mixed seed.
        wins: int32[games]; how many machines won each game, added to.
        losses: int32[games]; how many lost it, added to.
        figures: int64[4, 4]; see ``enter``.
        left: int64[s]; beads left at the end, added to.
        emptied: int64[b]; machines that emptied a box, added to.
        tracks: int8[k, games]; the outcomes of the first k machines, filled in.
    """
    # Taken out of the tuple once: to take an array out of it costs as much as a move.
    first, child, gain, lead_at, position_of = arrays.first, arrays.child, arrays.gain, arrays.lead, arrays.position
    result, repeated, to_move, box_at = arrays.result, arrays.repeated, arrays.to_move, arrays.box
    slots, slot_box, start, full = arrays.slots, arrays.slot_box, arrays.start, arrays.totals
    weights, knows_beads, choice_first, choice = arrays.weights, arrays.knows_beads, arrays.choice_first, arrays.choice
    kinds, schedules, script, outlook = arrays.kinds, arrays.schedules, arrays.script, arrays.outlook
    repetition, longest = arrays.repetition, arrays.longest
    states = len(result)
    beads = np.empty(len(start), np.int32)
    totals = np.empty(len(full), np.int32)
    picks = np.empty((2, longest + 1), np.int32)
    picks_0, picks_1, row_0, row_1 = picks[0], picks[1], schedules[0], schedules[1]
    made = np.zeros(2, np.int64)
    numbers = np.zeros((2, states if kinds[0] == POSITIONS or kinds[1] == POSITIONS else 1), np.int64)
    met = np.zeros(states if repetition > 0 else 1, np.int32)
    trail = np.empty(2 * longest + 2 if repetition > 0 else 1, np.int32)
    hopes = np.empty(max(1, len(outlook.order)), np.float64)
    luck = np.empty(1, np.uint64)
    weight = weights.sum()
    for machine in range(count):
        luck[0] = mix(seed + np.uint64(begin + machine + 1) * STEP)
        beads[:] = start
        totals[:] = full
        numbers[:] = 0
        won = lost = last_loss = 0
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
            if side == 1:
                outcome = -outcome
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
        for slot in range(len(beads)):
            left[slot] += beads[slot]
        for box in range(len(totals)):
            emptied[box] += totals[box] == 0
