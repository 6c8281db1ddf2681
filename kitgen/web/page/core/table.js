// A table of games, as kitgen/record/games_table.py writes and reads it.

import {
  asCell, asText, cellsOf, column, filledCells, folded, isFilled, quotedCell,
} from "./cells.js";
import { Fault } from "./fault.js";
import { RESULTS, rowOf } from "./journal.js";

/** @typedef {import("./cells.js").Line} Line */
/** @typedef {import("./journal.js").Row} Row */
/**
 * @typedef {object} Vocabulary the words of a table in one language
 * @property {Record<string, string>} columns
 * @property {Record<string, number>} results words, and letters with one meaning
 * @property {Record<string, number>[]} letters letters that are used together
 * @property {Record<string, boolean>} answers
 * @property {Record<string, string>} colours from a word to the key of a colour
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
/** A cell with a box alone, and one with a box and a bead. */
const BOX_ALONE = /^[A-Za-z]{0,2}\s*[0-9]{1,6}$/;
const BOX_AND_BEAD = /^\s*[A-Za-z]{1,2}\s*[0-9]{1,6}\s*[-:/.]?\s*[^\s,;|].*$/;
const PLAIN_NUMBER = /^[0-9]{1,7}(?:[.,]0*)?$/;
const WHOLE_NUMBER = /^[0-9]{1,7}$/;
/** A result as a number. */
const RESULT_NUMBER = /^(?:[-+]?1|0)$/;
/** In the column of the game's number in a row that continues the game above. */
const GAME_GOES_ON = "+";
/** So many lines are searched for a heading. */
const MAX_LINES_TO_HEADING = 60;
/** Titles above a table: so many lines at most, with so many filled cells. */
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
          return [letter, key, name].map((word) => [folded(word), letter.toUpperCase()]);
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
    const said = folded(match[3]);
    const beads = this.boxes.get(id);
    const letter = beads?.get(said) ?? beads?.get(this.colours.get(said) ?? "");
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
 * The games of a table, or of several below each other.
 * @param {string} text
 * @param {Reader} reader
 * @returns {{line: number, row: Row}[]}
 * @throws {Fault} also where something in it is not read
 */
export function readTable(text, reader) {
  const rows = rowsOf(text, reader);
  const first = headingAmong(rows.slice(0, MAX_LINES_TO_HEADING), reader);
  const found = first < 0 ? readHeadless(rows, reader) : readParts(rows, first, reader);
  refuseTally(found);
  return found;
}

/**
 * The rows of a text with something in them. What parts their cells is seen at the heading, and at
 * the whole text if there is none.
 * @param {string} text
 * @param {Reader} reader
 */
function rowsOf(text, reader) {
  const lines = text.split("\n");
  const cut = lines.slice(0, MAX_LINES_TO_HEADING).map((line, at) => (
    { line: at, cells: line.split(/[,;\t]/).map((cell) => cell.replace(/^[ "\r]+|[ "\r]+$/g, "")) }
  )).filter(isFilled);
  const heading = headingAmong(cut, reader);
  const at = heading < 0 ? 0 : cut[heading].line;
  const around = heading < 0 ? text : lines[at];
  const parts = (/** @type {string} */ mark) => around.split(mark).length;
  const mark = ["\t", ";", ","].reduce((best, one) => (parts(one) > parts(best) ? one : best));
  const above = at ? cellsOf(lines.slice(0, at).join("\n"), mark, 1) : [];
  return [...above, ...cellsOf(lines.slice(at).join("\n"), mark, at + 1)].filter(isFilled);
}

/**
 * The tables of a text, each with its heading.
 * @param {Line[]} rows
 * @param {number} first the index of the first heading
 * @param {Reader} reader
 */
function readParts(rows, first, reader) {
  const known = filledCells(rows[first]).filter((cell) => isTitle(cell, reader));
  const titles = new Set(known.map(folded));
  const starts = rows.flatMap((row, at) => {
    const same = new Set(filledCells(row).map(folded).filter((cell) => titles.has(cell)));
    return at > first && same.size > 1 && !isGame(row) ? [at] : [];
  });
  let above = rows.slice(0, first);
  return [first, ...starts].flatMap((start, part) => {
    const end = starts[part];
    const inside = rows.slice(start + 1, end);
    const below = end === undefined ? [] : titlesBelow(inside);
    refuseAbove(above);
    above = below;
    const games = inside.slice(0, inside.length - below.length);
    const { head, rows: paired } = headingOf(rows[start], games, reader);
    return readRows(head, paired);
  });
}

/**
 * The last of some rows that are titles of the next table.
 * @param {Line[]} rows
 */
