"""The pages of the site: their frame, the form of a kit, and the other forms with their results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode
from xml.etree.ElementTree import Element, tostring

from kitgen.games import game_names
from kitgen.kit.editions import read_edition
from kitgen.paper.job import read_stock
from kitgen.paper.texts import BOXES, Texts
from kitgen.sandbox.limits import LARGEST_FILE, MB
from kitgen.serve.address import FILES, KIT, LANGUAGE, NAMED, NO, OWN, SIZE, YES, Field, KitAddress, fields
from kitgen.serve.bounds import LARGEST_UPLOAD, MOST_GAMES, MOST_POSITIONS, MOST_SHEETS
from kitgen.serve.work import CURVE_DEFAULTS, FILE, LONGEST_POSITION, POSITION, SITE_OPPONENTS, TABLES
from kitgen.templates import Templates, title_in

#: A child of an element: a text or an element; None for nothing.
Child = Element | str | None


def tag(kind: str, /, *children: Child | Iterable[Child], **attributes: str | bool | None) -> Element:
    """Return an element.

    Attributes have ``_`` for ``-``, and at the end of Python's own words; True stands for an attribute without a value,
    False and None for none.

    >>> html(tag("p", "a < b ", tag("b", "c"), class_="x", hidden=False))
    '<p class="x">a &lt; b <b>c</b></p>'
    """
    element = Element(kind)
    for key, value in attributes.items():
        if value is not None and value is not False:
            element.set(key.rstrip("_").replace("_", "-"), key if value is True else value)
    for child in children:
        add(element, child)
    return element


def add(element: Element, child: Child | Iterable[Child]) -> None:
    """Append text, an element or several to an element."""
    if child is None:
        return
    if isinstance(child, Element):
        element.append(child)
    elif isinstance(child, str):
        if len(element):
            element[-1].tail = (element[-1].tail or "") + child
        else:
            element.text = (element.text or "") + child
    else:
        for part in child:
            add(element, part)


def html(element: Element) -> str:
    """Return an element as text."""
    return tostring(element, encoding="unicode", method="html")


# The names of kits, games, files and words in the language of a page.

#: Words of at most so many letters are written in capitals.
SHORT = 4


@cache
def texts_in(language: str) -> Texts:
    """Return the texts of a language, read once."""
    return Texts(language, Templates())


@cache
def editions_in(language: str) -> dict[str, str]:
    """Return the titles of all editions, by name."""
    templates = Templates()
    every = templates.each("editions", partial(read_edition, templates=templates))
    return {name: title_in(language, edition.title, name) for name, edition in every}


@cache
def games_in(language: str) -> dict[str, str]:
    """Return the games' titles, by name; games of other packages have no other title."""
    texts = texts_in(language)
    return {name: texts(f"games.{name}.name") if texts.has(f"games.{name}.name") else name for name in game_names()}


def kit_title(kit: str, language: str) -> str:
    """Return the title of a kit or a game."""
    return editions_in(language).get(kit, kit)


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
    key = f"serve.word.{field.name}.{word}"
    return texts(key) if texts.has(key) else _code(word)


def _code(word: str) -> str:
    """Return a word such as the name of a paper in its usual spelling.

    >>> _code("a4"), _code("tabloid"), _code("arch-c")
    ('A4', 'Tabloid', 'ARCH C')
    """
    return " ".join(part.upper() if len(part) <= SHORT else part.capitalize() for part in word.split("-"))


