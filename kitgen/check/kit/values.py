"""What a kit says of its moves against what they are worth, found by looking ahead."""

from kitgen.check.kit.reference import Reference
from kitgen.check.kit.search import Searcher
from kitgen.check.kit.wording import say_box, say_move, say_value
from kitgen.check.report import Check, counted, found_faults, left_out
from kitgen.kit.kit import Kit
from kitgen.model import Position


def verdicts(kit: Kit, searcher: Searcher) -> Check:
    """Return whether each move has the verdict, the points and the plies that best play gives."""
    name = "verdicts are right"
    faults, unknown, count = [], 0, 0
    for box in (*kit.boxes, *kit.always):
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
                        f"{say_box(kit, box)}: {say_move(kit, move)} {say_value(kit, *true)}, "
                        f"but the kit says {say_value(kit, slot.value, slot.plies)}"
                    )
    if unknown and not faults:
        return left_out(name, f"{unknown} of {count} moves lead to too many positions")
    how = (
        "searched depth first" if kit.game.repetition is None else "from the ends of the game back, as positions recur"
    )
    return found_faults(name, "what best play gives", f"{counted(count, 'move')}, {len(faults)} wrong", faults, how)


def outcome(kit: Kit, searcher: Searcher) -> Check:
    """Return whether the kit says who should win the game, and in how many plies."""
    name = "the outcome is right"
    true = searcher.worth(kit.game.start())
    if true is None:
        return left_out(name, f"{kit.game_spec} has too many positions to search them all")
    side = kit.game.sides[0].name
    said, found = (f"{side} {say_value(kit, *worth)}" for worth in (kit.outcome, true))
    faults = [] if kit.outcome == true else [f"with best play {found}, but the kit says that {said}"]
    return found_faults(name, found, said, faults)


def draws(kit: Kit, reference: Reference) -> Check:
    """Return whether the kit says rightly that games can be drawn, or that none can."""
    words = {True: "games can be drawn", False: "no game can be drawn"}
    faults = [] if kit.draws == reference.draws else [f"the kit says: {words[kit.draws]}"]
    return found_faults("draws are right", words[reference.draws], words[kit.draws], faults)


def winning(kit: Kit, searcher: Searcher) -> Check:
    """Return whether each box that can be won holds a bead that wins."""
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
                faults.append(f"{say_box(kit, box)} can be won, but holds no bead for a winning move")
    if unknown and not faults:
        return left_out(name, f"{unknown} boxes lead to too many positions")
    return found_faults(name, f"{counted(won, 'box')} to be won", f"{won - len(faults)} with a winning bead", faults)


def express(kit: Kit, searcher: Searcher) -> Check:
    """Return whether an express kit leaves out nothing that could be learned, and says what is best there."""
    faults = []
    for box in kit.boxes:
        signs = _signs(searcher, box.position)
        if len(signs) == 1 and -1 not in signs:
            faults.append(f"{say_box(kit, box)} has nothing to learn")
    for box in kit.always:
        worth = searcher.moves(box.position)
        values = {move: known.score for move, known in worth.items() if known is not None}
        moves = box.slots[0].moves
        name = f"{box.id} ({kit.game.text(box.position)})"
        if not values.keys() >= set(moves):
            faults.append(f"{name}: {say_move(kit, moves[0])} is not a legal move")
        elif len(_signs(searcher, box.position)) > 1 or max(values.values()) < 0:
            faults.append(f"{name} could be learned and needs a box")
        elif any(values[move] < max(values.values()) for move in moves):
            faults.append(f"{name}: {say_move(kit, moves[0])} is not the best move")
    return found_faults(
        "the express kit can learn the same",
        "boxes where moves differ or all lose, best moves elsewhere",
        f"{counted(len(kit.boxes), 'box')}, {counted(len(kit.always), 'line')}",
        faults,
    )


def _signs(searcher: Searcher, position: Position) -> set[int]:
    """Return which verdicts the moves of a position have, as signs."""
    values = (worth.score for worth in searcher.moves(position).values() if worth is not None)
    return {(value > 0) - (value < 0) for value in values}
