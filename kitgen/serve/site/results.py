"""What comes of the work, drawn for a page: figures of a print, a position found, a report, a curve."""

from collections.abc import Iterable
from typing import Any

from kitgen.paper.texts import BOXES, Texts
from kitgen.serve.asked.fields import fields
from kitgen.serve.site.labels import side_in, texts_in, word_in
from kitgen.serve.site.markup import Child, Element, tag


def figures_of(language: str, report: dict[str, Any]) -> Element:
    """Return what a print comes to: sheets, beads to buy, minutes to build.

    Args:
        language: of the page.
        report: as ``kitgen print --dry-run --json`` writes it, with warnings.
    """
    texts, parts = texts_in(language), fields()["parts"]
    boxes = report["made_of"] == BOXES
    facts = [
        ("sheets", report["sheets"]),
        ("boxes" if boxes else "cards", report["boxes"]),
        ("beads" if boxes else "fields", report["beads"]),
        ("minutes", report["minutes"]),
    ]
    buy = [(f"{row['name']} ({row['letter']})", _count(row["to_buy"])) for row in report["to_buy"]]
    columns = texts("serve.colour"), texts("serve.number")
    printed = [(word_in(language, parts, row["name"]), str(row["pages"])) for row in report["parts"]]
    return tag(
        "div",
        tag("h3", report["title"]),
        tag("dl", [tag("div", tag("dt", texts(f"serve.{name}")), tag("dd", _count(value))) for name, value in facts]),
        [tag("p", line, class_="warning", lang="en") for line in report["warnings"]],
        table(texts("serve.to_buy"), columns, buy, last_right=True) if buy else None,
        tag("details", tag("summary", texts("serve.printed_parts")),
            table("", (texts("serve.printed_parts"), texts("serve.pages")), printed, last_right=True)),
        tag("p", texts("serve.command"), ": ", tag("code", report["command"]), class_="quiet"),
        class_="figures",
    )  # fmt: skip


def found_of(language: str, found: dict[str, Any], picture: str) -> Element:
    """Return what is true of a position.

    Args:
        language: of the page.
        found: as the pool says it.
        picture: the address of its board.
    """
    texts = texts_in(language)
    lines = [tag("p", tag("code", found["position"]))]
    if found["over"]:
        won = found["winner"] and side_in(language, found["game"], found["winner"])
        lines.append(tag("p", texts("serve.over_won", side=won) if won else texts("serve.over")))
    else:
        lines.append(tag("p", texts("serve.to_move", side=side_in(language, found["game"], found["side"]))))
        box = found["box"]
        said = (
            texts("serve.open_turned" if found["turned"] else "serve.open", box=box) if box else texts("serve.no_box")
        )
        lines.append(tag("p", tag("strong", said)))
    if not found["occurs"]:
        lines.append(tag("p", texts("serve.never")))
    rows = [(move["move"], _leads(move, found["scoring"], texts), _bead(move)) for move in found["moves"]]
    head = (texts("serve.move"), texts("serve.leads"), texts("serve.bead"))
    return tag(
        "div",
        tag("img", src=picture, alt=texts("serve.board"), class_="board"),
        tag("div", lines, table("", head, rows) if rows else None),
        class_="found",
    )


def _leads(move: dict[str, Any], scoring: bool, texts: Texts) -> str:
    """Return in words what a move leads to."""
    if move["verdict"] is None:
        return "–"
    if scoring:
        return f"{move['score']:+d}"
    said = texts(f"serve.{move['verdict']}")
    return said if move["plies"] is None else texts("serve.in_plies", verdict=said, plies=move["plies"])


def _bead(move: dict[str, Any]) -> str:
    """Return the bead of a move."""
    return f"{move['letter']} ({move['colour']})" if move["letter"] else "–"


def report_of(language: str, report: dict[str, Any]) -> Element:
    """Return what was found out about a file: a kit, or a table of somebody else's."""
    return _table_report(language, report) if "entries" in report else _kit_report(language, report)


