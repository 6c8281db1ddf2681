"""Bounds that pages of docs name, and tables of measurements, whose parts have to add up."""

import re
import tomllib
from typing import get_args

import msgspec
import pytest
from counting import at_least, at_least_one
from gaps import page, rows
from jobs import TEMPLATES, kit_of
from places import ROOT

from kitgen import errors, papers
from kitgen.cli import terminal
from kitgen.forms import places
from kitgen.games.told import told_language
from kitgen.journal import class_journals
from kitgen.kit import job_json, kit_json
from kitgen.kit.palette import newest_palette, read_palette
from kitgen.lab import experiment, matches
from kitgen.machine import learning
from kitgen.paper.card import faces
from kitgen.paper.declared import SETTINGS
from kitgen.paper.layout import imposition
from kitgen.paper.parts import board, cards
from kitgen.papers import MM_PER_INCH
from kitgen.pictures import picture_files
from kitgen.play.screens.talk_screen import TalkScreen
from kitgen.reading import outline_checks, templates
from kitgen.sandbox import limits
from kitgen.serve import bounds
from kitgen.theory import database, explore, packed_solver
from kitgen.tree_search import search_kernels
from kitgen.verification import (
    beads_now,
    certificate,
    drawn_boxes,
    recognise,
    remake,
    route_reading,
    scan,
)
from kitgen.verification.tables import encoded_texts

MB = limits.MB
IN_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def flat(name):
    """Return a page with each run of blanks and line ends as one blank."""
    return " ".join(page(f"docs/{name}.md").split())


# --- bounds
# --------------------------------------------------------------------------------------------------

