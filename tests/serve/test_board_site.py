"""The board of a class in a browser: played by keys through a lesson, killed in its middle, and
fed with files.
"""

import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread

import httpx
import pytest
import uvicorn
from browsers import barriers
from command_answers import run
from jobs import LANGUAGES, TEXTS
from sampling import few

from kitgen.journal.class_board import BoardFolder, result_keys
from kitgen.journal.journal import Journal
from kitgen.serve.run import serve_board

#: A log of a lesson, and a photo of another one.
LESSON_FILES = Path(__file__).parents[2] / "examples" / "lesson"

#: What a browser says of a board that was killed: nothing else may stand in its console.
KILLED = "net::ERR_CONNECTION"


@pytest.fixture
def class3b(tmp_path, monkeypatch):
    """Make a class of six groups in the working folder."""
    monkeypatch.chdir(tmp_path)
    assert run("journal", "new", "her", "--groups", "6", "-o", "class3b").exit_code == 0
    return tmp_path / "class3b"


@contextmanager
def board_of(folder):
    """A board of its own; yields its address, and its process."""
    command = [sys.executable, "-m", "kitgen", "journal", "board", str(folder), "--no-open"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"http://\S+", server.stderr.readline())[0], server
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGINT)
                assert server.wait(20) == 0


@contextmanager
def board_here(folder):
    """The board in a thread of this process, which starts sooner; yields its address."""
    addresses = Queue()
    servers = []

    class Seen(uvicorn.Server):
        def __init__(self, config):
            super().__init__(config)
            servers.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn, "Server", Seen)
        thread = Thread(target=serve_board, args=(BoardFolder(folder), 0, addresses.put))
        thread.start()
        try:
            yield addresses.get(timeout=20)
        finally:
            (server,) = servers
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture
def visit(browser):
    """A function that opens a board; what the console says, and what is asked of others, has to
    be nothing.
    """
    contexts = []
    complaints = []

    def go(address, *, width=1280, height=720):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}))
        page = contexts[-1].new_page()
        page.on("console", lambda said: KILLED in said.text or complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: asked.url.startswith((address, "data:")) or complaints.append(asked.url),
        )
        page.goto(address)
        page.locator(".tile").first.wait_for()
        return page

    yield go
    for context in contexts:
        context.close()
    assert complaints == []


def results(folder):
    return [list(standing.results) for standing in BoardFolder(folder).board().groups]


def played(page, keys):
    """Type some keys, and wait until the board has answered the last of them."""
    for key, answer in keys:
        page.keyboard.type(key)
        page.locator("#answer", has_text=answer).wait_for()


@pytest.mark.every
@pytest.mark.parametrize("games", [3, 7])
def test_a_lesson_of_keys_is_kept_although_the_board_is_killed(class3b, visit, games):
    """Many games of six groups, two slips taken back, and a kill in the middle."""
    rng = Random(3)
    expected = [[], [], [], [], [], []]
    with board_of(class3b) as (address, server):
        page = visit(address)
        for game in range(1, games + 1):
            for group in rng.sample(range(1, 7), 6):
                won = rng.random() < 0.1 * game
                result = "won" if won else "lost"
                played(page, [(f"{group} {result[0]}", f"Group {group}, game {game}: {result}")])
                expected[group - 1].append(1 if won else -1)
            if game == 2:
                played(
                    page,
                    [("5w", "Group 5, game 3: won"), ("u", "Taken back: Group 5, game 3: won")],
                )
        httpx.post(f"{address}keys", content="2 l")
        server.kill()
        server.wait(20)
        page.locator("#gone:visible").wait_for()
        expected[1].append(-1)
    assert results(class3b) == expected
    with board_of(class3b) as (address, _):
        page = visit(address)
        assert page.locator("button:visible").count() == 0  # for boards that the browser keeps
        again = f"Group 2, game {games + 1}"
        played(page, [("u", f"Taken back: {again}: lost"), ("2w", f"{again}: won")])
        expected[1][-1] = 1
        assert page.locator(".tile").count() == 6
        assert page.locator(".tile.leads").count() >= 1
        least = min(some[:games].count(-1) for some in expected)
        leading = [
            number for number, some in enumerate(expected, 1) if some[:games].count(-1) == least
        ]
        shown = page.locator(".tile.leads").evaluate_all(
            "(tiles) => tiles.map((tile) => Number(tile.dataset.number))"
        )
        assert set(shown) <= set(leading)
        assert barriers(page) == []
    assert results(class3b) == expected


