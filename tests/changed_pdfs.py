"""Printed PDFs of all kinds of boards, and changes to them: to their bytes, their objects and
what is drawn.
"""

import dataclasses
from decimal import Decimal
from functools import cache
from io import BytesIO

import pikepdf
from jobs import make_job
from msgspec.structs import replace
from prints import attached, document, parts_of

from kitgen.render.pdf import pdf_bytes

#: A small kit of every style of board, and one of cards that lie on their sides.
SOURCES = {
    "squares": ("hexapawn:3x3", {}),
    "spaces": ("tictactoe:2x3", {}),
    "pits": ("awari:2x1", {}),
    "rungs": ("nim:5", {}),
    "on their sides": ("hexapawn:2x4", {"stock": "35x15"}),
}
#: What may be changed: of a file's bytes, of its objects, and of the marks on a page.
BYTES = ("cut", "drop", "double", "flip", "splice", "digits")
OBJECTS = ("extract", "repeat", "turn", "stretch", "entry", "operator", "operand", "word", "order")
MARKS = ("drop", "double", "move", "squeeze", "colour", "look", "word")
#: How the program that changes objects says that it will not read or write what has come of an
#: earlier change.
UNCHANGEABLE = (pikepdf.PdfError, RuntimeError, TypeError, ValueError)
#: What stands where something else should: objects of other kinds, and numbers that are none for
#: paper.
STRANGE = (
    None,
    True,
    0,
    -1,
    1.5,
    10**9,
    -(2**31),
    2**31 - 1,
    Decimal("1e30"),
    pikepdf.Name("/X"),
    pikepdf.String("9" * 5000),
    pikepdf.Array([]),
    pikepdf.Array([pikepdf.Array([1, 2])] * 9),
    pikepdf.Dictionary(Type=pikepdf.Name("/Page")),
)
#: Words that may stand on a page in the place of others.
WORDS = (
    "9" * 5000,
    "× 99999999999",
    "×" + "9" * 5000,
    "×0",
    "A" + "9" * 5000,
    "Z9",
    "!",
    "7",
    "\u0663",
    "B3",
    "×",
    "-1",
    "W",
    "Q",
    "250",
)
COLOURS = ("#000000", "#FFFFFF", "#1A1A1A", "#D9D9D9", "#808080", "#CD1622", None)


@cache
def source(name):
    """The bytes of a printed PDF."""
    kit, choices = SOURCES[name]
    drawn = document(kit, ("labels", "finder"), **choices)
    inside = attached(make_job(kit, **choices), parts_of(drawn.sheets))
    return pdf_bytes(dataclasses.replace(drawn, attachments=inside))


def bytes_changed(data, changes):
    """A PDF with some of its bytes changed: each change is a kind, a place and a value, all
    taken as they come.
    """
    for kind, place, value in changes:
        at = place % (len(data) + 1)
        to = (at + value) % (len(data) + 1)
        start = min(at, to)
        end = max(at, to)
        match kind:
            case "cut":
                data = data[:at]
            case "drop":
                data = data[:start] + data[end:]
            case "double":
                data = data[:end] + data[start:end] + data[end:]
            case "flip":
                data = data[:at] + bytes([value % 256]) + data[at + 1 :]
            case "splice":
                names = list(SOURCES)
                data = data[:at] + source(names[value % len(names)])[at:]
            case "digits":
                data = data[:at] + str(value * 7919**3).encode() + data[at:]
    return data


def objects_changed(data, changes):
    """A PDF with some of its objects changed, and written anew by another program."""
    with pikepdf.open(BytesIO(data)) as pdf:
        for kind, place, value in changes:
            pages = pdf.pages
            page = pages[place % len(pages)] if len(pages) else None
            match kind:
                case "extract" if page is not None:  # as tools do that take pages out of a PDF
                    for number in reversed(range(len(pages))):
                        if number != place % len(pages):
                            del pages[number]
                case "repeat" if page is not None:
                    pages.append(page)
                case "turn" if page is not None:
                    page.Rotate = (value % 8) * 45
                case "stretch" if page is not None:
                    page.MediaBox = pikepdf.Array([0, 0, value % 2000, place % 2000])
                case "entry":
                    _change_entry(pdf, place, value)
                case "operator" | "operand" | "word" | "order" if page is not None:
                    _change_drawing(pdf, page, kind, place, value)
        out = BytesIO()
        pdf.save(out)
    return out.getvalue()


