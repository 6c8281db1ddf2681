// The games as they were played: rows as the journal has them (docs/games-csv.md, docs/journal.md).

/** More games than this are not noted one by one. */
export const MOST_NOTED = 20000;
/** How a game ended for the machine, by its letter. */
export const RESULTS = /** @type {Record<string, number>} */ ({ W: 1, D: 0, L: -1 });
/** The same letters in the order of the outcomes -1, 0 and 1. */
const LETTERS = ["L", "D", "W"];

/**
 * @typedef {object} Row a game
 * @property {number} game its number, from 1
 * @property {string[]} picks the beads that the machine picked, such as `B4 R`
 * @property {string} result `W`, `D` or `L`, for the machine
 * @property {string} opponent
 * @property {string} starts
 * @property {string} when
 * @property {string} remark
 * @property {boolean | null} resigned null where nobody has said
 * @property {boolean} last_only
 * @property {number[]} [theirs] the slots of the beads that a machine opposite picked; they are in
 *     no file
 */

/**
 * A row.
 * @param {number} game
 * @param {string[]} picks
 * @param {number} outcome for the machine
 * @param {Partial<Row>} [more]
 * @returns {Row}
 */
export function rowOf(game, picks, outcome, more = {}) {
  return {
    game,
    picks,
    result: LETTERS[outcome + 1],
    opponent: "",
    starts: "",
    when: "",
    remark: "",
    resigned: null,
    last_only: false,
    ...more,
  };
}

/**
 * Whether the machine has won because a machine opposite met an empty box.
 * @param {Row} row
 */
export function conceded(row) {
  return row.resigned === true && row.result === "W";
}

/** All games of a machine, and how many it has won. */
export class Journal {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /**
     * What happened beside the games, as it was noted.
     * @type {import("./events.js").MachineEvent[]}
     */
    this.events = [];
    this.won = this.drawn = this.lost = 0;
    /** How each game ended, for the curve; it grows by doubling. */
    this.outcomes = new Int8Array(1024);
    /** The highest number of a game. */
    this.last = 0;
  }

  get games() {
    return this.won + this.drawn + this.lost;
  }

  /** Whether every game is noted, so that the journal can be written, undone and replayed. */
  get complete() {
    return this.rows.length === this.games;
  }

  /** The number of the next game. */
  get next() {
    return this.last + 1;
  }

  /**
   * Count a game.
   * @param {number} outcome for the machine: 1, 0 or -1
   */
  enter(outcome) {
    const at = this.games;
    if (at === this.outcomes.length) {
      const longer = new Int8Array(2 * at);
      longer.set(this.outcomes);
      this.outcomes = longer;
    }
    this.outcomes[at] = outcome;
    if (outcome > 0) this.won++;
    else if (outcome < 0) this.lost++;
    else this.drawn++;
  }

  /**
   * Count a game and note it, as long as there is room for all.
   * @param {Row} row
   */
  add(row) {
    const noted = this.complete && this.games < MOST_NOTED;
    this.enter(RESULTS[row.result]);
    if (noted) this.rows.push(row);
    this.last = Math.max(this.last, row.game);
  }
}

/**
 * The games that a file adds to those that are there; one that is there already, exactly so, is
 * passed over.
 * @param {Row[]} there
 * @param {Row[]} given games without a number, 0, get the next one
 * @returns {{rows: Row[], twice: Row | null}} all games by their numbers, or the first that is
 *     there otherwise
 */
export function merged(there, given) {
  const known = new Map(there.map((row) => [row.game, row]));
  const seen = new Set();
  for (const row of given) {
    const game = row.game || Math.max(0, ...known.keys()) + 1;
    const old = known.get(game);
    if (seen.has(game) || (old && !same(old, row))) return { rows: [], twice: row };
    seen.add(game);
    if (!old) known.set(game, { ...row, game });
  }
  return { rows: [...known.values()].sort((one, other) => one.game - other.game), twice: null };
}

/**
 * Whether two rows say the same in a file; the slots of a machine opposite are in none.
 * @param {Row} one
 * @param {Row} other
 */
function same(one, other) {
  const keys = Object.keys(rowOf(0, [], 0));
  return JSON.stringify(one, keys) === JSON.stringify(other, keys);
}
