"""The boxes of a kit against the decisions that the rules ask for: all there, none too many, each in its turn."""

import string
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from kitgen.check.kit.reference import Reference, least_image
from kitgen.check.kit.wording import say_box, say_move
from kitgen.check.report import Check, counted, found_faults
from kitgen.kit.kit import Box, Kit
from kitgen.model import Move, Position


def complete(kit: Kit, reference: Reference) -> Check:
    """Return whether each decision of the machine has a box, or a line in the sheet of what is always played."""
    held = {reference.least(box.position) for box in (*kit.boxes, *kit.always)}
    lines = f" and {counted(len(kit.always), 'line')} of what is always played" if kit.always else ""
    missing = sorted(reference.turns.keys() - held)
    return found_faults(
        "every decision has a box",
        counted(len(reference.turns), "decision"),
        f"{counted(len(kit.boxes), 'box')}{lines}, {len(missing)} missing",
        [f"there is no box for {kit.game.text(position)}" for position in missing],
        f"{counted(reference.reached, 'position')} walked one by one, then gathered by symmetry",
    )


def reachable(kit: Kit, reference: Reference) -> Check:
    """Return whether each box is a decision that the machine can meet."""
    faults = []
    for box in (*kit.boxes, *kit.always):
        if reference.least(box.position) not in reference.turns:
            reason = reference.why_not(box.position) or "it is never reached"
            faults.append(f"{say_box(kit, box)} is no decision of the machine: {reason}")
    return found_faults("no box is unreachable", "0 such boxes", str(len(faults)), faults)


def turns(kit: Kit, reference: Reference) -> Check:
    """Return whether each box says on which turn it is first met, and whether also later."""
    faults = []
    for box in (*kit.boxes, *kit.always):
        least = reference.least(box.position)
        if least not in reference.turns:
            continue
        # The turns of the whole game; in kits of earlier versions, those of the kit's own games.
        met, own = reference.turns[least], reference.own_turns[least]
        if box.turn not in (met[0], own[0]):
            faults.append(f"{say_box(kit, box)} says turn {box.turn}, but is first met on turn {met[0]}")
        elif kit.game.repetition is None and box.later not in (len(met) > 1, len(own) > 1):
            faults.append(
                f"{say_box(kit, box)} says that it is {'' if box.later else 'not '}met on later turns, which is wrong"
            )
    return found_faults("turns are right", "the turn of the first meeting", counted(len(kit.boxes), "box"), faults)


def arrivals(kit: Kit, reference: Reference) -> Check:
    """Return whether each box says by which moves of the other side it is reached."""
    faults, count = [], 0
    for box in kit.boxes:
        said, true = Counter(box.arrivals), reference.arrivals(box)
        count += len(true)
        faults += [
            f"{say_box(kit, box)}: {say_move(kit, move)} leads to it, but the kit does not say so"
            for move in sorted(true - said.keys(), key=_order)
        ]
        faults += [
            f"{say_box(kit, box)}: the kit says {counted(n, 'time')} that {say_move(kit, move)} leads to it: wrong"
            for move, n in said.items()
            if n > (move in true)
        ]
    return found_faults("how boxes are reached is right", counted(count, "move"), f"{len(faults)} wrong", faults)


def mirrors(kit: Kit) -> Check:
    """Return whether no box is an image of another, but for those that the kit declares."""
    declared = {least_image(kit.game, kit.game.parse(text)) for text in kit.choices.mirrors}
    groups = defaultdict[Position, list[Box]](list)
    for box in kit.boxes:
        groups[least_image(kit.game, box.position)].append(box)
    ids = {box.id: box for box in kit.boxes}
    faults = []
    for position, boxes in groups.items():
        names = " and ".join(box.id for box in boxes)
        if len(boxes) > 1 and position not in declared:
            faults.append(f"boxes {names} are images of one another ({kit.game.text(position)})")
        elif len(boxes) != 2 and position in declared:
            faults.append(f"{kit.game.text(position)} needs a box and one for its mirror image, but has {names}")
        elif position in declared and boxes[0].position == boxes[1].position:
            faults.append(f"boxes {names} are the same position, not mirror images")
    faults += [
        f"there is no box for {text}, which is said to have a mirror image"
        for text in kit.choices.mirrors
        if least_image(kit.game, kit.game.parse(text)) not in groups
    ]
    for box in kit.boxes:
        if box.mirror_of is not None:
            other = ids.get(box.mirror_of)
            if other is None or least_image(kit.game, other.position) != least_image(kit.game, box.position):
                faults.append(f"{say_box(kit, box)} is said to be the mirror image of {box.mirror_of}, which it is not")
    expected = f"{len(declared)} mirror images, as declared" if declared else "no mirror images"
    pairs = sum(len(boxes) - 1 for boxes in groups.values())
    return found_faults("no two boxes are mirror images", expected, f"{pairs} mirror images", faults)


def ids(kit: Kit) -> Check:
    """Return whether each box has an id of its own, which begins with the letter of its row."""
    every = (*kit.boxes, *kit.always)
    counts = Counter(box.id for box in every)
    faults = [f"{n} boxes are called {box_id}" for box_id, n in counts.items() if n > 1]
    match kit.choices.rows_by:
        case "turn":
            expected = "a letter for the turn and a number"
            faults += [
                f"{say_box(kit, box)} is met on turn {box.turn}, whose letter is {_letter(box.turn)}"
                for box in every
                if _row(box) != _letter(box.turn)
            ]
        case "lying":
            expected = "a letter for what lies on the board and a number"
            faults += list(_wrong_counts(kit, every))
        case "none":
            expected = "the number of what lies on the board"
            lying = {box: kit.game.diagram.lying(box.position) for box in every}
            faults += [
                f"{say_box(kit, box)} has {n} lying on its board" for box, n in lying.items() if box.id != str(n)
            ]
    return found_faults("ids are unique", expected, counted(len(counts), "id"), faults)


def _wrong_counts(kit: Kit, boxes: Sequence[Box]) -> Iterator[str]:
    """Yield the boxes whose letter does not stand for what lies on their boards, the first letter for the most."""
    rows = defaultdict[int, list[Box]](list)
    for box in boxes:
        rows[kit.game.diagram.lying(box.position)].append(box)
    before = ""
    for count in sorted(rows, reverse=True):
        letters = Counter(map(_row, rows[count]))
        usual = letters.most_common(1)[0][0]
        yield from (
            f"{say_box(kit, box)} shows {count}, and other boxes that do are in row {usual}"
            for box in rows[count]
            if _row(box) != usual
        )
        if (len(usual), usual) <= (len(before), before):
            yield f"row {usual} shows {count}, but comes not after row {before}, which shows more"
        before = usual


def _row(box: Box) -> str:
    """Return the letter of a box's row; the lines of earlier express kits have a star behind it."""
    return box.id.rstrip("0123456789").removesuffix("*")


def _letter(turn: int) -> str:
    """Return the letter of a turn: A to Z, then AA to ZZ.

    >>> _letter(3), _letter(27), _letter(53)
    ('C', 'AA', 'BA')
    """
    before, number = divmod(turn - 1, len(string.ascii_uppercase))
    return (string.ascii_uppercase[before - 1] if before else "") + string.ascii_uppercase[number]


def _order(move: Move) -> tuple[int, int]:
    return -1 if move.source is None else move.source, move.target
