"""What the engine of the app and of the site answers, as readable text: figures, positions, curves,
reports and boards, in one language or another. Refusals are in ``tests/app/test_app_engine.py``.
"""

import difflib
import json
import re
from base64 import b64decode
from zlib import crc32

import pytest
from jobs import kit_of, slots_of
from journal_games import rows_of

from kitgen.journal.exchange import write_json_lines
from kitgen.journal.journal_lines import JournalHead
from kitgen.kit.kit_json import write_kit
from kitgen.web import engine
from kitgen.web.app_page import app_body

HOME = "https://example.org/"
PICTURE = re.compile(r"data:image/svg\+xml;base64,([\w+/=]+)")


def answer_to(task, kit, **more):
    language = re.search(r"language=(\w+)", kit)
    request = {
        "task": task,
        "kit": kit,
        "language": language[1] if language else "en",
        "more": more,
    }
    return json.loads(engine.answer(json.dumps(request)))


def as_lines(value):
    """Return an answer as text: HTML with a line for each element, data with one for each key."""
    if isinstance(value, str):
        whole = PICTURE.sub(lambda found: f"(picture {crc32(b64decode(found[1])):08x})", value)
        return re.sub(r">\s*<", ">\n<", whole)
    return json.dumps(value, ensure_ascii=False)


def journal_of(name, games, changed=None):
    """Return a journal in JSON Lines, perhaps with other text somewhere."""
    kit = kit_of(name)
    rows = rows_of(kit, games)
    text = write_json_lines(JournalHead("", kit.choices.rule, kit.rule, kit), rows).decode()
    return text.replace(*changed) if changed else text


def told_beads(name):
    """Return the counts of a machine that has not played, as somebody writes them down."""
    return "\n".join(
        f"{box.id},{slot.colour.letter},{slot.beads}" for box, slot in slots_of(kit_of(name))
    )


#: Tasks, the kit of each, and what more is asked.
ASKED = [
    ("look", "kit=her&language=it", {"home": HOME}),
    ("look", "kit=her&language=it&stock=poker&theme=crocodiles", {"home": HOME + "x" * 280}),
    ("look", f"kit=ladder&language=es&parts={','.join(['cover', 'labels'] * 60)}", {"home": HOME}),
    ("find", "kit=her&language=it", {}),
    ("find", "kit=her&language=de", {"position": "bbb/w../.ww b"}),
    ("find", "kit=her", {"position": "bbb/..w/ww. b"}),
    ("find", "kit=her", {"position": "w.b/.b./... b"}),
    ("find", "kit=her&language=fr", {"position": ".../.../..b w"}),
    ("find", "kit=her", {"position": "b.b/.b./w.w w"}),
    ("find", "kit=her", {"position": "www/.../bbb w"}),
    ("find", "kit=her", {"cells": "222000111", "to_move": "0"}),
    ("find", "kit=her&express=yes", {"position": "bb./w.b/.ww b"}),
    ("find", "kit=ladder&language=es", {"position": "7 S"}),
    ("find", "kit=ladder", {"position": "0 F"}),
    ("find", "kit=awari-mini&language=de", {}),
    ("find", "kit=told:notakto&language=it", {}),
    ("figures", "kit=her&language=it&parts=labels,cover", {}),
    ("figures", "kit=her&language=fr&stock=poker&parts=cards", {}),
    ("figures", "kit=her&rule=tris&language=es", {}),
    ("figures", "kit=ladder&language=de&beads=rot:20,blau:20,gelb:20&parts=labels", {}),
    ("figures", "kit=her&language=it&groups=4&parts=groups,labels", {}),
    ("curve", "kit=her&language=it", {"games": "12", "machines": "3", "seed": "2"}),
    ("curve", "kit=awari-mini&language=fr",
     {"games": "20", "machines": "2", "opponent": "perfect", "seed": "0"}),
    ("curve", "kit=ladder", {"games": "1", "machines": "2", "opponent": "winning-move"}),
    ("curve", "kit=her&language=de", {"games": "5", "machines": "2", "opponent": "machine"}),
    ("set-up", "kit=her&language=es", {}),
    ("set-up", "kit=awari-3x1&language=it", {}),
    ("set-up", "kit=ladder&language=fr", {}),
]  # fmt: skip
#: Files that are checked, by what they are, with their name and the counts beside them.
CHECKED = {
    "a kit": ("kit.json", write_kit(kit_of("her")).decode(), ""),
    "a changed kit": (
        "kit.json",
        write_kit(kit_of("her")).decode().replace('"beads": 1', '"beads": 2', 1),
        "",
    ),
    "a journal": ("her.jsonl", journal_of("her", 6), ""),
    "a journal whose beads were never played with": (
        "her.jsonl",
        journal_of("her", 6),
        told_beads("her"),
    ),
    "a journal with another result": (
        "her.jsonl",
        journal_of("her", 6, ('"result":"L"', '"result":"W"')),
        "",
    ),
    "a long table": (
        "long.csv",
        "position,move\n" + "".join(f"bb{row},x\n" for row in range(105)),
        "",
    ),
    "a table": ("mine.csv", "position,move\nbbb/..w/ww. b,b3c2\nbbb/..w/ww. b,a3a2\nbbx,1\n", ""),
}


