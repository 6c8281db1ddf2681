// What a row means for the beads: held against what can have been (kitgen/journal/understand.py), and played again
// (kitgen/journal/beads.py).

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
    /** @type {Map<string, number>} */
    this.slots = new Map();
    /** @type {string[]} what each slot is called, such as `B4 R` */
    this.texts = [];
    data.boxes.forEach((/** @type {{id: string, colours: number[]}} */ box, /** @type {number} */ number) => {
      box.colours.forEach((colour, at) => {
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
    const { passages } = this;
    const slots = this.slotsOf(row);
    const outcome = RESULTS[row.result];
    const bare = !conceded(row) && passages.ends(passages.start).every((end) => end.outcome !== outcome);
    const late = slots.length ? new TableSide(passages).pick(slots[0]) !== null : bare;
    if (row.last_only || late) return this.byLastBeads(row, slots, line);
    this.follow(slots, false, line, row);
    return row;
  }

  /**
   * @param {Row} row
   * @param {number[]} slots
   * @param {number} line
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
   * Follow the beads of a game, and look at its end where its row is given; an opponent's empty box may end it anywhere.
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
    const possible = side
      .ends()
      .some((end) => end.outcome === RESULTS[row.result] && [null, end.resigned].includes(row.resigned));
    if (!possible) throw new Fault("end", { line, said: row.picks[row.picks.length - 1] ?? "–" });
  }

  /**
   * Whether a game ended at an empty box, where it matters and nobody has said.
   * @param {Row} row
   * @param {number[]} slots
   */
  gaveUp(row, slots) {
    if (row.resigned !== null || !this.data.cares[row.result]) return row.resigned === true && !conceded(row);
    const unknown = row.last_only && (!slots.length || this.data.scoring || this.data.repetition);
    if (unknown) return false;
    const { passages } = this;
    const start = row.last_only ? passages.before(passages.beads.boxOf[slots[0]]) : passages.start;
    const ends = passages.ends(passages.follow(slots, start)).filter((end) => end.outcome === RESULTS[row.result]);
    return ends.length > 0 && ends.every((end) => end.resigned);
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
      for (const slot of [...slots, ...theirs]) if (!beads.totals[beads.boxOf[slot]]) beads.refill(beads.boxOf[slot]);
    }
    beads.learn(schedule, outcome, this.gaveUp(row, slots), Int32Array.from(slots), slots.length);
    if (theirs.length) beads.learn(schedule, -outcome, conceded(row), Int32Array.from(theirs), theirs.length);
  }

  /**
   * Do to the beads what happened beside the games, where that is known: nobody knows what games of others have changed.
   * @param {MachineEvent} event
   */
  happen(event) {
    const { beads } = this.passages;
    for (let box = 0; box < this.data.own; box++) {
      if (event.what === "reset" || (event.what === "refilled" && this.data.boxes[box].id === event.box)) beads.refill(box);
    }
    for (const bead of event.beads ?? []) beads.put(/** @type {number} */ (this.slots.get(slotText(bead))), bead.beads);
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
