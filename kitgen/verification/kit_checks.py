"""All checks of a kit against the rules of its game, in the order in which a report names them."""

import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from kitgen.errors import TooLargeError, many
from kitgen.games.told import TOLD
from kitgen.journal.beads import at_first, games_of, gone_on
from kitgen.kit.kit import Box, Kit
from kitgen.kit.kit_json import with_hash
from kitgen.machine.lines import Walk, good_beads, promised, sign
from kitgen.model import Move, Position
from kitgen.record.rows import Passages
from kitgen.theory.solve import Value
from kitgen.verification.reference import LIMIT, Reference, Searcher, least_image
from kitgen.verification.remade_kit import made_again, safe
from kitgen.verification.report import Check, does_not_apply, found_faults, not_decided, row_faults
from kitgen.verification.told_rules import told_faults
from kitgen.verification.told_speech import board_check, words_check


def policy(kit: Kit) -> Check:
    """Check that no opponent does better than the kit claims against a machine that picks only
    good beads.
    """
    name = "good beads keep what they promise"
    if kit.game.repetition is not None:
        return does_not_apply(
            name, f"positions of {kit.game.name} recur, so that a line need not end"
        )
    words = {1: "wins", 0: "draws at least", -1: "can be beaten"}
    faults, lines, ends = [], 0, []
    try:
        for side in kit.players:
            walk = Walk(kit, side, good_beads)
            outlook = walk.outlook(kit.game.start())
            lines += outlook.lines
            promise = sign(kit.outcome.score if side == 0 else -kit.outcome.score)
            comes_out = f"{kit.game.sides[side].name} {words[outlook.worst]}"
            ends.append(comes_out)
            if outlook.worst < promise:
                faults.append(f"with good beads only {comes_out}, not {words[promise]}")
            for box in kit.boxes:
                worst = walk.outlook(Position(box.position.cells, side)).worst
                if worst < promised(box):
                    claim = (
                        f"{words[promised(box)]}, the kit says, but with good beads only it "
                        f"{words[worst]}"
                    )
                    faults.append(f"{_name(kit, box)} {claim}")
    except TooLargeError as error:
        return not_decided(name, str(error))
    expected = "no opponent does better than the kit says, from the start and from every box"
    how = f"{many(lines, 'line')} from the start walked to their ends; {tally(kit)}"
    return found_faults(name, expected, ", ".join(ends), faults, how)


def tally(kit: Kit) -> str:
    """Return in words how many beads of a kit win, draw and lose, and how boxes mix them.

    >>> from kitgen.kit.build import build_kit
    >>> tally(build_kit("her"))
    '29 beads win, 16 lose; of 19 boxes 7 only win, 2 only lose, 10 mix'
    """
    verbs = {1: "win", 0: "draw", -1: "lose"}
    beads, pure = Counter[int](), Counter[int]()
    for box in kit.boxes:
        signs = {sign(slot.value) for slot in box.slots}
        pure.update(signs if len(signs) == 1 else ())
        for slot in box.slots:
            beads[sign(slot.value)] += slot.beads
    first, _, rest = ", ".join(
        f"{beads[end]:,} {verb}" for end, verb in verbs.items() if beads[end]
    ).partition(" ")
    boxes = [f"{pure[end]:,} only {verb}" for end, verb in verbs.items() if pure[end]]
    mixed = len(kit.boxes) - pure.total()
    return f"{first} beads {rest}; of {len(kit.boxes):,} boxes " + ", ".join(
        boxes + [f"{mixed:,} mix"] * (mixed > 0)
    )


def _name(kit: Kit, box: Box) -> str:
    return f"box {box.id} ({kit.game.text(box.position)})"


def _name_move(kit: Kit, box: Box, move: Move) -> str:
    return f"{_name(kit, box)}: {kit.game.move_text(move)}"


def _say_value(kit: Kit, score: int, plies: int | None) -> str:
    """Return the worth of a move in words.

    >>> from kitgen.kit.build import build_kit
    >>> _say_value(build_kit("her"), -1, 4), _say_value(build_kit("awari-mini"), 3, None)
    ('loses in 4', 'wins by +3')
    """
    word = "wins" if score > 0 else "loses" if score < 0 else "draws"
    points = f" by {score:+d}" if kit.game.scoring else ""
    return f"{word}{points}" + ("" if plies is None else f" in {plies}")


