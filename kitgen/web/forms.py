"""The forms and results of the pages that make kits, in HTML: shown by the app and by ``kitgen serve`` alike."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from kitgen.games import TOLD, game_names
from kitgen.kit.editions import USUAL_LANGUAGE, read_edition
from kitgen.paper.job import read_stock, victory
from kitgen.paper.texts import BETWEEN_THOUSANDS, BOXES, Texts, texts_in
from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.templates import Templates, capitalised, title_in
from kitgen.web.address import FILES, KIT, LANGUAGE, NAMED, NO, OWN, SIZE, YES, Field, fields
from kitgen.web.markup import Markup, each, fill, flag, labelled, option_list, page_piece, table
from kitgen.web.tasks import CURVE_DEFAULTS, MOST_GAMES, MOST_POSITIONS, MOST_SHEETS, SITE_OPPONENTS

# The names of kits, files and words in the language of a page.


@cache
def editions_in(language: str) -> dict[str, str]:
    """Return the titles of all editions, by name."""
    templates = Templates()
    every = templates.each("editions", partial(read_edition, templates=templates))
    return {name: title_in(language, edition.title, name) for name, edition in every}


@cache
def word_in(language: str, field: Field, word: str) -> str:
    """Return the name of a field's word, from the texts or from the file of that name."""
    texts, templates = texts_in(language), Templates()
    if field.key == "language":
        return {"en": "English", "it": "Italiano", "es": "Español"}.get(word, word)
    if field.key == "parts":
        title = texts.title_key(word)
        return word if title is None else texts(title)
    if field.key == "stock":
        stock = read_stock(word, templates)
        return f"{word}, {texts.decimals(stock.width)} × {texts.decimals(stock.height)} mm"
    if field.key in FILES:
        return title_in(language, templates.read(FILES[field.key], word, dict).get("title", {}), word)
    return texts.get(f"serve.word.{field.name}.{word}", _code(word))


def _code(word: str) -> str:
    """Return a word such as the name of a paper in its usual spelling.

    >>> _code("a4"), _code("tabloid"), _code("arch-c")
    ('A4', 'Tabloid', 'ARCH C')
    """
    return " ".join(part.upper() if len(part) <= 4 else part.capitalize() for part in word.split("-"))


#: The visible fields of the two groups; all others are folded away.
MACHINE, PAPER = (LANGUAGE, "side", "rule"), ("page", "for", OWN, "beads", "economy")
#: The most letters in a field.
LONGEST = 400


