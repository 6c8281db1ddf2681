"""The answers of the board of a class without a browser: what each address hands on to the class,
what comes back, with which headers, and what is refused. The class is written down, not played.
"""

import asyncio
import os
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from kitgen.errors import KitgenError, UsageError
from kitgen.serve import app, board_site
from kitgen.serve.app import make_board_app
from kitgen.serve.board_site import BoardSite

# --- the addresses
# --------------------------------------------------------------------------------------------------


class Noted:
    """Stands for the answers of a board: it says what it was asked."""

    def __init__(self, folder):
        self.folder = folder

    def page(self):
        """Return the page."""
        return f"<p>the board of {self.folder}"

    def state(self, version):
        """Return nothing for the version that it has."""
        return None if version == "7" else {"asked": ["state", version]}

    def press(self, typed):
        """Take keys."""
        if typed == "bad":
            raise UsageError("no such key")
        return {"asked": ["press", typed]}

    def take(self, content, name, group):
        """Take a file."""
        return {"asked": ["take", len(content), name, group]}


@pytest.fixture
def ask(monkeypatch):
    """A function that asks a board by method and path."""
    monkeypatch.setattr(app, "BoardSite", Noted)
    board = make_board_app("class3b", "secret")

    async def answer(method, path, **how):
        transport = httpx.ASGITransport(board)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **how)

    return lambda method, path, **how: asyncio.run(answer(method, path, **how))


@pytest.mark.parametrize(
    ("method", "path", "content", "asked"),
    [
        ("GET", "/secret/state", b"", ["state", ""]),
        ("GET", "/secret/state?version=6", b"", ["state", "6"]),
        ("POST", "/secret/keys", b"1 w", ["press", "1 w"]),
        ("POST", "/secret/keys", "é".encode(), ["press", "é"]),
        ("POST", "/secret/keys", b"\xff", ["press", "\N{REPLACEMENT CHARACTER}"]),
        ("POST", "/secret/file?name=a.csv&group=3", b"abc", ["take", 3, "a.csv", "3"]),
        ("POST", "/secret/file?name=a/b.csv", b"", ["take", 0, "b.csv", ""]),
        ("POST", "/secret/file?name=..%5C..%5Cb.csv&group=x", b"", ["take", 0, "b.csv", "x"]),
        ("POST", "/secret/file?group=1", b"", ["take", 0, "file", "1"]),
        ("POST", "/secret/file?name=/&group=1", b"", ["take", 0, "file", "1"]),
    ],
)
def test_each_address_hands_on_what_it_is_asked(ask, method, path, content, asked):
    answer = ask(method, path, content=content)
    assert answer.json() == {"asked": asked}
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"


NOT_KEPT = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


@pytest.mark.parametrize(
    ("method", "path", "content", "status", "words"),
    [
        ("GET", "/secret/", b"", 200, "<p>the board of class3b"),
        ("GET", "/secret/state?version=6", b"", 200, '{"asked":["state","6"]}'),
        ("GET", "/secret/state?version=7", b"", 204, ""),
        ("POST", "/secret/keys", b"bad", 200, '{"refused":"no such key"}'),
    ],
)
def test_no_answer_is_kept_or_framed(ask, method, path, content, status, words):
    answer = ask(method, path, content=content)
    assert (answer.status_code, answer.text) == (status, words)
    assert NOT_KEPT.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/secret", 307),
        ("GET", "/another/", 404),
        ("GET", "/another/state", 404),
        ("POST", "/keys", 404),
        ("GET", "/secret/keys", 405),
        ("GET", "/secret/file", 405),
        ("POST", "/secret/", 405),
        ("POST", "/secret/state", 405),
    ],
)
def test_other_addresses_and_methods_are_not_answered(ask, method, path, status):
    assert ask(method, path).status_code == status


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("127.0.0.1:8000", True),
        ("[::1]", True),
        ("[::1]:8000", True),
        ("", False),
        ("127.0.0.2", False),
        ("board.example", False),
        ("board.example:8000", False),
        ("localhost.board.example", False),
    ],
)
def test_only_the_names_of_this_machine_are_answered(ask, host, answered):
    answer = ask("GET", "/secret/", headers={"host": host})
    if answered:
        assert answer.status_code == 200
    else:
        assert answer.status_code == 403
        assert answer.text == "this board is for the machine that it runs on\n"


