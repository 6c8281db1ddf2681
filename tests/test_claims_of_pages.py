"""Sizes, limits, extras and places that pages of the docs name, held against what has them."""

import json
import re
import tomllib
from collections import Counter

import msgspec
import pytest
from counting import at_least, at_least_one
from gaps import named, page, rows, section
from jobs import TEMPLATES, kit_of
from places import DOCS, ROOT

from kitgen import papers
from kitgen.claims import until_unbeatable
from kitgen.cli import table_report, terminal_board
from kitgen.cli.commands import print as print_command
from kitgen.cli.main import main
from kitgen.games.told import told_language
from kitgen.guests import added_commands
from kitgen.inquiries import game_solution, game_trial
from kitgen.journal import audit, class_journals, hexapawn_rl, story_search
from kitgen.kit import colours, kit, kit_file, kit_json
from kitgen.lab import chain_scores, sweeps
from kitgen.machine import first_games, learning
from kitgen.paper.declared import SETTINGS
from kitgen.paper.layout import frame, wall
from kitgen.paper.parts import playing_cards, poster, roles, sweets
from kitgen.paper.stock import read_stock
from kitgen.play import console, insight, learners, sitting
from kitgen.position_tables import records
from kitgen.reading import outline_checks, outline_svg, schema, templates
from kitgen.sandbox import limits
from kitgen.serve import bounds
from kitgen.sources.kit_sources import make_kit
from kitgen.theory import explore
from kitgen.verification import certificate, reference, scan
from kitgen.verification.tables import comparison
from kitgen.web import page_data, tasks
from kitgen.web.script import source

MB = limits.MB


# --- sizes of labels
# --------------------------------------------------------------------------------------------------


def size_in_words(stock):
    return f"{stock.width:g} x {stock.height:g}"


def test_the_table_of_labels_has_their_sizes():
    """Each size once in its row, in the order of the names; those of bought sheets and of cards are
    not told.
    """
    told = {}
    for names, what in at_least(8, rows(section("docs/labels-and-cards.md", "## Sizes"))[:8]):
        sizes = [read_stock(name, TEMPLATES) for name in named(names)]
        found = re.findall(r"[\d.]+ x [\d.]+", what)
        if found:
            assert found == list(dict.fromkeys(size_in_words(stock) for stock in sizes)), names
        told |= {stock.name: stock for stock in sizes}
    assert sorted(told) == sorted(TEMPLATES.names("stock"))
    cartons = [told[name] for name in ("egg-carton", "egg-carton-6", "drawers")]
    assert [stock.columns * stock.rows for stock in cartons] == [10, 6, 20]
    text = page("docs/labels-and-cards.md")
    assert "a carton for ten or six eggs" in text
    assert "a chest of twenty small drawers" in text


# --- limits
# --------------------------------------------------------------------------------------------------


def number_in(module, name):
    """Return a number of the page's scripts."""
    return int(re.search(rf"const {name} = ([\d_]+);", source(module))[1].replace("_", ""))


