"""Words for the place of a box on the table: its row, its id, and how much lies on its board."""

from kitgen.kit.kit import Box, Kit, row_letter
from kitgen.paper.card.styles import style_of
from kitgen.paper.style import TIE
from kitgen.reading.texts import Texts


def row_title(kit: Kit, texts: Texts, box: Box) -> str:
    """Return the words over the row of a box, such as ``Turn 2`` or ``B · 10 seeds``.

    >>> from kitgen.kit.build import build_kit
    >>> from kitgen.reading.templates import Templates
    >>> kit = build_kit("awari-mini")
    >>> row_title(kit, Texts("en", Templates()), kit.boxes[-1])
    'I · 3 seeds'
    """
    letter = row_letter(box.row)
    return texts(
        f"row.{kit.choices.rows_by}",
        turn=box.turn,
        letter=letter,
        things=lying_words(kit, texts, box),
    )


def has_rows(kit: Kit) -> bool:
    """Return whether boxes lie in several rows."""
    return kit.choices.rows_by != "none"


def on_side(kit: Kit, texts: Texts, box: Box) -> str:
    """Return the name of a box on a label: its id, or words where a 6 upside down would be a 9."""
    return box.id if has_rows(kit) else lying_words(kit, texts, box)


def row_short(kit: Kit, texts: Texts, box: Box) -> str:
    """Return the row's words beside its letter; empty for a single row."""
    return texts(
        f"row.short.{kit.choices.rows_by}", turn=box.turn, things=lying_words(kit, texts, box)
    )


def on_card(kit: Kit, texts: Texts, box: Box) -> str:
    """Return the words under the id of a box: its turn, or how much lies on its board."""
    if kit.choices.rows_by == "turn":
        return texts("card.later" if box.later else "card.turn", turn=box.turn)
    return lying_words(kit, texts, box)


def lying_words(kit: Kit, texts: Texts, box: Box) -> str:
    """Return how much lies on the board of a box, such as ``5 pieces``."""
    diagram = kit.game.diagram
    return texts(f"finder.{style_of(diagram).things}", count=diagram.lying(box.position))


def id_tells(kit: Kit, texts: Texts) -> str:
    """Return the sentence on the meaning of an id's letter or, in a single row, its number."""
    return texts(f"row.tells.{kit.choices.rows_by}", list=row_list(kit))


def row_list(kit: Kit) -> str:
    """Return how many pieces lie on the boards of each row, such as ``A 12, B 10``."""
    lying = {box.row: kit.game.diagram.lying(box.position) for box in kit.all_boxes}
    return ", ".join(f"{row_letter(row)}{TIE}{count}" for row, count in sorted(lying.items()))
