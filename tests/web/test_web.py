"""The companion page as a file: small, closed to the world, drawn as printed, and complete in
its words.
"""

import json
import re
import shutil
import subprocess
import zlib
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from browsers import needed, page_of
from click.testing import CliRunner
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, kit_of
from sampling import few, sample

import kitgen.web
from kitgen import make_kit
from kitgen.cli.commands.web import command
from kitgen.errors import UsageError
from kitgen.journal.exchange import exported
from kitgen.kit.kit import views_of
from kitgen.kit.rule import read_rule
from kitgen.machine.learning import schedule_of, with_rule
from kitgen.model import Position
from kitgen.paper.card.board import draw_board, draw_box, machine_below
from kitgen.paper.marks.scene import POINT
from kitgen.paper.style import CAPITAL
from kitgen.reading.templates import Templates
from kitgen.record.rows import GameRow, PickedBead
from kitgen.sources.journal_start import new_journal
from kitgen.web import script as scripts
from kitgen.web.address import read_address
from kitgen.web.page_build import IN_PLACE_OF_LESS, build_page
from kitgen.web.page_data import page_data
from kitgen.web.page_pictures import BEAD_LETTERS, BOARD_ROOM, pictures, place_marks
from kitgen.web.page_words import PAGE_CLAIMS, SHEET_TITLES, WEB, number_words, words_of_tables

PAGE = Path(kitgen.web.__file__).parent / "page"
ROOT = Path(__file__).parents[2]
MODULES = sorted(PAGE.rglob("*.js"))
#: Beginnings of names of texts that the script puts together.
PUT_TOGETHER = ("against", "fault", "happened", "known", "lies", "other", "turn", "column")


class PageParser(HTMLParser):
    """Collects the elements of a page, and what stands in its scripts and its style.

    Attributes:
        elements: each tag with its attributes.
        inside: what stands in an element, by its tag and its type.
    """

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.inside = {}
        self._open = None
        self.feed(text)

    @property
    def code(self):
        return self.inside["script", "module"]

    @property
    def style(self):
        return self.inside["style", None]

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._open = None
        if tag in ("script", "style"):
            self._open = (tag, dict(attributes).get("type"))

    def handle_data(self, data):
        if self._open is not None:
            before = self.inside.get(self._open, "")
            self.inside[self._open] = before + data

    def handle_endtag(self, _tag):
        self._open = None


def data_of(page):
    """Return the data that a page holds for its script."""
    return json.loads(PageParser(page).inside["script", "application/json"])


def journal_of(page):
    """Return the journal that a page holds, in JSON Lines."""
    return PageParser(page).inside["script", "application/jsonl"].replace(IN_PLACE_OF_LESS, "<")


def digit(sign):
    """Return the number that a sign of the page's data stands for: the digits, and on with the
    signs behind them.
    """
    return ord(sign) - ord("0")


# Of all editions, menace-second has the largest page.
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize(
    ("name", "max_bytes"), sample([("her", 240_000), ("menace-second", 790_000)], one_in=4)
)
def test_a_page_is_small(name, max_bytes, language):
    assert 20_000 < len(page_of(name, language).encode()) < max_bytes


def hash_in_policy(text):
    return b64encode(sha256(text.encode()).digest()).decode()


