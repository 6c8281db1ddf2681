"""The beads that are marked on a count sheet."""

from dataclasses import dataclass

from kitgen.kit.kit import Kit
from kitgen.record.forms.form import Form
from kitgen.session.marked.marks import MARKED, UNSURE
from kitgen.session.marked.sheets import States, rows_of


@dataclass(frozen=True, slots=True)
class MarkedCounts:
    """What is marked on a count sheet.

    Attributes:
        counts: for a box and the letter of a bead how many there are; those alone that are clear.
        unsure: boxes and letters of which nobody knows.
        void: the boxes that are crossed out.
    """

    counts: dict[tuple[str, str], int]
    unsure: tuple[tuple[str, str], ...]
    void: tuple[str, ...]


def counts_on(kit: Kit, form: Form, states: States) -> MarkedCounts:
    """Return the beads that are marked on a sheet: of a slot the sum of what is marked, and nothing where nothing is.

    >>> from kitgen.session.marked.marks import EMPTY
    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.record.forms.make import form_codes, make_form
    >>> kit = make_kit("her")
    >>> form = make_form(kit, form_codes(kit, "count-marks", "a4")[0])
    >>> marked = {bubble: MARKED for bubble in form.bubbles if (bubble.row, bubble.turn, bubble.value) == (1, 2, "1")}
    >>> counts_on(kit, form, dict.fromkeys(form.bubbles, EMPTY) | marked).counts
    {('A2', 'L'): 1}
    """
    boxes = {box.id: box for box in kit.boxes}
    counts: dict[tuple[str, str], int] = {}
    unsure, void = [], []
    for row, marks in zip(form.rows, rows_of(form, states), strict=True):
        if marks.state("void", 0, "") == MARKED:
            void.append(row.name)
            continue
        crossed = marks.state("void", 0, "") == UNSURE
        for turn, slot in enumerate(boxes[row.name].slots, 1):
            group = marks.group("count", turn)
            said = [int(value) for value in marks.marked_in("count", turn)]
            name = row.name, slot.colour.letter
            if not said and UNSURE not in group.values():
                continue
            if crossed or UNSURE in group.values() or (0 in said and len(said) > 1):
                unsure.append(name)
            else:
                counts[name] = sum(said)
    return MarkedCounts(counts, tuple(unsure), tuple(void))
