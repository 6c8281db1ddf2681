"""The compiled kernel: plays games of many machines on flat arrays, equal to ``paper.py`` draw for draw."""

from typing import Any

import numpy as np

from kitgen.compiled import compiled
from kitgen.experiment.arrays import ADVERSARY, BEADS, LISTED, ONGOING, POLICY, POSITIONS

_GAMMA, _MIX_1, _MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)

_RESIGN_BLAME, _RESIGN, _DRAW, _REFILL, _KEEP_LAST = range(5)
_REMOVE, _ONLY = 1, 2

#: As in ``opponents.py``.
_NEARLY = 1e-9


@compiled
def mix(value: Any) -> Any:
    """Return 64 bits that each depend on all bits of ``value``, as ``stream.mix`` does."""
    value = (value ^ (value >> _30)) * _MIX_1
    value = (value ^ (value >> _27)) * _MIX_2
    return value ^ (value >> _31)


@compiled
def below(luck: Any, count: Any) -> Any:
    """Return one of the numbers 0 to ``count - 1`` and move the stream on.

    Args:
        luck: uint64[1]; the stream's key plus what it has drawn, times GAMMA.
        count: how many numbers there are, below 2^32.
    """
    if count == 1:
        return 0
    luck[0] += _GAMMA
    bits = mix(luck[0])
    wide = np.uint64(count)
    # The upper 64 bits of the product, in two halves.
    return np.int64(((bits >> _32) * wide + ((bits & _LOW) * wide >> _32)) >> _32)


@compiled
def learn(
    flat: Any, rules: Any, side: Any, beads: Any, totals: Any, drawn: Any, count: Any, code: Any, resigned: Any
) -> None:
    """Do to the beads what a side's rule says, as ``rules.learn`` does.

    Args:
        flat: the game.
        rules: the rules of both sides.
        side: whose rule and record.
        beads: int32[s]; changed in place.
        totals: int32[b]; beads by box, changed in place.
        drawn: int32[longest]; the slots drawn, in order.
        count: how many were drawn.
        code: the outcome for this side: 0 draw, 1 win, 2 loss.
        resigned: True when it met an empty box.
    """
    back = 1 if resigned and rules.empty[side] == _RESIGN else 0
    reach = rules.reach[side, code]
    last = rules.last[side, code]
    floor, ceiling = rules.floor[side], rules.ceiling[side]
    place = count - 1
    while place >= 0 and back < reach:
        slot = drawn[place]
        box = flat.slot_box[slot]
        before = beads[slot]
        spare = before
        if rules.empty[side] == _KEEP_LAST:
            spare = min(spare, totals[box] - 1)
        if back == 0 and last == _REMOVE:
            after = before - spare
        elif back == 0 and last == _ONLY:
            for other in range(flat.slots[box], flat.slots[box + 1]):
                beads[other] = 0
            totals[box] = before
            beads[slot] = before
            after = ceiling
        else:
            amount = rules.from_end[side, code, back] if back < rules.ends[side, code] else rules.every[side, code]
            if amount < 0:
                after = max(before - min(-amount, spare), min(before, floor))
            else:
                after = min(before + amount, max(before, ceiling))
        beads[slot] = after
        totals[box] += after - before
        place -= 1
        back += 1


