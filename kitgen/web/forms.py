"""The forms and results of the pages that make kits, in HTML: shown by the app and by
``kitgen serve`` alike.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from kitgen.games import game_names
from kitgen.games.told import TOLD
from kitgen.inquiries.position_lookup import Finder, Found
from kitgen.kit.editions import read_edition
from kitgen.lab.tally import Tally
from kitgen.paper.spoken_game import victory
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import USUAL_LANGUAGE, Templates, capitalised, title_in
from kitgen.reading.texts import BETWEEN_THOUSANDS, CARDS, Texts, texts_in
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
from kitgen.web.address import FILES, KIT, LANGUAGE, NAMED, NO, OWN, SIZE, YES, Field, fields
from kitgen.web.markup import Markup, app_file, each, fill, flag, labelled, option_list, table
from kitgen.web.tasks import (
    CURVE_DEFAULTS,
    MOST_GAMES,
    POINTS,
    SITE_OPPONENTS,
    JournalReport,
    draw_curve,
    inline,
)

# The names of kits, files and words in the language of a page.


@cache
def editions_in(language: str) -> dict[str, str]:
    """Return the titles of all editions, by name."""
    editions = Templates().each("editions", partial(read_edition, templates=Templates()))
    return {name: title_in(language, edition.title, name) for name, edition in editions}


@cache
def word_in(language: str, field: Field, word: str) -> str:
    """Return the name of a field's word, from the texts or from the file of that name; else in its
    usual spelling.

    >>> [word_in("en", fields()["page"], word) for word in ("a4", "tabloid", "arch-c")]
    ['A4', 'Tabloid', 'ARCH C']
    """
    texts, templates = texts_in(language), Templates()
    if field.key == "language":
        return texts_in(word).get("serve.own_name", word)
    if field.key == "parts":
        title = texts.title_key(word)
        return word if title is None else texts(title)
    if field.key == "stock":
        stock = read_stock(word, templates)
        name = texts.get(f"serve.word.stock.{word}", word)
        return f"{name}, {texts.decimals(stock.width)} × {texts.decimals(stock.height)} mm"
    if field.key in FILES:
        return title_in(
            language, templates.read(FILES[field.key], word, dict).get("title", {}), word
        )
    spelling = " ".join(
        part.upper() if len(part) <= 4 else part.capitalize() for part in word.split("-")
    )
    return texts.get(f"serve.word.{field.name}.{word}", spelling)


#: The visible fields of the two groups; all others are folded away.
MACHINE, PAPER = (LANGUAGE, "side", "rule"), ("page", "stock", OWN, "beads", "economy")
#: The most letters in a field.
LONGEST = 400


class KitForm:
    """Draws the fields of a form in one language, filled in from an address, right or wrong."""

    def __init__(self, language: str, values: Mapping[str, str]) -> None:
        self.texts = texts_in(language)
        self._language = language
        self._values = {LANGUAGE: language, **values}
        self._fields = fields()

    def kit(self) -> list[Markup]:
        """Return the fields for the machine."""
        name, size = self._values.get(NAMED, KIT), ""
        if not name.startswith(TOLD):
            name, _, size = name.partition(":")
        editions = editions_in(self._language)
        games = {
            game: capitalised(self.texts.get(f"games.{game}.name", game)) for game in game_names()
        }
        other = {} if name in editions or name in games else {name: name[:LONGEST]}
        kit = fill(
            '<select id="kit" name="kit"><optgroup label="{editions}">{edition_options}</optgroup>'
            '<optgroup label="{games}">{game_options}</optgroup>{other}</select>',
            self._language,
            edition_options=option_list(editions, name), game_options=option_list(games, name),
            other=option_list(other, name),
        )  # fmt: skip
        controls = [
            self._labelled(NAMED, kit),
            self._labelled(SIZE, self._input(SIZE, self._values.get(SIZE, size))),
        ]
        return [*controls, *map(self.field, MACHINE)]

    def choices(self, buttons: Markup) -> Markup:
        """Return the fields of all choices, the rare ones folded away, with buttons among them."""
        opened = {
            about: any(name in self._values for name in self._folded(about))
            for about in ("kit", "part")
        }
        return fill(
            app_file("choices.html"),
            self._language,
            buttons=buttons,
            kit_fields=self.kit(),
            paper_fields=map(self.field, PAPER),
            more_open=flag("open", opened["kit"]),
            more_fields=map(self.field, self._folded("kit")),
            parts_open=flag("open", "parts" in self._values),
            parts_fields=self.parts(),
            settings_open=flag("open", opened["part"]),
            settings_fields=map(self.field, self._folded("part")),
        )

    def parts(self) -> list[Markup]:
        """Return a checkbox for each part."""
        chosen = {word.strip() for word in self._values.get("parts", "").split(",")}
        return [
            fill(
                '<label class="part"><input type="checkbox" name="parts" value="{word}"{checked}>'
                '<span><b>{title}</b> <span class="quiet">{about}</span></span></label>',
                word=word,
                checked=flag("checked", word in chosen),
                about=self.texts(f"parts.{word}"),
                title=word_in(self._language, self._fields["parts"], word),
            )
            for word in self._fields["parts"].words
        ]

    def field(self, name: str) -> Markup:
        """Return a field with its label."""
        if name == OWN:  # a size of label that is not in the list
            stock = self._values.get("stock", "")
            own = self._values.get(OWN, "" if stock in self._fields["stock"].words else stock)
            return self._labelled(OWN, self._input(OWN, own))
        field = self._fields[name]
        value = self._values.get(name, field.usual)
        if field.switch and field.about != "kit":
            return fill(
                '<div class="field switch"><label for="{name}"><input type="checkbox" id="{name}" '
                'name="{name}" '
                'value="yes"{checked}>{label}</label></div>',
                name=name,
                checked=flag("checked", value == YES),
                label=self.texts(f"serve.field.{name}"),
            )
        if field.switch:
            words = {word: self.texts(f"serve.{word}") for word in (YES, NO)}
        elif field.words and (not field.pattern or name in ("stock", "side")):
            words = {word: word_in(self._language, field, word) for word in field.words}
            if value and value not in words and name != "stock":
                words[value[:LONGEST]] = value[:LONGEST]
        else:
            if field.number:
                value = value.replace(".", self.texts("sheet.decimal"))
            return self._labelled(name, self._input(name, value, number=bool(field.number)))
        if not field.usual and name != LANGUAGE:
            words = {
                "": self.texts.get(f"serve.usual.{name}", self.texts("serve.as_usual"))
            } | words
        select = '<select id="{name}" name="{name}">{options}</select>'
        return self._labelled(name, fill(select, name=name, options=option_list(words, value)))

    def _folded(self, about: str) -> list[str]:
        """Return the names of folded fields with more than one possible value."""
        shown = MACHINE + PAPER
        folded = (
            field
            for field in self._fields.values()
            if field.about == about and field.name not in shown
        )
        return [field.name for field in folded if field.pattern or field.words != (field.usual,)]

    def _input(self, name: str, value: str, *, number: bool = False) -> Markup:
        return fill(
            '<input id="{name}" name="{name}" value="{value}" maxlength="{longest}"{hint} '
            'autocomplete="off" '
            'spellcheck="false"{mode}>',
            name=name,
            value=value[:LONGEST],
            longest=LONGEST,
            hint=flag(f'aria-describedby="hint-{name}"', self._hint(name)),
            mode=flag('inputmode="decimal"', number),
        )

    def _labelled(self, name: str, control: Markup) -> Markup:
        hint = self._hint(name)
        shown = (
            fill('<span id="hint-{name}" class="quiet">{hint}</span>', name=name, hint=hint)
            if hint
            else None
        )
        return labelled(name, self.texts(f"serve.field.{name}"), control, shown)

    def _hint(self, name: str) -> str:
        return self.texts.get(f"serve.hint.{name}", "")


def refusal(language: str, why: str) -> Markup:
    """Return a box with the reason for a refusal, in the language of the page if it has words
    for it.
    """
    own = texts_in(language).reason(why)
    box = '<div class="warning" role="alert"><h2>{refused}</h2><p{english}>{why}</p></div>'
    return fill(box, language, why=own or why, english=flag('lang="en"', not own))


def games_form(language: str) -> dict[str, object]:
    """Return the fields for many games of many machines, by their places."""
    texts, values = texts_in(language), CURVE_DEFAULTS
    field = '<input id="{key}" name="{key}" value="{value}" inputmode="numeric" maxlength="9">'
    labels = ("games", "number_games"), ("machines", "number_machines"), ("seed", "seed")
    numbers = [
        labelled(key, texts(f"serve.{label}"), fill(field, key=key, value=values[key]))
        for key, label in labels
    ]
    opponents = option_list(
        {name: texts(f"serve.who.{name}") for name in SITE_OPPONENTS}, values["opponent"]
    )
    return {
        "numbers": numbers,
        "opponents": opponents,
        "most": texts("serve.try_hint", most=figure(MOST_GAMES)),
    }


# Results: figures of a print, a position, a report, a curve.


def print_figures(language: str, report: dict[str, Any]) -> Markup:
    """Return the figures of a print, as ``kitgen.web.tasks`` has them."""
    texts, parts = texts_in(language), fields()["parts"]
    boxes = report["made_of"] != CARDS
    facts = {
        "sheets": report["sheets"],
        "boxes" if boxes else "cards": report["boxes"],
        "beads" if boxes else "fields": report["beads"],
        "minutes": report["minutes"],
    }
    buy = [(f"{row['name']} ({row['letter']})", figure(row["to_buy"])) for row in report["to_buy"]]
    columns = texts("serve.colour"), texts("serve.number")
    printed = [
        (word_in(language, parts, row["name"]), str(row["pages"])) for row in report["parts"]
    ]
    return fill(
        app_file("figures.html"),
        language,
        title=report["title"],
        again=report["command"],
        warnings=_warnings(report["warnings"]),
        enough=_enough(texts, report["own_beads"]),
        facts=_pairs((texts(f"serve.{name}"), figure(value)) for name, value in facts.items()),
        buy=table(columns, buy, texts("serve.to_buy"), last_right=True) if buy else None,
        parts_table=table(
            (texts("serve.printed_parts"), texts("serve.pages")), printed, last_right=True
        ),
    )


def _enough(texts: Texts, own: dict[str, Any] | None) -> Markup | None:
    """Return for how many machines somebody's own beads are enough, in a sentence."""
    if own is None:
        return None
    lacking = ", ".join(
        f"{row['name']} ({row['letter']}) {figure(row['beads'])}" for row in own["lacking"]
    )
    return fill(
        "<p>{words}</p>", words=texts("serve.own_beads", count=own["machines"], list=lacking)
    )


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
    texts, game, judgement = texts_in(language), finder.game, found.judgement
    own, lines = game.spoken(texts, language), list[str]()

    def called(side: int) -> str:
        name = game.sides[side].name
        return own.get(f"side.{name}") or texts.get(f"games.{game.name}.side.{name}", name)

    if (winner := judgement.winner) is not None:
        won = victory(texts, game.sides[winner].name)
        lines.append(
            f"{texts('serve.over')} {won}" if won else texts("serve.over_won", side=called(winner))
        )
    elif judgement.over:
        lines.append(texts("serve.over"))
    else:
        lines.append(texts("serve.to_move", side=called(found.position.to_move)))
        turned = found.symmetry is not None and found.symmetry.name != game.symmetries[0].name
        key = "no_box" if found.box is None else "open_turned" if turned else "open"
        box = None if found.box is None else found.box.id
        lines.append(fill("<strong>{box}</strong>", box=texts(f"serve.{key}", box=box)))
    if judgement.reachable is False:
        lines.append(texts("serve.never"))
    rows = []
    for (move, worth), slot in zip(judgement.moves, found.slots, strict=True):
        bead = "–" if slot is None else f"{slot.colour.letter} ({slot.colour.name})"
        rows.append((game.move_text(move), _leads(worth, game.scoring, texts), bead))
    head = (texts("serve.move"), texts("serve.leads"), texts("serve.bead"))
    return fill(
        app_file("position.html"),
        language,
        picture=inline(finder.draw(found)),
        position=game.text(found.position),
        lines=each("<p>{it}</p>", lines),
        moves=table(head, rows) if rows else None,
    )


