// A machine with all that belongs to it: its boxes, its seats at the table, its luck, and the
// journal of its games.

import { newBeads, sitDown } from "./engine.js";
import { Journal, rowOf } from "./journal.js";
import { Passages } from "./passages.js";
import { Recorder } from "./record.js";
import { SplitMix } from "./rng.js";

/** @typedef {import("./journal.js").Row} Row */

export class Machine {
  /**
   * @param {any} data the page's data; the rule and the first beads may be others than those of the
   *     kit
   * @param {import("./engine.js").Graph[]} seats
   * @param {number} seed
   */
  constructor(data, seats, seed) {
    this.data = data;
    this.beads = newBeads(data);
    this.recorder = new Recorder(data, new Passages(seats, this.beads, data.gives_up));
    /**
     * Where its luck comes from; null where nobody noted it.
     * @type {number | null}
     */
    this.seed = seed;
    this.rng = new SplitMix(seed);
    this.tables = sitDown(data, seats, this.rng, this.beads);
    this.journal = new Journal();
    /** The number of the table of the game at hand. */
    this.seat = 0;
  }

  get table() {
    return this.tables[this.seat];
  }

  /**
   * Give it other luck.
   * @param {number | null} seed
   * @param {SplitMix} [rng] the generator, where it has drawn numbers already
   */
  deal(seed, rng = new SplitMix(seed ?? 0)) {
    this.seed = seed;
    this.rng = rng;
    for (const table of this.tables) table.rng = rng;
  }

  /**
   * Give it these games as its past, and the beads that lie in its boxes after them.
   * @param {Row[]} rows
   * @param {import("./events.js").MachineEvent[]} [events] what happened beside them
   */
  lay(rows, events = []) {
    this.journal = new Journal();
    for (const row of rows) this.journal.add(row);
    this.journal.events = events;
    this.recorder.replay(rows, events);
  }

  /**
   * Sit down for the next game.
   * @param {number[]} turn the seats that it takes in turn
   */
  sit(turn) {
    this.seat = turn[this.journal.games % turn.length];
    this.table.begin();
  }

  /**
   * Count the game that is over, and note it.
   * @param {string} opponent
   */
  note(opponent) {
    const { table, journal, recorder } = this;
    if (!journal.complete) return journal.enter(table.outcome);
    const picks = Array.from(table.picks.subarray(0, table.picked), (slot) => recorder.texts[slot]);
    /** @type {Partial<Row>} */
    const more = { opponent, resigned: table.resigned || table.conceded };
    if (table.theirsPicked) {
      more.theirs = Array.from(table.theirs.subarray(0, table.theirsPicked));
    }
    journal.add(rowOf(journal.next, picks, table.outcome, more));
  }

  /**
   * The slots that learning has changed, box by box, the last box of the game first.
   * @param {Int32Array} before the beads before it
   * @returns {number[]}
   */
  changed(before) {
    const { table, beads } = this;
    const picked = [...table.picks.subarray(0, table.picked)].reverse();
    const theirs = [...table.theirs.subarray(0, table.theirsPicked)].reverse();
    const boxes = [...new Set([...picked, ...theirs].map((slot) => beads.boxOf[slot]))];
    const slots = boxes.flatMap((box) => this.slots(box));
    return slots.filter((slot) => before[slot] !== beads.count[slot]);
  }

  /** Whether it can learn no more, because every box that it can open first is empty. */
  get finished() {
    if (this.data.gives_up === null) return false;
    const { passages } = this.recorder;
    const boxes = passages.ahead(passages.start).map(({ graph, state }) => graph.box[state]);
    return boxes.every((box) => box < 0 || !this.beads.totals[box]);
  }

  /** @param {number} from @param {number} to one more than the last box @returns {number[]} */
  slotsOfBoxes(from, to) {
    const { first } = this.beads;
    return Array.from({ length: first[to] - first[from] }, (_, at) => first[from] + at);
  }

  /** @param {number} box @returns {number[]} */
  slots(box) {
    return this.slotsOfBoxes(box, box + 1);
  }
}
