"""Themes: other pictures of pieces, and the words that go with them, on the same machine."""

import re
import shutil
from contextlib import suppress
from functools import cache
from itertools import chain
from unicodedata import normalize

import cv2
import msgspec
import numpy as np
import pytest
from command_answers import run
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS, kit_of, slots_of
from places import ROOT
from printed_words import lines_on, words_on
from report_text import all_faults
from sampling import few

from kitgen.authoring.copies import copy_some
from kitgen.authoring.template_checks import check_templates
from kitgen.errors import TemplateError, UsageError
from kitgen.kit.job_json import read_job
from kitgen.kit.kit_json import write_kit
from kitgen.paper.card.board import draw_box
from kitgen.paper.machine_pictures import draw_piece
from kitgen.paper.marks.pieces import PIECES, ThemedPiece
from kitgen.paper.marks.scene import DARK, WHITE, Path, Polygon, Scene, Stamp, Stroke, Text
from kitgen.paper.parts import PARTS, usual_parts
from kitgen.paper.theme import in_theme, signed_in_letters, texts_in_theme
from kitgen.press.print_run import make_document, print_kit
from kitgen.reading.outline_svg import MAX_POINTS_OF_A_FILE, bounds_of, outline_of
from kitgen.reading.templates import Templates
from kitgen.reading.texts import Texts
from kitgen.reading.theme_file import ThemeFile, read_theme
from kitgen.render.pdf import pdf_bytes
from kitgen.render.png import png_bytes
from kitgen.sandbox.page_marks import Shape
from kitgen.sandbox.plain_page import PlainPdf
from kitgen.sources.attachments import attached_job
from kitgen.verification import recognise
from kitgen.verification.pdf_checks import RULES, marks_checks
from kitgen.verification.verify import verify
from kitgen.web.page_build import build_page

THEMES = TEMPLATES.names("themes")
#: The outline in a theme's file for each piece.
OUTLINES = {}
for _theme in (read_theme(name, TEMPLATES) for name in THEMES):
    for _piece, _outline in zip(_theme.pieces.values(), _theme.outlines.values(), strict=True):
        OUTLINES[_piece.outline] = _outline
#: A small kit of each kind of game that a theme is for.
KITS = {
    "pawn-light": "her",
    "cross": "tictactoe:3x2,win=2",
    "counter": "nim:8",
    "seed": "awari-mini",
}
#: The shapes of pieces that both sides have in common; and the least words of a theme whose pieces
#: have nearly their usual name.
ONE_PIECE = ("counter", "seed")
FEW_WORDS = {"sunflower": 3}
#: The usual words of sides and pieces in each language; none stands on a sheet with a theme.
USUAL_WORDS = {
    "en": r"\b(White|Black|pawns?|X|O|crosse?s?|noughts?(?! and)|(?<!noughts and )crosses)\b",
    "it": r"\b(Bianco|Nero|pedon[ei])\b",
    "es": r"\b(blancas|negras|peón|peones)\b",
    "fr": r"\b(Blancs|Noirs|pions?)\b",
    "de": r"\b(Weiß|Schwarz|Bauern?)\b",
}


def kit_for(theme):
    """Return the name of a kit that a theme suits."""
    return KITS[next(iter(read_theme(theme, TEMPLATES).pieces))]


def sides_of(theme):
    """Return how many pieces a theme has: one for each side, or one for both."""
    return 1 if next(iter(read_theme(theme, TEMPLATES).pieces)) in ONE_PIECE else 2


@cache
def themed_pieces(theme):
    """Return the pieces of a theme by the shapes that they replace."""
    return in_theme(kit_of(kit_for(theme)), theme, TEMPLATES).game.diagram.theme


# One theme, one print.


@pytest.mark.every
@pytest.mark.parametrize("theme", few(THEMES, one_in=16))
def test_a_themed_print_is_right_by_its_bytes_and_by_its_marks(tmp_path, theme):
    kit = kit_of(kit_for(theme))
    print_kit(kit, tmp_path / "print", theme=theme)
    report = verify(tmp_path / "print" / "kit.pdf", marks=True)
    assert [str(check.faults) for check in report.checks if check.faults] == []
    assert report.passed
    assert RULES in [check.name for check in report.checks]


