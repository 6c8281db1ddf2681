"""All languages are complete, say the same, fit their places, and never meet on one page."""

import ast
import re
import string
from contextlib import suppress
from functools import cache
from itertools import permutations

import pytest
from counting import at_least
from jobs import LANGUAGES, TEXTS, make_job
from places import ROOT
from printed_words import texts_on, words_on
from sampling import few, sample

from kitgen.errors import KitgenError
from kitgen.games.told.told_words import NOUN_FORMS
from kitgen.kit.palette import read_palette
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import POINT, Text
from kitgen.paper.parts import PARTS, load_part, usual_parts
from kitgen.paper.style import text_width
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates, shipped
from kitgen.reading.texts import BOXES, OTHER

TEMPLATES = Templates()
#: All others are held to this one.
ENGLISH = "en"
OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)
KITS = ("her", "him", "gardner24")


def catalogue(language):
    return {key: TEXTS[language]._texts[key] for key in TEXTS[language].keys()}  # noqa: SIM118 - a method of Texts


def places(text):
    """Return the places of a text but for words, which a language may do without: it may say
    "it" of the box.
    """
    return {
        name
        for _, name, _, _ in string.Formatter().parse(text)
        if name and not name.startswith("word[")
    }


@cache
def document(kit, page, language):
    return run_parts(make_job(kit, page, language), usual_parts("label"))


def test_there_are_the_languages_that_are_promised():
    assert {"de", "en", "es", "fr", "it"} <= {*LANGUAGES}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_has_the_places_of_the_english_one(language):
    """That none is missing is held by ``tests/adding/test_a_language.py``."""
    english = catalogue(ENGLISH)
    other = catalogue(language)
    for key, text in at_least(150, other.items()):
        like = english.get(key) or english.get(f"{key.rpartition('.')[0]}.{OTHER}") or ""
        # What an English reason names, another language may leave out; and a noun has another form
        # in each.
        extra = {*NOUN_FORMS} if key.startswith("told.") else set()
        own = text.replace("{Rule}", "{rule}").replace(
            "{What}", "{what}"
        )  # which keep their capital letter
        same = places(own) - extra == places(like) - extra
        assert same or (key.startswith("refusals.") and places(text) < places(like)), key


def test_numbers_in_english_have_both_forms():
    keys = catalogue(ENGLISH)
    for key in at_least(5, (key for key in keys if key.endswith(".one"))):
        assert key.removesuffix("one") + "other" in keys, key
    for key in at_least(
        5, (key for key in keys if key.endswith(".other") and "{count}" in keys[key])
    ):
        assert key.removesuffix("other") + "one" in keys, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_part_to_print_stands_behind_the_quotation_marks_of_a_sheet(language):
    """“Boxes to fold” (print part boxes), not “Boxes to fold (print part boxes)”."""
    texts = TEXTS[language]
    title = texts("serve.quoted", text=texts("boxes.title"))
    elsewhere = texts("sheet.elsewhere", title=title, part="boxes")
    assert elsewhere in texts.in_print({})("cover.step.fold")
    with_it = texts.in_print({"boxes": BOXES})("cover.step.fold")
    assert title in with_it
    assert elsewhere not in with_it


def counted(path):
    """Return the keys of texts that a Python file asks for with a count."""
    source = path.read_text(encoding="utf-8")
    if "count=" not in source:  # to parse and search all files takes seconds
        return
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and any(word.arg == "count" for word in call.keywords):
            for key in call.args[:1]:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value


def test_a_text_that_is_asked_for_with_a_count_has_forms():
    """Without forms it is refused: 42 boxes that differ ended an import, 101 mistakes a page."""
    keys = catalogue(ENGLISH)
    asked = {key for path in (ROOT / "kitgen").rglob("*.py") for key in counted(path) if "." in key}
    assert len(asked & {key.rpartition(".")[0] for key in keys}) > 50
    assert asked & {*keys} == set()


def test_italian_is_written_with_its_accents():
    for key, text in at_least(200, catalogue("it").items()):
        assert not re.search(
            r"\b(e'|perche|piu|puo|cosi|gia|sara|verra|citta|meta'|liberta)(?!\w)", text
        ), key


def test_spanish_is_written_with_its_accents_and_opens_what_it_closes():
    unmarked = (
        r"\b(asi|aqui|mas|despues|segun|tambien|posicion|numero|maquina|peon|facil|circulo"
        r"|pagina)\b"
    )
    for key, text in at_least(200, catalogue("es").items()):
        assert not re.search(unmarked, text, re.IGNORECASE), key
        assert text.removeprefix("? ").count("?") == text.count("¿"), (
            key
        )  # a route's sign is no question
        assert text.count("!") == text.count("¡"), key


