"""The forms of the pages that make kits, in HTML; the app and ``kitgen serve`` show the same."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, partial

from kitgen.games import game_names
from kitgen.games.told import TOLD
from kitgen.kit.editions import OWN_EDITIONS, read_edition
from kitgen.kit.palette import WIDE_PALETTE, read_palette
from kitgen.paper.stock import read_stock
from kitgen.reading.templates import USUAL_LANGUAGE, Templates, capitalised, title_in
from kitgen.reading.texts import texts_in
from kitgen.web.address import (
    FILES,
    KIT_FIELD,
    LANGUAGE,
    NO,
    OWN,
    SIZE,
    USUAL_KIT,
    WRITTEN_LIKE,
    YES,
    Field,
    fields,
)
from kitgen.web.markup import Markup, app_file, fill, flag, labelled, option_list
from kitgen.web.tasks import CURVE_DEFAULTS, MAX_GAMES, SITE_OPPONENTS

#: The visible fields for the machine; all but these and those of ``PAPER`` are folded away.
MACHINE = (LANGUAGE, "side", "rule")
#: The visible fields for its paper.
PAPER = ("page", "stock", OWN, "beads", "economy")
#: The most letters in a field.
MAX_LETTERS = 400
#: An option in a sentence, a size that follows, and what stands between it and a value.
_OPTION = re.compile(
    r"--(?:set )?(?P<name>[a-z][a-z.-]*[a-z])(?P<size>(?= \d+(\.\d+)?x))?(=N\b|(?P<value>=))?"
)
#: The name of a field at the beginning of a sentence about what was written in it.
_FIELD = re.compile(r"^[a-z][a-z-]*(?= (?:'|\"|cannot be ))")
#: The most letters of a word that is an abbreviation, such as A4.
MAX_ABBREVIATION = 4

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
    texts = texts_in(language)
    templates = Templates()
    if field.key == "language":
        return texts_in(word).get("serve.own_name", word)
    if field.key == "parts":
        title_key = texts.title_key(word)
        return word if title_key is None else texts(title_key)
    if field.key == "stock":
        stock = read_stock(word, templates)
        name = texts.get(f"serve.word.stock.{word}", word)
        return f"{name}, {texts.decimals(stock.width)} × {texts.decimals(stock.height)} mm"
    if field.key in FILES:
        titles = templates.read(FILES[field.key], word, dict).get("title", {})
        return title_in(language, titles, word)
    return texts.get(f"serve.word.{field.name}.{word}", _usual_spelling(word))


def _usual_spelling(word: str) -> str:
    """Return a word as people write it: abbreviations in capitals, others with a capital."""
    parts = []
    for part in word.split("-"):
        if len(part) <= MAX_ABBREVIATION:
            parts.append(part.upper())
        else:
            parts.append(part.capitalize())
    return " ".join(parts)


class KitForm:
    """Draws the fields of a form in one language, filled in from an address, right or wrong."""

    def __init__(self, language: str, values: Mapping[str, str]) -> None:
        self.texts = texts_in(language)
        self._language = language
        self._values = {LANGUAGE: language, **values}
        self._fields = fields()

    def kit(self) -> list[Markup]:
        """Return the fields for the machine."""
        name = self._values.get(KIT_FIELD, USUAL_KIT)
        size = ""
        if not name.startswith(TOLD):
            name, _, size = name.partition(":")
        controls = [
            self._labelled(KIT_FIELD, self._kits_and_games(name)),
            self._labelled(SIZE, self._input(SIZE, self._values.get(SIZE, size))),
        ]
        return [*controls, *map(self.field, MACHINE)]

    def _kits_and_games(self, name: str) -> Markup:
        """Return the list of all kits and games, with the named one chosen."""
        editions = editions_in(self._language)
        games = {
            game: capitalised(self.texts.get(f"games.{game}.name", game)) for game in game_names()
        }
        other = {}
        if name not in editions and name not in games:
            other[name] = name[:MAX_LETTERS]
        return fill(
            '<select id="kit" name="kit"><optgroup label="{editions}">{edition_options}</optgroup>'
            '<optgroup label="{games}">{game_options}</optgroup>{other}</select>',
            self._language,
            edition_options=option_list(editions, name),
            game_options=option_list(games, name),
            other=option_list(other, name),
        )

    def choices(self, buttons: Markup) -> Markup:
        """Return the fields of all choices, the rare ones folded away, with buttons among them."""
        folded_kit = self._folded("kit")
        folded_part = self._folded("part")
        return fill(
            app_file("choices.html"),
            self._language,
            buttons=buttons,
            kit_fields=self.kit(),
            paper_fields=map(self.field, PAPER),
            more_open=flag("open", self._has_any(folded_kit)),
            more_fields=map(self.field, folded_kit),
            parts_open=flag("open", "parts" in self._values),
            parts_fields=self.parts(),
            settings_open=flag("open", self._has_any(folded_part)),
            settings_fields=map(self.field, folded_part),
        )

    def _has_any(self, names: Iterable[str]) -> bool:
        """Return whether the address has a value for any of some fields."""
        return any(name in self._values for name in names)

    def parts(self) -> list[Markup]:
        """Return a checkbox for each part."""
        chosen = {word.strip() for word in self._values.get("parts", "").split(",")}
        parts = self._fields["parts"].words
        return [self._part(part, checked=part in chosen) for part in parts]

    def _part(self, part: str, *, checked: bool) -> Markup:
        return fill(
            '<label class="part"><input type="checkbox" name="parts" value="{word}"{checked}>'
            '<span><b>{title}</b> <span class="quiet">{about}</span></span></label>',
            word=part,
            checked=flag("checked", checked),
            about=self.texts(f"parts.{part}"),
            title=word_in(self._language, self._fields["parts"], part),
        )

    def field(self, name: str) -> Markup:
        """Return a field with its label."""
        if name == OWN:
            return self._own_label()
        field = self._fields[name]
        value = self._values.get(name, field.usual)
        if field.switch and field.about != "kit":
            return self._checkbox(name, on=value == YES)
        if field.switch:
            words = {word: self.texts(f"serve.{word}") for word in (YES, NO)}
        elif field.words and (not field.pattern or name in ("stock", "side")):
            words = {word: word_in(self._language, field, word) for word in field.words}
            if value and value not in words and name != "stock":
                words[value[:MAX_LETTERS]] = value[:MAX_LETTERS]
        else:
            if field.number:
                value = value.replace(".", self.texts("sheet.decimal"))
            return self._labelled(name, self._input(name, value, number=bool(field.number)))
        if not field.usual and name != LANGUAGE:
            as_usual = self.texts.get(f"serve.usual.{name}", self.texts("serve.as_usual"))
            words = {"": as_usual} | words
        select = '<select id="{name}" name="{name}">{options}</select>'
        return self._labelled(name, fill(select, name=name, options=option_list(words, value)))

    def _own_label(self) -> Markup:
        """Return the field for a size of label that is not in the list."""
        stock = self._values.get("stock", "")
        if stock in self._fields["stock"].words:
            stock = ""
        return self._labelled(OWN, self._input(OWN, self._values.get(OWN, stock)))

    def _checkbox(self, name: str, *, on: bool) -> Markup:
        return fill(
            '<div class="field switch"><label for="{name}"><input type="checkbox" id="{name}" '
            'name="{name}" '
            'value="yes"{checked}>{label}</label></div>',
            name=name,
            checked=flag("checked", on),
            label=self.texts(f"serve.field.{name}"),
        )

    def _folded(self, about: str) -> list[str]:
        """Return the names of folded fields with more than one possible value."""
        folded = []
        for field in self._fields.values():
            has_choice = field.pattern or field.words != (field.usual,)
            if field.about == about and field.name not in MACHINE + PAPER and has_choice:
                folded.append(field.name)
        return folded

    def _input(self, name: str, value: str, *, number: bool = False) -> Markup:
        return fill(
            '<input id="{name}" name="{name}" value="{value}" maxlength="{longest}"{hint} '
            'autocomplete="off" '
            'spellcheck="false"{mode}>',
            name=name,
            value=value[:MAX_LETTERS],
            longest=MAX_LETTERS,
            hint=flag(f'aria-describedby="hint-{name}"', self._hint(name)),
            mode=flag('inputmode="decimal"', number),
        )

    def _labelled(self, name: str, control: Markup) -> Markup:
        hint = self._hint(name)
        shown = None
        if hint:
            shown = fill('<span id="hint-{name}" class="quiet">{hint}</span>', name=name, hint=hint)
        return labelled(name, self.texts(f"serve.field.{name}"), control, shown)

    def _hint(self, name: str) -> str:
        return self.texts.get(f"serve.hint.{name}", "")


def refusal(language: str, why: str) -> Markup:
    """Return a box with the reason for a refusal, in the page's language if it has words for it."""
    why = why.removesuffix(f"; {OWN_EDITIONS}")
    in_language = texts_in(language).reason(why)
    english = flag('lang="en"', not in_language)
    box = '<div class="warning" role="alert"><h2>{refused}</h2><p{english}>{why}</p></div>'
    reason = _with_own_colours(language, in_language) or _with_fields(why)
    return fill(box, language, why=reason, english=english)


