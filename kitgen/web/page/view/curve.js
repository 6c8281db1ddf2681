// The learning curve: wins minus losses over the band of simulated machines, as on the printed
// sheet; of more games than that the share of games won, and of drawn ones, window by window.

import { drawn } from "./draw.js";

/** Games that the band reaches to. */
export const MOST_SCORED = 2000;
const WINDOWS = 60;
const LEFT = 44;
const TOP = 10;
const WIDE = 268;
const HIGH = 130;

/** @typedef {{low: Int32Array, high: Int32Array, against: string}} Band */
/**
 * @typedef {{outcomes: ArrayLike<number>, games: number}} Played what a curve needs of a journal
 */

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
 * Wins minus losses after each game, from before the first on.
 * @param {ArrayLike<number>} outcomes
 * @param {number} games
 */
export function scores(outcomes, games) {
  const sums = [0];
  for (let game = 0; game < games; game++) sums.push(sums[game] + outcomes[game]);
  return sums;
}

/**
 * Where points lie; of many only as many as can be told apart.
 * @param {ArrayLike<number>} values
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 */
function pointsOf(values, x, y) {
  const every = Math.max(1, Math.floor(values.length / 400));
  /** @type {string[]} */
  const points = [];
  for (let at = 0; at < values.length; at++) {
    if (at % every === 0 || at === values.length - 1) points.push(`${x(at).toFixed(1)},${y(values[at]).toFixed(1)}`);
  }
  return points;
}

/**
 * A line across with a figure beside it.
 * @param {number} y
 * @param {string} text
 */
function level(y, text) {
  const label = drawn("text", { x: LEFT - 4, y: y + 4, "text-anchor": "end", "font-size": 11 });
  label.textContent = text;
  return [drawn("line", { x1: LEFT, x2: LEFT + WIDE, y1: y, y2: y, class: "level" }), label];
}

/**
 * Wins minus losses over bands, the first of them shaded.
 * @param {Played} journal
 * @param {{low: ArrayLike<number>, high: ArrayLike<number>}[]} bands
 * @param {number} reach games that there is room for
 * @param {import("./words.js").Words} words
 * @param {Played | null} rival
 * @param {number[]} also scores that there is room for
 */
export function scored(journal, bands, reach, words, rival, also = []) {
  const own = scores(journal.outcomes, journal.games);
  const edges = bands.map(({ low, high }) => [[0, ...Array.from(low)], [0, ...Array.from(high)]]);
  const other = rival ? scores(rival.outcomes, Math.min(rival.games, reach)) : [];
  const all = [...own, ...edges.flat(2), ...other, ...also];
  const least = all.reduce((one, other) => Math.min(one, other), 0);
  const most = all.reduce((one, other) => Math.max(one, other), 1);
  const x = (/** @type {number} */ at) => LEFT + (at * WIDE) / reach;
  const y = (/** @type {number} */ value) => TOP + (HIGH * (most - value)) / (most - least);
  const areas = edges.map(([low, high]) => [...pointsOf(low, x, y), ...pointsOf(high, x, y).reverse()].join(" "));
  const figures = [...new Set([most, 0, least])].filter((value) => value === 0 || Math.abs(y(value) - y(0)) > 12);
  return [
    ...areas.map((points, number) => drawn("polygon", { points, class: number ? "band edge" : "band" })),
    ...figures.flatMap((value) => level(y(value), `${value > 0 ? "+" : ""}${words.number(value)}`)),
    ...(other.length ? [drawn("polyline", { points: pointsOf(other, x, y).join(" "), class: "rival" })] : []),
    drawn("polyline", { points: pointsOf(own, x, y).join(" "), class: "own" }),
    ...(own.length > 1 ? [drawn("circle", { cx: x(own.length - 1), cy: y(own[own.length - 1]), r: 3, class: "end" })] : []),
    foot(words.count("games", reach)),
  ];
}

/** @param {string} text */
function foot(text) {
  const last = drawn("text", { x: LEFT + WIDE, y: TOP + HIGH + 18, "text-anchor": "end", "font-size": 11 });
  last.textContent = text;
  return last;
}

/**
 * The shares of games won, and dashed of drawn ones.
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 * @param {import("../core/journal.js").Journal | null} rival
 */
function shared(journal, words, rival) {
  const y = (/** @type {number} */ share) => TOP + HIGH * (1 - share);
  const line = (/** @type {number} */ outcome, /** @type {string} */ className, whose = journal) => {
    const values = shares(whose.outcomes, whose.games, outcome);
    return drawn("polyline", {
      points: pointsOf(values, (at) => LEFT + (at * WIDE) / Math.max(1, values.length - 1), y).join(" "), class: className,
    });
  };
  return [
    ...[0, 0.5, 1].flatMap((share) => level(y(share), `${100 * share} %`)),
    ...(rival?.games ? [line(1, "rival", rival)] : []),
    line(1, "own"),
    ...(journal.drawn ? [line(0, "drawn")] : []),
    foot(words.count("games", journal.games)),
  ];
}

/**
 * Draw the curve.
 * @param {any} svg
 * @param {any} below what the curve is, in words
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 * @param {Band | null} band null for more games than it reaches to
 * @param {import("../core/journal.js").Journal | null} rival that of a machine beside it
 */
export function drawCurve(svg, below, journal, words, band, rival) {
  const { games } = journal;
  if (band) {
    const score = journal.won - journal.lost;
    svg.replaceChildren(...scored(journal, [band], band.low.length, words, rival));
    below.textContent = words.say("over_band", { against: band.against });
    const at = Math.max(0, games - 1);
    svg.setAttribute("aria-label", games
      ? words.say("scored", { score, games: words.count("games", games), low: band.low[at], high: band.high[at] })
      : words.say("none"));
    return;
  }
  svg.replaceChildren(...shared(journal, words, rival));
  below.textContent = words.say(journal.drawn ? "shares_drawn" : "shares");
  const won = shares(journal.outcomes, games, 1);
  const percent = (/** @type {number} */ share) => Math.round(100 * share);
  svg.setAttribute("aria-label", words.say("curve_share", { first: percent(won[0]), last: percent(won[won.length - 1]) }));
}