MOST_SECONDS = {name: limit.seconds for name, limit in bounds.LIMITS.items()}
#: How many digits of its hash a kit is known by on sheets.
DIGITS = {6: "six", 8: "eight", 10: "ten"}[len(kit_of("her").short_hash)]
#: Sentences of pages with a number of the program in each.
LIMITS = {
    "serving": [
        f"at most {bounds.CACHE_BYTES // MB} MB of them",
        (f"{MOST_SECONDS['card']:g} for a card, {MOST_SECONDS['pdf']:g} for a PDF, "
        f"{MOST_SECONDS['verify']:g} for a file to be checked"),
        f"answered after {bounds.MAX_WAIT_SECONDS:g} s at the latest",
        (f"A game of more than {tasks.MAX_POSITIONS:,} positions, a print of more than "
        f"{tasks.MAX_SHEETS} sheets, and more than {tasks.MAX_GAMES:,} games for a curve"),
        f"A file may have {limits.LARGEST_FILE // MB} MB",
        f"{bounds.LONGEST_QUEUE} tasks of a client may wait",
        (f"{bounds.MAX_UPLOADED_BYTES // MB} MB of them at most, and may take "
        f"{bounds.MAX_SENDING_SECONDS} s to arrive"),
        f"Of {bounds.CONNECTIONS} connections",
        f"has to arrive within {bounds.MAX_IDLE_SECONDS} s",
    ],
    "commands": [
        f"writes them as PNG files at {print_command.FILE_DPI} dpi",
        f"does not ask before a kit of more than {papers.MANY_SHEETS} sheets",
        f"before exploring a game of more than {explore.SOON:,} positions",
        f"longer than {terminal_board.LINE:,} characters",
        f"games with more than {page_data.MAX_SITUATIONS:,} situations, are refused",
        f"in each of at most {sweeps.WINDOWS} windows",
        f"Files over {limits.LARGEST_FILE // MB} MB, over {limits.MAX_PAGES:,} pages",
        f"of up to {game_solution.MAX_COUNTED_POSITIONS:,} positions also the possible games",
        f"Below {colours.MIN_DIFFERENCE:g} it warns",
        f"with at most {game_trial.MAX_BOXES_FOR_A_CLASS} boxes for one of the sides",
        (f"A file has at most {templates.MAX_TEMPLATE_BYTES // 1000} kB, and "
        f"{templates.MAX_DOTS_OF_A_LINE} dots on a line"),
    ],
    "makers": [
        f"one deck for every {playing_cards.RANKS}",
        f"up to {playing_cards.RANKS * playing_cards.MAX_DECKS} boxes with four moves",
        f"up to {roles.MAX_KEPT_BOXES} boxes, one for a class as the machine",
        f"Rings are for sweets of {sweets.USUAL_SWEET_MM:g} mm",
        f"An outline of more than {outline_svg.MAX_POINTS} points is simplified",
        (f"At {outline_checks.SIZE_MM:g} mm nothing but tips may be thinner than "
        f"{outline_checks.THIN_DOTS / outline_checks.DOTS_TO_A_MM:g} mm"),
        f"each bead has a well {poster.WELL_OF_BEAD:g} times as wide as the bead",
        f"(`poster.bead`, default {SETTINGS['poster.bead'].default:g} mm)",
        f"which overlap by {wall.OVERLAP:g} mm",
        f"enough beads that {first_games.OF_HUNDRED} of 100 machines run out of no colour",
        f"That is {first_games.LESSON} games, or the number in `beads.bank`",
        f"The bank comes from playing with {first_games.BANK_MACHINES} machines",
    ],
    "rules": [
        f"0 for none, {learning.ALL} for all",
        f"stays as it is; {learning.NO_CEILING} is no ceiling",
    ],
    "lessons": [
        f"for your own lessons, too ({until_unbeatable.MACHINES} machines)",
        f"become unbeatable within {until_unbeatable.GAMES_OF_ADDING} games each",
    ],
    "app": [f"more than {tasks.MAX_POSITIONS:,} positions or {tasks.MAX_SHEETS} sheets"],
    "solving": [f"The usual limit is {explore.EXPLORE_LIMIT:,} positions"],
    "installing": [f"some {explore.EXPLORE_LIMIT:,} positions"],
    "kit-json": [
        f"the first {DIGITS} of its 64 hexadecimal digits are on every sheet",
        f"at most {kit_json.MAX_KIT_BYTES // MB} MB and {kit_file.MAX_BOXES:,} boxes",
        f"beads from 0 to {schema.MAX_BEADS:,}",
    ],
    "inventing-a-game": [
        f"{told_language.MAX_LETTERS_OF_RULES:,} letters together",
        f"Up to {tasks.MAX_POSITIONS:,} positions are explored there",
        f"where both have more than {game_trial.MAX_BOXES_FOR_A_CLASS} boxes",
        f"A board has at most {told_language.MAX_POINTS} points",
    ],
    "start-own-game": [
        f"has at most {game_trial.MAX_BOXES_FOR_A_CLASS} boxes",
        f"gets better within {first_games.LESSON} games",
    ],
    "howto-poster": [f"pages that overlap by {wall.OVERLAP:g} mm"],
    "howto-print-size": [f"it is {frame.RULER} mm long, and the print is right"],
    "games-csv": [f"the {DIGITS} digits of the kit's hash that are on every sheet"],
    "howto-cite": [f"the hash of the kit that you used: {DIGITS} digits at the foot of each sheet"],
    "howto-board": [f"as many games as each group has, and at most {first_games.LESSON}"],
    "journal": [
        f"less than 1/{1 / story_search.MIN_LIKELIHOOD:.0f} as likely as the first",
        f"how many stories are not listed, after {audit.MAX_STORIES_LISTED}",
        (f"more than {hexapawn_rl.MAX_SCORE} beads of a slot are written as "
        f"{hexapawn_rl.MAX_SCORE} and more than {hexapawn_rl.MAX_GAMES} games won or lost as "
        f"{hexapawn_rl.MAX_GAMES}"),
        f"one side, up to {chain_scores.MAX_STATES_FOR_SCORES:,} bead states",
        (f"{class_journals.MAX_GAMES_COMPARED} games the first "
                f"{class_journals.MAX_GAMES_COMPARED} are ranked")],
    "playing": [
        (f"{insight.COMPILED_PLIES} moves in Awari and Hexapawn (with `lab`), otherwise "
        f"{insight.PLAIN_PLIES}, and at most {insight.MAX_SECONDS:g} seconds per position"),
        (f"`level:1` to `level:{len(sitting.PLIES)}` look "
        f"{', '.join(map(str, sitting.PLIES[:-1]))} and {sitting.PLIES[-1]} moves ahead"),
        f"play N games at once, {console.USUAL_GAMES} if N is left out",
        f"against all others, up to {learners.MAX_POSITIONS_SEARCHED:,} positions",
        f"all games of the kit, up to {learners.MAX_SITUATIONS_SEARCHED:,} positions",
    ],
    "verification": [
        f"Kits of games with more than {reference.LIMIT:,} positions are not decided",
        f"shows a small board for each finding, up to {table_report.SHOWN}",
        f"a file that takes more than {comparison.SECONDS:g} s of CPU",
        (f"Files over {records.MAX_TABLE_BYTES // MB} MB or {records.MAX_ENTRIES:,} entries are "
        "refused"),
        (f"an ink may have between {scan.PALEST_INK:.0%} and {1 / scan.PALEST_INK:.0%} of its "
        "strength"),
        f"where there is much ink, by more than {scan.MAX_STREAK:.0%} of it",
        f"Certificates are limited to {certificate.MAX_POSITIONS:,} positions",
    ],
    "web": [
        f"Up to {number_in('view/curve.js', 'MOST_SCORED'):,} games the curve is",
        f"The page keeps up to {number_in('core/journal.js', 'MOST_NOTED'):,} games",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_pages_say_the_limits_of_the_program(name):
    text = " ".join(page(f"docs/{name}.md").split())
    # A sentence may begin with its number, which is not to be the end of a larger one,
    # nor its last one the beginning.
    missing = [
        said
        for said in at_least_one(LIMITS[name])
        if re.search(rf"(?<![\w,.]){re.escape(said)}(?!,?\d)", text) is None
    ]
    assert missing == []


def bounds_of(annotated):
    """Return the bounds of a type of a kit's file."""
    (meta,) = [each for each in annotated.__metadata__ if isinstance(each, msgspec.Meta)]
    return meta


def test_the_page_of_a_kit_says_the_ranges_of_its_keys():
    text = " ".join(page("docs/kit-json.md").split())
    slots = bounds_of(kit_file.BoxFile.__annotations__["slots"])
    turns = bounds_of(kit_file.Turn)
    points = bounds_of(kit_file.Points)
    assert f"boxes of {slots.min_length} to {slots.max_length} slots" in text
    assert f"turns from {turns.ge} to {turns.le}," in text
    assert f"points from {points.ge:,} to {points.le:,};" in text
    assert f"up to {bounds_of(kit.BeadsLeft).le:,} beads in a slot" in text


def test_mirrors_take_as_many_boxes_as_is_said():
    text = " ".join(page("docs/commands.md").split())
    boxes = {
        choice: len(make_kit("her", mirroring=choice).boxes)
        for choice in ("allowed", "never", "left", "right")
    }
    assert f"{boxes['never']} for `her`, in place of {boxes['allowed']}" in text
    assert boxes["left"] == boxes["right"]
    assert f"and makes {boxes['left']} boxes; so does `right`" in text
    assert boxes["left"] == len(kit_of("gardner24").boxes)
    assert f"exactly {boxes['left']} positions occur as they lie" in text


# --- defaults
# --------------------------------------------------------------------------------------------------

#: How a row of a table says a default: a number or a word.
DEFAULT = re.compile(r"\(default: ([\d,]+)\)|`(\w+)` \(default\)|the default is port (\d+)")


def defaults_in_words():
    """Yield what each row of the page of commands says is the default of its first option."""
    for part in re.split(r"^## (?=kitgen )", page("docs/commands.md"), flags=re.MULTILINE)[1:]:
        command = part.split()[1]
        for options, what in re.findall(r"^\| `(--[^|]*)\|(.*)\|$", part, re.MULTILINE):
            told = DEFAULT.search(what)
            if told is not None:
                yield command, re.match("--[a-z-]+", options)[0], next(filter(None, told.groups()))


def default_of(command, option):
    """Return the default of an option as its help says it."""
    (parameter,) = [each for each in command.params if option in each.opts]
    said = re.search(r"\[default: (.*?)\]", parameter.help or "")
    return said[1] if said else str(parameter.default)


def test_the_page_of_commands_says_the_defaults_that_their_options_have():
    found = {}
    told = {}
    for command, option, value in defaults_in_words():
        told[command, option] = value
        found[command, option] = default_of(main.get_command(None, command), option)
    assert told == found
    assert len(told) >= 6


# --- extras
# --------------------------------------------------------------------------------------------------


def pages():
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}


def test_a_command_that_needs_an_extra_has_it_from_its_guest():
    """`kitgen exact …`, which needs the extra `lab`."""
    extras = {name: command.extra for name, command in added_commands()}
    seen = []
    pattern = r"`kitgen (\w+)[^`]*`,? which needs the extra `(\w+)`"
    for name, text in pages().items():
        for command, extra in re.findall(pattern, " ".join(text.split())):
            assert extra == extras[command], name
            seen.append(command)
    assert seen


#: What a sentence says of an extra, and the guest that it speaks of, or the library that it needs.
SPOKEN_OF = [
    ("app.md", "`python -m pip install '.[{},lab]'` and `kitgen serve` show", "serve"),
    ("camera.md", "You need the extra `{}`", "camera"),
    ("commands.md", "runs until Ctrl-C. It needs the extra `{}`", "serve"),
    ("commands.md", "on a Dask cluster (the extra `{}`)", "distributed"),
    ("commands.md", "`--plain` and without a terminal or the extra `{}`", "play"),
    ("commands.md", "its comparison with others needs the extra `{}`", "lab"),
    ("commands.md", "KIT may be a journal. It needs the extra `{}`", "camera"),
    (
        "commands.md",
        "scanned or photographed (PDF, JPEG, PNG, TIFF, WebP; the extra `{}`)",
        "camera",
    ),
    ("howto-board.md", "needs no network (it needs the extra `{}`)", "web"),
    ("howto-board.md", "with the extra `{}` also a photo of a [marked", "camera"),
    ("howto-compare-rules.md", "A picture needs the extra `{}`", "matplotlib"),
    ("howto-curve.md", "A picture needs the extra `{}`", "matplotlib"),
    ("howto-laser.md", "The extra `{}` is", "laser"),
    ("howto-opponent.md", "Gardner's rule these say (they need the extra `{}`", "lab"),
    ("howto-screen.md", "python -m pip install '.[{},lab]' kitgen serve", "serve"),
    ("journal.md", "A camera reads that log, with the extra `{}`", "camera"),
    ("journal.md", "a workbook (`.xlsx`, `.xls`, `.ods`, with the extra `{}`)", "python-calamine"),
    ("journal.md", "In a terminal it is a screen (the extra `{}`)", "play"),
    ("journal.md", "such as `her` and `him`; this needs the extra `{}`)", "lab"),
    ("playing.md", "In a terminal it draws (the extra `{}`;", "play"),
    ("search.md", "searched by compiled code (the extra `{}`)", "search"),
    ("serving.md", "python -m pip install '.[{},lab]' kitgen serve", "serve"),
    ("solving.md", "Without the extra `{}`, plain Python solves", "lab"),
    ("start-lecture.md", "without playing a game (with the extra `{}`", "lab"),
    ("start-lecture.md", "python -m pip install '.[lab,{}]' jupyterlab", "rl"),
    ("start-lesson.md", "`kitgen exact her`, which needs the extra `{}`", "lab"),
    ("verification.md", "Checking files for a laser cutter needs the extra `{}`", "laser"),
    ("verification.md", "photographed sheets card by card (the extra `{}`)", "camera"),
    ("verification.md", "a rule that only takes beads, and the extra `{}`", "lab"),
]


def extra_of(what):
    """Return the extra of a guest, or the one that brings a library."""
    guest = ROOT / f"kitgen/guests/{what}.toml"
    if guest.is_file():
        return tomllib.loads(guest.read_text(encoding="utf-8"))["extra"]
    project = tomllib.loads(page("pyproject.toml"))["project"]
    return next(
        extra
        for extra, requirements in project["optional-dependencies"].items()
        if any(requirement.startswith(what) for requirement in requirements)
    )


@pytest.mark.parametrize("name", sorted({name for name, _, _ in SPOKEN_OF}))
def test_pages_name_the_extra_of_what_they_speak_of(name):
    text = " ".join(page(f"docs/{name}").split())
    for where, sentence, what in SPOKEN_OF:
        if where == name:
            assert sentence.format(extra_of(what)) in text


def test_each_page_that_names_an_extra_is_asked_which():
    """Pages of the reference name more of them: their tables are held in test_names_in_docs.py."""
    told = Counter()
    for name, text in pages().items():
        told[name] = len(re.findall(r"extra `\w+`", " ".join(text.split())))
    asked = Counter(name for name, sentence, _ in SPOKEN_OF if "extra `{}`" in sentence)
    assert {name: count for name, count in told.items() if count} == asked


# --- where things are
# --------------------------------------------------------------------------------------------------

#: What a file does, as the page of the design says it, and what then stands in that file.
DOES = {
    r"`([\w./]+)` finds the positions": "def explore(",
    r"`([\w./]+)` decides which get a box": "def decisions(",
    r"`teach` in `([\w./]+)`": "def teach(",
    r"set by `([\w./]+report\.py)`": 'texts("report.',
    r"its figures are computed in `([\w./]+)`": "def past_of(",
    r"`([\w./]+)` reads it through `sheet_reading.py`": "sheet_reading",
    r"read by `([\w./]+style\.py)`": "sheet_style",
    r"`([\w./]+kit_folder\.py)` respects it": "manifest",
    r"a process of its own, `([\w./]+)`": "def main(",
}


@pytest.mark.parametrize("pattern", DOES)
def test_what_the_page_of_the_design_says_of_a_file_stands_in_it(pattern):
    found = re.search(pattern, page("docs/design.md"))
    assert found is not None
    assert DOES[pattern] in (ROOT / found[1]).read_text(encoding="utf-8")


# --- figures of a move
# --------------------------------------------------------------------------------------------------


def test_plies_of_a_move_count_the_move_itself():
    """With best play of both sides, as the page of the file says it: worked out along the moves."""
    told = dict(rows(section("docs/kit-json.md", "## A slot")))
    assert told["`plies`"].startswith(
        "moves of both sides to the end with best play, including this one"
    )
    kit = kit_of("her")
    game = kit.game

    def best(position):
        """The value for the side to move, and the plies that are left."""
        end = game.result(position)
        if end is not None:
            return end, 0
        found = []
        for move in game.legal_moves(position):
            value, plies = best(game.play(position, move).position)
            found.append((-value, plies + 1))
        value = max(found)[0]
        plies = [left for won, left in found if won == value]
        return value, min(plies) if value > 0 else max(plies)

    counted = {}
    noted = {}
    for box in at_least(19, json.loads(kit_json.write_kit(kit))["boxes"]):
        position = kit.by_id[box["id"]].position
        for slot in box["slots"]:
            after = game.play(position, game.parse_move(position, slot["move"])).position
            value, plies = best(after)
            counted[box["id"], slot["move"]] = (-value, plies + 1)
            noted[box["id"], slot["move"]] = (slot["value"], slot["plies"])
    assert noted == counted
