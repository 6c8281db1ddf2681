"""The slots of each box against the rules: its legal moves, merged by symmetry, with colours and beads."""

from collections import Counter

from kitgen.check.kit.wording import say_box, say_move
from kitgen.check.report import Check, counted, found_faults
from kitgen.kit.kit import Kit


def legal(kit: Kit) -> Check:
    """Return whether slots hold only legal moves."""
    faults, count = [], 0
    for box in kit.boxes:
        legal = kit.game.legal_moves(box.position)
        for slot in box.slots:
            count += len(slot.moves)
            faults += [
                f"{say_box(kit, box)}: {say_move(kit, m)} is not a legal move" for m in slot.moves if m not in legal
            ]
    return found_faults("every slot is a legal move", "only legal moves", f"{counted(count, 'move')} in slots", faults)


def all_moves(kit: Kit) -> Check:
    """Return whether each legal move has one slot."""
    faults, count = [], 0
    for box in kit.boxes:
        held = Counter(move for slot in box.slots for move in slot.moves)
        legal = kit.game.legal_moves(box.position)
        count += len(legal)
        faults += [
            f"{say_box(kit, box)}: the move {say_move(kit, move)} has no slot" for move in legal if not held[move]
        ]
        faults += [
            f"{say_box(kit, box)}: {say_move(kit, move)} has {counted(n, 'slot')}" for move, n in held.items() if n > 1
        ]
    slots = sum(len(box.slots) for box in kit.boxes)
    return found_faults(
        "every legal move has its slot", counted(count, "legal move"), f"{counted(slots, 'slot')} for them", faults
    )


def merged(kit: Kit) -> Check:
    """Return whether the moves that share a slot are those that the box's own symmetries exchange."""
    faults = []
    for box in kit.boxes:
        own = [s for s in kit.game.symmetries if s.position(box.position) == box.position]
        for slot in box.slots:
            orbit = {s.move(slot.moves[0]) for s in own} if kit.choices.merged else {slot.moves[0]}
            if set(slot.moves) != orbit:
                faults.append(
                    f"{say_box(kit, box)}: the slot of {say_move(kit, slot.moves[0])} holds "
                    f"{', '.join(say_move(kit, m) for m in slot.moves)} instead of "
                    f"{', '.join(say_move(kit, m) for m in sorted(orbit))}"
                )
    expected = "symmetric moves share a slot" if kit.choices.merged else "each move has a slot of its own"
    return found_faults("merged moves are right", expected, f"{len(faults)} wrong", faults)


def colours(kit: Kit) -> Check:
    """Return whether colours, letters and symbols tell the slots of a box apart."""
    faults = []
    by_cell: dict[int, str] = {}
    for box in kit.boxes:
        for part in ("key", "letter", "symbol"):
            counts = Counter(getattr(slot.colour, part) for slot in box.slots)
            what = "colour" if part == "key" else part
            faults += [
                f"{say_box(kit, box)}: {n} slots have the {what} {value}" for value, n in counts.items() if n > 1
            ]
        for slot in box.slots if kit.choices.colour_by == "cell" else ():
            if by_cell.setdefault(slot.moves[0].target, slot.colour.key) != slot.colour.key:
                faults.append(f"{say_box(kit, box)}: {say_move(kit, slot.moves[0])} has not the colour of its cell")
    most = max((len(box.slots) for box in kit.boxes), default=0)
    return found_faults(
        "colours differ within a box",
        "one colour, letter and symbol a slot",
        f"up to {counted(most, 'slot')} in a box",
        faults,
    )


def beads(kit: Kit) -> Check:
    """Return whether each slot starts with the beads that the rule gives it."""
    faults = []
    for box in kit.boxes:
        beads = kit.rule.beads(box.turn)
        for slot in box.slots:
            if slot.beads != beads:
                moves, has = say_move(kit, slot.moves[0]), counted(slot.beads, "bead")
                faults.append(f"{say_box(kit, box)}: {moves} starts with {has} instead of {beads}")
    expected = sum(kit.rule.beads(box.turn) * len(box.slots) for box in kit.boxes)
    return found_faults("starting beads are right", counted(expected, "bead"), counted(kit.beads, "bead"), faults)
