"""A kit against the rules of its game: every box, slot, colour, bead and verdict."""

from collections import Counter
from collections.abc import Iterator

from kitgen.check.kit.oracle import Searcher
from kitgen.check.kit.reference import Truth
from kitgen.check.report import Check, found_faults, left_out
from kitgen.kit.build import turn_letter
from kitgen.kit.kit import Box, Kit
from kitgen.kit.kit_json import with_hash
from kitgen.model import Move, Position
from kitgen.theory.solve import verdict


def kit_checks(kit: Kit, truth: Truth | None) -> Iterator[Check]:
    """Yield the checks of a kit against the rules.

    Args:
        kit: the kit.
        truth: what the rules say; None when the game is too large to walk.
    """
    yield _hash(kit)
    if truth is None:
        yield left_out("every decision has a box", f"{kit.game_spec} has too many positions to walk them all")
    else:
        yield _complete(kit, truth)
        yield _reachable(kit, truth)
        yield _turns(kit, truth)
    yield _mirrors(kit)
    yield _legal(kit)
    yield _all_moves(kit)
    yield _merged(kit)
    yield _colours(kit)
    yield _ids(kit)
    yield _beads(kit)
    searcher = Searcher(kit.game)
    yield _verdicts(kit, searcher)
    yield _winning(kit, searcher)
    if kit.choices.express or kit.always:
        yield _express(kit, searcher)


def _where(kit: Kit, box: Box) -> str:
    return f"box {box.id} ({kit.game.text(box.position)})"


def _move(kit: Kit, move: Move) -> str:
    return kit.game.move_text(move)


def _least(kit: Kit, position: Position) -> Position:
    """Return the least image of a position."""
    return min(symmetry.position(position) for symmetry in kit.game.symmetries)


def _hash(kit: Kit) -> Check:
    own = with_hash(kit).hash
    faults = [] if own == kit.hash else [f"the kit says {kit.short_hash}, but what it holds gives {own[:8]}"]
    return found_faults("the hash fits the kit", own[:8], kit.short_hash or "none", faults)


def _complete(kit: Kit, truth: Truth) -> Check:
    held = {truth.least(box.position) for box in (*kit.boxes, *kit.always)}
    lines = f" and {len(kit.always)} lines of what is always played" if kit.always else ""
    missing = sorted(truth.decisions.keys() - held)
    return found_faults(
        "every decision has a box",
        f"{len(truth.decisions)} decisions",
        f"{len(kit.boxes)} boxes{lines}, {len(missing)} missing",
        [f"there is no box for {kit.game.text(position)}" for position in missing],
        f"{truth.reached:,} positions walked one by one, then gathered by symmetry",
    )


def _reachable(kit: Kit, truth: Truth) -> Check:
    faults = []
    for box in (*kit.boxes, *kit.always):
        if truth.least(box.position) not in truth.decisions:
            reason = truth.why_not(box.position) or "it is never reached"
            faults.append(f"{_where(kit, box)} is no decision of the machine: {reason}")
    return found_faults("no box is unreachable", "0 such boxes", str(len(faults)), faults)


def _turns(kit: Kit, truth: Truth) -> Check:
    faults = []
    for box in (*kit.boxes, *kit.always):
        decision = truth.decisions.get(truth.least(box.position))
        if decision is None:
            continue
        if box.turn != decision.turns[0]:
            faults.append(f"{_where(kit, box)} says turn {box.turn}, but is first met on turn {decision.turns[0]}")
        elif kit.game.repetition is None and box.later != (len(decision.turns) > 1):
            faults.append(
                f"{_where(kit, box)} says that it is {'' if box.later else 'not '}met on later turns, which is wrong"
            )
    return found_faults("turns are right", "the turn of the first meeting", f"{len(kit.boxes)} boxes", faults)


