"""Reads moves as they are marked: by an arrow with a badge on its shaft, a badge on a cell, or a grey twin of these."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.paper.marks.scene import apart, to_segment, within_polygon
from kitgen.sandbox.page_marks import Shape
from kitgen.verification.drawn_badges import DrawnBadge
from kitgen.verification.drawn_boards import DrawnBoard
from kitgen.verification.mark_index import MarkIndex
from kitgen.verification.recognise import DrawnArrow, is_circle, luminance

#: An arrow that deviates by more than so many degrees from the line between the middles of its cells is askew.
ASKEW = 1.0

#: A ring for a bead is filled as light as this, its middle at most so many mm from its arrow's axis.
WELL, OFF_AXIS = 0.95, 0.3

#: The cells at which a move starts and ends; None for an end that its mark does not show.
Ends = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class DrawnMove:
    """One coloured move as it is marked; an end that its mark does not show is None."""

    source: int | None
    target: int | None
    fill: str
    badge: DrawnBadge | None


#: The moves of one board: those in colour, the ends of those in grey, and what cannot be right.
DrawnMoves = tuple[list[DrawnMove], list[Ends], list[str]]


def is_twin(shape: Shape) -> bool:
    """Return whether a mark is drawn in the greys of a twin: light inside, and no dark outline."""
    colours = [colour for colour in (shape.fill, shape.stroke) if colour is not None]
    if len(colours) != 2 or any(len({colour[1:3], colour[3:5], colour[5:]}) != 1 for colour in colours):
        return False
    return luminance(colours[0]) > 0.7 and 0.35 < luminance(colours[1]) < 0.8


def on_arrow(shape: Shape, arrows: Sequence[DrawnArrow]) -> bool:
    """Return whether a mark is the line style of an arrow: drawn after it, and inside it."""
    return any(
        arrow.shape.order < shape.order and all(within_polygon(corner, arrow.shape.corners) for corner in shape.corners)
        for arrow in arrows
    )


def wells_on(shapes: Sequence[Shape], arrows: Sequence[DrawnArrow]) -> list[tuple[Shape, DrawnArrow]]:
    """Return the rings for beads on arrows, each with its arrow: drawn before it, white, about its axis."""
    wells = []
    for shape in shapes:
        if is_circle(shape) and shape.stroke is not None and shape.fill is not None and luminance(shape.fill) > WELL:
            over = [(to_segment(shape.centre, a.tail, a.tip), a) for a in arrows if a.shape.order > shape.order]
            away, arrow = min(over, key=lambda pair: pair[0], default=(math.inf, None))
            if arrow is not None and away < OFF_AXIS:
                wells.append((shape, arrow))
    return wells


def wells_amiss(wells: Sequence[tuple[Shape, DrawnArrow]], arrows: Sequence[DrawnArrow]) -> list[str]:
    """Return what is wrong with the rings of a board that has some: each coloured arrow needs one, no other has any."""
    if not wells:
        return []
    owners = [arrow.shape.order for _, arrow in wells]
    faults = []
    for arrow in arrows:
        count, wanted = owners.count(arrow.shape.order), 0 if is_twin(arrow.shape) else 1
        if count != wanted:
            faults.append(f"an arrow has {count} rings for its beads instead of {wanted}")
    return faults


def is_placed_twin(shape: Shape) -> bool:
    """Return whether a mark is the twin of a badge that marks a target: a small grey disc."""
    return is_twin(shape) and is_circle(shape)


def placed_moves(
    board: DrawnBoard, badges: Sequence[DrawnBadge], discs: Sequence[Shape], arrows: Sequence[DrawnArrow]
) -> DrawnMoves:
    """Return the moves of a board on which badges, and grey discs, mark the targets."""
    moves, faults = [], []
    for badge in badges:
        cell = board.cell_at(badge.at)
        if cell is None or board.off_centre(cell, badge.at):
            faults.append(f"badge {badge.letter} is not in the middle of a cell")
        if cell is not None:
            moves.append(DrawnMove(None, cell, badge.fill, badge))
    faults += ["an arrow on a board whose moves have none"] * len(arrows)
    marked = [board.cell_at(disc.centre) for disc in discs]
    faults += ["a grey disc lies on no cell"] * marked.count(None)
    return moves, [(None, cell) for cell in marked if cell is not None], faults


def pointed_moves(
    board: DrawnBoard, arrows: Sequence[DrawnArrow], badges: Sequence[DrawnBadge], *, sown: bool
) -> DrawnMoves:
    """Return the moves of a board on which arrows show them.

    Where moves are ``sown``, an arrow shows only where a sowing starts, by pointing at the next cell.
    """
    faults: list[str] = []
    of: defaultdict[int, list[DrawnBadge]] = defaultdict(list)
    for loose in badges:
        number = _nearest_arrow(loose, arrows)
        if number is None:
            faults.append(f"badge {loose.letter} lies on no arrow")
        else:
            of[number].append(loose)
    moves: list[DrawnMove] = []
    twins: list[Ends] = []
    for number, arrow in enumerate(arrows):
        ends, wrong = _ends(board, arrow, sown=sown)
        faults += wrong
        if ends is None:
            continue
        if is_twin(arrow.shape) and not of[number]:
            twins.append(ends)
            continue
        badge = next(iter(of[number]), None)
        fill = arrow.shape.fill or ""
        where = f"the arrow to {_say_target(board, arrow)}"
        if badge is None:
            faults.append(f"{where} has no badge")
        elif badge.fill != fill:
            faults.append(f"{where} is {fill}, and its badge {badge.letter} is {badge.fill}")
        if len(of[number]) > 1:
            faults.append(f"{where} has {len(of[number])} badges")
        moves.append(DrawnMove(*ends, fill, badge))
    return moves, twins, faults


def covered(index: MarkIndex, board: DrawnBoard, arrows: Sequence[DrawnArrow]) -> list[str]:
    """Return what is wrong with arrows whose heads something drawn later covers."""
    faults = []
    for arrow in arrows:
        neck = [sum(parts) / 2 for parts in zip(*arrow.shaft[2:], strict=True)]
        head = [(end + start) / 2 for end, start in zip(arrow.tip, neck, strict=True)]
        if index.hidden((head[0], head[1]), arrow.shape.order):
            faults.append(f"the head of the arrow to {_say_target(board, arrow)} is covered")
    return faults


def _say_target(board: DrawnBoard, arrow: DrawnArrow) -> str:
    return board.say(board.cell_at(arrow.tip) or 0)


def _nearest_arrow(badge: DrawnBadge, arrows: Sequence[DrawnArrow]) -> int | None:
    """Return the number of the arrow whose shaft is nearest to a badge; None when none is near.

    In crowded places a badge stands beside its shaft, but clearly nearer to it than to any other.
    """
    reach = max(badge.shape.size)
    near = [n for n, arrow in enumerate(arrows) if to_segment(badge.at, arrow.tail, arrow.tip) < 2 * reach]
    away = {number: apart(badge.shape.outline, arrows[number].shaft) for number in near}
    best = min(away, key=lambda number: away[number], default=None)
    return best if best is not None and away[best] < reach / 2 else None


def _ends(board: DrawnBoard, arrow: DrawnArrow, *, sown: bool) -> tuple[Ends | None, list[str]]:
    """Return the ends of a move, None when its arrow leaves the board; and what is wrong with it."""
    source, target = board.cell_at(arrow.tail), board.cell_at(arrow.tip)
    if source is not None and sown:
        target = (source + 1) % len(board.cells)
    if source is None or target is None:
        return None, ["an arrow leaves the board"]
    faults = []
    if source == target:
        faults.append(f"an arrow stays within its cell ({board.say(source)})")
    elif _askew(board, arrow, source, target):
        where, goal = ("at", "the next pit") if sown else ("from", "the middle of a cell")
        faults.append(f"the arrow {where} {board.say(source)} does not point to {goal}")
    return (source, None if sown else target), faults


def _askew(board: DrawnBoard, arrow: DrawnArrow, source: int, target: int) -> bool:
    (x, y), (tx, ty) = board.cells[source], board.cells[target]
    (ax, ay), (bx, by) = arrow.tail, arrow.tip
    across = (tx - x) * (by - ay) - (ty - y) * (bx - ax)
    along = (tx - x) * (bx - ax) + (ty - y) * (by - ay)
    return abs(math.degrees(math.atan2(across, along))) > ASKEW
