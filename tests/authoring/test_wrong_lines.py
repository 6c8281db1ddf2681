"""What is said of templates with one line wrong: left out, with another kind of value, or with a
key that is spelled wrongly; word for word, for each kind of file.
"""

import re
from pathlib import Path

import pytest
from counting import at_least

from kitgen.authoring.template_files import faults_of_data, without_place
from kitgen.errors import KitgenError
from kitgen.reading.templates import Templates, shipped

#: A file of each kind.
FILES = (
    "boxes/matchbox",
    "braille/marburg-medium",
    "editions/her-3x4",
    "editions/menace",
    "errata/basic-hexapawn",
    "games/hexapawn",
    "games/mu-torere",
    "glossaries/it",
    "lessons/ladder-15",
    "lessons/hexapawn-roles",
    "palettes/okabe-ito",
    "rules/michie",
    "rules/tris",
    "stock/L7160",
    "stock/poker",
    "stock/cups",
    "tables/braille",
    "tables/game_words",
    "tables/own_beads",
    "tables/papers",
    "tables/plurals",
    "tables/sheet_style",
    "tables/slips",
    "tables/table_words",
    "tables/work_minutes",
    "themes/cats",
)
#: A line with a key and a value.
LINE = re.compile(r"(\s*)([\w.-]+)( *= *)(.+)")
#: The most lines of a file that are tried, as far apart as there are so many.
MOST_LINES = 7


def wrong_lines(text):
    """Yield the text with each of some lines wrong, and what is wrong."""
    lines = text.split("\n")
    keys = [number for number, line in enumerate(lines) if LINE.fullmatch(line)]
    step = max(1, len(keys) // MOST_LINES)
    for number in keys[::step][:MOST_LINES]:
        indent, key, equals, value = LINE.fullmatch(lines[number]).groups()
        other = "true" if value != "true" else "7"
        changes = {
            f"without {key}": [],
            f"{key} is {other}": [f"{indent}{key}{equals}{other}"],
            f"{key}s": [f"{indent}{key}s{equals}{value}"],
        }
        for what, instead in changes.items():
            yield what, "\n".join([*lines[:number], *instead, *lines[number + 1 :]])


def said_of(kind, path, templates):
    try:
        faults = list(faults_of_data(kind, path, templates))
    except KitgenError as error:
        faults = [without_place(error, path)]
    return "; ".join(faults) or "nothing"


@pytest.mark.parametrize("kind", sorted({file.partition("/")[0] for file in FILES}))
def test_a_wrong_line_is_told_of_as_before(kind, golden):
    lines = []
    for file in at_least(1, [file for file in FILES if file.startswith(f"{kind}/")]):
        text = (shipped() / f"{file}.toml").read_text(encoding="utf-8")
        lines.append(f"== {file}")
        for what, wrong in at_least(3, wrong_lines(text)):
            own = Path(f"own-{len(lines)}")
            path = own / f"{file}.toml"
            path.parent.mkdir(parents=True)
            path.write_text(wrong, encoding="utf-8")
            said = said_of(kind, path, Templates(own)).replace(str(own), "OWN")
            lines.append(f"{what}: {said}")
    golden(f"wrong-lines/{kind}", "\n".join(lines))