#: The files with names of buttons, which are infinitives in Spanish programs: "Guardar".
WITH_BUTTONS = ("app", "claims", "class-board", "invent", "serve", "web")


def test_spanish_has_one_voice():
    """It says "tú", with verbs that tell what to do: no "vosotros", no "usted", no line that
    begins "Recortar …", but for the names of buttons.
    """
    guides = (shipped() / "guides" / "es").glob("*.md")
    texts = catalogue("es") | {path.name: path.read_text(encoding="utf-8") for path in guides}
    for key, text in at_least(200, texts.items()):
        assert not re.search(
            r"\b(vosotr[oa]s|vuestr[oa]s?|os|ustedes|usted|vos)\b", text, re.IGNORECASE
        ), text
        if key.startswith(WITH_BUTTONS) and not re.search("[.:;?!]", text):
            continue
        for sentence in re.split(r"(?<=[.:?!])\W+|\n[-*\d.| ]*", text):
            assert not re.match(
                r"(?!Taller|Primer)[A-ZÁÉÍÓÚ]\w*[aeií]r(se|l[aeo]s?)?\b", sentence
            ), sentence


def test_french_is_written_with_its_spaces():
    """A no-break space inside « » and before a colon, a narrow one before ; ! ?, and no middle
    dot to join genders.
    """
    guides = (shipped() / "guides" / "fr").glob("*.md")
    for text in at_least(
        200, [*catalogue("fr").values(), *(path.read_text(encoding="utf-8") for path in guides)]
    ):
        # A route's signs begin with a question mark that is none.
        assert not re.search(r"(?<!\u202f)[;!?]", text.removeprefix("? ")), text
        assert not re.search(r"\w:(?=\s|$)| :(?=\s|$)", text), text
        assert not re.search(r"«(?!\u00a0)|(?<!\u00a0)»|[“”]", text), text
        assert not re.search(r"\w·(?!b)\w", text), text


@pytest.mark.parametrize("kit", few(["her", "ladder", "menace", "awari-mini"], one_in=4))
def test_french_sheets_are_put_together_with_these_spaces(kit):
    """Lists and labels that no text has whole, such as the answers of the worksheet."""
    job = make_job(kit, language="fr")
    names = [part.name for part in PARTS.values() if not (part.needs or part.past)]
    marks = [mark for name in names if load_part(name).applies(job) for mark in marks_of(job, name)]
    for mark in at_least(1000, marks):
        assert not re.search(r"[^\s\d][;!?](?=\s|$)|[^\s\d]:(?=\s|$)", mark.text), mark.text


def marks_of(job, name):
    """Return the texts on the sheets of a part, or none if it does not fit this kit."""
    with suppress(KitgenError):
        return texts_on(*run_parts(job, [name]).sheets)
    return []


def test_french_speaks_to_all():
    """It says "vous" or "on", never "tu", but for the question on the cover, and calls nobody by
    one gender.
    """
    one_gender = (
        r"\b(joueur|joueuse|opérateur|opératrice|animateur|animatrice|enseignante?"
        r"|visiteur|visiteuse)s?\b"
    )
    texts = {key: text for key, text in catalogue("fr").items() if not key.startswith("play.word.")}
    for key, text in at_least(200, texts.items()):
        assert not re.search(r"\b(tu|toi|ton|tes)\b", text, re.IGNORECASE), key
        assert re.search(r"\.hook\.", key) or not re.search(r"\bte\b|\bt'", text, re.IGNORECASE), (
            key
        )
        assert key == "play.say_player" or not re.search(one_gender, text, re.IGNORECASE), key


def german():
    """Return all that is printed or shown in German, by its key or file, without places."""
    guides = (shipped() / "guides" / "de").glob("*.md")
    texts = catalogue("de") | {path.name: path.read_text(encoding="utf-8") for path in guides}
    return {key: re.sub(r"\{[^}]*\}", "0", text) for key, text in texts.items()}


def test_german_is_written_with_its_letters_and_its_quotation_marks():
    unmarked = (
        r"\b(gross|Gross|weiss|heisst?|Strasse|ausser|draussen|Spass|schliess"
        r"|fuer|ueber|zurueck|koenn|muess|Zuege)"
    )
    for key, text in at_least(200, german().items()):
        assert not re.search(unmarked, text), key
        assert not re.search("[”«»]", text), key
        assert re.fullmatch("[^„“]*(„[^„“]*“[^„“]*)*", text), key
        assert not re.search(r"\d %|z\. B", text), key  # a no-break space stands there


