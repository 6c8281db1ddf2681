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
from kitgen.model import Move, Position, Symmetry
from kitgen.record.rows import Passages
from kitgen.theory.solve import Value
from kitgen.verification.reference import LIMIT, Reference, Searcher, least_image
from kitgen.verification.remade_kit import made_again, safe
from kitgen.verification.report import Check, does_not_apply, found_faults, not_decided, row_faults
from kitgen.verification.told_rules import told_faults
from kitgen.verification.told_speech import board_check, words_check


def policy(kit: Kit) -> Check:
    """Check that no opponent does better than the kit claims against good beads alone."""
    name = "good beads keep what they promise"
    if kit.game.repetition is not None:
        return does_not_apply(
            name, f"positions of {kit.game.short_name} recur, so that a line need not end"
        )
    faults = []
    lines = 0
    ends = []
    try:
        for side in kit.players:
            walk = Walk(kit, side, good_beads)
            outlook = walk.outlook(kit.game.start())
            lines += outlook.lines
            score = kit.outcome.score
            promise = sign(score if side == 0 else -score)
            comes_out = f"{kit.game.sides[side].name} {_OUTLOOKS[outlook.worst]}"
            ends.append(comes_out)
            if outlook.worst < promise:
                faults.append(f"with good beads only {comes_out}, not {_OUTLOOKS[promise]}")
            faults += _broken_promises(kit, walk, side)
    except TooLargeError as error:
        return not_decided(name, str(error))
    expected = "no opponent does better than the kit says, from the start and from every box"
    how = f"{many(lines, 'line')} from the start walked to their ends; {tally(kit)}"
    return found_faults(name, expected, ", ".join(ends), faults, how)


#: What a machine's worst result says of it, in words.
_OUTLOOKS = {1: "wins", 0: "draws at least", -1: "can be beaten"}


def _broken_promises(kit: Kit, walk: Walk, side: int) -> Iterator[str]:
    """Yield the boxes from which good beads alone reach less than the kit says."""
    for box in kit.boxes:
        worst = walk.outlook(Position(box.position.cells, side)).worst
        if worst < promised(box):
            yield (
                f"{_name(kit, box)} {_OUTLOOKS[promised(box)]}, the kit says, but with good beads "
                f"only it {_OUTLOOKS[worst]}"
            )


def tally(kit: Kit) -> str:
    """Return in words how many beads of a kit win, draw and lose, and how boxes mix them.

    >>> from kitgen.kit.build import build_kit
    >>> tally(build_kit("her"))
    '29 beads win, 16 lose; of 19 boxes 7 only win, 2 only lose, 10 mix'
    """
    verbs = {1: "win", 0: "draw", -1: "lose"}
    beads = Counter[int]()
    pure = Counter[int]()
    for box in kit.boxes:
        signs = {sign(slot.value) for slot in box.slots}
        if len(signs) == 1:
            pure.update(signs)
        for slot in box.slots:
            beads[sign(slot.value)] += slot.beads
    of_beads = ", ".join(f"{beads[end]:,} {verb}" for end, verb in verbs.items() if beads[end])
    first, _, rest = of_beads.partition(" ")
    of_boxes = [f"{pure[end]:,} only {verb}" for end, verb in verbs.items() if pure[end]]
    mixed = len(kit.boxes) - pure.total()
    if mixed:
        of_boxes.append(f"{mixed:,} mix")
    return f"{first} beads {rest}; of {len(kit.boxes):,} boxes {', '.join(of_boxes)}"


def _name(kit: Kit, box: Box) -> str:
    return f"box {box.id} ({kit.game.text(box.position)})"


def _name_move(kit: Kit, box: Box, move: Move) -> str:
    return f"{_name(kit, box)}: {kit.game.move_text(move)}"


def _say_value(kit: Kit, score: int, plies: int | None) -> str:
    """Return the worth of a move in words.

    >>> from kitgen.kit.build import build_kit
    >>> _say_value(build_kit("her"), -1, 4), _say_value(build_kit("awari-mini"), 3, None)
    ('loses in 4', 'wins by +3')
    >>> _say_value(build_kit("awari-mini"), 0, None)
    'draws'
    """
    words = {1: "wins", 0: "draws", -1: "loses"}[sign(score)]
    if kit.game.scoring and score:
        words += f" by {score:+d}"
    if plies is not None:
        words += f" in {plies}"
    return words


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
    actual = f"{many(reached, 'position')}, {many(len(faults), 'fault')}"
    return found_faults(name, expected, actual, faults, how)


