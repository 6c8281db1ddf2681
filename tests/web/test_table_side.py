"""One side of a real table gives the same answers in Python and in the page's script, and to all
who follow a game.
"""

import random
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import pytest
from browsers import in_node
from counting import at_least_one
from filled_in_sheets import filled_in, form_of
from jobs import EDITIONS, TEMPLATES, kit_of
from sampling import few

from kitgen.kit.kit import Kit
from kitgen.machine.paper_machine import SplitMix
from kitgen.marked.row_games import Paths, fitting
from kitgen.marked.row_marks import games_on
from kitgen.play.guide import RealTable
from kitgen.record.rows import LETTERS, Passages, PickedBead, parse_bead, sample_games
from kitgen.record.table_side import Refusal, TableSide
from kitgen.sources.journal_start import new_journal
from kitgen.web.page_build import played_data
from kitgen.web.script import script

CASES = tomllib.loads((Path(__file__).parent / "table_side_cases.toml").read_text(encoding="utf-8"))
BEGIN = "begin"
UNDO = "undo"
GIVE_UP = "give up"

#: Does some acts, and returns for each the answer, the boxes that can come next, the results with
#: which the game can end, those if no box is empty, and the box that is open.
ANSWERS_TO_ACTS = f"""(job) => {{
{script("core/table_side.js", "core/record.js", "core/passages.js", "core/engine.js")}
const {{ data }} = job;
const passages = new Passages(seatsOf(data), newBeads(data), data.gives_up);
const {{ slots }} = new Recorder(data, passages);
const graph = passages.graphs.find((one) => one.seat.side === job.side) ?? null;
const known = {{ mayBeLast: () => job.may_be_last, lastOnly: job.last_only, graph }};
const side = new TableSide(passages, known);
const edgeOf = (text) => {{
  const [{{ graph, state }}] = side.stands;
  const {{ first, move }} = graph;
  const edges = [...move.keys()].slice(first[state], first[state + 1]);
  return edges.find((edge) => data.moves[move[edge]].text === text) ?? -1;
}};
const letters = (ends) =>
  [1, 0, -1].filter((result) => ends.some(({{ outcome }}) => outcome === result));
const beadIn = (act) => slots.get(act.split(" ").slice(0, 2).join(" "));
const answerTo = (act) => {{
  if (act === "begin") return "-";
  if (act === "undo") return side.undo() ? "taken back" : "nothing";
  if (act === "give up") return side.giveUp() ?? "gave up";
  if (act.includes(" ")) return side.pick(beadIn(act)) ?? "taken";
  return side.report(edgeOf(act)) ?? "made";
}};
const opened = () => {{
  const open = side.openBox();
  if (open) return data.boxes[open.box].id + data.signs[open.sign];
  return side.isOver ? "over" : "-";
}};
return job.acts.map((act) => {{
  const answer = answerTo(act);
  const boxes = side.boxes().map((box) => data.boxes[box].id);
  return [answer, boxes, letters(side.ends()), letters(side.ends([])), opened()];
}});
}}"""


def line(
    act: str,
    answer: str,
    boxes: Iterable[str],
    ends: Iterable[int],
    sure_ends: Iterable[int],
    open_box: str,
) -> str:
    """Return a step as the cases have it."""
    shown = " ".join(boxes) or "-"
    return f"{act}: {answer} | {shown} | {letters_of(ends)} | {letters_of(sure_ends)} | {open_box}"


def letters_of(results: Iterable[int]) -> str:
    """Return the letters of results: a win, a draw, a loss; ``-`` for none."""
    letters = [LETTERS[result] for result in (1, 0, -1) if result in results]
    return "".join(letters) or "-"


def acts_of(case):
    return [step.partition(":")[0] for step in at_least_one(case["steps"])]


@pytest.mark.parametrize("name", CASES)
def test_the_journal_answers_as_the_cases_say(name):
    case = CASES[name]
    assert steps_of(case) == case["steps"]


def kit_in(case: dict[str, Any]) -> Kit:
    """Return the kit of a case."""
    return kit_of(case["kit"], **case.get("choices", {}))


def steps_of(case: dict[str, Any]) -> list[str]:
    """Return the steps of a case with the journal's answers."""
    kit = kit_in(case)
    may_be_last = case.get("may_be_last", False)
    side = TableSide(
        # The page needs no such word: its graphs always say how a box lies.
        Passages(kit, as_it_lies=case.get("follows", False)),
        lambda _: may_be_last,
        last_only=case.get("last_only", False),
        side=case.get("side"),
    )
    steps = []
    for act in acts_of(case):
        answer = answered(side, act)
        sure_ends = side.ends(empty=())
        steps.append(line(act, answer, side.boxes(), side.ends(), sure_ends, opened_text(side)))
    return steps