def test_a_page_is_the_same_again():
    assert build_page(kit_of("her")) == page_of("her")


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_a_page_asks_nobody_for_anything(language):
    found = PageParser(page_of("her", language))
    policy = next(
        attributes["content"]
        for _, attributes in found.elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hash_in_policy(found.style)}'; "
        f"script-src 'sha256-{hash_in_policy(found.code)}'; base-uri 'none'; form-action 'none'"
    )
    for tag, attributes in at_least(50, found.elements):
        assert tag not in ("link", "img", "iframe", "object", "base"), tag
        assert not {"src", "style", "href", "onclick"} & set(attributes), (tag, attributes)
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|import|eval)\(", found.code)


def test_nothing_in_a_title_is_taken_for_a_part_of_the_page():
    wrong = "</script><script>alert(1)</script>{{kit}}\u2028&"
    page = build_page(replace(kit_of("her"), title=wrong))
    assert page.count("<script") == page.count("</script>") == 3
    assert PageParser(page).code == PageParser(page_of("her")).code
    assert data_of(page)["languages"]["en"]["title"] == wrong
    assert "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{kit}}" in page


#: Drawing takes long: the most boxes whose pictures are made, and of how many one is compared.
MAX_BOXES_DRAWN = 24
ONE_BOX_IN = 9


@pytest.mark.parametrize(("name", "one_in"), [("her", 5), ("ladder", 2), ("awari-3x1", 60)])
def test_boards_and_boxes_are_put_together_as_they_are_printed(name, one_in):
    kit = kit_of(name)
    [seat, *_] = page_data(kit)["seats"]
    positions = [Position(tuple(map(digit, cells)), 0) for cells in seat["cells"]][::one_in]
    kit = replace(kit, boxes=kit.boxes[:MAX_BOXES_DRAWN])
    drawn = pictures([kit], positions + [box.position for box in kit.boxes])
    for position in at_least(2, positions):
        board = draw_board(
            kit.game, position, (), BOARD_ROOM, BOARD_ROOM, turned=machine_below(kit)
        )
        assert shapes_on_page(drawn, position.cells) == shapes_printed(board)
    layers_of_boxes = [*zip(kit.boxes, drawn["boxes"], strict=True)]
    for box, layers in at_least_one(layers_of_boxes[::ONE_BOX_IN]):
        printed = draw_box(kit, box, BOARD_ROOM, BOARD_ROOM)
        assert shapes_on_page(drawn, box.position.cells, layers) == shapes_printed(printed)


def shapes_on_page(drawn, cells, layers=()):
    """Return the shapes that the page puts together: its ground, the pieces in the cells, and the
    layers of a box; each with its place.
    """
    placed = [*drawn["ground"]]
    for cell, content in enumerate(cells):
        placed += drawn["parts"].get(f"{cell}:{content}", [])
    for layer in layers:
        placed += layer
    return sorted((drawn["shapes"][shape], x, y) for shape, x, y in placed)


def shapes_printed(scene):
    """Return the shapes of a printed scene, each with its place."""
    numbers = {}
    placed = place_marks(scene.marks, numbers)
    shapes = list(numbers)
    return sorted((shapes[shape], x, y) for shape, x, y in placed)


def words_in_html():
    """Return the names of the texts that the page's HTML asks for."""
    html = (PAGE / "page.html").read_text(encoding="utf-8")
    return set(re.findall(r"data-(?:text|label)=\"(\w+)\"", html))


def names_of_texts():
    """Return the names of the page's texts; of a table of texts, the table's."""
    texts = TEXTS["en"]
    names = set()
    for key in texts.keys():  # noqa: SIM118 - texts cannot be walked themselves
        if key.startswith(WEB):
            name, _, _ = key.removeprefix(WEB).partition(".")
            names.add(name)
    return names


def test_every_word_of_the_page_is_there_and_none_too_many():
    sources = [path for path in MODULES if path.parent.name != "board"]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    names = names_of_texts()
    in_html = words_in_html()
    asked = in_html | set(re.findall(r"words\.(?:say|count)\(\"(\w+)\"", code))
    assert asked <= names | {*PAGE_CLAIMS, *SHEET_TITLES, *number_words(TEXTS["en"])}
    # Names may also be chosen first and asked for later, or be put together.
    quoted = set(re.findall(r"\"(\w+)\"", code))
    of_somebody = set(re.findall(r"\$\{who\}(\w+)`", code))
    beginnings = tuple(f"{start}_" for start in PUT_TOGETHER)
    put_together = {name for name in names if name.startswith(beginnings)}
    # Where a game cannot be drawn, another text counts its games.
    put_together |= {f"{name}_decided" for name in quoted if f"{name}_decided" in names}
    needed_by_python = {"language"}
    assert names <= in_html | quoted | of_somebody | put_together | needed_by_python
    faults = {f"fault_{kind}" for kind in re.findall(r"new Fault\(\"(\w+)\"", code)}
    assert {name for name in names if name.startswith("fault_")} == faults


def bytes_of(text):
    """Return the bytes of a text in the base 85 of a page, by its signs alone.

    Its digits are 85 signs from # on. Two of these would end the script or begin an escape, and are
    written as signs that come later: < as x, and the backslash as y.
    """
    values = [ord({"x": "<", "y": "\\"}.get(sign, sign)) - ord("#") for sign in text]
    missing = -len(values) % 5
    values += [84] * missing  # the largest digit
    data = b""
    for place in range(0, len(values), 5):
        number = 0
        for value in values[place : place + 5]:
            number = number * 85 + value
        data += number.to_bytes(4, "big")
    return data[: len(data) - missing]


def test_words_of_all_languages_come_with_the_page():
    data = data_of(page_of("her", "it"))
    more = json.loads(zlib.decompress(bytes_of(data["more_languages"])))
    others = more["languages"]
    assert sorted([*data["languages"], *others]) == [*LANGUAGES]
    vocabulary = [*data["vocabulary"], *more["vocabulary"]]
    assert vocabulary == words_of_tables(kit_of("her", language="it"), Templates())
    assert "partita" in data["vocabulary"][1]["columns"]["game"]
    english = others["en"]
    italian = data["languages"]["it"]
    assert (english["title"], italian["title"]) == (
        "HER: the Hexapawn Educable Robot",
        "HER: il robot educabile di Hexapawn",
    )
    assert english["colours"][0] != italian["colours"][0]
    assert len(english["rules"]) == len(italian["rules"]) == 5
    assert english["endings"]["arrived"] == "A pawn has reached the far row."


def test_each_box_lies_as_the_finder_says():
    kit = kit_of("menace")
    data = page_data(kit)
    [seat] = data["seats"]
    places = []
    unseen = 0
    for written in seat["position"]:
        # Most positions are the next that was not seen before, which is written as 0.
        if written:
            places.append(written - 1)
        else:
            places.append(unseen)
            unseen += 1
    assert sorted(data["signs"]) == sorted(["", "▶", "▼", "◀", "⇄", "▶⇅", "⇅", "◀⇅"])
    with_box = [at for at, box in enumerate(seat["boxes"]) if box >= 0]
    for at in at_least(5, with_box[::97]):
        cells = seat["cells"][places[at]]
        position = Position(tuple(map(digit, cells)), kit.players[0])
        number = seat["boxes"][at]
        views = views_of(kit, kit.boxes[number])
        name = next(view.name for view in views if view.position == position)
        sign = data["signs"][digit(seat["lies"][at])]
        assert name == data["boxes"][number]["id"] + sign


def test_a_kit_without_beads_is_refused():
    kit = with_rule(kit_of("menace"), read_rule("tris", Templates()), "tris")
    with pytest.raises(UsageError, match="rule 'tris' keeps no beads"):
        page_data(kit)


@pytest.mark.parametrize(
    ("name", "choices", "there"),
    sample(
        [
            ("her", {}, "#kit=her&language=en"),
            (
                "hexapawn:4x3",
                {"merged": False, "language": "it"},
                "#kit=hexapawn:4x3&language=it&merged=no",
            ),
            (
                "her",
                {"beads": "red:60,blue:60,sky:60,pink:60", "express": True},
                "#kit=her&language=en&beads=red:60,blue:60,sky:60,pink:60&express=yes",
            ),
        ],
        one_in=3,
    ),
)
def test_a_page_leads_to_the_app_with_its_kit(name, choices, there):
    kit = kit_of(name, **choices)
    data = data_of(build_page(kit, app="../app/"))
    assert data["app"] == f"../app/{there}"
    asked, rest = read_address(parse_qsl(data["app"].partition("#")[2]), "es")
    assert make_kit(asked.kit, **asked.chosen("kit")).hash == kit.hash
    assert not rest


def test_a_page_leads_to_the_app_alone_where_that_cannot_make_its_kit(tmp_path):
    (tmp_path / "palettes").mkdir()
    shutil.copyfile(
        ROOT / "templates" / "palettes" / "okabe-ito.toml", tmp_path / "palettes" / "ours.toml"
    )
    out = tmp_path / "ours.html"
    app = "https://example.org/app/"
    made = ["her", "--palette", "ours", "--templates", str(tmp_path), "-o", str(out), "--app"]
    done = CliRunner().invoke(command, [*made, app])
    assert done.exit_code == 0, done.output
    assert data_of(out.read_text(encoding="utf-8"))["app"] == app
    wrong = CliRunner().invoke(command, [*made, "javascript:alert(1)"])
    assert isinstance(wrong.exception, UsageError)
    assert "write a web address" in str(wrong.exception)


def test_a_journal_is_the_page_s_journal(tmp_path):
    path = tmp_path / "ours.kitgen"
    out = tmp_path / "ours.html"
    with new_journal("her", path, rule="michie") as journal:
        journal.add(
            GameRow(
                1, (PickedBead("A1", "R"), PickedBead("B1", "U")), -1, "Łucja", remark="</script>"
            )
        )
        lines = exported(journal, "jsonl").decode()
        kit = journal.kit
    done = CliRunner().invoke(command, [str(path), "-o", str(out)])
    assert done.exit_code == 0, done.output
    page = out.read_text(encoding="utf-8")
    assert journal_of(page) == lines
    data = data_of(page)
    assert "the names and remarks of 1 game; --no-names" in done.stderr
    bare = CliRunner().invoke(command, [str(path), "-o", str(out), "--no-names"])
    assert (bare.exit_code, bare.stderr) == (0, "")
    other = journal_of(out.read_text(encoding="utf-8"))
    assert other == lines.replace(',"opponent":"Łucja"', "").replace(',"remark":"</script>"', "")
    assert data["schedule"] == schedule_of(kit.rule).data()
    assert [box["beads"] for box in data["boxes"][: len(kit.boxes)]] == [
        [slot.beads for slot in box.slots] for box in kit.boxes
    ]
    # A page of a kit begins with the same machine, and no game.
    heading = json.loads(journal_of(page_of("her")))
    own_heading = json.loads(lines.splitlines()[0])
    assert heading["kit_hash"] == own_heading["kit_hash"]


def test_modules_that_use_one_name_twice_or_need_each_other_are_refused(monkeypatch):
    files = {
        "a.js": 'import { two } from "./b.js";\nconst one = 1;\n',
        "b.js": "export const two = 2;\nconst one = 1;\n",
    }
    monkeypatch.setattr(scripts, "source", files.__getitem__)
    with pytest.raises(ValueError, match="same names: one"):
        scripts.script("a.js")
    files["b.js"] = 'import { one } from "./a.js";\nexport const two = 2;\n'
    with pytest.raises(ValueError, match=r"in a circle: a\.js, b\.js, a\.js"):
        scripts.script("a.js")


@pytest.mark.parametrize(
    "code",
    [
        "const text = `one  ${two ? `three  four` : five}`;",  # a template within another
        "const text = `one ${two({ three })}`;",  # braces in the code of a template
        "const text = `one\n  two`;",  # a template of several lines
        "if (word) /a  b/.test(word);",  # a regular expression where a value may end
        "return /a  b/;",
        "if (word) / a  b / .test(word);",
        "const one = two; // three",  # a comment behind code, or one of another kind
        "const one = /* two */ 3;",
        'import { one as two } from "./one.js";',
        'import "./one.js";',
        "export default one;",
        "const one = 1 .toFixed();",
        "const one = two < !--three;",
        "const one = `</script>`;",
        'const one = "two;',
        "const one = `${'}`'}  two` + \"' three  four\"; // \"",  # a quote in a template's code
        "const one = `${/}`, / - two}` + `three  four`; // `",  # a regular expression there
        "if (word) / a  b / in word;",
        "return / a  b / in word;",
        "const one = (two) / a  b / (three);",  # nobody knows without a parser
        "const one = {} / two;\nconst three = {} /'  / four;",
        "return /** @type {Word} */ one;",  # two words that would become one
        'const one = "two \\\nexport three";',  # text of two lines
        'const one = "a const here";',  # a word that becomes another one
        "// one\u2028two();",  # a comment that ends before its line does
        "// one\rtwo();",
        "const one = 1_000 .toFixed();",
        '  import { one } from "./one.js";',
        'const one = 1; import { two } from "./two.js";',
        "export{one};",
    ],
)
def test_code_that_loses_more_than_blanks_is_refused(code):
    with pytest.raises(ValueError, match="with certainty"):
        scripts.stripped(f"const before = 1;\n{code}\n")


@pytest.mark.parametrize(
    "code",
    [
        'const one = import("./b.js");',  # an address counted from the module's own
        "const one = import.meta.url;",
        "(() => one)();",  # which would go on with the end of the module before
    ],
)
def test_a_module_that_means_something_else_among_others_is_refused(monkeypatch, code):
    monkeypatch.setattr(scripts, "source", {"a.js": code}.__getitem__)
    with pytest.raises(ValueError, match="with certainty"):
        scripts.script("a.js")


def test_a_comment_of_two_lines_ends_a_statement_as_it_does_in_javascript():
    code = "call(() => {\n  return /**\n  */ (one);\n});"
    assert scripts.stripped(code) == "call(()=>{return\n(one);});"


def test_no_module_defines_a_name_that_browsers_have(browser):
    # Another module that means the browser's would get this one.
    page = browser.new_page()
    for root in ("view/main.js", "app/main.js", "board/board.js"):
        code = scripts.script(root)
        defined = re.findall(r"^(?:async )?(?:function|class|let) (\w+)", code, re.MULTILINE)
        known = "(names) => names.filter((name) => name in window)"
        assert page.evaluate(known, [*at_least(9, defined)]) == [], root
    page.close()


def test_text_in_code_keeps_its_blanks():
    kept = ['"a  // b"', "'c  /** d'", "`e  ${f.g(h)}  i`", " /j  [/]k/g", '"\\"  l"']
    code = "".join(f"one({text} );\n" for text in kept)
    assert scripts.stripped(code) == "".join(f"one({text});" for text in kept)


@pytest.mark.every
def test_types_of_the_script_are_right():
    compiler = needed("tsc")
    options = (
        "--allowJs --checkJs --noEmit --strict --target es2022 --module es2022 --lib "
        "es2022,dom,dom.iterable"
    )
    done = subprocess.run(
        [compiler, *options.split(), *map(str, [*at_least(5, MODULES)])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["her", "menace"])
def test_the_letter_of_a_bead_is_in_its_middle(name):
    kit = kit_of(name)
    beads = pictures([kit], [kit.game.start()])["beads"]
    half = CAPITAL * BEAD_LETTERS * POINT / 2
    baselines = []
    for *_, letter in beads:
        _, _, baseline = letter
        baselines.append(baseline)
    assert baselines == pytest.approx([half] * len(beads), abs=0.1)