# The boxes of a kit against the decisions that the rules require.


def complete(kit: Kit, reference: Reference) -> Check:
    """Check that each decision of the machine, and nothing else, has a box or a line of moves."""
    with_box = {reference.least(box.position) for box in kit.all_boxes}
    missing = sorted(reference.turns.keys() - with_box)
    faults = [f"there is no box for {kit.game.text(position)}" for position in missing]
    for box in kit.all_boxes:
        if reference.least(box.position) not in reference.turns:
            why = reference.why_not(box.position) or "it is never reached"
            faults.append(f"{_name(kit, box)} is no decision of the machine: {why}")
    actual = many(len(kit.boxes), "box")
    if kit.always:
        actual += f" and {many(len(kit.always), 'line')} of what is always played"
    actual += f", {len(missing)} missing"
    how = f"{many(reference.reached, 'position')} walked one by one, then gathered by symmetry"
    return found_faults(
        "every decision has a box", many(len(reference.turns), "decision"), actual, faults, how
    )


def turns(kit: Kit, reference: Reference) -> Check:
    """Check that each box says on which turn it is first met, and whether also later."""
    faults = list[str]()
    for box in kit.all_boxes:
        met = reference.turns.get(reference.least(box.position))
        if met is None:  # another check says that it is never met
            continue
        first = met[0]
        is_met_later = len(met) > 1
        if box.turn != first:
            faults.append(
                f"{_name(kit, box)} says turn {box.turn}, but is first met on turn {first}"
            )
        elif kit.game.repetition is None and box.later != is_met_later:
            claim = "met" if box.later else "not met"
            faults.append(
                f"{_name(kit, box)} says that it is {claim} on later turns, which is wrong"
            )
    return found_faults(
        "turns are right",
        "the turn of the first meeting",
        many(len(kit.boxes), "box"),
        faults,
    )


def arrivals(kit: Kit, reference: Reference) -> Check:
    """Check that each box says by which moves of the opponent it is reached."""
    faults = list[str]()
    count = 0
    for box in kit.boxes:
        expected = {move: ["a way to the box"] for move in sorted(reference.arrivals(box))}
        count += len(expected)
        given = ((move, "a way to the box") for move in box.arrivals)
        faults += row_faults(expected, given, partial(_name_move, kit, box))
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
        is_declared = position in declared
        wanted = 1
        words = "one box for all its images"
        if is_declared:
            wanted = 2
            words = "a box and one for its mirror image"
        if len(boxes) != wanted:
            faults.append(f"{kit.game.text(position)} needs {words}, but has {names}")
        elif is_declared and boxes[0].position == boxes[1].position:
            faults.append(f"boxes {names} are the same position, not mirror images")
    for box in kit.boxes:
        if box.mirror_of is not None and not _is_image(kit, box, box.mirror_of):
            faults.append(
                f"{_name(kit, box)} is said to be the mirror image of {box.mirror_of}, "
                "which it is not"
            )
    expected = "no mirror images"
    if declared:
        expected = f"{len(declared)} mirror images, as declared"
    with_boxes = sum(1 for boxes in groups.values() if boxes)
    pairs = len(kit.boxes) - with_boxes
    return found_faults(
        "no two boxes are mirror images", expected, f"{pairs} mirror images", faults
    )


def _is_image(kit: Kit, box: Box, box_id: str) -> bool:
    """Return whether a box with an id exists and is an image of another."""
    other = kit.by_id.get(box_id)
    if other is None:
        return False
    return least_image(kit.game, other.position) == least_image(kit.game, box.position)


def ids(kit: Kit) -> Check:
    """Check that each box has an id of its own, which begins with the letter of its row."""
    counts = Counter(box.id for box in kit.all_boxes)
    faults = [f"{n} boxes are called {box_id}" for box_id, n in counts.items() if n > 1]
    match kit.choices.rows_by:
        case "turn":
            expected = "a letter for the turn and a number"
            faults += _wrong_turns(kit)
        case "lying":
            expected = "a letter for what lies on the board and a number"
            faults += _wrong_counts(kit)
        case "none":
            expected = "the number of what lies on the board"
            faults += _wrong_numbers(kit)
    return found_faults("ids are unique", expected, many(len(counts), "id"), faults)