@pytest.mark.parametrize(
    ("path", "most"), [("keys", 4 * 200), ("file", app.LARGEST_UPLOAD)], ids=["keys", "file"]
)
def test_more_than_so_many_bytes_are_not_taken(ask, monkeypatch, path, most):
    if path == "file":
        most = 1000
        monkeypatch.setattr(app, "LARGEST_UPLOAD", most)
    assert ask("POST", f"/secret/{path}", content=b"a" * most).status_code == 200
    assert ask("POST", f"/secret/{path}", content=b"a" * (most + 1)).status_code == 413


def test_what_is_sent_too_slowly_is_not_taken(ask, monkeypatch):
    monkeypatch.setattr(app, "MAX_SENDING_SECONDS", 0)

    async def slowly():
        await asyncio.sleep(0.01)
        yield b"1 w"

    assert ask("POST", "/secret/keys", content=slowly()).status_code == 408


# --- what is made of a class
# --------------------------------------------------------------------------------------------------


class Class:
    """Stands for the folder of a class: it writes down what is done with it."""

    templates = "templates"

    def __init__(self, folder):
        self.folder = folder
        self.done = []
        self.board_number = 0

    def board(self):
        """Return another board each time."""
        self.board_number += 1
        return self.board_number

    def texts(self):
        """Return the words: their key, and what is filled in."""
        return lambda key, name: f"{key} {name}"

    def paths(self):
        """Return the paths of the journals."""
        return sorted(self.folder.glob("*.kitgen"))

    def path_of(self, number):
        """Return the path of a group."""
        return self.folder / f"group {number}.kitgen"

    def path_of_new(self, group):
        """Return the path of a new group."""
        return self.folder / f"{group}.kitgen"

    def press(self, typed):
        """Note keys, of which the second letter is a group."""
        if typed == "x":
            raise KitgenError("no such key")
        return [SimpleNamespace(group=letter) for letter in typed]

    def noted_words(self, noted, _texts):
        """Say what was noted."""
        return " and ".join(each.group for each in noted) or "nothing"

    def number(self, group):
        """Return the number of a group."""
        return len(group) + 20

    def called(self, group):
        """Return a group as people call it."""
        return f"Group {group}"

    def take_file(self, file, number):
        """Take a file."""
        self.done.append((file.name, file.read_bytes(), number))
        if file.read_bytes() == b"bad":
            raise KitgenError(f"{file} is not a table, nor {file.parent}")
        return f"g{number}"


@pytest.fixture
def site(tmp_path, monkeypatch):
    """The board of a class that is written down."""
    monkeypatch.setattr(
        board_site,
        "board_data",
        lambda board, texts: {"version": f"v{board}", "of": texts("k", "n")},
    )
    monkeypatch.setattr(
        board_site,
        "build_board_page",
        lambda board, texts, name, live: f"{board} {texts('k', 'n')} {name} {live}",
    )
    folder = tmp_path / "class3b"
    folder.mkdir()
    (folder / "1.kitgen").write_bytes(b"one")
    return BoardSite(Class(folder))


def test_the_page_has_the_name_of_its_folder(site):
    assert site.page() == "1 k n class3b True"


def test_a_board_is_made_again_only_when_a_journal_changes(site):
    folder = site._folder.folder
    board = {"version": "v1", "of": "k n"}
    assert site.state("") == {"board": board}
    assert site.state("v0") == {"board": board}
    assert site.state("v1") is None
    changes = [
        lambda: (folder / "1.kitgen").write_bytes(b"one more"),
        lambda: os.utime(folder / "1.kitgen", ns=(1, 1)),
        lambda: (folder / "2.kitgen").write_bytes(b"two"),
        lambda: (folder / "2.kitgen-wal").write_bytes(b"written ahead"),
        (folder / "1.kitgen").unlink,
    ]
    for number, change in enumerate(changes, 2):
        before = f"v{number - 1}"
        assert site.state(before) is None
        change()
        assert site.state(before)["board"]["version"] == f"v{number}"
    (folder / "notes.txt").write_bytes(b"of nobody's game")
    assert site.state("v6") is None


