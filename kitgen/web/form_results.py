"""The results on the pages that make kits, in HTML: figures of a print, a position, a report on a
file, a curve. Shown by the app and by ``kitgen serve`` alike.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from kitgen.inquiries.position_lookup import Finder, Found
from kitgen.lab.tally import Tally
from kitgen.paper.spoken_game import victory
from kitgen.reading.templates import USUAL_LANGUAGE, capitalised
from kitgen.reading.texts import CARDS, PROGRAM, Texts, texts_in
from kitgen.theory.solve import Value
from kitgen.verdict import Verdict
from kitgen.verification.report import Check, Report, say_verdict
from kitgen.verification.tables.reading import TableReport
from kitgen.verification.tables.table_check import (
    say_finding,
    say_not_read,
    say_reading,
    say_table_verdict,
)
from kitgen.web.address import fields
from kitgen.web.forms import word_in
from kitgen.web.markup import Markup, app_file, each, fill, flag, table
from kitgen.web.tasks import MAX_CURVE_POINTS, JournalReport, draw_curve, inline

#: The most findings that are shown, and likewise the most lines of what was not read.
MAX_SHOWN = 100
#: What stands for a bead or a value that there is not.
NONE_THERE = "–"
#: The names of checks that are made part by part.
OF_PARTS = {
    "every_box_is_drawn": r"every box is drawn in the (\S+)",
    "every_position_leads_to_its_box": r"every position leads to its box in the (\S+)",
    "every_answer_leads_on": r"every answer leads on as the (\S+) says",
}
#: The words for the verdicts of checks, by their keys, in the order in which checks are shown; None
#: for one that does not apply.
_SIGNS = {
    Verdict.WRONG: "wrong",
    Verdict.NOT_DECIDED: "not_decided",
    Verdict.RIGHT: "ok",
    None: "left_out",
}


def print_figures(language: str, report: dict[str, Any]) -> Markup:
    """Return the figures of a print, as ``kitgen.web.tasks`` has them."""
    texts = texts_in(language)
    facts = {"sheets": report["sheets"]}
    if report["made_of"] == CARDS:
        facts |= {"cards": report["boxes"], "fields": report["beads"]}
    elif report["made_of"] != PROGRAM:
        facts |= {"boxes": report["boxes"], "beads": report["beads"]}
    facts["minutes"] = report["minutes"]
    return fill(
        app_file("figures.html"),
        language,
        title=report["title"],
        again=report["command"],
        warnings=_warnings(report["warnings"]),
        enough=_enough(texts, report["own_beads"]),
        facts=_pairs((texts(f"serve.{name}"), texts.whole(value)) for name, value in facts.items()),
        buy=_to_buy(texts, report["to_buy"]),
        parts_table=_printed_parts(texts, report["parts"]),
    )


def _to_buy(texts: Texts, beads: Sequence[dict[str, Any]]) -> Markup | None:
    if not beads:
        return None
    columns = texts("serve.colour"), texts("serve.number")
    rows = [(_bead_name(row), texts.whole(row["to_buy"])) for row in beads]
    return table(columns, rows, texts("serve.to_buy"), last_right=True)


def _bead_name(row: dict[str, Any]) -> str:
    return f"{row['name']} ({row['letter']})"


def _printed_parts(texts: Texts, parts: Sequence[dict[str, Any]]) -> Markup:
    field = fields()["parts"]
    columns = texts("serve.printed_parts"), texts("serve.pages")
    rows = [(word_in(texts.language, field, row["name"]), str(row["pages"])) for row in parts]
    return table(columns, rows, last_right=True)


def _enough(texts: Texts, own: dict[str, Any] | None) -> Markup | None:
    """Return for how many machines somebody's own beads are enough, in a sentence."""
    if own is None:
        return None
    lacking = ", ".join(f"{_bead_name(row)} {texts.whole(row['beads'])}" for row in own["lacking"])
    words = texts("serve.own_beads", count=own["machines"], list=lacking)
    return fill("<p>{words}</p>", words=words)


def _warnings(warnings: Iterable[str]) -> Markup:
    return each('<p class="warning" lang="en">{it}</p>', warnings)


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[Markup]:
    return [
        fill("<div><dt>{name}</dt><dd>{value}</dd></div>", name=name, value=value)
        for name, value in pairs
    ]


def position_result(language: str, position: tuple[Finder, Found]) -> Markup:
    """Return the facts about a position, with its picture."""
    finder, found = position
    texts = texts_in(language)
    return fill(
        app_file("position.html"),
        language,
        picture=inline(finder.draw(found)),
        position=finder.game.text(found.position),
        lines=each("<p>{it}</p>", _about_position(texts, finder, found)),
        moves=_moves(texts, finder, found),
    )


