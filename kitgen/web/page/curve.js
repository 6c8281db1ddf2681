// The learning curve: the share of games won, and of drawn ones, window by window.

import { drawn } from "./draw.js";

const WINDOWS = 60;
const LEFT = 44;
const TOP = 10;
const WIDE = 268;
const HIGH = 130;

/**
 * Shares of games that ended so, window by window.
 * @param {Int8Array} outcomes
 * @param {number} games
 * @param {number} outcome
 * @returns {number[]}
 */
export function shares(outcomes, games, outcome) {
  const windows = Math.min(WINDOWS, Math.max(1, Math.ceil(games / 10)));
  return Array.from({ length: windows }, (_, window) => {
    const from = Math.floor((window * games) / windows);
    const to = Math.floor(((window + 1) * games) / windows);
    let found = 0;
    for (let game = from; game < to; game++) found += outcomes[game] === outcome ? 1 : 0;
    return found / Math.max(1, to - from);
  });
}

/**
 * A line through shares; drawn ones are dashed.
 * @param {number[]} values
 * @param {string} colour
 * @param {string} dash
 */
function line(values, colour, dash) {
  const step = WIDE / Math.max(1, values.length - 1);
  const points = values.map((share, at) => `${(LEFT + at * step).toFixed(1)},${(TOP + HIGH * (1 - share)).toFixed(1)}`);
  if (points.length === 1) points.push(`${LEFT + WIDE},${points[0].split(",")[1]}`);
  return drawn("polyline", {
    points: points.join(" "), fill: "none", stroke: colour, "stroke-width": 2.5, "stroke-dasharray": dash,
  });
}

/**
 * Draw the curve.
 * @param {any} svg
 * @param {import("./journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 */
export function drawCurve(svg, journal, words) {
  const games = journal.games;
  const parts = [0, 50, 100].flatMap((share) => {
    const y = TOP + HIGH * (1 - share / 100);
    const label = drawn("text", { x: LEFT - 4, y: y + 4, "text-anchor": "end", "font-size": 11 });
    label.textContent = `${share} %`;
    return [drawn("line", { x1: LEFT, x2: LEFT + WIDE, y1: y, y2: y, stroke: "#8a8a8a", "stroke-width": 0.7 }), label];
  });
  if (games) {
    const won = shares(journal.outcomes, games, 1);
    parts.push(line(won, "#0072b2", "none"));
    if (journal.drawn) parts.push(line(shares(journal.outcomes, games, 0), "#8a4b00", "5 4"));
    const last = drawn("text", { x: LEFT + WIDE, y: TOP + HIGH + 18, "text-anchor": "end", "font-size": 11 });
    last.textContent = words.count("games", games);
    parts.push(last);
    const percent = (/** @type {number} */ share) => Math.round(100 * share);
    svg.setAttribute(
      "aria-label",
      words.say("curve", { first: percent(won[0]), last: percent(won[won.length - 1]) }),
    );
  } else {
    svg.setAttribute("aria-label", words.say("none"));
  }
  svg.replaceChildren(...parts);
}
