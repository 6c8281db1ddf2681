"""All words on sheets, pages and in a class's journal, from ``templates/texts/LANGUAGE/*.toml``;
none are in code.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from kitgen.errors import TemplateError, UnknownNameError, quoted
from kitgen.reading.templates import (
    USUAL_LANGUAGE,
    Templates,
    capitalised,
    flat,
    read_toml,
    shipped,
)

# Plural forms, ``one``, ``few``, ``many`` …: Unicode CLDR's rules and notation, from
# ``templates/tables/plurals.toml``.

#: The forms in the order in which their conditions are tried,
FORMS = ("zero", "one", "two", "few", "many")
#: and the one for all other numbers.
OTHER = "other"
#: Whole numbers below this stand without a sign between their thousands, in every language.
FIVE_DIGITS = 10_000
#: A number with commas between its thousands, in an English reason for a refusal.
NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(,\d{3})+(?![\d,]|\.\d)")
#: A number with decimals, in such a reason; lists such as ``1.5,-0.5`` are typed with points in
#: every language.
DECIMAL = re.compile(r"(?<![\d.,])(?<!,-)\d+\.\d+(?![\d.,])")
#: What paper is called where it is chosen.
_PAPER = re.compile(r"a\d|letter|tabloid|arch-[a-e]")
#: Either of them: where they are replaced at once, no number is taken for what another became.
_ANY_NUMBER = re.compile(f"{NUMBER.pattern}|{DECIMAL.pattern}")
#: What somebody wrote, in such a reason; an apostrophe inside a word is none of its marks.
QUOTED = re.compile(r"""(?<!\w)('[^']*'|"[^"]*")(?!\w)""")