def told_game(kit: Kit) -> Check:
    """Check a game told as data against its text, which is read again."""
    name = "the rules are those that the file tells"
    try:
        reached, faults = told_faults(kit.game, kit.game_spec.removeprefix(TOLD), LIMIT)
    except TooLargeError as error:
        return not_decided(name, str(error))
    expected = "the same moves, ends and symmetries"
    how = (
        "each position that can be reached, by the text in the kit alone, and each turn of "
        "the drawn board"
    )
    return found_faults(
        name, expected, f"{many(reached, 'position')}, {many(len(faults), 'fault')}", faults, how
    )


# The boxes of a kit against the decisions that the rules require.


def complete(kit: Kit, reference: Reference) -> Check:
    """Check that each decision of the machine, and nothing else, has a box or a line of moves
    always played.
    """
    missing = sorted(
        reference.turns.keys() - {reference.least(box.position) for box in kit.all_boxes}
    )
    faults = [f"there is no box for {kit.game.text(position)}" for position in missing]
    for box in kit.all_boxes:
        if reference.least(box.position) not in reference.turns:
            why = reference.why_not(box.position) or "it is never reached"
            faults.append(f"{_name(kit, box)} is no decision of the machine: {why}")
    lines = f" and {many(len(kit.always), 'line')} of what is always played" if kit.always else ""
    actual = f"{many(len(kit.boxes), 'box')}{lines}, {len(missing)} missing"
    how = f"{many(reference.reached, 'position')} walked one by one, then gathered by symmetry"
    return found_faults(
        "every decision has a box", many(len(reference.turns), "decision"), actual, faults, how
    )


def turns(kit: Kit, reference: Reference) -> Check:
    """Check that each box says on which turn it is first met, and whether also later."""
    name, faults = "turns are right", list[str]()
    for box in kit.all_boxes:
        met = reference.turns.get(reference.least(box.position))
        if met is None:  # another check says that it is never met
            continue
        if box.turn != met[0]:
            faults.append(
                f"{_name(kit, box)} says turn {box.turn}, but is first met on turn {met[0]}"
            )
        elif kit.game.repetition is None and box.later != (len(met) > 1):
            claim = "met" if box.later else "not met"
            faults.append(
                f"{_name(kit, box)} says that it is {claim} on later turns, which is wrong"
            )
    return found_faults(name, "the turn of the first meeting", many(len(kit.boxes), "box"), faults)


def arrivals(kit: Kit, reference: Reference) -> Check:
    """Check that each box says by which moves of the opponent it is reached."""
    faults, count = list[str](), 0
    for box in kit.boxes:
        true = {move: ["a way to the box"] for move in sorted(reference.arrivals(box))}
        count += len(true)
        faults += row_faults(
            true,
            ((move, "a way to the box") for move in box.arrivals),
            partial(_name_move, kit, box),
        )
    return found_faults(
        "how boxes are reached is right", many(count, "move"), f"{len(faults)} wrong", faults
    )


def mirrors(kit: Kit) -> Check:
    """Check that no box is an image of another, except for those that the kit declares."""
    declared = {least_image(kit.game, kit.game.parse(text)) for text in kit.choices.mirrors}
    groups = defaultdict[Position, list[Box]](list, {position: [] for position in declared})
    for box in kit.boxes:
        groups[least_image(kit.game, box.position)].append(box)
    faults = []
    for position, boxes in groups.items():
        names = " and ".join(box.id for box in boxes) or "none"
        if len(boxes) != 1 + (position in declared):
            wanted = (
                "a box and one for its mirror image"
                if position in declared
                else "one box for all its images"
            )
            faults.append(f"{kit.game.text(position)} needs {wanted}, but has {names}")
        elif position in declared and boxes[0].position == boxes[1].position:
            faults.append(f"boxes {names} are the same position, not mirror images")
    for box in kit.boxes:
        if box.mirror_of is not None:
            other = kit.by_id.get(box.mirror_of)
            if other is None or least_image(kit.game, other.position) != least_image(
                kit.game, box.position
            ):
                faults.append(
                    f"{_name(kit, box)} is said to be the mirror image of {box.mirror_of}, "
                    "which it is not"
                )
    expected = f"{len(declared)} mirror images, as declared" if declared else "no mirror images"
    pairs = len(kit.boxes) - sum(map(bool, groups.values()))
    return found_faults(
        "no two boxes are mirror images", expected, f"{pairs} mirror images", faults
    )


