"""The engine of the app, without a browser: it answers what the commands make, and explains what
it refuses.
"""

import json
import re
import subprocess
import sys
from hashlib import sha256
from html import escape, unescape
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, kit_of, slots_of
from places import EXAMPLES
from sampling import few

import kitgen
from kitgen.journal.exchange import exported
from kitgen.kit.editions import OWN_EDITIONS
from kitgen.kit.kit_json import write_kit
from kitgen.press.print_run import print_kit
from kitgen.reading.templates import Templates, capitalised
from kitgen.record.rows import parse_bead
from kitgen.sources.journal_start import new_journal
from kitgen.verification.pdf_proof import SHOWN
from kitgen.verification.verify import verify
from kitgen.web import engine
from kitgen.web.address import OFFERED, WRITTEN_LIKE, fields
from kitgen.web.app_page import DOWNLOADS, POLICY, app_files, service_worker
from kitgen.web.board_page import build_own_board
from kitgen.web.form_results import check_in
from kitgen.web.forms import refusal
from kitgen.web.game_editing import text_of
from kitgen.web.page_build import build_page
from kitgen.web.tasks import WORK, SiteTask


@pytest.fixture
def ask(monkeypatch, tmp_path):
    """A function that asks the engine; ``ask.made`` is the file that was made last."""
    monkeypatch.setattr(engine, "BENCH", tmp_path)

    def asked(task, address="kit=her", language="en", content=b"", **more):
        address += f"&language={language}" if "language=" not in address else ""
        (tmp_path / "file").write_bytes(content)
        steps = []
        request = json.dumps({"task": task, "kit": address, "language": language, "more": more})
        answer = json.loads(engine.answer(request, lambda done, every: steps.append((done, every))))
        asked.steps = steps
        asked.made = (tmp_path / "made").read_bytes() if "media" in answer else b""
        return answer

    return asked


def test_files_are_those_of_the_commands(ask):
    printed = BytesIO()
    print_kit(kit_of("her", language="it"), printed, page="letter")
    answer = ask("pdf", "kit=her&language=it&page=letter")
    assert ask.made == printed.getvalue()
    assert answer == {"name": "her-it.pdf", "media": "application/pdf"}
    assert ask.steps[-1][0] <= ask.steps[-1][1]
    assert len(ask.steps) > 3, "it says how much is done"
    ask("kit", "kit=ladder&language=en")
    assert ask.made == write_kit(kit_of("ladder"))
    ask("companion", "kit=ladder&language=en")
    assert ask.made.decode() == build_page(kit_of("ladder"))
    board = ask("class-board", "kit=her&language=it&groups=4")
    assert ask.made.decode() == build_own_board(kit_of("her", language="it"), 4, TEXTS["it"])
    assert board == {"name": "her-it.board.html", "media": "text/html"}
    ask("class-board", "kit=ladder&language=en")
    assert ask.made.decode() == build_own_board(kit_of("ladder"), 6, TEXTS["en"])


def test_a_kit_of_one_s_own_beads_is_the_one_of_the_command(ask):
    beads = "rosso:20, blu:20, giallo:15, verde:15"
    printed = BytesIO()
    print_kit(kit_of("her", language="it", beads=beads), printed)
    ask("pdf", f"kit=her&language=it&beads={beads}", "it")
    assert ask.made == printed.getvalue()


def test_journal_sheets_are_sheets_to_note_games_on(ask):
    ask("journal", "kit=ladder&language=es&parts=cover")
    sheets = BytesIO()
    print_kit(kit_of("ladder", language="es"), sheets, parts=["log", "log-marks", "count-marks"])
    assert ask.made == sheets.getvalue()


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_a_kit_is_looked_at_with_its_one_address_and_a_code(ask, language):
    answer = ask(
        "look",
        f"size=3x3&kit=hexapawn&language={language}&page=",
        language,
        home="https://example.org/",
    )
    assert answer["kit"] == f"kit=hexapawn:3x3&language={language}"
    for picture in ("card", "sheet", "code"):
        assert answer[picture].startswith("data:image/svg+xml;base64,")
    assert (
        TEXTS[language]("serve.to_buy")
        in ask("figures", f"kit=her&language={language}", language)["shown"]
    )