def _about_position(texts: Texts, finder: Finder, found: Found) -> list[str]:
    """Return whose move it is and which box to open, or who has won."""
    game = finder.game
    judgement = found.judgement
    words = game.spoken(texts, texts.language)

    def called(side: int) -> str:
        name = game.sides[side].name
        return words.get(f"side.{name}") or texts.get(f"games.{game.name}.side.{name}", name)

    lines = []
    if judgement.winner is not None:
        won = victory(texts, game.sides[judgement.winner].name)
        if won:
            lines.append(f"{texts('serve.over')} {won}")
        else:
            lines.append(texts("serve.over_won", side=called(judgement.winner)))
    elif judgement.over:
        lines.append(texts("serve.over"))
    else:
        lines.append(texts("serve.to_move", side=called(found.position.to_move)))
        lines.append(fill("<strong>{box}</strong>", box=_which_box(texts, finder, found)))
    if judgement.reachable is False:
        lines.append(texts("serve.never"))
    return lines


def _which_box(texts: Texts, finder: Finder, found: Found) -> str:
    if found.box is None:
        return texts("serve.no_box", box=None)
    as_drawn = finder.game.symmetries[0].name
    turned = found.symmetry is not None and found.symmetry.name != as_drawn
    key = "open_turned" if turned else "open"
    return texts(f"serve.{key}", box=found.box.id)


def _moves(texts: Texts, finder: Finder, found: Found) -> Markup | None:
    """Return a table of the moves, with what they lead to and their beads; None without moves."""
    game = finder.game
    rows = []
    for (move, worth), slot in zip(found.judgement.moves, found.slots, strict=True):
        bead = NONE_THERE
        if slot is not None:
            bead = f"{slot.colour.letter} ({slot.colour.name})"
        rows.append((game.move_text(move), _leads(worth, game.scoring, texts), bead))
    if not rows:
        return None
    head = (texts("serve.move"), texts("serve.leads"), texts("serve.bead"))
    return table(head, rows)


def _leads(worth: Value | None, scoring: bool, texts: Texts) -> str:
    if worth is None:
        return NONE_THERE
    if scoring:
        return f"{worth.score:+d}"
    verdict = texts(f"serve.{worth.verdict}")
    if worth.plies is None:
        return verdict
    return texts("serve.in_plies", verdict=verdict, plies=worth.plies)


def check_result(language: str, report: Report | TableReport | JournalReport) -> Markup:
    """Return the report on a file: a kit, a journal, or a table."""
    texts = texts_in(language)
    details: Sequence[Markup | None]
    if isinstance(report, TableReport):
        heading = say_table_verdict(report, texts)
        details = _table_report(texts, report)
    elif isinstance(report, JournalReport):
        heading = report.heading
        details = [_kit_line(report.kit.name, report.kit.short_hash), _list("ul", report.lines)]
    else:
        heading = say_verdict(report, texts)
        details = _kit_report(texts, report)
    outcome = report.verdict.replace(" ", "-")
    return fill(
        app_file("report.html"), outcome=outcome, heading=capitalised(heading), details=details
    )


def check_in(language: str, name: str) -> str:
    """Return the name of a check in a language, or nothing where its texts have none for it.

    >>> (
    ...     check_in("it", "turns are right"),
    ...     check_in("it", "every box is drawn in the labels"),
    ...     check_in("it", "none"),
    ... )
    ('i turni sono giusti', 'ogni scatola è disegnata in «Etichette delle scatole»', '')
    """
    texts = texts_in(language)
    for key, pattern in OF_PARTS.items():
        match = re.fullmatch(pattern, name)
        if match is not None:
            return texts(f"checks.{key}", part=_title_of_part(texts, match[1]))
    key = re.sub("[^a-z]+", "_", name.lower())
    return texts.get(f"checks.{key}", "")


def _title_of_part(texts: Texts, part: str) -> str:
    """Return the title of a part; its name where the language is that of names, or it has none."""
    key = texts.title_key(part)
    if key is None or texts.language == USUAL_LANGUAGE:
        return part
    return texts(key)


def _kit_line(name: str, digest: str) -> Markup:
    return fill("<p>{kit} · {hash}</p>", kit=name, hash=digest)