def ids(kit: Kit) -> Check:
    """Check that each box has an id of its own, which begins with the letter of its row."""
    counts = Counter(box.id for box in kit.all_boxes)
    faults = [f"{n} boxes are called {box_id}" for box_id, n in counts.items() if n > 1]
    match kit.choices.rows_by:
        case "turn":
            expected = "a letter for the turn and a number"
            bad = [
                (box, letter) for box in kit.all_boxes if _row(box) != (letter := _letter(box.turn))
            ]
            faults += [
                f"{_name(kit, box)} is met on turn {box.turn}, whose letter is {letter}"
                for box, letter in bad
            ]
        case "lying":
            expected = "a letter for what lies on the board and a number"
            faults += list(_wrong_counts(kit))
        case "none":
            expected = "the number of what lies on the board"
            lying = [(box, kit.game.diagram.lying(box.position)) for box in kit.all_boxes]
            faults += [
                f"{_name(kit, box)} has {n} lying on its board"
                for box, n in lying
                if box.id != str(n)
            ]
    return found_faults("ids are unique", expected, many(len(counts), "id"), faults)


def _wrong_counts(kit: Kit) -> Iterator[str]:
    """Yield the boxes whose letter does not match how much lies on their boards; A is for the
    most.
    """
    rows = defaultdict[int, list[Box]](list)
    for box in kit.all_boxes:
        rows[kit.game.diagram.lying(box.position)].append(box)
    before = ""
    for count in sorted(rows, reverse=True):
        usual = Counter(map(_row, rows[count])).most_common(1)[0][0]
        strange = [box for box in rows[count] if _row(box) != usual]
        yield from (
            f"{_name(kit, box)} shows {count}, and other boxes that do are in row {usual}"
            for box in strange
        )
        if (len(usual), usual) <= (len(before), before):
            yield (
                f"row {usual} shows {count}, but does not come after row {before}, which shows more"
            )
        before = usual


def _row(box: Box) -> str:
    return box.id.rstrip("0123456789")


def _letter(turn: int) -> str:
    """Return the letter of a turn: A to Z, then AA to ZZ.

    >>> _letter(3), _letter(27), _letter(53)
    ('C', 'AA', 'BA')
    """
    before, number = divmod(turn - 1, len(string.ascii_uppercase))
    return (string.ascii_uppercase[before - 1] if before else "") + string.ascii_uppercase[number]


# The slots of each box against the rules: its legal moves, merged by symmetry, with colours and
# beads.


def slots(kit: Kit) -> Check:
    """Check that each legal move has one slot, which it shares with those that the box's own
    symmetries exchange.
    """

    def say(moves: Iterable[Move]) -> str:
        return ", ".join(sorted(map(kit.game.move_text, moves)))

    faults, count = list[str](), 0
    for box in kit.boxes:
        own = [
            s
            for s in kit.game.symmetries
            if s.position(box.position) == box.position and kit.choices.merged
        ]
        legal = kit.game.legal_moves(box.position)
        count += len(legal)
        shared = {
            move: [f"in a slot of {say({move, *(symmetry.move(move) for symmetry in own)})}"]
            for move in legal
        }
        drawn = (
            (move, f"in a slot of {say(slot.moves)}") for slot in box.slots for move in slot.moves
        )
        faults += row_faults(shared, drawn, partial(_name_move, kit, box))
    actual = f"{many(sum(len(box.slots) for box in kit.boxes), 'slot')} for them"
    return found_faults("every legal move has its slot", many(count, "legal move"), actual, faults)