def side_in(language: str, game: str, side: str) -> str:
    """Return the name of a side of a game."""
    key, texts = f"games.{game}.side.{side}", texts_in(language)
    return texts(key) if texts.has(key) else side


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

    def kit(self, *, any_language: bool = True) -> list[Element]:
        """Return the fields for the machine, perhaps without the language."""
        name, _, size = self._values.get(NAMED, KIT).partition(":")
        editions, games = editions_in(self._language), games_in(self._language)
        known = name in editions or name in games
        kit = tag(
            "select",
            tag("optgroup", _options(editions, name), label=self.texts("serve.editions")),
            tag("optgroup", _options(games, name), label=self.texts("serve.games")),
            None if known else tag("option", name[:LONGEST], value=name[:LONGEST], selected=True),
            id=NAMED, name=NAMED,
        )  # fmt: skip
        size = self._values.get(SIZE, size)
        controls = [self._labelled(NAMED, kit), self._labelled(SIZE, self._input(SIZE, size))]
        return controls + [self.field(name) for name in MACHINE if any_language or name != LANGUAGE]

    def paper(self) -> list[Element]:
        """Return the fields for printing."""
        return [self.field(name) for name in PAPER]

    def more(self, about: str) -> list[Element]:
        """Return the other fields about the ``kit``, or the settings of a ``part``."""
        return [self.field(name) for name in self._folded(about)]

    def open(self, about: str) -> bool:
        """Return whether a folded field is filled in."""
        return any(name in self._values for name in self._folded(about))

    def parts(self) -> list[Element]:
        """Return a checkbox for each part."""
        chosen = {word.strip() for word in self._values.get("parts", "").split(",")}
        return [
            tag(
                "label",
                tag("input", type="checkbox", name="parts", value=word, checked=word in chosen),
                tag("span", tag("b", word_in(self._language, self._fields["parts"], word)), " ",
                    tag("span", self.texts(f"parts.{word}"), class_="quiet")),
                class_="part",
            )
            for word in self._fields["parts"].words
        ]  # fmt: skip

    def hidden(self) -> list[Element]:
        """Return all values as hidden fields, for another form about the same kit."""
        return [tag("input", type="hidden", name=name, value=value) for name, value in self._values.items()]

    def field(self, name: str) -> Element:
        """Return a field with its label."""
        if name == OWN:  # a size of label that is not in the list
            stock = self._values.get("for", "")
            own = self._values.get(OWN, "" if stock in self._fields["for"].words else stock)
            return self._labelled(OWN, self._input(OWN, own))
        field = self._fields[name]
        value = self._values.get(name, field.usual)
        if field.switch and field.about != "kit":
            box = tag("input", type="checkbox", id=name, name=name, value=YES, checked=value == YES)
            return tag("div", tag("label", box, self.texts(f"serve.field.{name}"), for_=name), class_="field switch")
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
        usual = None
        if not field.usual and name != LANGUAGE:
            own = f"serve.usual.{name}"
            usual = tag("option", self.texts(own if self.texts.has(own) else "serve.as_usual"), value="")
        return self._labelled(name, tag("select", usual, _options(words, value), id=name, name=name))

    def _folded(self, about: str) -> list[str]:
        """Return the names of folded fields that have more than one possible value."""
        return [
            name
            for name, field in self._fields.items()
            if field.about == about
            and name not in (*MACHINE, *PAPER)
            and (field.pattern or field.words != (field.usual,))
        ]

    def _input(self, name: str, value: str, *, number: bool = False) -> Element:
        hint = f"hint-{name}" if self.texts.has(f"serve.hint.{name}") else None
        return tag(
            "input", id=name, name=name, value=value[:LONGEST], maxlength=str(LONGEST), aria_describedby=hint,
            autocomplete="off", spellcheck="false", inputmode="decimal" if number else None,
        )  # fmt: skip

    def _labelled(self, name: str, control: Element) -> Element:
        hint = f"serve.hint.{name}"
        quiet = tag("span", self.texts(hint), id=f"hint-{name}", class_="quiet") if self.texts.has(hint) else None
        return _field(name, self.texts(f"serve.field.{name}"), control, quiet)


def _options(words: Mapping[str, str], value: str) -> list[Element]:
    return [tag("option", title, value=word, selected=word == value) for word, title in words.items()]


