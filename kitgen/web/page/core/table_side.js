// One side of a real table: the beads that the machine has picked in a game, and what can come
// next. No words and no screens; as kitgen/record/table_side.py, and
// tests/web/table_side_cases.toml holds both to the same answers.

import { GOES_ON } from "./engine.js";
import { endOf } from "./passages.js";

/** @typedef {import("./passages.js").Passages} Passages */
/** @typedef {import("./passages.js").Stand} Stand */
/** @typedef {import("./passages.js").End} End */
/** @typedef {"not_first" | "not_next" | "not_after_end"} Refusal why a bead is refused */

/** The machine's side of one game, of whose moves only the machine's beads are known. */
export class TableSide {
  /**
   * @param {Passages} passages
   * @param {(slot: number) => boolean} [mayBeLast] whether a first bead that no game can begin with
   *     may be its last
   * @param {boolean} [lastOnly] whether only the last beads are known, even if a game can begin
   *     with the first of them
   */
  constructor(passages, mayBeLast = () => false, lastOnly = false) {
    this.passages = passages;
    this.mayBeLast = mayBeLast;
    this.lastOnly = lastOnly;
    /** @type {number[]} the slots of the beads */
    this.picks = [];
  }

  /**
   * The boxes that can be opened next, by their numbers.
   * @returns {number[]}
   */
  boxes() {
    const boxes = this.passages.ahead(this.stands)
      .filter((stand) => endOf(stand) === GOES_ON)
      .map(({ graph, state }) => graph.box[state]);
    return [...new Set(boxes)].sort((one, other) => one - other);
  }

  /**
   * How the game can end now.
   * @param {number[] | null} [empty] the boxes without beads, at which the machine gives up; null
   *     where nobody knows
   * @returns {End[]}
   */
  ends(empty = null) {
    const canGiveUp = empty === null || this.boxes().some((box) => empty.includes(box));
    return this.passages.ends(this.stands).filter(({ resigned }) => canGiveUp || !resigned);
  }

  /**
   * Take a picked bead.
   * @param {number} slot
   * @returns {Refusal | null} why it is refused
   */
  pick(slot) {
    if (!this.lastOnly || this.picks.length) {
      const follows = this.passages.after(this.stands, slot).length > 0;
      if (!follows && this.picks.length) return this.boxes().length ? "not_next" : "not_after_end";
      if (!follows && !this.mayBeLast(slot)) return "not_first";
    }
    this.picks.push(slot);
    return null;
  }

  /** Take the last bead back; whether there was one. */
  undo() {
    return this.picks.pop() !== undefined;
  }

  /**
   * How the game can stand.
   * @returns {Stand[]}
   */
  get stands() {
    const { passages, picks } = this;
    if (!picks.length) return passages.start;
    const startsLate = this.lastOnly || !passages.after(passages.start, picks[0]).length;
    const { boxOf } = passages.beads;
    return passages.follow(picks, startsLate ? passages.before(boxOf[picks[0]]) : passages.start);
  }
}
