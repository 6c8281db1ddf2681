// Files of games, as `kitgen journal export` writes them and `kitgen journal add` reads them.

import { Fault } from "./fault.js";
import { RESULTS, rowOf } from "./journal.js";
import { readTable } from "./table.js";

/** @typedef {import("./journal.js").Row} Row */

/** The versions of JSON Lines that are read, as kitgen/journal/lines_2.py has them; both have the same keys. */
const VERSIONS = ["kitgen/session@1", "kitgen/journal@2"];
/** The keys of a game, in the order in which they are written. */
const KEYS = /** @type {(keyof Row)[]} */ (
  ["game", "picks", "result", "opponent", "starts", "when", "remark", "resigned", "last_only"]
);
const NEEDED = 3;

/**
 * A journal as JSON Lines.
 * @param {string} machine the first line, which says whose games these are
 * @param {Row[]} rows
 */
export function writeLines(machine, rows) {
  const lines = rows.map((row) => {
    /** @type {Record<string, unknown>} */
    const said = {};
    KEYS.forEach((key, at) => {
      const value = row[key];
      if (at < NEEDED || (value !== "" && value !== null && (value !== false || key === "resigned"))) said[key] = value;
    });
    return JSON.stringify(said);
  });
  return [machine, ...lines].map((line) => `${line}\n`).join("");
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
  const found = [];
  text.split("\n").forEach((written, at) => {
    if (!written.trim()) return;
    const line = at + 1;
    const said = parsed(written, line);
    if (line === 1 && "schema" in said) {
      if (!VERSIONS.includes(said.schema)) throw new Fault("version", { line, said: String(said.schema) });
      if (said.kit_hash !== hash) throw new Fault("machine", { line });
      return;
    }
    found.push({ line, row: rowFrom(said, reader, line) });
  });
  return found;
}

/**
 * @param {string} written
 * @param {number} line
 * @returns {Record<string, any>}
 */
function parsed(written, line) {
  try {
    const said = JSON.parse(written);
    if (said && typeof said === "object" && !Array.isArray(said)) return said;
  } catch {
    // Said below, as of a line that is no game.
  }
  throw new Fault("json", { line });
}

/**
 * @param {Record<string, any>} said
 * @param {import("./table.js").Reader} reader
 * @param {number} line
 * @returns {Row}
 */
function rowFrom(said, reader, line) {
  const kinds = /** @type {Record<string, string>} */ (
    { opponent: "string", starts: "string", when: "string", remark: "string", last_only: "boolean" }
  );
  const unknown = Object.keys(said).find((key) => !KEYS.includes(/** @type {keyof Row} */ (key)));
  const wrong = Object.keys(kinds).find((key) => key in said && typeof said[key] !== kinds[key]);
  const resigned = said.resigned ?? null;
  if (unknown || wrong || !Array.isArray(said.picks) || (resigned !== null && typeof resigned !== "boolean")) {
    throw new Fault("json", { line });
  }
  if (!Number.isInteger(said.game) || said.game < 0 || said.game > 9999999) {
    throw new Fault("number", { line, said: String(said.game) });
  }
  const result = String(said.result).toUpperCase();
  if (!Object.hasOwn(RESULTS, result)) throw new Fault("result", { line, said: String(said.result) });
  const picks = said.picks.map((/** @type {unknown} */ pick) => reader.bead(String(pick), "", line));
  const { opponent = "", starts = "", when = "", remark = "", last_only = false } = said;
  return rowOf(said.game, picks, RESULTS[result], { opponent, starts, when, remark, resigned, last_only });
}