READ_WORK = f"{limits.MIN_SECONDS} s and {limits.SECONDS_A_MB} s for each MB"
TEST = matches.parse_sprt("50,60")
#: The most boards of a class on a page, how wide their cells then are, and how many are tried next.
BOARDS, CELL_MM = board.BOARDS_OF_SET[0]
FEWER = [number for number, _ in board.BOARDS_OF_SET[1:]]
#: The memory of a table of positions, at most.
TABLE_BYTES = search_kernels.ENTRIES * search_kernels.ENTRY_WORDS * search_kernels.WORD
TABLE_BYTES <<= search_kernels.MAX_POWER_OF_BUCKETS
#: Sentences of pages with a number of the program in each, beside those of other tests.
SAID = {
    "commands": [
        (
            f"Work that takes more than {IN_WORDS[int(terminal.SECONDS_BEFORE)]} seconds shows a "
            "progress bar on a terminal"
        ),
        (
            f"one for every {matches.PLIES_FOR_AN_OPENING_MOVE} moves of a random game, at most "
            f"{matches.MAX_USUAL_OPENING_PLIES};"
        ),
        f"A NAME has up to {class_journals.MAX_NAME_LETTERS} letters a to z",
    ],
    "games-csv": [
        (
            f"As many sheets are printed as {places.GAMES_TO_PRINT} games need, but at most "
            f"{IN_WORDS[places.MAX_SHEETS]}."
        ),
    ],
    "labels-and-cards": [
        (
            f"Sheets shift in a printer by up to {imposition.LABEL_DRIFT:g} mm, so nothing is "
            f"printed within {imposition.LABEL_DRIFT:g} mm of a label's edges"
        ),
        f"Nothing is printed within {imposition.LABEL_DRIFT:g} mm of a label's edges;",
        f"at most {cards.SCALE_REACH_MM} mm each way",
    ],
    "makers": [
        f"may share at most {outline_checks.ALIKE:.0%} of their figures",
        (
            f"`class-set` fits {IN_WORDS[BOARDS]} boards on a page if their cells are then at "
            f"least {CELL_MM} mm wide, else {' or '.join(IN_WORDS[few] for few in FEWER)},"
        ),
        f"legend and badges of at least {faces.LEGIBLE:g} points",
    ],
    "playing": [f"Training of {experiment.MANY:,} games and more uses the compiled kernel"],
    "reading-a-card": [
        f"entries of {route_reading.SMALL_PT:g} pt",
        f"with an id of {route_reading.LARGE_PT:g} pt",
        f"as many as there are (up to {drawn_boxes.MAX_DOTS};",
    ],
    "reliability": [
        f"{errors.QUOTED} signs of each value, {errors.MESSAGE:,} of a message",
        (
            f"Work over {IN_WORDS[int(terminal.SECONDS_BEFORE)]} seconds shows progress on a "
            f"terminal, over {IN_WORDS[int(terminal.SECONDS_BETWEEN_LINES)]} seconds elsewhere"
        ),
        f"A game of more than {explore.SOON:,} positions is explored for a print only after",
        f"| file; pages | {limits.LARGEST_FILE // MB} MB; {limits.MAX_PAGES:,} |",
        f"| address space of the process that reads | {limits.MEMORY // MB} MB,",
        (
            f"| work of that process; on the clock | {READ_WORK}, where `RLIMIT_CPU` is kept, and "
            "twenty times that on the clock; elsewhere four times that on the clock |"
        ),
        (
            f"| {remake.MEMORY // (1000 * MB)} GB; {remake.MIN_SECONDS} s of work and "
            f"{remake.SECONDS_A_PDF_MB} s for each MB ({remake.SECONDS_A_KIT_MB} s for each MB of "
            "a `kit.json` alone, and of the other files of a folder), less what reading took"
        ),
        (
            f"| {limits.MIN_INFLATED_BYTES // MB} MB and {limits.INFLATED_A_BYTE} times the file, "
            "checked before the library sees the file |"
        ),
        (
            f"| reading marks | {remake.MEMORY // (1000 * MB)} GB; {remake.MIN_SECONDS_FOR_MARKS} "
            f"s of work and {remake.SECONDS_A_PDF_MB} s for each MB |"
        ),
        (
            f"| attached files | {limits.MAX_ATTACHMENTS}, of {limits.LARGEST_ATTACHMENT // MB} MB "
            "each |"
        ),
        f"is stopped after {remake.MIN_SECONDS} s; what was found by then is reported",
        (
            f"up to {limits.LARGEST_FILE // MB} MB, may take "
            f"{limits.SECONDS_A_MB + remake.SECONDS_A_PDF_MB} s for each MB"
        ),
        f"from {bounds.CONNECTIONS} on, the one that has waited for its client for longest",
        f"A request arrives within {bounds.MAX_IDLE_SECONDS} s,",
        (
            f"An upload arrives within {bounds.MAX_SENDING_SECONDS} s; all of them together take "
            f"at most {bounds.MAX_UPLOADED_BYTES // MB} MB"
        ),
        f"| `kit.json` {kit_json.MAX_KIT_BYTES // MB} MB, `job.json` 1 MB |",
        (
            f"| {templates.MAX_TEMPLATE_BYTES // 1000} kB, {templates.MAX_DOTS_OF_A_LINE} dots on "
            "a line |"
        ),
        f"just under the limit of {kit_json.MAX_KIT_BYTES // MB} MB",
    ],
    "rules": [
        f"{learning.REFILL}, the starting beads are put back and it goes on",
    ],
    "serving": [f"Each may use {remake.MEMORY // (1000 * MB)} GB of memory"],
    "search": [
        f"in up to {TABLE_BYTES >> 20} MB",
        f"beyond {(1 - TEST.beta) / TEST.alpha:.0f} to 1 the likelier hypothesis is accepted",
        f"in about one match of {1 / TEST.alpha:.0f}",
        f"gets {TEST.low:.0%} of the points, the second that it gets {TEST.high:.0%}",
    ],
    "solving": [
        (
            f"More than {packed_solver.LIMIT // 1_000_000} million positions "
            f"({explore.EXPLORE_LIMIT:,} in plain Python) are refused"
        ),
        (
            f"More than {database.MAX_DATABASE_BYTES >> 30} GiB of memory (about "
            f"{database.WORKING_BYTES} bytes for each position of the highest level)"
        ),
    ],
    "verification": [
        f"or {encoded_texts.MIN_SIGNS_OF_DATA} signs or more of other data",
        (
            f"a difference is named where {IN_WORDS[scan.MIN_DOTS]} dots or more (at "
            f"{picture_files.DPI} to the inch) are off by more than {scan.MAX_OFF_TONE} of 255"
        ),
        f"The outermost {scan.CARD_RIM * MM_PER_INCH / picture_files.DPI:.1f} mm of a card",
        f"and the shortest {beads_now.MAX_LINES_LISTED} of them move by move",
    ],
}


@pytest.mark.parametrize("name", SAID)
def test_pages_say_the_bounds_of_the_program(name):
    text = flat(name)
    missing = [
        said
        for said in at_least_one(SAID[name])
        if re.search(rf"(?<![\w,.]){re.escape(said)}(?!,?\d)", text) is None
    ]
    assert missing == []


# --- tables that add up
# --------------------------------------------------------------------------------------------------


def number(cell):
    return int(cell.replace(",", ""))


def tables(name):
    """Yield each table of a page: the cells of its heading, and those of its rows."""
    for block in re.findall(r"(?:^\|.*\n)+", page(f"docs/{name}.md"), re.MULTILINE):
        heading = [cell.strip() for cell in block.splitlines()[0].strip("|").split("|")]
        yield heading, rows(block)


