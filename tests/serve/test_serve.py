"""The site of ``kitgen serve``: what its addresses answer, what it refuses, and what stands
around every answer.
"""

import asyncio
import base64
import json
import re
import signal
import tempfile
import tomllib
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from urllib.parse import parse_qs
from zipfile import ZipFile

import pytest
from counting import at_least, at_least_one
from jobs import LANGUAGES, TEXTS, kit_of
from places import EXAMPLES
from sampling import few
from served_site import Client, asked

from kitgen.cli.commands.serve import command as serve
from kitgen.errors import KitgenError, TooLargeError, UsageError
from kitgen.installing.extras import MissingExtraError
from kitgen.kit.kit_json import write_kit
from kitgen.lab.experiment import trial
from kitgen.lab.tally import Tally
from kitgen.paper.marks.scene import Line, Polygon, Text
from kitgen.press.print_run import print_kit, printed_report
from kitgen.serve import app
from kitgen.serve.app import POLICY
from kitgen.serve.bounds import LARGEST_UPLOAD, LONGEST_ADDRESS
from kitgen.serve.pool import Pool
from kitgen.serve.work import FAULT, _answer, received
from kitgen.web import engine
from kitgen.web.address import NAMES_IN_1_0, fields, read_address
from kitgen.web.page_build import build_page
from kitgen.web.tasks import (
    BOTTOM_MM,
    HEIGHT_MM,
    LEFT_MM,
    MAX_SHEETS,
    TOP_MM,
    WORK,
    SiteTask,
    _approve,
    draw_curve,
)


@pytest.fixture(scope="module")
def client():
    """Asks the site and follows no redirects.

    Even on a busy machine, no answer begins with places in the queue.
    """
    with asked() as started, pytest.MonkeyPatch.context() as patch:
        patch.setattr("kitgen.serve.app.SECONDS_BEFORE_A_PLACE", 60.0)
        yield started


def kit_address(query, language="en"):
    """Return the kit that the query of an address names."""
    pairs = [tuple(pair.split("=", 1)) for pair in query.split("&") if pair]
    return read_address(pairs, language)[0]


# --- addresses
# --------------------------------------------------------------------------------------------------


def test_names_of_1_0_stand_for_fields_of_today():
    assert {*NAMES_IN_1_0.values()} <= {*fields()}


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("", "kit=her&language=en"),
        ("page=letter&kit=him&language=it", "kit=him&language=it&page=letter"),
        ("parts=labels&parts=cover,labels", "kit=her&language=en&parts=cover,labels"),
        ("kit=hexapawn:3x3&size=4x3", "kit=hexapawn:4x3&language=en"),
        ("kit=awari,rules=simple&size=2x3", "kit=awari:2x3,rules%3Dsimple&language=en"),
        ("own=35,5x15", "kit=her&language=en&stock=35.5x15"),
        ("own=2.625x1in", "kit=her&language=en&stock=66.67x25.4"),
        ("stock=60 * 40 mm&page=Letter&kit=HER", "kit=her&language=en&page=letter&stock=60x40"),
        ("kit=Hexapawn: 3×3&size=4 × 3", "kit=hexapawn:4x3&language=en"),
        (
            "poster-bead=7,50&poster-tiled=no&cards-duplex=none&side=",
            "kit=her&language=en&poster-bead=7.5",
        ),
        ("express=no&merged=yes", "kit=her&language=en&express=no&merged=yes"),
    ],
)
def test_a_kit_has_one_address(query, canonical):
    found = kit_address(query)
    assert found.query == canonical
    assert re.fullmatch("[0-9a-f]{16}", found.digest)
    assert found.digest == kit_address(canonical.replace("%3D", "=")).digest


def test_another_choice_is_another_address():
    digests = []
    for field in fields().values():
        other_words = [word for word in field.words if word != field.usual]
        if other_words:
            digests.append(kit_address(f"{field.name}={other_words[-1]}").digest)
    assert len(digests) > 10
    assert len(set(digests)) == len(digests)


PATHS = (
    "/etc/passwd",
    "../../etc/passwd",
    "x.toml",
    "..%2Fx.toml",
    "C:\\x.toml",
    "a\0b",
    "~/kit.pdf",
    "her/..",
)


@pytest.mark.parametrize(
    "name", ["kit", *(name for name, field in fields().items() if not field.switch)]
)
def test_nothing_in_an_address_is_taken_for_a_path(name):
    for path in PATHS:
        with pytest.raises(UsageError):
            kit_address(f"{name}={path}")