def test_a_theme_changes_no_kit():
    kit = kit_of("her")
    themed = in_theme(kit, "crocodiles", TEMPLATES)
    assert write_kit(themed) == write_kit(kit)
    assert themed.hash == kit.hash
    assert [slot.colour for box, slot in slots_of(themed)] == [
        slot.colour for box, slot in slots_of(kit)
    ]
    assert not kit.game.diagram.theme, "the kit itself got the theme"


def test_a_theme_stands_in_the_job_and_in_the_command():
    document = make_document("her", parts=["labels"], theme="cats")
    job = document.attachments["job.json"]
    assert b'"theme": "cats"' in job
    assert b'"contract": 3' in job
    assert b"kitgen print her --parts labels --theme cats" in job
    plain = make_document("her", parts=["labels"])
    assert b"theme" not in plain.attachments["job.json"]
    assert plain.attachments["kit.json"] == document.attachments["kit.json"]


@pytest.mark.every
@pytest.mark.parametrize(("theme", "language"), few(THEMES, LANGUAGES, one_in=10))
def test_sheets_speak_the_words_of_the_theme(theme, language):
    name = kit_for(theme)
    document = make_document(kit_of(name, language=language), theme=theme)
    texts = Texts(language, TEMPLATES)
    kit = kit_of(name)
    said = lines_on(*document.sheets)
    page = " ".join(said)
    for kind in read_theme(theme, TEMPLATES).pieces:
        word = texts(f"themes.{theme}.{kit.game.name}.pieces.{kind}", count=2).removeprefix("2 ")
        assert word in page, f"nothing speaks of {word}"
    if name == "her":
        usual = [line for line in said if re.search(USUAL_WORDS[language], line)]
        assert usual == []


@pytest.mark.every
@pytest.mark.parametrize(
    ("theme", "language"), few(["coins", "icicles", "pens"], LANGUAGES, one_in=7)
)
def test_the_guide_of_a_program_tells_the_story_of_its_theme(theme, language):
    kit = kit_of("nim:8", language=language, rule="tris")
    document = make_document(kit, parts=["guide"], theme=theme)
    marks = [mark for sheet in document.sheets for mark in sheet.scene.marks]
    page = " ".join(mark.text for mark in marks if isinstance(mark, Text))
    texts = Texts(language, TEMPLATES)
    story = texts(f"themes.{theme}.sheets.guide.program.story.nim")
    assert story in page
    usual = texts("guide.program.story.nim").partition(".")[0]
    assert usual not in page


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_theme_replace_texts_of_games(theme, language):
    texts = Texts(language, TEMPLATES)
    for key, words in at_least(
        FEW_WORDS.get(theme, 9), texts.raw_under(f"themes.{theme}.").items()
    ):
        usual = f"games.{key}"
        if key.startswith("sheets."):
            usual = key.removeprefix("sheets.")
        assert texts.has(usual), f"nothing asks for {key}"
        assert words != texts.raw(usual)


def test_a_theme_that_does_not_suit_a_game_is_refused():
    with pytest.raises(
        UsageError,
        match="theme stars has no pictures of the pieces of hexapawn:3x3; there is cats,",
    ):
        make_document("her", parts=["labels"], theme="stars")
    with pytest.raises(
        UsageError,
        match="theme cats has no pictures of the pieces of nim:9; there is coins, icicles, pens",
    ):
        make_document("ladder", parts=["labels"], theme="cats")
    with pytest.raises(
        UsageError, match="theme cats has no words for dodgem:3x3; leave out --theme"
    ):
        make_document("dodgem:3x3", parts=["labels"], theme="cats")
    with pytest.raises(UsageError, match="unknown theme 'cat'; did you mean 'cats'"):
        make_document("her", parts=["labels"], theme="cat")


def test_a_theme_changes_the_pieces_alone():
    """Boards, cells and lines stay where they are; only pieces, arrows and badges make way."""
    plain = kit_of("her")
    themed = in_theme(kit_of("her"), "crocodiles", TEMPLATES)
    for box in at_least_one(plain.boxes[:3]):
        before = draw_box(plain, box, 40, 40)
        after = draw_box(themed, box, 40, 40)
        assert ground_of(before) == ground_of(after)
        paths = [mark for mark in before.marks if isinstance(mark, Path)]
        pawns = [path for path in paths if path.fill in (DARK, WHITE)]
        stamps = [mark for mark in after.marks if isinstance(mark, Stamp)]
        lying = [content for content in box.position.cells if content]
        assert len(stamps) == len(lying) <= len(pawns)


