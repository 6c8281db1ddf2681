"""Pictures of boxes and positions to look at in a notebook, and a kit as it shows itself there."""

from dataclasses import dataclass
from html import escape
from pathlib import Path

from kitgen.errors import UnknownNameError, many
from kitgen.front_door import check_arguments
from kitgen.kit.kit import Box, Kit, KitGiven
from kitgen.model import Position
from kitgen.paper.card.board import draw_board, machine_below
from kitgen.paper.card.faces import Cards
from kitgen.paper.document import Document
from kitgen.paper.marks.scene import Scene
from kitgen.reading.templates import Templates
from kitgen.reading.texts import texts_in
from kitgen.render import save
from kitgen.render.svg import svg_bytes
from kitgen.sources.kit_sources import load_kit

#: The size of a picture, in mm.
PICTURE_MM = 60.0
#: The boxes of a kit that a notebook shows.
BOXES_SHOWN = 12
#: The sheets of a document that a notebook shows.
SHEETS_SHOWN = 4


@dataclass(frozen=True, slots=True, repr=False)
class SvgPicture:
    """A picture that notebooks show; ``svg`` is its text, ``save`` writes it as SVG, PDF or PNG."""

    scene: Scene
    about: str

    def __repr__(self) -> str:
        """Return what it shows."""
        return f"<picture of {self.about}>"

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return svg_bytes(self.scene).decode()

    def _repr_svg_(self) -> str:
        """Return the picture as a notebook shows it."""
        return self.svg

    @check_arguments
    def save(self, path: str | Path) -> Path:
        """Save the picture, by the ending of its name as ``.svg``, ``.pdf`` or ``.png``, and return
        its path.

        Raises:
            UsageError: the name has another ending.
            OutputError: the file cannot be written.
        """
        (file,) = save(self.scene, path)
        return file


def draw(
    kit: KitGiven, what: str | Box | Position, *, templates: Templates | None = None
) -> SvgPicture:
    """Return a picture of a box with its moves, or of a bare position.

    Args:
        kit: a kit, an edition or game by name, a path, a told game's text, or a game as an object.
        what: a box or its id, such as ``B10``, or a position, also as text.
        templates: where editions are read from; kitgen's own when None.

    Raises:
        UsageError: the kit has no such box, and its game no such position.

    >>> draw("her", "A1"), draw("her", "bbb/.../www w")
    (<picture of box A1 of her>, <picture of bbb/.../www w>)
    """
    made = load_kit(kit, templates=templates)
    if isinstance(what, str):
        what = _named(made, what)
    if isinstance(what, Box):
        return _box(made, what)
    turned = machine_below(made)
    return SvgPicture(
        draw_board(made.game, what, (), PICTURE_MM, PICTURE_MM, turned=turned), made.game.text(what)
    )


def _named(kit: Kit, name: str) -> Box | Position:
    if name in kit.by_id:
        return kit.by_id[name]
    if len(name) <= max(map(len, kit.by_id)):
        raise UnknownNameError("box", name, kit.by_id, owner=f"kit {kit.name!r}")
    return kit.game.parse(name)


def _box(kit: Kit, box: Box) -> SvgPicture:
    cards = Cards(kit, PICTURE_MM, PICTURE_MM, texts_in(kit.choices.language))
    return SvgPicture(cards.draw(box), f"box {box.id} of {kit.name}")


def scene_html(scene: Scene) -> str:
    """Return a picture as part of a notebook's page, never wider than its place."""
    file = svg_bytes(scene).decode()
    drawing = file[file.index("<svg ") :]  # what a file of its own begins with is no HTML
    return drawing.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)


def box_html(box: Box) -> str | None:
    """Return a box as a notebook shows it: its board and a line of its moves and beads; None if
    its game is unknown.
    """
    game = box.game
    if game is None:
        return None
    turned = game.diagram.turns and box.position.to_move == 0
    board = draw_board(game, box.position, box.slots, PICTURE_MM, PICTURE_MM, turned=turned)
    beads = ", ".join(
        f"{slot.beads} {slot.colour.letter} {game.move_text(slot.moves[0])}" for slot in box.slots
    )
    return f"<p><b>{escape(box.id)}</b> {escape(beads)}</p>{scene_html(board)}"


def document_html(document: Document) -> str:
    """Return a document as a notebook shows it: what it is, and its first sheets."""
    pictures = ""
    for sheet in document.sheets[:SHEETS_SHOWN]:
        pictures += f'<div style="width:20em;border:1px solid #ccc">{scene_html(sheet.scene)}</div>'
    more = len(document.sheets) - SHEETS_SHOWN
    rest = f"<p>… {more:,} more</p>" if more > 0 else ""
    head = f"<p>{escape(document.summary())}</p>"
    return f'{head}<div style="display:flex;flex-wrap:wrap;gap:.5em">{pictures}</div>{rest}'


def kit_html(kit: Kit) -> str:
    """Return a kit as a notebook shows it: what it is, and pictures of its first boxes."""
    facts = f"{many(len(kit.boxes), 'box')}, {many(kit.beads, 'bead')}, rule {kit.choices.rule}"
    head = f"<p><b>{escape(kit.title)}</b><br>{facts}<br><code>{escape(kit.command)}</code></p>"
    pictures = ""
    for box in kit.boxes[:BOXES_SHOWN]:
        pictures += f'<div style="width:9em">{scene_html(_box(kit, box).scene)}</div>'
    more = len(kit.boxes) - BOXES_SHOWN
    rest = f"<p>… {more:,} more</p>" if more > 0 else ""
    return f'{head}<div style="display:flex;flex-wrap:wrap;gap:.5em">{pictures}</div>{rest}'