function titlesBelow(rows) {
  let count = 0;
  while (count < Math.min(MAX_TITLES, rows.length) && isTitleRow(rows[rows.length - 1 - count])) {
    count++;
  }
  return rows.slice(rows.length - count);
}

/**
 * The games of a table's rows.
 * @param {Heading} head
 * @param {Line[]} rows
 */
function readRows(head, rows) {
  const left = [...rows];
  while (left.length && head.isOnlyNumber(left[left.length - 1])) left.pop();
  const numbered = rows.filter((row) => head.cell(row, "game")).length * 2 > rows.length;
  /** @type {{line: number, row: Row}[]} */
  const found = [];
  for (const row of left) {
    const { line, cells } = row;
    const beyond = cells.slice(head.names.length);
    if (beyond.some((cell) => cell.trim())) throw new Fault("cells", { line });
    const picks = head.beads(row);
    const number = head.cell(row, "game");
    if (number === GAME_GOES_ON && found.length) {
      found[found.length - 1].row.picks.push(...picks);
      continue;
    }
    // A row of a marked sheet without a game.
    if (head.cell(row, "how") && !picks.length && !head.cell(row, "result")) continue;
    const [opponent, starts, when, remark] = WRITTEN.map((name) => head.cell(row, name));
    const resigned = head.answer(row, "resigned");
    const last_only = head.answer(row, "last_only") ?? false;
    const more = { opponent, starts, when, remark, resigned, last_only };
    const game = numberOf(number, line, head.reader);
    const result = head.result(row);
    // A sum or a remark.
    const isWords = !game && !head.hasBead(row) && (numbered || !head.knowsResult(row));
    if (isWords) refuseRow(row);
    found.push({ line, row: rowOf(game, picks, result, more) });
  }
  return found;
}

/**
 * The games of a table without a heading, if it can mean only one thing.
 * @param {Line[]} rows
 * @param {Reader} reader
 */
function readHeadless(rows, reader) {
  const games = rows.filter((row) => filledCells(row).length > 1);
  const lone = rows.find((row) => filledCells(row).length < 2);
  const [first] = games;
  if (!first) throw new Fault("heading", { line: rows[0]?.line ?? 1 });
  if (lone) refuseRow(lone);
  const width = Math.max(...games.map(({ cells }) => cells.length));
  const kinds = Array.from({ length: width }, (_, at) => kindOf(games, at, reader));
  const count = (/** @type {string} */ kind) => kinds.filter((one) => one === kind).length;
  if (count("result") !== 1 || count("game") > 1) throw new Fault("heading", { line: first.line });
  let turns = 0;
  const result = kinds.indexOf("result");
  const names = kinds.map((kind, at) => {
    if (kind === "bead") return column(turns++);
    if (kind === "text") return count("text") === 1 && at < result ? "opponent" : "";
    return kind;
  });
  const [best] = languagesOf(cellsAt(games, result), reader);
  const head = new Heading(names, names.map(() => ""), games, best, reader);
  head.refuseUnread([], games, first.line);
  return readRows(head, games);
}

/**
 * What a column without a heading holds: `game`, `bead`, `result`, `text`, or nothing.
 * @param {Line[]} rows
 * @param {number} at
 * @param {Reader} reader
 */
function kindOf(rows, at, reader) {
  const filled = cellsAt(rows, at);
  if (!filled.length) return "";
  const whole = filled.length === rows.length;
  const countedOn = filled.every((cell, number) => (
    WHOLE_NUMBER.test(cell) && Number(cell) === Number(filled[0]) + number
  ));
  if (whole && filled.length > 1 && countedOn) return "game";
  if (filled.every((cell) => reader.isBead(cell))) return "bead";
  return whole && languagesOf(filled, reader).length ? "result" : "text";
}

/**
 * What stands in a column, without empty cells.
 * @param {Line[]} rows
 * @param {number} at
 */
const cellsAt = (rows, at) => rows.map(({ cells }) => (cells[at] ?? "").trim()).filter(Boolean);

/**
 * The languages in which all of some cells are results, the kit's first.
 * @param {string[]} cells
 * @param {Reader} reader
 */
function languagesOf(cells, reader) {
  const used = new Set(cells.map(folded));
  const [own, ...others] = reader.vocabulary;
  return others.filter((language) => {
    const meanings = meaningsOf(used, language, reader.vocabulary);
    const isLetter = (/** @type {string} */ word) => (
      [...language.letters, ...own.letters].some((some) => Object.hasOwn(some, word))
    );
    const isResult = (/** @type {string} */ word) => (
      meanings.has(word) || isLetter(word) || RESULT_NUMBER.test(word)
    );
    return [...used].every(isResult);
  });
}

/**
 * Whether a row is a game rather than a heading: it has a bead, or begins with a number.
 * @param {Line} row
 */
