// A game on the table that was noted wrongly: changed, taken away, or one put in before it.

import { RESULTS, rowOf } from "../core/journal.js";
import { desk, hush, tell, words } from "./desk.js";
import { byId } from "./draw.js";
import { change, guarded, reader } from "./filing.js";

/** @typedef {import("../core/journal.js").Row} Row */

/** @type {Row | null} the game that is changed */
let edited = null;
/** Whether a game is put in before it. */
let inserted = false;

/** @param {Row} row */
export function editGame(row) {
  edited = row;
  inserted = false;
  fill(row, words.say("edit_game", { game: row.game }));
  byId("edit").showModal();
}

/** @param {Row} row @param {string} title */
function fill(row, title) {
  byId("edit-title").textContent = title;
  byId("edit-beads").value = row.picks.join(", ");
  byId("edit-result").value = row.result;
  byId("edit-name").value = row.opponent;
  byId("edit-remark").value = row.remark;
  byId("edit-fault").textContent = "";
  byId("edit-insert").hidden = byId("edit-remove").hidden = inserted;
}

/**
 * The game as the fields have it.
 * @param {number} game
 * @param {Row | null} old
 * @returns {Row}
 */
function written(game, old) {
  const picks = reader.beads(byId("edit-beads").value, game);
  const same = old !== null && old.result === byId("edit-result").value && old.picks.join() === picks.join();
  const row = rowOf(game, picks, RESULTS[byId("edit-result").value], {
    ...(old ? { starts: old.starts, when: old.when } : {}),
    opponent: byId("edit-name").value.trim(),
    remark: byId("edit-remark").value.trim(),
    resigned: same ? old.resigned : null,
    last_only: same ? old.last_only : false,
  });
  return desk.machine.recorder.understood(row, game);
}

/** Put the game into the journal. */
async function save() {
  const old = /** @type {Row} */ (edited);
  const { rows, events } = desk.machine.journal;
  const done = await guarded(async () => {
    const row = written(old.game, inserted ? null : old);
    if (!inserted) return change(rows.map((each) => (each.game === old.game ? row : each)));
    const before = rows.filter((each) => each.game < old.game);
    const later = rows.filter((each) => each.game >= old.game).map((each) => ({ ...each, game: each.game + 1 }));
    const moved = events.map((event) => (event.after >= old.game ? { ...event, after: event.after + 1 } : event));
    return change([...before, row, ...later], moved);
  }, (text) => (byId("edit-fault").textContent = text));
  if (done) close("edited");
}

/** @param {string} key what is said */
function close(key) {
  const game = /** @type {Row} */ (edited).game;
  byId("edit").close();
  hush();
  tell(words.say(key, { game }));
}

/** What the buttons of the dialog do. */
export function layEdit() {
  byId("edit-save").addEventListener("click", save);
  byId("edit-cancel").addEventListener("click", () => byId("edit").close());
  byId("edit-remove").addEventListener("click", async () => {
    await change(desk.machine.journal.rows.filter((row) => row !== edited));
    close("removed");
  });
  byId("edit-insert").addEventListener("click", () => {
    inserted = true;
    fill(rowOf(0, [], -1), words.say("insert_game", { game: /** @type {Row} */ (edited).game }));
    byId("edit-beads").focus();
  });
}
