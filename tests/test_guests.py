"""Guests can leave: the core imports none, each registers what it adds, and without one the core
works.
"""

import ast
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import click
import pytest
from counting import at_least, at_least_one
from parsed_sources import imports_and_classes
from places import ROOT

import kitgen
from kitgen import guests
from kitgen.cli.main import LINES, main
from kitgen.errors import KitgenError
from kitgen.installing.extras import MissingExtraError
from kitgen.paper.declared import PART_OPTIONS
from kitgen.paper.parts import check_of

PACKAGE = Path(kitgen.__file__).parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
#: Where the core names a module of a guest, and why.
NAMED = {
    (
        "__init__.py",
        "lab",
    ): "names of the front door for type checkers, which nothing imports when kitgen runs",
    ("__init__.py", "rl"): "the same",
    ("__init__.py", "play"): "the same",
}


def file_of(module: str) -> str:
    """Return the file of a module inside the package, or its folder with a ``/``."""
    inside = module.removeprefix("kitgen.").replace(".", "/")
    return f"{inside}/" if (PACKAGE / inside).is_dir() else f"{inside}.py"


def guests_in(path: Path) -> set[str]:
    """Return the guests whose modules a file imports, or names in a text as a module."""
    found = set()
    source = path.read_text(encoding="utf-8")
    names_in_text = re.search(r"""["']kitgen\.""", source)
    for node in ast.walk(ast.parse(source)) if names_in_text else imports_and_classes(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = re.findall(r"^(kitgen(?:\.\w+)+)(?::\w+)?$", node.value)
        found |= {guests.owner(file_of(name)) for name in names if name.startswith("kitgen.")}
    return found - {""}


def wrong_imports(path: Path, inside: str) -> set[tuple[str, str]]:
    """Return the guests that a file imports and must not, each with the file."""
    own = guests.owner(inside)
    allowed = {own, *guests.guest(own).needs} if own else set()
    return {(inside, name) for name in guests_in(path) - allowed}


def test_the_core_imports_no_guest_and_a_guest_only_those_that_it_needs():
    files = at_least(280, sorted(PACKAGE.rglob("*.py")))
    wrong = set().union(
        *(wrong_imports(path, path.relative_to(PACKAGE).as_posix()) for path in files)
    )
    assert wrong == set(NAMED)


@pytest.mark.parametrize(
    "line",
    [
        "import kitgen.lab.chain",
        "from kitgen.lab import chain",
        "def f():\n    from kitgen.lab.chain import answer",
        "MODULE = 'kitgen.lab.chain'",
        "CHECK = 'kitgen.lab.chain:answer'",
    ],
)
def test_an_import_of_a_guest_is_noticed(tmp_path, line):
    path = tmp_path / "wrong.py"
    path.write_text(line)
    assert wrong_imports(path, "kit/wrong.py") == {("kit/wrong.py", "lab")}
    assert wrong_imports(path, "lab/wrong.py") == wrong_imports(path, "web/wrong.py") == set()
    right = tmp_path / "right.py"
    right.write_text("from kitgen.kit.kit import Kit\nTEXT = 'see kitgen.lab.chain'")
    assert wrong_imports(right, "kit/right.py") == set()


def test_no_file_has_two_guests_and_none_is_missing():
    files = [file for name in guests.guest_names() for file in guests.guest(name).files]
    assert len(files) == len(set(files))
    assert [file for file in at_least(25, files) if not (PACKAGE / file).exists()] == []


@pytest.mark.parametrize("name", guests.guest_names())
def test_a_guest_registers_what_is_its_own(name):
    guest = guests.guest(name)
    assert guest.about.endswith(".")
    assert guest.extra in EXTRAS
    assert set(guest.needs) <= set(guests.guest_names())
    assert guest.here
    for entry in (guest.commands or {}).values():
        assert guests.owner(file_of(entry["module"])) == name
    for offer in (guest.offers or {}).values():
        module, _, member = offer.partition(":")
        assert guests.owner(file_of(module)) == name
        assert not member or hasattr(import_module(module), member)


def test_every_command_is_registered_by_the_core_or_by_the_guest_that_has_its_file():
    of_guests = dict(guests.added_commands())
    for path in at_least(20, sorted((PACKAGE / "cli" / "commands").glob("*.py"))):
        owner = guests.owner(f"cli/commands/{path.name}")
        registered = (
            path.stem in of_guests if owner else path.stem in LINES or path.stem == "__init__"
        )
        assert registered, path.name


def test_what_a_guest_offers_is_asked_for():
    offers = {
        f"{name}.{key}" for name in guests.guest_names() for key in guests.guest(name).offers or {}
    }
    texts = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    asked = {text for own in texts for text in re.findall(r'"([a-z]+\.[a-z_]+)"', own)}
    # A game asks for its own kernels.
    assert offers - asked == {"search.awari", "search.hexapawn"}
    assert len(offers) > 15


@pytest.fixture
def without_lab(monkeypatch):
    """``kitgen`` as it is without the guest ``lab``, and those that need it."""
    gone = {"lab", "play", "web", "serve"}
    monkeypatch.setattr(guests, "is_here", lambda name: name not in gone)
    for cached in ("of_guests", "blocks"):
        monkeypatch.delitem(main.__dict__, cached, raising=False)
    commands = dict(main.commands)
    yield
    main.commands = commands
    for cached in ("of_guests", "blocks"):
        main.__dict__.pop(cached, None)


@pytest.fixture
def taken_out(monkeypatch):
    """Return a function that takes out the files of guests, for ``guests`` alone."""

    def take_out(*names):
        for name in names:
            gone = replace(guests.guest(name), files=("taken-out/",))
            monkeypatch.setitem(declared, name, gone)

    declared = {name: guests.guest(name) for name in guests.guest_names()}
    monkeypatch.setattr(guests, "guest", declared.__getitem__)
    guests.is_here.cache_clear()
    yield take_out
    guests.is_here.cache_clear()


@pytest.mark.parametrize(
    ("gone", "missed"),
    [
        ("rl", ["rl"]),
        ("serve", ["serve"]),
        ("web", ["serve", "web"]),
        ("lab", ["lab", "play", "serve", "web"]),
        ("search", ["lab", "play", "search", "serve", "web"]),
    ],
)
def test_with_a_guest_all_that_need_it_have_left_directly_or_not(gone, missed, taken_out):
    taken_out(gone)
    assert [name for name in guests.guest_names() if not guests.is_here(name)] == missed
    for name in missed:
        extra = guests.guest(name).extra
        with pytest.raises(MissingExtraError, match=rf"kitgen x needs more .*\[{extra}\]"):
            guests.require(name, "kitgen x")
    entries = {word: entry.here for word, entry in guests.added_commands()}
    for word, entry in guests.added_commands():
        assert entry.here == (entry.guest not in missed), word
    assert entries


def test_a_command_of_a_guest_that_has_left_names_its_extra(taken_out):
    taken_out("web")
    commands = dict(guests.added_commands())
    with pytest.raises(MissingExtraError, match=r"^kitgen serve needs .*\[web\]"):
        commands["serve"].load()
    assert commands["exact"].load() is import_module("kitgen.cli.commands.exact").command


def test_a_guest_that_nobody_has_declared_is_no_guest():
    with pytest.raises(KitgenError, match=r"^this kitgen has no guest 'nobody'$"):
        guests.guest("nobody")
    with pytest.raises(KitgenError, match="no guest 'nobody'"):
        guests.require("nobody", "kitgen x")
    assert guests.is_here.__wrapped__("nobody") is False


@pytest.mark.parametrize(
    ("file", "owner"),
    [
        ("lab/chain.py", "lab"),
        ("lab/", "lab"),
        ("laboratory.py", ""),
        ("cli/commands/serve.py", "serve"),
        ("cli/commands/serve.pyc", ""),
        ("model.py", ""),
    ],
)
def test_a_file_has_the_guest_of_its_folder_or_of_its_whole_name(file, owner):
    assert guests.owner(file) == owner


def test_an_import_that_fails_for_another_reason_is_no_missing_extra(monkeypatch):
    monkeypatch.delitem(sys.modules, "kitgen.lab.policies", raising=False)
    monkeypatch.setitem(sys.modules, "kitgen.lab.policies", None)
    with pytest.raises(ModuleNotFoundError, match=r"kitgen\.lab\.policies"):
        guests.ask_guest("lab.policy", "kitgen.policy")


@pytest.mark.usefixtures("without_lab")
def test_commands_of_a_guest_that_has_left_are_named_in_one_line():
    context = click.Context(main)
    shown = main.get_help(context)
    listed, _, missing = shown.partition("Not installed:\n")
    assert "  exact" not in listed
    assert "  simulate" not in listed
    assert "  search  " in listed
    assert (
        missing.splitlines()[0]
        == "  match, simulate, compare, exact, sweep, reproduce: with the extra 'lab'"
    )
    main.commands = {name: known for name, known in main.commands.items() if name != "exact"}
    with pytest.raises(
        MissingExtraError, match=r"^kitgen exact needs more than is installed: .*\[lab\]"
    ):
        main.get_command(context, "exact")


@pytest.mark.usefixtures("without_lab")
def test_the_front_door_names_the_extra_of_a_guest_that_has_left(monkeypatch):
    monkeypatch.delitem(vars(kitgen), "simulate", raising=False)
    with pytest.raises(
        MissingExtraError, match=r"^kitgen.simulate needs more than is installed: .*\[lab\]"
    ):
        kitgen.simulate  # noqa: B018 - to look for it is enough
    assert "simulate" not in vars(kitgen)


@pytest.mark.every
@pytest.mark.parametrize("name", guests.guest_names())
def test_the_core_works_without_a_guest(name):
    script = ROOT / ".ci" / "without_a_guest.py"
    done = subprocess.run(
        [sys.executable, script, name], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"without {name}: all is well")


def test_a_library_that_a_guest_is_made_with_is_named_with_its_extra(monkeypatch):
    """In the base installation `kitgen.policy` is a name, too, and NumPy is missing."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "kitgen.lab.policies", raising=False)
    with pytest.raises(
        MissingExtraError, match=r"kitgen\.policy needs more than is installed.*\[lab\]"
    ):
        guests.ask_guest("lab.policy", "kitgen.policy")


def test_a_check_that_a_guest_offers_is_asked_for_by_the_option_as_it_is_typed(monkeypatch):
    calls = []
    monkeypatch.setattr(guests, "ask_guest", lambda offer, what: calls.append((offer, what)))
    of_guests = [
        option for option in PART_OPTIONS if option.offer.check and ":" not in option.offer.check
    ]
    for option in at_least_one(of_guests):
        check_of(option)
        assert calls.pop() == (option.offer.check, option.typed)


def test_what_guests_declare_is_as_before(golden):
    """Otherwise an offer could lead to another function, or a file stay when its guest leaves."""
    lines = []
    for name in at_least(8, guests.guest_names()):
        own = guests.guest(name)
        lines += [f"{name}: {own.about}", f"    extra {own.extra}, needs {', '.join(own.needs)}"]
        lines += [f"    file {file}" for file in own.files]
        for words, entry in (own.commands or {}).items():
            told = ", ".join(f"{key} {value!r}" for key, value in sorted(entry.items()))
            lines.append(f"    command {words}: {told}")
        lines += [f"    offer {key}: {place}" for key, place in (own.offers or {}).items()]
    golden("guests", "\n".join(lines))
