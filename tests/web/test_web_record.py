"""What the page makes of games on record is what the journal makes of them: read, refused,
replayed, written.
"""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from browsers import in_node
from counting import at_least, at_least_one
from jobs import TEMPLATES, TEXTS, kit_of
from journal_games import rows_of

from kitgen.errors import RecordError
from kitgen.journal.beads import RunningBeads
from kitgen.journal.exchange import read_lines, write_json_lines
from kitgen.journal.journal_lines import JournalHead
from kitgen.journal.journal_words import shown_games
from kitgen.journal.understand import understood
from kitgen.kit.kit import row_letter
from kitgen.kit.rule import Change, Rule, read_rule
from kitgen.machine.first_games import FirstGames, learning_band
from kitgen.machine.learning import with_rule
from kitgen.reading.texts import Texts
from kitgen.record.games_table import GamesTable, write_table
from kitgen.record.rows import LETTERS, GameRow, Passages, PickedBead
from kitgen.record.table_words import vocabularies
from kitgen.sources.journal_start import new_journal
from kitgen.web.page_build import played_data
from kitgen.web.page_data import page_data, second_machine
from kitgen.web.page_words import page_words
from kitgen.web.script import script

#: Reads a file of games, says which of them can have been, writes these, and says how the beads lie
#: after them.
READ = f"""(job) => {{
{script("core/exchange.js", "core/record.js", "core/passages.js", "core/engine.js")}
const {{ data }} = job;
const beads = newBeads(data);
const recorder = new Recorder(data, new Passages(seatsOf(data), beads, data.gives_up));
const said = (work) => {{
  try {{ return work(); }} catch (error) {{
    if (!(error instanceof Fault)) throw error;
    return error.kind;
  }}
}};
const machine = data.journal.split("\\n")[0];
const read = said(() => readFile(job.text, new Reader(data), JSON.parse(machine).kit_hash));
if (typeof read === "string") return read;
const rows = read.map(({{ line, row }}) => said(() => recorder.understood(row, line)));
const good = rows.filter((row) => typeof row !== "string");
recorder.replay(good);
return {{
  good: rows.map((row) => typeof row !== "string"),
  rows: read.map(({{ row }}) => row),
  beads: Array.from(beads.count),
  lines: writeLines(machine, good),
  table: writeTable(good),
}};
}}"""


#: To this rule it matters whether a game was lost on the table or at an empty box.
OWN = {
    "forgives": Rule("", {}, win=Change(every=1), loss=Change(from_end=(-1,)), empty="resign"),
    "refills": Rule("", {}, win=Change(every=1), loss=Change(every=-1), empty="refill"),
}


@cache
def machine_of(name, rule=None):
    """Return a kit, and what the page is told of it."""
    kit = kit_of(name)
    if rule:
        kit = with_rule(kit, OWN.get(rule) or read_rule(rule, TEMPLATES), rule)
    return kit, played_data(kit, None, TEMPLATES)


def spoiled(kit, rows):
    """Return games as a class might note them: whole, by the last bead, by the result alone, and
    wrong in some way.
    """
    for number, row in enumerate(rows):
        kinds = number % 9
        last = row.picks[-1:]
        other = next(box for box in kit.boxes if box.id not in {pick.box for pick in row.picks})
        yield {
            1: replace(row, picks=last),
            2: replace(row, picks=()),
            3: replace(row, result=-row.result),
            4: replace(row, picks=row.picks[:-1]),
            5: replace(row, picks=(*row.picks, PickedBead(other.id, other.slots[0].colour.letter))),
            6: replace(row, picks=row.picks[:1], resigned=True),
            7: replace(row, resigned=False, last_only=bool(last)),
            8: replace(
                row, result=0, remark='=said, "no"', opponent="Łucja", when="3.5.", starts="M"
            ),
        }.get(kinds, row)


def row_from(said):
    return GameRow(
        said["game"],
        tuple(PickedBead(*pick.split()) for pick in said["picks"]),
        {"W": 1, "D": 0, "L": -1}[said["result"]],
        said["opponent"],
        said["starts"],
        said["when"],
        said["remark"],
        said["resigned"],
        said["last_only"],
    )


