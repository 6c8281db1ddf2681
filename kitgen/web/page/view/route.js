// Why did it play this? The boxes of a game, with the beads that lay in them then, and the chance of each.

import { newBeads } from "../core/engine.js";
import { REFILL } from "../core/learning.js";
import { Passages } from "../core/passages.js";
import { Recorder } from "../core/record.js";
import { colourOf, data, desk, letterOf, nameOf, seats, slotsOf, words } from "./desk.js";
import { bead, byId, drawBox, drawn, element } from "./draw.js";

/** @type {any} what was pressed to come here */
let from = null;

/**
 * The beads as they lay before a game.
 * @param {number} index its place in the journal
 */
function beadsBefore(index) {
  const then = newBeads(data);
  new Recorder(data, new Passages(seats, then, data.gives_up)).replay(desk.journal.rows.slice(0, index));
  return then;
}

/**
 * Show the boxes of a game.
 * @param {number} index its place in the journal
 * @param {any} button that was pressed
 */
export function showRoute(index, button) {
  const row = desk.journal.rows[index];
  const then = beadsBefore(index);
  from = button;
  byId("why-title").textContent = words.say("why_game", { game: row.game });
  const steps = desk.recorder.slotsOf(row).map((slot) => stepOf(slot, then));
  byId("why-list").replaceChildren(...(steps.length ? steps : [element("li", words.say("no_bead"))]));
  byId("why").hidden = false;
  byId("why-title").focus();
}

/**
 * @param {number} picked
 * @param {import("../core/learning.js").Beads} then
 */
function stepOf(picked, then) {
  const box = then.boxOf[picked];
  if (!then.totals[box] && data.schedule.empty === REFILL) then.refill(box);
  const item = element("li");
  const svg = drawn("svg", { class: "board", "aria-hidden": "true" });
  drawBox(svg, data.pictures, box);
  const lines = element("ul", "", "chances");
  lines.append(...slotsOf(box).map((slot) => {
    const line = element("li", "", slot === picked ? "picked" : "");
    const share = then.totals[box] ? then.count[slot] / then.totals[box] : 0;
    line.append(bead(data.pictures, colourOf(slot)), element("span", words.say(slot === picked ? "chance_picked" : "chance", {
      letter: letterOf(slot), colour: nameOf(slot), beads: words.count("beads", then.count[slot]), percent: Math.round(100 * share),
    })), bar(share));
    return line;
  }));
  item.append(element("b", words.say("box_named", { box: data.boxes[box].id })), svg, lines);
  return item;
}

/** @param {number} share */
function bar(share) {
  const svg = drawn("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(drawn("rect", { x: 0, y: 0, width: 100, height: 6, class: "all" }), drawn("rect", { x: 0, y: 0, width: 100 * share, height: 6 }));
  return svg;
}

/** Put it away. */
export function closeRoute() {
  byId("why").hidden = true;
  byId("why-list").replaceChildren();
  if (from?.isConnected) from.focus();
  from = null;
}
