"""What the script of the page of strips writes into its answers: as somebody chooses and writes."""

import json

from browsers import in_node
from places import ROOT

SCRIPT = (ROOT / "kitgen/marked/review.js").read_text(encoding="utf-8")

#: A page with games of so many choices, of which the last is what somebody writes; and what is done
#: on it, one thing after the other: a choice by its value, or a text, in a game.
PAGE = """
function page(games, done) {
  const heard = {};
  const area = { value: "before" };
  const fields = Object.entries(games).map(([number, values]) => {
    let chosen = null;
    const radios = values.map((value) => ({
      type: "radio",
      value,
      get checked() { return chosen === value; },
      set checked(is) { if (is) chosen = value; },
    }));
    const text = { type: "text", value: "" };
    const field = {
      dataset: { game: number },
      querySelector(what) {
        if (what === "input[type=radio]:checked") return radios.find((one) => one.checked) ?? null;
        if (what === "input[type=text]") return text;
        if (what === "input[value='']") return radios.find((one) => one.value === "");
        throw new Error(what);
      },
    };
    for (const one of [...radios, text]) one.closest = () => field;
    return { number, radios, text, field };
  });
  const document = {
    querySelector: (what) => (what === "textarea" ? area : null),
    querySelectorAll: (what) =>
      what === "fieldset[data-game]" ? fields.map((one) => one.field) : [],
    addEventListener: (kind, told) => { heard[kind] = told; },
  };
  new Function("document", SCRIPT)(document);
  const said = [area.value];
  for (const [number, kind, value] of done) {
    const { radios, text } = fields.find((one) => one.number === number);
    let target = text;
    if (kind === "choose") {
      target = radios.find((one) => one.value === value);
      target.checked = true;
    } else text.value = value;
    heard.input({ target });
    said.push(area.value);
  }
  return said;
}
"""
GAMES = {"3": ["1", "2", "void", ""], "7": ["1", ""], "12": [""]}


#: What is done, one thing after the other, and what the answers are then.
DONE = {
    ("7", "choose", "1"): "7: 1\n",
    ("3", "choose", "void"): "3: void\n7: 1\n",
    ("3", "choose", "2"): "3: 2\n7: 1\n",
    ("12", "write", "  A1 R, won "): "3: 2\n7: 1\n12: A1 R, won\n",
    ("7", "write", "B2 U, lost"): "3: 2\n7: B2 U, lost\n12: A1 R, won\n",
    ("7", "write", "  "): "3: 2\n12: A1 R, won\n",
    ("3", "choose", ""): "12: A1 R, won\n",
}


def test_each_game_has_the_answer_that_was_chosen_or_written():
    code = f"(job) => {{ const SCRIPT = {json.dumps(SCRIPT)}; {PAGE}; return page(...job); }}"
    assert in_node(code, [[GAMES, [*DONE]]]) == [["", *DONE.values()]]