@pytest.mark.parametrize("name", few(["story", "templates", "output", "svg", "force"], one_in=2))
def test_what_an_address_may_not_say_is_refused(client, name):
    answer = client.get(f"/?kit=her&language=en&{name}=x.toml")
    assert answer.status_code == 422
    assert f"unknown part of the address '{name}'" in answer.text.replace("&#x27;", "'")


def test_an_address_that_is_too_long_or_of_nothing_is_refused(client):
    query = "x" * (LONGEST_ADDRESS - len("/nothing"))
    assert [client.get(f"/nothing?{query}{more}").status_code for more in ("", "x")] == [404, 414]
    for path in (
        "/nothing",
        "/kit/x/kit.exe",
        "/../pyproject.toml",
        "/app/app.css/..%2f",
        "/kit/%2e%2e/kit.toml",
    ):
        assert client.get(path).status_code in (303, 404), path
    assert client.post("/", data={"kit": "her"}).status_code == 405


def test_every_answer_says_what_a_page_may_do(client):
    for path in (
        "/?kit=her&language=en",
        "/nothing",
        "/app/app.css",
        "/task/look?kit=x",
        "/?kit=/",
        "/health",
        "/?language=it",
    ):
        answer = client.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
        # Styles and scripts stand in files of the app, as the policy demands; data may stand here.
        assert not re.search(
            r"<style|<script(?! src=\"app/| type=\"application/json\")|\son\w+=\"|style=",
            answer.text,
        )


def test_what_somebody_writes_stays_text(client):
    wrong = '"><script>alert(1)</script>'
    assert "<script>" not in client.get("/", params={"kit": wrong, "language": "en"}).text
    for task, more in (("look", {"kit": wrong}), ("find", {"position": wrong})):
        answer = client.get(f"/task/{task}", params={"kit": "her", "language": "en", **more})
        assert answer.status_code == 422
        assert "&lt;script&gt;" in answer.json()["refusal"]
        assert "<script>" not in answer.json()["refusal"]


@pytest.mark.parametrize(
    ("wish", "language"),
    [("it-IT,it;q=0.9,en;q=0.8", "it"), ("pt,es;q=0.5", "es"), ("xx", "en"), ("", "en")],
)
def test_the_page_speaks_as_the_browser_wishes(client, wish, language):
    answer = client.get("/", headers={"accept-language": wish})
    assert f'<html lang="{language}">' in answer.text
    assert TEXTS[language]("serve.footer") in answer.text
    assert answer.headers["vary"].startswith("Accept-Language")
    assert '<html lang="es">' in client.get("/?language=es", headers={"accept-language": wish}).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_words_in_every_language(client, language):
    text = client.get(f"/?kit=ladder&language={language}").text.partition('id="words"')[0]
    texts = TEXTS[language]
    assert text.startswith("<!doctype html>")
    for name, field in at_least(20, fields().items()):
        assert texts.has(f"serve.field.{name}"), name
        # What has a pattern, or takes several words, may be typed; a single word is not offered.
        if field.several or field.pattern or field.words == (field.usual,):
            continue
        for word in field.words:
            assert f'value="{word}"' in text, word
    key_without_text = r"serve\.(?!js|css)\w+"
    place_not_filled_in = r"\{\w+\}"
    assert not re.search(f"{key_without_text}|{place_not_filled_in}", text)


# --- a kit
# --------------------------------------------------------------------------------------------------


def kit_file(client, name, query="kit=ladder&language=en", more="", **headers):
    """Return the answer with a picture or a download of a kit."""
    kit = kit_address(query)
    return client.get(f"/kit/{kit.digest}/{name}?{kit.query}&{more}", headers=headers)


def task_answer(client, task, query):
    """Return what a page gets for a task: the last line of the answer."""
    answer = client.get(f"/task/{task}?{query}")
    assert answer.text.endswith("\n")
    return json.loads(answer.text.splitlines()[-1])


@pytest.mark.every
def test_a_page_shows_the_pictures_and_the_files_of_its_kit(client):
    look = task_answer(
        client, "look", "kit=hexapawn&size=3x3&language=it&page=&home=https://example.org/"
    )
    assert look["kit"] == "kit=hexapawn:3x3&language=it"
    for picture in ("card", "sheet", "code"):
        assert look[picture].startswith("data:image/svg+xml;base64,")
    for task, (name, ending, media) in at_least_one(engine.MADE.items()):
        file = task_answer(client, task, "kit=ladder&language=en&stock=35x15")
        assert (file["name"], file["media"]) == (f"ladder-en{ending}", media)
        digest = kit_address("kit=ladder&stock=35x15").digest
        assert file["path"] == f"kit/{digest}/{name}?kit=ladder&language=en&stock=35x15"
        answer = client.get(f"/{file['path']}")
        assert answer.headers["content-type"].split(";")[0] == media
    assert json.loads(kit_file(client, "kit.json").content)["schema"].startswith("kitgen/kit@")