def cases_of(*named):
    """Return kits with games as a class might note them, and all as the page is told of it."""
    cases = []
    for name, rule in named:
        kit, data = machine_of(name, rule)
        rows = list(spoiled(kit, rows_of(kit, 45)))
        machine = data["journal"].splitlines()[0]
        job = {"data": data, "text": f"{machine}\n{lines_of(kit, rows)}"}
        cases.append((kit, rows, machine, job))
    return cases


def lines_of(kit, rows):
    """Return the lines of games in a file."""
    head = JournalHead("", kit.choices.rule, kit.rule, kit)
    return write_json_lines(head, rows).decode().partition("\n")[2]


#: Kits and rules that are tried in one process; of the larger ones a few.
SMALL = [("her", None), ("her", "michie"), ("her", "forgives"), ("ladder", None)]
LARGE = ["gardner24", "menace-second", "awari-mini", "awari-3x1"]


@pytest.mark.parametrize("named", [
    SMALL, *(pytest.param([(name, None)], marks=pytest.mark.every) for name in LARGE),
])  # fmt: skip
def test_games_are_understood_refused_and_learned_from_as_the_journal_does(named):
    cases = cases_of(*named)
    answers = in_node(READ, [job for *_, job in cases])
    for (kit, rows, machine, _), said in zip(cases, at_least_one(answers), strict=True):
        passages = Passages(kit)
        good = []
        told = []
        for row in at_least(45, rows):
            try:
                good.append(understood(passages, row))
                told.append(True)
            except RecordError:
                told.append(False)
        assert 9 < len(good) < 45
        beads = RunningBeads(passages)
        for row in good:
            beads.learn(row)
        assert said["good"] == told
        assert said["beads"] == beads.counts
        assert [row_from(row) for row in said["rows"]] == rows
        assert said["lines"] == f"{machine}\n{lines_of(kit, good)}"
        assert said["table"] == write_table(good)


TABLES = {
    "its own": "game,opponent,A,B,C,result\n1,Anna,A1 R,B1 U,,L\n\n2,Luca,a1u,b5 "
    "yellow,,1\n+,,,,C2 R,\n",
    "marks": "game;A;B;result;resigned\n3,0;1 R;1 U;−1;no\n;A1 R;–;W;\n",
    "Italian": "partita\tavversario\tscatole e perline\tmacchina\tnota\n"
    "7\tAnna\tA1 R, B1 U\tPe\tben fatto\n",
    "Spanish": f"{TEXTS['es']('log.column.game')};A;resultado\n1;A1 red;P\n",
    "marked sheets": "game,A,result,sheet,row,how\n1,A1 R,L,1,1,read\n2,,,1,2,void\n3,A1 U,L,,,\n",
    "titles above": "Our machine;;\nautumn;;\npartida;A;resultado\n1;A1 R;P\n",
    "quotes": 'game,remark,A,result\n1,"a ""b"",\nc",A1 R,l\n',
}


def test_tables_are_read_as_kitgen_reads_them():
    kit, data = machine_of("her")
    said = in_node(READ, [{"data": data, "text": text} for text in TABLES.values()])
    for text, one in zip(TABLES.values(), at_least(7, said), strict=True):
        lines = list(read_lines(text, "", kit, vocabularies(TEMPLATES)))
        assert [line.fault for line in lines if line.fault] == []
        assert [row_from(row) for row in one["rows"]] == [
            line.row for line in lines if line.row is not None
        ]


CASES = tomllib.loads((Path(__file__).parent / "table_cases.toml").read_text(encoding="utf-8"))


def game_of(row):
    return f"{row.game} {row.picks_text} {LETTERS[row.result]}".replace("  ", " ")


def read_by_the_journal(kit, text):
    """Return the games of a table, or nothing if the journal refuses it, or takes it as a tally."""
    tables = GamesTable(kit, vocabularies(TEMPLATES))
    try:
        reading = tables.read(tables.sheets(text))
    except RecordError:
        return None
    if reading.unread or reading.tally or any(line.fault for line in reading.lines):
        return None
    return [game_of(line.row) for line in reading.lines]


