"""One side of a real table gives the same answers in Python and in the page's script."""

import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
from browsing import in_node
from counting import some
from jobs import TEMPLATES, kit_of

from kitgen.record.rows import LETTERS, Passages, parse_bead
from kitgen.record.table_side import TableSide
from kitgen.web.page_build import played_data
from kitgen.web.script import script

CASES = tomllib.loads((Path(__file__).parent / "table_side_cases.toml").read_text(encoding="utf-8"))
BEGIN, UNDO = "begin", "undo"

#: Does some acts, and says after each the answer, the boxes that can come next, and the ends.
DO = f"""(job) => {{
{script("core/table_side.js", "core/record.js", "core/passages.js", "core/engine.js")}
const {{ data }} = job;
const passages = new Passages(seatsOf(data), newBeads(data), data.gives_up);
const {{ slots }} = new Recorder(data, passages);
const side = new TableSide(passages, () => job.may_be_last, job.last_only);
const letters = (ends) => [1, 0, -1].filter((result) => ends.some(({{ outcome }}) => outcome === result));
return job.acts.map((act) => {{
  let answer = "-";
  if (act === "undo") answer = side.undo() ? "taken back" : "nothing";
  else if (act !== "begin") answer = side.pick(slots.get(act)) ?? "taken";
  return [answer, side.boxes().map((box) => data.boxes[box].id), letters(side.ends()), letters(side.ends([]))];
}});
}}"""


def line(act: str, answer: str, boxes: Iterable[str], ends: Iterable[int], sure_ends: Iterable[int]) -> str:
    """Return a step as the cases have it."""
    shown = " ".join(boxes) or "-"
    results = [
        "".join(LETTERS[result] for result in (1, 0, -1) if result in these) or "-" for these in (ends, sure_ends)
    ]
    return f"{act}: {answer} | {shown} | {' | '.join(results)}"


def acts_of(case):
    return [step.partition(":")[0] for step in some(case["steps"])]


@pytest.mark.parametrize("name", CASES)
def test_the_journal_answers_as_the_cases_say(name):
    case = CASES[name]
    kit = kit_of(case["kit"])
    may_be_last = case.get("may_be_last", False)
    side = TableSide(Passages(kit), lambda _: may_be_last, last_only=case.get("last_only", False))
    found = []
    for act in acts_of(case):
        answer = "-"
        if act == UNDO:
            answer = "taken back" if side.undo() else "nothing"
        elif act != BEGIN:
            answer = side.pick(parse_bead(kit, act)) or "taken"
        found.append(line(act, answer, side.boxes(), side.ends(), side.ends(empty=())))
    assert found == case["steps"]


@pytest.mark.parametrize("name", CASES)
def test_the_page_answers_as_the_cases_say(name):
    case = CASES[name]
    acts = acts_of(case)
    job = {
        "data": played_data(kit_of(case["kit"]), None, TEMPLATES),
        "acts": acts,
        "may_be_last": case.get("may_be_last", False),
        "last_only": case.get("last_only", False),
    }
    [said] = in_node(DO, [job])
    assert [line(act, *answers) for act, answers in zip(acts, said, strict=True)] == case["steps"]


def test_the_cases_have_every_answer_and_every_end():
    steps = [step for case in CASES.values() for step in case["steps"]]
    answers = {step.partition(": ")[2].partition(" | ")[0] for step in steps}
    assert answers == {"-", "taken", "taken back", "nothing", "not_first", "not_next", "not_after_end"}
    assert {step.rpartition(" | ")[2] for step in steps} >= {"W", "D", "L", "-"}
    # Where a box may be empty the machine may give up.
    assert any(not step.endswith(f"| {step.split(' | ')[2]}") for step in steps)
