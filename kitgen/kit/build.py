"""Builds a kit: decisions become boxes, with ids, colours and starting beads."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase
from typing import NamedTuple

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
from kitgen.kit.kit_json import sealed
from kitgen.kit.palette import SYMBOLS, WIDE_PALETTE, Colour, letters_give_way, read_palette
from kitgen.kit.rule import Rule, check_rule, in_languages, read_rule
from kitgen.model import Game, GameLike, Move, Position, Symmetry
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
    by_position: dict[Position, Decision] = {}
    for player in plan.players:
        for decision in _decisions_of(plan, solution, player):
            position = decision.position
            if position in by_position:
                by_position[position] = _of_both_sides(by_position[position], decision)
            else:
                by_position[position] = decision
    return list(by_position.values())


def _decisions_of(plan: KitPlan, solution: Solution, player: int) -> Iterator[Decision]:
    """Yield the decisions that a machine has on one side, including those that never occur."""
    choices = plan.choices
    fewest_moves = 2 if choices.forced == "skip" else 1
    met = _met(plan, solution, player)
    for number, node in enumerate(solution.graph.nodes):
        if node.position.to_move != player or len(node.edges) < fewest_moves:
            continue
        position = node.position
        if choices.side == EITHER:
            position = Position(position.cells, 0)
        yield Decision(
            position=position,
            turn=node.depth // 2 + 1,
            later=node.later,
            node=number,
            always=settled_edge(solution, number) if choices.express else None,
            met=number in met,
        )


def _of_both_sides(first: Decision, second: Decision) -> Decision:
    """Return the one decision of a position that a machine meets on either side."""
    return replace(
        first,
        turn=min(first.turn, second.turn),
        later=first.later or second.later or first.turn != second.turn,
        met=first.met or second.met,
    )


def _met(plan: KitPlan, solution: Solution, player: int) -> Collection[int]:
    """Return the numbers of the nodes that occur in games with a kit's machine."""
    if not plan.choices.express and plan.choices.expect == "any":
        return range(len(solution.graph.nodes))
    met = {0}
    waiting = [0]
    while waiting:
        edges = _edges_played(plan, solution, player, waiting.pop())
        fresh = {edge.child for edge in edges} - met
        met |= fresh
        waiting += fresh
    return met


def _edges_played(plan: KitPlan, solution: Solution, player: int, number: int) -> tuple[Edge, ...]:
    """Return the moves that are played at a node: fixed ones of an express machine, immediate wins
    of an opponent that is expected to be sensible, otherwise all.
    """
    nodes = solution.graph.nodes
    edges = nodes[number].edges
    if nodes[number].position.to_move == player:
        always = settled_edge(solution, number) if plan.choices.express else None
        return edges if always is None else (always,)
    if plan.choices.expect == "any":
        return edges
    wins = tuple(edge for edge in edges if nodes[edge.child].result == -1)
    return wins or edges


# All decisions of a machine get their ids before any is left out, so that a position has the same
# id in a smaller kit (``--express``, ``--expect``).


class NamedDecision(NamedTuple):
    """A decision with the id of its box.

    Attributes:
        twin_id: the id of the box of its mirror image, if that has one of its own.
    """

    decision: Decision
    box_id: str
    twin_id: str | None = None


def named_decisions(
    plan: KitPlan, decisions: Collection[Decision], twins: Collection[Position]
) -> Iterator[NamedDecision]:
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
        if rows_by == "turn":
            return decision.turn
        if rows_by == "lying":
            return rows[lying[decision.position]]
        return 0

    numbers: defaultdict[int, count[int]] = defaultdict(lambda: count(1))
    for decision in sorted(
        decisions, key=lambda each: (row_of(each), -lying[each.position], each.position.cells)
    ):
        row = row_of(decision)
        if not row:
            yield NamedDecision(decision, f"{lying[decision.position]}")
            continue
        letter = row_letter(row)
        box_id = f"{letter}{next(numbers[row])}"
        twin_id = None
        if decision.position in twins:
            twin_id = f"{letter}{next(numbers[row])}"
        yield NamedDecision(decision, box_id, twin_id)


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
    refused = {*game, *rows}
    taken = {colour.letter for colour in palette} - refused
    colours = []
    for colour in palette:
        letter = colour.letter
        if letter in refused:
            wanted = (*_others(colour, refused), *_others(colour, game), letter)
            letter = next((other for other in wanted if other not in taken), letter)
            taken.add(letter)
        colours.append(msgspec.structs.replace(colour, letter=letter))
    return tuple(colours)


def _others(colour: Colour, refused: Collection[str]) -> list[str]:
    """Return the letters that a colour may have, best first: those of its name, then all others."""
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
    return sealed(replace(kit, boxes=boxes))


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
    if oracle is None or oracle.game.spec != game.spec:
        oracle = _solved(game, limit, progress)
    solution = oracle.solution
    report(f"making the boxes of {game.called}", 0, None)
    draws = can_be_drawn(game, solution.graph)
    check_rule(choices.rule, rule, game.called, draws=draws)
    mirrored = _mirrored(plan, solution.graph)
    named = list(named_decisions(plan, decisions(plan, solution), mirrored))
    if letters_give_way(choices.palette):
        signs_of_ids = {sign for _, box_id, _ in named for sign in box_id}
        palette = free_letters(palette, game.diagram.printed_letters, signs_of_ids)
    boxes, always = _boxes(plan, solution, named, rule, palette, mirrored)
    if not boxes:
        raise UsageError(
            f"{game.called} leaves {choices.side} nothing to decide; there is no machine to make"
        )
    if choices.beads:
        from kitgen.kit.bead_shares import share_beads  # noqa: PLC0415 - few kits are made for given beads

        boxes = list(share_beads(boxes, palette, choices.beads))
    used = set[str]()
    for box in boxes:
        used.update(slot.colour.key for slot in box.slots)
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


