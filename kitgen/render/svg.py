"""Writes one scene as SVG with svgwrite, in millimetres, one element for each mark."""

from io import StringIO

from svgwrite import Drawing
from svgwrite.base import BaseElement

from kitgen.paper.marks.scene import (
    POINT,
    Disc,
    Line,
    Mark,
    Path,
    Polygon,
    Scene,
    Stamp,
    Stroke,
    Text,
)
from kitgen.paper.style import FAMILY, text_width
from kitgen.papers import Point

#: Our own typeface if it is installed, then the one that it was made from, then others that are
#: about as wide.
FAMILIES = (FAMILY, "Source Sans 3", "Source Sans Pro", "Open Sans", "Arial", "sans-serif")

#: A text of so many letters keeps its width also in another typeface; a single one stays as that
#: draws it.
LINE = 2


def svg_bytes(scene: Scene) -> bytes:
    """Return a scene as SVG; the same scene always gives the same bytes."""
    size = f"{_number(scene.width)}mm", f"{_number(scene.height)}mm"
    view = f"0 0 {_number(scene.width)} {_number(scene.height)}"
    drawing = Drawing(size=size, viewBox=view, profile="full", debug=False)
    # As in the PDF, round joins keep an outline within half its width of the shape, even at sharp
    # corners.
    sheet = drawing.add(
        drawing.g(stroke_linejoin="round", fill_rule="evenodd", font_family=", ".join(FAMILIES))
    )
    for mark in scene.marks:
        sheet.add(_element(drawing, mark))
    text = StringIO()
    drawing.write(text)
    return text.getvalue().encode()


def mark_text(mark: Mark) -> str:
    """Return one mark as a piece of SVG, for a drawing in millimetres.

    >>> mark_text(Line((0, 0), (3, 4.5), Stroke(width=0.2)))
    '<line fill="none" stroke="#000000" stroke-width="0.2" x1="0.0" x2="3.0" y1="0.0" y2="4.5" />'
    """
    return str(_element(Drawing(profile="full", debug=False), mark).tostring())


def _element(drawing: Drawing, mark: Mark) -> BaseElement:
    match mark:
        case Line():
            return drawing.line(_point(mark.start), _point(mark.end), **_look(None, mark.stroke))
        case Disc():
            return drawing.circle(
                _point(mark.centre), _round(mark.radius), **_look(mark.fill, mark.stroke)
            )
        case Polygon():
            make = drawing.polygon if mark.closed else drawing.polyline
            return make([_point(point) for point in mark.points], **_look(mark.fill, mark.stroke))
        case Path():
            steps = (
                " ".join([kind, *(f"{_number(x)},{_number(y)}" for x, y in points)])
                for kind, *points in mark.steps
            )
            return drawing.path(" ".join(steps), **_look(mark.fill, mark.stroke))
        case Stamp():
            return _element(drawing, mark.path())
        case Text():
            return _letters(drawing, mark)


def _letters(drawing: Drawing, mark: Text) -> BaseElement:
    # Letters have their size in mm, too.
    extra: dict[str, str] = {}
    if mark.anchor != "start":
        extra["text_anchor"] = mark.anchor
    if mark.bold:
        extra["font_weight"] = "bold"
    if mark.turn:
        extra["transform"] = (
            f"rotate({_number(mark.turn)} {_number(mark.at[0])} {_number(mark.at[1])})"
        )
    line = drawing.text(
        mark.text, _point(mark.at), font_size=_number(mark.size * POINT), fill=mark.fill, **extra
    )
    if len(mark.text) >= LINE:
        line["textLength"] = _number(text_width(mark.text, mark.size, bold=mark.bold))
        line["lengthAdjust"] = "spacingAndGlyphs"
    return line


def _look(fill: str | None, stroke: Stroke | None) -> dict[str, str]:
    look = {"fill": fill or "none"}
    if stroke:
        look |= {"stroke": stroke.colour, "stroke_width": _number(stroke.width)}
        if stroke.dash:
            look["stroke_dasharray"] = " ".join(map(_number, stroke.dash))
    return look


def _round(value: float) -> float:
    return round(value, 4) + 0.0  # finer than any printer


def _number(value: float) -> str:
    return f"{_round(value):.4f}".rstrip("0").rstrip(".")


def _point(point: Point) -> Point:
    return _round(point[0]), _round(point[1])
