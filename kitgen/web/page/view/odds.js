// The chance of each bead of a box.

import { colourOf, letterOf, nameOf, pictures, words } from "./desk.js";
import { bead, drawn, element } from "./draw.js";

/**
 * @param {number[]} slots those of a box
 * @param {import("../core/learning.js").Beads} beads
 * @param {number} picked
 */
export function oddsOf(slots, beads, picked) {
  const total = beads.totals[beads.boxOf[slots[0]]];
  return slots.map((slot) => {
    const line = element("li", "", slot === picked ? "picked" : "");
    const share = total ? beads.count[slot] / total : 0;
    line.append(bead(pictures, colourOf(slot)), element("span", words.say(slot === picked ? "chance_picked" : "chance", {
      letter: letterOf(slot), colour: nameOf(slot), beads: words.count("beads", beads.count[slot]), percent: Math.round(100 * share),
    })), bar(share));
    return line;
  });
}

/** @param {number} share */
function bar(share) {
  const svg = drawn("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(drawn("rect", { x: 0, y: 0, width: 100, height: 6, class: "all" }), drawn("rect", { x: 0, y: 0, width: 100 * share, height: 6 }));
  return svg;
}
