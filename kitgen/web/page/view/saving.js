// The games as the browser keeps them, so that they are there when the page is opened again.

import { Journal, rowOf } from "../core/journal.js";
import { SplitMix } from "../core/rng.js";
import { data, deal, desk, words } from "./desk.js";
import { byId } from "./draw.js";

/** Two files are two machines, and a page made anew starts anew. */
const KEY = `kitgen ${data.key} ${location.pathname}`;

/** Keep the games and where luck goes on; where that cannot be, say so. */
export function keep() {
  const { rows, complete } = desk.journal;
  try {
    if (complete) {
      localStorage.setItem(KEY, JSON.stringify({ rows: rows.map(bare), luck: [desk.rng.high, desk.rng.low] }));
    }
    byId("storage").textContent = words.say(complete ? "kept" : "not_all_kept");
    byId("storage").className = complete ? "quiet" : "warning";
  } catch {
    byId("storage").textContent = words.say("not_kept");
    byId("storage").className = "warning";
  }
}

/**
 * A row without what is as in any other.
 * @param {import("../core/journal.js").Row} row
 */
function bare(row) {
  const usual = /** @type {Record<string, unknown>} */ ({ ...rowOf(0, [], 0) });
  return Object.fromEntries(Object.entries(row).filter(([key, value]) => value !== usual[key]));
}

/**
 * The games that were kept.
 * @returns {import("../core/journal.js").Row[] | null} null where there are none
 */
export function kept() {
  try {
    const said = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (!said) return null;
    const rows = said.rows.map((/** @type {any} */ row) => ({ ...rowOf(row.game, row.picks, 0), ...row }));
    const rng = new SplitMix(0);
    [rng.high, rng.low] = said.luck;
    deal(rng);
    return rows;
  } catch {
    return null;
  }
}

/**
 * Put a journal of some games onto the desk, and the beads where they lie after them.
 * @param {import("../core/journal.js").Row[]} rows
 */
export function lay(rows) {
  desk.journal = new Journal();
  for (const row of rows) desk.journal.add(row);
  desk.recorder.replay(rows);
}