def _kit_report(language: str, report: dict[str, Any]) -> Element:
    """Return a kit's checks, what is wrong first."""
    texts = texts_in(language)
    signs = {True: "ok", False: "wrong", None: "left_out"}
    checks = sorted(report["checks"], key=lambda one: one["passed"] is not False)
    rows = []
    for one in checks:
        why = (
            one["reason"]
            if one["passed"] is None
            else texts("serve.found", expected=one["expected"], found=one["found"])
        )
        faults = tag("ul", [tag("li", fault) for fault in one["faults"]]) if one["faults"] else None
        cell = tag("td", tag("b", one["name"]), tag("br"), tag("span", why, class_="quiet"), faults, lang="en")
        rows.append(tag("tr", tag("td", texts(f"serve.{signs[one['passed']]}"), class_=signs[one["passed"]]), cell))
    head = tag(
        "thead", tag("tr", tag("th", texts("serve.result"), scope="col"), tag("th", texts("serve.check"), scope="col"))
    )
    done = sum(one["passed"] is True for one in checks)
    said = texts("serve.passed", checks=done) if report["passed"] else texts("serve.failed")
    return tag(
        "div",
        tag("h2", said),
        tag("p", f"{report['kit']} · {report['hash']}"),
        [tag("p", line, class_="warning", lang="en") for line in report["warnings"]],
        tag("p", texts("serve.english"), class_="quiet") if language != "en" else None,
        tag("table", head, tag("tbody", rows)),
        class_="result " + ("right" if report["passed"] else "wrong"),
        role="status",
    )


def _table_report(language: str, report: dict[str, Any]) -> Element:
    """Return what is wrong with a table."""
    texts = texts_in(language)
    said = texts("serve.table_passed", entries=report["entries"]) if report["passed"] else texts("serve.table_failed")
    count = texts("serve.table_count", entries=report["entries"], decisions=report["decisions"])
    return tag(
        "div",
        tag("h2", said),
        tag("p", count),
        tag("ul", [tag("li", words) for words in report["reading"].values()], class_="quiet"),
        tag("ol", [tag("li", finding) for finding in report["findings"]]) if report["findings"] else None,
        tag("p", texts("serve.findings_more", count=report["more"])) if report["more"] else None,
        class_="result " + ("right" if report["passed"] else "wrong"),
        role="status",
    )


def tried_of(language: str, tried: dict[str, Any], picture: str) -> Element:
    """Return what came of many games.

    Args:
        language: of the page.
        tried: as the pool says it.
        picture: the address of the curve.
    """
    texts = texts_in(language)
    games = tried["won"] + tried["drawn"] + tried["lost"]
    rows = [
        (texts(f"serve.{key}"), _count(tried[key]), f"{texts.decimals(100 * tried[key] / games)} %")
        for key in ("won", "drawn", "lost")
    ]
    said = texts("serve.won_at", first=round(100 * tried["first"]), last=round(100 * tried["last"]))
    averages = [(texts(f"serve.{key}"), texts.decimals(tried[key])) for key in ("losses", "last_loss")]
    return tag(
        "div",
        tag("figure", tag("img", src=picture, alt=said, class_="curve"), tag("figcaption", texts("serve.curve"))),
        tag("p", tag("strong", said)),
        table("", (texts("serve.result"), texts("serve.number"), "%"), rows, last_right=True),
        tag("dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in averages]),
        class_="result",
        role="status",
    )


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]], *, last_right: bool = False) -> Element:
    """Return a table of texts."""
    body: list[Child] = [tag("tr", [tag("td", cell) for cell in row]) for row in rows]
    return tag(
        "table",
        tag("caption", caption) if caption else None,
        tag("thead", tag("tr", [tag("th", cell, scope="col") for cell in head])),
        tag("tbody", body),
        class_="figures-right" if last_right else None,
    )


def _count(number: int) -> str:
    """Return a whole number with its thousands apart, as all languages read it."""
    return f"{number:,}".replace(",", " ")
