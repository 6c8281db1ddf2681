"""Builds a kit: decisions become boxes, with ids, colours and starting beads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kitgen.errors import TooLargeError, UsageError
from kitgen.kit.beads.sharing import share_beads
from kitgen.kit.choices import Wish
from kitgen.kit.editions import KitPlan, plan_kit
from kitgen.kit.findings import can_be_drawn, outcome_of, with_arrivals
from kitgen.kit.kit import Box, Kit, Slot, always_slot
from kitgen.kit.kit_json import checked, with_hash
from kitgen.kit.naming.letters import free_letters
from kitgen.kit.naming.order import in_order
from kitgen.kit.palette import Colour, read_palette
from kitgen.kit.rule import Rule, check_rule, in_languages, read_rule
from kitgen.kit.select import Decision, decisions
from kitgen.model import Game, Move, Position, Symmetry
from kitgen.templates import Templates
from kitgen.theory.explore import LIMIT, Edge, Graph, explore
from kitgen.theory.oracle import Oracle
from kitgen.theory.ply_counts import Progress
from kitgen.theory.solve import Solution, solve


def make_kit(
    name: str,
    wish: Wish | None = None,
    templates: Templates | None = None,
    *,
    limit: int = LIMIT,
    oracle: Oracle | None = None,
    progress: Progress | None = None,
) -> Kit:
    """Return the kit for an edition or a game, with whatever a user wishes otherwise.

    Args:
        name: an edition, or a game as ``make_game`` reads it.
        wish: what is chosen otherwise.
        templates: where editions, palettes, rules and texts are read from.
        limit: the largest number of positions, up to symmetry, that the game may have.
        oracle: of the same game where there is one already, such as that of the other side's kit.
        progress: told now and then how many positions have been explored.

    Raises:
        UsageError: the kit or a wish is unknown, or the palette has too few colours.
        TooLargeError: the game has more positions than ``limit``.

    >>> kit = make_kit("her")
    >>> len(kit.boxes), kit.beads
    (19, 45)
    """
    templates = templates or Templates()
    return build(plan_kit(name, wish or Wish(), templates), templates, limit=limit, oracle=oracle, progress=progress)


def build(
    plan: KitPlan,
    templates: Templates,
    *,
    limit: int = LIMIT,
    oracle: Oracle | None = None,
    progress: Progress | None = None,
    rule: Rule | None = None,
    palette: Sequence[Colour] | None = None,
) -> Kit:
    """Return the kit that a plan describes; the only place where its game is explored and solved.

    Args:
        plan: the game, and all that is chosen.
        templates: where the rule and the palette are read from.
        limit: the largest number of positions, up to symmetry, that the game may have.
        oracle: of the same game where there is one already.
        progress: told now and then how many positions have been explored.
        rule: the learning rule, where it is not to be read.
        palette: the colours, where they are not to be read.

    Raises:
        UsageError: the palette has too few colours, or a colouring by cells is not possible.
        TooLargeError: the game has more positions than ``limit``.
        BeadsError: the beads at hand cannot fill the boxes.
        KitFileError: something of it could not be read again, such as a name that no folder can have.
    """
    choices = plan.choices
    if rule is None:
        rule = in_languages(read_rule(choices.rule, templates), choices.language)
    if palette is None:
        palette = read_palette(choices.palette, choices.language, templates)
    try:
        known = oracle is not None and oracle.game.spec == plan.game.spec
        solution = oracle.solution if oracle is not None and known else solve(_explored(plan.game, limit, progress))
    except TooLargeError as error:
        advice = f"'kitgen kits --sizes {plan.game.name}' shows the boards that can be printed"
        raise TooLargeError(f"{error}, too many for a kit; {advice}") from None
    if oracle is None or not known:
        oracle = Oracle(plan.game, solution=solution)
    if progress is not None:
        progress(f"making the boxes of {plan.game.spec}", 0, None)
    draws = can_be_drawn(plan.game, solution.graph)
    check_rule(choices.rule, rule, plan.game.spec, draws=draws)
    mirrored = _mirrored(plan, solution.graph)
    named = list(in_order(decisions(plan, solution), choices.rows_by, plan.game.diagram, mirrored))
    palette = free_letters(palette, plan.game.diagram.printed_letters, {sign for _, name, _ in named for sign in name})
    met = [_Named(*one) for one in named if one[0].met]
    boxes = list(_boxes(plan, solution, met, rule, palette, mirrored))
    if not boxes:
        raise UsageError(f"{plan.game.spec} leaves {choices.side} nothing to decide; there is no machine to make")
    if choices.beads:
        boxes = list(share_beads(boxes, palette, choices.beads))
    used = {slot.colour.key for box in boxes for slot in box.slots}
    kit = Kit(
        name=plan.name,
        title=plan.title,
        game_spec=plan.game.spec,
        choices=choices,
        rule=rule,
        palette=tuple(colour for colour in palette if colour.key in used),
        boxes=tuple(with_arrivals(boxes, solution.graph, plan.players)),
        command=plan.command,
        outcome=outcome_of(solution),
        draws=draws,
        oracle=oracle,
        always=tuple(_always(plan, solution, met)),
    )
    return checked(with_hash(kit))


def _explored(game: Game, limit: int, progress: Progress | None) -> Graph:
    """Return all positions of a game, and say that it is solved next."""
    graph = explore(game, limit=limit, progress=progress)
    if progress is not None:
        progress(f"solving {game.spec}", 0, None)
    return graph


class _Named(NamedTuple):
    """A decision that is met, with what its box is called, and the box of its mirror image where there is one."""

    decision: Decision
    box_id: str
    twin: str | None


def _always(plan: KitPlan, solution: Solution, met: Sequence[_Named]) -> Iterator[Box]:
    """Yield the positions in which an express machine always plays the same, as boxes of one slot without beads."""
    for decision, box_id, _ in met:
        edge = decision.always
        if edge is not None:
            moves = edge.moves if plan.choices.merged else edge.moves[:1]
            slot = always_slot(moves, solution.edge_value(edge), solution.edge_plies(edge))
            yield Box(box_id, decision.position, decision.turn, decision.later, (slot,))


def _boxes(
    plan: KitPlan,
    solution: Solution,
    met: Sequence[_Named],
    rule: Rule,
    palette: Sequence[Colour],
    mirrored: Mapping[Position, Symmetry],
) -> Iterator[Box]:
    """Yield the boxes in order, mirror images beside their twins."""
    for decision, box_id, twin in met:
        if decision.always is not None:
            continue
        edges = solution.graph.nodes[decision.node].edges
        slots = _slots(plan, solution, box_id, edges, rule.beads(decision.turn), palette)
        box = Box(box_id, decision.position, decision.turn, decision.later, slots)
        yield box
        if twin is not None:
            symmetry = mirrored[decision.position]
            image = symmetry.position(box.position)
            # The image's slots come in its own order and take their colours in that order.
            turned = sorted((tuple(sorted(map(symmetry.move, slot.moves))), slot) for slot in slots)
            yield replace(
                box,
                id=twin,
                position=image,
                slots=tuple(
                    replace(slot, moves=moves, colour=slots[index].colour) for index, (moves, slot) in enumerate(turned)
                ),
                mirror_of=box_id,
            )


def _mirrored(plan: KitPlan, graph: Graph) -> dict[Position, Symmetry]:
    """Return, for each canonical position that has a second box, the symmetry that makes its image."""
    found = {}
    for text in plan.choices.mirrors:
        canonical = graph.symmetries.canonical(plan.game.parse(text))
        image = next((s for s in plan.game.symmetries if s.position(canonical) != canonical), None)
        if canonical not in graph.index or image is None or canonical.to_move not in plan.players:
            raise UsageError(f"position {text!r} has no mirror image that the machine could meet")
        found[canonical] = image
    return found


def _slots(
    plan: KitPlan, solution: Solution, box_id: str, edges: Sequence[Edge], beads: int, palette: Sequence[Colour]
) -> tuple[Slot, ...]:
    """Return the slots of one box."""
    pairs: list[tuple[tuple[Move, ...], Edge]] = [(edge.moves, edge) for edge in edges]
    if not plan.choices.merged:
        pairs = sorted(((move,), edge) for edge in edges for move in edge.moves)
    colours: list[int] = list(range(len(pairs)))
    if plan.choices.colour_by == "cell":
        colours = [moves[0].target for moves, _ in pairs]
        if len(set(colours)) < len(colours):
            raise UsageError(
                f"box {box_id} has two moves to one cell, so that cells cannot give the colours; "
                "leave out --colour-by cell"
            )
    if max(colours) >= len(palette):
        raise UsageError(
            f"box {box_id} needs {max(colours) + 1} colours and palette {plan.choices.palette!r} has "
            f"{len(palette)}; choose a palette with more"
        )
    return tuple(
        Slot(moves, palette[colour], beads, solution.edge_value(edge), solution.edge_plies(edge))
        for colour, (moves, edge) in zip(colours, pairs, strict=True)
    )
