"""Who adds a guest, a part of kitgen that can be left out, is told all that it needs
(docs/adding-a-guest.md).
"""

import re
import tomllib

import pytest
from gaps import gap, page
from places import ROOT

from kitgen import guests
from kitgen.cli.main import LINES
from kitgen.installing.extras import EXTRA_OF

PACKAGE = ROOT / "kitgen"
GUESTS = guests.guest_names()
EXTRAS = tomllib.loads(page("pyproject.toml"))["project"]["optional-dependencies"]


def ranked_rooms():
    """Return the rooms that have a rank in tests/test_layers.py, read as text: to import one test
    file into another would have pytest load it twice.
    """
    _, _, after = page("tests/test_layers.py").partition("\nROOMS = (")
    rooms, _, _ = after.partition("\n)")
    return re.findall(r"\w+", rooms)


#: The first letters of a requirement are the distribution's name.
NAME = re.compile(r"[A-Za-z0-9._-]+")


def its_file(name):
    """Return the file in which a guest is registered."""
    return f"kitgen/guests/{name}.toml"


def commands_of(name):
    """Return the names of a guest's commands."""
    return tuple(guests.guest(name).commands or {})


@pytest.mark.parametrize("name", GUESTS)
def test_its_extra_is_declared_and_among_all(name):
    extra = guests.guest(name).extra
    if extra not in EXTRAS:
        gap("pyproject.toml", f"add the extra {extra} to [project.optional-dependencies]")
    _, *of_all = re.split(r"[\[\],]", EXTRAS["all"][0])  # "kitgen[lab,web]"
    if extra not in of_all:
        gap("pyproject.toml", f"add {extra} to `all` in [project.optional-dependencies]")


@pytest.mark.parametrize("name", GUESTS)
def test_the_libraries_of_its_extra_are_known(name):
    extra = guests.guest(name).extra
    if extra not in EXTRA_OF.values():
        libraries = ", ".join(NAME.match(line)[0] for line in EXTRAS[extra])
        gap(
            "kitgen/installing/extras.py",
            f"add to EXTRA_OF what is imported of {libraries}, with {extra!r}",
        )


@pytest.mark.parametrize("name", GUESTS)
def test_its_files_are_there(name):
    for file in guests.guest(name).files:
        if not (PACKAGE / file).exists():
            gap(its_file(name), f"there is no kitgen/{file}: take it out of `files`, or write it")


@pytest.mark.parametrize("name", GUESTS)
def test_the_module_of_its_command_is_its_own(name):
    for command, entry in (guests.guest(name).commands or {}).items():
        place = entry["module"].removeprefix("kitgen.").replace(".", "/")
        file = f"{place}.py"
        if guests.owner(file) != name:
            gap(its_file(name), f'add "{file}", where the command {command} is, to `files`')


def test_a_command_is_registered():
    registered = {command.partition(" ")[0] for name in GUESTS for command in commands_of(name)}
    for path in sorted((PACKAGE / "cli" / "commands").glob("*.py")):
        if path.stem not in {"__init__", *LINES, *registered}:
            gap(
                "kitgen/guests/",
                f"kitgen/cli/commands/{path.name} is nobody's: add [commands.{path.stem}] to the "
                "file of its guest, or to kitgen/cli/main.py a line of the core",
            )


@pytest.mark.parametrize("name", GUESTS)
def test_its_room_has_a_rank_and_a_row_in_the_design(name):
    for file in guests.guest(name).files:
        room, slash, inside = file.partition("/")
        is_whole_room = slash and not inside
        if not is_whole_room:
            continue
        if room not in ranked_rooms():
            gap(
                "tests/test_layers.py",
                f"add {room} to a line of ROOMS, above those that it imports",
            )
        if not re.search(rf"^\| `{room}/` \|", page("docs/design.md"), re.MULTILINE):
            gap("docs/design.md", f"add a row for `{room}/` to the table of rooms")


@pytest.mark.parametrize("name", GUESTS)
def test_its_commands_are_described(name):
    for command in commands_of(name):
        if f"kitgen {command}" not in page("docs/commands.md"):
            gap("docs/commands.md", f"add ## kitgen {command}, with its options")


@pytest.mark.parametrize("name", GUESTS)
def test_it_has_a_row_among_the_guests(name):
    if not re.search(rf"^\| `{name}` \|", page("docs/design.md"), re.MULTILINE):
        gap("docs/design.md", f"add a row for `{name}` to the table of guests")
