// A table of games, as kitgen/record/games_table.py writes and reads it.

import { Fault } from "./fault.js";
import { RESULTS, rowOf } from "./journal.js";

/** @typedef {import("./journal.js").Row} Row */
/**
 * @typedef {object} Vocabulary the words of a table in one language
 * @property {Record<string, string>} columns
 * @property {Record<string, number | null>} results null for a letter with several meanings
 * @property {Record<string, boolean>} answers
 */

const WRITTEN = /** @type {("opponent" | "starts" | "when" | "remark")[]} */ (["opponent", "starts", "when", "remark"]);
const FOLLOWS = ["beads", "score"];
const CELL = /^\s*([A-Za-z]{0,2})\s*([0-9]{1,6})\s*[-:/.]?\s*(\S.*?)\s*$/;
/** The begin of a cell that a spreadsheet would run, perhaps with the apostrophes that keep it from that. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** A heading is looked for in so many lines. */
const TITLES = 12;
const BEADS = /[A-Za-z]{0,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|]+/g;

/** What a kit calls its boxes and beads, and what tables call their columns. */
export class Reader {
  /** @param {any} data the page's data */
  constructor(data) {
    /** @type {Vocabulary[]} */
    this.vocabulary = data.vocabulary;
    /** @type {Map<string, Map<string, string>>} for each box from what a bead may be called to its letter */
    this.boxes = new Map(
      data.boxes.slice(0, data.own).map((/** @type {{id: string, colours: number[]}} */ box) => [
        box.id,
        new Map(box.colours.flatMap((colour) => {
          const { name, key, letter } = data.colours[colour];
          return [letter, key, name].map((word) => [word.toLowerCase(), letter.toUpperCase()]);
        })),
      ]),
    );
  }

  /**
   * A bead as the journal writes it.
   * @param {string} text such as `B4 R`, `b4r`, `B4 red`, or `4 R` in the column of row B
   * @param {string} column
   * @param {number} line
   */
  bead(text, column, line) {
    const match = CELL.exec(text);
    if (!match) throw new Fault("bead", { line, said: text });
    const named = match[1].toUpperCase() + match[2].replace(/^0+/, "");
    const id = this.boxes.has(named) ? named : match[1] ? "" : column + named;
    const letter = this.boxes.get(id)?.get(match[3].toLowerCase());
    if (!letter) throw new Fault("bead", { line, said: text.trim() });
    return `${id} ${letter}`;
  }

  /**
   * Beads in one text, such as `A1 R, B4 U`.
   * @param {string} text
   * @param {number} line
   */
  beads(text, line) {
    const beads = text.match(BEADS) ?? [];
    const bare = (/** @type {string} */ words) => words.replace(/[\s,;|]/g, "");
    if (bare(beads.join("")) !== bare(text)) throw new Fault("bead", { line, said: text });
    return beads.map((bead) => this.bead(bead, "", line));
  }
}

/**
 * The games of a table.
 * @param {string} text
 * @param {Reader} reader
 * @returns {{line: number, row: Row}[]}
 * @throws {Fault}
 */
export function readTable(text, reader) {
  const lines = text.split("\n");
  const above = headingLine(lines, reader);
  const heading = lines[above];
  const mark = ["\t", ";", ","].reduce((best, one) => (heading.split(one).length > heading.split(best).length ? one : best));
  const [first, ...others] = cellsOf(lines.slice(above).join("\n"), mark, above + 1);
  const head = headingOf(first?.cells ?? [], reader, above + 1);
  /** @type {{line: number, row: Row}[]} */
  const found = [];
  for (const { line, cells } of others) {
    if (!cells.some((cell) => cell.trim())) continue;
    if (cells.slice(head.names.length).some((cell) => cell.trim())) throw new Fault("cells", { line });
    const said = (/** @type {string} */ name) => asText(cells[head.names.indexOf(name)] ?? "").trim();
    const picks = beadsOf(head.names, cells, reader, line);
    if (said("game") === "+" && found.length) {
      found[found.length - 1].row.picks.push(...picks);
      continue;
    }
    // A row of a marked sheet without a game.
    if (said("how") && !picks.length && !said("result")) continue;
    const [opponent, starts, when, remark] = WRITTEN.map(said);
    found.push({
      line,
      row: rowOf(numberOf(said("game"), line), picks, resultOf(said("result"), head.words, line), {
        opponent, starts, when, remark,
        resigned: answerOf(said("resigned"), head.words, line),
        last_only: answerOf(said("last_only"), head.words, line) ?? false,
      }),
    });
  }
  return found;
}

/**
 * The index of the line with the heading, which may stand below titles: the one with the most names of columns.
 * @param {string[]} lines
 * @param {Reader} reader
 */
function headingLine(lines, reader) {
  const known = lines.slice(0, TITLES).map((line) => line.toLowerCase().split(/[,;\t]/)
    .map((cell) => cell.replace(/^[ "\r]+|[ "\r]+$/g, "").replace(/\s+/g, " "))
    .filter((title) => reader.vocabulary.some((words) => Object.hasOwn(words.columns, title))).length);
  return Math.max(...known) > 1 ? known.indexOf(Math.max(...known)) : 0;
}

/** @param {string} cell without the apostrophe that `asCell` has put before it */
const asText = (cell) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
/** @param {string} text as a cell that no spreadsheet runs as a formula */
const asCell = (text) => (FORMULA.test(text) ? `'${text}` : text);