def test_what_is_not_there_is_said_in_words_and_another_refusal_in_its_own(client):
    gone = client.get("/nowhere/at/all")
    wrong = client.post("/", content=b"")
    assert (gone.status_code, wrong.status_code) == (404, 405)
    assert "There is no such page." in gone.text
    assert "There is no such page." not in wrong.text


def test_what_is_no_task_is_refused(client):
    assert client.get("/task/warm").status_code == client.get("/task/nothing").status_code == 404
    for sent_task in ("verify", "invent", "trial"):
        assert client.get(f"/task/{sent_task}").status_code == 405
    assert client.post("/task/look").status_code == 405
    wrong = client.get("/task/look?kit=her&home=x&language=en&upload=/etc/passwd")
    assert (wrong.status_code, "upload" in wrong.json()["reason"]) == (422, True)
    assert (
        client.get("/task/look?language=en")
        .json()["reason"]
        .startswith("a page has to say where it is")
    )


def test_a_pdf_is_the_one_that_the_command_prints(client):
    stream = BytesIO()
    print_kit(kit_of("ladder", language="it"), stream, page="letter")
    answer = kit_file(client, "kit.pdf", "kit=ladder&language=it&page=letter")
    assert answer.content == stream.getvalue()
    assert answer.headers["content-disposition"] == 'attachment; filename="ladder-it.pdf"'
    again = kit_file(
        client,
        "kit.pdf",
        "kit=ladder&language=it&page=letter",
        **{"if-none-match": answer.headers["etag"]},
    )
    assert (again.status_code, again.content) == (304, b"")


def test_figures_are_those_of_the_command(client):
    printed = print_kit("ladder", BytesIO(), write=False)
    figures = kit_file(client, "figures.json").json()
    assert figures.pop("warnings") == []
    assert figures == printed_report(printed)
    shown = task_answer(client, "figures", "kit=ladder&language=en")["shown"]
    assert f"<dd>{printed.sheets}</dd>" in shown
    assert figures["command"] in shown


def test_a_zip_is_the_folder_of_the_command(client, tmp_path):
    printed = print_kit("ladder", tmp_path / "ladder")
    answer = kit_file(client, "kit.zip")
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == sorted(f"ladder/{name}" for name in printed.files)
        for name in at_least(5, printed.files):
            assert archive.read(f"ladder/{name}") == (tmp_path / "ladder" / name).read_bytes()


@pytest.mark.every
def test_the_companion_page_is_the_one_of_the_command(client):
    saved = kit_file(client, "companion.html")
    shown = kit_file(client, "play.html")
    assert saved.text == shown.text == build_page(kit_of("ladder"))
    assert "attachment" in saved.headers["content-disposition"]
    assert "content-disposition" not in shown.headers
    # Its own policy for scripts stands in it.
    assert "script-src" not in shown.headers["content-security-policy"]


def test_pictures_are_pictures_and_may_do_nothing(client):
    for name in ("card.svg", "sheet.svg", "board.svg"):
        answer = kit_file(client, name)
        assert answer.text.startswith("<?xml")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["content-security-policy"].endswith("sandbox")
    assert (
        kit_file(client, "card.svg", "kit=ladder&language=en&stock=35x15").text
        != kit_file(client, "card.svg").text
    )
    wrong = client.get(f"/kit/{kit_address('').digest}/card.svg?kit=her&language=en&box-shown=Z9")
    assert (wrong.status_code, wrong.text) == (422, "there is no box 'Z9' in this kit\n")


def outlines(svg):
    """Return the outlines drawn in a picture."""
    return re.findall(r'<path d="([^"]*)"', svg)


def test_the_pictures_beside_the_form_are_drawn_in_its_theme(client):
    """An apple and a hedgehog have other outlines than pawns, on the card, the sheet and the board
    of a position.
    """
    themed = "kit=her&language=en&theme=hedgehogs"
    for name in ("card.svg", "sheet.svg", "board.svg"):
        usual = outlines(kit_file(client, name, "kit=her&language=en").text)
        drawn = outlines(kit_file(client, name, themed).text)
        assert len(usual) == len(drawn) > 0, "as many pieces"
        # Only the marks for a sheet's reader stay.
        assert len(set(usual) & set(drawn)) < 4


