"""Every large number in a sentence of docs is one of the program, or a figure that is known here.

Whoever changes a figure that was measured, changes it here too; whoever adds one says what it is.
"""

import re

from counting import at_least
from gaps import page, rows
from places import DOCS
from test_claims_of_pages import LIMITS
from test_sentences_in_docs import SAID, tables

PAGES = [path.stem for path in sorted(DOCS.glob("*.md"))]
BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
#: Numbers of four digits and more, in running text.
LARGE = re.compile(r"(?<![\w.,/-])\d{1,3}(?:,\d{3})+(?![\d,]*\w)|(?<![\w.,/:-])\d{4,}(?!\w|\.\w)")
#: Pages that a program writes.
WRITTEN = {"claims", "reproductions"}

#: When something was published.
YEARS = {str(year) for year in (1945, 1961, 1962, 1963, 1976, 1978, 1997, 2003, 2018, 2019, 2020)}
#: Figures that were measured or counted once, in the order in which a page names them; seeds too.
OTHER_FIGURES = {
    "adding-a-game": "30,000",
    "adding-a-language": "4,400 47,000 2,000",
    "finding-a-box": "2,201",
    "kit-json": "999,999,999 9,999",
    "lessons": "10,000 10,000",
    "makers": "17351 1,000",
    "paper": "65,536",
    "reliability": (
        "10,000 18,731 20,000 4,195 1,500 2,791 1,000 2,451 1,965 5502 1,188 550201 550311 "
        "550312 551301 551311 5,431 1,574 206518 387834 409915 438955 1,500 1,100 1,024 3,951 "
        "291170 291173 291175 291178 7321 3,826 551129 4,179 1,002 2,201 4,937 4,971 5,250 "
        "5,224 1,017 1,030 1,029 1,017 2,192 7,658 280,000 200,000"
    ),
    "search": "6,429 6,325",
    "start-museum": "2,634",
    "testing": "4,900",
    "verification": "4,937 7,985 1,420 1,090",
    "web": "1,000",
}


def sentences(name):
    """Return the running text of a page without code, and without what other tests hold."""
    text = BLOCK.sub("", page(f"docs/{name}.md"))
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    flat = " ".join(" ".join(lines).split())
    for said in (*LIMITS.get(name, ()), *SAID.get(name, ())):
        flat = flat.replace(said, "")
    return re.sub(r"\]\([^)]*\)|`[^`]*`", "", flat)


def test_large_numbers_in_sentences_are_known():
    told = {}
    for name in at_least(50, PAGES):
        found = [figure for figure in LARGE.findall(sentences(name)) if figure not in YEARS]
        if found and name not in WRITTEN:
            told[name] = found
    known = {name: figures.split() for name, figures in OTHER_FIGURES.items()}
    assert told == known


# --- finding a box
# --------------------------------------------------------------------------------------------------


def boxes_found():
    (table,) = [cells for heading, cells in tables("finding-a-box") if "sheets" in heading]
    return table


def test_seconds_to_find_a_box_come_from_looks_turns_and_pages():
    """Half a second, three seconds and one, as the page says; the figures are rounded."""
    text = " ".join(page("docs/finding-a-box.md").split())
    assert "half a second for a look, one second for another page, three for a turn" in text
    for row in at_least(15, boxes_found()):
        median, mean, worst, turns, pages = (float(cell) for cell in row[3:8])
        seconds = [float(cell) for cell in row[9:13]]
        assert median <= worst
        assert mean <= worst
        assert seconds[0] <= seconds[2] <= seconds[3], row
        assert seconds[0] >= median / 2 - 0.5, row
        assert seconds[3] >= worst / 2, row
        assert abs(seconds[1] - (mean / 2 + 3 * turns + pages)) < 0.3, row


def test_the_sentence_below_has_the_seconds_of_the_table():
    last = {(row[0], row[1]): f"{float(row[11]):g}" for row in boxes_found()}
    told = (
        f"By the route, 19 of 20 finds take at most {last['menace', 'route']} seconds in `menace` "
        f"and {last['menace-second', 'route']} in `menace-second`"
    )
    assert told in " ".join(page("docs/finding-a-box.md").split())


# --- figures that two pages say
# --------------------------------------------------------------------------------------------------


def flat(name):
    return " ".join(page(f"docs/{name}.md").split())


def test_scans_are_told_of_twice():
    (table,) = [cells for heading, cells in tables("reliability") if heading[1:2] == ["pictures"]]
    _, pictures, refused, right, wrongly, faults, found = table[-1]
    assert (
        f"In {pictures} simulated pictures (`python benchmarks/scans.py`), {found} of {faults} "
        "planted faults (arrows, colours, pawns and labels) were named, and "
        f"{wrongly} of {right} right cards; {refused} pictures were refused."
    ) in flat("verification")
    assert (
        f"{found} of {faults} faults were named, and {wrongly} of {right} right cards, both where "
        "toner was low"
    ) in flat("reliability")


def test_figures_of_searches_are_those_of_the_reproductions():
    counted = {}
    for what, *figures in rows(page("docs/reproductions.md")):
        found = re.fullmatch(r"(alphabeta|negascout), depth 8: positions", what)
        if found is not None:
            counted[found[1]] = figures[2]
    assert (
        f"from the start of Awari {counted['alphabeta']} for `alphabeta` and "
        f"{counted['negascout']} for `negascout` at depth 8"
    ) in flat("search")


def test_boards_of_hexapawn_are_told_of_twice():
    solved = {row[0]: row for row in rows(page("docs/solving.md"))}
    _, positions, black, white, winner = solved["5x5"][:5]
    assert f"{positions} positions can be reached, up to symmetry" in flat("solving")
    side, plies = winner.split(", ")
    assert f"Black {black} boxes, White {white}; {side} wins in {plies} plies" in flat("paper")
