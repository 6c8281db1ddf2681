// The learning curve: wins minus losses over the band of simulated machines, as on the printed
// sheet; of more games than that the share of games won, and of drawn ones, window by window.

import { drawn } from "./draw.js";

/** Games that the band reaches to. */
export const MOST_SCORED = 2000;
/** Shares are those of so many windows at most, with so many games in each at least. */
const MAX_WINDOWS = 60;
const MIN_GAMES_IN_WINDOW = 10;
/** More points than this cannot be told apart. */
const MAX_POINTS = 400;
/** Where the curve lies in the picture, which is 320 wide and 170 high. */
const LEFT = 44;
const TOP = 10;
const WIDE = 268;
const HIGH = 130;
/** The height of figures, and how far apart two of them must stand to be read. */
const FIGURE_HEIGHT = 11;
const FIGURE_GAP = 12;

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
  const enough = Math.max(1, Math.floor(games / MIN_GAMES_IN_WINDOW));
  const windows = Math.min(MAX_WINDOWS, enough);
  return Array.from({ length: windows }, (_, window) => {
    const from = Math.floor((window * games) / windows);
    const to = Math.floor(((window + 1) * games) / windows);
    let count = 0;
    for (let game = from; game < to; game++) {
      if (outcomes[game] === outcome) count++;
    }
    return count / Math.max(1, to - from);
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
  const every = Math.max(1, Math.floor(values.length / MAX_POINTS));
  const last = values.length - 1;
  /** @type {string[]} */
  const points = [];
  for (let at = 0; at <= last; at++) {
    const isShown = at % every === 0 || at === last;
    if (isShown) points.push(`${x(at).toFixed(1)},${y(values[at]).toFixed(1)}`);
  }
  return points;
}

/**
 * A line across with a figure beside it.
 * @param {number} y
 * @param {string} text
 */
function level(y, text) {
  const line = drawn("line", { x1: LEFT, x2: LEFT + WIDE, y1: y, y2: y, class: "level" });
  return [line, figure(LEFT - 4, y + 4, text)];
}

/**
 * Words that end at a point.
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function figure(x, y, text) {
  const made = drawn("text", { x, y, "text-anchor": "end", "font-size": FIGURE_HEIGHT });
  made.textContent = text;
  return made;
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
  const line = (/** @type {number[]} */ values, /** @type {string} */ className) =>
    drawn("polyline", { points: pointsOf(values, x, y).join(" "), class: className });
  const shapes = edges.map(([low, high], number) => {
    const points = [...pointsOf(low, x, y), ...pointsOf(high, x, y).reverse()].join(" ");
    return drawn("polygon", { points, class: number ? "band edge" : "band" });
  });
  for (const value of new Set([most, 0, least])) {
    const isApart = value === 0 || Math.abs(y(value) - y(0)) > FIGURE_GAP;
    const plus = value > 0 ? "+" : "";
    if (isApart) shapes.push(...level(y(value), `${plus}${words.number(value)}`));
  }
  if (other.length) shapes.push(line(other, "rival"));
  shapes.push(line(own, "own"));
  const last = own.length - 1;
  if (last) shapes.push(drawn("circle", { cx: x(last), cy: y(own[last]), r: 3, class: "end" }));
  shapes.push(foot(words.count("games", reach)));
  return shapes;
}

/** @param {string} text how many games the curve reaches to */
const foot = (text) => figure(LEFT + WIDE, TOP + HIGH + 18, text);

/**
 * The shares of games won, and dashed of drawn ones.
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 * @param {import("../core/journal.js").Journal | null} rival
 */
function shared(journal, words, rival) {
  const y = (/** @type {number} */ share) => TOP + HIGH * (1 - share);
  /**
   * @param {number} outcome
   * @param {string} className
   */
  const line = (outcome, className, { outcomes, games } = journal) => {
    const values = shares(outcomes, games, outcome);
    const steps = Math.max(1, values.length - 1);
    const points = pointsOf(values, (at) => LEFT + (at * WIDE) / steps, y);
    return drawn("polyline", { points: points.join(" "), class: className });
  };
  const percent = (/** @type {number} */ share) => words.say("percent", { number: 100 * share });
  const shapes = [0, 0.5, 1].flatMap((share) => level(y(share), percent(share)));
  if (rival?.games) shapes.push(line(1, "rival", rival));
  shapes.push(line(1, "own"));
  if (journal.drawn) shapes.push(line(0, "drawn"));
  shapes.push(foot(words.count("games", journal.games)));
  return shapes;
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
    svg.replaceChildren(...scored(journal, [band], band.low.length, words, rival));
    svg.setAttribute("aria-label", scoreInWords(journal, words, band));
    below.textContent = words.say("over_band", { against: band.against });
    return;
  }
  const won = shares(journal.outcomes, games, 1);
  const percent = (/** @type {number} */ share) => Math.round(100 * share);
  const ends = { first: percent(won[0]), last: percent(won[won.length - 1]) };
  svg.replaceChildren(...shared(journal, words, rival));
  svg.setAttribute("aria-label", words.say("curve_share", ends));
  below.textContent = words.say(journal.drawn ? "shares_drawn" : "shares");
}

/**
 * The wins minus losses so far in words, beside those that simulated machines have by then.
 * @param {import("../core/journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 * @param {Band} band
 */
function scoreInWords({ games, won, lost }, words, { low, high }) {
  if (!games) return words.say("none");
  const at = games - 1;
  return words.say("scored", {
    score: won - lost,
    games: words.count("games", games),
    low: low[at],
    high: high[at],
  });
}