def test_an_address_that_somebody_has_written_leads_to_the_one(client):
    answer = client.get("/kit/-/board.svg?kit=ladder&position=4")
    kit = kit_address("kit=ladder")
    assert answer.headers["location"] == f"/kit/{kit.digest}/board.svg?{kit.query}&position=4"


def test_a_kit_that_is_too_large_is_refused_with_the_reason(client):
    answer = kit_file(client, "kit.pdf", "kit=tictactoe:4x4&language=en")
    assert answer.status_code == 422
    assert "'tictactoe:4x4' has more than 20,000 positions" in answer.text
    _approve(MAX_SHEETS, False)
    with pytest.raises(TooLargeError, match=f"has more than {MAX_SHEETS + 1} sheets"):
        _approve(MAX_SHEETS + 1, True)


def test_whoever_waits_is_told_the_place(client, monkeypatch):
    monkeypatch.setattr("kitgen.serve.app.SECONDS_BEFORE_A_PLACE", 0)
    answer = client.get("/task/pdf?kit=ladder&language=es&page=letter")
    *places, file = map(json.loads, answer.text.split("\n")[:-1])
    assert {place["place"] for place in places} == {TEXTS["es"]("serve.next")}
    assert client.get(f"/{file['path']}").content[:5] == b"%PDF-"
    no_patience = (0,)
    monkeypatch.setattr("kitgen.serve.app.Visit.made.__defaults__", no_patience)
    late = kit_file(client, "kit.pdf", "kit=ladder&language=es&page=letter&stock=35x15")
    assert (late.status_code, late.headers["retry-after"]) == (503, "2")


# --- find, simulate, verify
# -------------------------------------------------------------------------------------------


def test_a_position_is_found_as_the_command_finds_it(client):
    text = task_answer(client, "find", "kit=her&language=en&position=bbb/w../.ww b")["shown"]
    assert "Open box A1. On it the board is turned or mirrored." in text
    assert [*re.findall(r"<td>(\w\d\w\d)</td>", text)] == ["b3a2", "b3b2", "c3c2"]
    assert "Y (yellow)" in text
    assert (
        text
        == task_answer(client, "find", "kit=her&language=en&cells=222100011&to_move=1")["shown"]
    )
    for wrong in (
        "position=nothing",
        "cells=2&to_move=0",
        "cells=222000111",
        "cells=222000111&to_move=x",
    ):
        answer = client.get(f"/task/find?kit=her&language=en&{wrong}")
        assert (answer.status_code, "fault of kitgen" in answer.text) == (422, False), wrong


def test_machines_are_tried_out_with_their_curve(client):
    kit = "kit=ladder&language=en"
    trial_of_it = "opponent=perfect&games=30&machines=20"
    query = f"{kit}&{trial_of_it}"
    text = task_answer(client, "curve", query)["shown"]
    shares = [float(share) for share in re.findall(r"<td>([\d.]+)%</td>", text)]
    assert len(shares) == 3
    assert sum(shares) == pytest.approx(100, abs=0.02)
    [data] = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]*)"', text)
    picture = base64.b64decode(data).decode()
    assert client.get(f"/kit/-/curve.svg?{query}").status_code == 303
    assert kit_file(client, "curve.svg", kit, more=trial_of_it).text == picture
    for wrong in (
        "games=0",
        "games=x",
        "games=5000&machines=5000",
        "opponent=machine:/etc/passwd",
        "opponent=script:a",
    ):
        assert client.get(f"/task/curve?kit=ladder&language=en&{wrong}").status_code == 422, wrong
    large = client.get("/task/curve?kit=ladder&language=en&games=5000&machines=5000").text
    assert "5,000 games of 5,000 machines are 25,000,000" in large


@pytest.mark.parametrize(
    ("language", "half"),
    [("en", "50%"), ("it", "50%"), ("es", "50\u00a0%"), ("fr", "50\u00a0%"), ("de", "50\u00a0%")],
)
def test_the_shares_beside_a_curve_are_written_as_in_its_language(language, half):
    tally = Tally(trial("her", games=2), 10, [5, 5], [0, 0], [5, 5])
    marks = draw_curve(tally, TEXTS[language]).marks
    texts = [mark.text for mark in marks if isinstance(mark, Text)]
    assert half in [text.replace("\u202f", "\u00a0") for text in texts]


