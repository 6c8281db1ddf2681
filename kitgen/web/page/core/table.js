// A table of games, as kitgen/record/games_table.py writes and reads it.

import { Fault } from "./fault.js";
import { RESULTS, rowOf } from "./journal.js";

/** @typedef {import("./journal.js").Row} Row */
/**
 * @typedef {object} Vocabulary the words of a table in one language
 * @property {Record<string, string>} columns
 * @property {Record<string, number>} results words, and letters with one meaning
 * @property {Record<string, number>[]} letters letters that are used together
 * @property {Record<string, boolean>} answers
 * @property {Record<string, string>} colours from a word to the key of a colour
 */
/**
 * @typedef {object} Line a row of a table
 * @property {number} line its number
 * @property {string[]} cells
 */

/** The columns that are copied as they are, in the order in which they are written. */
const WRITTEN = /** @type {("opponent" | "starts" | "when" | "remark")[]} */ (
  ["opponent", "starts", "when", "remark"]
);
/** A column with the winner's name stands for one of results. */
const WINNER = "winner";
/** Columns that may come more than once, like those of `WRITTEN`. */
const FOLLOWS = ["beads", "score", WINNER];
/** A box and a bead in a cell: letters of a row, a number, and what the bead is called. */
const CELL = /^\s*([A-Za-z]{0,2})\s*([0-9]{1,6})\s*[-:/.]?\s*(\S.*?)\s*$/;
/**
 * The begin of a cell that a spreadsheet would run, perhaps with the apostrophes that keep it from
 * that.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
/** So many lines are searched for a heading. */
const MAX_LINES_TO_HEADING = 60;
/** Titles above a heading: so many lines at most, with so many filled cells. */
const MAX_TITLES = 3;
const MAX_TITLE_CELLS = 2;
/** A shorter word, in letters, means something only in its own language. */
const MIN_SHARED_WORD = 3;
/** What may stand before the number of a game. */
const BEFORE_NUMBER = /^(?:#|№|n[ro]?\s*[.°º]?|num\.?)\s*(?=[0-9])/i;
/** Each bead of a cell with several. */
const BEADS = /[A-Za-z]{0,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|]+/g;
/** How answers are written. */
const ANSWERS = { true: "yes", false: "no", null: "" };

/**
 * What each word means, from the words of each meaning.
 * @param {Record<string, string>} words the words of a meaning are parted by `|`
 * @param {(meaning: string) => any} read
 */
function byWord(words, read = (meaning) => meaning) {
  /** @type {Record<string, any>} */
  const meanings = {};
  for (const [meaning, all] of Object.entries(words)) {
    for (const word of all.split("|")) meanings[word] = read(meaning);
  }
  return meanings;
}

/** What a kit calls its boxes and beads, and what tables call their columns. */
export class Reader {
  /** @param {any} data the page's data */
  constructor(data) {
    /** @type {Vocabulary[]} */
    this.vocabulary = [];
    /** @type {Map<string, string>} from a word for a colour in any language to its key */
    this.colours = new Map();
    this.learn(data.vocabulary);
    /** The heading of a turn, as kitgen/record/table_words.py has it. */
    this.turn = new RegExp(`^${data.turn}$`);
    /** What the machine is called in a column of winners. */
    this.machine = folded(data.name);
    /**
     * For each box from what a bead may be called to its letter.
     * @type {Map<string, Map<string, string>>}
     */
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
   * Learn the words of further languages.
   * @param {any[]} vocabulary
   */
  learn(vocabulary) {
    for (const words of vocabulary) {
      const colours = byWord(words.colours);
      const columns = byWord(words.columns);
      const results = byWord(words.results, Number);
      this.vocabulary.push({ ...words, columns, results, colours });
      for (const [word, key] of Object.entries(colours)) this.colours.set(word, key);
    }
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
    const colour = folded(match[3]);
    const beads = this.boxes.get(id);
    const letter = beads?.get(colour) ?? beads?.get(this.colours.get(colour) ?? "");
    if (!letter) throw new Fault("bead", { line, said: text.trim() });
    return `${id} ${letter}`;
  }

  /** @param {string} text whether it is a box with one of its beads */
  isBead(text) {
    try {
      return Boolean(this.bead(text, "", 0));
    } catch {
      return false;
    }
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
 * @throws {Fault} also where something in it is not read
 */
export function readTable(text, reader) {
  const lines = text.split("\n");
  const above = headingLine(lines, reader);
  const heading = lines[above];
  const parts = (/** @type {string} */ mark) => heading.split(mark).length;
  const mark = ["\t", ";", ","].reduce((best, one) => (parts(one) > parts(best) ? one : best));
  refuseAbove(cellsOf(lines.slice(0, above).join("\n"), mark, 1));
  const [first, ...below] = cellsOf(lines.slice(above).join("\n"), mark, above + 1);
  const rows = below.filter(isFilled);
  const head = headingOf(first?.cells ?? [], rows, reader, above + 1);
  while (rows.length && head.isOnlyNumber(rows[rows.length - 1])) rows.pop();
  /** @type {{line: number, row: Row}[]} */
  const games = [];
  for (const row of rows) {
    const { line, cells } = row;
    const beyond = cells.slice(head.names.length);
    if (beyond.some((cell) => cell.trim())) throw new Fault("cells", { line });
    const picks = head.beads(row);
    const number = head.cell(row, "game");
    if (number === "+" && games.length) {
      games[games.length - 1].row.picks.push(...picks);
      continue;
    }
    // A row of a marked sheet without a game.
    if (head.cell(row, "how") && !picks.length && !head.cell(row, "result")) continue;
    const [opponent, starts, when, remark] = WRITTEN.map((name) => head.cell(row, name));
    const resigned = head.answer(row, "resigned");
    const last_only = head.answer(row, "last_only") ?? false;
    const more = { opponent, starts, when, remark, resigned, last_only };
    const game = numberOf(number, line, reader);
    games.push({ line, row: rowOf(game, picks, head.result(row), more) });
  }
  refuseTally(games);
  return games;
}

/** @param {string} text in small letters, with single blanks */
function folded(text) {
  return text.toLowerCase().trim().replace(/\s+/g, " ");
}

/** @param {Line} row */
const filledCells = (row) => row.cells.filter((cell) => cell.trim());
/** @param {Line} row */
const isFilled = (row) => filledCells(row).length > 0;

/**
 * Refuse lines above a heading that are no titles.
 * @param {Line[]} rows
 */
function refuseAbove(rows) {
  const filled = rows.filter(isFilled);
  const isTitle = (/** @type {Line} */ row, /** @type {number} */ at) =>
    at < MAX_TITLES && filledCells(row).length <= MAX_TITLE_CELLS;
  const long = filled.find((row, at) => !isTitle(row, at));
  if (long) throw new Fault("unread", { line: long.line, said: filledCells(long).join(" ") });
}

/**
 * Refuse results alone: after them nobody knows what is in the boxes.
 * @param {{line: number, row: Row}[]} found
 */
function refuseTally(found) {
  const bare = found.every(
    ({ row }) => !row.picks.length && !row.last_only && row.resigned === null,
  );
  if (found.length && bare) throw new Fault("tally", { line: found[0].line });
}

/**
 * The index of the line with the heading, which may stand below titles: the one with the most names
 * of columns.
 * @param {string[]} lines
 * @param {Reader} reader
 */
function headingLine(lines, reader) {
  const isColumn = (/** @type {string} */ title) =>
    reader.vocabulary.some((words) => Object.hasOwn(words.columns, title));
  const known = lines.slice(0, MAX_LINES_TO_HEADING).map((line) => {
    const cells = line.toLowerCase().split(/[,;\t]/);
    const titles = cells.map((cell) => cell.replace(/^[ "\r¿]+|[ "\r?:]+$/g, ""));
    return titles.filter((title) => isColumn(title.replace(/\s+/g, " "))).length;
  });
  const most = Math.max(...known);
  return most > 1 ? known.indexOf(most) : 0;
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

/** The columns of a table, and how its rows are read. */
class Heading {
  /**
   * @param {string[]} names for each column a known name, a row of boxes in capitals, or nothing
   * @param {string[]} titles
   * @param {Line[]} rows
   * @param {Vocabulary} best the words of its language
   * @param {Reader} reader
   */
  constructor(names, titles, rows, best, reader) {
    this.names = names;
    this.reader = reader;
    const [own] = reader.vocabulary;
    this.answers = { ...own.answers, ...best.answers };
    const used = new Set(rows.map((row) => folded(this.cell(row, "result"))));
    /** @type {Map<string, number>} */
    this.results = meaningsOf(used, best, reader.vocabulary);
    if (!this.results.has(reader.machine)) this.results.set(reader.machine, 1);
    /** @type {{at: number, name: string}[]} the columns with a bead in each cell */
    this.turns = turnColumns(names, titles, rows, reader);
    /**
     * Those with several beads in a cell; they may be parted over columns without a heading.
     * @type {number[]}
     */
    this.wide = [];
    names.forEach((name, at) => {
      const goesOn = !name && !titles[at] && this.wide.includes(at - 1);
      if (name === "moves" || goesOn) this.wide.push(at);
    });
  }

  /**
   * What a row has in a column, or in several of one name.
   * @param {Line} row
   * @param {string} name
   */
  cell(row, name) {
    const cells = row.cells.filter((_, at) => this.names[at] === name);
    const texts = cells.map((cell) => asText(cell).trim());
    return texts.filter((text) => text).join("; ");
  }

  /** @param {Line} row */
  isOnlyNumber(row) {
    return filledCells(row).length === 1 && /^[0-9]/.test(this.cell(row, "game"));
  }

  /**
   * Refuse columns with something in them that are not read.
   * @param {string[]} titles
   * @param {Line[]} rows
   * @param {number} line
   */
  refuseUnread(titles, rows, line) {
    const read = new Set([...this.turns.map(({ at }) => at), ...this.wide]);
    this.names.forEach((name, at) => {
      const filled = rows.some((row) => (row.cells[at] ?? "").trim());
      if (name || !filled || read.has(at)) return;
      throw new Fault("column", { line, said: titles[at] || column(at) });
    });
  }

  /**
   * The beads of a row in the order of play.
   * @param {Line} row
   */
  beads(row) {
    const picks = this.turns.flatMap(({ at, name }) => {
      const cell = asText(row.cells[at] ?? "").trim();
      return cell && !"-–—".includes(cell) ? [this.reader.bead(cell, name, row.line)] : [];
    });
    for (const at of this.wide) {
      const cell = (row.cells[at] ?? "").trim();
      if (cell) picks.push(...this.reader.beads(cell, row.line));
    }
    return picks;
  }

  /** @param {Line} row @returns {number} for the machine */
  result(row) {
    const cell = this.cell(row, "result");
    const word = folded(cell);
    const who = folded(this.cell(row, "opponent"));
    if (who && who === word) return -1;
    const match = /^([-+−–]?)([01])(?:[.,]0*)?$/.exec(word);
    if (match) return ["-", "−", "–"].includes(match[1]) ? -Number(match[2]) : Number(match[2]);
    const result = this.results.get(word);
    if (result === undefined) throw new Fault("result", { line: row.line, said: cell });
    return result;
  }

  /** @param {Line} row @param {string} name @returns {boolean | null} */
  answer(row, name) {
    const cell = this.cell(row, name);
    const word = cell.toLowerCase();
    if (!word) return null;
    if (!Object.hasOwn(this.answers, word)) {
      throw new Fault("answer", { line: row.line, said: cell });
    }
    return this.answers[word];
  }
}

/**
 * What results mean, as kitgen/record/table_words.py has it: a letter means what it means in every
 * set of letters with all that the table uses, or nothing.
 * @param {Set<string>} used
 * @param {Vocabulary} best
 * @param {Vocabulary[]} vocabulary
 */
function meaningsOf(used, best, vocabulary) {
  const [own] = vocabulary;
  const meanings = sharedMeanings(vocabulary);
  for (const words of [own, best]) {
    for (const [word, result] of Object.entries(words.results)) meanings.set(word, result);
  }
  const sets = [...best.letters, ...own.letters];
  const present = [...used].filter((word) => sets.some((some) => Object.hasOwn(some, word)));
  const whole = sets.filter((some) => present.every((letter) => Object.hasOwn(some, letter)));
  for (const letter of present) {
    const those = (whole.length ? whole : sets).filter((some) => Object.hasOwn(some, letter));
    const could = new Set(those.map((some) => some[letter]));
    meanings.delete(letter);
    if (could.size === 1) meanings.set(letter, [...could][0]);
  }
  return meanings;
}

/**
 * The long words for results that mean the same in all languages that have them.
 * @param {Vocabulary[]} vocabulary
 */
function sharedMeanings(vocabulary) {
  /** @type {Map<string, Set<number>>} */
  const results = new Map();
  for (const words of vocabulary) {
    for (const [word, result] of Object.entries(words.results)) {
      results.set(word, (results.get(word) ?? new Set()).add(result));
    }
  }
  /** @type {Map<string, number>} */
  const meanings = new Map();
  for (const [word, [result, ...others]] of results) {
    if (word.length >= MIN_SHARED_WORD && !others.length) meanings.set(word, result);
  }
  return meanings;
}

/**
 * What the columns are; the language is the one that knows most of the headings.
 * @param {string[]} cells
 * @param {Line[]} rows
 * @param {Reader} reader
 * @param {number} line
 */
function headingOf(cells, rows, reader, line) {
  const titles = cells.map((cell) => folded(cell).replace(/^[ ¿]+|[ ?:]+$/g, ""));
  const [own, ...others] = reader.vocabulary;
  const knows = (/** @type {Vocabulary} */ one) =>
    titles.filter((title) => Object.hasOwn(one.columns, title)).length;
  const best = others.reduce((most, one) => (knows(one) > knows(most) ? one : most));
  const names = titles.map((title) => columnName(title, [best, own], others, reader.turn));
  /** @type {string[]} */
  const mayRecur = [...FOLLOWS, ...WRITTEN];
  names.forEach((name, at) => {
    const again = name && names.indexOf(name) < at && !mayRecur.includes(name);
    if (again) throw new Fault("column", { line, said: cells[at].trim() });
  });
  if (!names.includes("result")) {
    const winner = names.indexOf(WINNER);
    if (winner < 0) throw new Fault("heading", { line });
    names[winner] = "result";
  }
  const head = new Heading(names, titles, rows, best, reader);
  head.refuseUnread(cells.map((cell) => cell.trim()), rows, line);
  return head;
}

/**
 * @param {string} title
 * @param {Vocabulary} words
 * @returns {boolean} whether it names results, such as won/lost or G/V/U
 */
function areResults(title, words) {
  const all = title.split("/");
  const known = [words.results, ...words.letters];
  const isKnown = (/** @type {string} */ word) => known.some((some) => Object.hasOwn(some, word));
  return all.length > 1 && all.every((word) => isKnown(word.trim()));
}

/**
 * The row of boxes that the heading of a turn names, by its letter, its number, or its ordinal.
 * @param {RegExpExecArray} match
 */
function turnRow(match) {
  const [, number, row, ...ordinals] = match;
  if (row) return row.toUpperCase();
  if (number) return column((Number(number) || 1) - 1);
  return column(ordinals.findIndex((word) => word));
}

/**
 * What a column is called: a known name, the letters of a row of boxes, or nothing.
 * @param {string} title
 * @param {Vocabulary[]} first
 * @param {Vocabulary[]} others
 * @param {RegExp} turn
 */
function columnName(title, first, others, turn) {
  const named = (/** @type {Vocabulary[]} */ all) =>
    all.find((one) => Object.hasOwn(one.columns, title))?.columns[title];
  const known = named(first);
  if (known) return known;
  if (/^[a-z]{1,2}$/.test(title)) return title.toUpperCase();
  const match = turn.exec(title);
  if (match) return turnRow(match);
  if ([...first, ...others].some((words) => areResults(title, words))) return "result";
  return named(others) ?? "";
}

/**
 * The columns with a bead in each cell, in the order of play; below a merged heading those without
 * one go on.
 * @param {string[]} names
 * @param {string[]} titles
 * @param {Line[]} rows
 * @param {Reader} reader
 */
function turnColumns(names, titles, rows, reader) {
  /** @type {{at: number, name: string}[]} */
  const turns = [];
  let before = "";
  const hasOnlyBeads = (/** @type {number} */ at) => {
    const cells = rows.map((row) => (row.cells[at] ?? "").trim()).filter((cell) => cell);
    return cells.length > 0 && cells.every((cell) => reader.isBead(cell));
  };
  names.forEach((name, at) => {
    if (/^[A-Z]{1,2}$/.test(name)) before = name;
    else if (name || titles[at] || !hasOnlyBeads(at)) before = "";
    if (before) turns.push({ at, name: before });
  });
  return turns.sort((one, other) => byLetters(one.name, other.name) || one.at - other.at);
}

/**
 * Compare the letters of two turns: Z comes before AA.
 * @param {string} one
 * @param {string} other
 */
function byLetters(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** @param {string} text @param {number} line @param {Reader} reader */
function numberOf(text, line, reader) {
  const bare = text.replace(BEFORE_NUMBER, "");
  const blank = bare.lastIndexOf(" ");
  const word = folded(bare.slice(0, Math.max(0, blank)));
  const isWord = reader.vocabulary.some(
    ({ columns }) => Object.hasOwn(columns, word) && columns[word] === "game",
  );
  const match = /^([0-9]{0,7})(?:[.,]0*|\))?$/.exec(isWord ? bare.slice(blank + 1) : bare);
  if (!match || (text && !Number(match[1]))) throw new Fault("number", { line, said: text });
  return Number(match[1]);
}

/**
 * Games as a table, with the columns that are used.
 * @param {Row[]} rows
 */
export function writeTable(rows) {
  const turns = rows.length ? Math.max(...rows.map((row) => row.picks.length)) : 1;
  const columns = Array.from({ length: turns }, (_, turn) => column(turn));
  const used = WRITTEN.filter((name) => rows.some((row) => row[name]));
  /** @type {("resigned" | "last_only")[]} */
  const ends = [];
  if (rows.some((row) => row.resigned !== null)) ends.push("resigned");
  if (rows.some((row) => row.last_only)) ends.push("last_only");
  const lines = rows.map((row) => [
    row.game,
    ...used.map((name) => asCell(row[name])),
    ...columns.map((_, turn) => asCell(row.picks[turn] ?? "")),
    row.result,
    ...ends.map((name) => ANSWERS[/** @type {keyof ANSWERS} */ (String(row[name]))]),
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
