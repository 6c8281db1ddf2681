// A game on the table that was noted wrongly: changed, taken away, or one put in before it.

import { RESULTS, rowOf } from "../core/journal.js";
import { desk, hush, tell, words } from "./desk.js";
import { byId, onPress } from "./draw.js";
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
  const result = byId("edit-result").value;
  const row = rowOf(game, picks, RESULTS[result], {
    opponent: byId("edit-name").value.trim(),
    remark: byId("edit-remark").value.trim(),
  });
  if (old) {
    row.starts = old.starts;
    row.when = old.when;
  }
  // How a game ended is as it was, as long as its beads and its result are.
  if (old && old.result === result && old.picks.join() === picks.join()) {
    row.resigned = old.resigned;
    row.last_only = old.last_only;
  }
  return desk.machine.recorder.understood(row, game);
}

/** Put the game into the journal. */
async function save() {
  const old = /** @type {Row} */ (edited);
  const { game } = old;
  const { rows, events } = desk.machine.journal;
  const work = () => {
    const row = written(game, inserted ? null : old);
    if (!inserted) return change(rows.map((each) => (each.game === game ? row : each)));
    const before = rows.filter((each) => each.game < game);
    const after = rows.filter((each) => each.game >= game);
    const later = after.map((each) => ({ ...each, game: each.game + 1 }));
    const moved = events.map((event) => {
      return event.after >= game ? { ...event, after: event.after + 1 } : event;
    });
    return change([...before, row, ...later], moved);
  };
  const done = await guarded(work, (text) => {
    byId("edit-fault").textContent = text;
  });
  if (done) leave("edited");
}

/** @param {string} key what is said */
function leave(key) {
  const game = /** @type {Row} */ (edited).game;
  byId("edit").close();
  hush();
  tell(words.say(key, { game }));
}

/** What the buttons of the dialog do. */
export function layEdit() {
  onPress("edit-save", save);
  onPress("edit-cancel", () => byId("edit").close());
  onPress("edit-remove", async () => {
    await change(desk.machine.journal.rows.filter((row) => row !== edited));
    leave("removed");
  });
  onPress("edit-insert", () => {
    inserted = true;
    fill(rowOf(0, [], -1), words.say("insert_game", { game: /** @type {Row} */ (edited).game }));
    byId("edit-beads").focus();
  });
}