def test_german_speaks_to_everybody():
    """It has no star, colon or gap in a word, and no masculine word for people of all kinds; a
    guide says "Sie".
    """
    signs = r"\w[*:_·/]-?in(nen)?\b|[a-zäöüß]In(nen)?\b"
    masculine = (
        r"\b(Schüler|Lehrer|Spieler|Gegner|Teilnehmer|Benutzer|Nutzer|Besucher|Zuschauer|Anfänger|Operator)"
        r"(in|innen|n|s)?\b"
    )
    for key, text in at_least(200, german().items()):
        assert not re.search(signs, text), key
        assert not re.search(masculine, text), key
        if key == "teacher.md":
            assert " Sie " in text
            assert not re.search(r"\b([Dd]u|[Dd]ein\w*)\b", text)


@pytest.mark.parametrize(
    ("kit", "page", "language"), few(KITS, sorted(PAGES), LANGUAGES, one_in=14)
)
def test_no_text_leaves_the_margins(kit, page, language):
    paper = PAGES[page]
    for number, sheet in enumerate(at_least(8, document(kit, page, language).sheets), 1):
        assert (sheet.scene.width, sheet.scene.height) == (paper.width, paper.height)
        for mark in at_least(3, sheet.scene.marks):
            if isinstance(mark, Text):
                width = text_width(mark.text, mark.size, bold=mark.bold)
                high = mark.size * POINT
                start = {"start": 0, "middle": -width / 2, "end": -width}[mark.anchor]
                along = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(mark.turn) % 360]
                for way in (start, start + width):
                    x = mark.at[0] + way * along[0]
                    y = mark.at[1] + way * along[1]
                    where = (number, sheet.part, mark.text)
                    assert paper.margin - 0.1 <= x <= paper.width - paper.margin + 0.1, where
                    assert (
                        paper.margin + 0.5 * high * along[0]
                        <= y
                        <= paper.height - paper.margin + 0.1
                    ), where


def fragments(text):
    """Return the runs of words of a text between its places, longer than three letters."""
    runs = [before.strip(" .,:;!?()\n") for before, *_ in string.Formatter().parse(text)]
    return [run for line in runs for run in line.splitlines() if len(re.sub(r"\W", "", run)) > 3]


def words_of(kit, page, language):
    made = document(kit, page, language)
    words = words_on(*made.sheets)
    return re.sub(
        r"kitgen print [\w:.-]+( --[\w-]+ \S+)*", "", words
    )  # the command is no English text


@cache
def foreign_fragments(here, other):
    """Return what one language says and another does not, with the keys of the texts."""
    own = "\n".join(catalogue(here).values())
    texts = catalogue(here)
    foreign = []
    for key, text in catalogue(other).items():
        if text == texts.get(key):
            continue
        for fragment in fragments(text):
            # The first question spares most searches.
            is_own = fragment in own and re.search(rf"\b{re.escape(fragment)}\b", own)
            if not is_own:
                foreign.append((key, fragment))
    return foreign


@pytest.mark.parametrize(
    ("kit", "here", "other"),
    sample(
        [(kit, *two) for kit in (*KITS, "ladder") for two in sorted(permutations(LANGUAGES, 2))],
        one_in=100,
    ),
)
def test_no_words_of_another_language_on_a_page(kit, here, other):
    words = words_of(kit, "a4", here)
    looked = 0
    for key, fragment in foreign_fragments(here, other):
        looked += 1
        if fragment in words:  # as it mostly is not, which is quicker to find out
            assert not re.search(rf"(?<!\w){re.escape(fragment)}(?!\w)", words), (key, fragment)
    for palette in TEMPLATES.names("palettes"):
        names = {colour.key: colour.name for colour in read_palette(palette, here, TEMPLATES)}
        for colour in read_palette(palette, other, TEMPLATES):
            if colour.name not in names.values():
                looked += 1
                assert not re.search(rf"\b{colour.name}\b", words), colour.name
    assert looked > 150


def test_the_search_for_foreign_words_finds_its_own():
    """The same search, turned on its own language, finds most of what the pages say."""
    words = words_of("her", "a4", "it")
    own = []
    for key, text in catalogue("it").items():
        is_on_every_card = not key.endswith("deck") and "twin_route" not in key
        if key.startswith("operator.step") and is_on_every_card:
            own += fragments(text)
    whole_words = [re.compile(rf"(?<!\w){re.escape(fragment)}(?!\w)") for fragment in own]
    found = [pattern for pattern in whole_words if pattern.search(words)]
    assert len(found) >= len(own) / 2