def colours(kit: Kit) -> Check:
    """Check that colours, letters and symbols distinguish the slots of a box."""
    faults = []
    by_cell: dict[int, str] = {}
    for box in kit.boxes:
        for part in ("key", "letter", "symbol"):
            counts = Counter(getattr(slot.colour, part) for slot in box.slots)
            what = f"slots have the {'colour' if part == 'key' else part}"
            faults += [
                f"{_name(kit, box)}: {n} {what} {value}" for value, n in counts.items() if n > 1
            ]
        for slot in box.slots if kit.choices.colour_by == "cell" else ():
            if by_cell.setdefault(slot.moves[0].target, slot.colour.key) != slot.colour.key:
                faults.append(
                    f"{_name_move(kit, box, slot.moves[0])} does not have the colour of its cell"
                )
    most = max((len(box.slots) for box in kit.boxes), default=0)
    expected, actual = (
        "one colour, letter and symbol a slot",
        f"up to {many(most, 'slot')} in a box",
    )
    return found_faults("colours differ within a box", expected, actual, faults)


def _bead_check(name: str, kit: Kit, right: Sequence[Sequence[int]], verb: str) -> Check:
    faults = [
        f"{_name_move(kit, box, slot.moves[0])} {verb} {many(slot.beads, 'bead')} "
        f"instead of {count}"
        for box, counts in zip(kit.boxes, right, strict=True)
        for slot, count in zip(box.slots, counts, strict=True)
        if slot.beads != count
    ]
    return found_faults(name, many(sum(map(sum, right)), "bead"), many(kit.beads, "bead"), faults)


# What a kit claims about its moves against their worth, found by search.


def verdicts(kit: Kit, searcher: Searcher) -> Check:
    """Check that each move has the verdict, the points and the plies that best play gives."""
    name = "verdicts are right"
    faults, unknown, count = [], 0, 0
    for box in kit.all_boxes:
        worth = searcher.moves(box.position)
        legal = [(slot, move) for slot in box.slots for move in slot.moves if move in worth]
        for slot, move in legal:  # another check names illegal ones
            true, count = worth[move], count + 1
            if true is None:
                unknown += 1
            elif (slot.value, slot.plies) != true:
                claim = _say_value(kit, slot.value, slot.plies)
                faults.append(
                    f"{_name_move(kit, box, move)} {_say_value(kit, *true)}, but the "
                    f"kit says {claim}"
                )
    if unknown and not faults:
        return not_decided(name, f"{unknown} of {count} moves lead to too many positions")
    recurs = kit.game.repetition is not None
    how = "from the ends of the game back, as positions recur" if recurs else "searched depth first"
    return found_faults(
        name, "what best play gives", f"{many(count, 'move')}, {len(faults)} wrong", faults, how
    )


def outcome(kit: Kit, searcher: Searcher) -> Check:
    """Check that the kit says who should win the game, and in how many plies."""
    name = "the outcome is right"
    true = searcher.worth(kit.game.start())
    if true is None:
        return not_decided(name, f"{kit.game.called} has too many positions to search them all")
    claim, right = (
        f"{kit.game.sides[0].name} {_say_value(kit, *worth)}" for worth in (kit.outcome, true)
    )
    faults = (
        [] if kit.outcome == true else [f"with best play {right}, but the kit says that {claim}"]
    )
    return found_faults(name, right, claim, faults)


def draws(kit: Kit, reference: Reference) -> Check:
    """Check that the kit is right that games can be drawn, or that none can."""
    words = {True: "games can be drawn", False: "no game can be drawn"}
    faults = [] if kit.draws == reference.draws else [f"the kit says: {words[kit.draws]}"]
    return found_faults("draws are right", words[reference.draws], words[kit.draws], faults)


def endless(kit: Kit) -> Check:
    """Check that no move is said to draw by endless play, which the rules give to a side; kits
    of 1.0 say so.
    """
    start = kit.game.start()
    winner = start.to_move if kit.game.repeated(start) > 0 else 1 - start.to_move
    name = kit.game.sides[winner].name
    claims = [kit.outcome]
    for box in kit.all_boxes:
        claims += [Value(slot.value, slot.plies) for slot in box.slots]
    drawn = many(claims.count(Value(0, None)), "endless draw")
    faults = []
    if Value(0, None) in claims:
        faults.append(
            f"values of 1.0 for endless games: {drawn}, but {name} wins a game that goes on for "
            "ever; make the kit "
            f"anew: {kit.command}"
        )
    return found_faults("endless play has its value", f"a win for {name}", drawn, faults)