def _field(name: str, label: str, control: Element, hint: Element | None = None, style: str = "field") -> Element:
    return tag("div", tag("label", label, for_=name), control, hint, class_=style)


#: The name of the site.
NAME = "kitgen"
#: The downloads by the text of their button, with the button's class.
BUTTONS = {
    "pdf": ("kit.pdf", "main"), "zip": ("kit.zip", ""), "companion": ("companion.html", ""), "play": ("play.html", ""),
}  # fmt: skip
#: The pages by the text of their title.
PLACES = {"make": "/", "find": "/find", "try": "/simulate", "verify": "/verify"}


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a page.

    Attributes:
        address: the kit; None for a refused address.
        choices: the address's values about the kit, by name.
        more: its other values.
        refusal: the reason for refusing the address, or empty.
        root: the path under which a proxy offers the site, or empty.
    """

    language: str
    address: KitAddress | None
    choices: Mapping[str, str]
    more: Mapping[str, str]
    refusal: str = ""
    root: str = ""

    @property
    def query(self) -> str:
        """The kit's query, for addresses of other pages."""
        return f"{LANGUAGE}={self.language}" if self.address is None else self.address.query

    def path(self, name: str) -> str:
        """Return the address of something made of the kit."""
        if self.address is None:
            raise AssertionError("there is no kit")
        more = "".join(f"&{urlencode({key: value})}" for key, value in self.more.items())
        return f"{self.root}/kit/{self.address.digest}/{name}?{self.address.query}{more}"


def page(subject: Subject, place: str, *content: Child | Sequence[Child], script: bool = True) -> str:
    """Return a whole page; ``place`` is its name in ``PLACES``, or empty for a page of none of them."""
    texts = texts_in(subject.language)
    links = [
        tag(
            "a",
            texts(f"serve.{name}"),
            href=f"{subject.root}{path}?{subject.query}",
            aria_current="page" if name == place else None,
        )
        for name, path in PLACES.items()
    ]
    title = texts(f"serve.{place}") if place else texts("serve.waiting")
    whole = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", f"{title} · {NAME}"),
            tag("link", rel="stylesheet", href=f"{subject.root}/style.css"),
            tag("link", rel="icon", href=f"{subject.root}/icon.svg", type="image/svg+xml"),
            tag("script", src=f"{subject.root}/serve.js", type="module") if script else None,
        ),
        tag(
            "body",
            tag("a", texts("serve.skip"), href="#content", class_="skip"),
            tag("header", tag("p", NAME, class_="name"), tag("p", texts("serve.lead"), class_="quiet"),
                tag("div", tag("nav", links, aria_label=NAME), _languages(subject, place), class_="ways")),
            tag("main", tag("h1", title), *content, id="content"),
            tag("footer", tag("p", texts("serve.footer")), tag("p", _limits(subject.language))),
        ),
        lang=subject.language,
    )  # fmt: skip
    return f"<!doctype html>\n{html(whole)}\n"


def _languages(subject: Subject, place: str) -> Element:
    texts, languages = texts_in(subject.language), fields()[LANGUAGE]
    links = []
    for word in languages.words:
        query = subject.query.replace(f"{LANGUAGE}={subject.language}", f"{LANGUAGE}={word}")
        current = "true" if word == subject.language else None
        name = word_in(subject.language, languages, word)
        links.append(
            tag(
                "a",
                name,
                href=f"{subject.root}{PLACES.get(place, '/')}?{query}",
                lang=word,
                hreflang=word,
                aria_current=current,
            )
        )
    return tag("nav", links, class_="languages", aria_label=texts("serve.language"))


def _limits(language: str) -> str:
    return texts_in(language)(
        "serve.limits", positions=_count(MOST_POSITIONS), sheets=MOST_SHEETS, megabytes=LARGEST_UPLOAD // MB
    )


