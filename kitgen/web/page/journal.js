// The games as they were played: rows as the journal has them (docs/games-csv.md, docs/journal.md), to be saved.

/** More games than this are not noted one by one. */
export const MOST_NOTED = 20000;

const LETTERS = ["L", "D", "W"];

/**
 * @typedef {object} Row a game
 * @property {number} game its number, from 1
 * @property {string[]} picks the beads that the machine picked, such as `B4 R`
 * @property {string} result `W`, `D` or `L`, for the machine
 * @property {string} opponent
 * @property {boolean} resigned
 */

/** All games of a machine, and how many it has won. */
export class Journal {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    this.won = this.drawn = this.lost = 0;
    /** How each game ended, for the curve; it grows by doubling. */
    this.outcomes = new Int8Array(1024);
  }

  get games() {
    return this.won + this.drawn + this.lost;
  }

  get complete() {
    return this.rows.length === this.games;
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
   * Note a game that has been counted.
   * @param {string[]} picks
   * @param {number} outcome
   * @param {string} opponent
   * @param {boolean} resigned
   */
  note(picks, outcome, opponent, resigned) {
    this.rows.push({ game: this.games, picks, result: LETTERS[outcome + 1], opponent, resigned });
  }

  /** The games as a table. */
  csv() {
    const turns = Math.max(1, ...this.rows.map((row) => row.picks.length));
    const heading = ["game", "opponent", ...Array.from({ length: turns }, (_, turn) => column(turn)), "result", "resigned"];
    const lines = this.rows.map((row) => [
      row.game,
      row.opponent,
      ...Array.from({ length: turns }, (_, turn) => row.picks[turn] ?? ""),
      row.result,
      row.resigned ? "yes" : "no",
    ]);
    return [heading, ...lines].map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
  }

  /** The games as JSON Lines. */
  lines() {
    return this.rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  }
}

/**
 * A cell of a table.
 * @param {string | number} cell
 */
function quoted(cell) {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * What the column of a turn is called: A, B … Z, AA, AB …
 * @param {number} turn from 0
 * @returns {string}
 */
export function column(turn) {
  const letter = String.fromCharCode(65 + (turn % 26));
  return turn < 26 ? letter : column(Math.floor(turn / 26) - 1) + letter;
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
