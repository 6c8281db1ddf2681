// Files of games, as `kitgen journal export` writes them and `kitgen journal add` reads them.

import { Fault } from "./fault.js";
import { RESULTS, rowOf } from "./journal.js";
import { readTable } from "./table.js";

/** @typedef {import("./journal.js").Row} Row */

/** The version of JSON Lines that is read, as kitgen/journal/journal_lines.py has it. */
const SCHEMA = "kitgen/journal@2";
/** The keys of a game, in the order in which they are written. */
const KEYS = /** @type {(keyof Row)[]} */ (
  ["game", "picks", "result", "opponent", "starts", "when", "remark", "resigned", "last_only"]
);
/** So many of the keys are written for each game; the others only where they say something. */
const NEEDED = 3;
/** The highest number that a game can have. */
const MAX_GAME = 9999999;
/**
 * The types of what may be left out.
 * @type {Record<string, string>}
 */
const OPTIONAL_TYPES = {
  opponent: "string",
  starts: "string",
  when: "string",
  remark: "string",
  last_only: "boolean",
};

/**
 * A journal as JSON Lines.
 * @param {string} machine the first line, which says whose games these are
 * @param {Row[]} rows
 */
export function writeLines(machine, rows) {
  const lines = rows.map((row) => {
    /** @type {Record<string, unknown>} */
    const written = {};
    KEYS.forEach((key, at) => {
      if (at < NEEDED || saysSomething(row, key)) written[key] = row[key];
    });
    return JSON.stringify(written);
  });
  return [machine, ...lines].map((line) => `${line}\n`).join("");
}

/**
 * Whether a key of a game is worth writing. That a machine has not resigned is: somebody has said
 * so, where null says that nobody has.
 * @param {Row} row
 * @param {keyof Row} key
 */
function saysSomething(row, key) {
  const value = row[key];
  if (value === false) return key === "resigned";
  return value !== "" && value !== null;
}

/**
 * The games of a file, as they stand there.
 * @param {string} text JSON Lines, or a table
 * @param {import("./table.js").Reader} reader
 * @param {string} hash that of the machine; the file of another one is refused
 * @returns {{line: number, row: Row}[]}
 * @throws {Fault} at the first line that cannot be read
 */
export function readFile(text, reader, hash) {
  const bare = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return bare.trimStart().startsWith("{") ? readLines(bare, reader, hash) : readTable(bare, reader);
}

/**
 * The games of JSON Lines.
 * @param {string} text
 * @param {import("./table.js").Reader} reader
 * @param {string} hash
 */
function readLines(text, reader, hash) {
  /** @type {{line: number, row: Row}[]} */
  const games = [];
  text.split("\n").forEach((written, at) => {
    if (!written.trim()) return;
    const line = at + 1;
    const fields = parsed(written, line);
    if (line === 1 && "schema" in fields) {
      const { schema, kit_hash } = fields;
      if (schema !== SCHEMA) throw new Fault("version", { line, said: String(schema) });
      if (kit_hash !== hash) throw new Fault("machine", { line });
      return;
    }
    games.push({ line, row: rowFrom(fields, reader, line) });
  });
  return games;
}

/**
 * @param {string} written
 * @param {number} line
 * @returns {Record<string, any>}
 */
function parsed(written, line) {
  try {
    const fields = JSON.parse(written);
    if (fields && typeof fields === "object" && !Array.isArray(fields)) return fields;
  } catch {
    // Said below, as of a line that is no game.
  }
  throw new Fault("json", { line });
}

/**
 * A game as its line says it.
 * @param {Record<string, any>} said
 * @param {import("./table.js").Reader} reader
 * @param {number} line
 * @returns {Row}
 * @throws {Fault} the line says anything that no game has
 */
function rowFrom(said, reader, line) {
  const resigned = said.resigned ?? null;
  const unknown = Object.keys(said).some((key) => !KEYS.includes(/** @type {keyof Row} */ (key)));
  const mistyped = Object.keys(OPTIONAL_TYPES).some(
    (key) => key in said && typeof said[key] !== OPTIONAL_TYPES[key],
  );
  const unsure = resigned !== null && typeof resigned !== "boolean";
  if (unknown || mistyped || unsure || !Array.isArray(said.picks)) {
    throw new Fault("json", { line });
  }
  const { game } = said;
  if (!Number.isInteger(game) || game < 0 || game > MAX_GAME) {
    throw new Fault("number", { line, said: String(game) });
  }
  const result = String(said.result).toUpperCase();
  if (!Object.hasOwn(RESULTS, result)) {
    throw new Fault("result", { line, said: String(said.result) });
  }
  const picks = said.picks.map(
    (/** @type {unknown} */ pick) => reader.bead(String(pick), "", line),
  );
  const { opponent = "", starts = "", when = "", remark = "", last_only = false } = said;
  const more = { opponent, starts, when, remark, resigned, last_only };
  return rowOf(game, picks, RESULTS[result], more);
}