def test_a_journal_that_is_taken_away_meanwhile_counts_no_more(site):
    folder = site._folder
    before = board_site._signature(folder)
    paths = folder.paths()
    folder.paths = lambda: [folder.folder / "0.kitgen", *paths, folder.folder / "9.kitgen"]
    assert board_site._signature(folder) == before
    ((name, _, size),) = before
    assert (name, size) == ("1.kitgen", 3)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("a", {"said": "a", "number": 21}),
        ("ab", {"said": "a and b", "number": 21}),
        ("", {"said": "nothing", "number": 0}),
        ("x", {"refused": "no such key"}),
    ],
)
def test_keys_are_answered_with_the_board(site, typed, answer):
    assert site.press(typed) == answer | {"board": {"version": "v1", "of": "k n"}}


@pytest.mark.parametrize(
    ("name", "number", "kept_name"),
    [
        ("games.csv", "3", "games.csv"),
        ("a (2) b-c.csv", "000123", "a (2) b-c.csv"),
        ("x" * 81, "999999", "x" * 81),
        ("x" * 82 + ".csv", "1", "file.csv"),
        ("-.csv", "1", "file.csv"),
        ("a/b.toml", "1", "file.toml"),
        ("a?.abcdefghijklm", "1", "file.abcdefghi"),
    ],
)
def test_a_file_is_added_to_the_group_of_a_number(site, name, number, kept_name):
    answer = site.take(b"games", name, number)
    group = f"g{int(number)}"
    assert site._folder.done == [(kept_name, b"games", int(number))]
    assert answer["said"] == f"class-board.screen.taken Group {group}"
    assert answer["number"] == len(group) + 20
    assert answer["board"]["version"] == "v1"


def test_a_refusal_does_not_tell_where_a_file_was_kept(site):
    answer = site.take(b"bad", "games.csv", "1")
    assert answer["refused"].startswith("games.csv is not a table, nor ")
    assert answer["board"]["version"] == "v1"
    assert "said" not in answer


@pytest.mark.parametrize("number", ["", "1000000", "-1", "x", "1.5"])
def test_a_file_beside_all_groups_begins_a_new_one(site, monkeypatch, number):
    begun = []

    def import_file(file, path, templates):
        begun.append((file.name, file.read_bytes(), path.name, templates))
        return SimpleNamespace(journal=SimpleNamespace(close=lambda: begun.append("closed")))

    monkeypatch.setattr(board_site, "import_file", import_file)
    answer = site.take(b"games", "Group A.csv", number)
    assert begun == [("Group A.csv", b"games", "Group A.kitgen", "templates"), "closed"]
    assert answer["said"] == "class-board.screen.joined Group Group A"
    assert answer["number"] == 27


def test_a_journal_beside_all_groups_is_copied_once_it_can_be_read(site, monkeypatch):
    read = []

    class Read:
        def __init__(self, file):
            read.append(file.name)
            if file.read_bytes() == b"bad":
                raise KitgenError("damaged")

        def __enter__(self):
            return self

        def __exit__(self, *_):
            read.append("closed")

        def games(self):
            read.append("games")

    monkeypatch.setattr(board_site, "is_journal", lambda _file: True)
    monkeypatch.setattr(board_site, "Journal", Read)
    assert site.take(b"a journal", "late.kitgen", "")["said"].endswith("joined Group late")
    assert (site._folder.folder / "late.kitgen").read_bytes() == b"a journal"
    assert read == ["late.kitgen", "games", "closed"]
    assert site.take(b"bad", "worse.kitgen", "")["refused"] == "damaged"
    assert not (site._folder.folder / "worse.kitgen").exists()


def test_a_photo_is_added_without_a_question(site, monkeypatch):
    added = []

    def ask_guest(name, what):
        added.append((name, what))
        return lambda journal, files, **how: added.append((journal, files[0].name, how))

    def journal(path, write):
        return nullcontext((path.name, write))

    monkeypatch.setattr(board_site, "ask_guest", ask_guest)
    monkeypatch.setattr(board_site, "is_photo", lambda _file: True)
    monkeypatch.setattr(board_site, "Journal", journal)
    answer = site.take(b"a photo", "sheet.jpg", "4")
    how = {
        "keep_good": False,
        "first": 1,
        "templates": "templates",
        "review": None,
        "answers": None,
        "asks": False,
    }
    assert added == [
        ("camera.add_photos", "a photo on kitgen journal board"),
        (("group 4.kitgen", True), "sheet.jpg", how),
    ]
    assert site._folder.done == []
    assert answer["said"] == "class-board.screen.taken Group group 4"
    assert not list(Path(site._folder.folder).glob("*.jpg"))
