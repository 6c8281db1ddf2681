"""The compiled kernel for the usual case, with less to look up: one machine with beads against listed choices.

It plays what ``kernel.py`` plays, draw for draw, where one side is a machine with beads, the other always draws from
one list of moves, neither points nor repetition decide a game, and the rule adds one number to all moves or to the
last one. Indices are cast to unsigned numbers, because Numba tests signed ones for counting from the end of an array.

Nothing compiled is shared with ``kernel.py``: Numba's cache on disk notices changes of a function's own file only.
"""

from typing import Any

import numpy as np

from kitgen.compiled import compiled
from kitgen.experiment.arrays import BEADS, EMPTY, LISTED, NO_CEILING, POLICY, Flat, Rules

_GAMMA, _MIX_1, _MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_OVER, _OWN, _OTHER, _FORCED = 0, 1, 2, 3
_RESIGN, _DRAW, _REFILL = EMPTY["resign"], EMPTY["draw"], EMPTY["refill"]


def suits(flat: Flat, rules: Rules, side: int) -> bool:
    """Return whether this kernel knows the rule and the opponent of a machine in a game without points."""
    rule = rules.empty[side], rules.floor[side], rules.ceiling[side], rules.last[side].any()
    ends = rules.ends[side]
    return (
        sorted(rules.kind.tolist()) == [POLICY, BEADS]
        and flat.ways.tolist() == [LISTED]
        and len(flat.script) == 0
        and flat.repetition == 0
        and rule == (rule[0], 0, NO_CEILING, False)
        and rule[0] != EMPTY["keep-last"]
        and bool(((ends == 0) | ((ends == 1) & (rules.every[side] == 0))).all())
    )


@compiled
def mix(value: Any) -> Any:
    """Return 64 bits that each depend on all bits of ``value``, as ``stream.mix`` does."""
    value = (value ^ (value >> _30)) * _MIX_1
    value = (value ^ (value >> _27)) * _MIX_2
    return value ^ (value >> _31)


@compiled
def scale(bits: Any, count: Any) -> Any:
    """Return 64 random bits scaled to a number below ``count``: the upper half of their product."""
    wide = np.uint64(count)
    return np.int64(((bits >> _32) * wide + ((bits & _LOW) * wide >> _32)) >> _32)


@compiled
def prepare(flat: Any, side: Any) -> Any:
    """Return the states in rows of four numbers, and where the opponent's choices lead.

    A row holds what kind of state it is and, for a finished game, the outcome for the machine; for a box, what to
    add to a slot's number to get its edge, and the box; for the opponent, its first choice and how many there are;
    for a forced move, where it leads.
    """
    rows = np.zeros((len(flat.result), 4), np.int32)
    for state in range(len(flat.result)):
        row = rows[state]
        first = flat.first[state]
        mine = flat.to_move[state] == side
        if flat.first[state + 1] == first:
            row[0] = _OVER
            row[1] = flat.result[state] if mine else -flat.result[state]
        elif not mine:
            row[0] = _OTHER
            row[1] = flat.choice_first[0, state]
            row[2] = flat.choice_first[0, state + 1] - row[1]
        elif flat.box[state] < 0:
            row[0] = _FORCED
            row[1] = flat.child[first]
        else:
            row[0] = _OWN
            row[1] = first - flat.slots[flat.box[state]]
            row[2] = flat.box[state]
    targets = np.empty(len(flat.choice), np.int32)
    for place in range(len(targets)):
        targets[place] = flat.child[flat.choice[place]]
    return rows, targets


@compiled
def play_plain(
    flat: Any, rules: Any, side: Any, begin: Any, count: Any, games: Any, seed: Any,
    wins: Any, losses: Any, by_machine: Any, left: Any, emptied: Any, tracks: Any,
) -> None:  # fmt: skip
    """Play all games of some machines; see ``kernel.play_machines``."""
    boxes = len(flat.slots) - 1
    beads = np.empty(len(flat.start), np.int32)
    totals = np.empty(boxes, np.int32)
    drawn = np.empty(flat.longest + 1, np.int32)
    rows, targets = prepare(flat, side)
    child, slots, slot_box = flat.child, flat.slots, flat.slot_box
    empty = rules.empty[side]
    # For each outcome, how many moves from the end change, and by how much.
    reach_0, reach_1, reach_2 = rules.reach[side, 0], rules.reach[side, 1], rules.reach[side, 2]
    amounts = np.zeros(3, np.int64)
    for code in range(3):
        amounts[code] = rules.from_end[side, code, 0] if rules.ends[side, code] == 1 else rules.every[side, code]
    amount_0, amount_1, amount_2 = amounts[0], amounts[1], amounts[2]
    for machine in range(count):
        luck = mix(seed + np.uint64(begin + machine + 1) * _GAMMA)
        beads[:] = flat.start
        for box in range(boxes):
            totals[box] = beads[slots[box] : slots[box + 1]].sum()
        won = lost = last_loss = 0
        for game in range(games):
            state = np.uintp(0)
            made = 0
            outcome = 0
            resigned = False
            while True:
                kind = rows[state, 0]
                if kind == _OTHER:
                    chosen = np.uintp(rows[state, 1])
                    choices = rows[state, 2]
                    if choices > 1:
                        luck += _GAMMA
                        chosen = np.uintp(np.int64(chosen) + scale(mix(luck), choices))
                    state = np.uintp(targets[chosen])
                elif kind == _OWN:
                    opened = np.uintp(rows[state, 2])
                    slot = np.uintp(slots[opened])
                    total = totals[opened]
                    if total <= 0:
                        if empty != _REFILL:
                            resigned = True
                            outcome = 0 if empty == _DRAW else -1
                            break
                        for other in range(slots[opened], slots[opened + np.uintp(1)]):
                            beads[other] = flat.start[other]
                            total += flat.start[other]
                        totals[opened] = total
                    if total > 1:
                        luck += _GAMMA
                        bead = scale(mix(luck), total) - beads[slot]
                    else:
                        bead = np.int64(0) - beads[slot]
                    while bead >= 0:
                        slot += np.uintp(1)
                        bead -= beads[slot]
                    drawn[np.uintp(made)] = slot
                    made += 1
                    state = np.uintp(child[np.uintp(np.int64(rows[state, 1]) + np.int64(slot))])
                elif kind == _OVER:
                    outcome = rows[state, 1]
                    break
                else:
                    state = np.uintp(rows[state, 1])
            reach = reach_2 if outcome < 0 else reach_1 if outcome > 0 else reach_0
            if reach > 0:
                amount = amount_2 if outcome < 0 else amount_1 if outcome > 0 else amount_0
                if reach == 1 and resigned and empty == _RESIGN:
                    reach = 0  # the last move is the one that was not made
                for back in range(min(made, reach)):
                    slot = np.uintp(drawn[np.uintp(made - 1 - back)])
                    opened = np.uintp(slot_box[slot])
                    before = beads[slot]
                    after = max(before + amount, 0)
                    beads[slot] = after
                    totals[opened] += after - before
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
        for place in range(len(beads)):
            left[place] += beads[place]
        for box in range(boxes):
            if totals[box] == 0:
                emptied[box] += 1