const isGame = ({ cells }) => (
  cells.some((cell) => BOX_AND_BEAD.test(cell)) || PLAIN_NUMBER.test(cells[0].trim())
);

/** @param {Line} row */
const isTitleRow = (row) => !isGame(row) && filledCells(row).length <= MAX_TITLE_CELLS;

/** @param {string} cell a heading in small letters, without the marks of a question or a colon */
const titleOf = (cell) => folded(cell).replace(/^[ ?:¿]+|[ ?:¿]+$/g, "");

/** @param {string} cell @param {Reader} reader @returns {boolean} whether it names a column */
function isTitle(cell, reader) {
  return reader.vocabulary.some(({ columns }) => Object.hasOwn(columns, titleOf(cell)));
}

/**
 * The index of the first heading, which may stand below titles: the row with the most names of
 * columns; -1 if there is none.
 * @param {Line[]} rows
 * @param {Reader} reader
 */
function headingAmong(rows, reader) {
  const known = rows.map((row) => (
    isGame(row) ? 0 : row.cells.filter((cell) => isTitle(cell, reader)).length
  ));
  const most = Math.max(0, ...known);
  const best = known.indexOf(most);
  return most > 1 || (most && best === 0) ? best : -1;
}

/**
 * Refuse lines above a heading that are no titles.
 * @param {Line[]} rows
 */
function refuseAbove(rows) {
  const other = rows.find((row, at) => at >= MAX_TITLES || !isTitleRow(row));
  if (other) refuseRow(other);
}

/**
 * @param {Line} row
 * @throws {Fault} always
 */