def ground_of(scene):
    """Return the first marks of a box that are no pieces: its board and cells."""
    return [mark for mark in scene.marks if not isinstance(mark, Path | Stamp)][:10]


@pytest.mark.parametrize(
    ("theme", "stock"), few(THEMES, ["matchbox", "35x15", "L7160", "mini"], one_in=8)
)
def test_a_theme_leaves_room_for_all_badges(theme, stock):
    """A board that is too crowded would be refused."""
    parts = [part for part in usual_parts("label") if part in ("labels", "finder")]
    try:
        make_document(kit_for(theme), parts=parts, stock=stock)
    except UsageError:  # they are too small for this kit as it is
        return
    document = make_document(kit_for(theme), parts=parts, stock=stock, theme=theme)
    marks = chain.from_iterable(sheet.scene.marks for sheet in document.sheets)
    assert sum(isinstance(mark, Stamp) for mark in marks) > 20


def own_folder(tmp_path):
    """Return a folder of templates whose theme of cats has an apple in place of the mouse."""
    folder = tmp_path / "mine"
    copy_some(folder, ["themes/cats"])
    apple = ROOT / "templates" / "themes" / "hedgehogs" / "apple.svg"
    (folder / "themes" / "cats" / "mouse.svg").write_bytes(apple.read_bytes())
    return folder


@pytest.mark.every
def test_a_print_holds_an_own_theme_so_that_it_is_read_back_anywhere(tmp_path):
    folder = own_folder(tmp_path)
    print_kit(
        "her", tmp_path / "print", parts=["labels"], theme="cats", templates=Templates(folder)
    )
    path = tmp_path / "print" / "kit.pdf"
    shutil.rmtree(folder)
    assert [*attached_job(path).templates] == ["themes/cats/mouse.svg"]
    report = verify(path, marks=True)
    assert [check.faults for check in report.checks if check.faults] == []
    assert RULES in [check.name for check in report.checks]


def test_the_check_of_templates_reads_themes(tmp_path):
    folder = own_folder(tmp_path)
    assert check_templates(folder, sheets=False).faults == []
    (folder / "themes" / "cats" / "mouse.svg").write_text("<svg/>", encoding="utf-8")
    (fault,) = check_templates(folder, sheets=False).faults
    assert fault.file == "themes/cats.toml"
    assert "mouse.svg' is not SVG" in fault.text


# All themes, games and parts.

#: The kits in which each theme is printed, and the parts, in one print for each kind of label.
GAMES_OF = {
    "pawn-light": ("her", "him", "hexapawn:4x3"),
    "cross": ("tictactoe:3x2,win=2", "misere", "connect:3x3,win=3"),
    "counter": ("nim:8", "ladder", "nim:13,last=loses"),
    "seed": ("awari-mini", "awari:2x1,rules=simple"),
}
THEMED_PRINTS = [
    (theme, kit)
    for theme in THEMES
    for kit in GAMES_OF[next(iter(read_theme(theme, TEMPLATES).pieces))]
]


def printed_parts(kit, stock, theme):
    """Return the documents of all parts of a kit that it can be printed with, one by one."""
    for part in PARTS:
        with suppress(UsageError):
            yield part, make_document(kit, parts=[part], stock=stock, theme=theme)


def drawing_of(mark):
    """Return how a figure is drawn, wherever and however large; None for discs and lines."""
    if isinstance(mark, Path):
        return "".join(step[0] for step in mark.steps), mark.fill
    if isinstance(mark, Polygon):
        return len(mark.points), mark.fill
    return None


@pytest.mark.every
@pytest.mark.parametrize("themed", few(THEMED_PRINTS, one_in=34), ids="-".join)
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_every_part_is_printed_in_every_theme(themed, language):
    """No usual piece stands on any sheet; boxes are right by the theme's published outlines."""
    theme, name = themed
    kit = kit_of(name, language=language)
    pieces = in_theme(kit, theme, TEMPLATES).game.diagram.theme
    usual = {drawing_of(PIECES[kind].draw((0.0, 0.0), 1.0)) for kind in pieces} - {None}
    shown = 0
    for part, document in at_least(12, printed_parts(kit, "matchbox", theme)):
        job = document.attachments["job.json"]
        assert f'"theme": "{theme}"'.encode() in job, part
        assert (
            document.attachments["kit.json"]
            == make_document(kit, parts=["labels"]).attachments["kit.json"]
        )
        for sheet in document.sheets:
            for mark in sheet.scene.marks:
                if isinstance(mark, Stamp):
                    shown += recognise.find_piece(shape_of_mark(mark), pieces) in pieces
                assert drawing_of(mark) not in usual or part == "tactile", f"on {part}"
        if part in ("labels", "poster", "finder"):
            assert faults_of_marks(kit, document) == [], part
    assert shown > 20