def _kit_report(texts: Texts, report: Report) -> list[Markup | None]:
    """Return a row for each check, those that are wrong first.

    What a check compared is said in English: other languages show it only if something is wrong or
    was not checked, and then say once that it is English.
    """
    language = texts.language
    order = list(_SIGNS)
    rows = []
    has_english = bool(report.warnings)
    for check in sorted(report.checks, key=lambda check: order.index(check.verdict)):
        name = check_in(language, check.name)
        details = None
        if language == "en" or not name or check.verdict is not Verdict.RIGHT:
            details = _comparison(texts, check)
            has_english = True
        rows.append(_check_row(texts, check, name, details))
    head = (
        '<table><thead><tr><th scope="col">{result}</th><th scope="col">{check}</th></tr></thead>'
    )
    in_english = None
    if has_english and language != "en":
        in_english = fill('<p class="quiet">{english}</p>', language)
    return [
        _kit_line(report.kit, report.hash[:8]),
        _warnings(report.warnings),
        in_english,
        fill(f"{head}<tbody>{{rows}}</tbody></table>", language, rows=rows),
    ]


def _check_row(texts: Texts, check: Check, name: str, details: Markup | None) -> Markup:
    """Return the row of a check, whose ``name`` is empty where the language has none for it."""
    row = '<tr><td class="{sign}">{sign_text}</td><td><b{lang}>{name}</b>{details}</td></tr>'
    sign = _SIGNS[check.verdict]
    return fill(
        row,
        sign=sign,
        sign_text=texts(f"serve.{sign}"),
        lang=flag('lang="en"', not name),
        name=name or check.name,
        details=details,
    )


def _comparison(texts: Texts, check: Check) -> Markup:
    """Return what a check compared, its faults, and what it has not read."""
    comparison = '<div lang="en"><span class="quiet">{reason}</span>{faults}</div>'
    faults = _list("ul", [*check.faults, *check.not_read])
    return fill(comparison, reason=_reason(check, texts), faults=faults)


def _reason(check: Check, texts: Texts) -> str:
    match check.verdict:
        case None:
            return check.reason
        case Verdict.NOT_DECIDED:
            return ""
        case _:
            return texts("serve.found", expected=check.expected, found=check.found)


def _table_report(texts: Texts, report: TableReport) -> list[Markup | None]:
    count = texts("serve.table_count", entries=len(report.rows), decisions=report.decisions)
    reading = each("<li>{it}</li>", say_reading(report, texts).values())
    findings = [say_finding(report, finding, texts) for finding in report.findings[:MAX_SHOWN]]
    more = []
    if len(report.findings) > MAX_SHOWN:
        more.append(texts("serve.findings_more", count=len(report.findings) - MAX_SHOWN))
    return [
        fill("<p>{count}</p>", count=count),
        _list("ul", _not_read(texts, report)),
        fill('<ul class="quiet">{lines}</ul>', lines=reading),
        _list("ol", findings),
        each("<p>{it}</p>", more),
    ]


def _not_read(texts: Texts, report: TableReport) -> list[str]:
    """Return the lines of what was not read; of many, the last one says how many more."""
    lines = say_not_read(report, texts)
    if len(lines) <= MAX_SHOWN:
        return lines
    more = texts("foreign.more", count=len(lines) - MAX_SHOWN)
    return [*lines[:MAX_SHOWN], more]


def _list(kind: str, lines: Sequence[str]) -> Markup | None:
    """Return lines as a list, ``ol`` or ``ul``; None without any."""
    if not lines:
        return None
    return fill(f"<{kind}>{{lines}}</{kind}>", lines=each("<li>{it}</li>", lines))


def curve_result(language: str, tally: Tally) -> Markup:
    """Return the results of many games, with their curve."""
    texts = texts_in(language)
    counts = {"won": sum(tally.wins), "drawn": sum(tally.draws), "lost": sum(tally.losses)}
    games = sum(counts.values())
    rows = []
    for key, count in counts.items():
        share = texts("play.percent", number=texts.decimals(100 * count / games))
        rows.append((texts(f"serve.{key}"), texts.whole(count), share))
    columns = (texts("serve.result"), texts("serve.number"), "%")
    won_shares = [won for _, _, won, *_ in tally.windows(MAX_CURVE_POINTS)]
    averages = (("losses", tally.lost[0]), ("last_loss", tally.last_loss[0]))
    average_words = [(texts(f"serve.{key}"), texts.decimals(mean)) for key, mean in averages]
    return fill(
        app_file("curve.html"),
        language,
        picture=inline(draw_curve(tally, texts)),
        share=texts(
            "serve.won_at", first=round(100 * won_shares[0]), last=round(100 * won_shares[-1])
        ),
        results=table(columns, rows, last_right=True),
        averages=_pairs(average_words),
    )
