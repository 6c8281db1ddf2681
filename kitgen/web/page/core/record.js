// What a row means for the beads: held against what can have been (kitgen/journal/understand.py),
// and played again (kitgen/journal/beads.py).

import { inOrder, slotText } from "./events.js";
import { Fault } from "./fault.js";
import { conceded, RESULTS } from "./journal.js";
import { needs, REFILL } from "./learning.js";
import { TableSide } from "./table_side.js";

/** @typedef {import("./journal.js").Row} Row */
/** @typedef {import("./events.js").MachineEvent} MachineEvent */

/** The record of one machine. */
export class Recorder {
  /**
   * @param {any} data the page's data
   * @param {import("./passages.js").Passages} passages
   */
  constructor(data, passages) {
    this.data = data;
    this.passages = passages;
    const { first } = passages.beads;
    /**
     * The slot of each bead of the machine itself, by its name such as `B4 R`.
     * @type {Map<string, number>}
     */
    this.slots = new Map();
    /**
     * The name of each slot, those of a machine opposite too.
     * @type {string[]}
     */
    this.texts = [];
    data.boxes.forEach((/** @type {any} */ box, /** @type {number} */ number) => {
      box.colours.forEach((/** @type {number} */ colour, /** @type {number} */ at) => {
        const slot = first[number] + at;
        this.texts[slot] = `${box.id} ${data.colours[colour].letter.toUpperCase()}`;
        if (number < data.own) this.slots.set(this.texts[slot], slot);
      });
    });
  }

  /**
   * The slots of a game's beads, in the order of play.
   * @param {Row} row
   * @returns {number[]}
   */
  slotsOf(row) {
    return row.picks.map((pick) => this.slots.get(pick) ?? -1).filter((slot) => slot >= 0);
  }

  /**
   * A game as it can have been: marked where its beads are only the last ones.
   * @param {Row} row
   * @param {number} line where it stands in its file
   * @returns {Row}
   * @throws {Fault} it cannot have been
   */
  understood(row, line) {
    const slots = this.slotsOf(row);
    if (row.last_only || this.startsLate(row, slots)) return this.byLastBeads(row, slots, line);
    this.follow(slots, false, line, row);
    return row;
  }

  /**
   * Whether no game can begin with the beads of this one, so that they can only be its last.
   * @param {Row} row
   * @param {number[]} slots
   */
  startsLate(row, slots) {
    const { passages } = this;
    if (slots.length) return new TableSide(passages).pick(slots[0]) !== null;
    if (conceded(row)) return false;
    return passages.ends(passages.start).every((end) => end.outcome !== RESULTS[row.result]);
  }

  /**
   * A game of which only the last beads are known.
   * @param {Row} row
   * @param {number[]} slots
   * @param {number} line
   * @returns {Row}
   * @throws {Fault} what it changes in the boxes cannot be known, or it cannot have been
   */
  byLastBeads(row, slots, line) {
    const { schedule, scoring, draws, cares, repetition } = this.data;
    const outcome = RESULTS[row.result];
    if (outcome === 0 && !draws) throw new Fault("no_draws", { line });
    const enough = needs(schedule, outcome) <= slots.length && schedule.empty !== REFILL;
    if (!enough || (row.resigned === null && cares[row.result])) {
      throw new Fault(slots.length ? "order" : "end", { line, said: row.picks[0] ?? "–" });
    }
    if (slots.length) this.follow(slots, true, line, scoring || repetition ? null : row);
    return { ...row, last_only: true };
  }

  /**
   * Follow the beads of a game, and look at its end where its row is given; an opponent's empty box
   * may end it anywhere.
   * @param {number[]} slots
   * @param {boolean} lastOnly
   * @param {number} line
   * @param {Row | null} row
   */
  follow(slots, lastOnly, line, row) {
    const side = new TableSide(this.passages, { lastOnly });
    for (const slot of slots) {
      if (side.pick(slot) !== null) throw new Fault("order", { line, said: this.texts[slot] });
    }
    if (!row || conceded(row)) return;
    const end = RESULTS[row.result];
    const possible = side.ends().some(
      ({ outcome, resigned }) => outcome === end && [null, resigned].includes(row.resigned),
    );
    if (possible) return;
    throw new Fault("end", { line, said: row.picks[row.picks.length - 1] ?? "–" });
  }

  /**
   * Whether a game ended at an empty box, where it matters and nobody has said.
   * @param {Row} row
   * @param {number[]} slots
   */
  gaveUp(row, slots) {
    if (row.resigned !== null) return row.resigned && !conceded(row);
    const { cares, scoring, repetition } = this.data;
    if (!cares[row.result]) return false;
    if (row.last_only && (!slots.length || scoring || repetition)) return false;
    const { passages } = this;
    const { boxOf } = passages.beads;
    const start = row.last_only ? passages.before(boxOf[slots[0]]) : passages.start;
    const ends = passages.ends(passages.follow(slots, start));
    const fitting = ends.filter((end) => end.outcome === RESULTS[row.result]);
    return fitting.length > 0 && fitting.every((end) => end.resigned);
  }

  /**
   * Do to the beads what a game did.
   * @param {Row} row
   */
  learn(row) {
    const { beads } = this.passages;
    const { schedule } = this.data;
    const outcome = RESULTS[row.result];
    const slots = this.slotsOf(row);
    const theirs = row.theirs ?? [];
    if (schedule.empty === REFILL) {
      for (const box of [...slots, ...theirs].map((slot) => beads.boxOf[slot])) {
        if (!beads.totals[box]) beads.refill(box);
      }
    }
    beads.learn(schedule, outcome, this.gaveUp(row, slots), Int32Array.from(slots), slots.length);
    if (theirs.length) {
      beads.learn(schedule, -outcome, conceded(row), Int32Array.from(theirs), theirs.length);
    }
  }

  /**
   * Do to the beads what happened beside the games, where that is known: nobody knows what games of
   * others have changed.
   * @param {MachineEvent} event
   */
  happen(event) {
    const { beads } = this.passages;
    for (let box = 0; box < this.data.own; box++) {
      const refilled = event.what === "refilled" && this.data.boxes[box].id === event.box;
      if (event.what === "reset" || refilled) beads.refill(box);
    }
    for (const bead of event.beads ?? []) {
      beads.put(/** @type {number} */ (this.slots.get(slotText(bead))), bead.beads);
    }
  }

  /**
   * Put all beads where they lie after some games of new machines, and what happened beside them.
   * @param {Row[]} rows
   * @param {MachineEvent[]} [events]
   */
  replay(rows, events = []) {
    this.passages.beads.reset();
    for (const step of inOrder(rows, events)) {
      if ("what" in step) this.happen(step);
      else this.learn(step);
    }
  }
}
