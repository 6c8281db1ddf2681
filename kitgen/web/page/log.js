// The list of games, the newest first, and whether they can be saved.

import { byId, element } from "./draw.js";
import { MOST_NOTED } from "./journal.js";

/** Games that are listed. */
const LISTED = 50;
/** @type {Record<string, string>} */
const RESULTS = { W: "result_won", D: "result_drawn", L: "result_lost" };

/**
 * Show the last games.
 * @param {import("./journal.js").Journal} journal
 * @param {import("./words.js").Words} words
 */
export function showLog(journal, words) {
  byId("save-csv").disabled = byId("save-lines").disabled = !journal.complete || !journal.games;
  byId("cannot").textContent = journal.complete
    ? journal.games ? "" : words.say("none")
    : words.say("too_many", { most: MOST_NOTED });
  const rows = journal.rows.slice(-LISTED).reverse();
  byId("log").replaceChildren(
    ...rows.map((row) => element("li", words.say("line", {
      game: row.game, picks: row.picks.join(", "), result: words.say(RESULTS[row.result]),
    }))),
  );
}