class KitForm:
    """Draws the fields of a form in one language, filled in from an address, right or wrong."""

    def __init__(self, language: str, values: Mapping[str, str]) -> None:
        self.texts = texts_in(language)
        self._language = language
        self._values = {**values, LANGUAGE: values.get(LANGUAGE, language)}
        self._fields = fields()

    def kit(self) -> list[Markup]:
        """Return the fields for the machine."""
        name, size = self._values.get(NAMED, KIT), ""
        if not name.startswith(TOLD):
            name, _, size = name.partition(":")
        editions = editions_in(self._language)
        games = {game: capitalised(self.texts.get(f"games.{game}.name", game)) for game in game_names()}
        other = {} if name in editions or name in games else {name: name[:LONGEST]}
        kit = fill(
            '<select id="kit" name="kit"><optgroup label="{editions}">{edition_options}</optgroup>'
            '<optgroup label="{games}">{game_options}</optgroup>{other}</select>',
            self._language,
            edition_options=option_list(editions, name), game_options=option_list(games, name),
            other=option_list(other, name),
        )  # fmt: skip
        controls = [self._labelled(NAMED, kit), self._labelled(SIZE, self._input(SIZE, self._values.get(SIZE, size)))]
        return [*controls, *map(self.field, MACHINE)]

    def more(self, about: str) -> list[Markup]:
        """Return the other fields about the ``kit``, or the settings of a ``part``."""
        return list(map(self.field, self._folded(about)))

    def open(self, about: str) -> bool:
        """Return whether a folded field is filled in."""
        return any(name in self._values for name in self._folded(about))

    def parts(self) -> list[Markup]:
        """Return a checkbox for each part."""
        chosen = {word.strip() for word in self._values.get("parts", "").split(",")}
        return [
            fill(
                '<label class="part"><input type="checkbox" name="parts" value="{word}"{checked}>'
                '<span><b>{title}</b> <span class="quiet">{about}</span></span></label>',
                word=word, checked=flag("checked", word in chosen), about=self.texts(f"parts.{word}"),
                title=word_in(self._language, self._fields["parts"], word),
            )
            for word in self._fields["parts"].words
        ]  # fmt: skip

    def field(self, name: str) -> Markup:
        """Return a field with its label."""
        if name == OWN:  # a size of label that is not in the list
            stock = self._values.get("for", "")
            own = self._values.get(OWN, "" if stock in self._fields["for"].words else stock)
            return self._labelled(OWN, self._input(OWN, own))
        field = self._fields[name]
        value = self._values.get(name, field.usual)
        if field.switch and field.about != "kit":
            return fill(
                '<div class="field switch"><label for="{name}"><input type="checkbox" id="{name}" name="{name}" '
                'value="yes"{checked}>{label}</label></div>',
                name=name, checked=flag("checked", value == YES), label=self.texts(f"serve.field.{name}"),
            )  # fmt: skip
        if field.switch:
            words = {word: self.texts(f"serve.{word}") for word in (YES, NO)}
        elif field.words and (not field.pattern or name in ("for", "side")):
            words = {word: word_in(self._language, field, word) for word in field.words}
            if value and value not in words and name != "for":
                words[value[:LONGEST]] = value[:LONGEST]
        else:
            if field.number:
                value = value.replace(".", self.texts("sheet.decimal"))
            return self._labelled(name, self._input(name, value, number=bool(field.number)))
        if not field.usual and name != LANGUAGE:
            words = {"": self.texts.get(f"serve.usual.{name}", self.texts("serve.as_usual"))} | words
        select = '<select id="{name}" name="{name}">{options}</select>'
        return self._labelled(name, fill(select, name=name, options=option_list(words, value)))

    def _folded(self, about: str) -> list[str]:
        """Return the names of folded fields with more than one possible value."""
        others = [field for name, field in self._fields.items() if name not in (*MACHINE, *PAPER)]
        others = [field for field in others if field.pattern or field.words != (field.usual,)]
        return [field.name for field in others if field.about == about]

    def _input(self, name: str, value: str, *, number: bool = False) -> Markup:
        return fill(
            '<input id="{name}" name="{name}" value="{value}" maxlength="{longest}"{hint} autocomplete="off" '
            'spellcheck="false"{mode}>',
            name=name, value=value[:LONGEST], longest=LONGEST,
            hint=flag(f'aria-describedby="hint-{name}"', self._hint(name)), mode=flag('inputmode="decimal"', number),
        )  # fmt: skip

    def _labelled(self, name: str, control: Markup) -> Markup:
        hint = self._hint(name)
        shown = fill('<span id="hint-{name}" class="quiet">{hint}</span>', name=name, hint=hint) if hint else None
        return labelled(name, self.texts(f"serve.field.{name}"), control, shown)

    def _hint(self, name: str) -> str:
        return self.texts.get(f"serve.hint.{name}", "")


def refusal(language: str, why: str) -> Markup:
    """Return a box with the reason for a refusal, in the language of the page if it has words for it."""
    own = texts_in(language).reason(why)
    box = '<div class="warning" role="alert"><h2>{refused}</h2><p{english}>{why}</p></div>'
    return fill(box, language, why=own or why, english=flag('lang="en"', not own))


def choices_form(form: KitForm, chosen: Mapping[str, str], buttons: Markup) -> Markup:
    """Return the fields of all choices, the rare ones folded away, with buttons among them."""
    return fill(
        page_piece("choices.html"), form.texts.language, buttons=buttons,
        kit_fields=form.kit(), paper_fields=map(form.field, PAPER),
        more_open=flag("open", form.open("kit")), more_fields=form.more("kit"),
        parts_open=flag("open", "parts" in chosen), parts_fields=form.parts(),
        settings_open=flag("open", form.open("part")), settings_fields=form.more("part"),
    )  # fmt: skip