def _mirrors(kit: Kit) -> Check:
    declared = {_least(kit, kit.game.parse(text)) for text in kit.choices.mirrors}
    groups: dict[Position, list[Box]] = {}
    for box in kit.boxes:
        groups.setdefault(_least(kit, box.position), []).append(box)
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
        if _least(kit, kit.game.parse(text)) not in groups
    ]
    for box in kit.boxes:
        if box.mirror_of is not None:
            other = ids.get(box.mirror_of)
            if other is None or _least(kit, other.position) != _least(kit, box.position):
                faults.append(f"{_where(kit, box)} is said to be the mirror image of {box.mirror_of}, which it is not")
    expected = f"{len(declared)} mirror images, as declared" if declared else "no mirror images"
    pairs = sum(len(boxes) - 1 for boxes in groups.values())
    return found_faults("no two boxes are mirror images", expected, f"{pairs} mirror images", faults)


def _legal(kit: Kit) -> Check:
    faults, count = [], 0
    for box in kit.boxes:
        legal = kit.game.legal_moves(box.position)
        for slot in box.slots:
            count += len(slot.moves)
            faults += [f"{_where(kit, box)}: {_move(kit, m)} is not a legal move" for m in slot.moves if m not in legal]
    return found_faults("every slot is a legal move", "only legal moves", f"{count} moves in slots", faults)


def _all_moves(kit: Kit) -> Check:
    faults, count = [], 0
    for box in kit.boxes:
        held = Counter(move for slot in box.slots for move in slot.moves)
        legal = kit.game.legal_moves(box.position)
        count += len(legal)
        faults += [f"{_where(kit, box)}: the move {_move(kit, move)} has no slot" for move in legal if not held[move]]
        faults += [f"{_where(kit, box)}: {_move(kit, move)} has {n} slots" for move, n in held.items() if n > 1]
    slots = sum(len(box.slots) for box in kit.boxes)
    return found_faults("every legal move has its slot", f"{count} legal moves", f"{slots} slots for them", faults)


def _merged(kit: Kit) -> Check:
    faults = []
    for box in kit.boxes:
        own = [s for s in kit.game.symmetries if s.position(box.position) == box.position]
        for slot in box.slots:
            orbit = {s.move(slot.moves[0]) for s in own} if kit.choices.merged else {slot.moves[0]}
            if set(slot.moves) != orbit:
                faults.append(
                    f"{_where(kit, box)}: the slot of {_move(kit, slot.moves[0])} holds "
                    f"{', '.join(_move(kit, m) for m in slot.moves)} instead of "
                    f"{', '.join(_move(kit, m) for m in sorted(orbit))}"
                )
    expected = "symmetric moves share a slot" if kit.choices.merged else "each move has a slot of its own"
    return found_faults("merged moves are right", expected, f"{len(faults)} wrong", faults)


def _colours(kit: Kit) -> Check:
    faults = []
    by_cell: dict[int, str] = {}
    for box in kit.boxes:
        for part in ("key", "letter", "symbol"):
            counts = Counter(getattr(slot.colour, part) for slot in box.slots)
            what = "colour" if part == "key" else part
            faults += [f"{_where(kit, box)}: {n} slots have the {what} {value}" for value, n in counts.items() if n > 1]
        for slot in box.slots if kit.choices.colour_by == "cell" else ():
            if by_cell.setdefault(slot.moves[0].target, slot.colour.key) != slot.colour.key:
                faults.append(f"{_where(kit, box)}: {_move(kit, slot.moves[0])} has not the colour of its cell")
    most = max((len(box.slots) for box in kit.boxes), default=0)
    return found_faults(
        "colours differ within a box", "one colour, letter and symbol a slot", f"up to {most} slots in a box", faults
    )


def _ids(kit: Kit) -> Check:
    counts = Counter(box.id for box in kit.boxes)
    faults = [f"{n} boxes are called {box_id}" for box_id, n in counts.items() if n > 1]
    faults += [
        f"{_where(kit, box)} is met on turn {box.turn}, whose letter is {turn_letter(box.turn)}"
        for box in kit.boxes
        if box.id.rstrip("0123456789") != turn_letter(box.turn)
    ]
    return found_faults("ids are unique", "a letter for the turn and a number", f"{len(counts)} ids", faults)


