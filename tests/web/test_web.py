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
from kitgen.web.page_build import build_page
from kitgen.web.page_data import page_data
from kitgen.web.page_pictures import BEAD_LETTERS, BOARD_ROOM, pictures, place_marks
from kitgen.web.page_words import PAGE_CLAIMS, SHEET_TITLES, WEB, words_of_tables

PAGE = Path(kitgen.web.__file__).parent / "page"
ROOT = Path(__file__).parents[2]
MODULES = sorted(PAGE.rglob("*.js"))
#: Beginnings of names of texts that the script puts together.
PUT_TOGETHER = ("against", "fault", "happened", "known", "lies", "other", "turn", "column")


class Found(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.inside, self._open = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._open = (tag, dict(attributes).get("type")) if tag in ("script", "style") else None

    def handle_data(self, data):
        if self._open is not None:
            self.inside[self._open] = self.inside.get(self._open, "") + data

    def handle_endtag(self, _tag):
        self._open = None


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
@pytest.mark.parametrize(
    ("name", "most"), sample([("her", 240_000), ("menace-second", 790_000)], one_in=4)
)  # the largest of all
def test_a_page_is_small(name, most, language):
    assert 20_000 < len(page_of(name, language).encode()) < most


def test_a_page_is_the_same_again():
    assert build_page(kit_of("her")) == page_of("her")


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_a_page_asks_nobody_for_anything(language):
    found = Found(page_of("her", language))
    policy = next(
        one["content"]
        for _, one in found.elements
        if one.get("http-equiv") == "Content-Security-Policy"
    )
    style = found.inside["style", None]
    code = found.inside["script", "module"]
    hashed = [b64encode(sha256(text.encode()).digest()).decode() for text in (style, code)]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashed[0]}'; script-src 'sha256-{hashed[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    for tag, attributes in at_least(50, found.elements):
        assert tag not in ("link", "img", "iframe", "object", "base"), tag
        assert not {"src", "style", "href", "onclick"} & set(attributes), (tag, attributes)
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|import|eval)\(", code)


def test_nothing_in_a_title_is_taken_for_a_part_of_the_page():
    wrong = "</script><script>alert(1)</script>{{kit}}\u2028&"
    page = build_page(replace(kit_of("her"), title=wrong))
    assert page.count("<script") == page.count("</script>") == 2
    assert (
        Found(page).inside["script", "module"] == Found(page_of("her")).inside["script", "module"]
    )
    assert (
        json.loads(Found(page).inside["script", "application/json"])["languages"]["en"]["title"]
        == wrong
    )
    assert "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{kit}}" in page


@pytest.mark.parametrize(("name", "every"), [("her", 5), ("ladder", 2), ("awari-3x1", 60)])
def test_boards_and_boxes_are_put_together_as_they_are_printed(name, every):
    kit = kit_of(name)
    seat = page_data(kit)["seats"][0]
    seen = [Position(tuple(ord(one) - 48 for one in cells), 0) for cells in seat["cells"]][::every]
    kit = replace(kit, boxes=kit.boxes[:24])
    drawn = pictures([kit], seen + [box.position for box in kit.boxes])

    def shown(cells, *more):
        parts = [drawn["parts"].get(f"{cell}:{content}", []) for cell, content in enumerate(cells)]
        placed = [*drawn["ground"], *(one for part in (*parts, *more) for one in part)]
        return sorted((drawn["shapes"][shape], x, y) for shape, x, y in placed)

    def printed(scene):
        shapes = {}
        placed = place_marks(scene.marks, shapes)
        return sorted((list(shapes)[shape], x, y) for shape, x, y in placed)

    for position in at_least(2, seen):
        board = draw_board(
            kit.game, position, (), BOARD_ROOM, BOARD_ROOM, turned=machine_below(kit)
        )
        assert shown(position.cells) == printed(board)
    for box, layers in at_least_one([*zip(kit.boxes, drawn["boxes"], strict=True)][::9]):
        assert shown(box.position.cells, *layers) == printed(
            draw_box(kit, box, BOARD_ROOM, BOARD_ROOM)
        )


def test_every_word_of_the_page_is_there_and_none_too_many():
    code = "".join(
        path.read_text(encoding="utf-8") for path in MODULES if path.parent.name != "board"
    )
    html = (PAGE / "page.html").read_text(encoding="utf-8")
    of_the_page = [key for key in TEXTS["en"].keys() if key.startswith(WEB)]  # noqa: SIM118
    keys = {key.removeprefix(WEB).partition(".")[0] for key in of_the_page}
    fixed = set(re.findall(r"data-(?:text|label)=\"(\w+)\"", html))
    said = set(re.findall(r"words\.(?:say|count)\(\"(\w+)\"", code))
    assert fixed | said <= keys | {*PAGE_CLAIMS, *SHEET_TITLES}
    named = set(re.findall(r"\"(\w+)\"", code)) | set(re.findall(r"\$\{who\}(\w+)`", code)) | fixed
    together = {key for key in keys if key.startswith(tuple(f"{start}_" for start in PUT_TOGETHER))}
    assert keys - named - together - {"language"} == set()
    faults = {f"fault_{kind}" for kind in re.findall(r"new Fault\(\"(\w+)\"", code)}
    assert {key for key in keys if key.startswith("fault_")} == faults


def bytes_of(text):
    """Return the bytes of a text in the base 85 of a page, by its signs alone."""
    values = [ord({"x": "<", "y": "\\"}.get(sign, sign)) - ord("#") for sign in text]
    missing = -len(values) % 5
    values += [84] * missing
    data = b""
    for place in range(0, len(values), 5):
        number = 0
        for value in values[place : place + 5]:
            number = number * 85 + value
        data += number.to_bytes(4, "big")
    return data[: len(data) - missing]


def test_words_of_all_languages_come_with_the_page():
    data = json.loads(Found(page_of("her", "it")).inside["script", "application/json"])
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
    places, unseen = [], 0  # most positions are the next that was not seen before, written as 0
    for place in seat["position"]:
        places.append(place - 1 if place else unseen)
        unseen += not place
    assert sorted(data["signs"]) == sorted(["", "▶", "▼", "◀", "⇄", "▶⇅", "⇅", "◀⇅"])
    for at in at_least(5, [at for at, box in enumerate(seat["boxes"]) if box >= 0][::97]):
        position = Position(
            tuple(ord(one) - 48 for one in seat["cells"][places[at]]), kit.players[0]
        )
        named = next(
            view.name
            for view in views_of(kit, kit.boxes[seat["boxes"][at]])
            if view.position == position
        )
        assert (
            named
            == data["boxes"][seat["boxes"][at]]["id"] + data["signs"][ord(seat["lies"][at]) - 48]
        )


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
    data = json.loads(Found(build_page(kit, app="../app/")).inside["script", "application/json"])
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
    assert (
        json.loads(Found(out.read_text(encoding="utf-8")).inside["script", "application/json"])[
            "app"
        ]
        == app
    )
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
    data = json.loads(Found(out.read_text(encoding="utf-8")).inside["script", "application/json"])
    assert data["journal"] == lines
    assert "the names and remarks of 1 game; --no-names" in done.stderr
    bare = CliRunner().invoke(command, [str(path), "-o", str(out), "--no-names"])
    assert (bare.exit_code, bare.stderr) == (0, "")
    other = json.loads(Found(out.read_text(encoding="utf-8")).inside["script", "application/json"])
    assert other["journal"] == lines.replace(',"opponent":"Łucja"', "").replace(
        ',"remark":"</script>"', ""
    )
    assert data["schedule"] == schedule_of(kit.rule).data()
    assert [box["beads"] for box in data["boxes"][:19]] == [
        [slot.beads for slot in box.slots] for box in kit.boxes
    ]
    # A page of a kit begins with the same machine, and no game.
    first = Found(page_of("her")).inside["script", "application/json"]
    assert (
        json.loads(json.loads(first)["journal"])["kit_hash"]
        == json.loads(lines.splitlines()[0])["kit_hash"]
    )


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
    assert [letter[2] for *_, letter in beads] == pytest.approx([half] * len(beads), abs=0.1)
