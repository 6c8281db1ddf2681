// Where curves of real machines should run: between the 10th and the 90th percentile of simulated
// ones, with the same luck as kitgen/machine/first_games.py, so that the band is that of the
// printed curve sheet, game by game.

import { newBeads, sitDown } from "./engine.js";
import { SplitMix } from "./rng.js";

/** How many simulated machines a band is made of. */
const MACHINES = 100;
/** The seed of their luck, which the printed curve sheet has as well. */
const SEED = 1962;
/** How many of the machines are left out below the band, and how many above it. */
const TENTH = 10;

/**
 * The band of wins minus losses after each game.
 * @param {any} data the page's data
 * @param {import("./engine.js").Graph[]} seats those that the machine takes in turn
 * @param {number} opponent
 * @param {number} games
 * @returns {{low: Int32Array, high: Int32Array}}
 */
export function bandOf(data, seats, opponent, games) {
  const scores = Array.from({ length: games }, () => new Int32Array(MACHINES));
  for (let machine = 0; machine < MACHINES; machine++) {
    const tables = sitDown(data, seats, new SplitMix(SEED, machine), newBeads(data));
    let score = 0;
    for (let game = 0; game < games; game++) {
      score += tables[game % tables.length].playGame(opponent);
      scores[game][machine] = score;
    }
  }
  for (const game of scores) game.sort();
  const at = (/** @type {number} */ place) => Int32Array.from(scores, (game) => game[place]);
  return { low: at(TENTH), high: at(MACHINES - 1 - TENTH) };
}