def refusal(language: str, why: str) -> Element:
    """Return a box with the reason for a refusal."""
    texts = texts_in(language)
    return tag("div", tag("h2", texts("serve.refused")), tag("p", why, lang="en"), class_="warning", role="alert")


def make_page(subject: Subject, figures: Child, *, pictures: bool = True) -> str:
    """Return the page for choosing, viewing and downloading a kit, with its figures or a message instead.

    ``pictures`` is False for a kit that cannot be made.
    """
    texts, form = texts_in(subject.language), KitForm(subject.language, subject.choices)

    def folded(name: str, about: str, *content: Child | Sequence[Child]) -> Element:
        is_open = form.open(about) if about else "parts" in subject.choices
        return tag("details", tag("summary", texts(f"serve.{name}")), *content, open=is_open)

    chosen = tag(
        "form",
        tag("fieldset", tag("legend", texts("serve.machine")), form.kit(), class_="fields"),
        tag("fieldset", tag("legend", texts("serve.paper")), form.paper(), class_="fields"),
        tag(
            "div",
            tag("button", texts("serve.show"), id="show"),
            *(
                tag("button", texts(f"serve.{name}"), formaction=f"{subject.root}/kit/-/{path}", class_=main or None)
                for name, (path, main) in BUTTONS.items()
            ),
            class_="fields buttons",
        ),
        folded("more", "kit", tag("div", form.more("kit"), class_="fields")),
        folded("parts", "", tag("p", texts("serve.parts_usual"), class_="quiet"),
               tag("div", form.parts(), class_="parts")),
        folded("settings", "part", tag("p", texts("serve.settings_lead"), class_="quiet"),
               tag("div", form.more("part"), class_="fields")),
        id="kit-form", action=f"{subject.root}/", method="get",
    )  # fmt: skip
    seen = tag(
        "section",
        tag("h2", texts("serve.pictures")),
        tag("div", kit_pictures(subject) if pictures else None, id="look", aria_live="polite"),
        tag("div", figures, id="figures", aria_live="polite"),
        tag("p", texts("serve.link"), class_="quiet") if subject.address and pictures else None,
        class_="seen",
    )
    return page(subject, "make", tag("div", chosen, seen, class_="two"))


def kit_pictures(subject: Subject) -> Element:
    """Return the pictures of a kit, or the reason for its refusal."""
    if subject.address is None:
        return refusal(subject.language, subject.refusal)
    texts = texts_in(subject.language)
    pictures = []
    for name, file in (("card", "card.svg"), ("sheet", "sheet.svg")):
        path = subject.path(file)
        picture = tag("img", src=path, alt=texts(f"serve.{name}"), class_=name)
        pictures.append(tag("figure", tag("a", picture, href=path), tag("figcaption", texts(f"serve.{name}"))))
    return tag("div", pictures, class_="pictures")


# The other pages, each with a form and its result.


def find_page(subject: Subject, result: Child) -> str:
    """Return the page for finding a position."""
    texts = texts_in(subject.language)
    field = tag(
        "input", id=POSITION, name=POSITION, value=subject.more.get(POSITION, "")[:LONGEST_POSITION],
        maxlength=str(LONGEST_POSITION), aria_describedby="hint-position", autocomplete="off", spellcheck="false",
    )  # fmt: skip
    hint = tag("span", texts("serve.position_hint"), class_="quiet", id="hint-position")
    fields = [_field(POSITION, texts("serve.position"), field, hint, "field wide")]
    form = _form(subject, "/find", fields, texts("serve.find_do"))
    return page(subject, "find", tag("p", texts("serve.find_lead")), _kit_line(subject), form, result)


