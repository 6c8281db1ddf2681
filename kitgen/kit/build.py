"""Builds a kit: decisions become boxes, with ids, colours and starting beads."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase

import msgspec

from kitgen.errors import TooFewColoursError, TooLargeError, UsageError, suggested
from kitgen.games import given_game
from kitgen.kit.choices import Wish
from kitgen.kit.editions import KitPlan, plan_game, plan_kit
from kitgen.kit.kit import (
    EITHER,
    Box,
    Kit,
    Slot,
    always_slot,
    can_be_drawn,
    outcome_of,
    row_letter,
    with_arrivals,
)
from kitgen.kit.kit_json import checked, with_hash
from kitgen.kit.palette import SYMBOLS, WIDE_PALETTE, Colour, letters_give_way, read_palette
from kitgen.kit.rule import Rule, check_rule, in_languages, read_rule
from kitgen.model import GameLike, Move, Position, Symmetry
from kitgen.reading.templates import Templates
from kitgen.theory.explore import EXPLORE_LIMIT, Edge, Graph, Progress, explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.solve import Solution, plies_to_the_end, solve_graph

# A box whose moves are all equally good has nothing to learn. An express kit leaves such boxes out
# and lists the move to play there. A box with only losing moves stays, because it must run empty
# for the machine to learn to avoid it.


@dataclass(frozen=True, slots=True)
class Decision:
    """A position in which the machine has to move; with the first side to move when the machine
    plays either.

    Attributes:
        turn: the machine's turn on which it first occurs in the whole game.
        later: whether it also occurs on later turns.
        always: the move to play without a box, as an edge of the graph; None when the position has
            a box.
        met: False when it never occurs with this kit, because the machine has fixed moves or its
            opponent is sensible.
    """

    position: Position
    turn: int
    later: bool
    node: int
    always: Edge | None
    met: bool


def settled_edge(solution: Solution, node: int) -> Edge | None:
    """Return the move to play without a box where nothing can be learned: the first of the fastest
    best; or None.

    A draw by endless play comes before one that ends, which is the order of all kits made so far.

    >>> from kitgen.games import make_game
    >>> from kitgen.theory.explore import explore
    >>> from kitgen.theory.solve import solve_graph
    >>> game = make_game("hexapawn")
    >>> solution = solve_graph(explore(game))
    >>> edge = settled_edge(solution, solution.graph.find(game.parse(".bb/.bw/w.. b")))
    >>> [game.move_text(move) for move in edge.moves]
    ['b2a1']
    """
    edges = solution.graph.nodes[node].edges
    worths = [solution.worth_of(edge) for edge in edges]
    if {worth.verdict for worth in worths} not in ({"wins"}, {"draws"}):
        return None

    def haste(number: int) -> tuple[int, float]:
        worth = worths[number]
        endless_draw = worth.score == 0 and worth.plies is None
        return -worth.score, 0 if endless_draw else plies_to_the_end(worth)

    return edges[min(range(len(edges)), key=haste)]


def decisions(plan: KitPlan, solution: Solution) -> list[Decision]:
    """Return the decisions of a plan's machine, each once, including those that never occur."""
    merged: dict[Position, Decision] = {}
    fewest = 2 if plan.choices.forced == "skip" else 1
    for player in plan.players:
        met = _met(plan, solution, player)
        for number, node in enumerate(solution.graph.nodes):
            if node.position.to_move == player and len(node.edges) >= fewest:
                position = (
                    Position(node.position.cells, 0)
                    if plan.choices.side == EITHER
                    else node.position
                )
                always = settled_edge(solution, number) if plan.choices.express else None
                new = Decision(
                    position, node.depth // 2 + 1, node.later, number, always, number in met
                )
                old = merged.get(
                    position, new
                )  # either side of the machine may meet the same table
                turn, later = (
                    min(old.turn, new.turn),
                    old.later or new.later or old.turn != new.turn,
                )
                merged[position] = Decision(
                    position, turn, later, old.node, old.always, old.met or new.met
                )
    return list(merged.values())


