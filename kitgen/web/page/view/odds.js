// The chance of each bead of a box.

import { colourOf, letterOf, nameOf, pictures, words } from "./desk.js";
import { bead, drawn, element } from "./draw.js";

/**
 * A line for each bead of a box, with its chance in words and as a bar.
 * @param {number[]} slots those of a box
 * @param {import("../core/learning.js").Beads} beads
 * @param {number} picked
 */
export function oddsOf(slots, beads, picked) {
  const total = beads.totals[beads.boxOf[slots[0]]];
  return slots.map((slot) => {
    const count = beads.count[slot];
    const share = total ? count / total : 0;
    const line = element("li", "", slot === picked ? "picked" : "");
    const text = words.say(slot === picked ? "chance_picked" : "chance", {
      letter: letterOf(slot),
      colour: nameOf(slot),
      beads: words.count("beads", count),
      percent: Math.round(100 * share),
    });
    line.append(bead(pictures, colourOf(slot)), element("span", text), bar(share));
    return line;
  });
}

/** @param {number} share from 0 to 1 */
function bar(share) {
  const size = { viewBox: "0 0 100 6", preserveAspectRatio: "none" };
  const svg = drawn("svg", { ...size, class: "bar", "aria-hidden": "true" });
  const rect = (/** @type {number} */ width, kind = {}) =>
    drawn("rect", { x: 0, y: 0, width, height: 6, ...kind });
  svg.append(rect(100, { class: "all" }), rect(100 * share));
  return svg;
}