def test_the_journal_and_the_page_read_the_same_of_tables():
    kits = {language: kit_of("her", language=language) for language in ("en", "it")}
    data = {language: played_data(kit, None, TEMPLATES) for language, kit in kits.items()}
    languages = [case.get("kit", "en") for case in CASES.values()]
    jobs = [
        {"data": data[of], "text": case["text"]}
        for of, case in zip(languages, CASES.values(), strict=True)
    ]
    by_the_page = {}
    for name, said in zip(CASES, at_least(20, in_node(READ, jobs)), strict=True):
        by_the_page[name] = (
            said if isinstance(said, str) else [game_of(row_from(row)) for row in said["rows"]]
        )
    by_the_journal = {
        name: read_by_the_journal(kits[of], CASES[name]["text"])
        for name, of in zip(CASES, languages, strict=True)
    }
    assert by_the_page == {name: case.get("games") or case["fault"] for name, case in CASES.items()}
    assert by_the_journal == {name: case.get("games") for name, case in CASES.items()}


def test_the_page_names_and_reads_results_by_the_letters_of_the_log(tmp_path):
    """They are those on the sheet, in ``journal show`` and in the page's list of games, in each
    language.
    """
    jobs = []
    letters_by_language = {}
    for language in TEMPLATES.languages():
        kit = kit_of("her", language=language)
        texts = Texts(language, TEMPLATES)
        letters = [texts(f"log.letter.{result}") for result in ("win", "draw", "loss")]
        letters_by_language[language] = letters
        words = page_words([kit], language, TEMPLATES)["words"]
        named = [words[f"result_{result}"] for result in ("won", "drawn", "lost")]
        assert [word.rpartition(" ")[2] for word in named] == [f"({letter})" for letter in letters]
        with new_journal(kit, tmp_path / f"{language}.kitgen") as journal:
            blue = kit.by_id["B1"].slots[1].colour.letter
            journal.add(GameRow(1, (PickedBead("A1", "R"), PickedBead("B1", blue)), -1))
            assert [row[3] for row in shown_games(journal, texts)] == letters[-1:]
        heading = ";".join([texts("log.column.game"), "A", texts("log.column.result")])
        rows = [f"{game};A1 R;{letter}" for game, letter in enumerate(letters, 1)]
        jobs.append(
            {"data": played_data(kit, None, TEMPLATES), "text": "\n".join([heading, *rows, ""])}
        )
    for language, said in zip(letters_by_language, at_least(5, in_node(READ, jobs)), strict=True):
        assert [row["result"] for row in said["rows"]] == ["W", "D", "L"], language


def test_a_refusal_names_its_line_also_after_a_cell_of_several_lines():
    kit, data = machine_of("her")
    text = 'game,remark,A,result\n1,"three\nlines\nlong",A1 R,L\n2,,A1 Q,L\n'
    (wrong,) = [
        noted.line for noted in read_lines(text, "", kit, vocabularies(TEMPLATES)) if noted.fault
    ]
    code = f"""(job) => {{ {script("core/exchange.js")}
    try {{ return readFile(job.text, new Reader(job.data), ""); }}
    catch (error) {{ return error.values.line; }} }}"""
    assert in_node(code, [{"data": data, "text": text}]) == [wrong] == [5]


def test_results_may_be_small_letters_in_every_form_of_a_file():
    _, data = machine_of("her")
    jobs = [
        {"data": data, "text": text}
        for text in (
            '{"game":1,"picks":["A1 R"],"result":"w"}\n{"game":2,"picks":[],"result":"l"}\n',
            "game,A,result\n1,A1 R,w\n2,,l\n",
        )
    ]
    for said in at_least(2, in_node(READ, jobs)):
        assert [row["result"] for row in said["rows"]] == ["W", "L"]


REFUSED = [
    ("game,A,result\n1,Z9 R,W\n", "bead"),
    ("game,A,result\n1,A1 Q,W\n", "bead"),
    ("game,A\n1,A1 R\n", "heading"),
    ("game,A,result,constructor\n1,A1 R,W,x\n", "column"),
    ("game,A,A,result\n1,A1 R,,W\n", "column"),
    ("game,A,result\n1,A1 R,toString\n", "result"),
    ("game,A,result\nx,A1 R,W\n", "number"),
    ("game,A,result\n1,A1 R,W,9\n", "cells"),
    ("game,A,result,resigned\n1,A1 R,W,perhaps\n", "answer"),
    ('{"game":1,"picks":[],"result":"W","and":1}', "json"),
    ('{"game":1,"picks":"A1 R","result":"W"}', "json"),
    ('{"game":-1,"picks":[],"result":"W"}', "number"),
    ('{"game":1,"picks":[],"result":"X"}', "result"),
    ('{"game":1,', "json"),
    ('{"schema":"kitgen/session@9"}', "version"),
    ('{"schema":"kitgen/journal@2","kit_hash":"0"}', "machine"),
]