def test_a_field_that_is_no_list_of_words_has_an_example_that_it_takes():
    written = [field for field in fields().values() if field.pattern and not field.words]
    for field in at_least(4, written):
        assert field.read(WRITTEN_LIKE[field.key]) == WRITTEN_LIKE[field.key]
    assert WRITTEN_LIKE.keys() == {field.key for field in written}


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_what_cannot_be_made_is_refused_with_a_reason(ask, language):
    for kit, words in (
        ("kit=hexapawn:5x5", "positions"),
        ("kit=nothing", "nothing"),
        ("kit=her&side=x&no=1", "no"),
    ):
        answer = ask("look", f"{kit}&language={language}", language, home="https://example.org/")
        assert escape(TEXTS[language]("serve.refused")) in answer["refusal"]
        assert words in answer["reason"]
    assert "no task" in ask("steal")["reason"]


def test_a_fault_of_kitgen_is_told_and_the_engine_stays(ask, monkeypatch, capsys):
    monkeypatch.setitem(engine.WORK, "figures", lambda *_: 1 / 0)
    assert (
        ask("figures")["reason"]
        == "this is a fault of kitgen, please report it (ZeroDivisionError)"
    )
    assert "ZeroDivisionError: division by zero" in capsys.readouterr().out
    assert "shown" in ask("find", cells="222000111", to_move="0")


