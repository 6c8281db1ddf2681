// What happened to the machine on the table beside its games: noted, listed, and taken back.

import { boxesUnknown, data, desk, hush, tell, words } from "./desk.js";
import { button, byId, element, onPress } from "./draw.js";
import { change } from "./filing.js";

/** @typedef {import("../core/events.js").MachineEvent} MachineEvent */

/** @param {MachineEvent} event @returns {string} what happened, in words */
function wordsOf({ what, after, box, games, beads }) {
  const counted = new Set(beads?.map((bead) => bead.box)).size;
  const more = box || games || counted;
  const name = words.say(`happened_${what}`);
  return words.say("happened_line", { game: after, what: more ? `${name} (${more})` : name });
}

/** Show what was noted, and what can be noted now. */
export function showHappened() {
  const { events, last } = desk.machine.journal;
  const unknown = boxesUnknown();
  byId("unknown").hidden = !unknown;
  document.body.classList.toggle("unknown", unknown);
  byId("happened-after").max = byId("happened-after").value = String(last);
  byId("happened-list").replaceChildren(...events.map((event) => {
    const line = element("li", `${wordsOf(event)} `);
    const others = events.filter((other) => other !== event);
    const text = words.say("happened_remove");
    const remove = button(text, () => setEvents(others, words.say("undone_change")));
    remove.setAttribute("aria-label", words.say("of", { of: text, what: wordsOf(event) }));
    line.append(remove);
    return line;
  }));
  showFields();
}

/** Show the fields that belong to what happened. */
function showFields() {
  const what = byId("happened-what").value;
  byId("happened-box-field").hidden = what !== "refilled";
  byId("happened-games-field").hidden = what !== "others";
}

/**
 * @param {MachineEvent[]} events
 * @param {string} text what is said
 */
async function setEvents(events, text) {
  await change(desk.machine.journal.rows, events);
  hush();
  tell(boxesUnknown() ? words.say("unknown") : text);
}

/** @param {MachineEvent} event */
export async function noteEvent(event) {
  await setEvents([...desk.machine.journal.events, event], wordsOf(event));
}

/** Note what the fields say, if they can be so. */
async function noteFields() {
  const fields = ["happened-games", "happened-after"].map(byId);
  if (fields.some((field) => !field.reportValidity())) return;
  /** @type {MachineEvent} */
  const event = { what: byId("happened-what").value, after: Number(byId("happened-after").value) };
  const games = Number(byId("happened-games").value);
  if (event.what === "refilled") event.box = byId("happened-box").value;
  if (event.what === "others" && games) event.games = games;
  await noteEvent(event);
}

/**
 * What the fields and the button do.
 * @param {(work: () => Promise<void>) => void} whileIdle does something while no game goes on
 */
export function layHappened(whileIdle) {
  const boxes = data.boxes.slice(0, data.own).map((/** @type {{id: string}} */ { id }) => {
    const option = element("option", id);
    option.value = id;
    return option;
  });
  byId("happened-box").replaceChildren(...boxes);
  byId("happened-what").addEventListener("change", showFields);
  onPress("happened-note", () => whileIdle(noteFields));
}