def _met(plan: KitPlan, solution: Solution, player: int) -> Collection[int]:
    nodes, choices = solution.graph.nodes, plan.choices
    if not choices.express and choices.expect == "any":
        return range(len(nodes))
    met, waiting = {0}, [0]
    while waiting:
        number = waiting.pop()
        edges = nodes[number].edges
        if nodes[number].position.to_move == player:
            always = settled_edge(solution, number) if choices.express else None
            edges = edges if always is None else (always,)
        elif choices.expect != "any":
            edges = tuple(edge for edge in edges if nodes[edge.child].result == -1) or edges
        fresh = {edge.child for edge in edges} - met
        met |= fresh
        waiting += fresh
    return met


# All decisions of a machine get their ids before any is left out, so that a position has the same
# id in a smaller kit (``--express``, ``--expect``).

#: A decision, the id of its box, and the id of the box of its mirror image.
_Named = tuple[Decision, str, str | None]


def named_decisions(
    plan: KitPlan, decisions: Collection[Decision], twins: Collection[Position]
) -> Iterator[_Named]:
    """Yield decisions with the ids of their boxes, sorted by row, by number of pieces, most first,
    then by their cells.

    ``twins`` are the positions whose mirror images have boxes of their own, which come next.
    """
    rows_by = plan.choices.rows_by
    lying = {
        decision.position: plan.game.diagram.lying(decision.position) for decision in decisions
    }
    rows = {number: row for row, number in enumerate(sorted({*lying.values()}, reverse=True), 1)}

    def row_of(decision: Decision) -> int:
        return (
            decision.turn
            if rows_by == "turn"
            else rows[lying[decision.position]]
            if rows_by == "lying"
            else 0
        )

    numbers: defaultdict[int, count[int]] = defaultdict(lambda: count(1))
    for decision in sorted(
        decisions, key=lambda each: (row_of(each), -lying[each.position], each.position.cells)
    ):
        row = row_of(decision)
        letter = row_letter(row)
        if row:
            box_id = f"{letter}{next(numbers[row])}"
            yield (
                decision,
                box_id,
                f"{letter}{next(numbers[row])}" if decision.position in twins else None,
            )
        else:
            yield decision, f"{lying[decision.position]}", None


# A bead B beside a box B1 and a pit B would be confusing. Today's palettes avoid such letters;
# those of a palette's first version give way in each kit to the letters of pits, columns and
# pieces, and of the boxes' rows.

#: Capitals that look like a digit: always the last choice.
_LIKE_FIGURES = frozenset("IOQ")


def free_letters(
    palette: Sequence[Colour], game: Collection[str], rows: Collection[str]
) -> tuple[Colour, ...]:
    """Return a palette whose letters are different from a game's and from the boxes' rows, as far
    as possible.

    A colour keeps its letter if it can; otherwise it gets the first free letter of its name, or
    else of the alphabet.

    >>> blue, clear = (
    ...     Colour("blue", "blue", "B", "square", "#0072B2"),
    ...     Colour("clear", "clear", "C", "plus", "#FFFFFF"),
    ... )
    >>> [colour.letter for colour in free_letters((blue, clear), "XO", "ABCD")]
    ['L', 'E']
    """
    taken = {colour.letter for colour in palette} - {*game, *rows}
    colours = []
    for colour in palette:
        letter = colour.letter
        if letter in {*game, *rows}:
            wanted = (*_others(colour, {*game, *rows}), *_others(colour, {*game}), letter)
            letter = next((other for other in wanted if other not in taken), letter)
            taken.add(letter)
        colours.append(msgspec.structs.replace(colour, letter=letter))
    return tuple(colours)


def _others(colour: Colour, refused: Collection[str]) -> list[str]:
    letters = dict.fromkeys((*filter(str.isalpha, colour.name.upper()), *ascii_uppercase))
    free = [letter for letter in letters if len(letter) == 1 and letter not in refused]
    return sorted(free, key=_LIKE_FIGURES.__contains__)