def _leads(worth: Value | None, scoring: bool, texts: Texts) -> str:
    if worth is None:
        return "–"
    if scoring:
        return f"{worth.score:+d}"
    verdict = texts(f"serve.{worth.verdict}")
    return (
        verdict
        if worth.plies is None
        else texts("serve.in_plies", verdict=verdict, plies=worth.plies)
    )


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
        details = _kit_report(language, report)
    outcome = report.verdict.replace(" ", "-")
    return fill(
        app_file("report.html"), outcome=outcome, heading=capitalised(heading), details=details
    )


#: The most findings that are shown, and lines of what was not read.
SHOWN = 100
#: The names of checks that are made part by part.
OF_PARTS = {
    "every_box_is_drawn": r"every box is drawn in the (\S+)",
    "every_position_leads_to_its_box": r"every position leads to its box in the (\S+)",
    "every_answer_leads_on": r"every answer leads on as the (\S+) says",
}


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
        if match := re.fullmatch(pattern, name):
            title = None if language == USUAL_LANGUAGE else texts.title_key(match[1])
            return texts(f"checks.{key}", part=match[1] if title is None else texts(title))
    return texts.get(f"checks.{re.sub('[^a-z]+', '_', name.lower())}", "")


#: The words for the verdicts of checks, by their keys, in the order in which checks are shown; None
#: for one that does not apply.
_SIGNS = {
    Verdict.WRONG: "wrong",
    Verdict.NOT_DECIDED: "not_decided",
    Verdict.RIGHT: "ok",
    None: "left_out",
}