def _change_entry(pdf, place, value):
    """Put something strange in the place of one entry of one object."""
    objects = [
        one
        for one in pdf.objects
        if isinstance(one, pikepdf.Dictionary | pikepdf.Stream | pikepdf.Array)
        and len(one.keys() if not isinstance(one, pikepdf.Array) else one)
    ]
    one = objects[place % len(objects)]
    strange = STRANGE[value % len(STRANGE)]
    if isinstance(one, pikepdf.Array):
        one[value % len(one)] = strange
        return
    key = sorted(one.keys())[value // len(STRANGE) % len(one.keys())]
    if strange is None:
        if key != "/Length":
            del one[key]
    elif key != "/Length":
        one[key] = strange


def _change_drawing(pdf, page, kind, place, value):
    """Change one step of what is drawn on a page."""
    steps = list(pikepdf.parse_content_stream(page))
    if not steps:
        return
    at = place % len(steps)
    operands = list(steps[at].operands)
    operator = steps[at].operator
    match kind:
        case "operator":
            del steps[at]
        case "order":
            steps.insert(value % len(steps), steps.pop(at))
        case "operand" if operands:
            operands[value % len(operands)] = (0, -50, 1e9, 1e38, 0.001, value - 5000, 300)[
                value % 7
            ]
            steps[at] = pikepdf.ContentStreamInstruction(operands, operator)
        case "word":
            shown = [n for n, step in enumerate(steps) if str(step.operator) == "Tj"]
            if shown:
                at = shown[place % len(shown)]
                said = steps[
                    shown[value % len(shown)]
                ].operands  # another text: letters are codes of each font's own
                steps[at] = pikepdf.ContentStreamInstruction(
                    list(said) * (1 + value % 3), steps[at].operator
                )
    page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps))


def marks_changed(page, changes):
    """The marks of a page with some of them changed: each change is a kind, a place and a value."""
    shapes = list(page.shapes)
    letters = list(page.letters)
    for kind, place, value in changes:
        row = (
            letters
            if kind == "word" or (kind in ("drop", "double", "move") and value % 3 == 0)
            else shapes
        )
        if not row:
            continue
        at = place % len(row)
        mark = row[at]
        dx = (value % 41 - 20) * 2.5
        dy = (value // 41 % 41 - 20) * 2.5
        match kind:
            case "drop":
                del row[at]
            case "double":
                row.append(replace(mark, order=mark.order + value % 9))
            case "move" if row is letters:
                left, top, right, bottom = mark.bounds
                row[at] = replace(mark, bounds=(left + dx, top + dy, right + dx, bottom + dy))
            case "move":
                row[at] = _placed(mark, lambda p, dx=dx, dy=dy: (p[0] + dx, p[1] + dy))
            case "squeeze":
                x, y = mark.centre
                by = (0, 1e-4, 0.5, 3, 40, -1)[value % 6]
                row[at] = _placed(
                    mark, lambda p, x=x, y=y, by=by: (x + (p[0] - x) * by, y + (p[1] - y) * by)
                )
            case "colour":
                fill = COLOURS[value % 7]
                stroke = COLOURS[value // 7 % 6]
                row[at] = replace(mark, fill=fill, stroke=stroke)
            case "look":
                other = shapes[value % len(shapes)]
                row[at] = replace(other, order=mark.order)
            case "word":
                row[at] = replace(
                    mark,
                    text=WORDS[value % len(WORDS)],
                    turn=value // 16 % 4 * 90.0 if value % 2 else mark.turn,
                )
    return replace(
        page, shapes=tuple(sorted(shapes, key=lambda m: m.order)), letters=tuple(letters)
    )


def _placed(shape, point):
    """A shape each of whose points is moved."""
    return replace(
        shape, points=tuple(map(point, shape.points)), corners=tuple(map(point, shape.corners))
    )