/**
 * The cells of each line; one in quotes may hold marks and ends of lines.
 * @param {string} text
 * @param {string} mark
 * @param {number} line the number of the first line
 */
function cellsOf(text, mark, line) {
  /** @type {{line: number, cells: string[]}[]} */
  const rows = [];
  let cells = [""];
  let quoted = false;
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at];
    const last = cells.length - 1;
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cells[last] += text[at++];
    } else if (letter === '"' && (quoted || cells[last] === "")) {
      quoted = !quoted;
    } else if (letter === mark && !quoted) {
      cells.push("");
    } else if (letter === undefined || (letter === "\n" && !quoted)) {
      rows.push({ line: line++, cells });
      cells = [""];
    } else {
      if (letter === "\n") line++;
      cells[last] += letter;
    }
  }
  return rows;
}

/**
 * What the columns are; the language is the one that knows most of the headings.
 * @param {string[]} cells
 * @param {Reader} reader
 * @param {number} line
 */
function headingOf(cells, reader, line) {
  const titles = cells.map((cell) => cell.toLowerCase().trim().replace(/\s+/g, " "));
  const [own, ...others] = reader.vocabulary;
  const knows = (/** @type {Vocabulary} */ one) => titles.filter((title) => Object.hasOwn(one.columns, title)).length;
  const best = others.reduce((most, one) => (knows(one) > knows(most) ? one : most));
  const names = titles.map((title) =>
    [best, own].filter((one) => Object.hasOwn(one.columns, title)).map((one) => one.columns[title])[0]
      ?? (/^[a-z]{1,2}$/.test(title) ? title.toUpperCase() : ""));
  names.forEach((name, at) => {
    if (titles[at] && !name) throw new Fault("column", { line, said: cells[at].trim() });
    if (name && names.indexOf(name) < at && !FOLLOWS.includes(name)) throw new Fault("column", { line, said: cells[at].trim() });
  });
  if (!names.includes("result")) throw new Fault("heading", { line });
  return { names, words: [best, own] };
}

/**
 * The beads of a line in the order of play.
 * @param {string[]} names
 * @param {string[]} cells
 * @param {Reader} reader
 * @param {number} line
 */
function beadsOf(names, cells, reader, line) {
  const turns = names
    .map((name, at) => ({ name, cell: asText(cells[at] ?? "").trim() }))
    .filter(({ name, cell }) => /^[A-Z]{1,2}$/.test(name) && cell && !"-–—".includes(cell))
    .sort((one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1));
  const picks = turns.map(({ name, cell }) => reader.bead(cell, name, line));
  // Its cells may be parted over columns without a heading.
  let wide = false;
  names.forEach((name, at) => {
    wide = name === "moves" || (wide && !name);
    const cell = wide ? (cells[at] ?? "").trim() : "";
    if (cell) picks.push(...reader.beads(cell, line));
  });
  return picks;
}

/** @param {string} text @param {number} line */
function numberOf(text, line) {
  const match = /^([0-9]{0,7})(?:[.,]0*)?$/.exec(text);
  if (!match || (text && !Number(match[1]))) throw new Fault("number", { line, said: text });
  return Number(match[1]);
}

/** @param {string} text @param {Vocabulary[]} words @param {number} line */
function resultOf(text, words, line) {
  const word = text.toLowerCase().replace(/\s+/g, " ");
  for (const one of words) {
    if (!Object.hasOwn(one.results, word)) continue;
    const result = one.results[word];
    // A letter with several meanings.
    if (result === null) throw new Fault("result", { line, said: text });
    return result;
  }
  const match = /^([-+−–]?)([01])(?:[.,]0*)?$/.exec(word);
  if (!match) throw new Fault("result", { line, said: text });
  return "-−–".includes(match[1]) && match[1] ? -Number(match[2]) : Number(match[2]);
}

/** @param {string} text @param {Vocabulary[]} words @param {number} line @returns {boolean | null} */
function answerOf(text, words, line) {
  const word = text.toLowerCase();
  for (const one of words) if (Object.hasOwn(one.answers, word)) return one.answers[word];
  if (word) throw new Fault("answer", { line, said: text });
  return null;
}

/**
 * Games as a table, with the columns that are used.
 * @param {Row[]} rows
 */
export function writeTable(rows) {
  const turns = rows.length ? Math.max(...rows.map((row) => row.picks.length)) : 1;
  const used = WRITTEN.filter((name) => rows.some((row) => row[name]));
  const ends = [
    ...(rows.some((row) => row.resigned !== null) ? ["resigned"] : []),
    ...(rows.some((row) => row.last_only) ? ["last_only"] : []),
  ];
  const columns = Array.from({ length: turns }, (_, turn) => column(turn));
  const answers = (/** @type {Row} */ row) =>
    ends.map((name) => ({ true: "yes", false: "no", null: "" })[String(name === "resigned" ? row.resigned : row.last_only)] ?? "");
  const lines = rows.map((row) => [
    row.game, ...used.map((name) => asCell(row[name])), ...columns.map((_, turn) => asCell(row.picks[turn] ?? "")), row.result, ...answers(row),
  ]);
  return [["game", ...used, ...columns, "result", ...ends], ...lines]
    .map((cells) => `${cells.map(quotedCell).join(",")}\n`)
    .join("");
}

/** @param {string | number} cell */
function quotedCell(cell) {
  const text = String(cell);
  const needed = ['"', ",", "\r", "\n"].some((sign) => text.includes(sign));
  return needed ? `"${text.replaceAll('"', '""')}"` : text;
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