def build_kit(
    name: str | GameLike,
    wish: Wish | Mapping[str, object] | None = None,
    templates: Templates | None = None,
    *,
    limit: int = EXPLORE_LIMIT,
    oracle: Oracle | None = None,
    progress: Progress | None = None,
) -> Kit:
    """Return the kit for an edition or a game, with a user's own choices.

    Args:
        name: an edition, a game as it is written, or a game as an object.
        wish: the choices that a user makes otherwise, also by name.
        limit: the most positions, up to symmetry, that the game may have.
        oracle: an existing oracle of the same game, such as that of the other side's kit.

    Raises:
        TooLargeError: the game has more positions than ``limit``.

    >>> kit = build_kit("her")
    >>> len(kit.boxes), kit.beads
    (19, 45)
    """
    templates = templates or Templates()
    if not isinstance(wish, Wish):
        wish = Wish(**(wish or {}))
    plan = (
        plan_kit(name, wish, templates)
        if isinstance(name, str)
        else plan_game(given_game(name), wish, templates)
    )
    return build(plan, templates, limit=limit, oracle=oracle, progress=progress)


def build(
    plan: KitPlan,
    templates: Templates,
    *,
    limit: int = EXPLORE_LIMIT,
    oracle: Oracle | None = None,
    progress: Progress | None = None,
    rule: Rule | None = None,
    palette: Sequence[Colour] | None = None,
) -> Kit:
    """Return the kit of a plan, as ``build_kit`` does; rule and palette are those of the
    templates by default.
    """
    kit = draft(
        plan, templates, limit=limit, oracle=oracle, progress=progress, rule=rule, palette=palette
    )
    boxes = tuple(with_arrivals(kit.boxes, kit.oracle.solution.graph, plan.players))
    return checked(with_hash(replace(kit, boxes=boxes)))


def draft(
    plan: KitPlan,
    templates: Templates,
    *,
    limit: int = EXPLORE_LIMIT,
    oracle: Oracle | None = None,
    progress: Progress | None = None,
    rule: Rule | None = None,
    palette: Sequence[Colour] | None = None,
) -> Kit:
    """Return the kit of a plan still without the arrivals of its boxes and its hash: all that a
    list of kits shows.
    """
    choices = plan.choices
    if rule is None:
        rule = in_languages(read_rule(choices.rule, templates), choices.language)
    if palette is None:
        palette = read_palette(choices.palette, choices.language, templates)
    game = plan.game
    report = progress or (lambda *_: None)
    try:
        if oracle is None or oracle.game.spec != game.spec:
            graph = explore(game, limit=limit, progress=progress)
            report(f"solving {game.called}", 0, None)
            oracle = Oracle(game, solution=solve_graph(graph))
        solution = oracle.solution
    except TooLargeError as error:
        advice = (
            f"{suggested('kitgen', 'kits', '--sizes', game.name)} shows the boards that "
            "can be printed"
        )
        raise TooLargeError(f"{error}, too many for a kit; {advice}") from None
    report(f"making the boxes of {game.called}", 0, None)
    draws = can_be_drawn(game, solution.graph)
    check_rule(choices.rule, rule, game.called, draws=draws)
    mirrored = _mirrored(plan, solution.graph)
    named = list(named_decisions(plan, decisions(plan, solution), mirrored))
    if letters_give_way(choices.palette):
        rows = {sign for _, name, _ in named for sign in name}
        palette = free_letters(palette, game.diagram.printed_letters, rows)
    boxes, always = _boxes(plan, solution, named, rule, palette, mirrored)
    if not boxes:
        raise UsageError(
            f"{game.called} leaves {choices.side} nothing to decide; there is no machine to make"
        )
    if choices.beads:
        from kitgen.kit.bead_shares import share_beads  # noqa: PLC0415 - few kits are made for given beads

        boxes = list(share_beads(boxes, palette, choices.beads))
    used = {slot.colour.key for box in boxes for slot in box.slots}
    return Kit(
        name=plan.name,
        title=plan.title,
        game_spec=game.spec,
        choices=choices,
        rule=rule,
        palette=tuple(colour for colour in palette if colour.key in used),
        boxes=tuple(boxes),
        command=plan.command,
        outcome=outcome_of(solution),
        draws=draws,
        oracle=oracle,
        always=tuple(always),
    )


