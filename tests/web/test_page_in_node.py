"""Whole visits to the page in Node, without a browser: what is pressed and typed, and all that
changes after each step, as readable text.

Each line of a golden file names the part that it lies in. A drawing stands on one line; files that
are saved, timers with their milliseconds and addresses stand behind a ``!``.
"""

import difflib
import json
import re
from itertools import groupby

import pytest
from browsers import in_node
from jobs import kit_of
from journal_games import rows_of
from places import ROOT

from kitgen.journal.exchange import write_json_lines
from kitgen.journal.journal_lines import JournalHead
from kitgen.kit.rule import Change, Rule
from kitgen.machine.learning import with_rule
from kitgen.web.page_build import build_page

#: A module of tests that is a little browser.
LITTLE_BROWSER = ROOT / "tests" / "little_browser.js"
VISIT = f"""async (job) => {{
const {{ visit }} = await import({json.dumps(LITTLE_BROWSER.as_uri())});
return visit(job);
}}"""


def visited(html, address, steps, **kept):
    [found] = in_node(VISIT, [{"html": html, "address": address, "steps": steps, "kept": kept}])
    return found


#: What another version of kitgen changes: its name in a file, and the name of what is kept.
VERSION = re.compile(r'(?<="software":")[^"]+|(?<=kitgen page@2 )\w{16}')


def as_text(found, *, whole=False):
    """Return what has changed after each step; ``whole`` begins with all that is there."""
    before = {}
    text = []
    for moment in found:
        window = moment.get("window", "1")
        text.append(f"== {moment['step']}")
        for told, all_ in groupby(moment["told"]):
            many = len([*all_])
            times = f" ({many} times)" if many > 1 else ""
            text.append(f"! {VERSION.sub('…', told)}{times}")
        now = moment["lines"]
        if window in before:
            text += changes(before[window], now)
        elif whole:
            text += now
        before[window] = now
    return "\n".join(text)