def simulate_page(subject: Subject, result: Child) -> str:
    """Return the page for testing machines."""
    texts = texts_in(subject.language)
    values = CURVE_DEFAULTS | dict(subject.more)
    options = _options({name: texts(f"serve.who.{name}") for name in SITE_OPPONENTS}, values["against"])
    fields = [_field("against", texts("serve.against"), tag("select", options, id="against", name="against"))]
    for key, label in (("games", "number_games"), ("machines", "number_machines"), ("seed", "seed")):
        number = tag("input", id=key, name=key, value=values[key][:9], inputmode="numeric", maxlength="9")
        fields.append(_field(key, texts(f"serve.{label}"), number))
    form = _form(subject, "/simulate", fields, texts("serve.try_do"))
    hint = texts("serve.try_hint", most=_count(MOST_GAMES))
    lead = tag("p", texts("serve.try_lead"), " ", tag("span", hint, class_="quiet"))
    return page(subject, "try", lead, _kit_line(subject), form, result)


def verify_page(subject: Subject, result: Child) -> str:
    """Return the page for checking a file."""
    texts, kit = texts_in(subject.language), KitForm(subject.language, subject.choices)
    chosen = tag(
        "input", type="file", id=FILE, name=FILE, required=True, accept=",".join((".pdf", *TABLES, "text/*")),
        aria_describedby="hint-file",
    )  # fmt: skip
    machine = tag("div", kit.kit(any_language=False), class_="fields")
    hint = tag("span", texts("serve.file_hint", megabytes=LARGEST_FILE // MB), class_="quiet", id="hint-file")
    form = tag(
        "form",
        tag("div", tag("label", texts("serve.file"), for_=FILE), chosen, hint, class_="field drop", id="drop"),
        tag("details", tag("summary", texts("serve.table_of")), machine, open=True),
        tag("div", tag("button", texts("serve.verify_do"), class_="main"), class_="fields buttons"),
        action=f"{subject.root}/verify?lang={subject.language}", method="post", enctype="multipart/form-data",
    )  # fmt: skip
    return page(subject, "verify", tag("p", texts("serve.verify_lead")), form, result)


def _form(subject: Subject, path: str, fields: Sequence[Element], button: str) -> Element:
    hidden = KitForm(subject.language, subject.choices).hidden()
    return tag(
        "form",
        hidden,
        tag("div", fields, class_="fields"),
        tag("div", tag("button", button, class_="main"), class_="fields buttons"),
        action=subject.root + path,
        method="get",
    )


def _kit_line(subject: Subject) -> Element:
    texts = texts_in(subject.language)
    title = kit_title(subject.choices.get("kit", "her"), subject.language)
    return tag(
        "p",
        texts("serve.chosen", title=title),
        " · ",
        tag("a", texts("serve.change"), href=f"{subject.root}/?{subject.query}"),
    )


# Results: figures of a print, a position, a report, a curve.


def print_figures(language: str, report: dict[str, Any]) -> Element:
    """Return the figures of a print, from the JSON of ``kitgen print --dry-run`` and warnings."""
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


def position_result(language: str, facts: dict[str, Any], picture: str) -> Element:
    """Return the facts about a position, with the picture at an address."""
    texts = texts_in(language)
    lines = [tag("p", tag("code", facts["position"]))]
    if facts["over"]:
        won = facts["winner"] and side_in(language, facts["game"], facts["winner"])
        lines.append(tag("p", texts("serve.over_won", side=won) if won else texts("serve.over")))
    else:
        lines.append(tag("p", texts("serve.to_move", side=side_in(language, facts["game"], facts["side"]))))
        key = "no_box" if facts["box"] is None else "open_turned" if facts["turned"] else "open"
        lines.append(tag("p", tag("strong", texts(f"serve.{key}", box=facts["box"]))))
    if not facts["occurs"]:
        lines.append(tag("p", texts("serve.never")))
    rows = [
        (
            move["move"],
            _leads(move, facts["scoring"], texts),
            f"{move['letter']} ({move['colour']})" if move["letter"] else "–",
        )
        for move in facts["moves"]
    ]
    head = (texts("serve.move"), texts("serve.leads"), texts("serve.bead"))
    return tag(
        "div",
        tag("img", src=picture, alt=texts("serve.board"), class_="board"),
        tag("div", lines, table("", head, rows) if rows else None),
        class_="found",
    )


def _leads(move: dict[str, Any], scoring: bool, texts: Texts) -> str:
    if move["verdict"] is None:
        return "–"
    if scoring:
        return f"{move['score']:+d}"
    verdict = texts(f"serve.{move['verdict']}")
    return verdict if move["plies"] is None else texts("serve.in_plies", verdict=verdict, plies=move["plies"])


def check_result(language: str, report: dict[str, Any]) -> Element:
    """Return the report on a file: a kit, or a table from elsewhere."""
    return _table_report(language, report) if "entries" in report else _kit_report(language, report)


def _kit_report(language: str, report: dict[str, Any]) -> Element:
    texts = texts_in(language)
    signs = {True: "ok", False: "wrong", None: "left_out"}
    checks = sorted(report["checks"], key=lambda check: check["passed"] is not False)
    rows = []
    for check in checks:
        passed, faults = check["passed"], _list("ul", check["faults"])
        reason = texts("serve.found", expected=check["expected"], found=check["found"])
        reason = check["reason"] if passed is None else reason
        cell = tag("td", tag("b", check["name"]), tag("br"), tag("span", reason, class_="quiet"), faults, lang="en")
        rows.append(tag("tr", tag("td", texts(f"serve.{signs[passed]}"), class_=signs[passed]), cell))
    head = tag(
        "thead", tag("tr", tag("th", texts("serve.result"), scope="col"), tag("th", texts("serve.check"), scope="col"))
    )
    done = sum(check["passed"] is True for check in checks)
    return tag(
        "div",
        tag("h2", texts("serve.passed", checks=done) if report["passed"] else texts("serve.failed")),
        tag("p", f"{report['kit']} · {report['hash']}"),
        [tag("p", line, class_="warning", lang="en") for line in report["warnings"]],
        tag("p", texts("serve.english"), class_="quiet") if language != "en" else None,
        tag("table", head, tag("tbody", rows)),
        class_="result " + ("right" if report["passed"] else "wrong"),
        role="status",
    )


def _table_report(language: str, report: dict[str, Any]) -> Element:
    texts = texts_in(language)
    passed, entries = report["passed"], report["entries"]
    return tag(
        "div",
        tag("h2", texts("serve.table_passed", entries=entries) if passed else texts("serve.table_failed")),
        tag("p", texts("serve.table_count", entries=entries, decisions=report["decisions"])),
        tag("ul", [tag("li", words) for words in report["reading"].values()], class_="quiet"),
        _list("ol", report["findings"]),
        tag("p", texts("serve.findings_more", count=report["more"])) if report["more"] else None,
        class_="result " + ("right" if report["passed"] else "wrong"),
        role="status",
    )


def _list(kind: str, lines: Sequence[str]) -> Element | None:
    return tag(kind, [tag("li", line) for line in lines]) if lines else None


def curve_result(language: str, results: dict[str, Any], picture: str) -> Element:
    """Return the results of many games, with the curve at an address."""
    texts = texts_in(language)
    games = results["won"] + results["drawn"] + results["lost"]
    rows = [
        (texts(f"serve.{key}"), _count(results[key]), f"{texts.decimals(100 * results[key] / games)} %")
        for key in ("won", "drawn", "lost")
    ]
    share = texts("serve.won_at", first=round(100 * results["first"]), last=round(100 * results["last"]))
    averages = [(texts(f"serve.{key}"), texts.decimals(results[key])) for key in ("losses", "last_loss")]
    return tag(
        "div",
        tag("figure", tag("img", src=picture, alt=share, class_="curve"), tag("figcaption", texts("serve.curve"))),
        tag("p", tag("strong", share)),
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
    return f"{number:,}".replace(",", " ")
