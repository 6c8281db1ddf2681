"""``kitgen new theme``: pictures that a class draws over, read strictly, and refused with what
to draw otherwise.
"""

import math
import re

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEMPLATES, TEXTS
from printed_words import words_on
from sampling import few

from kitgen.authoring.template_checks import check_templates
from kitgen.authoring.template_files import new_template
from kitgen.errors import OutputError, TemplateError
from kitgen.press.print_run import make_document, print_kit
from kitgen.reading.outline_checks import check_outlines
from kitgen.reading.outline_svg import MAX_ELEMENTS, MAX_POINTS, Outline, bounds_of, outline_of
from kitgen.reading.templates import Templates
from kitgen.reading.theme_file import read_theme
from kitgen.verification.verify import verify

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{}</svg>'
#: A house and a fish, as a drawing program saves them.
HOUSE = (
    '<g id="layer1" transform="translate(10,-5)"><rect style="fill:#000000" x="10" y="50" '
    'width="80" height="60"/>'
    '<path style="fill:#000;stroke:none" d="m 0,50 h 100 l -50,-45 z" '
    'transform="scale(1,0.9)"/></g>'
)
FISH = (
    '<ellipse cx="40" cy="50" rx="40" ry="24"/><path d="M76,50 l 24,-22 v 44 z"/><circle cx="20" '
    'cy="44" r="5"/>'
)


def new_theme(tmp_path, name="ours", language="en"):
    """Return the folder of templates with a new theme."""
    folder = tmp_path / "mine"
    new_template("theme", name, folder, TEMPLATES, like=None, language=language)
    return folder


def drawn(folder, first=HOUSE, second=FISH):
    """Draw over the pictures of a new theme."""
    for name, inside in (("first", first), ("second", second)):
        (folder / "themes" / "ours" / f"{name}.svg").write_text(
            SVG.format(inside), encoding="utf-8"
        )


@pytest.mark.every
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=3))
def test_a_new_theme_works_at_once_in_the_language_of_the_class(tmp_path, language):
    folder = new_theme(tmp_path, language=language)
    assert check_templates(folder).faults == []
    names = read_theme("ours", Templates(folder)).names
    texts = TEXTS[language]
    assert names["first_one"] == texts("themes.crocodiles.hexapawn.piece.pawn-light")
    document = make_document(
        "her", parts=["board", "operator"], theme="ours", templates=Templates(folder)
    )
    words = words_on(*document.sheets)
    assert f"4 {names['first']}" in words


@pytest.mark.every
def test_own_pictures_and_names_are_printed_and_read_back(tmp_path):
    folder = new_theme(tmp_path)
    drawn(folder)
    path = folder / "themes" / "ours.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in (
        ("monkeys", "houses"),
        ("monkey", "house"),
        ("crocodiles", "fish"),
        ("crocodile", "fish"),
    ):
        text = text.replace(f'"{old}"', f'"{new}"')
    path.write_text(text, encoding="utf-8")
    assert check_templates(folder).faults == []
    print_kit(
        "her",
        tmp_path / "print",
        parts=["labels", "board"],
        theme="ours",
        templates=Templates(folder),
    )
    report = verify(tmp_path / "print" / "kit.pdf", marks=True)
    assert [check.faults for check in report.checks if check.faults] == []
    document = make_document("her", parts=["board"], theme="ours", templates=Templates(folder))
    words = words_on(*document.sheets)
    assert "4 houses, 4 fish" in words


def test_a_theme_is_never_written_over(tmp_path):
    folder = new_theme(tmp_path)
    (folder / "themes" / "ours.toml").unlink()
    with pytest.raises(OutputError, match="ours' already exists; take another name"):
        new_theme(tmp_path)