def test_columns_are_called_as_kitgen_calls_them_also_after_z():
    code = f"(job) => {{ {script('core/table.js')} return job.map(column); }}"
    turns = range(26 * 27)
    assert in_node(code, [list(turns)]) == [[row_letter(turn + 1) for turn in turns]]


def test_what_cannot_be_read_is_refused():
    _, data = machine_of("her")
    said = in_node(READ, [{"data": data, "text": text} for text, _ in at_least(16, REFUSED)])
    assert [*zip((text for text, _ in REFUSED), said, strict=True)] == REFUSED
    zero = '{"game":0,"picks":[],"result":"W"}'  # which the journal takes, too
    assert in_node(READ, [{"data": data, "text": zero}]) != ["number"]


def test_files_that_grow_are_merged_as_the_journal_does():
    merge = f"(job) => {{ {script('core/journal.js')} return merged(job[0], job[1]); }}"
    one, two = (
        {"game": game, "picks": ["A1 R"], "result": "L", "resigned": None} for game in (1, 2)
    )
    jobs = [
        [[one], [one, two]],
        [[one], [two | {"game": 0}]],
        [[two], [one]],
        [[one], [one | {"result": "W"}]],
        [[], [two, two]],
    ]
    said = in_node(merge, jobs)
    assert [[row["game"] for row in answer["rows"]] for answer in said] == [
        [1, 2],
        [1, 2],
        [1, 2],
        [],
        [],
    ]
    assert [answer["twice"] and answer["twice"]["game"] for answer in said] == [
        None,
        None,
        None,
        1,
        2,
    ]


@pytest.mark.parametrize(("name", "opponent", "games"), [("her", 1, 20), ("ladder", 0, 15)])
def test_the_band_is_that_of_the_printed_sheet(name, opponent, games):
    kit, data = machine_of(name)
    code = f"""(job) => {{ {script("core/band.js")}
    const {{ low, high }} = bandOf(job.data, seatsOf(job.data), job.opponent, job.games);
    return [Array.from(low), Array.from(high)]; }}"""
    [said] = in_node(code, [{"data": data, "opponent": opponent, "games": games}])
    assert said == [
        list(side) for side in learning_band(FirstGames(kit, data["opponents"][opponent]), games)
    ]


# --- the journal, and what a machine knows
# -----------------------------------------------------------------------


def in_journal(work):
    """Return what some JavaScript makes of an empty journal."""
    [answer] = in_node(
        f"() => {{ {script('core/journal.js')} const journal = new Journal(); {work} }}", [None]
    )
    return answer


def test_the_curve_keeps_its_past_however_many_games_are_played():
    outcomes = [1, -1, 0] * 900
    play = f"for (const outcome of {outcomes}) journal.enter(outcome);"
    assert (
        in_journal(f"{play} return Array.from(journal.outcomes.subarray(0, journal.games));")
        == outcomes
    )
    assert in_journal(f"{play} return [journal.won, journal.drawn, journal.lost];") == [900] * 3


def test_twenty_thousand_games_are_noted_and_no_more():
    """Once a game was not noted the journal has a gap, and notes none after it."""
    add = (
        "const add = (games) => { for (let n = 0; n < games; n++) "
        "journal.add(rowOf(journal.next, [], 1)); };"
    )
    told = "[journal.rows.length, journal.games, journal.last, journal.complete]"
    assert in_journal(f"{add} add(20000); return {told};") == [20000, 20000, 20000, True]
    assert in_journal(f"{add} add(20001); return {told};") == [20000, 20001, 20001, False]
    assert in_journal(f"{add} journal.enter(1); add(1); return {told};") == [0, 2, 1, False]