def opened_text(side: TableSide) -> str:
    """Return the box that is open, as the cases have it."""
    if side.is_over:
        return "over"
    opened = side.open_box()
    return "-" if opened is None else opened.name


def answered(side: TableSide, act: str) -> str:
    """Do an act, and return the answer to it."""
    kit = side.passages.kit
    if act == BEGIN:
        return "-"
    if act == UNDO:
        return "taken back" if side.undo() else "nothing"
    if act == GIVE_UP:
        return side.give_up() or "gave up"
    position = side.stands[0].position
    if " " not in act:
        return side.report(kit.game.parse_move(position, act)) or "made"
    box, letter, *move = act.split()
    made = kit.game.parse_move(position, move[0]) if move else None
    return side.pick(parse_bead(kit, f"{box} {letter}"), made) or "taken"


def test_the_page_answers_as_the_cases_say():
    jobs = [
        {
            "data": played_data(kit_in(case), None, TEMPLATES),
            "acts": acts_of(case),
            "may_be_last": case.get("may_be_last", False),
            "last_only": case.get("last_only", False),
            "side": case.get("side"),
        }
        for case in CASES.values()
    ]
    found = {}
    for name, job, said in zip(CASES, jobs, in_node(ANSWERS_TO_ACTS, jobs), strict=True):
        found[name] = [line(act, *answers) for act, answers in zip(job["acts"], said, strict=True)]
    assert found == {name: case["steps"] for name, case in CASES.items()}


def test_the_cases_have_every_answer_and_every_end():
    steps = [step for case in CASES.values() for step in case["steps"]]
    answers = {step.partition(": ")[2].partition(" | ")[0] for step in steps}
    taken = {"-", "taken", "made", "gave up", "taken back", "nothing"}
    assert answers == taken | set(get_args(Refusal))
    assert {step.split(" | ")[3] for step in steps} >= {"W", "D", "L", "-"}
    # Where a box may be empty the machine may give up.
    assert any(step.split(" | ")[2] != step.split(" | ")[3] for step in steps)
    # Boxes lie on the table as they are drawn, mirrored, turned, and both.
    name_letters = "ABCDEFGH0123456789"
    lies = {step.split(" | ")[4].lstrip(name_letters) for step in steps}
    assert lies >= {"", "⇄", "▼", "⇅", "-", "over"}


# The guide and the marked sheets know each move, not only the beads. They open the same boxes and
# take the same beads as one side of a table.

#: Games that are followed in each way.
FOLLOWED = 12


@pytest.mark.parametrize("name", few(EDITIONS, one_in=5))
def test_the_guide_opens_and_takes_and_ends_as_a_side_of_a_table_does(name, tmp_path):
    rng = random.Random(f"guide {name}")
    kit = kit_of(name)
    with new_journal(kit, tmp_path / "a.kitgen") as journal:
        for number in range(FOLLOWED):
            table = RealTable(journal, kit.players[number % len(kit.players)], SplitMix(number))
            side = TableSide(journal.passages)
            while table.ended is None:
                opened = table.open_box()
                if opened is not None:
                    pick_for_both(opened, table, side, rng)
                elif table.machine_moves:
                    assert table.report(kit.unboxed(table.position)) is not None
                else:
                    table.report(rng.choice(table.legal))
            outcome = table.ended.outcome
            result = outcome if table.real.side == 0 else -outcome
            assert result in side.ends()
            table.real.write()
            noted = journal.games()[-1]
            assert (noted.picks, noted.result) == (side.row(result).picks, result)


def pick_for_both(opened, table, side, rng):
    """Pick a bead at the guide's table, and have the side of a table take it, too."""
    box = opened.box
    assert box.id in side.boxes()
    slot = rng.choice([slot for slot, beads in enumerate(opened.beads) if beads])
    table.pick_bead(opened, slot)
    assert side.pick(PickedBead(box.id, box.slots[slot].colour.letter)) is None


@pytest.mark.parametrize("name", few(EDITIONS, one_in=5))
def test_a_marked_row_is_read_as_what_a_side_of_a_table_takes(name):
    kit = kit_of(name)
    paths = Paths(kit)
    passages = Passages(kit)
    form = form_of(kit)
    states, _ = filled_in(kit, list(sample_games(kit, len(form.rows), machines=1)), form)
    for row in at_least_one(games_on(form, states)):
        for fit in at_least_one(fitting(paths, row.marks, 0)):
            side = TableSide(passages)
            assert [side.pick(pick) for pick in fit.picks] == [None] * len(fit.picks)
            assert fit.result in side.ends()