def _wrong_turns(kit: Kit) -> Iterator[str]:
    """Yield the boxes whose letter is not that of their turn."""
    for box in kit.all_boxes:
        letter = _letter(box.turn)
        if _row(box) != letter:
            yield f"{_name(kit, box)} is met on turn {box.turn}, whose letter is {letter}"


def _wrong_numbers(kit: Kit) -> Iterator[str]:
    """Yield the boxes whose id is not the number of what lies on their boards."""
    for box in kit.all_boxes:
        count = kit.game.diagram.lying(box.position)
        if box.id != str(count):
            yield f"{_name(kit, box)} has {count} lying on its board"


def _wrong_counts(kit: Kit) -> Iterator[str]:
    """Yield the boxes whose letter does not match what lies on their boards; A is for the most."""
    rows = defaultdict[int, list[Box]](list)
    for box in kit.all_boxes:
        rows[kit.game.diagram.lying(box.position)].append(box)
    before = ""
    for count in sorted(rows, reverse=True):
        ((usual, _),) = Counter(map(_row, rows[count])).most_common(1)
        for box in rows[count]:
            if _row(box) != usual:
                yield f"{_name(kit, box)} shows {count}, and other boxes that do are in row {usual}"
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
    letters = string.ascii_uppercase
    times, number = divmod(turn - 1, len(letters))
    if times == 0:
        return letters[number]
    return letters[times - 1] + letters[number]


# The slots of each box against the rules: its legal moves, merged by symmetry, with colours and
# beads.


def slots(kit: Kit) -> Check:
    """Check that each legal move has one slot, shared with its images in the same box."""

    def say_slot(moves: Iterable[Move]) -> str:
        return f"in a slot of {', '.join(sorted(map(kit.game.move_text, moves)))}"

    faults = list[str]()
    count = 0
    for box in kit.boxes:
        own = list[Symmetry]()
        if kit.choices.merged:
            own = [
                symmetry
                for symmetry in kit.game.symmetries
                if symmetry.position(box.position) == box.position
            ]
        legal = kit.game.legal_moves(box.position)
        count += len(legal)
        expected = {}
        for move in legal:
            twins = {symmetry.move(move) for symmetry in own}
            expected[move] = [say_slot({move, *twins})]
        drawn = [(move, say_slot(slot.moves)) for slot in box.slots for move in slot.moves]
        faults += row_faults(expected, drawn, partial(_name_move, kit, box))
    actual = f"{many(sum(len(box.slots) for box in kit.boxes), 'slot')} for them"
    return found_faults("every legal move has its slot", many(count, "legal move"), actual, faults)


def colours(kit: Kit) -> Check:
    """Check that colours, letters and symbols distinguish the slots of a box."""
    faults = []
    colour_of_cell: dict[int, str] = {}
    for box in kit.boxes:
        for part, word in (("key", "colour"), ("letter", "letter"), ("symbol", "symbol")):
            counts = Counter(getattr(slot.colour, part) for slot in box.slots)
            for value, count in counts.items():
                if count > 1:
                    faults.append(f"{_name(kit, box)}: {count} slots have the {word} {value}")
        if kit.choices.colour_by != "cell":
            continue
        for slot in box.slots:
            move = slot.moves[0]
            colour = colour_of_cell.setdefault(move.target, slot.colour.key)
            if colour != slot.colour.key:
                faults.append(f"{_name_move(kit, box, move)} does not have the colour of its cell")
    most = max((len(box.slots) for box in kit.boxes), default=0)
    return found_faults(
        "colours differ within a box",
        "one colour, letter and symbol a slot",
        f"up to {many(most, 'slot')} in a box",
        faults,
    )


def _bead_check(name: str, kit: Kit, right: Sequence[Sequence[int]], verb: str) -> Check:
    """Check the beads of each slot against the ``right`` numbers, box by box."""
    faults = []
    for box, counts in zip(kit.boxes, right, strict=True):
        for slot, count in zip(box.slots, counts, strict=True):
            if slot.beads != count:
                move = _name_move(kit, box, slot.moves[0])
                faults.append(f"{move} {verb} {many(slot.beads, 'bead')} instead of {count}")
    expected = sum(map(sum, right))
    return found_faults(name, many(expected, "bead"), many(kit.beads, "bead"), faults)