def _kit_line(name: str, digest: str) -> Markup:
    return fill("<p>{kit} · {hash}</p>", kit=name, hash=digest)


def _kit_report(language: str, report: Report) -> list[Markup | None]:
    texts = texts_in(language)
    row = '<tr><td class="{sign}">{sign_text}</td><td><b{lang}>{name}</b>{details}</td></tr>'
    comparison = '<div lang="en"><span class="quiet">{reason}</span>{faults}</div>'
    rows, english = [], language != "en" and bool(report.warnings)
    for check in sorted(report.checks, key=lambda check: [*_SIGNS].index(check.verdict)):
        sign, own = _SIGNS[check.verdict], check_in(language, check.name)
        # The comparison is in English: other languages show it only if something is wrong or was
        # not checked.
        details = None
        if language == "en" or not (own and check.verdict is Verdict.RIGHT):
            lines = _list("ul", [*check.faults, *check.not_read])
            details = fill(comparison, reason=_reason(check, texts), faults=lines)
            english = language != "en"
        sign_text, lang = texts(f"serve.{sign}"), flag('lang="en"', not own)
        rows.append(
            fill(
                row,
                sign=sign,
                sign_text=sign_text,
                details=details,
                name=own or check.name,
                lang=lang,
            )
        )
    head = (
        '<table><thead><tr><th scope="col">{result}</th><th scope="col">{check}</th></tr></thead>'
    )
    return [
        _kit_line(report.kit, report.hash[:8]),
        _warnings(report.warnings),
        fill('<p class="quiet">{english}</p>', language) if english else None,
        fill(f"{head}<tbody>{{rows}}</tbody></table>", language, rows=rows),
    ]


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
    more = len(report.findings) - SHOWN
    not_read = say_not_read(report, texts)
    if len(not_read) > SHOWN:
        not_read[SHOWN:] = [texts("foreign.more", count=len(not_read) - SHOWN)]
    return [
        fill("<p>{count}</p>", count=count),
        _list("ul", not_read),
        fill(
            '<ul class="quiet">{lines}</ul>',
            lines=each("<li>{it}</li>", say_reading(report, texts).values()),
        ),
        _list("ol", [say_finding(report, finding, texts) for finding in report.findings[:SHOWN]]),
        each("<p>{it}</p>", [texts("serve.findings_more", count=more)] if more > 0 else []),
    ]