#: The scripts of a page that plays games at its table.
FOLLOWING = ("table_side", "machine", "passages", "engine", "rng")
#: Plays games at the table of the page, and returns how many beads were picked, and where a side of
#: a table did not answer as the table did.
FOLLOWED_GAMES = f"""(job) => {{
{script(*(f"core/{name}.js" for name in FOLLOWING))}
const {{ data }} = job;
const machine = new Machine(data, seatsOf(data), job.seed);
const luck = new SplitMix(job.seed + 1);
const faults = [];
let beads = 0;
for (let game = 0; game < job.games; game += 1) {{
  machine.sit([game % machine.tables.length]);
  const {{ table }} = machine;
  const side = new TableSide(machine.recorder.passages);
  table.begin();
  while (!table.over) {{
    const {{ graph, box }} = table;
    const many = graph.first[table.state + 1] - graph.first[table.state];
    const chosen = table.machineToMove && box < 0 ? 0 : luck.below(many);
    if (table.machineToMove && box >= 0) {{
      if (!side.boxes().includes(box)) faults.push(`box ${{box}}`);
      const slot = machine.beads.first[box] + chosen;
      const refused = side.pick(slot);
      if (refused) faults.push(refused);
      table.take(slot);
      beads += 1;
    }}
    table.play(graph.first[table.state] + chosen);
  }}
  if (!side.ends().some(({{ outcome }}) => outcome === table.outcome)) faults.push("end");
}}
return [beads, faults];
}}"""


@pytest.mark.parametrize("name", few(EDITIONS, one_in=5))
def test_the_table_of_the_page_asks_for_what_its_side_of_a_table_offers(name):
    data = played_data(kit_of(name), None, TEMPLATES)
    [(beads, faults)] = in_node(FOLLOWED_GAMES, [{"data": data, "seed": 5, "games": FOLLOWED}])
    assert beads > FOLLOWED
    assert faults == []


#: What a side of a table answers where a game can stand in one or two ways. Each way is a graph of
#: one situation: the machine's side, its box or -1, whether it is to move, and the result if the
#: game is over there, or 2.
ANSWERS_OF_STANDS = f"""() => {{
{script("core/table_side.js")}
const graph = (side, box, mine, end) => ({{
  seat: {{ side, lies: "2" }},
  box: [box], mine: [mine], ends: [end], first: [5, 6], position: [0], repetition: 0, child: [0],
}});
const said = (...graphs) => {{
  const start = graphs.map((each) => ({{ graph: each, state: 0, met: new Map() }}));
  const passages = {{ start, gaveUp: -1, ahead: (stands) => stands }};
  const side = new TableSide(passages);
  const one = new TableSide(passages, {{ graph: graphs[0] }});  // its player knows the side
  return [side.isOver, side.machineMoves, side.openBox(), side.onlyMove(), side.boxes(),
    side.giveUp(), one.openBox(), one.onlyMove()];
}};
return [
  said(graph(0, 3, 1, 2)),
  said(graph(0, 3, 1, 2), graph(1, 7, 1, 2)),
  said(graph(0, -1, 1, 2)),
  said(graph(0, -1, 1, 2), graph(1, -1, 1, 2)),
  said(graph(0, 3, 1, 2), graph(1, 7, 0, 2)),
  said(graph(0, 3, 1, 1)),
  said(graph(0, 3, 1, 1), graph(1, 7, 1, 2)),
];
}}"""


def test_a_box_is_open_only_where_the_game_can_stand_in_one_way():
    """In each row: whether the game is over and whether the machine moves, the open box, the only
    move, the boxes, the answer to giving up; and the open box and only move of a known side.
    """
    three = {"box": 3, "sign": 2}
    [said] = in_node(ANSWERS_OF_STANDS, [None])
    assert said == [
        [False, True, three, -1, [3], None, three, -1],
        [False, True, None, -1, [3, 7], "no_box", three, -1],
        [False, True, None, 5, [-1], "no_box", None, 5],
        [False, True, None, -1, [-1], "no_box", None, 5],
        [False, False, None, -1, [3, 7], "no_box", three, -1],
        [True, False, None, -1, [], "no_box", None, -1],
        [False, True, None, -1, [7], "no_box", None, -1],
    ]
