"""What the script of the page of strips writes into its answers: as somebody chooses and writes."""

import json

from browsers import in_node
from places import ROOT

REVIEW = (ROOT / "kitgen/marked/review.js").read_text(encoding="utf-8")

#: A function that stands in for a browser: it runs the script on a page with some games, does one
#: thing after the other there, and returns the answers at first and after each.
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
        const checked = radios.find((one) => one.checked) ?? null;
        if (what === "input[type=radio]:checked") return checked;
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
    addEventListener: (kind, listener) => { heard[kind] = listener; },
  };
  new Function("document", SCRIPT)(document);
  const said = [area.value];
  for (const [number, kind, value] of done) {
    const { radios, text } = fields.find((one) => one.number === number);
    let target = text;
    if (kind === "choose") {
      target = radios.find((one) => one.value === value);
      target.checked = true;
    } else {
      text.value = value;
    }
    heard.input({ target });
    said.push(area.value);
  }
  return said;
}
"""
#: The games by their numbers, each with the values of its choices; the empty one stands for what
#: somebody writes.
GAMES = {"3": ["1", "2", "void", ""], "7": ["1", ""], "12": [""]}

#: What is done, one thing after the other, and what the answers are then: in which game, whether a
#: choice is taken or a text written, and which.
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
    code = f"(job) => {{ const SCRIPT = {json.dumps(REVIEW)}; {PAGE}; return page(...job); }}"
    job = [GAMES, [*DONE]]
    (answers,) = in_node(code, [job])
    assert answers == ["", *DONE.values()]