@compiled
def expect(flat: Any, rules: Any, side: Any, beads: Any, totals: Any, hopes: Any) -> None:
    """Fill in what the machine on a side can expect in each state against an adversary, as ``Hopes`` does.

    Args:
        flat: the game.
        rules: the rules of both sides.
        side: the machine's side.
        beads: int32[s]; its beads.
        totals: int32[b]; the same by box.
        hopes: float64[n]; filled in.
    """
    for state in flat.order:
        value = flat.result[state]
        first, end = flat.first[state], flat.first[state + 1]
        mine = flat.to_move[state] == side
        if value != ONGOING:
            sign = 1.0 if value > 0 else -1.0 if value < 0 else 0.0
            hopes[state] = sign if mine else -sign
        elif not mine:
            least = 2.0
            for edge in range(first, end):
                least = min(least, hopes[flat.child[edge]])
            hopes[state] = least
        elif flat.box[state] < 0:
            hopes[state] = hopes[flat.child[first]]
        else:
            box = flat.box[state]
            slot = flat.slots[box]
            empty = totals[box] == 0
            if empty and rules.empty[side] != _REFILL:
                hopes[state] = 0.0 if rules.empty[side] == _DRAW else -1.0
                continue
            hope = 0.0
            total = 0
            for edge in range(first, end):
                count = flat.start[slot] if empty else beads[slot]
                if count > 0:
                    hope += count * hopes[flat.child[edge]]
                    total += count
                slot += 1
            hopes[state] = hope / total


@compiled
def choose(flat: Any, state: Any, own_lead: Any, part: Any, luck: Any, hopes: Any) -> Any:
    """Return the edge that one part of a policy chooses.

    Args:
        flat: the experiment.
        state: where it chooses.
        own_lead: points of the chooser minus the other's.
        part: the part of the policy.
        luck: the stream.
        hopes: float64[n]; what an adversary's machine can expect.
    """
    first, end = flat.first[state], flat.first[state + 1]
    if flat.ways[part] == LISTED:
        start = flat.choice_first[part, state]
        return flat.choice[start + below(luck, flat.choice_first[part, state + 1] - start)]
    count = 0
    least = 2.0
    if flat.ways[part] == ADVERSARY:
        for edge in range(first, end):
            least = min(least, hopes[flat.child[edge]])
        least += _NEARLY
    # Once to count the moves that qualify, and once to find the one that is drawn.
    drawn = -1
    for _ in range(2):
        number = 0
        for edge in range(first, end):
            child = flat.child[edge]
            if flat.ways[part] == ADVERSARY:
                fits = hopes[child] < least
            else:
                fits = flat.result[child] != ONGOING and own_lead + flat.gain[edge] - flat.result[child] > 0
            if fits:
                if number == drawn:
                    return edge
                number += 1
        if drawn < 0:
            count = number
            if count == 0:
                return first + below(luck, end - first)
            drawn = below(luck, count)
    return first


