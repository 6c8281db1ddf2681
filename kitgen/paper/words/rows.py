"""The rows that a machine's boxes lie in, in words: what a row is called, and what the letter of a box tells."""

from kitgen.kit.kit import Box, Kit
from kitgen.kit.naming.rows import row_letter
from kitgen.paper.card.styles import style_of
from kitgen.paper.texts import Texts


def row_title(kit: Kit, texts: Texts, box: Box) -> str:
    """Return what stands over the row of a box, such as ``Turn 2`` or ``B · 10 seeds``.

    >>> from kitgen.kit.build import make_kit
    >>> from kitgen.templates import Templates
    >>> kit = make_kit("awari-mini")
    >>> row_title(kit, Texts("en", Templates()), kit.boxes[-1])
    'I · 3 seeds'
    """
    letter = row_letter(box.row)
    return texts(f"row.{kit.choices.rows_by}", turn=box.turn, letter=letter, things=lying_words(kit, texts, box))


def has_rows(kit: Kit) -> bool:
    """Return whether boxes lie in several rows, so that a mark on a label may say in which."""
    return kit.choices.rows_by != "none"


def on_side(kit: Kit, texts: Texts, box: Box) -> str:
    """Return what names a box on a side of its own: its id; more, where a 6 upside down would be a 9."""
    return box.id if has_rows(kit) else lying_words(kit, texts, box)


def row_short(kit: Kit, texts: Texts, box: Box) -> str:
    """Return the same where a row's letter is seen beside it; nothing for a single row."""
    return texts(f"row.short.{kit.choices.rows_by}", turn=box.turn, things=lying_words(kit, texts, box))


def on_card(kit: Kit, texts: Texts, box: Box) -> str:
    """Return what stands under the id of a box: its turn, or how much lies on its board."""
    if kit.choices.rows_by == "turn":
        return texts("card.later" if box.later else "card.turn", turn=box.turn)
    return lying_words(kit, texts, box)


def lying_words(kit: Kit, texts: Texts, box: Box) -> str:
    """Return how much lies on the board of a box, such as ``5 pieces``."""
    diagram = kit.game.diagram
    return texts(f"finder.{style_of(diagram).things}", count=diagram.lying(box.position))


def id_tells(kit: Kit, texts: Texts) -> str:
    """Return the sentence on what the letter of an id tells, or, in a single row, its number."""
    return texts(f"row.tells.{kit.choices.rows_by}", list=row_list(kit))


def row_list(kit: Kit) -> str:
    """Return how much lies on the boards of each row, such as ``A 12, B 10``."""
    lying = {box.row: kit.game.diagram.lying(box.position) for box in (*kit.boxes, *kit.always)}
    return ", ".join(f"{row_letter(row)} {count}" for row, count in sorted(lying.items()))


def find_steps(kit: Kit, texts: Texts) -> list[str]:
    """Return the sentences that lead an operator from the table to a box, one for each step."""
    style, by = style_of(kit.game.diagram), kit.choices.rows_by
    if by == "turn":
        later = [texts("operator.step.later")] if any(box.later for box in kit.boxes) else []
        return [texts("operator.step.turn"), texts(f"operator.{style.look}"), *later]
    count = texts(f"row.count.{style.things}")
    if by == "none":
        return [count, texts("row.find.none")]
    names = kit.game.diagram.names
    sort = f" {texts('row.find.sorted', first=names[0], second=names[1])}" if len(names) > 1 else ""
    return [count, texts("row.find.lying", list=row_list(kit)), texts("row.find.look") + sort]
