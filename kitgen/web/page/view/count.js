// The beads that lie in the boxes on the table, counted and held against the games that are noted.

import { slotText } from "../core/events.js";
import {
  boxesUnknown,
  colourOf,
  data,
  desk,
  letterOf,
  nameOf,
  pictures,
  words,
} from "./desk.js";
import { bead, byId, element } from "./draw.js";
import { noteEvent } from "./happened.js";

/** A field for each bead of each box. */
export function showCounting() {
  const { machine } = desk;
  const boxes = Array.from({ length: data.own }, (_, box) => {
    const group = element("fieldset", "", "counted");
    group.append(element("legend", data.boxes[box].id));
    for (const slot of machine.slots(box)) {
      const label = element("label");
      const field = element("input");
      Object.assign(field, { type: "number", min: "0", max: "9999", inputMode: "numeric" });
      field.dataset.slot = slot;
      const named = { box: data.boxes[box].id, letter: letterOf(slot), colour: nameOf(slot) };
      field.setAttribute("aria-label", words.say("count_field", named));
      label.append(bead(pictures, colourOf(slot)), field);
      group.append(label);
    }
    return group;
  });
  byId("count-boxes").replaceChildren(...boxes);
  byId("count-said").textContent = "";
  byId("count-accept").hidden = true;
}

/** What was counted in each slot; nothing is null. */
function countedBeads() {
  return [...byId("count-boxes").querySelectorAll("input")].map(({ dataset, value }) => {
    const slot = Number(dataset.slot);
    const box = data.boxes[desk.machine.beads.boxOf[slot]].id;
    return { box, bead: letterOf(slot), beads: value === "" ? null : Number(value) };
  });
}

/** Take the counts for right: the games to come start from them. */
export async function acceptCounts() {
  const counted = countedBeads().filter(({ beads }) => beads !== null);
  const beads = /** @type {import("../core/events.js").EventBead[]} */ (counted);
  beads.sort((one, other) => (slotText(one) < slotText(other) ? -1 : 1));
  await noteEvent({ what: "counted", after: desk.machine.journal.last, beads });
  showCounting();
}

/** Ask for all beads: where others have played there is nothing to hold a count against. */
function askForAll() {
  const empty = countedBeads().filter(({ beads }) => beads === null);
  const boxes = [...new Set(empty.map(({ box }) => box))].join(", ");
  byId("count-said").textContent = boxes ? words.say("count_all", { boxes }) : "";
  byId("count-accept").hidden = Boolean(boxes);
}

/** Hold what was counted against the games, and point at the boxes that differ. */
export function compareCounts() {
  if (boxesUnknown()) return askForAll();
  const { beads } = desk.machine;
  let counted = 0;
  /** @type {string[]} */
  const lines = [];
  for (const group of byId("count-boxes").children) {
    const fields = [...group.querySelectorAll("input")].filter((field) => field.value !== "");
    const wrong = fields.filter(
      (field) => Number(field.value) !== beads.count[Number(field.dataset.slot)],
    );
    if (fields.length) counted++;
    group.classList.toggle("off", wrong.length > 0);
    lines.push(...wrong.map(differenceAt));
  }
  byId("count-accept").hidden = !lines.length;
  if (lines.length) lines.push(words.say("count_what"));
  else lines.push(counted ? words.count("count_right", counted) : words.say("count_none"));
  byId("count-said").replaceChildren(...lines.map((line) => element("p", line)));
}

/**
 * How a count differs from the games, in words.
 * @param {HTMLInputElement} field
 */
function differenceAt({ dataset, value }) {
  const { beads } = desk.machine;
  const slot = Number(dataset.slot);
  return words.say("count_off", {
    box: data.boxes[beads.boxOf[slot]].id,
    letter: letterOf(slot),
    colour: nameOf(slot),
    counted: Number(value),
    expected: beads.count[slot],
  });
}