@compiled
def play_machines(
    flat: Any, rules: Any, side: Any, begin: Any, count: Any, games: Any, seed: Any,
    wins: Any, losses: Any, by_machine: Any, left: Any, emptied: Any, tracks: Any,
) -> None:  # fmt: skip
    """Play all games of some machines.

    Args:
        flat: the game.
        rules: the rules of both sides.
        side: the machine's side.
        begin: the number of the first machine.
        count: how many machines.
        games: how many games each.
        seed: uint64; the mixed seed.
        wins: int32[games]; how many machines won each game, added to.
        losses: int32[games]; how many lost it, added to.
        by_machine: int64[count, 4]; wins, draws, losses and the number of the last lost game.
        left: int64[s]; beads left at the end, added to.
        emptied: int64[b]; machines that emptied a box, added to.
        tracks: int8[k, games]; the outcomes of the first k machines, filled in.
    """
    boxes = len(flat.slots) - 1
    states = len(flat.result)
    beads = np.empty(len(flat.start), np.int32)
    totals = np.empty(boxes, np.int32)
    drawn = np.empty((2, flat.longest + 1), np.int32)
    made = np.zeros(2, np.int64)
    numbers = np.zeros((2, states if rules.kind[0] == POSITIONS or rules.kind[1] == POSITIONS else 1), np.int64)
    met = np.zeros(states if flat.repetition > 0 else 1, np.int32)
    trail = np.empty(2 * flat.longest + 2 if flat.repetition > 0 else 1, np.int32)
    hopes = np.empty(states if len(flat.order) > 0 else 1, np.float64)
    luck = np.empty(1, np.uint64)
    weight = flat.weights.sum()
    parts = len(flat.ways)
    simple = parts == 1 and flat.ways[0] == LISTED and len(flat.script) == 0
    learners = rules.kind[0] != POLICY, rules.kind[1] != POLICY
    for machine in range(count):
        luck[0] = mix(seed + np.uint64(begin + machine + 1) * _GAMMA)
        beads[:] = flat.start
        numbers[:] = 0
        for box in range(boxes):
            totals[box] = beads[flat.slots[box] : flat.slots[box + 1]].sum()
        won = lost = last_loss = 0
        for game in range(games):
            state = lead = trailed = ply = 0
            made[0] = made[1] = 0
            resigned = -1
            foreseen = False
            while True:
                value = flat.result[state]
                mover = flat.to_move[state]
                if flat.repetition > 0:
                    met[state] += 1
                    trail[trailed] = state
                    trailed += 1
                    if value == ONGOING and met[state] == flat.repetition:
                        value = flat.repeated[state]
                if value != ONGOING:
                    total = lead + (value if mover == 0 else -value)
                    outcome = (1 if total > 0 else 0) - (1 if total < 0 else 0)
                    break
                edge = flat.first[state]
                if rules.kind[mover] == BEADS:
                    box = flat.box[state]
                    if box >= 0:
                        slot = flat.slots[box]
                        if totals[box] == 0:
                            if rules.empty[mover] != _REFILL:
                                resigned = mover
                                outcome = 0 if rules.empty[mover] == _DRAW else (-1 if mover == 0 else 1)
                                break
                            for other in range(slot, flat.slots[box + 1]):
                                beads[other] = flat.start[other]
                                totals[box] += flat.start[other]
                        bead = below(luck, totals[box])
                        bead -= beads[slot]
                        while bead >= 0:
                            slot += 1
                            bead -= beads[slot]
                        drawn[mover, made[mover]] = slot
                        made[mover] += 1
                        edge += slot - flat.slots[box]
                elif rules.kind[mover] == POSITIONS:
                    best = edge
                    for other in range(edge + 1, flat.first[state + 1]):
                        if numbers[mover, flat.child[other]] > numbers[mover, flat.child[best]]:
                            best = other
                    edge = best
                    drawn[mover, made[mover]] = flat.child[edge]
                    made[mover] += 1
                elif simple:
                    start = flat.choice_first[0, state]
                    edge = flat.choice[start + below(luck, flat.choice_first[0, state + 1] - start)]
                else:
                    turn = ply // 2
                    scripted = flat.script[turn, state] if turn < len(flat.script) else -1
                    if scripted >= 0:
                        edge = scripted
                    else:
                        bead = below(luck, weight)
                        part = 0
                        bead -= flat.weights[0]
                        while bead >= 0:
                            part += 1
                            bead -= flat.weights[part]
                        if flat.ways[part] == ADVERSARY and not foreseen:
                            expect(flat, rules, side, beads, totals, hopes)
                            foreseen = True
                        edge = choose(flat, state, lead if mover == 0 else -lead, part, luck, hopes)
                lead += flat.gain[edge] if mover == 0 else -flat.gain[edge]
                state = flat.child[edge]
                ply += 1
            while trailed > 0:
                trailed -= 1
                met[trail[trailed]] = 0
            for player in range(2):
                if learners[player]:
                    code = outcome if player == 0 else -outcome
                    if code < 0:
                        code = 2
                    if rules.kind[player] == BEADS:
                        if rules.reach[player, code] > 0:
                            learn(
                                flat, rules, player, beads, totals, drawn[player], made[player], code,
                                resigned == player,
                            )  # fmt: skip
                    else:
                        for place in range(made[player]):
                            numbers[player, drawn[player, place]] += rules.every[player, code]
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
        by_machine[machine, 0] = won
        by_machine[machine, 1] = games - won - lost
        by_machine[machine, 2] = lost
        by_machine[machine, 3] = last_loss
        for slot in range(len(beads)):
            left[slot] += beads[slot]
        for box in range(boxes):
            if totals[box] == 0:
                emptied[box] += 1