def test_journals_with_slips_are_counted_once_each():
    """A trace is left by those that are explained or not; these are the whole of the share."""
    seen = 0
    for heading, cells in tables("reliability"):
        if "nothing shown" not in heading:
            continue
        for row in cells:
            journals, no_trace, alone, among, hidden, nothing = (number(cell) for cell in row[1:7])
            assert journals == no_trace + alone + among + hidden + nothing, row[0]
            if journals > no_trace:
                share = 100 * (alone + among) / (journals - no_trace)
                assert row[7] == f"{share:.1f}", row[0]
            seen += 1
    assert seen >= 20


#: A cell of explained journals: right alone and right among others, not right, and of how many.
EXPLAINED = re.compile(r"(\d+) \+ (\d+), (\d+)(?: of (\d+))?")


def test_classes_of_what_happened_are_counted_once_each():
    seen = 0
    for heading, cells in tables("reliability"):
        if heading[0] != "what happened":
            continue
        for row in cells:
            for cell in row[1:]:
                alone, among, wrong, classes = EXPLAINED.fullmatch(cell).groups(default="40")
                assert int(alone) + int(among) + int(wrong) == int(classes), (row[0], cell)
                seen += 1
    assert seen >= 200


def test_changed_files_pass_or_are_refused():
    seen = 0
    for heading, cells in tables("reliability"):
        if heading[:2] != ["kind", "files"]:
            continue
        for row in cells:
            files, passed, refused, drawn, otherwise = (number(cell) for cell in row[1:6])
            assert files == passed + refused, row[0]
            assert otherwise <= drawn <= refused, row[0]
            seen += 1
    assert seen >= 9


def test_rows_of_marks_are_counted_once_each():
    seen = 0
    for heading, cells in tables("reliability"):
        if heading[:2] != ["kind", "rows"]:
            continue
        last = heading.index("lost")
        for row in cells:
            whole, *parts = (number(cell) for cell in row[1 : last + 1])
            assert whole == sum(parts), row[0]
            seen += 1
    assert seen >= 18


def test_the_last_row_of_scans_is_their_sum():
    (table,) = [cells for heading, cells in tables("reliability") if heading[1:2] == ["pictures"]]
    *ways, last = table
    assert last[0] == "all"
    for column in range(1, len(last)):
        assert number(last[column]) == sum(number(row[column]) for row in at_least(10, ways))


# --- sentences about what comes with kitgen
# --------------------------------------------------------------------------------------------------


def test_the_page_of_rules_says_what_their_files_say():
    """How many beads a box begins with, and what each outcome adds."""
    (table,) = [cells for heading, cells in tables("rules") if heading[:2] == ["rule", "start"]]
    heading = next(heading for heading, _ in tables("rules") if heading[:2] == ["rule", "start"])
    assert heading[2:5] == ["win", "draw", "loss"]
    told = {row[0].strip("`"): row[1:5] for row in table}
    assert sorted(told) == sorted(TEMPLATES.names("rules"))
    for name, (start, *outcomes) in at_least(7, told.items()):
        rule = tomllib.loads((ROOT / f"templates/rules/{name}.toml").read_text(encoding="utf-8"))
        if "start" in rule:
            assert start.partition(",")[0] == "-".join(map(str, rule["start"])), name
        for outcome, words in zip(("win", "draw", "loss"), outcomes, strict=True):
            change = rule.get(outcome, {})
            assert bool(words) == bool(change), (name, outcome)
            if "every" in change:
                assert words.startswith(f"{change['every']:+} each"), (name, outcome)
            elif list(change) == ["from_end"] and len(change["from_end"]) == 1:
                assert words.endswith(f"{change['from_end'][0]:+}"), (name, outcome)


#: Where a symbol has a single point, in the words of its outline.
SINGLE_POINT = {"to the left": 1, "up": 2, "to the right": 3, "down": 4}


def test_the_page_of_cards_says_how_symbols_are_recognised():
    """Their points, and which way one of these lies alone."""
    (table,) = [cells for heading, cells in tables("reading-a-card") if heading[0] == "symbol"]
    told = dict(table)
    seen = 0
    for corners, name in recognise._SYMBOLS.items():
        points = re.match(r"(\d+) points", told.pop(name))
        outline = dict(table)[name]
        assert int(points[1]) == corners[0], name
        for words in re.findall(r"one (to the left|to the right|up|down)", outline):
            assert corners[SINGLE_POINT[words]] == 1, name
            seen += 1
        if "wider above than below" in outline:
            assert corners[2] == corners[4] == 2
    assert seen == 8
    assert sorted(told) == sorted(["circle", *recognise._CURVED_SYMBOLS.values()])