def _boxes(
    plan: KitPlan,
    solution: Solution,
    named: Sequence[_Named],
    rule: Rule,
    palette: Sequence[Colour],
    mirrored: Mapping[Position, Symmetry],
) -> tuple[list[Box], list[Box]]:
    """Return the boxes, and the positions in which the machine always plays the same move."""
    boxes, always = list[Box](), list[Box]()
    for decision, box_id, twin in named:
        if not decision.met:
            continue
        place = box_id, decision.position, decision.turn, decision.later
        if (edge := decision.always) is not None:
            moves = edge.moves if plan.choices.merged else edge.moves[:1]
            slot = always_slot(moves, *solution.worth_of(edge))
            always.append(Box(*place, (slot,), game=plan.game))
            continue
        edges = solution.graph.nodes[decision.node].edges
        slots = _slots(plan, solution, box_id, edges, rule.beads(decision.turn), palette)
        box = Box(*place, slots, game=plan.game)
        boxes.append(box)
        if twin is not None:
            symmetry = mirrored[decision.position]
            image = symmetry.position(box.position)
            # The slots of the image are in its own order, and take their colours in that order.
            turned = sorted((tuple(sorted(map(symmetry.move, slot.moves))), slot) for slot in slots)
            pairs = zip(turned, slots, strict=True)
            images = (replace(slot, moves=moves, colour=old.colour) for (moves, slot), old in pairs)
            boxes.append(
                replace(box, id=twin, position=image, slots=tuple(images), mirror_of=box_id)
            )
    return boxes, always


def _mirrored(plan: KitPlan, graph: Graph) -> dict[Position, Symmetry]:
    symmetries = {}
    for text in plan.choices.mirrors:
        canonical = graph.symmetries.canonical(plan.game.parse(text))
        image = next((s for s in plan.game.symmetries if s.position(canonical) != canonical), None)
        if canonical not in graph.index or image is None or canonical.to_move not in plan.players:
            raise UsageError(f"position {text!r} has no mirror image that the machine could meet")
        symmetries[canonical] = image
    return symmetries


def _slots(
    plan: KitPlan,
    solution: Solution,
    box_id: str,
    edges: Sequence[Edge],
    beads: int,
    palette: Sequence[Colour],
) -> tuple[Slot, ...]:
    pairs: list[tuple[tuple[Move, ...], Edge]] = [(edge.moves, edge) for edge in edges]
    if not plan.choices.merged:
        pairs = sorted(((move,), edge) for edge in edges for move in edge.moves)
    colours: list[int] = list(range(len(pairs)))
    if plan.choices.colour_by == "cell":
        colours = [moves[0].target for moves, _ in pairs]
        if len(set(colours)) < len(colours):
            fault = f"box {box_id} has two moves to one cell, so that cells cannot give the colours"
            raise UsageError(f"{fault}; leave out --colour-by cell")
    needed = max(colours) + 1
    if needed > len(palette):
        missing = (
            f"box {box_id} needs {needed} colours and palette {plan.choices.palette!r} has "
            f"{len(palette)}"
        )
        if needed > len(SYMBOLS):
            advice = (
                f"no palette has more than {len(SYMBOLS)}: choose a smaller board, or a game "
                "with fewer moves"
            )
            raise TooFewColoursError(f"{missing}; {advice}")
        new_palette = suggested("kitgen", "new", "palette", "NAME")
        wide = f"--palette {WIDE_PALETTE} has {len(SYMBOLS)}"
        raise TooFewColoursError(
            f"{missing}; choose a palette with more ({wide}, {new_palette} begins another)"
        )
    return tuple(
        Slot(moves, palette[colour], beads, *solution.worth_of(edge))
        for colour, (moves, edge) in zip(colours, pairs, strict=True)
    )