def _with_own_colours(language: str, why: str) -> str:
    """Return a reason with the example of beads as people of a language write it.

    >>> _with_own_colours("de", "Richtig ist zum Beispiel red:20, blue:20.")
    'Richtig ist zum Beispiel rot:20, blau:20.'
    """
    example = WRITTEN_LIKE["beads"]
    if example not in why:
        return why
    own = example
    for colour in read_palette(WIDE_PALETTE, language, Templates()):
        own = re.sub(rf"\b{colour.key}(?=:)", colour.name, own)
    return why.replace(example, own)


def _with_fields(why: str) -> str:
    """Return an English reason with the labels of fields in place of options, which a page has not.

    >>> _with_fields("4x3 mm would do: --stock 4x3"), _with_fields("it needs --set poster.size=a2")
    ('4x3 mm would do: “Size of your own, in mm” 4x3', 'it needs “Poster” a2')
    >>> _with_fields("beads-bank 'x': write a number, such as 10")
    "“Games that the bank of beads lasts” 'x': write a number, such as 10"
    """
    texts = texts_in(USUAL_LANGUAGE)

    def title_of(name: str) -> str:
        title = texts.get(f"serve.field.{name}", "")
        return texts("serve.quoted", text=title) if title else ""

    def label(option: re.Match[str]) -> str:
        name = OWN if option["size"] is not None else option["name"].replace(".", "-")
        title = title_of(name)
        if not title:
            return option[0]
        return title + (" " if option["value"] else "")

    def first_label(field: re.Match[str]) -> str:
        return title_of(field[0]) if field[0] in fields() else field[0]

    return _OPTION.sub(label, _FIELD.sub(first_label, why))


def games_form(language: str) -> dict[str, object]:
    """Return the fields for many games of many machines, by their places."""
    texts = texts_in(language)
    field = '<input id="{key}" name="{key}" value="{value}" inputmode="numeric" maxlength="9">'
    labels = (("games", "number_games"), ("machines", "number_machines"), ("seed", "seed"))
    numbers = []
    for key, label in labels:
        control = fill(field, key=key, value=CURVE_DEFAULTS[key])
        numbers.append(labelled(key, texts(f"serve.{label}"), control))
    who = {name: texts(f"serve.who.{name}") for name in SITE_OPPONENTS}
    return {
        "numbers": numbers,
        "opponents": option_list(who, CURVE_DEFAULTS["opponent"]),
        "most": texts("serve.try_hint", most=MAX_GAMES),
    }
