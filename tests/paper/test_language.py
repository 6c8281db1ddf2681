"""Adding a language takes texts alone: an invented one, in Cyrillic letters and with other
plurals, prints.
"""

import pypdfium2
import pytest
from counting import at_least
from cyrillic_texts import write_cyrillic
from fontTools.ttLib import TTFont
from jobs import LANGUAGES
from printed_words import words_on
from sampling import few

from kitgen.errors import KitgenError, TemplateError
from kitgen.kit.build import build_kit
from kitgen.kit.editions import Wish
from kitgen.kit.palette import read_palette
from kitgen.paper.job import Job
from kitgen.paper.make import run_parts
from kitgen.paper.marks.scene import Scene, Text
from kitgen.paper.parts import usual_parts
from kitgen.paper.stock import read_stock
from kitgen.paper.style import FACES, letter_box, text_width
from kitgen.papers import PAGES
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.record.rows import lost_game
from kitgen.render.pdf import pdf_bytes
from kitgen.render.svg import svg_bytes

#: Files of texts that stand on a screen, where signs of other typefaces may stand.
SCREENS = ("play", "web", "serve")
#: The alphabets of languages in Latin, Greek and Cyrillic letters, and what else stands in their
#: texts.
ALPHABETS = {
    "Polish": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ",
    "Czech": "áčďéěíňóřšťúůýž",
    "Turkish": "çğıöşüİ",
    "Vietnamese": "ảạấầẩẫậắằẳẵặđơưỹ",
    "Romanian": "ăâîșț",
    "Hungarian": "őűŐŰ",
    "Icelandic": "ðþæ",
    "Latvian": "āčēģīķļņšūž",
    "Maltese": "ċġħż",
    "Welsh": "ŵŷ",
    "Esperanto": "ĉĝĥĵŝŭ",
    "Greek": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΓΔΘΛΞΠΣΦΨΩ",
    "Russian": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "Ukrainian": "ґєіїҐЄІЇ",
    "Serbian": "ђјљњћџ",
    "Kazakh": "әғқңөұүһі",
    "German": "äöüÄÖÜßẞ",
    "signs": "„“”’«»–—…×·•−",
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder of templates with nothing in it but the texts of one more language."""
    return write_cyrillic(tmp_path_factory.mktemp("templates"))


def printed(folder, kit="her"):
    templates = Templates(folder)
    made = build_kit(kit, Wish(language="uk"), templates)
    job = Job(
        made,
        PAGES["a4"],
        read_stock("matchbox", templates),
        Texts("uk", templates),
        made.command,
        templates=templates,
        lost_game=lost_game(made),
    )
    return run_parts(job, usual_parts("label"))


def test_a_language_of_texts_alone_prints_all_usual_parts(folder):
    document = printed(folder)
    assert {sheet.part for sheet in document.sheets} >= {
        "cover",
        "labels",
        "finder",
        "board",
        "operator",
        "log",
    }
    words = words_on(*document.sheets)
    assert "HER: the Hexapawn Educable Robot" in words, (
        "a title without a line for the language is the English one"
    )
    assert "Тхис кит ис а мацхине маде оф 19" in words
    data = pdf_bytes(document)
    pdf = pypdfium2.PdfDocument(data)
    try:
        read = "".join(page.get_textpage().get_text_range() for page in pdf)
    finally:
        pdf.close()
    assert "мацхине маде оф" in read
    assert b"KitgenSans" in data


def test_numbers_take_the_forms_of_the_language(folder):
    texts = Texts("uk", Templates(folder))
    forms = [texts("finder.pieces", count=count).rpartition("(")[2] for count in (2, 5, 22, 111)]
    assert forms == ["few)", "many)", "few)", "many)"]
    assert "(" not in texts("finder.pieces", count=21)


@pytest.mark.parametrize("bold", [False, True])
def test_a_changed_font_does_not_have_the_name_that_is_reserved(bold):
    """The licence reserves "Source": no name in the file but the notice of copyright may hold
    it.
    """
    with TTFont(FACES[bold].file()) as font:
        names = {name.nameID: str(name) for name in font["name"].names}
    notice = names.pop(0)
    assert "Reserved Font Name" in notice
    assert not any("Source" in name for name in names.values())
    assert "SIL Open Font License" in names[13]
    assert "Reserved Font Name 'Source'" in (FACES[bold].file().parent / "LICENSE").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("bold", [False, True])
def test_letters_are_measured_as_another_library_reads_the_file(bold):
    face = FACES[bold]
    with TTFont(face.file()) as font:
        names = font.getBestCmap()
        widths = {chr(code): font["hmtx"][name][0] for code, name in names.items()}
        outlines = {chr(code): font["glyf"][name] for code, name in names.items()}
        assert face.em == font["head"].unitsPerEm
        assert face.advances == widths
        for letter, outline in outlines.items():
            box = (
                (outline.xMin, outline.yMin, outline.xMax, outline.yMax)
                if outline.numberOfContours
                else None
            )
            assert face.box(letter) == box


def test_everything_that_a_shipped_language_says_can_be_printed():
    for language in LANGUAGES:
        texts = Texts(language, Templates())
        printed = [key for key in sorted(texts.keys()) if key.partition(".")[0] not in SCREENS]
        for key in at_least(100, printed):
            assert text_width(texts._texts[key].replace("\n", " "), 10) >= 0, key


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", few(ALPHABETS, one_in=8))
def test_there_is_a_face_for_every_alphabet(name, bold):
    for letter in ALPHABETS[name]:
        assert text_width(letter, 10, bold=bold) > 0
        left, bottom, right, top = letter_box(letter, 10, bold=bold)
        assert left < right, letter
        assert bottom < top, letter


def test_a_line_is_as_wide_as_its_letters():
    assert text_width("perché λ", 10) == pytest.approx(
        text_width("perché ", 10) + text_width("λ", 10), abs=0.01
    )


def test_svg_names_the_typeface():
    scene = Scene(50, 10)
    scene.add(Text((1, 5), "plain", 9), Text((20, 5), "Γειά", 9))
    assert 'font-family="Kitgen Sans, Source Sans 3,' in svg_bytes(scene).decode()


def test_a_letter_that_no_face_has_names_the_text_and_its_key(tmp_path):
    own = tmp_path / "texts" / "en"
    own.mkdir(parents=True)
    (own / "log.toml").write_text('title = "日誌"\n', encoding="utf-8")
    templates = Templates(tmp_path)
    made = build_kit("her", Wish(), templates)
    job = Job(
        made, PAGES["a4"], read_stock("matchbox", templates), Texts("en", templates), made.command
    )
    with pytest.raises(TemplateError) as caught:
        run_parts(job, ["log"])
    assert str(caught.value) == (
        "texts/en/log.toml, key 'log.title': the typeface has no letter '日', needed for '日誌'"
    )
    with pytest.raises(KitgenError, match="no letter"):
        text_width("日", 10)


def test_a_colour_without_a_word_says_where_to_write_one(tmp_path):
    (tmp_path / "texts" / "uk").mkdir(parents=True)
    with pytest.raises(
        TemplateError,
        match=r"has no name or letter in 'uk'; write them here, or into texts/uk/colours",
    ):
        build_kit("her", Wish(language="uk"), Templates(tmp_path))


@pytest.mark.parametrize(
    ("own", "read"),
    [
        ("name = { uk = 'рудий' }\nletter = { en = 'R' }", ("рудий", "Ч")),
        ("name = { en = 'red' }\nletter = { uk = 'Р' }", ("червоний", "Р")),
    ],
    ids=["name", "letter"],
)
def test_a_colour_with_half_its_words_takes_the_other_half_from_the_texts(tmp_path, own, read):
    (tmp_path / "texts" / "uk").mkdir(parents=True)
    (tmp_path / "texts" / "uk" / "colours.toml").write_text(
        "red = { name = 'червоний', letter = 'Ч' }\n", "utf-8"
    )
    (tmp_path / "palettes").mkdir()
    colour = f"[[colours]]\nkey = 'red'\nfill = '#D55E00'\nsymbol = 'circle'\n{own}\n"
    (tmp_path / "palettes" / "half.toml").write_text(
        f"source = 'us'\n[title]\nen = 'Half'\n{colour}", "utf-8"
    )
    (found,) = read_palette("half", "uk", Templates(tmp_path))
    assert (found.name, found.letter) == read