function refuseRow(row) {
  throw new Fault("unread", { line: row.line, said: filledCells(row).join(" ") });
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

/** The columns of a table, and how its rows are read. */
class Heading {
  /**
   * @param {string[]} named for each column a known name, a row of boxes in capitals, or nothing
   * @param {string[]} titles
   * @param {Line[]} rows
   * @param {Vocabulary} best the words of its language
   * @param {Reader} reader
   */
  constructor(named, titles, rows, best, reader) {
    // Beads that follow from the others are numbers, and those picked have a box.
    const hasBoxes = (/** @type {number} */ at) => (
      cellsAt(rows, at).some((cell) => BOX_AND_BEAD.test(cell))
    );
    const names = named.map((name, at) => (name === "beads" && hasBoxes(at) ? "moves" : name));
    this.names = names;
    this.reader = reader;
    const [own] = reader.vocabulary;
    this.best = best;
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
    const number = this.cell(row, "game");
    return filledCells(row).length === 1 && number !== "" && isNumber(number, this.reader);
  }

  /** @param {Line} row whether a cell for beads has a box with one */
  hasBead(row) {
    const columns = [...this.wide, ...this.turns.map(({ at }) => at)];
    return columns.some((at) => BOX_AND_BEAD.test(row.cells[at] ?? ""));
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
    const said = this.cell(row, "result");
    const word = folded(said);
    const who = folded(this.cell(row, "opponent"));
    if (who && who === word) return -1;
    const match = /^([-+−–]?)([01])(?:[.,]0*)?$/.exec(word);
    if (match) return ["-", "−", "–"].includes(match[1]) ? -Number(match[2]) : Number(match[2]);
    const result = this.results.get(word);
    if (result === undefined) {
      const could = couldMean(word, this.best, this.reader.vocabulary);
      if (could.length > 1) throw new Fault("unclear", { line: row.line, said, could });
      throw new Fault("result", { line: row.line, said, could: [1, 0, -1] });
    }
    return result;
  }

  /** @param {Line} row whether its result is a word that says who won, or how the game ended */
  knowsResult(row) {
    return this.results.has(folded(this.cell(row, "result")));
  }

  /** @param {Line} row @param {string} name @returns {boolean | null} */
  answer(row, name) {
    const said = this.cell(row, name);
    const word = folded(said);
    if (!word) return null;
    if (!Object.hasOwn(this.answers, word)) throw new Fault("answer", { line: row.line, said });
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
 * All that a letter can mean: in the language of a table, or where it has none there, in others.
 * @param {string} letter
 * @param {Vocabulary} best
 * @param {Vocabulary[]} vocabulary
 */
function couldMean(letter, best, vocabulary) {
  const [own] = vocabulary;
  const meaningsIn = (/** @type {Vocabulary[]} */ languages) => {
    const sets = languages.flatMap(({ letters }) => letters);
    return sets.filter((some) => Object.hasOwn(some, letter)).map((some) => some[letter]);
  };
  const here = meaningsIn([best, own]);
  return [...new Set(here.length ? here : meaningsIn(vocabulary))].sort().reverse();
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
 * What the columns are, and the rows below with each bead beside its box; the language is the one
 * that knows most of the headings.
 * @param {Line} heading
 * @param {Line[]} below
 * @param {Reader} reader
 */
function headingOf(heading, below, reader) {
  const { line } = heading;
  const [own, ...others] = reader.vocabulary;
  const knows = (/** @type {Vocabulary} */ one) =>
    heading.cells.filter((cell) => Object.hasOwn(one.columns, titleOf(cell))).length;
  const best = others.reduce((most, one) => (knows(one) > knows(most) ? one : most));
  const nameOf = (/** @type {string} */ cell) =>
    columnName(titleOf(cell), [best, own], others, reader.turn);
  const pairs = columnsOfBeads(heading.cells.map(nameOf), below);
  const cells = heading.cells.map((cell, at) => (pairs.has(at) ? "" : cell.trim()));
  const rows = below.map((row) => withBeadsBesideBoxes(row, pairs));
  const names = cells.map(nameOf);
  /** @type {string[]} */
  const mayRecur = [...FOLLOWS, ...WRITTEN];
  names.forEach((name, at) => {
    const again = name && names.indexOf(name) < at && !mayRecur.includes(name);
    if (again) throw new Fault("column", { line, said: cells[at] });
  });
  if (!names.includes("result")) names[resultColumn(names, cells, rows, reader, line)] = "result";
  const head = new Heading(names, cells.map(titleOf), rows, best, reader);
  head.refuseUnread(cells, rows, line);
  return { head, rows };
}

/**
 * The column that stands for the results: that of winners, or the only one without a heading that
 * can be them.
 * @param {string[]} names
 * @param {string[]} titles
 * @param {Line[]} rows
 * @param {Reader} reader
 * @param {number} line
 */
function resultColumn(names, titles, rows, reader, line) {
  const winner = names.indexOf(WINNER);
  if (winner >= 0) return winner;
  const canBe = (/** @type {number} */ at) => {
    const cells = cellsAt(rows, at);
    return !titles[at] && cells.length > 0 && languagesOf(cells, reader).length > 0;
  };
  const unnamed = titles.flatMap((_, at) => (canBe(at) ? [at] : []));
  if (unnamed.length !== 1) throw new Fault("heading", { line });
  return unnamed[0];
}

/**
 * The columns that only hold the beads of the boxes in the column before, such as `box 1` and
 * `bead 1`.
 * @param {string[]} names
 * @param {Line[]} rows
 */
function columnsOfBeads(names, rows) {
  /** @type {Set<number>} */
  const pairs = new Set();
  names.slice(1).forEach((name, box) => {
    if (name !== names[box] || !/^[A-Z]{1,2}$/.test(name)) return;
    const boxes = cellsAt(rows, box);
    const onlyBoxes = boxes.length > 0 && boxes.every((cell) => BOX_ALONE.test(cell));
    const hasBoth = cellsAt(rows, box + 1).some((cell) => BOX_AND_BEAD.test(cell));
    if (onlyBoxes && !hasBoth) pairs.add(box + 1);
  });
  return pairs;
}

/**
 * A row in which the cells of some columns stand in the cell before.
 * @param {Line} row
 * @param {Set<number>} columns
 */
function withBeadsBesideBoxes(row, columns) {
  const cells = [...row.cells];
  for (const at of columns) {
    if (at >= cells.length) continue;
    cells[at - 1] = `${cells[at - 1].trim()} ${cells[at].trim()}`.trim();
    cells[at] = "";
  }
  return { ...row, cells };
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

/**
 * The number of a game, 0 for an empty cell.
 * @param {string} text
 * @param {number} line
 * @param {Reader} reader
 */
function numberOf(text, line, reader) {
  if (!isNumber(text, reader)) throw new Fault("number", { line, said: text });
  return Number(bareNumber(text, reader).replace(/[.,)].*$/, ""));
}

/** @param {string} text @param {Reader} reader */
function isNumber(text, reader) {
  const match = /^([0-9]{0,7})(?:[.,]0*|\))?$/.exec(bareNumber(text, reader));
  return match !== null && (text === "" || Number(match[1]) > 0);
}

/**
 * The number of a game without what may stand before it.
 * @param {string} text
 * @param {Reader} reader
 */
function bareNumber(text, reader) {
  const bare = text.replace(BEFORE_NUMBER, "");
  const blank = bare.lastIndexOf(" ");
  const word = folded(bare.slice(0, Math.max(0, blank)));
  const isWord = reader.vocabulary.some(
    ({ columns }) => Object.hasOwn(columns, word) && columns[word] === "game",
  );
  return isWord ? bare.slice(blank + 1) : bare;
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