def changes(before, now):
    """Return the lines that are new; of a drawing that was there only what is new or gone."""
    lines = [
        line
        for line in difflib.unified_diff(before, now, n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]
    gone = [line[1:] for line in lines if line[0] == "-"]
    for line in lines:
        if line[0] == "+":
            new = line[1:]
            old = next((one for one in gone if key_of(one) == key_of(new)), "")
            if old:
                gone.remove(old)
            yield f"+ {new_pieces(old, new)}"
    yield from (f"- {line[:80]}" for line in gone)


def key_of(line):
    """Return the part of a page that a line is about, without its classes and what is in it."""
    return re.match(r"(?:#\S+ )?[\w-]+(?:#[\w-]+)?", line)[0]


def new_pieces(old, new):
    """Return a line; of a drawing what is new in it, and what is gone."""
    name, _, drawing = new.partition(" : ")
    pieces = drawing.split(" | ")
    was = old.partition(" : ")[2].split(" | ")
    added = [piece for piece in pieces if piece not in was]
    left_out = [f"no {piece}" for piece in was if piece not in pieces]
    if len(was) < 4 or not added + left_out:
        return new
    return f"{name} : … {' | '.join([*added, *left_out])}"


#: What visitors do, by the name of a golden file: the kit, its language, the end of the address,
#: and what is done step by step.
VISITS = {
    "play": ("her", "en", "", [
        "set #pace 0",
        "key ArrowRight",
        "focus #cells button @6",
        "key ArrowRight",
        "key ArrowUp",
        "key ArrowUp",
        "key ArrowUp",
        "key ArrowDown",
        "key ArrowLeft",
        "key ArrowLeft",
        "press #cells .can @0",
        "press #cells .from",
        "press #cells .can @0",
        "press #cells .to",
        "press #back",
        "move 1",
        "move 0",
        "press #play",
        "finish 0",
        "press #play",
        "finish 0",
        "press #play",
        "move 0",
        "move 1",
        "finish 1",
        "press #log button @0",
        "press #why-close",
        "press #box-3 button",
        "press #setup-open",
        "press #cells .can @4",
        "press #cells .can @7",
        "press #setup-close",
        "press #setup-open",
        "press #cells .can @3",
        "press #cells .can @6",
        "press #cells .can @6",
        "press #setup-play",
        "finish 0",
        "press #undo",
        "press #guide-leave",
        "key x",
        "finish 1",
        "press #cells .any",
        "press #setup-open",
        "press #tab-watch",
        "press #tab-play",
        "focus #tab-play",
        "key ArrowLeft",
        "key Home",
        "press #cells button @4",
        "key ArrowRight",
        "key ArrowRight",
        "press #cells button @4",
        "wait 1000",
    ]),
    # The machine begins every other game, and waits for a press then.
    "seats": ("ladder", "es", "", [
        "set #pace 0",
        "press #cells button",
        "press #cells .can @2",
        "finish 1",
        "press #play",
        "finish 0",
        "press #play",
        "finish 1",
        "set #seat 0",
        "press #cells button",
        "finish 2",
        "set #seat 1",
        "finish 2",
        "press #play",
    ]),
    "steps": ("her", "en", "", [
        "move 0",
        "wait 400",
        "wait 400",
        "wait 200",
        "wait 600",
        "move 0",
        "wait 4000",
        "move 0",
        "wait 4000",
        "move 0",
        "wait 9000",
        "set #pace 300",
        "press #play",
        "move 0",
        "wait 3000",
        "move 0",
        "press #play",
        "press #play",
        "press #tab-watch",
        "wait 3000",
    ]),
    "watch": ("her", "en", "", [
        "press #tab-watch",
        "set #many 25",
        "press #play-many",
        "set #opponent 2",
        "set #beside reward",
        "fold #rival-box",
        "set #many 5",
        "press #play-many",
        "set #opponent 3",
        "press #play-many",
        "set #beside punish",
        "set #beside printed",
        "set #beside none",
        "set #opponent 1",
        "set #beside reward",
        "press #watch-play",
        "wait 3000",
        "set #opponent 3",
        "wait 16000",
        "press #watch-play",
        "wait 1000",
        "set #speed 1",
        "set #speed 3",
        "press #watch-play",
        "wait 3200",
        "press #watch-play",
        "wait 100",
        "set #speed 7",
        "press #watch-play",
        "wait 40",
        "press #watch-play",
        "wait 100",
        "set #many 0",
        "press #play-many",
        "set #many ",
        "press #play-many",
        "wait 10",
        "press #reset",
        "press #ask-yes",
        "press #cells button @2",
        "press #cells button @2",
    ]),
    "table": ("her", "en", "", [
        "press #tab-table",
        "set #name Anna ",
        "press #play",
        "move 0",
        "move 1",
        "press #back",
        "move 1",
        "press #back",
        "press #back",
        "finish 0",
        "press #play",
        "finish 1",
        "press #play",
        "move 0",
        "move 3",
        "press #log button @1",
        "set #edit-result W",
        "press #edit-save",
        "set #edit-beads A1 R, B1 Q",
        "press #edit-save",
        "set #edit-beads A1 R, B1 R",
        "set #edit-result L",
        "set #edit-name Luca ",
        "set #edit-remark well played",
        "press #edit-save",
        "press #undo",
        "press #log button @3",
        "press #edit-insert",
        "set #edit-beads a1 yellow",
        "press #edit-save",
        "set #edit-beads A1 R, B4 R",
        "set #edit-result L",
        "press #edit-save",
        "press #log button @1",
        "press #edit-cancel",
        "press #log button @1",
        "press #edit-remove",
        "press #log button @0",
        "press #save-csv",
        "press #save-lines",
        "happens beforeprint",
        "happens afterprint",
        "press #print",
        "file #load more.csv game,A,B,result\\n1,A1 R,B4 R,L\\n9,A1 U,,L\\n",
        "file #load wrong.csv game,A,B,result\\n1,A1 R,B4 R,W\\n",
        "file #load odd.csv game,A,B,result\\n10,A1 R,B4 Q,W\\n",
        "press #reset",
        "press #ask-no",
        "press #reset",
        "press #ask-yes",
        "press #reset",
    ]),
    "count": ("her", "en", "", [
        "press #tab-table",
        "press #play",
        "finish 0",
        "press #count-compare",
        "set #count-boxes input 1",
        "press #count-compare",
        "set input[data-slot=1] 0",
        "set input[data-slot=17] 1",
        "set input[data-slot=18] 2",
        "press #count-compare",
        "press #count-accept",
        "press #undo",
        "set #happened-what refilled",
        "set #happened-box B5",
        "set #happened-after 2",
        "press #happened-note",
        "set #happened-after -1",
        "press #happened-note",
        "set #happened-after 1",
        "press #happened-note",
        "set #happened-what others",
        "set #happened-games 0",
        "press #happened-note",
        "set #happened-games 12",
        "press #happened-note",
        "press #play",
        "press #count-compare",
        "press #happened-list button @1",
        "set #happened-what reset",
        "press #happened-note",
        "press #happened-list button @0",
        "press #save-lines",
        "press #undo",
        "press #undo",
        "press #play",
        "move 0",
        "reload",
        "press #tab-play",
        "press #tab-table",
    ]),
    # Nobody has to move where the game is about to be lost: the page is made anew.
    "kept": ("her", "en", "#seed=0&win=2&opponent=perfect", [
        "set #pace 0",
        "finish 1",
        "press #play",
        "move 0",
        "reload",
        "finish 0",
        "set #player Anna",
        "press #tab-watch",
        "set #beside punish",
        "set #theme dark",
        "press #large",
        "reload",
        "press #large",
        "set #theme ",
        "press #tab-play",
        "2: open",
        "2: set #pace 0",
        "2: finish 1",
        "1: press #play",
        "1: finish 0",
        "2: press #undo",
        "1: press #play",
        "press #menu-open",
        "press #menu-close",
        "set #rule-start 100",
        "press #rule-apply",
        "set #rule-start 3",
        "set #rule-moves last",
        "set #rule-loss -2",
        "set #seed 7",
        "press #rule-apply",
        "finish 0",
        "set #rule-win 0",
        "set #rule-loss 1",
        "press #rule-apply",
        "finish 0",
        "press #rule-printed",
        "press #save-csv",
        "press #menu-languages button @4",
        "fill up",
        "press #play",
        "finish 0",
        "key ArrowRight",
    ]),
    "museum": ("her", "en", "#museum&idle=7", [
        "wait 2500",
        "happens pointerdown #board",
        "set #pace 0",
        "move 0",
        "wait 6999",
        "wait 1",
        "wait 3000",
        "press #menu-open",
        "set #player Zoe",
        "set #theme dark",
        "press #languages button @4",
        "fold #odds-box",
        "press #tab-table",
        "key Shift",
        "wait 7000",
        "wait 9000",
        "wait 1000",
    ]),
    "keeper": ("her", "en", "#museum&keep=owl&idle=4000", [
        "happens pointerdown #board",
        "wait 3000",
        "set #pace 0",
        "finish 0",
        "press #play",
        "finish 1",
        "key F9",
        "set #keeper-key cat",
        "press #keeper-form button",
        "set #keeper-key  owl ",
        "press #keeper-form button",
        "press #keeper-copies button",
        "press #keeper-close",
        "press #play",
        "move 0",
        "reload",
        "happens pointerdown #robot",
        "happens pointerup #robot",
        "wait 3000",
        "happens pointerdown #robot",
        "wait 2999",
        "wait 1",
        "set #keeper-key owl",
        "press #keeper-form button",
        "press #keeper-reset",
        "happens pointerdown #board",
        "wait 3600000",
        "wait 11000",
    ]),
    "place": ("told:notakto", "it", "", [
        "set #pace 0",
        "press #cells .can @4",
        "press #back",
        "finish 3",
        "press #log button @0",
        "press #tab-table",
        "press #play",
        "press #cells .can @1",
        "move 0",
        "press #cells .can @1",
        "finish 0",
    ]),
    "sow": ("awari-mini", "de", "", [
        "set #pace 0",
        "press #cells button @2",
        "press #cells .can",
        "finish 0",
        "press #play",
        "finish 1",
        "press #tab-watch",
        "set #opponent 2",
        "set #many 40",
        "press #play-many",
        "press #watch-play",
        "wait 20",
        "press #watch-play",
    ]),
    # A box that is empty is filled again, on the screen and on the table.
    "refilled": ("her rule=refill", "en", "", [
        "set #pace 0",
        "finish 0",
        "press #play",
        "finish 0",
        "press #play",
        "finish 0",
        "press #play",
        "finish 0",
        "press #play",
        "finish 0",
        "press #log button @0",
        "press #tab-table",
        "press #play",
        "move 0",
        "move 1",
        "finish 0",
        "press #play",
        "move 0",
        "move 1",
        "move 1",
        "press #back",
        "finish 1",
    ]),
    # The box of four counters is emptied, and filled again, on the screen and on the table.
    "filled again": ("nim:5 rule=refill", "en", "", [
        "set #pace 0",
        "finish 0",
        *["press #play", "move 0", "finish 9"] * 4,
        "press #play",
        "move 0",
        "reload",
        "finish 9",
        "press #log button @0",
        "press #tab-table",
        *["press #play", "move 0", "move 0", "finish 9"],
        *["press #play", "move 0", "move 1", "finish 9"],
        *["press #play", "move 0", "move 2", "finish 9"],
        *["press #play", "move 0", "move 0", "key x", "move 0", "move 1"],
        "set #happened-what others",
        "press #happened-note",
        "press #count-compare",
        *[f"set input[data-slot={slot}] {3 - slot % 3}" for slot in range(9)],
        "press #count-compare",
        "press #count-accept",
        *[f"set input[data-slot={slot}] {3 - slot % 3}" for slot in range(9)],
        "press #count-compare",
        "press #undo",
    ]),
    # So many games that a curve shows shares, and drawn ones.
    "shares": ("told:mu-torere", "en", "", [
        "press #tab-watch",
        "set #beside reward",
        "set #many 2005",
        "press #play-many",
    ]),
    # So many games that not all are noted; the box of four counters becomes empty.
    "too many": ("nim:5", "en", "", [
        "press #tab-watch",
        "set #opponent 3",
        "set #many 300",
        "press #play-many",
        "press #log button @0",
        "set #many 20000",
        "press #play-many",
        "wait 1000",
        "press #tab-play",
        "set #pace 0",
        "finish 0",
        "reload",
    ]),
    # The machine opposite gives up at its empty box.
    "gives up": ("nim:4", "en", "", [
        "press #tab-watch",
        "set #opponent 3",
        "set #many 60",
        "press #play-many",
        "press #watch-play",
        "wait 3000",
        "press #watch-play",
        "wait 1000",
        "press #log button @0",
        "reload",
    ]),
    # The page comes with games; they are changed, loaded, and taken back.
    "came": ("her journal=3", "en", "", [
        "set #pace 0",
        "press #tab-table",
        "press #log button @1",
        "set #edit-name Bea",
        "press #edit-save",
        "set #happened-what reset",
        "press #happened-note",
        "press #log button @1",
        "press #edit-insert",
        "set #edit-beads A1 R, B3 Y",
        "press #edit-save",
        "press #undo",
        "press #undo",
        "file #load more.csv game,A,B,result\\n7,A1 R,B3 Y,L\\n",
        "file #load same.csv game,A,B,result\\n7,A1 R,B3 Y,L\\n",
        "file #load other.csv game,A,B,remark,result\\n7,A1 R,B3 Y,x,L\\n",
        "press #save-csv",
        "wait 10000",
        "press #happened-note",
        "reload",
        "press #tab-table",
        "press #undo",
        "press #undo",
    ]),
    # Some moves of the machine need no box; the story leads to the table and to an app.
    "story": ("her forced=skip app", "en", "", [
        "set #pace 0",
        "finish 0",
        *["press #play", "finish 0"] * 4,
        "press #guide-table",
        "press #play",
        "key x",
        "move 0",
        "move 0",
        "finish 0",
        "press #play",
        "finish 1",
        "press #play",
        "finish 2",
    ]),
    # Each place of the first piece turns the first box otherwise.
    "lies": ("told:notakto", "en", "", [
        "press #tab-table",
        "press #play",
        *[step for cell in (0, 2, 3) for step in (f"press #cells .can @{cell}", "press #back")],
    ]),
    # The machine opposite is named in the address, and there again once it was chosen.
    "opposite": ("nim:4", "en", "#opponent=machine&win=2", [
        "press #tab-watch",
        "set #opponent 1",
        "set #opponent 3",
        "set #rule-win 1",
        "press #rule-apply",
    ]),
    # A visitor of a museum leaves in the middle of the story.
    "left": ("her", "en", "#museum&idle=7", [
        "happens pointerdown #board",
        "wait 3000",
        "set #pace 0",
        "move 0",
        "wait 18000",
    ]),
    # A rule that starts with several beads and adds some after a win.
    "many beads": ("her rule=michie", "fr", "", [
        "set #pace 0",
        "press #tab-watch",
        "set #opponent 0",
        "set #many 60",
        "press #play-many",
        "press #tab-play",
        "finish 0",
        "press #play",
        "finish 1",
        "press #tab-table",
    ]),
}  # fmt: skip


#: A rule by which an empty box is filled again.
REFILL = Rule("", {}, win=Change(every=1), loss=Change(every=-1), empty="refill")


def page_in(named, language):
    """Return the page of a kit, which may have another rule, moves without a box, games, an app."""
    name, *more = named.split()
    options = dict(option.partition("=")[::2] for option in more)
    wish = {key: options[key] for key in ("rule", "forced") if key in options}
    if wish.get("rule") == "refill":
        return build_page(with_rule(kit_of(name, language=language), REFILL, "refill"))
    kit = kit_of(name, language=language, **wish)
    journal = ""
    if "journal" in options:
        rows = rows_of(kit, int(options["journal"]))
        journal = write_json_lines(JournalHead("", kit.choices.rule, kit.rule, kit), rows).decode()
    return build_page(kit, journal=journal, app="https://app/" if "app" in options else "")


#: Visits that differ from another one in a rule alone are left to the weekly run.
WEEKLY = ("many beads",)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.every] if name in WEEKLY else []) for name in VISITS],
)
def test_a_visit_changes_what_it_changed_before(golden, name):
    named, language, address, steps = VISITS[name]
    found = visited(page_in(named, language), f"file:///page.html{address}", steps)
    golden(f"page/visit-{name.replace(' ', '-')}", as_text(found, whole=name == "play"))