def express(kit: Kit, searcher: Searcher) -> Check:
    """Check that an express kit leaves out nothing that could be learned, and names the best
    move there.
    """

    def scores(box: Box) -> dict[Move, int]:
        return {
            move: worth.score
            for move, worth in searcher.moves(box.position).items()
            if worth is not None
        }

    alike = [box for box in kit.boxes if {*map(sign, scores(box).values())} in ({0}, {1})]
    faults = [f"{_name(kit, box)} has nothing to learn" for box in alike]
    for box in kit.always:
        values, moves = scores(box), box.slots[0].moves
        name, main = f"{box.id} ({kit.game.text(box.position)})", kit.game.move_text(moves[0])
        if not values.keys() >= set(moves):
            faults.append(f"{name}: {main} is not a legal move")
        elif len({*map(sign, values.values())}) > 1 or max(values.values()) < 0:
            faults.append(f"{name} could be learned and needs a box")
        elif any(values[move] < max(values.values()) for move in moves):
            faults.append(f"{name}: {main} is not the best move")
    expected = "boxes where moves differ or all lose, best moves elsewhere"
    actual = f"{many(len(kit.boxes), 'box')}, {many(len(kit.always), 'line')}"
    return found_faults("the express kit can learn the same", expected, actual, faults)


def _journal_checks(kit: Kit) -> Iterator[Check]:
    """Yield the checks of a kit that has played: its beads and games must fit each other and the
    rule.
    """
    from kitgen.journal.audit import MISSING, check  # noqa: PLC0415 - most kits have not played

    first = at_first(kit)
    right = [[slot.beads for slot in box.slots] for box in gone_on(first, kit.played).boxes]
    yield _bead_check("beads are those that the games have left", kit, right, "has")
    problems = check(Passages(first), games_of(kit)).problems
    faults = [
        problem.message for problem in problems if problem.kind != MISSING
    ]  # a row may be crossed out
    yield games_agree(len(kit.played), faults)


def games_agree(count: int, faults: Sequence[str], missing: Sequence[str] = ()) -> Check:
    """Return the check of games that were replayed; ``missing`` are those that were not noted,
    in words.
    """
    name = "the journal agrees with the rules"
    games = many(count, "game")
    actual = f"{games} replayed, {many(len(faults), 'problem')}"
    return found_faults(name, games, actual, faults, not_read=missing)


def kit_checks(
    kit: Kit, own_files: Mapping[str, str] | None = None, own_words: str | None = None
) -> tuple[Check, ...]:
    """Return the checks of a kit, which may be damaged but readable; files and words are those
    of ``made_again``.
    """
    checks = tuple(_against_rules(kit, own_files, own_words))
    return (*checks, safe(kit, sound=not any(check.faults for check in checks)))


def _against_rules(
    kit: Kit, own_files: Mapping[str, str] | None, own_words: str | None
) -> Iterator[Check]:
    reference = None
    with suppress(TooLargeError):
        reference = Reference(kit)
    yield _hash(kit)
    yield made_again(kit, small=reference is not None, own_files=own_files, own_words=own_words)
    if kit.game_spec.startswith(TOLD):
        yield told_game(kit)
        yield words_check(kit)
        yield board_check(kit)
    if reference is None:
        yield not_decided(
            "every decision has a box", f"{kit.game.called} has too many positions to walk them all"
        )
    else:
        yield from (check(kit, reference) for check in (complete, turns, arrivals, draws))
    yield from (check(kit) for check in (mirrors, slots, colours, ids))
    if kit.trained:
        yield from _journal_checks(kit)
    else:
        right = [[kit.rule.beads(box.turn)] * len(box.slots) for box in kit.boxes]
        yield _bead_check("starting beads are right", kit, right, "starts with")
    searcher = Searcher(kit.game)
    yield from (check(kit, searcher) for check in (outcome, verdicts))
    if kit.game.repetition is not None and kit.game.repeated(kit.game.start()):
        yield endless(kit)
    yield policy(kit)
    if kit.choices.express or kit.always:
        yield express(kit, searcher)


def _hash(kit: Kit) -> Check:
    own = with_hash(kit).hash
    faults = (
        []
        if own == kit.hash
        else [f"the kit says {kit.short_hash}, but what it holds gives {own[:8]}"]
    )
    return found_faults("the hash fits the kit", own[:8], kit.short_hash, faults)