@pytest.mark.parametrize("games", [1, 30, 200])
def test_a_curve_goes_from_the_first_game_to_the_last_at_the_height_of_its_shares(games):
    """Ten machines win the first half of their games and none of the others. Of more than 40 games,
    a point stands for several, at their middle.
    """
    wins = [10 if number < games / 2 else 0 for number in range(games)]
    tally = Tally(trial("her", games=games), 10, wins, [0] * games, [10 - won for won in wins])
    marks = draw_curve(tally, TEXTS["de"]).marks
    (curve,) = [mark for mark in marks if isinstance(mark, Polygon)]
    # The text of a level follows its line.
    levels = {mark.text: line for line, mark in pairwise(marks) if isinstance(line, Line)}
    left, top = levels["100\u00a0%"].start
    right, _ = levels["100\u00a0%"].end
    bottom = levels["0\u00a0%"].start[1]
    assert (top, bottom) == (TOP_MM, HEIGHT_MM - BOTTOM_MM)
    texts = [mark for mark in marks if isinstance(mark, Text)]
    x_of_game = {int(text.text): text.at[0] for text in texts if text.text.isdigit()}
    assert (left, x_of_game[1]) == (LEFT_MM, LEFT_MM)
    assert all(0 < text.at[1] < HEIGHT_MM for text in texts)
    assert x_of_game[games] == (right if games > 1 else left)
    mm_per_game = (x_of_game[games] - left) / max(1, games - 1)
    points = min(games, 40)
    games_per_point = games / points
    wanted_x = []
    wanted_y = []
    for point in range(points):
        games_before_its_middle = games_per_point * (point + 0.5) - 0.5
        wanted_x.append(left + mm_per_game * games_before_its_middle)
        wanted_y.append(top if point < points / 2 else bottom)
    assert [x for x, _ in curve.points] == pytest.approx(wanted_x)
    assert [y for _, y in curve.points] == wanted_y


def sent(client, name, content, kit="kit=her", **more):
    """Return the answer on a file: what it says, and its status."""
    line = json.dumps({"file": name, **more}).encode()
    return client.post(f"/task/verify?language=en&{kit}", content=line + b"\n" + content)


def test_a_print_is_checked_and_words_that_are_called_a_kit_are_refused(client):
    stream = BytesIO()
    print_kit("ladder", stream, parts=["board"])
    good = sent(client, "../../what ever.pdf", stream.getvalue())
    assert "Right: " in good.text
    assert client.get("/health").text == "ok\n"
    kit = sent(client, "kit.json", (EXAMPLES / "README.md").read_bytes())
    assert kit.status_code == 422


def test_a_kit_json_is_checked_as_a_kit(client):
    answer = sent(client, "kit.json", write_kit(kit_of("ladder")))
    assert answer.status_code == 200
    assert "Right: " in answer.text


def test_a_page_whose_file_waits_says_its_places_and_then_the_report(client, monkeypatch):
    content = (EXAMPLES / "ahl-1976.csv").read_bytes()
    places = iter([7, 7, 2])
    monkeypatch.setattr("kitgen.serve.app.SECONDS_BEFORE_A_PLACE", 0)
    monkeypatch.setattr("kitgen.serve.app.SECONDS_BETWEEN_LOOKS", 0.01)
    monkeypatch.setattr(Pool, "place", lambda *_: next(places, 0))
    answer = sent(client, "ahl.csv", content, "kit=hexapawn:3x3")
    *waiting, report = map(json.loads, answer.text.split("\n")[:-1])
    wanted = [
        *(TEXTS["en"]("serve.place", count=count) for count in (7, 2)),
        TEXTS["en"]("serve.next"),
    ]
    assert [line["place"] for line in waiting] == wanted
    assert "Wrong: 3 mistakes in the table" in report["shown"]
    *_, refused = sent(client, "a.exe", b"MZ\x90\0").text.splitlines()
    assert "neither a PDF nor a table" in json.loads(refused)["reason"]


def test_a_table_of_somebody_else_s_is_checked(client):
    answer = sent(
        client, "ahl.csv", (EXAMPLES / "ahl-1976.csv").read_bytes(), "kit=hexapawn&size=3x3"
    )
    assert answer.status_code == 200
    assert "Wrong: 3 mistakes in the table" in answer.text
    assert len(re.findall("<li>line", answer.text)) == 3