@pytest.mark.parametrize("name", ["her", "menace", "awari-mini", "ladder"])
def test_any_position_is_set_up_on_the_board_and_found(ask, name):
    """The board of each box, laid cell by cell from what can be pressed, leads to that box."""
    kit = kit_of(name)
    board = ask("set-up", f"kit={name}&language=en")
    assert board["start"] == "".join(chr(48 + content) for content in kit.game.start().cells)
    for box in at_least_one(kit.boxes[:: max(1, len(kit.boxes) // 8)]):
        cells = "".join(chr(48 + content) for content in box.position.cells)
        for cell, content in enumerate(cells):
            assert content in board["contents"][cell]
            assert content == "0" or f"{cell}:{ord(content) - 48}" in board["pictures"]["parts"]
        answer = ask(
            "find", f"kit={name}&language=en", cells=cells, to_move=str(box.position.to_move)
        )
        assert f"<strong>Open box {box.id}." in answer["shown"]


def test_machines_learn_and_their_curve_is_drawn(ask):
    answer = ask("curve", games="40", machines="30", opponent="random", seed="3")
    assert "data:image/svg+xml;base64," in answer["shown"]
    assert ask.steps[-1] == (1200, 1200)


def empty_journal(path):
    """A journal of HER without games, in JSON Lines."""
    with new_journal("her", path) as journal:
        return exported(journal, "jsonl")


@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_a_journal_is_replayed_and_an_impossible_game_named(ask, tmp_path, language):
    first = empty_journal(tmp_path / "x.kitgen").decode().splitlines()[0]
    kit = kit_of("her")
    box = next(box for box in kit.boxes if box.id == "A1")
    bead = parse_bead(kit, f"{box.id}{box.slots[0].colour.letter}", "").text
    wrong = json.dumps({"game": 1, "picks": [bead, bead], "result": "L"})
    right = ask("verify", language=language, content=f"{first}\n".encode(), file="x.jsonl")
    assert capitalised(TEXTS[language]("verdict.journal.right", count=0)) in right["shown"]
    found = ask("verify", language=language, content=f"{first}\n{wrong}\n".encode(), file="x.jsonl")
    assert capitalised(TEXTS[language]("verdict.journal.wrong", count=1, games=1)) in found["shown"]


def test_beads_that_were_counted_are_held_against_the_journal(ask, tmp_path):
    content = empty_journal(tmp_path / "x.kitgen")
    kit = kit_of("her")
    lines = [f"{box.id},{slot.colour.letter},{slot.beads}" for box, slot in slots_of(kit)]
    for heading in ([], ["box,bead,beads"], ["scatola,perlina,perline"]):
        counts = "\n".join([*heading, *lines])
        assert (
            "Right: 0 games replayed, everything agrees"
            in ask("verify", content=content, counts=counts)["shown"]
        )
    lines[0] = f"{lines[0].rpartition(',')[0]},0"
    shown = ask("verify", content=content, counts="\n".join(lines))["shown"]
    assert 'class="result not-decided"' in shown
    assert "Not decided: " in shown
    assert "Count box A1 again" in shown


def test_a_kit_json_is_checked_and_a_spoilt_one_found(ask):
    content = write_kit(kit_of("her"))
    assert "Right: " in ask("verify", content=content, file="kit.json")["shown"]
    spoilt = content.replace(b'"beads": 1', b'"beads": 2', 1)
    assert spoilt != content
    assert "Wrong: " in ask("verify", content=spoilt, file="kit.json")["shown"]


def test_the_pages_say_everything_in_every_language_and_ask_for_nothing_from_elsewhere():
    files = app_files("app-1", "engine-1", ["her-en-a4"])
    for language in at_least_one(Templates().languages()):
        body = files[f"app-1/{language}.html"]
        for name, field in at_least_one(fields().items()):
            assert field.words == (field.usual,) or f'name="{name}"' in body, name
        for part in at_least_one(OFFERED):
            assert f'value="{part}"' in body
        ids = re.findall(r' id="([^"]+)"', body)
        assert len(ids) == len(set(ids)), "no field has the name of a part of the page"
        assert body.count("data-made=") == len(DOWNLOADS) == len(engine.MADE)
        data = json.loads(body.partition('id="words">')[2].partition("</script>")[0])
        assert data["language"] == language
    assert '<html lang="en"' in files["index.html"], (
        "whoever's language is unknown reads English, not the first by code"
    )
    for path, text in files.items():
        plain = re.sub("http://www.w3.org/(2000/svg|1999/xlink|2001/xml-events)", "", text)
        assert "http:" not in plain, path
        assert "https:" not in plain, path
        assert path.endswith(".js") or "onclick" not in text
    assert POLICY in unescape(files["index.html"])
    assert "'unsafe-inline'" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    keeper = service_worker("abc", files)
    assert '"index.html"' in keeper
    assert "`kitgen abc`" in keeper
    assert sha256(keeper.encode()) != sha256(service_worker("abd", files).encode())


def test_a_report_on_a_kit_is_in_the_language_of_the_page(ask, tmp_path):
    """English is left only where something is wrong or was not checked; and no check has changed
    its name since.
    """
    content = write_kit(kit_of("her"))
    names = {
        TEXTS["en"].raw(key) for key in sorted(TEXTS["en"].keys()) if key.startswith("checks.")
    }
    (tmp_path / "kit.json").write_bytes(content)
    task = SiteTask(
        "verify", "her", (("language", "en"),), {"file": "kit.json"}, str(tmp_path / "kit.json")
    )
    assert names >= {check.name for check in WORK["verify"](task, None).checks}
    assert names > {SHOWN, "the rules are those that the file tells"}
    for language in set(LANGUAGES) - {"en"}:
        shown = ask("verify", language=language, content=content, file="kit.json")["shown"]
        assert TEXTS[language]("checks.every_decision_has_a_box") in unescape(shown)
        assert not names & set(re.findall(r"<b[^>]*>([^<]*)</b>", unescape(shown)))
        assert "24 decisions" not in shown
        spoilt = ask(
            "verify",
            language=language,
            content=content.replace(b'"beads": 1', b'"beads": 2', 1),
            file="kit.json",
        )
        assert TEXTS[language]("checks.the_hash_fits_the_kit") in unescape(spoilt["shown"])
        assert '<div lang="en">' in spoilt["shown"]


@pytest.mark.every
def test_a_report_on_a_print_of_another_version_is_in_the_language_of_the_page(tmp_path):
    """What else is read where the bytes differ has its name in every language, part by part."""
    print_kit(kit_of("her"), tmp_path / "her", parts=["labels", "finder", "route", "zero"])
    with pikepdf.open(tmp_path / "her" / "kit.pdf") as saved:
        page = saved.pages[0]
        page.Contents = saved.make_stream(page.Contents.read_bytes() + b"\n0 0 m 99 99 l S\n")
        saved.save(tmp_path / "spoilt.pdf")
    names = [check.name for check in verify(tmp_path / "spoilt.pdf").checks]
    assert {"every box is drawn in the labels", "every answer leads on as the route says"} <= set(
        names
    )
    for language in set(LANGUAGES) - {"en"}:
        assert [name for name in names if check_in(language, name) in ("", name)] == []


def test_a_table_is_held_against_the_machine_that_is_chosen(ask):
    table = (EXAMPLES / "ahl-1976.csv").read_bytes()
    answer = ask("verify", "kit=hexapawn:3x3&page=letter", content=table, file="ahl.csv")
    assert "Wrong: 3 mistakes in the table" in answer["shown"]


#: Checks PDFs as in a browser: without other processes, and without the library that draws PDFs.
_AS_IN_A_BROWSER = """
import json, sys
from importlib.machinery import PathFinder
from pathlib import Path

class Browser(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name.startswith("pypdfium2"):
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Browser)
import subprocess
from kitgen.verification.verify import verify

sys.platform, subprocess.Popen = "emscripten", None
for path in sys.argv[1:]:
    report = verify(Path(path))
    wanted = "the file is the one that kitgen prints"
    proof = next(check for check in report.checks if check.name == wanted)
    print(json.dumps([report.passed, proof.found]))
"""


def test_a_pdf_is_made_again_and_compared_where_there_are_no_processes(tmp_path):
    printed = BytesIO()
    print_kit(kit_of("ladder"), printed, parts=["labels", "board"])
    (tmp_path / "good.pdf").write_bytes(printed.getvalue())
    with pikepdf.open(tmp_path / "good.pdf") as saved:
        saved.save(tmp_path / "saved.pdf")
        page = saved.pages[0]
        page.Contents = saved.make_stream(page.Contents.read_bytes() + b"\n0 0 m 99 99 l S\n")
        saved.save(tmp_path / "spoilt.pdf")
    files = [str(tmp_path / f"{name}.pdf") for name in ("good", "saved", "spoilt")]
    done = subprocess.run(
        [sys.executable, "-c", _AS_IN_A_BROWSER, *files],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert list(map(json.loads, done.stdout.splitlines())) == [
        [True, "the same bytes"], [True, "the same objects"], [False, "1 difference"],
    ]  # fmt: skip


def empty_pdf(**saving):
    """Return a PDF with an empty page, saved in some way."""
    saved = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(saved, **saving)
    return saved.getvalue()


#: What somebody asks for, and the text for its refusal: everything that the choices of a page can
#: cause.
REFUSED = {
    "near": ("look", "kit=hre"),
    "near_two": ("look", "kit=hem"),
    "unknown": ("look", "kit=zzz"),
    "lacks_near": ("look", "kit=her&side=blak"),
    "lacks_near_two": ("look", "kit=her&side=blackwhite"),
    "lacks": ("look", "kit=her&side=zzz"),
    "number": ("look", "kit=her&poster-bead=x"),
    "whole_number": ("look", "kit=her&groups=2.5"),
    "of_program": ("figures", "kit=her&rule=tris&parts=labels"),
    "number_range": ("figures", "kit=her&keepers-each=9&parts=keepers"),
    "groups_lacking": ("figures", "kit=her&parts=groups"),
    "labels_start": ("figures", "kit=her&labels-start-at=90&stock=L7160"),
    "clearance": ("figures", "kit=her&boxes-clearance=90&parts=boxes"),
    "back_offset": (
        "figures",
        "kit=her&stock=poker&parts=cards&cards-back-offset=90,90&cards-duplex=long",
    ),
    "nudge": ("figures", "kit=her&stock=L7160&labels-nudge=90,90"),
    "measured": ("figures", "kit=her&printer=1,2,3,4"),
    "theme_pieces": ("figures", "kit=awari-mini&theme=crocodiles"),
    "one_sheet_room": ("figures", "kit=her&parts=one-sheet"),
    "one_sheet_room_plain": ("figures", "kit=nim:21&parts=one-sheet"),
    "takes_last": ("figures", "kit=menace&parts=one-sheet"),
    "other_lesson": ("figures", "kit=her&lesson-name=nim-cups&parts=lesson"),
    "cannot_be": ("look", "kit=her&beads=x"),
    "own_size": ("look", "kit=her&size=4x3"),
    "kit": ("look", "kit=/etc"),
    "own_board": ("look", "kit=told:hexapawn&size=4x3"),
    "size_written": ("look", "kit=hexapawn&size=four by three"),
    "size_counters": ("look", "kit=nim&size=3x3"),
    "label_written": ("look", "kit=her&own=4x"),
    "size_range": ("look", "kit=hexapawn&size=99x99"),
    "more_positions": ("look", "kit=awari"),
    "more_sheets": ("figures", "kit=menace&parts=tactile,route,cards&stock=100x100"),
    "label_small": ("look", "kit=her&own=20x14"),
    "label_large": ("figures", "kit=her&own=200x200"),
    "sheets": ("figures", "kit=menace&parts=labels&stock=150x100"),
    "label_range": ("look", "kit=her&own=3x3"),
    "bought_labels": ("figures", "kit=her&labels-start-at=5"),
    "no_part": ("figures", "kit=her&cards-duplex=long"),
    "bead_width": ("figures", "kit=her&poster-bead=99&parts=boxes"),
    "fold": ("figures", "kit=her&boxes-size=3x3x3"),
    "beads_missing": ("look", "kit=her&beads=red:3"),
    "beads_or_cells": ("look", "kit=her&beads=red:3&colour-by=cell"),
    "beads_number": ("look", "kit=her&beads=red:9999999"),
    "beads_twice": ("look", "kit=her&beads=red:3,red:4"),
    "pdf_damaged": ("verify", "kit=her", {"content": b"%PDF-1.4 nothing"}),
    "pdf_encrypted": (
        "verify",
        "kit=her",
        {"content": empty_pdf(encryption=pikepdf.Encryption(user="b"))},
    ),
    "pdf_foreign": ("verify", "kit=her", {"content": empty_pdf()}),
    "points": ("look", "kit=awari:2x2&expect=sensible"),
    "mirrored": ("look", "kit=gardner24@1&merged=no"),
    "mirrored_whole": ("look", "kit=gardner24@1&express=yes"),
    "position_written": ("find", "kit=her", {"position": "bbb"}),
    "position_false": ("find", "kit=her", {"position": ".../.../... w"}),
    "position_long": ("find", "kit=her", {"position": "b" * 301}),
    "position_set_up": ("find", "kit=her", {"cells": "1", "to_move": "0"}),
    "games_number": ("curve", "kit=her", {"games": "x"}),
    "more_games": ("curve", "kit=her", {"games": "5000", "machines": "5000"}),
    "no_file": ("verify", "kit=her", {"content": b""}),
    "no_table": ("verify", "kit=her", {"content": b"MZ\x90\0"}),
    "sweets_arrows": ("figures", "kit=nim:8&parts=sweets"),
    "sweets_rule": ("figures", "kit=her&rule=michie&parts=sweets"),
    "sweets_express": ("figures", "kit=her&express=yes&parts=sweets"),
    "sweets_double": ("figures", "kit=told:fox-hounds-4x4&parts=sweets&sweets-size=page"),
    "sweets_room": ("figures", "kit=her-3x4&parts=sweets&sweets-size=page"),
    "sweets_sheets": ("figures", "kit=her-3x4&parts=sweets"),
    "sweets_sheets_double": ("figures", "kit=her&parts=sweets&poster-bead=20"),
    "poster_boxes": ("figures", "kit=her-4x3&parts=poster"),
    "poster_moves": ("figures", "kit=awari-mini&parts=poster"),
    "marked_rings": ("figures", "kit=told:mu-torere&parts=log-marks"),
    "no_room_zero": ("figures", "kit=told:clobber-3x3&parts=zero"),
    "no_page": ("figures", "kit=her&parts=always"),
    "palette_small": ("look", "kit=told:queen-5x8"),
    "told_no_colours": ("trial", "kit=her", {"text": text_of("told:queen-5x8"), "step": "0"}),
}
#: Those about a game told as data.
ABOUT_TOLD = tuple(
    f"refusals.{start}" for start in ("key_", "mistake_", "told_", "toml_", "value_")
)
TOLD = {
    key.removeprefix("refusals.")
    for key in sorted(TEXTS["en"].keys())
    if key.startswith(ABOUT_TOLD)
}
#: The texts for other refusals: of a server, of much too little memory, of faults, of what no
#: choice here causes, and those of a game told as data, which tests/web/test_game_editor.py asks
#: for.
ELSEWHERE = TOLD | {
    "box_and_bead",
    "breaks",
    "busy",
    "busy_files",
    "closing",
    "extra",
    "fault",
    "file_missing",
    "journal_head",
    "label_shape",
    "marked_long",
    "megabytes",
    "nested",
    "no_bead",
    "no_choice",
    "no_game",
    "no_game_after",
    "no_game_yet",
    "no_memory",
    "no_redo",
    "no_room_route",
    "no_undo",
    "not_kept",
    "pdf_unread",
    "seconds",
    "sweets_many",
}


@pytest.mark.parametrize("key", few(REFUSED, one_in=24))
def test_a_refusal_is_in_the_language_of_the_page(ask, key):
    task, address, *more = REFUSED[key]
    asked = {"home": "https://example.org/"} | (more[0] if more else {})
    for language in LANGUAGES:
        answer = ask(task, f"{address}&language={language}", language, **asked)
        reason = unescape(re.search(r"<p.*?>(.*)</p>", answer["refusal"])[1])
        assert "--" not in reason, "the page has no options, but fields"
        if language == "en":
            if "--" not in answer["reason"]:
                told = answer["reason"].removesuffix(f"; {OWN_EDITIONS}")
                if reason.startswith("“"):  # the label of a field in place of its name
                    reason = reason.partition("” ")[2]
                    told = told.partition(" ")[2]
                assert reason == told
            continue
        pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(TEXTS[language].raw(f"refusals.{key}")))
        assert re.fullmatch(pattern, reason), answer["reason"]
        assert 'lang="en"' not in answer["refusal"]


def test_every_text_for_a_refusal_is_for_one_that_there_is():
    keys = {
        key.removeprefix("refusals.")
        for key in sorted(TEXTS["en"].keys())
        if key.startswith("refusals.")
    }
    assert keys == {*REFUSED} | ELSEWHERE
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(kitgen.__file__).parent.rglob("*.py")
    )
    for key in at_least(5, sorted(ELSEWHERE - TOLD)):
        # A reason is put together of pieces; what stands in brackets is added by another line.
        pieces = re.split(r" ?\(?\{\w+\}\)?", TEXTS["en"].raw(f"refusals.{key}"))
        assert any(piece.strip()[:40] in source for piece in pieces if len(piece) > 8), key


def test_a_reason_without_words_in_a_language_is_marked_as_english():
    assert '<p lang="en">something else</p>' in refusal("it", "something else")