def test_a_box_is_safe_that_holds_beads_and_none_that_gives_something_away():
    values = ["wl", "wl", "dl", "dl", "wd", "wd", "l", "ll"]
    counts = [[1, 0], [1, 1], [2, 0], [1, 0], [0, 1], [0, 0], [3], [0, 0]]
    code = f"""(job) => {{ {script("core/known.js", "core/learning.js")}
    const beads = new Beads(job.values.map((text) => [...text].map(() => 2)));
    beads.count.set(job.counts.flat());
    job.counts.forEach((box, at) => {{
      beads.totals[at] = box.reduce((sum, count) => sum + count);
    }});
    const boxes = job.values.map((values) => ({{ values }}));
    return knownOf(boxes, beads, job.from, job.values.length); }}"""
    jobs = [{"values": values, "counts": counts, "from": begin} for begin in (0, 6)]
    whole, end = in_node(code, jobs)
    worth = {
        "w": {"left": 2, "first": 8},
        "d": {"left": 4, "first": 8},
        "l": {"left": 4, "first": 14},
    }
    assert whole == {"worth": worth, "safe": 3, "lost": 1, "empty": 2, "boxes": 8}
    nothing = {"left": 0, "first": 0}
    assert end == {
        "worth": {"w": nothing, "d": nothing, "l": {"left": 3, "first": 6}},
        "safe": 0,
        "lost": 1,
        "empty": 1,
        "boxes": 2,
    }


@pytest.mark.parametrize("rule", ["refills", "forgives"])
def test_games_of_two_machines_are_replayed_to_the_beads_that_they_left(rule):
    """Of the machine opposite, too: its boxes are emptied, and filled again where the rule says
    so.
    """
    kit = with_rule(kit_of("her"), OWN[rule], rule)
    modules = script("core/record.js", "core/passages.js", "core/engine.js", "core/rng.js")
    code = f"""(job) => {{ {modules}
    const {{ data }} = job;
    const graphs = seatsOf(data);
    const [table] = sitDown(data, graphs, new SplitMix(3));
    const beads = newBeads(data);
    const recorder = new Recorder(data, new Passages(graphs, beads, data.gives_up));
    const rows = [];
    const emptied = [0, 0];
    for (let game = 1; game <= 120; game++) {{
      table.playGame(data.opponents.length);
      const slots = Array.from(table.picks.subarray(0, table.picked));
      const picks = slots.map((slot) => recorder.texts[slot]);
      const theirs = Array.from(table.theirs.subarray(0, table.theirsPicked));
      const resigned = table.resigned || table.conceded;
      rows.push(rowOf(game, picks, table.outcome, {{ resigned, theirs }}));
      table.beads.totals.forEach((total, box) => {{
        emptied[box < data.own ? 0 : 1] += total === 0;
      }});
    }}
    recorder.replay(rows);
    return [Array.from(table.beads.count), Array.from(beads.count), emptied]; }}"""
    [[played, replayed, emptied]] = in_node(code, [{"data": page_data(kit, second_machine(kit))}])
    assert replayed == played
    assert emptied[1] > 0
    assert emptied[0] > 0 or rule == "forgives"


def test_a_variant_in_an_address_is_bounded_and_nonsense_in_it_is_passed_over():
    code = f"(job) => {{ {script('core/variant.js')} return variantOf(new URLSearchParams(job)); }}"
    printed = {"start": None, "win": None, "draw": None, "loss": None, "last": False}
    addresses = [
        "",
        "win=many&draw=&loss=1e9",
        "start=0&win=%2B3&loss=-1&moves=last",
        "start=500&win=50&draw=-50",
    ]
    assert in_node(code, addresses) == [
        printed,
        printed,
        {"start": 1, "win": 3, "draw": None, "loss": -1, "last": True},
        {"start": 99, "win": 9, "draw": -9, "loss": None, "last": False},
    ]


def test_a_number_drawn_from_64_bits_carries_from_the_lower_32():
    """As with whole numbers of any size: 64 bits times the count, without the lower 64."""
    code = f"""(job) => {{ {script("core/rng.js")}
    const rng = new SplitMix(1);
    rng.mix = () => {{}};
    [rng.mixedHigh, rng.mixedLow] = job.halves;
    return rng.below(job.count); }}"""
    jobs = [
        {"halves": [high, low], "count": count}
        for count in (3, 5, 7, 255)
        for high in (2**32 // count, 2**32 // count - 1)
        for low in (0, 2**31, 2**32 - 1)
    ]
    drawn = [(job["halves"][0] << 32 | job["halves"][1]) * job["count"] >> 64 for job in jobs]
    assert in_node(code, jobs) == drawn
    assert {*drawn} == {0, 1}