_RELATION = re.compile(r"n(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Languages that count alike: each form with its condition; empty where there is none."""

    languages: tuple[str, ...]
    zero: str = ""
    one: str = ""
    two: str = ""
    few: str = ""
    many: str = ""


class PluralFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The schema of ``templates/tables/plurals.toml``."""

    source: str
    families: tuple[Family, ...]


class Plurals:
    """The forms of one language; ``conditions`` are those of the forms besides ``other``, in the
    order to try them.

    >>> polish = Plurals("pl", Templates())
    >>> [polish.form(count) for count in (0, 1, 2, 5, 22, 112)]
    ['many', 'one', 'few', 'many', 'few', 'many']
    """

    def __init__(self, language: str, templates: Templates) -> None:
        families = templates.read("tables", "plurals", PluralFile).families
        by_language = {}
        for group in families:
            by_language.update(dict.fromkeys(group.languages, group))
        # A country's way of writing, such as en-GB, counts like the language.
        family = by_language.get(language) or by_language.get(re.split("[-_]", language)[0])
        self.conditions: dict[str, str] = {}
        for form in FORMS:
            condition = getattr(family, form, "")
            if condition:
                holds(condition, 0)  # an unreadable one is refused now, not when a number needs it
                self.conditions[form] = condition

    def form(self, count: int) -> str:
        """Return the form for a number, from 0 up."""
        for form, condition in self.conditions.items():
            if holds(condition, count):
                return form
        return OTHER


def holds(condition: str, count: int) -> bool:
    """Return whether a condition in CLDR's notation holds for a number.

    >>> holds("n % 10 = 2..4 and n % 100 != 12..14", 22), holds("n = 0,1", 2)
    (True, False)
    """
    for way in condition.split(" or "):
        if all(_meets(part.strip(), count) for part in way.split(" and ")):
            return True
    return False


def _meets(relation: str, count: int) -> bool:
    """Return whether a relation such as ``n % 10 = 2..4`` holds for a number."""
    read = _parsed(relation)
    rest = count
    if read.modulus:
        rest = count % read.modulus
    is_within = any(low <= rest <= high for low, high in read.ranges)
    return is_within == read.is_equality


class _Relation(NamedTuple):
    """A relation: its modulus, 0 for none, whether it is one of equality, and its ranges."""

    modulus: int
    is_equality: bool
    ranges: tuple[tuple[int, int], ...]


@cache
def _parsed(relation: str) -> _Relation:
    """Return what a relation says."""
    read = _RELATION.fullmatch(relation)
    if read is None:
        raise TemplateError(
            f"tables/plurals.toml: {relation!r} is not a condition like 'n % 10 = 2..4'"
        )
    ranges = []
    for part in read[3].split(","):
        low, _, high = part.partition("..")
        ranges.append((int(low), int(high or low)))
    return _Relation(int(read[1] or 0), read[2] == "=", tuple(ranges))


# Known text keys: a key in a user's own file that nothing reads is refused.

#: Texts per game; there may be more of them for games that are not kitgen's.
_OF_GAMES = "games."
_STORY = "guide.story."


def check_keys(path: Path, keys: Collection[str], known: frozenset[str]) -> None:
    """Refuse a user's file with a key that kitgen does not read, where ``known`` are the keys of
    kitgen's own texts.
    """
    names = _known_names(known)
    if path.stem not in names.files:
        advice = did_you_mean(path.stem, names.files)
        raise TemplateError(f"{quoted(path)}: kitgen reads no texts from this file{advice}")
    for key in sorted(keys):
        if _base(key) in names.bases:
            continue
        owner = ""
        _, _, unknown = key.partition(".")
        if key.startswith(_STORY):
            _check_game(path, key.removeprefix(_STORY), names.games)
            continue
        if key.startswith(_OF_GAMES) and key.split(".")[1] not in names.games:
            game, _, unknown = unknown.partition(".")
            _check_game(path, game, names.games)
            if unknown.partition(".")[0] in names.of_games:
                continue
            owner = f" of {quoted(game)}"
            near = set(names.of_games)
        else:
            start = f"{path.stem}."
            near = {other.removeprefix(start) for other in known if other.startswith(start)}
        raise TemplateError(
            f"{quoted(path)}: unknown key {quoted(unknown)}{owner}{did_you_mean(unknown, near)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _KnownNames:
    """The names in keys of texts.

    Attributes:
        files: of texts.
        bases: the keys without the forms that go with numbers.
        games: that have a name among the texts.
        of_games: the keys of what there are texts for in some game, such as its aim.
    """

    files: frozenset[str]
    bases: frozenset[str]
    games: frozenset[str]
    of_games: frozenset[str]


@lru_cache(maxsize=1)  # those of kitgen's own texts, asked for with each file
def _known_names(known: frozenset[str]) -> _KnownNames:
    of_games = [key.split(".") for key in known if key.startswith(_OF_GAMES)]
    return _KnownNames(
        files=frozenset(key.partition(".")[0] for key in known),
        bases=frozenset(map(_base, known)),
        games=frozenset(words[1] for words in of_games if words[2:] == ["name"]),
        of_games=frozenset(words[2] for words in of_games),
    )


def _check_game(path: Path, game: str, games: Collection[str]) -> None:
    """Refuse a name close to that of a game with texts; other names may be games that are not
    installed here.
    """
    if game in games:
        return
    advice = did_you_mean(game, games, 0.8)
    if advice:
        raise TemplateError(f"{quoted(path)}: unknown game {quoted(game)}{advice}")


def _base(key: str) -> str:
    """Return a key without the form that goes with a number: other languages have other forms."""
    base, _, form = key.rpartition(".")
    if form in (*FORMS, OTHER):
        return base
    return key


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """Return the advice that names the nearest known word; empty when none is near.

    >>> did_you_mean("edition", ["editions", "texts"]), did_you_mean("xyz", ["editions"])
    ("; did you mean 'editions'?", '')
    """
    close = get_close_matches(word[:100], sorted(known), n=1, cutoff=cutoff)
    if not close:
        return ""
    return f"; did you mean {close[0]!r}?"


#: The kinds of machine. All but boxes have their own words in tables of this name:
#: ``operator.cards.finished`` for ``operator.finished``.
BOXES = "boxes"
CARDS = "cards"
#: What serves as boxes and has words of its own: cups with chips in place of beads, the hollows of
#: egg cartons, the drawers of a chest, and boxes with chips.
CUPS = "cups"
CARTONS = "cartons"
DRAWERS = "drawers"
CHIPS = "chips"
LIKE_BOXES = (BOXES, CUPS, CARTONS, DRAWERS, CHIPS)
#: A machine of pictures on a sheet, with nothing that serves as boxes.
PICTURES = "pictures"
#: A machine that a program keeps, by a rule without beads: nothing of it is on paper.
PROGRAM = "program"
#: One more for a sheet that stands for all boxes, where moves are struck out.
STRIKE = "strike"
#: The file with the titles of sheets that go with a guide.
GUIDE = "guide"
#: The place in a text for a sheet's title.
SHEET = "sheet"
SHEET_PLACE = re.compile(r"\{sheet\[([\w.-]+)\]\}")
SHEET_PLACE_START = "{sheet["
#: The same in quotation marks: the part to print, if the sheet is not there, stands behind them.
QUOTED_SHEET = "quoted_sheet"
#: The file with claims, whose words are given out only for one that has been decided.
CLAIMS = "claims."
#: Where texts of version 1.0 stand now, so that a user's own are still read: whole keys, and starts
#: that end in a full stop. An empty place is none: nothing prints that text any more.
MOVED = {
    "guide.perfect.loses": "claims.perfect.loses_wins_some",
    "guide.blame.all": "claims.blame.all_poor",
    "guide.museum_pack.taught": "claims.taught.yes",
    "guide.museum_pack.kept": "claims.taught.no",
    "guide.expect.slow": "claims.slow",
    "guide.expect.worse": "claims.worse",
    "curve.lost": "claims.lost",
    "panel.what": "claims.visitors.learns",
    "guide.perfect.": "claims.perfect.",
    "guide.luck.": "claims.luck.",
    "guide.blame.": "claims.blame.",
    "guide.cards.blame.": "claims.cards.blame.",
    "guide.winning.": "claims.winning.",
    "guide.expect.best.": "claims.best.",
    "guide.expect.stops.": "claims.stops.loses.",
    "curve.turn.": "claims.turn.",
    "panel.then.": "claims.then.",
    "panel.cards.then.": "claims.cards.then.",
    "operator.finished.": "claims.finished_operator.",
    "operator.cards.finished.": "claims.cards.finished_operator.",
    "zero.finished.": "claims.finished_zero.",
    "sweets.finished.": "claims.finished_sweets.",
    **{f"report.{key}": f"claims.course.{key}" for key in ("usual", "seldom", "odd")},
    **{f"report.{key}": f"claims.{key}" for key in ("no_bad", "unbeaten", "done", "to_go", "next")},
    "cover.picture.learn": "claims.idea.learns",
    "cover.changes.": "claims.changes.",
    "cover.cards.changes.": "claims.cards.changes.",
    "panel.head": "claims.teach_head.yes",
    "panel.step.3": "claims.teach_step.yes",
    "guide.award.has": "claims.trained.yes",
    "guide.story.other": "claims.story.learns",
    "curve.grey": "claims.band_grey",
    "curve.dashed": "claims.band_dashed",
    "beads.bank": "claims.bank",
    "sweets.learn": "claims.sweets.gone",
    "sweets.learn_kept": "claims.sweets.kept",
    "journal.class.about": "claims.band_class",
    "web.curve_title": "curve.title",
    "web.over_band": "claims.band_page",
    "web.scored": "claims.band_point",
    "web.finished": "claims.finished_page.other",
    "cover.picture.play_words": "claims.picks.beads",
    "cover.cards.picture.play_words": "claims.cards.picks.beads",
    "guide.look_for.takes": "claims.look_for.left",
    "guide.look_for.adds": "claims.look_for.changed",
    "guide.sheet.changed_box.takes": "claims.changed_box.left",
    "guide.sheet.changed_box.adds": "claims.changed_box.changed",
    "web.tab_watch": "claims.watch_tab.learns",
    "web.press_to_watch": "claims.watch_start.learns",
    "invent.remark.good": "claims.game_good",
    "invent.remark.dull": "claims.game_dull.none",
    "invent.remark.at-once": "claims.game_at_once.other",
    "invent.remark.large": "claims.game_large",
    "invent.remark.dies": "claims.game_dies.most",
    "operator.drawer": "",
    "operator.step.look_seeds": "",
    "zero.learning.card": "",
    "zero.learning.here": "",
}


#: The starts among these.
_MOVED_STARTS = tuple(start for start in MOVED if start.endswith("."))


def now_at(key: str) -> str:
    """Return where a text of a user's own file stands now; empty if nothing prints it any more.

    >>> (
    ...     now_at("curve.turn.up"),
    ...     now_at("report.done"),
    ...     now_at("cover.what"),
    ...     now_at("zero.learning.here"),
    ... )
    ('claims.turn.up', 'claims.done', 'cover.what', '')
    """
    if key in MOVED:
        return MOVED[key]
    if key.startswith(_MOVED_STARTS):  # all starts at once: this is asked for every text
        start = next(start for start in _MOVED_STARTS if key.startswith(start))
        return MOVED[start] + key.removeprefix(start)
    return key


#: The file with the words of themes: ``themes.NAME.GAME.KEY`` in place of ``games.GAME.KEY``.
THEME_WORDS = "themes"
#: Under it stand, there, texts of other files by their whole keys: ``themes.NAME.sheets.FILE.KEY``.
THEME_SHEETS = "sheets"
#: The name there for themes that say only what their pieces are called.
ANY_THEME = "any"
#: The place in a text for words that depend on the kind of machine.
WORD = "word"
#: The file with these words.
WORDS = "words"
#: Names and letters of colours: read with the palettes, which name their keys.
COLOURS = "colours.toml"


def guide_path(root: Path, language: str, name: str) -> Path:
    """Return the path of a guide in a folder of templates."""
    return root / "guides" / language / f"{name}.md"


def guide_names(templates: Templates, language: str) -> tuple[str, ...]:
    """Return the names of the guides in a language.

    >>> guide_names(Templates(), "it")
    ('invent', 'program', 'teacher')
    """
    names = set[str]()
    for root in templates.roots:
        names.update(path.stem for path in (root / "guides" / language).glob("*.md"))
    return tuple(sorted(names))


@dataclass(frozen=True, slots=True)
class Decided:
    """A claim that was found to hold; only ``kitgen/claims/claims.py`` makes one.

    Attributes:
        key: of its words in the texts, behind ``claims.``.
        count: the number that chooses their plural form, if they have one.
        values: what their places are filled with.
    """

    key: str
    count: int | None = None
    values: Mapping[str, object] = field(default_factory=dict)


class Texts:
    """The texts of one language.

    The key of a text is ``FILE.KEY``; ``{name}`` in it is filled in, numbers with decimals as the
    language writes them. A text with a number has plural forms, such as ``KEY.one`` and
    ``KEY.other``, chosen by ``count``. For cards, ``FILE.cards.KEY`` is used if it exists; where
    only the noun differs, the text has ``{word[box]}``. A sheet is called ``{sheet[PART]}``, which
    is its title.

    Where a print is described by ``printed``, texts know which sheets are in it. A sentence that
    only helps if the sheet that it names is at hand is asked for with ``sentence``, and gives way
    to another; in any other text such a sheet is named with the part to print.
    """

    def __init__(self, language: str, templates: Templates) -> None:
        templates.check_language(language)
        self.language = language
        self.templates = templates
        self.made_of = BOXES
        self.theme = ""
        self.theme_names: Mapping[str, str] = {}
        self.theme_title = ""
        self.printed: Mapping[str, str] | None = None
        self.named: set[str] = set()
        self._texts: dict[str, str] = {}
        self._unread: dict[str, list[Path]] = {}
        self._moved: dict[str, str] = {}
        for root in reversed(templates.roots):  # a user's own texts are read last and win
            for path in sorted((root / "texts" / language).glob("*.toml")):
                if path.name != COLOURS:
                    self._unread.setdefault(path.stem, []).append(path)
        if templates.own is not None:  # in a folder that the user named, everything must be right
            self._read(*(path.stem for path in (templates.own / "texts" / language).glob("*.toml")))

    def _read(self, *files: str) -> None:
        """Read files of texts once; errors in files that are not read do not matter."""
        for file in files:
            if file not in self._unread:
                continue
            for path in self._unread[file]:
                texts: dict[str, str] = {}
                for key, text in flat(file, read_toml(path, dict)):
                    if not isinstance(text, str):
                        raise TemplateError(
                            f"{quoted(path)}: {quoted(key)} is {quoted(text)}; it must be a text"
                        )
                    texts[key] = text.strip()
                if not path.is_relative_to(shipped()):
                    texts = self._in_their_places(path, texts)
                self._texts |= texts
            del self._unread[file]
            if f"{file}." == CLAIMS and len(self.templates.roots) > 1:
                self._read(*{key.partition(".")[0] for key in MOVED})
                self._texts |= self._moved

    def _in_their_places(self, path: Path, texts: dict[str, str]) -> dict[str, str]:
        """Return a user's own texts, checked; those that stand in another file now are kept
        until that is read.
        """
        there = {}
        moved = {}
        for key, text in texts.items():
            place = now_at(key)
            if place == key:
                there[key] = text
            elif place:
                moved[place] = text
        check_keys(path, there, self._known)
        self._moved |= moved
        return there

    @cached_property
    def _known(self) -> frozenset[str]:
        return texts_in(USUAL_LANGUAGE).keys()

    def guide(self, name: str, **values: object) -> tuple[str, str]:
        """Return a longer text from ``guides/LANGUAGE/NAME.md`` with its places filled in, and
        its file's name.
        """
        path = self._path_of_guide(name)
        try:
            text = self._with_quoted_sheets(path.read_text(encoding="utf-8"))
            return text.format_map(self._filled(values)), str(path)
        except KeyError as error:
            raise TemplateError(f"{quoted(path)} asks for an unknown {{{error.args[0]}}}") from None
        except (ValueError, IndexError, UnicodeDecodeError) as error:
            raise TemplateError(f"{quoted(path)} cannot be filled in: {error}") from None

    def _path_of_guide(self, name: str) -> Path:
        """Return the file of a guide, in the first folder of templates that has it."""
        names = guide_names(self.templates, self.language)
        if name in names:
            for root in self.templates.roots:
                path = guide_path(root, self.language, name)
                if path.is_file():
                    return path
        raise UnknownNameError("guide", name, names, owner=f"language {self.language!r}")

    def speaking_of(self, made_of: str) -> "Texts":
        """Return the same texts, with the words for a kind of machine, such as ``CARDS``.

        >>> Texts("en", Templates()).speaking_of("cards")("operator.find")
        'Find the card'
        """
        other = copy(self)  # shares the texts that were read
        other.made_of = made_of
        return other

    def in_theme(
        self, theme: str, names: Mapping[str, str] | None = None, title: str = ""
    ) -> "Texts":
        """Return the same texts, with a theme's own words on games where it has any.

        A theme without words has ``names`` of its pieces, which are filled into those of
        ``themes.any``. Its ``title`` is what it is called.

        >>> Texts("en", Templates()).in_theme("crocodiles")("games.hexapawn.side.black")
        'crocodiles'
        """
        other = copy(self)
        other.theme = theme
        other.theme_names = names or {}
        other.theme_title = title
        return other

    def dressed_as(self, other: "Texts") -> "Texts":
        """Return the same texts in the theme of others."""
        return self.in_theme(other.theme, other.theme_names, other.theme_title)

    def in_print(self, printed: Mapping[str, str]) -> "Texts":
        r"""Return the same texts for a print whose sheets are named, each with the kind of machine
        that it speaks of.

        ``named`` collects the sheets of the print that texts have named since.

        >>> texts = Texts("en", Templates()).in_print({"finder": "boxes"})
        >>> print(*texts("log.score").split(". "), sep="\n")
        Score: one up for a win of the machine, one down for a loss
        Draw it on the Learning curve (print part curve).
        """
        other = copy(self)
        other.printed = printed
        other.named = set()
        return other

    def has_sheet(self, sheet: str) -> bool:
        """Return whether a print has a sheet that speaks of the same kind of machine; True where
        nothing is printed.
        """
        return self.printed is None or self.printed.get(sheet) == self.made_of

    def sheets_in(self, key: str) -> list[str]:
        """Return the sheets that a text names.

        >>> Texts("en", Templates()).sheets_in("log.score")
        ['curve']
        """
        return SHEET_PLACE.findall(self.raw(key))

    def sentence(self, *keys: str, **values: object) -> str:
        """Return the first of some texts that names no sheet except those of the print; empty if
        there is none.

        >>> texts = Texts("en", Templates()).in_print({"finder": "boxes"})
        >>> texts.sentence("log.score", "log.score_alone")
        'Score: one up for a win of the machine, one down for a loss.'
        >>> texts.sentence("log.score")
        ''
        """
        for key in keys:
            if all(self.has_sheet(sheet) for sheet in self.sheets_in(key)):
                return self(key, count=None, **values)
        return ""

    def _own(self, key: str) -> str:
        """Return the key of the text for the kind of machine, or of the theme, if there is one."""
        file, _, rest = key.partition(".")
        if file in self._unread:
            self._read(file)
        own = f"{file}.{self.made_of}.{rest}"
        has_own = own in self._texts
        if self.made_of == PROGRAM and has_own:
            return self._themed(own) or own  # the usual words of themes are for machines of boxes
        themed = self._themed(key)
        if themed:
            return themed
        if has_own:
            return own
        return key

    def _themed(self, key: str) -> str:
        """Return the key of the theme's own text in place of another one; empty if it has none."""
        if not self.theme:
            return ""
        if THEME_WORDS in self._unread:
            self._read(THEME_WORDS)
        named = self.theme
        if self.theme_names:
            named = ANY_THEME
        place = f"{THEME_SHEETS}.{key}"
        if key.startswith(_OF_GAMES):
            place = key.partition(".")[2]
        themed = f"{THEME_WORDS}.{named}.{place}"
        if themed not in self._texts:
            return ""
        return themed

    def keys(self) -> frozenset[str]:
        """Return the keys of all texts."""
        self._read(*self._unread)
        return frozenset(self._texts)

    def raw(self, key: str) -> str:
        """Return a text as it is written, with its places in braces; ``TemplateError`` if it is
        missing.

        >>> Texts("en", Templates()).raw("cover.time")[:28]
        'Cut, glue and fill: about {m'
        """
        own = self._own(key)
        if own not in self._texts:
            raise TemplateError(f"{self.place_of(own)}: {own!r} is missing")
        return self._texts[own]

    def raw_under(self, start: str) -> dict[str, str]:
        """Return the texts of a file whose keys begin so, as they are written, by the rest of
        their keys, sorted.
        """
        self._read(start.partition(".")[0])
        keys = [key for key in sorted(self._texts) if key.startswith(start)]
        return {key.removeprefix(start): self.raw(key) for key in keys}

    def has(self, key: str) -> bool:
        """Return whether there is such a text."""
        return self._own(key) in self._texts

    def get(self, key: str, default: str) -> str:
        """Return a text without places, or the default if there is no such text."""
        if not self.has(key):
            return default
        return self(key)

    def key_with(self, letter: str) -> str | None:
        """Return the key of a text that has a letter, or None."""
        return next((key for key in sorted(self.keys()) if letter in self._texts[key]), None)

    def key_of(self, line: str) -> str | None:
        """Return the key of the text that a printed line most likely is, or None."""
        likely = []
        for key in self.keys():
            # The words between the places of a text.
            words = [*filter(str.strip, re.split(r"\{[^}]*\}", self._texts[key]))]
            if words and all(part in line for part in words):
                likely.append((sum(map(len, words)), key))
        if not likely:
            return None
        _, longest = max(likely)
        return longest

    def __call__(self, key: str, *, count: int | None = None, **values: object) -> str:
        """Return a text with its places filled in; ``TemplateError`` if it is missing or needs a
        value not given.
        """
        self._check_open(key)
        return self._filled_in(key, count, values)

    def joined(self, parts: Iterable[str]) -> str:
        r"""Return parts with semicolons between them, as the language writes them.

        >>> texts_in("en").joined(["one", "two"]), texts_in("fr").joined(["un", "deux"])
        ('one; two', 'un\u202f; deux')
        """
        return self("sheet.parts", part="", next="").join(parts)

    def claimed(self, decided: Decided) -> str:
        """Return the words of a claim that has been found to hold.

        >>> Texts("en", Templates()).claimed(Decided("winning.loses"))
        'Not this one: by its rule nothing changes after a win.'
        """
        return self._filled_in(f"{CLAIMS}{decided.key}", decided.count, dict(decided.values))

    def _check_open(self, key: str) -> None:
        if key.startswith(CLAIMS):
            raise TemplateError(
                f"{key!r} is a claim; only kitgen.claims prints it, after it has been decided"
            )

    def _filled_in(self, key: str, count: int | None, values: dict[str, object]) -> str:
        """Return a text with its values, in the form for a number if there is one."""
        if count is not None:
            key = f"{key}.{self._plurals.form(count)}"
            values["count"] = count
        key = self._own(key)
        try:
            text = self._with_quoted_sheets(self._texts[key])
            return text.format_map(self._filled(values))
        except KeyError as error:
            if error.args[0] != key:
                problem = f"{key!r} asks for an unknown {{{error.args[0]}}}"
            elif count is None:
                problem = f"{key!r} is missing"
            else:
                base, _, form = key.rpartition(".")
                problem = f"{base!r} has no form {form!r}, which goes with {count}"
            raise TemplateError(f"{self.place_of(key)}: {problem}") from None
        except (ValueError, IndexError) as error:
            raise TemplateError(
                f"{self.place_of(key)}: {key!r} cannot be filled in: {error}"
            ) from None

    def _filled(self, values: Mapping[str, object]) -> dict[str, object]:
        filled = {name: self._written(value) for name, value in values.items()}
        return {
            **self.theme_names,
            **filled,
            SHEET: _Lookup(self._sheet),
            QUOTED_SHEET: _Lookup(self._quoted_sheet),
            WORD: _Lookup(self._word),
        }

    def _written(self, value: object) -> object:
        """Return a value as the language writes it: numbers, and parts of a list."""
        if isinstance(value, float):
            return self.decimals(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.whole(value)
        if isinstance(value, tuple):
            return self.joined(map(str, value))
        return value

    def _with_quoted_sheets(self, text: str) -> str:
        """Return a text whose places for sheets in quotation marks include the marks."""
        if SHEET_PLACE_START not in text or not self.has("serve.quoted"):
            return text
        in_marks = _quoted_sheet_place(self.raw("serve.quoted"))
        return in_marks.sub(rf"{{{QUOTED_SHEET}[\1]}}", text)

    def _sheet(self, sheet: str) -> str:
        return self._sheet_as(self._sheet_title(sheet), sheet)

    def _quoted_sheet(self, sheet: str) -> str:
        return self._sheet_as(self("serve.quoted", text=self._sheet_title(sheet)), sheet)

    def _sheet_title(self, sheet: str) -> str:
        key = self.title_key(sheet)
        if key is None:
            raise KeyError(f"{SHEET}[{sheet}]")
        return self(key)

    def _sheet_as(self, title: str, sheet: str) -> str:
        """Return what a sheet is called, and, if it is not in the print, the part to print."""
        if not self.has_sheet(sheet):
            return self("sheet.elsewhere", title=title, part=sheet.partition(".")[0])
        self.named.add(sheet)
        return title

    def _word(self, word: str) -> str:
        key = f"{WORDS}.{word[:1].lower()}{word[1:]}"
        if not self.has(key):
            raise KeyError(f"{WORD}[{word}]")
        beside = f"{key}_with"  # the same where the sheets that it names are printed
        in_a_print = self.printed is not None
        if in_a_print and self.has(beside) and all(map(self.has_sheet, self.sheets_in(beside))):
            key = beside
        words = self(key)
        if word[:1].isupper():
            return capitalised(words)
        return words

    def decimals(self, number: float) -> str:
        """Return a number with at most two decimals.

        >>> Texts("it", Templates()).decimals(63.5), Texts("en", Templates()).decimals(36.0)
        ('63,5', '36')
        """
        return f"{number:.2f}".rstrip("0").rstrip(".").replace(".", self("sheet.decimal"))

    def whole(self, number: int) -> str:
        r"""Return a whole number, from five digits on with the language's sign between thousands.

        >>> Texts("en", Templates()).whole(9999), Texts("en", Templates()).whole(10000)
        ('9999', '10,000')
        >>> Texts("it", Templates()).whole(1234567), Texts("de", Templates()).whole(20000)
        ('1.234.567', '20\u202f000')
        """
        if abs(number) < FIVE_DIGITS:
            return str(number)
        return f"{number:,}".replace(",", self.between_thousands)

    @cached_property
    def between_thousands(self) -> str:
        """The sign between thousands; none in a language that somebody made before it had one."""
        if not self.has("sheet.thousands"):
            return ""
        return self("sheet.thousands", thousands="", rest="")

    def reason(self, why: str) -> str:
        """Return an English reason for a refusal in this language, or nothing where it has no words
        for it.

        >>> Texts("it", Templates()).reason(
        ...     "labels of '3x3' mm cannot be drawn; each side must be from 8 to 400 mm"
        ... )
        'Etichette di «3x3» mm sono impossibili: ogni lato va da 8 a 400 mm.'
        """
        if self.language == USUAL_LANGUAGE:
            return ""
        for key, pattern in reasons():
            match = pattern.fullmatch(why)
            if match and self.has(key):
                values = {
                    place: self._as_written_here(place, value)
                    for place, value in match.groupdict().items()
                }
                return self(key, count=None, **values)
        return ""

    def _as_written_here(self, place: str, value: str) -> str:
        """Return a value of an English reason as this language writes it.

        An option, a stock of labels, a part, a kit and a game are called as the page calls them,
        and numbers, colons and quotation marks are those of the language. What somebody typed
        stays.
        """
        if not self.has("serve.quoted"):  # a language that somebody has begun
            return NUMBER.sub(self._number_here, value)
        is_typed = QUOTED.fullmatch(value) is not None
        if "=" in value and not is_typed and place not in ("name", "option"):
            return value  # a line of a file, to be written as it is
        if _PAPER.fullmatch(value):
            return _paper_title(value)
        title = self._title_of(place, value)
        if title:
            return self("serve.quoted", text=title)
        quotes = QUOTED.split(value)
        quotes[1::2] = [self("serve.quoted", text=typed[1:-1]) for typed in quotes[1::2]]
        quotes[::2] = [self._with_own_numbers(words) for words in quotes[::2]]
        return "".join(quotes)

    def _title_of(self, place: str, value: str) -> str:
        """Return what the page calls an option, a stock, a part or a game that an English reason
        names; empty for others.
        """
        if place == "kit":
            return self._title_of_kit(value.strip("'\""))
        if place == "game":
            return capitalised(self.get(f"games.{value}.name", ""))
        if place == "stock":
            return self.get(f"serve.word.stock.{value}", "")
        if place in ("part", "parts"):
            key = self.title_key(value)
            if key is None:
                return ""
            return self(key)
        if place in ("name", "option"):
            option = value.removeprefix("--set ").removeprefix("--")
            return self.get(f"serve.field.{re.sub('[._]', '-', option)}", "")
        return ""

    def _title_of_kit(self, name: str) -> str:
        """Return an edition's title, or a game's name with its board; empty for other kits."""
        if name in self.templates.names("editions"):
            titles: dict[str, str] = self.templates.read("editions", name, dict)["title"]
            return titles.get(self.language, "")
        game, colon, board = name.partition(":")
        called = capitalised(self.get(f"games.{game}.name", ""))
        if called and colon:
            return f"{called}, {board}"
        return called

    def _with_own_numbers(self, words: str) -> str:
        words = _ANY_NUMBER.sub(self._number_here, words)
        return words.replace(": ", self("sheet.of", of="", what=""))

    def _number_here(self, number: re.Match[str]) -> str:
        """Return a number of an English reason as this language writes it."""
        if "," in number[0]:
            return self.whole(int(number[0].replace(",", "")))
        return number[0].replace(".", self("sheet.decimal"))

    def title_key(self, sheet: str) -> str | None:
        """Return the key of the title of a part's sheet, or None; a part's further sheets are named
        by whole keys.

        >>> Texts("en", Templates()).title_key("museum")
        'guide.museum'
        """
        for key in (f"{sheet}.title", f"{GUIDE}.{sheet}", sheet):
            if self.has(key):
                return key
        return None

    @cached_property
    def _plurals(self) -> Plurals:
        return Plurals(self.language, self.templates)

    def place_of(self, key: str) -> str:
        """Return the file of a text, relative to the folder of templates."""
        return f"texts/{self.language}/{key.partition('.')[0]}.toml"


def span(first: object, last: object) -> str:
    """Return a range, or its only member where both ends are the same.

    >>> span(2, 4), span("A1", "A1")
    ('2–4', 'A1')
    """
    if first == last:
        return f"{first}"
    return f"{first}–{last}"


@cache
def texts_in(language: str) -> Texts:
    """Return kitgen's own texts in a language, read once."""
    return Texts(language, Templates())


def texts_for(language: str, templates: Templates) -> Texts:
    """Return the texts of a language, such as that of a kit, or the English ones if kitgen does
    not have it.
    """
    try:
        return Texts(language, templates)
    except UnknownNameError:
        return Texts(USUAL_LANGUAGE, templates)


@cache
def _quoted_sheet_place(quoted_text: str) -> re.Pattern[str]:
    """Return the pattern of a place for a sheet with the quotation marks of a language, which
    stand around ``{text}``.
    """
    opening, closing = quoted_text.split("{text}")
    return re.compile(re.escape(opening) + SHEET_PLACE.pattern + re.escape(closing))


def _paper_title(name: str) -> str:
    """Return what a paper is called, such as ``A4``, ``Letter`` or ``ARCH D``."""
    if name.isalpha():
        return capitalised(name)
    return name.replace("-", " ").upper()


class _Lookup:
    """Fills ``{sheet[PART]}`` or ``{word[box]}`` in a text; ``{word[Box]}`` has a capital."""

    def __init__(self, fill: Callable[[str], str]) -> None:
        self._fill = fill

    def __getitem__(self, key: str) -> str:
        return self._fill(key)


@cache
def reasons() -> list[tuple[str, re.Pattern[str]]]:
    """Return the English reasons that have words in other languages as patterns; those with most
    of their own first.
    """
    sentences = list(texts_in(USUAL_LANGUAGE).raw_under("refusals.").items())
    sentences.sort(key=lambda sentence: -len(re.sub(r"\{\w+\}", "", sentence[1])))
    patterns = (
        (f"refusals.{key}", re.sub(r"\\{(\w+)\\}", _place, re.escape(sentence)))
        for key, sentence in sentences
    )
    return [(key, re.compile(pattern, re.DOTALL)) for key, pattern in patterns]


def _place(match: re.Match[str]) -> str:
    """Return a pattern for a place: a field's name is one word, what was written is quoted, and
    a kind of name not.
    """
    what = {"field": r"\S+", "what": "[^'\"]+", "text": "['\"].*['\"]"}.get(match[1], ".+?")
    return f"(?P<{match[1]}>{what})"
