"""What each outcome of a game does to the beads, in words, and the table of it."""

from collections.abc import Iterator, Sequence

from kitgen.kit.kit import Kit
from kitgen.kit.rule import Change
from kitgen.paper.job import has_draws, no_more_learning
from kitgen.paper.layout.frame import PALE, Column
from kitgen.paper.marks.scene import BLACK, Line, Scene, Stroke, rectangle
from kitgen.paper.texts import Texts


def learning_rows(kit: Kit, texts: Texts) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield what each outcome does: its name, and pairs of which bead (or nothing) and what happens to it.

    The last row is the empty box.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.templates import Templates
    >>> for outcome, changes in learning_rows(make_kit("her"), Texts("en", Templates())):
    ...     print(outcome, changes[0])
    The machine wins ('', 'All beads go back into their boxes. Nothing changes.')
    The machine loses ('the bead of its last move', 'goes into the bag, not back into its box.')
    The box is empty ('', 'The machine gives up: it loses this game. The move before counts as its last one.')
    """
    rule = kit.rule
    for outcome, change in (("win", rule.win), ("draw", rule.draw), ("loss", rule.loss)):
        if outcome != "draw" or has_draws(kit):
            yield texts(f"operator.outcome.{outcome}"), change_rows(change, rule.ceiling, texts)
    empty = [("", texts(f"operator.empty.{rule.empty}"))]
    if rule.when_empty.outcome is not None:
        empty.append(("", no_more_learning(kit, texts, "operator.finished")))
    yield texts("operator.empty.title"), empty


def change_rows(change: Change, ceiling: int | None, texts: Texts) -> list[tuple[str, str]]:
    """Return what a change does, as pairs of which bead (or nothing) and what happens to it."""
    if change.nothing:
        return [("", texts("operator.change.nothing"))]
    rows = []
    special = list(change.from_end)
    if change.last is not None:
        rows.append((_which(1, texts), texts(f"operator.change.{change.last}", ceiling=ceiling)))
        special = special[1:]
    for place, beads in enumerate(special, 1 + (change.last is not None)):
        rows.append((_which(place, texts), _what(beads, texts)))
    rows.append((texts(f"operator.which.{'rest' if rows else 'all'}"), _what(change.every, texts)))
    return rows


def _which(place: int, texts: Texts) -> str:  # counted from the end of the game
    key = {1: "last", 2: "second"}.get(place, "nth")
    return texts(f"operator.which.{key}", place=place)


def _what(beads: int, texts: Texts) -> str:
    if beads == 0:
        return texts("operator.change.back")
    return texts(f"operator.change.{'plus' if beads > 0 else 'minus'}", count=abs(beads))


def draw_table(column: Column, rows: Sequence[tuple[str, list[tuple[str, str]]]], size: float) -> None:
    """Draw what each outcome does to the beads, as ``learning_rows`` gives it."""
    scene, pad = column.scene, 2.0
    first = 0.27 * column.width
    for outcome, changes in rows:
        top = column.y
        inner = Column(scene, column.x + first + pad, top + 1.4, column.width - first - 2 * pad)
        for which, what in changes:
            inner.paragraph(f"{which[:1].upper()}{which[1:]} {what}" if which else what, size)
        name = Column(Scene(1, 1), column.x + pad, top + 1.4, first - 2 * pad)
        name.paragraph(outcome, size, bold=True)
        bottom = max(inner.y, name.y) + 1.4
        scene.add(rectangle(column.x, top, first, bottom - top, "#EFEFEF"))
        scene.add(*name.scene.marks)
        scene.add(rectangle(column.x, top, column.width, bottom - top, None, Stroke(BLACK, 0.25)))
        scene.add(Line((column.x + first, top), (column.x + first, bottom), Stroke(PALE, 0.2)))
        column.y = bottom
