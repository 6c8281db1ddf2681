// What a machine knows: how many of its beads lead to a win, a draw or a loss against perfect play.

/**
 * @typedef {{left: number, first: number}} Share beads that are left, and that there were at first
 */

/**
 * The beads of a machine by what they are worth.
 * @param {any[]} boxes as the page's data has them
 * @param {import("./learning.js").Beads} beads
 * @param {number} from the number of its first box
 * @param {number} to one more than that of its last
 */
export function knownOf(boxes, beads, from, to) {
  /** @type {Record<string, Share>} */
  const worth = { w: { left: 0, first: 0 }, d: { left: 0, first: 0 }, l: { left: 0, first: 0 } };
  let safe = 0;
  let lost = 0;
  let empty = 0;
  for (let box = from; box < to; box++) {
    const values = [...boxes[box].values];
    const best = bestOf(values);
    let worse = 0;
    values.forEach((value, at) => {
      const slot = beads.first[box] + at;
      worth[value].left += beads.count[slot];
      worth[value].first += beads.start[slot];
      if (value !== best) worse += beads.count[slot];
    });
    if (!beads.totals[box]) empty++;
    else if (best === "l") lost++;
    else if (!worse) safe++;
  }
  return { worth, safe, lost, empty, boxes: to - from };
}

/**
 * The best of some outcomes for the machine.
 * @param {string[]} values `w`, `d` or `l`
 */
function bestOf(values) {
  if (values.includes("w")) return "w";
  return values.includes("d") ? "d" : "l";
}