@pytest.fixture(autouse=True)
def bench(monkeypatch, tmp_path):
    monkeypatch.setattr(engine, "BENCH", tmp_path)
    return tmp_path


def test_the_engine_answers_as_before(golden):
    lines = []
    for task, kit, more in ASKED:
        asked = " ".join(f"{name}={value[:40]}" for name, value in more.items())
        lines.append(f"== {task} {kit[:90]} {asked}".rstrip())
        for key, value in answer_to(task, kit, **more).items():
            lines.append(f"{key}: {as_lines(value)}")
    golden("page/engine-answers", "\n".join(lines))


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_engine_reports_on_files_as_before(bench, golden, language):
    lines = []
    for what, (name, content, counts) in CHECKED.items():
        (bench / "file").write_text(content, encoding="utf-8")
        lines.append(f"== {what}")
        answer = answer_to("verify", f"kit=her&language={language}", file=name, counts=counts)
        for key, value in answer.items():
            lines.append(f"{key}: {as_lines(value)}")
    golden(f"page/engine-reports-{language}", "\n".join(lines))


#: What a server has put into its page, by the language: what was chosen in an address.
CHOSEN = {
    "en": None,
    "fr": {"kit": "hexapawn", "size": "4x3", "language": "fr", "parts": "labels,cover"},
}


@pytest.mark.parametrize("language", CHOSEN)
def test_the_page_of_the_app_has_the_forms_that_it_had_before(golden, language):
    body = app_body(language, "app-1", ["her-en-a4", "her-fr-letter"], CHOSEN[language])
    golden(f"page/app-body-{language}", as_lines(str(body)))


# --- games that are invented
# --------------------------------------------------------------------------------------------------

#: What is typed into a control that takes any text or number.
TYPED = ("", "3", "x y")
CONTROL = re.compile(r"<(?:select|input|textarea)\b[^>]*>(?:.*?</select>)?", re.DOTALL)


def attribute(tag, name):
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found[1] if found else ""


def values_of(control):
    """Return the values that a control can be given."""
    if control.startswith("<select"):
        return re.findall(r'<option value="([^"]*)"', control)
    if attribute(control, "type") in ("checkbox", "radio"):
        return ["", attribute(control, "value")]
    return TYPED


def edited(text, edits):
    return answer_to("invent", "language=en", text=text, edits=json.dumps(edits))


@pytest.mark.parametrize(
    "game", [pytest.param("told:hexapawn", marks=pytest.mark.every), "told:notakto"]
)
def test_each_control_of_a_game_writes_into_its_text_what_it_wrote_before(golden, game):
    """Each control is given each of its values, in the text that the game begins with."""
    first = edited("", [["begin", game]])
    text = first["text"]
    lines = [text]
    found = [(attribute(tag, "name"), values_of(tag)) for tag in CONTROL.findall(first["controls"])]
    # The other side has the same controls.
    controls = [(name, values) for name, values in found if not name.startswith("side.black")]
    squares = re.findall(r'data-square="([^"]*)"', first["controls"])
    controls += [(f"square.{square}", [""]) for square in squares]
    for name, values in controls:
        for value in values:
            answer = edited(text, [[name, value]])
            lines.append(f"== {name} = {value}")
            if answer.get("refusal"):
                lines.append(re.sub("<[^>]*>", " ", answer["refusal"]).strip())
            new = answer.get("text", text)
            changes = difflib.unified_diff(text.split("\n"), new.split("\n"), n=0, lineterm="")
            lines += [line for line in changes if not line.startswith(("---", "+++", "@@"))]
    golden(f"page/edits-{game.replace(':', '-')}", "\n".join(lines))


#: The name of a file that is saved, by the task and the kit.
NAMES = {
    ("kit", "kit=her"): ("her-en.kit.json", "application/json"),
    ("card", "kit=hexapawn:3x3&language=it"): ("hexapawn-3x3-it.card.svg", "image/svg+xml"),
    ("labels", "kit=told:notakto&language=de"): ("told-notakto-de.sheet.svg", "image/svg+xml"),
    ("class-board", "kit=ladder&language=fr"): ("ladder-fr.board.html", "text/html"),
}


def test_files_that_are_saved_have_the_name_of_their_kit_and_language(bench):
    found = {}
    for task, kit in NAMES:
        answer = answer_to(task, kit)
        found[task, kit] = (answer["name"], answer["media"])
        assert (bench / "made").stat().st_size > 500
    assert found == NAMES
