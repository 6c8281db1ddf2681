"""What is shown at once: a card, and the first sheet of labels or cards."""

from io import BytesIO
from typing import Any

from kitgen.door.printing import STOCK, make_document
from kitgen.errors import UsageError
from kitgen.paper.card.front import Cards
from kitgen.paper.layout.smallest import smallest_label
from kitgen.paper.layout.stock import Stock, read_stock
from kitgen.paper.marks.scene import Scene
from kitgen.paper.parts import made_of
from kitgen.paper.texts import CARDS, Texts
from kitgen.render.svg import write_svg
from kitgen.serve.asked.address import Asked
from kitgen.serve.work.printing import kit_of
from kitgen.serve.work.worker import Errand
from kitgen.templates import Templates

#: What the address calls the box whose card is shown.
BOX = "box-shown"


def card(task: Errand) -> bytes:
    """Return the card of a box as SVG: of the one that is named, or the one with the most beads to choose from.

    Raises:
        UsageError: there is no such box, or the size is too small.
    """
    kit, stock = kit_of(task.asked), _stock(task.asked)
    boxes = {box.id: box for box in kit.boxes}
    name = task.more.get(BOX, "")
    if name and name not in boxes:
        raise UsageError(f"there is no box {name[:10]!r} in this kit")
    box = boxes[name] if name else max(kit.boxes, key=lambda one: len(one.slots))
    texts = Texts(task.asked.language, Templates()).speaking_of(_made_of(task.asked, stock))
    return svg(Cards(kit, stock.width, stock.height, texts).draw(box))


def labels(task: Errand) -> bytes:
    """Return the first sheet of labels, or of cards where the machine is made of them, as SVG."""
    asked = task.asked
    part = "cards" if _made_of(asked, _stock(asked)) == CARDS else "labels"
    chosen = asked.chosen("print") | {"parts": [part]}
    document = make_document(kit_of(asked), **chosen, **_read_by(asked))
    # Cards come after the sheet that says how to play; on two sides, after its back.
    before = 0 if part == "labels" else 1 if asked.chosen("part").get("duplex", "none") == "none" else 2
    return svg(document.sheets[before].scene)


def svg(scene: Scene) -> bytes:
    """Return a scene as SVG."""
    stream = BytesIO()
    write_svg(scene, stream)
    return stream.getvalue()


def _read_by(asked: Asked) -> dict[str, Any]:
    """Return the settings that change how labels and cards look; a check of the others waits for the whole print."""
    return {key: value for key, value in asked.chosen("part").items() if key in ("nudge", "start_at", "duplex")}


def _made_of(asked: Asked, stock: Stock) -> str:
    """Return what the machine is made of that is printed."""
    return made_of(stock.kind, asked.chosen("print").get("parts", ()))


def _stock(asked: Asked) -> Stock:
    """Return the size of label or card: where sheets are spared, in place of the usual label the smallest one."""
    chosen, templates = asked.chosen("print"), Templates()
    stock = read_stock(chosen.get("stock", STOCK), templates)
    if not chosen.get("economy") or stock.name != STOCK:
        return stock
    return smallest_label(kit_of(asked), stock, Texts(asked.language, templates), templates)