#: Drawings that cannot be printed, and what is said of them.
BAD = {
    "a stick": (
        '<rect x="0" y="0" width="90" height="6"/><rect x="0" y="6" width="6" height="60"/>',
        "draw it thicker",
    ),
    "thin legs": (
        (
            '<rect width="100" height="40"/><path d="M10,40 h4 v60 h-4 z"/><path d="M86,40 '
            'h4 v60 h-4 z"/>'
        ),
        "that is thinner than 0.4 mm at 6 mm; draw it thicker",
    ),
    "a thin ring": (
        '<path d="M50,2 a48,48 0 1 1 -0.1,0 Z M50,6 a44,44 0 1 0 0.1,0 Z"/>',
        "covers too little of its place at 6 mm; draw it thicker",
    ),
    "the same": (FISH, "second.svg look alike at 6 mm: 100% is the same"),
    "a script": ("<script>alert(1)</script>", "has <script>"),
    "a link": ('<a xlink:href="https://example.org"><rect width="9" height="9"/></a>', "has <a>"),
    "a picture": ('<image xlink:href="file:///etc/passwd" width="9" height="9"/>', "has <image>"),
    "letters": ('<text font-family="x">A</text>', "has <text>"),
    "a reference": ('<rect width="9" height="9" fill="url(#run)"/>', "'fill' that leads elsewhere"),
    "an event": (
        '<g onload="x()"><rect width="9" height="9"/></g>',
        "'onload' that leads elsewhere",
    ),
    "a definition": (
        '<defs><linearGradient id="run"/></defs><rect width="9" height="9"/>',
        "has definitions in <defs>",
    ),
    "a style sheet": ("<style>@import 'x'</style>", "has <style>"),
    "deep groups": (
        "<g>" * 12 + '<rect width="9" height="9"/>' + "</g>" * 12,
        "groups in more than",
    ),
    "many shapes": ('<rect width="9" height="9"/>' * (MAX_ELEMENTS + 1), "elements; draw less"),
    "a huge scale": (
        '<g transform="scale(1e99)"><rect width="9" height="9"/></g>',
        "which is too large",
    ),
    "a skewed one": (
        '<g transform="skewX(30)"><rect width="9" height="9"/></g>',
        "use matrix, translate, scale and rot",
    ),
    "nothing": ("", "has no path or shape"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_or_hostile_drawing_is_refused_with_what_to_do(tmp_path, what):
    inside, why = BAD[what]
    folder = new_theme(tmp_path)
    drawn(folder, first=inside)
    (fault,) = check_templates(folder).faults
    assert fault.file == "themes/ours.toml"
    assert why in fault.text
    with pytest.raises(TemplateError, match=re.escape(why)):
        make_document("her", parts=["labels"], theme="ours", templates=Templates(folder))


# How drawings are read.


def outline(inside):
    """Return the outline of something drawn."""
    return outline_of(SVG.format(inside).encode(), "piece.svg")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('<path d="m 10,10 h 20 v 10 h -20 z"/>', '<rect x="10" y="10" width="20" height="10"/>'),
        ('<path d="M10 10H30V20H10Z"/>', '<polygon points="10,10 30,10 30,20 10,20"/>'),
        ('<path d="M0,0 20,0 20,10 0,10"/>', '<polyline points="0 0 20 0 20 10 0 10"/>'),
        ('<rect width="10" height="20" transform="rotate(90)"/>', '<path d="M0,0 V10 H-20 V0 Z"/>'),
        (
            '<g transform="translate(5 5) scale(2,1)"><rect width="10" height="9"/></g>',
            '<rect width="20" height="9"/>',
        ),
        (
            '<rect width="8" height="4" transform="matrix(1 0 0 2 3 4)"/>',
            '<rect width="8" height="8"/>',
        ),
    ],
)
def test_the_same_figure_is_read_the_same_however_it_is_written(one, other):
    first, second = (outline(each).polygons() for each in (one, other))
    assert len(first) == len(second) == 1
    assert sorted((round(x, 9), round(y, 9)) for x, y in set(first[0])) == sorted(
        (round(x, 9), round(y, 9)) for x, y in set(second[0])
    )


@pytest.mark.parametrize(
    "circle",
    [
        '<circle cx="5" cy="5" r="5"/>',
        '<ellipse cx="5" cy="5" rx="5" ry="5"/>',
        '<path d="M0,5 A5,5 0 0 1 10,5 A 5 5 0 0 1 0,5 Z"/>',
        '<path d="m0,5 a5,5 0 1 0 10,0 a5,5 0 1 0 -10,0 z"/>',
    ],
)
def test_circles_and_arcs_are_round(circle):
    for polygon in at_least_one(outline(circle).polygons()):
        for x, y in at_least(8, polygon):
            assert (x**2 + y**2) ** 0.5 == pytest.approx(0.5, abs=2e-3)


def test_smooth_and_square_curves_are_as_in_svg():
    smooth = outline('<path d="M0,0 C0,10 10,10 10,0 S 20,-10 20,0 L20,30 0,30 Z"/>')
    full = outline('<path d="M0,0 C0,10 10,10 10,0 C10,-10 20,-10 20,0 L20,30 0,30 Z"/>')
    assert smooth == full
    square = outline('<path d="M0,0 Q15,30 30,0 T 60,0 V40 H0 Z"/>')
    cubic = outline('<path d="M0,0 C10,20 20,20 30,0 C40,-20 50,-20 60,0 V40 H0 Z"/>')
    pairs = zip(square.points, cubic.points, strict=True)
    assert all(one == pytest.approx(other) for one, other in pairs)


def test_a_drawing_with_very_many_points_is_simplified():
    """A circle drawn by a shaking hand becomes one of few corners that looks the same."""
    corners = [
        (
            50 + (50 + 0.05 * (number % 3)) * math.cos(number / 100 * math.pi),
            50 + 50 * math.sin(number / 100 * math.pi),
        )
        for number in range(200)
    ]
    read = outline(f'<polygon points="{" ".join(f"{x},{y}" for x, y in corners)}"/>')
    assert len(read.points) <= MAX_POINTS
    assert bounds_of(read) == pytest.approx((-0.5, -0.5, 0.5, 0.5), abs=0.01)


def test_outlines_of_kitgen_pass_the_checks_of_a_class():
    for name in at_least(7, TEMPLATES.names("themes")):
        outlines = read_theme(name, TEMPLATES).outlines
        assert all(isinstance(each, Outline) for each in outlines.values())
        check_outlines(outlines)