def test_pages_say_which_beads_palettes_have():
    """By their words and inks: a white bead has another key in either."""
    usual = [
        (colour.name, colour.fill)
        for colour in read_palette(newest_palette("okabe-ito", TEMPLATES), "en", TEMPLATES)
    ]
    beads = [
        (colour.name, colour.fill)
        for colour in read_palette(newest_palette("beads", TEMPLATES), "en", TEMPLATES)
    ]
    assert beads[: len(usual)] == usual
    more = [name for name, _ in beads[len(usual) :]]
    listed = f"{', '.join(more[:-1])} and {more[-1]}"
    number = IN_WORDS[len(usual)]
    assert f"`beads` has the same {number} colours and {listed};" in flat("commands")
    assert f"{listed} are known, too" in flat("howto-other-beads")


def test_pages_say_the_letters_of_a_yellow_bead():
    letters = {}
    for language in ("en", "it"):
        for colour in read_palette("okabe-ito", language, TEMPLATES):
            if colour.key == "yellow":
                letters[language] = colour.letter
    told = f"the English yellow bead is {letters['en']}, the Italian one is {letters['it']}"
    assert told in flat("howto-language")


def test_the_page_of_design_counts_papers():
    sizes = {**papers.PAGES, **papers.POSTERS}
    assert f"`papers.py`: {IN_WORDS[len(sizes)]} sizes of paper" in flat("design")


def test_the_page_of_playing_says_when_a_window_is_small():
    """As Textual is told of it."""
    columns = {name: width for width, name in TalkScreen.HORIZONTAL_BREAKPOINTS}["-roomy"]
    lines = {name: height for height, name in TalkScreen.VERTICAL_BREAKPOINTS}["-low"]
    assert f"Below {columns} columns the figures are left out (F7 shows them), below {lines} " in (
        flat("playing")
    )


def test_the_usual_poster_is_that_of_its_setting():
    """As its help says it; beside Letter it is another one."""
    words = SETTINGS["poster.size"].offer.help
    usual = re.search(r"usual: (A\d), or (ARCH \w) beside Letter", words)
    assert f"The default is {usual[1]};" in flat("howto-poster")
    assert f"the default is {usual[1]} with A4 pages and {usual[2]}" in flat("makers")


# --- words beside what is shown
# --------------------------------------------------------------------------------------------------


def test_the_story_of_a_lesson_speaks_of_the_beads_that_are_shown():
    """The page of the journal: which bead of which box, in which game, and what she remembers."""
    text = page("docs/journal.md")
    game, letter, box = re.search(
        r"^game (\d+): bead (\w) cannot come from (\w+),", text, re.MULTILINE
    ).groups()
    before, colour = re.search(
        r"^  after game (\d+) the (\w+) bead \(\w\) stayed", text, re.MULTILINE
    ).groups()
    assert int(before) == int(game) - 1
    assert colour[0].upper() == letter
    told = flat("journal")
    assert (
        f"in game {game} the {colour} bead was picked from box {box}, but game {before} had taken "
        "it out"
    ) in told
    corrected, other, who = re.search(
        r'journal edit (\d+) --picks "A1 \w+, B1 (\w+)" --opponent (\w+)', text
    ).groups()
    assert corrected == before
    assert (
        f"{who}, who played game {before}, says that it was not forgotten, and remembers that her "
        f"bead was {other}."
    ) in told


# --- what files may hold
# --------------------------------------------------------------------------------------------------


def longest(annotated):
    """Return the most letters or entries of a type of a file."""
    (meta,) = [each for each in annotated.__metadata__ if isinstance(each, msgspec.Meta)]
    return meta.max_length


def test_the_page_of_inventing_says_how_long_sentences_may_be():
    """As the types of a told game's file have them."""
    _, sentences = get_args(told_language.Sentences)
    assert (
        f"at most {longest(sentences)} sentences of {longest(told_language.Sentence)} letters, "
        f"{told_language.MAX_LETTERS_OF_RULES:,} letters together"
    ) in flat("inventing-a-game")


def test_pages_say_by_which_contract_marks_are_drawn():
    assert (
        f"contract {job_json.PLAIN_CONTRACT}, {job_json.LINES_CONTRACT} with lines of one side, "
        f"one-way lines or closed places, {job_json.THEMES_CONTRACT} with the pieces of a theme, "
        f"and {job_json.PRINTERS_CONTRACT} with pages that are corrected for a printer"
    ) in flat("formats")
    told = re.search(
        r"This is contract (\d), as .*?, or (\d) where boards have lines of one side.*?, or (\d) "
        r"where pieces are drawn as a theme has them, or (\d) where pages",
        flat("reading-a-card"),
    )
    assert [int(number) for number in told.groups()] == [
        job_json.PLAIN_CONTRACT,
        job_json.LINES_CONTRACT,
        job_json.THEMES_CONTRACT,
        job_json.PRINTERS_CONTRACT,
    ]


def test_good_beads_of_her_have_so_many_lines():
    """As its certificate counts them."""
    (lines,) = certificate.certificate(kit_of("her"))["claims"]["lines"]
    assert f"HER has {lines} such lines," in flat("verification")