def test_a_table_without_moves_is_not_decided(client):
    kit = kit_of("her")
    boards = "".join(f"{kit.game.text(box.position).split()[0]}\n" for box in kit.boxes)
    answer = sent(client, "boards.txt", boards.encode(), "kit=hexapawn:3x3&side=black")
    assert 'class=\\"result not-decided\\"' in answer.text
    assert (
        "Not decided: nothing wrong was found, but 1 thing was not read or decided" in answer.text
    )
    assert (
        "no moves of the 19 entries could be read: only their boards were compared" in answer.text
    )


def test_a_file_without_a_table_is_not_decided(client):
    answer = sent(
        client,
        "words.txt",
        b"18993: 1-4 2-5\nall the rest\n",
        "kit=hexapawn:3x3&side=black&language=de",
    )
    assert 'class=\\"result not-decided\\"' in answer.text
    assert (
        "keine Tabelle gefunden; so kann ein Eintrag gelesen werden: bbb/..w/ww.: 1-4 2-5 2-6"
        in answer.text
    )
    assert "Zeile 2 wurde nicht gelesen: all the rest" in answer.text


@pytest.mark.parametrize("name", ["ahl.md", "ahl.js", "ahl.py", "AHL"])
def test_a_table_may_be_text_under_any_name(client, name):
    _heading, *lines = (EXAMPLES / "ahl-1976.csv").read_text().splitlines()
    rows = [line.split(",") for line in lines]
    markdown = "| board | moves |\n|---|---|\n"
    markdown += "".join(f"| {board} | {moves} |\n" for board, moves in rows)
    texts = {
        "ahl.md": markdown,
        "ahl.js": "const boxes = " + json.dumps(dict(rows)) + ";\n",
        "ahl.py": f"BOXES = {dict(rows)!r}\n",
        "AHL": "".join(f"{board}: {moves}\n" for board, moves in rows),
    }
    answer = sent(client, name, texts[name].encode(), "kit=hexapawn:3x3")
    assert "Wrong: 3 mistakes in the table" in answer.text
    assert len(re.findall("<li>(?:line|entry)", answer.text)) == 3


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.pdf", b"%PDF-1.7\n" + b"<<" * 2000, "the file"),
        ("a.exe", b"MZ\x90\0", "neither a PDF nor a table"),
        ("a.csv", b"", "no file was sent"),
        ("a.json", b"[" * 100_000, "is not valid JSON"),
        ("a.csv", b"\xff\xfe\0", "the file"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_words_that_name_no_place(
    client, name, content, words
):
    answer = sent(client, name, content)
    assert answer.status_code == 422
    assert words in answer.text
    assert "kitgen-serve" not in answer.text


def test_a_file_without_a_table_is_not_decided_and_its_lines_are_named(client):
    answer = sent(client, "a.toml", b"x = 1")
    assert answer.status_code == 200
    assert "Not decided" in answer.text
    assert "line 1 was not read: x = 1" in answer.text


def test_what_is_no_file_or_too_large_is_refused(client):
    for body in (
        b"",
        b"x",
        b'{"file": 1}\nx',
        b'["file"]\nx',
        b'{"file": "a.pdf", "upload": "/etc/passwd"}\nx',
    ):
        assert client.post("/task/verify?language=en", content=body).status_code == 422, body
    assert client.post("/task/verify", content=b"x" * (LARGEST_UPLOAD + 1)).status_code == 413

    async def endless():
        while True:
            yield b"x" * 1_000_000

    assert client.post("/task/verify", content=endless()).status_code == 413


def invent(client, task, **more):
    """Return the answer to ``invent`` or ``trial``; where the machine is busy, places in the queue
    come before it.
    """
    answer = client.post(f"/task/{task}?language=it", content=json.dumps(more).encode() + b"\n")
    return json.loads(answer.text.splitlines()[-1])


#: Begins an invented game as Hexapawn, and changes a square.
BEGUN = '[["begin", "told:hexapawn"], ["square.4", ""]]'


@pytest.mark.every
def test_a_game_is_invented_and_tried(client):
    begun = invent(client, "invent", text="", edits=BEGUN)
    assert 'start = ["bbb", ".w.", "www"]' in begun["text"]
    assert "b2: pedone bianco" in begun["controls"]
    tried = invent(client, "trial", text=begun["text"], step="99")
    assert tried["more"] is False
    [name] = parse_qs(begun["kit"])["kit"]
    white = len(kit_of(name, side="first", language="it").boxes)
    black = len(kit_of(name, side="second", language="it").boxes)
    assert tried["summary"].startswith(f"Scatole: Bianco {white}, Nero {black} · ")
    looked = client.get(f"/task/look?{begun['kit']}&home=x").text.splitlines()[-1]
    assert json.loads(looked)["kit"] == begun["kit"]


@pytest.mark.every
def test_a_wrong_or_large_invented_game_is_refused(client):
    wrong = invent(client, "invent", text="<script>", edits="[]")
    assert (wrong["kit"], wrong["controls"], "<script>" in wrong["refusal"]) == ("", "", False)
    assert "kitgen-serve" not in wrong["refusal"]
    small = invent(client, "invent", text="", edits=BEGUN)["text"]
    rows = ["bbbbbb", *["......"] * 4, "wwwwww"]
    large = small.replace("3x3", "6x6").replace('["bbb", ".w.", "www"]', json.dumps(rows))
    assert "20,000" in invent(client, "trial", text=large)["reason"]
    for body in ({"text": "x", "upload": "/etc/passwd"}, {"text": 1}, {"text": "a." * 400_000}):
        assert invent(client, "trial", **body).keys() == {"refusal", "reason"}, str(body)[:40]
    assert invent(client, "invent", text="", edits='[["begin", "told:/etc/passwd"]]')["refusal"]


def test_a_file_is_put_down_as_it_was_sent(tmp_path):
    content = Random(1).randbytes(5000) + b"\r\n\n{}\n"
    path = tmp_path / "upload"
    path.write_bytes('{"file": "é.pdf", "counts": "B4,R,2\\nB5,R,1"}\n'.encode() + content)
    task = received(SiteTask("verify", upload=str(path)))
    assert path.read_bytes() == content
    assert task.more == {"file": "é.pdf", "counts": "B4,R,2\nB5,R,1"}


def content_of(path):
    return Path(path).read_bytes()


def slowly(pieces, pause=0.0):
    """Return a body that is sent in pieces, with so many seconds after each."""

    async def body():
        for piece in pieces:
            yield piece
            await asyncio.sleep(pause)

    return body()


def test_files_that_are_sent_take_a_bounded_time_and_room_on_disk(client, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen = []

    async def watched(self, task, _patience):
        seen.append((content_of(task.upload), self.request.app.state.uploaded))
        raise KitgenError("enough")

    monkeypatch.setattr(app.Visit, "made", watched)
    assert client.post("/task/verify", content=slowly([b"one", b"other"])).status_code == 422
    assert seen == [(b"oneother", 8)], "it is on disk while it is checked"
    monkeypatch.setattr(app, "MAX_UPLOADED_BYTES", 10)
    full = client.post("/task/verify", content=slowly([b"x" * 6] * 2))
    assert (full.status_code, full.headers["retry-after"]) == (503, "60")
    monkeypatch.setattr(app, "MAX_SENDING_SECONDS", 0.05)
    assert client.post("/task/verify", content=slowly([b"x"] * 5, 0.1)).status_code == 408
    assert len(seen) == 1
    assert client.app.state.uploaded == 0
    assert list(tmp_path.iterdir()) == []


def test_a_file_whose_sender_has_left_is_refused():
    with pytest.raises(KitgenError, match="the file has been deleted"):
        list(_answer(SiteTask("verify", upload="/nowhere/upload", shown=True)))


def test_an_unforeseen_fault_is_told_in_a_line(client, monkeypatch):
    def spoilt(*_):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(app, "app_frame", spoilt)
    answer = client.get("/?kit=ladder&language=en")
    assert (answer.status_code, answer.headers["content-security-policy"]) == (500, POLICY)
    assert answer.text == "this is a fault of kitgen, please report it (ZeroDivisionError)\n"


def test_an_unforeseen_fault_of_a_task_leaves_its_traceback_for_the_log(monkeypatch):
    monkeypatch.setitem(WORK, "card", lambda _task, _telling: 1 / 0)
    answer = _answer(SiteTask("card"))
    letter, traceback = next(answer)
    assert letter == FAULT
    assert b"Traceback" in traceback
    assert b"ZeroDivisionError: division by zero" in traceback
    with pytest.raises(
        KitgenError, match=r"this is a fault of kitgen, please report it \(ZeroDivisionError\)"
    ):
        next(answer)


# --- what browsers, caches and proxies count on
# -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "status"),
    [
        ("{tag}", 304),
        ("{strong}", 304),
        ('"other", {tag}', 304),
        ("*", 304),
        ('"other"', 200),
        ("", 200),
        ('W/"other",{strong} , "more"', 304),
    ],
)
@pytest.mark.parametrize("path", ["/app/app.css", "card.svg"])
def test_what_a_client_has_is_not_sent_again(client, path, tags, status):
    def asked_with(**headers):
        if path.startswith("/"):
            return client.get(path, headers=headers)
        return kit_file(client, path, **headers)

    tag = asked_with().headers["etag"]
    headers = {"if-none-match": tags.format(tag=tag, strong=tag.removeprefix("W/"))}
    answer = asked_with(**headers)
    assert (answer.status_code, answer.content == b"") == (status, status == 304)


def test_pages_are_sent_compressed_to_whoever_can_read_that(client):
    """The words of other languages, which are compressed in the page already, only lose base 64:
    three bytes for four letters. All else becomes a third at most.
    """
    page = build_page(kit_of("ladder"))
    size = {}
    packed = len(re.search(r'"more_languages":"([^"]+)"', page)[1])
    for coding in ("gzip", "identity"):
        answer = kit_file(
            client, "play.html", "kit=ladder&language=en", **{"accept-encoding": coding}
        )
        assert answer.text == page
        assert answer.headers["vary"] == "Accept-Encoding"
        size[coding] = int(answer.headers["content-length"])
    assert size["gzip"] - packed * 3 / 4 < (size["identity"] - packed) / 3


def test_a_request_of_doubtful_length_is_refused(client):
    answer = client.post(
        "/task/verify",
        content=b"x",
        headers={"transfer-encoding": "chunked", "content-length": "1"},
    )
    assert (answer.status_code, answer.headers["connection"]) == (400, "close")


def test_a_proxy_may_offer_the_site_under_a_path(client):
    """All links of a page are relative, and what it gets from a task, too."""
    under = Client(client.loop, client.app, root_path="/machines")
    for path in ("/?rule=none&language=en", "/?kit=ladder", "/app/it.html"):
        text = under.get(path).text
        links = re.findall(r'(?:href|src|action|formaction)="([^"]*)"', text)
        assert not [link for link in at_least(4, links) if link.startswith("/") or "//" in link]
    assert under.get("/kit/-/card.svg?kit=ladder").headers["location"].startswith("/machines/kit/")
    assert task_answer(under, "card", "kit=ladder")["path"].startswith("kit/")


def test_json_and_pages_give_the_same_hint(client):
    assert app.USUAL in LANGUAGES
    for path in ("/", "/task/look"):
        refused = client.get(f"{path}?kit=her&rule=gardnr&language=en")
        assert "did you mean &#x27;gardner&#x27;" in refused.text
    assert json.loads(kit_file(client, "figures.json").text)["kit"] == "ladder"


# --- the container
# --------------------------------------------------------------------------------------------------


def test_the_container_installs_and_starts_what_there_is():
    """No container is built: names in the Containerfile are compared with those in the project."""
    root = EXAMPLES.parent
    containerfile = (root / "Containerfile").read_text(encoding="utf-8")
    lines = containerfile.replace("\\\n", "").splitlines()
    said = dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = re.search(r'"/source\[([\w,]+)\]"', "".join(lines))[1].split(",")
    assert {"web", "lab"} <= {*extras} <= project["optional-dependencies"].keys()
    image = re.search(r"python:(3\.\d+)-slim", said["FROM"])[1]
    needed = project["requires-python"].removeprefix(">=")
    assert [*map(int, image.split("."))] >= [*map(int, needed.split("."))]
    program, command, *words = json.loads(said["ENTRYPOINT"])
    assert (program, command) == ("/kitgen/bin/kitgen", "serve")
    with serve.make_context("serve", words) as context:
        assert (context.params["host"], context.params["port"]) == ("0.0.0.0", int(said["EXPOSE"]))  # noqa: S104
    assert re.search(rf"http://127\.0\.0\.1:{said['EXPOSE']}/health", "".join(lines))
    assert int(said["USER"].partition(":")[0]) > 0
    assert signal.Signals[said["STOPSIGNAL"]] is signal.SIGINT


def test_visitors_are_not_told_where_kitgen_was_installed_from(client, monkeypatch):
    """What is missing is named; the command that adds it names a folder of the server."""
    monkeypatch.setattr("kitgen.installing.extras._found", lambda module: module != "shapely")
    said = client.get("/?kit=her&laser=usual").text
    assert "needs the extra" in said
    assert "pip install" not in said

    def needs_lab(_task, _telling):
        raise MissingExtraError("a report", "lab")

    monkeypatch.setitem(WORK, "card", needs_lab)
    with pytest.raises(
        KitgenError, match=r"^a report needs the extra 'lab', which is not installed$"
    ):
        list(_answer(SiteTask("card")))