def bounds_text(language: str) -> str:
    """Return the sentence on the largest prints."""
    texts = texts_in(language)
    return texts("serve.limits", positions=figure(MOST_POSITIONS), sheets=MOST_SHEETS, megabytes=LARGEST_FILE // MB)


def games_form(language: str) -> dict[str, object]:
    """Return the fields for many games of many machines, by their places."""
    texts, values = texts_in(language), CURVE_DEFAULTS
    number = '<input id="{key}" name="{key}" value="{value}" inputmode="numeric" maxlength="9">'
    labels = {"games": "number_games", "machines": "number_machines", "seed": "seed"}
    numbers = [
        labelled(key, texts(f"serve.{label}"), fill(number, key=key, value=values[key]))
        for key, label in labels.items()
    ]
    opponents = option_list({name: texts(f"serve.who.{name}") for name in SITE_OPPONENTS}, values["against"])
    return {"numbers": numbers, "opponents": opponents, "most": texts("serve.try_hint", most=figure(MOST_GAMES))}


# Results: figures of a print, a position, a report, a curve.


def print_figures(language: str, report: dict[str, Any]) -> Markup:
    """Return the figures of a print, as ``kitgen.web.tasks`` has them."""
    texts, parts = texts_in(language), fields()["parts"]
    boxes = report["made_of"] == BOXES
    facts = {
        "sheets": report["sheets"],
        "boxes" if boxes else "cards": report["boxes"],
        "beads" if boxes else "fields": report["beads"],
        "minutes": report["minutes"],
    }
    buy = [(f"{row['name']} ({row['letter']})", figure(row["to_buy"])) for row in report["to_buy"]]
    columns = texts("serve.colour"), texts("serve.number")
    printed = [(word_in(language, parts, row["name"]), str(row["pages"])) for row in report["parts"]]
    return fill(
        page_piece("figures.html"), language, title=report["title"], again=report["command"],
        warnings=_warnings(report),
        facts=_pairs((texts(f"serve.{name}"), figure(value)) for name, value in facts.items()),
        buy=table(columns, buy, texts("serve.to_buy"), last_right=True) if buy else None,
        parts_table=table((texts("serve.printed_parts"), texts("serve.pages")), printed, last_right=True),
    )  # fmt: skip


def _warnings(report: dict[str, Any]) -> Markup:
    return each('<p class="warning" lang="en">{it}</p>', report["warnings"])


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[Markup]:
    return [fill("<div><dt>{name}</dt><dd>{value}</dd></div>", name=name, value=value) for name, value in pairs]


def position_result(language: str, facts: dict[str, Any], picture: str) -> Markup:
    """Return the facts about a position, with the picture at an address."""
    texts, called, winner = texts_in(language), facts["called"], facts["winner"]
    lines: list[object] = []
    if facts["over"]:
        if winner and (won := victory(texts, winner)):
            lines.append(f"{texts('serve.over')} {won}")
        else:
            lines.append(texts("serve.over_won", side=called[winner]) if winner else texts("serve.over"))
    else:
        lines.append(texts("serve.to_move", side=called[facts["side"]]))
        key = "no_box" if facts["box"] is None else "open_turned" if facts["turned"] else "open"
        lines.append(fill("<strong>{box}</strong>", box=texts(f"serve.{key}", box=facts["box"])))
    if not facts["occurs"]:
        lines.append(texts("serve.never"))
    beads = [f"{move['letter']} ({move['colour']})" if move["letter"] else "–" for move in facts["moves"]]
    rows = [
        (move["move"], _leads(move, facts["scoring"], texts), bead)
        for move, bead in zip(facts["moves"], beads, strict=True)
    ]
    head = (texts("serve.move"), texts("serve.leads"), texts("serve.bead"))
    return fill(
        page_piece("position.html"), language, picture=picture, position=facts["position"],
        lines=each("<p>{it}</p>", lines), moves=table(head, rows) if rows else None,
    )  # fmt: skip


def _leads(move: dict[str, Any], scoring: bool, texts: Texts) -> str:
    if move["verdict"] is None:
        return "–"
    if scoring:
        return f"{move['score']:+d}"
    verdict = texts(f"serve.{move['verdict']}")
    return verdict if move["plies"] is None else texts("serve.in_plies", verdict=verdict, plies=move["plies"])


def check_result(language: str, report: dict[str, Any]) -> Markup:
    """Return the report on a file: a kit, a journal, or a table."""
    texts, passed = texts_in(language), report["passed"]
    if "entries" in report:
        entries = report["entries"]
        heading = texts("serve.table_passed", entries=entries) if passed else texts("serve.table_failed")
        details = _table_report(texts, report)
    elif "games" in report:
        heading = texts("app.journal_right", games=report["games"]) if passed else texts("app.journal_wrong")
        details = [fill("<p>{kit} · {hash}</p>", kit=report["kit"], hash=report["hash"]), _list("ul", report["lines"])]
    else:
        checks = sum(check["passed"] is True for check in report["checks"])
        heading = texts("serve.passed", checks=checks) if passed else texts("serve.failed")
        details = _kit_report(language, report)
    outcome = "right" if passed else "wrong"
    return fill(page_piece("report.html"), outcome=outcome, heading=heading, details=details)


#: The names of checks that are made part by part.
OF_PARTS = {
    "every_box_is_drawn": r"every box is drawn in the (\S+)",
    "every_position_leads_to_its_box": r"every position leads to its box in the (\S+)",
    "every_answer_leads_on": r"every answer leads on as the (\S+) says",
}


def check_in(language: str, name: str) -> str:
    """Return the name of a check in a language, or nothing where its texts have none for it.

    >>> check_in("it", "turns are right"), check_in("it", "every box is drawn in the labels"), check_in("it", "none")
    ('i turni sono giusti', 'ogni scatola è disegnata in «Etichette delle scatole»', '')
    """
    texts = texts_in(language)
    for key, pattern in OF_PARTS.items():
        if match := re.fullmatch(pattern, name):
            title = None if language == USUAL_LANGUAGE else texts.title_key(match[1])
            return texts(f"checks.{key}", part=match[1] if title is None else texts(title))
    return texts.get(f"checks.{re.sub('[^a-z]+', '_', name.lower())}", "")


def _kit_report(language: str, report: dict[str, Any]) -> list[Markup | None]:
    texts, signs = texts_in(language), {True: "ok", False: "wrong", None: "left_out"}
    row = '<tr><td class="{sign}">{sign_text}</td><td><b{of_english}>{name}</b>{details}</td></tr>'
    comparison = '<div lang="en"><span class="quiet">{reason}</span>{faults}</div>'
    rows, english = [], language != USUAL_LANGUAGE and bool(report["warnings"])
    for check in sorted(report["checks"], key=lambda check: check["passed"] is not False):
        sign = signs[check["passed"]]
        compared = texts("serve.found", expected=check["expected"], found=check["found"])
        reason = check["reason"] if check["passed"] is None else compared
        own = check_in(language, check["name"])
        # The comparison is in English: other languages show it only if something is wrong or was not checked.
        details = None
        if language == USUAL_LANGUAGE or not (own and check["passed"]):
            details = fill(comparison, reason=reason, faults=_list("ul", check["faults"]))
            english = language != USUAL_LANGUAGE
        rows.append(
            fill(
                row, sign=sign, sign_text=texts(f"serve.{sign}"), details=details,
                name=own or check["name"], of_english=flag('lang="en"', not own),
            )
        )  # fmt: skip
    head = '<table><thead><tr><th scope="col">{result}</th><th scope="col">{check}</th></tr></thead>'
    return [
        fill("<p>{kit} · {hash}</p>", kit=report["kit"], hash=report["hash"]),
        _warnings(report),
        fill('<p class="quiet">{english}</p>', language) if english else None,
        fill(f"{head}<tbody>{{rows}}</tbody></table>", language, rows=rows),
    ]


def _table_report(texts: Texts, report: dict[str, Any]) -> list[Markup | None]:
    count = texts("serve.table_count", entries=report["entries"], decisions=report["decisions"])
    return [
        fill("<p>{count}</p>", count=count),
        fill('<ul class="quiet">{lines}</ul>', lines=each("<li>{it}</li>", report["reading"].values())),
        _list("ol", report["findings"]),
        each("<p>{it}</p>", [texts("serve.findings_more", count=report["more"])] if report["more"] else []),
    ]


def _list(kind: str, lines: Sequence[str]) -> Markup | None:
    return fill(f"<{kind}>{{lines}}</{kind}>", lines=each("<li>{it}</li>", lines)) if lines else None


def curve_result(language: str, results: dict[str, Any], picture: str) -> Markup:
    """Return the results of many games, with the curve at an address."""
    texts = texts_in(language)
    games = results["won"] + results["drawn"] + results["lost"]
    rows = [
        (texts(f"serve.{key}"), figure(results[key]), f"{texts.decimals(100 * results[key] / games)} %")
        for key in ("won", "drawn", "lost")
    ]
    return fill(
        page_piece("curve.html"), language, picture=picture,
        share=texts("serve.won_at", first=round(100 * results["first"]), last=round(100 * results["last"])),
        results=table((texts("serve.result"), texts("serve.number"), "%"), rows, last_right=True),
        averages=_pairs((texts(f"serve.{key}"), texts.decimals(results[key])) for key in ("losses", "last_loss")),
    )  # fmt: skip


def figure(number: int) -> str:
    """Return a number with a narrow blank between its thousands."""
    return f"{number:,}".replace(",", BETWEEN_THOUSANDS)