# --- the copies of a museum's keeper

COPIES = {
    "2026-01-05 7": {"day": "2026-01-05", "at": 1_767_600_000_000, "seed": 7, "rows": []},
    "2026-01-04 8": {"day": "2026-01-04", "at": 1_767_513_600_000, "seed": 8, "rows": [1, 2]},
    "2026-01-04 9": {"day": "2026-01-04", "at": 1_767_520_000_000, "seed": 9, "rows": [1]},
    "2026-01-03 9": {"day": "2026-01-03", "at": 1_767_430_000_000, "seed": 9, "rows": {}},
    "2026-01-02 9": "spoiled",
    "2026-01-01 9": {"day": "2026-01-01", "at": 1_767_250_000_000, "seed": 9, "rows": []},
    "2026-01-06 9": {"day": "2026-01-06", "at": 1_767_690_000_000, "seed": 9, "rows": []},
}
#: What a keeper without a key does, and how it is once nothing more can be kept.
KEEPS = [
    "key F9",
    "press #keeper-close",
    "happens pointerdown #board",
    "wait 3000",
    "set #pace 0",
    "finish 0",
    "key F9",
    "press #keeper-copies button @1",
    "fill up",
    "press #keeper-close",
    "press #play",
    "finish 0",
    "key F8",
    "key F9",
    "press #keeper-reset",
    "wait 300",
]


