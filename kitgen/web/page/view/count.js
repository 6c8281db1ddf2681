// The beads that lie in the boxes on the table, counted and held against the games that are noted.

import { slotText } from "../core/events.js";
import { boxesUnknown, desk, data, letterOf, nameOf, pictures, colourOf, words } from "./desk.js";
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
      field.setAttribute("aria-label", words.say("count_field", { box: data.boxes[box].id, letter: letterOf(slot), colour: nameOf(slot) }));
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
  const beads = /** @type {import("../core/events.js").EventBead[]} */ (countedBeads().filter(({ beads }) => beads !== null));
  beads.sort((one, other) => (slotText(one) < slotText(other) ? -1 : 1));
  await noteEvent({ what: "counted", after: desk.machine.journal.last, beads });
  showCounting();
}

/** Hold what was counted against the games, and point at the boxes that differ. */
export function compareCounts() {
  const { machine } = desk;
  if (boxesUnknown()) {
    const boxes = [...new Set(countedBeads().filter(({ beads }) => beads === null).map(({ box }) => box))];
    byId("count-said").textContent = boxes.length ? words.say("count_all", { boxes: boxes.join(", ") }) : "";
    byId("count-accept").hidden = boxes.length > 0;
    return;
  }
  let counted = 0;
  /** @type {string[]} */
  const wrong = [];
  for (const group of byId("count-boxes").children) {
    const fields = [...group.querySelectorAll("input")].filter((field) => field.value !== "");
    const off = fields.filter((field) => Number(field.value) !== machine.beads.count[Number(field.dataset.slot)]);
    counted += fields.length ? 1 : 0;
    group.classList.toggle("off", off.length > 0);
    wrong.push(...off.map((field) => {
      const slot = Number(field.dataset.slot);
      return words.say("count_off", {
        box: data.boxes[machine.beads.boxOf[slot]].id, letter: letterOf(slot), colour: nameOf(slot),
        counted: Number(field.value), expected: machine.beads.count[slot],
      });
    }));
  }
  byId("count-accept").hidden = !wrong.length;
  const result = !counted ? [words.say("count_none")] : wrong.length ? [...wrong, words.say("count_what")] : [words.count("count_right", counted)];
  byId("count-said").replaceChildren(...result.map((line) => element("p", line)));
}
