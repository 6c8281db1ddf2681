// Why did it play this? The boxes of a game, with the beads that lay in them then, and the chance
// of each.

import { newBeads } from "../core/engine.js";
import { REFILL } from "../core/learning.js";
import { Passages } from "../core/passages.js";
import { Recorder } from "../core/record.js";
import { desk, pictures, seats, words } from "./desk.js";
import { byId, drawBox, drawn, element } from "./draw.js";
import { oddsOf } from "./odds.js";

/** @type {any} what was pressed to come here */
let from = null;

/**
 * The beads as they lay before a game.
 * @param {number} index its place in the journal
 */
function beadsBefore(index) {
  const { data, journal } = desk.machine;
  const then = newBeads(data);
  const rows = journal.rows.slice(0, index);
  const events = journal.events.filter(({ after }) => after < journal.rows[index].game);
  new Recorder(data, new Passages(seats, then, data.gives_up)).replay(rows, events);
  return then;
}

/**
 * Show the boxes of a game.
 * @param {number} index its place in the journal
 * @param {any} button that was pressed
 */
export function showRoute(index, button) {
  const row = desk.machine.journal.rows[index];
  const then = beadsBefore(index);
  from = button;
  byId("why-title").textContent = words.say("why_game", { game: row.game });
  const steps = desk.machine.recorder.slotsOf(row).map((slot) => stepOf(slot, then));
  if (!steps.length) steps.push(element("li", words.say("no_bead")));
  byId("why-list").replaceChildren(...steps);
  byId("why").hidden = false;
  byId("why-title").focus();
}

/**
 * A box as it lay before a bead was picked from it; one that was empty is filled again where the
 * rule says so.
 * @param {number} picked
 * @param {import("../core/learning.js").Beads} then
 */
function stepOf(picked, then) {
  const { data } = desk.machine;
  const box = then.boxOf[picked];
  if (!then.totals[box] && data.schedule.empty === REFILL) then.refill(box);
  const item = element("li");
  const svg = drawn("svg", { class: "board", "aria-hidden": "true" });
  drawBox(svg, pictures, box);
  const lines = element("ul", "", "chances");
  lines.append(...oddsOf(desk.machine.slots(box), then, picked));
  item.append(element("b", words.say("box_named", { box: data.boxes[box].id })), svg, lines);
  return item;
}

/** Put it away. */
export function closeRoute() {
  byId("why").hidden = true;
  byId("why-list").replaceChildren();
  if (from?.isConnected) from.focus();
  from = null;
}
