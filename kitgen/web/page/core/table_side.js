// One side of a real table: the beads that the machine has picked in a game, and what can come
// next. No words and no screens; as kitgen/record/table_side.py, and
// tests/web/table_side_cases.toml holds both to the same answers.

import { GOES_ON } from "./engine.js";
import { endOf } from "./passages.js";

/** @typedef {import("./passages.js").Passages} Passages */
/** @typedef {import("./passages.js").Stand} Stand */
/** @typedef {import("./passages.js").End} End */
/**
 * @typedef {"not_first" | "not_next" | "not_after_end" | "not_answered" | "no_box"} Refusal
 *     why something is refused
 */
/**
 * @typedef {object} Act a bead or a move
 * @property {number} slot the slot of the bead; -1 for a move without one
 * @property {boolean} asked whether somebody had to tell: the machine's only move is known anyway
 * @property {Stand[]} stands how the game can stand after it
 */
/**
 * @typedef {object} Known
 * @property {(slot: number) => boolean} mayBeLast whether a first bead that no game can begin with
 *     may be its last
 * @property {boolean} lastOnly whether only the last beads are known, even if a game can begin
 *     with the first of them
 * @property {import("./engine.js").Graph | null} graph the games of the side that the machine
 *     plays; null for any
 */
/**
 * @typedef {object} OpenBox
 * @property {number} box its number
 * @property {number} sign the place of its sign among `signs`: how it lies on the table
 */

/**
 * The machine's side of one game. Where only its beads are known, the game can stand in several
 * ways after each.
 */
export class TableSide {
  /**
   * @param {Passages} passages
   * @param {Partial<Known>} [known]
   */
  constructor(passages, known = {}) {
    const { mayBeLast = () => false, lastOnly = false, graph = null } = known;
    this.passages = passages;
    this.mayBeLast = mayBeLast;
    this.lastOnly = lastOnly;
    this.start = passages.start.filter((stand) => graph === null || stand.graph === graph);
    /** @type {Act[]} */
    this.acts = [];
    /** Whether the machine has given up, at a box that is empty on the table. */
    this.resigned = false;
  }

  /** How the game can stand. */
  get stands() {
    return this.acts.length ? this.acts[this.acts.length - 1].stands : this.start;
  }

  /** Whether the game has ended on the table, or because the machine gave up. */
  get isOver() {
    return this.resigned || this.stands.every((stand) => endOf(stand) !== GOES_ON);
  }

  /** Whether the machine is to move. */
  get machineMoves() {
    return !this.isOver && this.stands.every(({ graph, state }) => graph.mine[state] === 1);
  }

  /**
   * The box that is open now, as it lies on the table; null where none is, or several may be.
   * @returns {OpenBox | null}
   */
  openBox() {
    const [{ graph, state }, ...others] = this.stands;
    if (!this.machineMoves || others.length || graph.box[state] < 0) return null;
    return { box: graph.box[state], sign: graph.seat.lies.charCodeAt(state) - 48 };
  }

  /** The edge of the move that the machine makes now without a bead; -1 where it does not. */
  onlyMove() {
    const [{ graph, state }, ...others] = this.stands;
    return this.machineMoves && !others.length && graph.box[state] < 0 ? graph.first[state] : -1;
  }

  /**
   * The boxes that can be opened next, by their numbers.
   * @returns {number[]}
   */
  boxes() {
    if (this.resigned) return [];
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
    const { passages } = this;
    if (this.resigned && passages.gaveUp !== null) {
      return [{ outcome: passages.gaveUp, resigned: true }];
    }
    const canGiveUp = empty === null || this.boxes().some((box) => empty.includes(box));
    return passages.ends(this.stands).filter(({ resigned }) => canGiveUp || !resigned);
  }

  /**
   * Take a picked bead.
   * @param {number} slot
   * @returns {Refusal | null} why it is refused
   */
  pick(slot) {
    const stands = this.after(slot);
    if (stands.length) {
      this.acts.push({ slot, asked: true, stands });
      return null;
    }
    if (this.resigned) return "not_after_end";
    if (!this.picks) return "not_first";
    return this.boxes().length ? "not_next" : "not_after_end";
  }

  /** How many beads have been picked. */
  get picks() {
    return this.acts.filter(({ slot }) => slot >= 0).length;
  }

  /**
   * How the game can stand after a bead; nothing where it cannot come now.
   * @param {number} slot
   * @returns {Stand[]}
   */
  after(slot) {
    if (this.resigned) return [];
    const { passages } = this;
    const fromItsBox = () => passages.after(passages.before(passages.beads.boxOf[slot]), slot);
    if (!this.picks && this.lastOnly) return fromItsBox();
    const stands = passages.after(this.stands, slot);
    return !stands.length && !this.picks && this.mayBeLast(slot) ? fromItsBox() : stands;
  }

  /**
   * Take a move that was made on the table without a bead.
   * @param {number} edge
   * @returns {Refusal | null} why it is refused
   */
  report(edge) {
    const asked = !this.machineMoves;
    const stands = this.resigned ? [] : this.passages.moved(this.stands, edge);
    if (!stands.length) return "not_answered";
    this.acts.push({ slot: -1, asked, stands });
    return null;
  }

  /**
   * Let the machine give up at the open box, which is empty on the table.
   * @returns {Refusal | null} why it cannot
   */
  giveUp() {
    if (this.passages.gaveUp === null || !this.openBox()) return "no_box";
    this.resigned = true;
    return null;
  }

  /**
   * Take back the last bead, reported move or giving up, and what followed.
   * @returns {boolean} whether there was one
   */
  undo() {
    if (this.resigned) {
      this.resigned = false;
      return true;
    }
    const last = this.acts.map(({ asked }) => asked).lastIndexOf(true);
    if (last < 0) return false;
    this.acts.length = last;
    return true;
  }
}
