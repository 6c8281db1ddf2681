"""Scenes as readable text, one line per mark, for golden files."""

from collections.abc import Iterable, Sequence

from kitgen.paper.marks.scene import (
    BLACK,
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
from kitgen.papers import Point


def dump(scene: Scene) -> str:
    head = f"scene {_number(scene.width)} x {_number(scene.height)}"
    return "\n".join([head, *(_describe(mark) for mark in scene.marks)])


def _number(value: float) -> str:
    """Return a length to the hundredth of a millimetre, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _look(fill: str | None, stroke: Stroke | None) -> str:
    parts: list[str] = []
    if fill:
        parts.append(f" fill {fill}")
    if stroke:
        dash = f" dash {' '.join(map(_number, stroke.dash))}" if stroke.dash else ""
        parts.append(f" stroke {stroke.colour} {_number(stroke.width)}{dash}")
    return "".join(parts)


def _describe(mark: Mark) -> str:
    match mark:
        case Stamp():
            return _describe(mark.path())
        case Line():
            return f"line {_points((mark.start, mark.end))}{_look(None, mark.stroke)}"
        case Disc():
            return (
                f"disc {_points((mark.centre,))} r "
                f"{_number(mark.radius)}{_look(mark.fill, mark.stroke)}"
            )
        case Polygon():
            kind = "polygon" if mark.closed else "polyline"
            return f"{kind} {_points(mark.points)}{_look(mark.fill, mark.stroke)}"
        case Path():
            steps = " ".join(_step(step) for step in mark.steps)
            return f"path {steps}{_look(mark.fill, mark.stroke)}"
        case Text():
            return f"text {_points((mark.at,))} {_number(mark.size)}pt{_manner(mark)} {mark.text!r}"


def _step(step: Sequence[str | Point]) -> str:
    return " ".join(
        [str(step[0]), *(_points((point,)) for point in step[1:] if not isinstance(point, str))]
    )


def _manner(mark: Text) -> str:
    parts = [
        f" {mark.anchor}" if mark.anchor != "start" else "",
        " bold" if mark.bold else "",
        f" fill {mark.fill}" if mark.fill != BLACK else "",
        f" turn {_number(mark.turn)}" if mark.turn else "",
    ]
    return "".join(parts)