@pytest.mark.every
def test_other_keys_say_what_is_possible_and_note_nothing(class3b, visit):
    with board_here(class3b) as address:
        page = visit(address)
        played(
            page,
            [
                ("3x", "“3x” is no result: Keys: 1 w = group 1 won"),
                ("9l", "the class has no group 9"),
            ],
        )
        played(page, [("u", "nothing to take back")])
        page.keyboard.type("4")
        assert page.inner_text("#typed") == "4"
        page.keyboard.press("Backspace")
        assert page.inner_text("#typed") == ""
        page.keyboard.type("4")
        page.keyboard.press("Escape")
        played(page, [("6l", "Group 6, game 1: lost")])
    assert results(class3b) == [[], [], [], [], [], [-1]]


@pytest.mark.every
def test_journals_that_change_meanwhile_are_shown(class3b, visit):
    with board_here(class3b) as address:
        page = visit(address)
        assert run("journal", "add", "class3b/4", LESSON_FILES / "games.csv").exit_code == 0
        page.locator("[data-number='4'] .learned", has_text="never again").wait_for()
        (class3b / "6.kitgen").unlink()
        page.locator("[data-number='6']").wait_for(state="detached")
        assert page.locator(".tile").count() == 5


def drop(page, where, path):
    """Drop a file on a part of the page."""
    given = page.evaluate_handle(
        "([name, bytes]) => { const data = new DataTransfer(); "
        "data.items.add(new File([new Uint8Array(bytes)], name)); return data; }",
        [path.name, list(path.read_bytes())],
    )
    page.dispatch_event(where, "drop", {"dataTransfer": given})


@pytest.mark.every
def test_files_are_dropped_on_groups(class3b, visit, tmp_path):
    photographed = tmp_path / "photographed.kitgen"
    assert run("journal", "new", "her", "-o", photographed).exit_code == 0
    run("journal", "add", photographed, LESSON_FILES / "sheet.jpg")
    with Journal(photographed) as journal:
        seen = [row.result for row in journal.games()]
    with board_here(class3b) as address:
        page = visit(address)
        httpx.post(
            f"{address}keys", content=" ".join(f"1{'w' if result > 0 else 'l'}" for result in seen)
        )
        drop(page, "[data-number='1']", LESSON_FILES / "sheet.jpg")
        page.locator("#answer", has_text="Group 1: the games of the file are noted").wait_for()
        drop(page, "[data-number='2']", LESSON_FILES / "games.csv")
        page.locator("#answer", has_text="Group 2: the games of the file are noted").wait_for()
        drop(page, "#front", photographed)
        page.locator("#answer", has_text="photographed has joined").wait_for()
        drop(page, "#front", LESSON_FILES / "games.csv")
        page.locator(
            "#answer.refused", has_text="'games.csv' does not say which machine has played"
        ).wait_for()
    with Journal(class3b / "1.kitgen") as journal:
        assert [row.result for row in journal.games()] == seen
        assert all(row.picks for row in journal.games())
    assert (class3b / "photographed.kitgen").exists()


@pytest.mark.every
@pytest.mark.parametrize("size", few([(1920, 1080), (1280, 720)], one_in=2))
@pytest.mark.parametrize("language", few(LANGUAGES, one_in=5))
def test_nothing_is_cut_off_in_any_language(tmp_path, monkeypatch, visit, language, size):
    monkeypatch.chdir(tmp_path)
    assert (
        run("print", "her", "--language", language, "--parts", "board", "-o", "printed").exit_code
        == 0
    )
    assert run("journal", "new", "printed", "--groups", "6", "-o", "made").exit_code == 0
    board = BoardFolder(tmp_path / "made")
    lost = next(
        key
        for key, result in result_keys(board.board().groups[0].kit, TEXTS[language]).items()
        if result < 0
    )
    board.press(" ".join(f"{group}{lost}" for group in range(1, 7)))
    with board_here(tmp_path / "made") as address:
        page = visit(address, width=size[0], height=size[1])
        cut = page.evaluate(
            "[document.documentElement, ...document.querySelectorAll('.tile, .learned, footer')]"
            ".filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > "
            "one.clientWidth + 1)"
            ".map((one) => one.className || one.localName)"
        )
        assert cut == []


@pytest.mark.every
def test_only_its_own_machine_is_answered_and_only_with_the_secret(class3b):
    with board_here(class3b) as address:
        home = address.rstrip("/").rpartition("/")[0]
        assert httpx.get(address, headers={"host": "elsewhere.example"}).status_code == 403
        assert httpx.get(f"{home}/").status_code == 404
        assert httpx.post(f"{home}/keys", content="1 l").status_code == 404
        assert httpx.post(f"{address}keys", content="1 l" * 10_000).status_code == 413
        policy = re.search('content="(default-src[^"]*)"', httpx.get(address).text)[1]
        assert "http" not in policy
        assert httpx.get(f"{address}state").headers["cache-control"] == "no-store"
    assert results(class3b) == [[]] * 6