def _solved(game: Game, limit: int, progress: Progress | None) -> Oracle:
    """Return the oracle of a game, explored and solved; TooLargeError with more positions than a
    limit.
    """
    try:
        graph = explore(game, limit=limit, progress=progress)
        if progress is not None:
            progress(f"solving {game.called}", 0, None)
        return Oracle(game, solution=solve_graph(graph))
    except TooLargeError as error:
        sizes = suggested("kitgen", "kits", "--sizes", game.name)
        advice = f"{sizes} shows the boards that can be printed"
        raise TooLargeError(f"{error}, too many for a kit; {advice}") from None


def _boxes(
    plan: KitPlan,
    solution: Solution,
    named: Sequence[NamedDecision],
    rule: Rule,
    palette: Sequence[Colour],
    mirrored: Mapping[Position, Symmetry],
) -> tuple[list[Box], list[Box]]:
    """Return the boxes, and the positions in which the machine always plays the same move."""
    boxes = list[Box]()
    always = list[Box]()
    for decision, box_id, twin_id in named:
        if not decision.met:
            continue
        if decision.always is not None:
            slot = _fixed_slot(plan, solution, decision.always)
            always.append(_box(plan, decision, box_id, (slot,)))
            continue
        edges = solution.graph.nodes[decision.node].edges
        slots = _slots(plan, solution, box_id, edges, rule.beads(decision.turn), palette)
        box = _box(plan, decision, box_id, slots)
        boxes.append(box)
        if twin_id is not None:
            boxes.append(_image_of(box, twin_id, mirrored[decision.position]))
    return boxes, always


def _box(plan: KitPlan, decision: Decision, box_id: str, slots: tuple[Slot, ...]) -> Box:
    return Box(
        id=box_id,
        position=decision.position,
        turn=decision.turn,
        later=decision.later,
        slots=slots,
        game=plan.game,
    )


def _fixed_slot(plan: KitPlan, solution: Solution, edge: Edge) -> Slot:
    """Return the slot of a move that the machine always plays."""
    moves = edge.moves if plan.choices.merged else edge.moves[:1]
    return always_slot(moves, *solution.worth_of(edge))


def _image_of(box: Box, image_id: str, symmetry: Symmetry) -> Box:
    """Return the box of the mirror image of another's position.

    Its slots are in its own order, and take the colours in that order.
    """
    turned = [(tuple(sorted(map(symmetry.move, slot.moves))), slot) for slot in box.slots]
    slots = [
        replace(slot, moves=moves, colour=in_order.colour)
        for (moves, slot), in_order in zip(sorted(turned), box.slots, strict=True)
    ]
    position = symmetry.position(box.position)
    return replace(box, id=image_id, position=position, slots=tuple(slots), mirror_of=box.id)


def _mirrored(plan: KitPlan, graph: Graph) -> dict[Position, Symmetry]:
    """Return the positions whose mirror images have boxes of their own, each with the symmetry
    that leads to the image.
    """
    symmetries = {}
    for text in plan.choices.mirrors:
        canonical = graph.symmetries.canonical(plan.game.parse(text))
        changing = [
            symmetry
            for symmetry in plan.game.symmetries
            if symmetry.position(canonical) != canonical
        ]
        can_be_met = canonical in graph.index and canonical.to_move in plan.players
        if not changing or not can_be_met:
            raise UsageError(f"position {text!r} has no mirror image that the machine could meet")
        symmetries[canonical] = changing[0]
    return symmetries


def _slots(
    plan: KitPlan,
    solution: Solution,
    box_id: str,
    edges: Sequence[Edge],
    beads: int,
    palette: Sequence[Colour],
) -> tuple[Slot, ...]:
    """Return the slots of a box, each with the same number of beads."""
    moves_of_slots: list[tuple[tuple[Move, ...], Edge]] = [(edge.moves, edge) for edge in edges]
    if not plan.choices.merged:
        moves_of_slots = sorted(((move,), edge) for edge in edges for move in edge.moves)
    places = list(range(len(moves_of_slots)))
    if plan.choices.colour_by == "cell":
        places = [moves[0].target for moves, _ in moves_of_slots]
        if len(set(places)) < len(places):
            raise UsageError(
                f"box {box_id} has two moves to one cell, so that cells cannot give the colours; "
                "leave out --colour-by cell"
            )
    needed = max(places) + 1
    if needed > len(palette):
        raise _too_few_colours(plan, box_id, needed, len(palette))
    return tuple(
        Slot(moves, palette[place], beads, *solution.worth_of(edge))
        for place, (moves, edge) in zip(places, moves_of_slots, strict=True)
    )


def _too_few_colours(plan: KitPlan, box_id: str, needed: int, had: int) -> TooFewColoursError:
    missing = f"box {box_id} needs {needed} colours and palette {plan.choices.palette!r} has {had}"
    if needed > len(SYMBOLS):
        return TooFewColoursError(
            f"{missing}; no palette has more than {len(SYMBOLS)}: choose a smaller board, or a "
            "game with fewer moves"
        )
    new_palette = suggested("kitgen", "new", "palette", "NAME")
    wide = f"--palette {WIDE_PALETTE} has {len(SYMBOLS)}"
    return TooFewColoursError(
        f"{missing}; choose a palette with more ({wide}, {new_palette} begins another)"
    )