def _beads(kit: Kit) -> Check:
    faults = []
    for box in kit.boxes:
        beads = kit.rule.beads(box.turn)
        for slot in box.slots:
            if slot.beads != beads:
                moves = _move(kit, slot.moves[0])
                faults.append(f"{_where(kit, box)}: {moves} starts with {slot.beads} beads instead of {beads}")
    expected = sum(kit.rule.beads(box.turn) * len(box.slots) for box in kit.boxes)
    return found_faults("starting beads are right", f"{expected} beads", f"{kit.beads} beads", faults)


def _verdicts(kit: Kit, searcher: Searcher) -> Check:
    name = "verdicts are right"
    faults, unknown, count = [], 0, 0
    for box in kit.boxes:
        worth = searcher.moves(box.position)
        for slot in box.slots:
            for move in slot.moves:
                if move not in worth:  # an illegal move, named by another check
                    continue
                true, count = worth[move], count + 1
                if true is None:
                    unknown += 1
                elif (slot.value, slot.plies) != true:
                    faults.append(
                        f"{_where(kit, box)}: {_move(kit, move)} {_verdict(kit, *true)}, "
                        f"but the kit says {_verdict(kit, slot.value, slot.plies)}"
                    )
    if unknown and not faults:
        return left_out(name, f"{unknown} of {count} moves lead to too many positions")
    how = "searched depth first" if kit.game.repetition is None else "by retrograde analysis, as positions recur"
    return found_faults(name, "what best play gives", f"{count} moves, {len(faults)} wrong", faults, how)


def _verdict(kit: Kit, value: int, plies: int | None) -> str:
    """Return a value in words."""
    points = f" by {value:+d}" if kit.game.scoring else ""
    return f"{verdict(value)}{points}" + ("" if plies is None else f" in {plies}")


def _winning(kit: Kit, searcher: Searcher) -> Check:
    name = "each box that is won has a winning bead"
    faults, won, unknown = [], 0, 0
    for box in kit.boxes:
        known = searcher.worth(box.position)
        if known is None:
            unknown += 1
        elif known.score > 0:
            won += 1
            winning = {move for move, worth in searcher.moves(box.position).items() if worth and worth.score > 0}
            if not any(slot.beads > 0 and winning.intersection(slot.moves) for slot in box.slots):
                faults.append(f"{_where(kit, box)} can be won, but holds no bead for a winning move")
    if unknown and not faults:
        return left_out(name, f"{unknown} boxes lead to too many positions")
    return found_faults(name, f"{won} boxes that are won", f"{won - len(faults)} with a winning bead", faults)


def _express(kit: Kit, searcher: Searcher) -> Check:
    """Return whether an express kit leaves out nothing that could be learned, and says what is best there."""
    faults = []
    for box in kit.boxes:
        signs = _signs(searcher, box.position)
        if len(signs) == 1 and -1 not in signs:
            faults.append(f"{_where(kit, box)} has nothing to learn")
    for box in kit.always:
        worth = searcher.moves(box.position)
        values = {move: known.score for move, known in worth.items() if known is not None}
        moves = box.slots[0].moves
        name = f"{box.id} ({kit.game.text(box.position)})"
        if not values.keys() >= set(moves):
            faults.append(f"{name}: {_move(kit, moves[0])} is not a legal move")
        elif len(_signs(searcher, box.position)) > 1 or max(values.values()) < 0:
            faults.append(f"{name} could be learned and needs a box")
        elif any(values[move] < max(values.values()) for move in moves):
            faults.append(f"{name}: {_move(kit, moves[0])} is not the best move")
    return found_faults(
        "the express kit can learn the same",
        "boxes where moves differ or all lose, best moves elsewhere",
        f"{len(kit.boxes)} boxes, {len(kit.always)} lines",
        faults,
    )


def _signs(searcher: Searcher, position: Position) -> set[int]:
    """Return which verdicts the moves of a position have, as signs."""
    values = (worth.score for worth in searcher.moves(position).values() if worth is not None)
    return {(value > 0) - (value < 0) for value in values}