def test_a_keeper_has_the_latest_copies_and_what_cannot_be_read(golden, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    html = page_in("nim:5", "en")
    key = re.search(r'"key":"(\w{16})"', html)[1]
    before = f"kitgen page@2 {key} /page.html museum screen copy "
    kept = {
        before + day: copy if isinstance(copy, str) else json.dumps(copy)
        for day, copy in COPIES.items()
    }
    job = {
        "html": html,
        # Nobody leaves within fewer than five seconds.
        "address": "file:///page.html#museum&keep&idle=3",
        "steps": KEEPS,
        "kept": kept,
        # Two fingers have made the page larger.
        "more": {"visualViewport": {"scale": 1.02}},
    }
    [found] = in_node(VISIT, [job])
    # Some versions of Node write another blank before AM.
    golden("page/visit-copies", as_text(found).replace("\u202f", " "))


#: What is done where games of the machine cannot be read.
GOES_ON = ["set #pace 0", "finish 0", "reload"]


def test_games_that_cannot_be_read_are_left_alone_and_new_ones_kept(golden):
    html = page_in("nim:4", "en")
    key = re.search(r'"key":"(\w{16})"', html)[1]
    place = f"kitgen page@2 {key} /page.html screen"
    kept = ("{", "[]", "null", '{"rows":{}}', '{"line":["a"]}')
    job = {"html": html, "address": "file:///page.html", "steps": GOES_ON}
    jobs = [job | {"kept": {place: text}} for text in kept]
    lines = []
    for text, found in zip(kept, in_node(VISIT, jobs), strict=True):
        lines.append(f"=== {text}")
        shown = found[0]["lines"] + found[-1]["lines"]
        lines += [line for line in shown if "#storage" in line or "#said" in line]
    golden("page/visit-spoiled", "\n".join(lines))


#: A keeper whose browser cannot write to the disk once, and later does not open its store.
STORE = [
    "happens pointerdown #board",
    "wait 3000",
    "set #pace 0",
    "finish 0",
    "nothing writes",
    *["press #play", "finish 0"],
    "nothing fails",
    *["press #play", "finish 0"],
    "nothing opens",
    *["press #play", "finish 0"],
]


def test_a_store_that_does_not_write_is_said(golden):
    [found] = in_node(VISIT, [{
        "html": page_in("nim:4", "en"),
        "address": "file:///page.html#museum&keep&idle=30",
        "steps": STORE,
    }])  # fmt: skip
    lines = as_text(found).splitlines()
    shown = ("==", "! writes", "+ #games p#storage")
    golden("page/visit-store", "\n".join(line for line in lines if line.startswith(shown)))