def _list(kind: str, lines: Sequence[str]) -> Markup | None:
    return (
        fill(f"<{kind}>{{lines}}</{kind}>", lines=each("<li>{it}</li>", lines)) if lines else None
    )


def curve_result(language: str, tally: Tally) -> Markup:
    """Return the results of many games, with their curve."""
    texts, windows = texts_in(language), list(tally.windows(POINTS))
    counts = {"won": sum(tally.wins), "drawn": sum(tally.draws), "lost": sum(tally.losses)}
    games, averages = (
        sum(counts.values()),
        {"losses": tally.lost[0], "last_loss": tally.last_loss[0]},
    )
    rows = [
        (texts(f"serve.{key}"), figure(count), f"{texts.decimals(100 * count / games)} %")
        for key, count in counts.items()
    ]
    return fill(
        app_file("curve.html"),
        language,
        picture=inline(draw_curve(tally)),
        share=texts(
            "serve.won_at", first=round(100 * windows[0][2]), last=round(100 * windows[-1][2])
        ),
        results=table((texts("serve.result"), texts("serve.number"), "%"), rows, last_right=True),
        averages=_pairs(
            (texts(f"serve.{key}"), texts.decimals(average)) for key, average in averages.items()
        ),
    )


def figure(number: int) -> str:
    """Return a number with a narrow blank between its thousands."""
    return f"{number:,}".replace(",", BETWEEN_THOUSANDS)