# What a kit claims about its moves against their worth, found by search.


def verdicts(kit: Kit, searcher: Searcher) -> Check:
    """Check that each move has the verdict, the points and the plies that best play gives."""
    name = "verdicts are right"
    faults = []
    unknown = 0
    count = 0
    for box in kit.all_boxes:
        worth = searcher.moves(box.position)
        moves = [(slot, move) for slot in box.slots for move in slot.moves]
        for slot, move in moves:
            if move not in worth:  # it is illegal, which another check says
                continue
            true = worth[move]
            count += 1
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
    how = "searched depth first"
    if kit.game.repetition is not None:
        how = "from the ends of the game back, as positions recur"
    actual = f"{many(count, 'move')}, {len(faults)} wrong"
    return found_faults(name, "what best play gives", actual, faults, how)


def outcome(kit: Kit, searcher: Searcher) -> Check:
    """Check that the kit says who should win the game, and in how many plies."""
    name = "the outcome is right"
    true = searcher.worth(kit.game.start())
    if true is None:
        return not_decided(name, f"{kit.game.called} has too many positions to search them all")
    first = kit.game.sides[0].name
    claim = f"{first} {_say_value(kit, *kit.outcome)}"
    right = f"{first} {_say_value(kit, *true)}"
    faults = []
    if kit.outcome != true:
        faults.append(f"with best play {right}, but the kit says that {claim}")
    return found_faults(name, right, claim, faults)


def draws(kit: Kit, reference: Reference) -> Check:
    """Check that the kit is right that games can be drawn, or that none can."""
    words = {True: "games can be drawn", False: "no game can be drawn"}
    faults = []
    if kit.draws != reference.draws:
        faults.append(f"the kit says: {words[kit.draws]}")
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
            f"ever; make the kit anew: {kit.command}"
        )
    return found_faults("endless play has its value", f"a win for {name}", drawn, faults)


def express(kit: Kit, searcher: Searcher) -> Check:
    """Check that an express kit leaves out nothing that could be learned, and names the best
    move there.
    """

    def scores(box: Box) -> dict[Move, int]:
        worth_of = searcher.moves(box.position)
        return {move: worth.score for move, worth in worth_of.items() if worth is not None}

    faults = []
    for box in kit.boxes:
        signs = {*map(sign, scores(box).values())}
        if signs in ({0}, {1}):
            faults.append(f"{_name(kit, box)} has nothing to learn")
    for box in kit.always:
        values = scores(box)
        moves = box.slots[0].moves
        name = f"{box.id} ({kit.game.text(box.position)})"
        main = kit.game.move_text(moves[0])
        if not values.keys() >= set(moves):
            faults.append(f"{name}: {main} is not a legal move")
            continue
        best = max(values.values())
        signs = {*map(sign, values.values())}
        if len(signs) > 1 or best < 0:
            faults.append(f"{name} could be learned and needs a box")
        elif any(values[move] < best for move in moves):
            faults.append(f"{name}: {main} is not the best move")
    expected = "boxes where moves differ or all lose, best moves elsewhere"
    actual = f"{many(len(kit.boxes), 'box')}, {many(len(kit.always), 'line')}"
    return found_faults("the express kit can learn the same", expected, actual, faults)


def _journal_checks(kit: Kit) -> Iterator[Check]:
    """Yield the checks of a kit that has played: its beads and games must fit each other and the
    rule.
    """
    from kitgen.journal.journal_check import MISSING, check  # noqa: PLC0415 - most kits have not played

    first = at_first(kit)
    right = [[slot.beads for slot in box.slots] for box in gone_on(first, kit.played).boxes]
    yield _bead_check("beads are those that the games have left", kit, right, "has")
    problems = check(Passages(first), games_of(kit)).problems
    # A row may be crossed out.
    faults = [problem.message for problem in problems if problem.kind != MISSING]
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
    faults = []
    if own != kit.hash:
        faults.append(f"the kit says {kit.short_hash}, but what it holds gives {own[:8]}")
    return found_faults("the hash fits the kit", own[:8], kit.short_hash, faults)
