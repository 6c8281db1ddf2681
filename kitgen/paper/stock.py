"""Sizes of labels and cards, and what they are for."""

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, UsageError, quoted
from kitgen.papers import PAGES, read_lengths
from kitgen.reading.schema import Millimetres, TextLine
from kitgen.reading.templates import Templates, read_toml

#: The smallest and the largest side of a label, in mm.
SMALLEST_SIDE = 5
LARGEST_SIDE = 250
#: The words for both in errors.
_SIDES = f"must be from {SMALLEST_SIDE} to {LARGEST_SIDE} mm"

#: Labels in a row or column.
Labels = Annotated[int, msgspec.Meta(ge=0, le=100)]


class LabelSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size of label or card and, where it comes on paper of its own, the places on that;
    lengths in mm.
    """

    width: Millimetres
    height: Millimetres
    page: Literal["a4", "letter"] | None = None  # None when it is cut from plain paper of any size
    columns: Labels = 0  # labels beside each other on a sheet; 0 to fit as many as the page takes
    rows: Labels = 0
    left: Millimetres = 0  # of the first label
    top: Millimetres = 0
    pitch_x: Millimetres = 0  # from one label to the next
    pitch_y: Millimetres = 0
    holder: Literal["", "matchbox"] = (
        ""  # what it is made for, where that needs care or has a name of its own
    )
    tent: bool = False  # whether it is folded over its upper edge and stands

    @property
    def cut_size(self) -> tuple[float, float]:
        """Width and height of what is cut out, in mm: a tent has a back, too."""
        return self.width, 2 * self.height if self.tent else self.height

    @property
    def is_grid(self) -> bool:
        """Whether its labels are drawn in the places of a carton or chest, one on each sheet."""
        return self.page is None and self.columns > 0


#: What a size is for: labels for boxes, and for cups, cartons or drawers in their place; labels for
#: boxes with chips in place of beads; cards in place of boxes.
FileKind = Literal["label", "card", "cup", "chip", "carton", "drawer"]


class Stock(LabelSize, frozen=True, kw_only=True):
    """A size as typed after ``--stock``: ``matchbox``, ``poker``, ``L7160``, ``35x15``,
    ``mystock.toml``.
    """

    name: str
    kind: FileKind | Literal["any"] = "any"


class StockFile(LabelSize, frozen=True, kw_only=True):
    """The schema of a file in ``templates/stock/``.

    Attributes:
        also: other codes under which makers sell the same sheet.
    """

    source: TextLine
    kind: FileKind = "label"
    also: tuple[TextLine, ...] = ()


#: The code of a bought sheet of labels: a number of three digits or more, perhaps with letters
#: before it.
_CODE = re.compile(r"[A-Za-z]{0,4}[-. ]?[0-9]{3,}[A-Za-z]{0,2}")

#: The default size of label and paper.
DEFAULT_STOCK = "matchbox"


def read_stock(name: str, templates: Templates) -> Stock:
    """Return a size of label by name, one written as ``WxH``, or one in a file whose name ends with
    ``.toml``.

    >>> stock = read_stock("35x15", Templates())
    >>> stock.width, stock.height, stock.page
    (35.0, 15.0, None)
    >>> read_stock("J8160", Templates()).name
    'L7160'
    """
    if name.lower().endswith(".toml"):
        return _checked(name, quoted(Path(name)), read_toml(Path(name), StockFile))
    names = templates.names("stock")
    known = {other.lower(): other for other in names}.get(name.strip().lower())
    if known is not None:
        return _checked(known, f"stock/{known}.toml", templates.read("stock", known, StockFile))
    if _CODE.fullmatch(name.strip()):
        return _stock_of_code(name.strip(), templates)
    _refuse_box(name)
    if not re.match(r"\s*[-+]?\.?[0-9]", name) or re.fullmatch(r"[0-9]+", name):
        raise UnknownNameError(
            "label or card size", name, [*names, "WxH in mm: 35x15", "a file: mystock.toml"]
        )
    size = read_lengths(name, 2)
    if size is None:
        raise UsageError(
            f"size {quoted(name)} is not written as width x height, like '53x36' in mm "
            "or '2.625x1in'"
        )
    width, height = size
    if not (SMALLEST_SIDE <= width <= LARGEST_SIDE and SMALLEST_SIDE <= height <= LARGEST_SIDE):
        raise UsageError(f"labels of {quoted(name)} mm cannot be drawn; each side {_SIDES}")
    return Stock(width, height, name=f"{width:g}x{height:g}")


def _refuse_box(name: str) -> None:
    """Refuse three lengths, which are a box: a label is for one face of its outside."""
    sides = re.findall("inside|outside", name, re.IGNORECASE)
    lengths = read_lengths(re.sub("inside|outside|:", " ", name, flags=re.IGNORECASE), 3)
    if lengths is None:
        return
    width, depth, height = (f"{length:g}" for length in lengths)
    box = f"{width}x{depth}x{height}"
    if [side.lower() for side in sides] == ["inside"]:
        raise UsageError(
            f"size {quoted(name)} is the inside of a box, and a label goes on its outside; "
            "measure that, or fold the "
            f"box: --parts boxes --set boxes.size=inside:{box}"
        )
    raise UsageError(
        f"size {quoted(name)} is not written as width x height: it is a box, and a label is for "
        "one face of its "
        f"outside, --stock {width}x{depth} for the top, --stock {width}x{height} for the front; "
        "to fold the box: "
        f"--parts boxes --set boxes.size={box}"
    )


def _stock_of_code(code: str, templates: Templates) -> Stock:
    """Return the sheet that is sold under a code; one that is spelled alike is another sheet,
    and no answer.
    """
    known = []
    for name in templates.names("stock"):
        file = templates.read("stock", name, StockFile)
        if file.page is not None:
            known.append(name)
        if code.upper() in (other.upper() for other in file.also):
            return _checked(name, f"stock/{name}.toml", file)
    raise UsageError(
        f"no sheet of labels {quoted(code)} is known, and one that is spelled alike may be "
        "another; known are "
        f"{', '.join(known)} and other codes of these; --stock also takes a size in mm, such as "
        "63.5x38.1, to cut from "
        "plain paper, or a file with the measures of a sheet"
    )


def _checked(name: str, where: str, file: StockFile) -> Stock:
    """Return the size in a file; refuse labels that lie on each other or off the page."""
    stock = Stock(
        name=name, **{key: getattr(file, key) for key in (*LabelSize.__struct_fields__, "kind")}
    )
    for key, side in (("width", stock.width), ("height", stock.height)):
        if not SMALLEST_SIDE <= side <= LARGEST_SIDE:
            raise TemplateError(f"{where}: key {quoted(key)} is {side:g} mm; it {_SIDES}")
    if stock.tent and stock.page is not None:
        raise TemplateError(
            f"{where}: key 'tent' is for sizes that are cut from plain paper; leave out 'page'"
        )
    if stock.page is None and stock.kind in ("carton", "drawer"):
        _check_grid(stock, where)
        return stock
    if stock.page is None:
        for key in ("columns", "rows", "left", "top", "pitch_x", "pitch_y"):
            if getattr(file, key):
                raise TemplateError(
                    f"{where}: key {quoted(key)} says where labels lie; add the key 'page'"
                )
        return stock
    page = stock.page
    paper = PAGES[page]
    ways = (
        ("columns", "pitch_x", "width", "left", paper.width),
        ("rows", "pitch_y", "height", "top", paper.height),
    )
    for *keys, room in ways:
        count, pitch, side, first = (getattr(stock, key) for key in keys)
        counts, pitches, sides, starts = map(quoted, keys)
        end = first + (count - 1) * pitch + side
        if count < 1:
            raise TemplateError(
                f"{where}: key {counts} is missing or under 1; labels on {page} paper need it"
            )
        if count > 1 and pitch < side - 1e-6:
            problem = f"key {pitches} is {pitch:g} mm, less than {sides}, so that labels overlap"
            raise TemplateError(f"{where}: {problem}; at least {side:g} mm")
        if not 0 <= first <= room - side + 1e-6:
            problem = (
                f"key {starts} is {first:g} mm; on {page} paper it must be from 0 to "
                f"{room - side:g} mm"
            )
            raise TemplateError(f"{where}: {problem}")
        if end > room + 1e-6:
            most = int((room - first - side + 1e-6) // pitch) + 1
            problem = (
                f"key {counts} is {count}, which takes {end:g} mm of {room:g} mm of {page} paper"
            )
            raise TemplateError(f"{where}: {problem}; at most {most} fit")
    return stock


def _check_grid(stock: Stock, where: str) -> None:
    """Refuse the places of a carton or chest that are none, or lie on each other."""
    for key, count, pitch_key, pitch, side_key, side in (
        ("columns", stock.columns, "pitch_x", stock.pitch_x, "width", stock.width),
        ("rows", stock.rows, "pitch_y", stock.pitch_y, "height", stock.height),
    ):
        if count < 1:
            raise TemplateError(
                f"{where}: key {quoted(key)} is missing or under 1; a {stock.kind} needs it"
            )
        if count > 1 and pitch < side:
            problem = (
                f"key {quoted(pitch_key)} is {pitch:g} mm, less than {quoted(side_key)}, so that "
                "labels overlap"
            )
            raise TemplateError(f"{where}: {problem}; at least {side:g} mm")
    for key in ("left", "top", "tent"):
        if getattr(stock, key):
            raise TemplateError(
                f"{where}: key {quoted(key)} is not for a {stock.kind}; leave it out"
            )