# Beside the paper.


@pytest.mark.every
@pytest.mark.parametrize("theme", few(THEMES, one_in=16))
def test_a_page_has_the_pictures_and_the_words_of_a_theme(theme):
    kit = kit_of(kit_for(theme))
    plain = build_page(kit)
    themed = build_page(kit, theme=theme)
    word = TEXTS["en"](
        f"themes.{theme}.{kit.game.name}.pieces.{next(iter(themed_pieces(theme)))}", count=2
    ).removeprefix("2 ")
    assert word in themed
    assert word not in plain
    for piece in themed_pieces(theme).values():
        letters = piece.outline.letters
        assert any(shape.count("C") == letters.count("C") for shape in drawn_on(themed))
    assert len(drawn_on(themed)) >= len(drawn_on(plain))
    assert kit.short_hash in themed


def drawn_on(page):
    """Return the paths that a page draws."""
    return re.findall(r' d="([^"]+)"', page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", [theme for theme in THEMES if sides_of(theme) == 2])
def test_the_pieces_of_a_theme_have_letters_of_their_names_in_a_terminal(theme, language):
    game = in_theme(kit_of(kit_for(theme)), theme, TEMPLATES).game
    texts = texts_in_theme(TEXTS[language], theme, TEMPLATES)
    signs = [piece.sign for piece in signed_in_letters(game, texts).diagram.theme.values()]
    words = [texts(f"games.{game.name}.piece.{kind}") for kind in game.diagram.theme]
    assert len({*signs}) == 2
    assert all(re.fullmatch("[A-Z]", sign) for sign in signs)
    assert signs[0] == normalize("NFKD", words[0])[0].upper()
    assert signs[1].lower() in normalize("NFKD", words[1]).lower()


@pytest.mark.every
def test_a_theme_is_seen_and_heard_in_a_terminal():
    words = ("--plain", "--no-save", "--seed", 1)
    output = run("play", "her", "--theme", "cats", *words, text="b1b2\nquit\nyes\n").stdout
    assert "3  C C C" in output
    assert "Mouse to move" in output
    assert "Cat opens box A2" in output
    refused = run("play", "dodgem:3x3", "--theme", "cats", *words)
    assert "theme cats has no words for dodgem:3x3" in refused.output


@pytest.mark.parametrize("theme", few(THEMES, one_in=4))
def test_every_theme_has_a_picture_of_all_that_is_not_a_piece(theme):
    kit = in_theme(kit_of(kit_for(theme)), theme, TEMPLATES)
    pictures = kit.game.diagram.pictures
    assert {*pictures} == {"machine", "operator", "bag", "cup", "ground"}
    (cover,) = make_document(kit_of(kit_for(theme)), parts=["cover"], theme=theme).sheets
    drawn = [mark.figure for mark in cover.scene.marks if isinstance(mark, Stamp)]
    for what in ("machine", "operator", "bag", "ground"):
        figure = pictures[what].draw((0.0, 0.0), 1.0).figure
        assert any(figure == other for other in drawn), f"the cover has no {what}"
    words = words_on(cover)
    assert read_theme(theme, TEMPLATES).title["en"] in words


#: What the operator wears, the signs of the bag and the cups, what lies on the ground, and the
#: head of a machine that has not that of its piece.
SIGNS = {
    "cats": ("woolly-cap", "mouse", "cat", "paw", None),
    "coins": ("three-cornered-hat", "coin", "anchor", "anchor", "parrot"),
    "crocodiles": ("sun-hat", "crocodile", "monkey", "lily-leaf", None),
    "garden": ("straw-hat", "flower", "butterfly", "leaf", None),
    "hedgehogs": ("acorn-cap", "hedgehog", "apple", "oak-leaf", None),
    "icicles": ("fur-cap", "snowflake", "snowflake", "snowflake", "penguin"),
    "knights": ("crown", "dragon", "knight", "tower", None),
    "pens": ("square-cap", "ink-drop", "ink-drop", "ink-drop", "pencil-pot"),
    "rockets": ("helmet", "planet", "rocket", "comet", None),
    "shells": ("sailor-cap", "shell", "fish", "fish", "crab"),
    "stars": ("night-cap", "star", "moon", "cloud", None),
    "sunflower": ("watering-can", "sunflower", "sprout", "sprout", "sunflower"),
}


def test_signs_of_a_theme_stay_where_they_were():
    """A class that prints more cups finds the same sign on them."""
    signs = {name: TEMPLATES.read("themes", name, ThemeFile).pictures for name in THEMES}
    assert {
        name: (sign.operator, sign.bag, sign.cup, sign.ground, sign.machine)
        for name, sign in signs.items()
    } == SIGNS


def test_a_cup_has_the_sign_of_the_theme():
    kit = in_theme(kit_of("nim:8"), "coins", TEMPLATES)
    scene = draw_piece(kit, TEXTS["en"].speaking_of("cups"), kit.boxes[0], 30)
    sign = kit.game.diagram.pictures["cup"].draw((0.0, 0.0), 1.0).figure
    assert sign in [mark.figure for mark in scene.marks if isinstance(mark, Stamp)]


def test_only_pieces_of_a_row_may_be_higher_than_their_place(tmp_path):
    folder = tmp_path / "mine"
    copy_some(folder, ["themes/cats"])
    path = folder / "themes" / "cats.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("0.54", "0.9"), encoding="utf-8")
    with pytest.raises(TemplateError, match=r"size of pawn-light is more than 0\.7"):
        read_theme("cats", Templates(folder))


# Outlines.


def printed(outline, *, dark, height, at=(0.0, 0.0), size=8.0):
    """Return an outline of a height in mm as 150 dots an inch show it in grey, on a square of a
    size in mm.
    """
    scene = Scene(size, size)
    piece = ThemedPiece(PIECES["pawn-dark"], outline, dark=dark, size=0.5)
    scene.add(piece.draw((size / 2 + at[0], size / 2 + at[1]), height))
    dots = cv2.imdecode(np.frombuffer(png_bytes(scene, dpi=150), np.uint8), cv2.IMREAD_GRAYSCALE)
    return 255 - dots


@cache
def models(height, dark):
    """Return every outline of all themes as it is to be printed."""
    return {
        name: printed(outline, dark=dark, height=height, size=7.0)
        for name, outline in OUTLINES.items()
    }


def read_by_a_matcher(picture, height, dark):
    """Return the outlines that a picture is most like: the likeness of each, the best first."""
    likeness = {}
    for name, model in models(height, dark).items():
        likeness[name] = float(cv2.matchTemplate(picture, model, cv2.TM_CCOEFF_NORMED).max())
    return sorted(likeness.items(), key=lambda pair: -pair[1])


@pytest.mark.parametrize("dark", [True, False], ids=["filled", "outlined"])
@pytest.mark.parametrize("name", OUTLINES)
def test_an_outline_of_6_mm_is_told_from_all_others_on_a_grey_copy(name, dark):
    """By its outline alone: all are filled, or all outlined; moved by parts of a dot, blurred,
    grey and with noise.
    """
    rng = np.random.default_rng(len(name))
    picture = printed(OUTLINES[name], dark=dark, height=6.0, at=(0.23, -0.11)).astype(np.float32)
    copied = 0.6 * cv2.GaussianBlur(picture, (0, 0), 0.8) + 40 + rng.normal(0, 12, picture.shape)
    (best, likeness), (_, next_best), *_ = read_by_a_matcher(
        np.clip(copied, 0, 255).astype(np.uint8), 6.0, dark
    )
    assert best == name
    assert likeness > next_best + 0.08


@pytest.mark.parametrize("theme", THEMES)
def test_the_two_sides_differ_by_outline_and_to_fingers(theme):
    if sides_of(theme) == 1:
        return  # both sides take the same pieces
    light, dark = sorted(themed_pieces(theme).values(), key=lambda piece: piece.dark)
    assert (light.dark, dark.dark) == (False, True)
    assert light.touch((0, 0), 10) != dark.touch((0, 0), 10)
    shapes = [printed(piece.outline, dark=True, height=6.0) > 128 for piece in (light, dark)]
    assert (shapes[0] & shapes[1]).sum() < 0.85 * (shapes[0] | shapes[1]).sum()


@pytest.mark.parametrize("name", OUTLINES)
def test_an_outline_is_as_wide_or_high_as_it_may_be_and_short(name):
    west, north, east, south = bounds_of(OUTLINES[name])
    assert max(east - west, south - north) == pytest.approx(1)
    assert (west + east, north + south) == pytest.approx((0, 0))
    assert len(OUTLINES[name].points) <= 60


@pytest.mark.parametrize("theme", THEMES)
def test_the_outlines_of_a_theme_stay_as_they_were(theme, request):
    """By them prints are read back: another outline is a theme of another name."""
    path = ROOT / "tests" / "golden" / "themes.txt"
    lines = (
        dict(line.split(": ", 1) for line in path.read_text(encoding="utf-8").splitlines())
        if path.exists()
        else {}
    )
    for kind, piece in at_least(sides_of(theme), read_theme(theme, TEMPLATES).pieces.items()):
        key = f"{theme} {kind} {piece.outline}"
        written = (ROOT / "templates" / "themes" / theme / f"{piece.outline}.svg").read_text(
            encoding="utf-8"
        )
        path_data = re.search(r'd="([^"]*)"', written)[1]
        look = f"{'dark' if piece.dark else 'light'} {' '.join(path_data.split())}"
        if key not in lines and request.config.getoption("--rewrite-golden"):
            lines[key] = look
            path.write_text(
                "".join(f"{one}: {other}\n" for one, other in sorted(lines.items())),
                encoding="utf-8",
            )
        assert lines.get(key) == look, (
            f"{key} is printed already; give the changed theme another name"
        )


#: Files that are no plain outline, and why.
REFUSED = {
    "a script": (
        '<script>alert(1)</script><path d="M0,0 L9,0 L9,9 Z"/>',
        "has <script>; an outline is made",
    ),
    "a picture": ('<image href="file:///etc/passwd"/>', "has <image>; an outline is made"),
    "letters": ("<text>A</text>", "has <text>; an outline is made"),
    "a link": (
        '<a href="https://example.org"><path d="M0,0 L9,0 L9,9 Z"/></a>',
        "has <a>; an outline is made",
    ),
    "a use": ('<use href="#x"/>', "has <use>; an outline is made"),
    "an event": (
        '<path onclick="x()" d="M0,0 L9,0 L9,9 Z"/>',
        "<path> has 'onclick' that leads elsewhere",
    ),
    "too few numbers": ('<path d="M0,0 C1,1 2,2 Z"/>', "too few numbers after C in a path"),
    "words": ('<path d="M0,0 L9,nine Z"/>', "too few numbers after L in a path"),
    "a huge number": (
        '<path d="M0,0 L9,0 L9,1000000 Z"/>',
        "has the number '1000000', which is too large",
    ),
    "infinity": ('<path d="M0,0 L9,0 L9,1e999 Z"/>', "which is too large"),
    "nothing": ("", "has no path"),
    "a line": ('<path d="M0,0 L9,0 Z"/>', "is a line; draw a figure"),
    "a number before its letter": (
        '<path d="5 M0,0 L9,0 L9,9 Z"/>',
        "a path has a number before its letter",
    ),
    "signs": ('<path d="M0,0 L9,0 L9,9 ;"/>', "a path has ' ;', which is no number"),
    "many points": (
        f'<path d="M0,0 {"L9,0 L9,9 " * MAX_POINTS_OF_A_FILE} Z"/>',
        "points; draw it with fewer",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_no_plain_outline_is_refused(what):
    inside, why = REFUSED[what]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'
    with pytest.raises(TemplateError, match=re.escape(why)):
        outline_of(svg.encode(), "piece.svg")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (
            b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"/>',
            "declares more than a pict",
        ),
        (b"<svg", "is not SVG"),
        (b"\x89PNG\r\n", "is not SVG"),
        (b"<html/>", "is not SVG: its first element is 'html'"),
        (
            b'<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
            "<svg> has 'onload' that leads elsewhere",
        ),
        (b'<?xml version="1.0" encoding="nonsense"?><svg/>', "is not SVG"),
    ],
)
def test_a_file_that_is_no_plain_svg_is_refused(data, why):
    with pytest.raises(TemplateError, match=re.escape(why)):
        outline_of(data, "piece.svg")


# Reading back.


def shape_of_mark(mark, turned_over=False):
    """Return a mark as a reader of pages sees it."""
    path = mark.path() if isinstance(mark, Stamp) else mark
    points = []
    corners = []
    steps = ""
    for kind, *ends in path.steps:
        if kind == "Z":
            continue
        own = [(-x if turned_over else x, y) for x, y in ends]
        points += own
        corners.append(own[-1])
        steps += kind
    if points[0] == points[-1]:
        points.pop()
        corners.pop()
    return Shape(
        0,
        tuple(points),
        tuple(corners),
        steps,
        True,
        path.fill,
        path.stroke.colour,
        path.stroke.width,
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("height", [2.0, 6.0, 30.0])
def test_a_piece_is_read_by_the_published_outline_and_its_fill(theme, height):
    pieces = themed_pieces(theme)
    for kind, piece in at_least(sides_of(theme), pieces.items()):
        mark = piece.draw((50.0, 40.0), height)
        assert recognise.find_piece(shape_of_mark(mark), pieces) == kind
        other = Stamp(mark.figure, mark.at, mark.size, WHITE if piece.dark else DARK, mark.stroke)
        assert recognise.find_piece(shape_of_mark(other), pieces) is None, (
            "it has the fill of the other side"
        )
        bare = Stamp(mark.figure, mark.at, mark.size, mark.fill, Stroke("#FFFFFF", 0.2))
        assert recognise.find_piece(shape_of_mark(bare), pieces) is None, "its line is white"
        assert recognise.find_piece(shape_of_mark(mark)) is None, "without a theme it is no piece"


@pytest.mark.parametrize("theme", THEMES)
def test_a_bent_or_mirrored_picture_is_no_piece(theme):
    pieces = themed_pieces(theme)
    for piece in pieces.values():
        mark = piece.draw((50.0, 40.0), 6.0)
        path = mark.path()
        kind, *ends = path.steps[3]
        bent = (kind, *((x + 0.1, y) for x, y in ends))
        with_bent = (*path.steps[:3], bent, *path.steps[4:])
        stretched = []
        for letter, *points in path.steps:
            stretched.append((letter, *((x, 1.1 * y) for x, y in points)))
        for steps in (with_bent, tuple(stretched)):
            shape = shape_of_mark(Path(steps, path.fill, path.stroke))
            assert recognise.find_piece(shape, pieces) is None
    crocodiles = themed_pieces("crocodiles")
    crocodile = crocodiles["pawn-dark"].draw((50.0, 40.0), 6.0)
    mirrored = shape_of_mark(crocodile, turned_over=True)
    assert recognise.find_piece(mirrored, crocodiles) is None


def test_usual_pieces_are_none_in_a_themed_print():
    pieces = themed_pieces("crocodiles")
    pawn = PIECES["pawn-dark"].draw((50.0, 40.0), 6.0)
    assert recognise.find_piece(shape_of_mark(pawn)) == "pawn-dark"
    assert recognise.find_piece(shape_of_mark(pawn), pieces) is None


def test_a_print_whose_pieces_were_exchanged_is_wrong():
    """One crocodile of the box finder is drawn as a monkey: both are pictures of the theme."""
    kit = kit_of("her")
    document = make_document(kit, parts=["finder"], theme="crocodiles")
    pieces = in_theme(kit, "crocodiles", TEMPLATES).game.diagram.theme
    monkey = pieces["pawn-light"].draw((0.0, 0.0), 1.0)
    marks = document.sheets[0].scene.marks
    number = next(
        n for n, mark in enumerate(marks) if isinstance(mark, Stamp) and mark.fill == DARK
    )
    assert faults_of_marks(kit, document) == []
    marks[number] = msgspec.structs.replace(marks[number], figure=monkey.figure, fill=monkey.fill)
    assert "the pieces stand as" in " ".join(faults_of_marks(kit, document))


def faults_of_marks(kit, document):
    """Return what is wrong with the marks of a document, as its own job.json names its theme."""
    job = read_job(document.attachments["job.json"])
    checks = marks_checks(kit, job, PlainPdf(pdf_bytes(document)))
    return all_faults(checks)
