// Rows of cells: a text cut into them, and cells as they are written.

/**
 * @typedef {object} Line a row of a table
 * @property {number} line its number
 * @property {string[]} cells
 */

/**
 * The begin of a cell that a spreadsheet would run, perhaps with the apostrophes that keep it from
 * that.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** @param {string} text in small letters, with single blanks, and German words without ß */
export function folded(text) {
  return text.toLowerCase().replaceAll("ß", "ss").trim().replace(/\s+/g, " ");
}

/** @param {Line} row */
export const filledCells = (row) => row.cells.filter((cell) => cell.trim());
/** @param {Line} row */
export const isFilled = (row) => filledCells(row).length > 0;

/** @param {string} cell without the apostrophe that `asCell` has put before it */
export const asText = (cell) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
/** @param {string} text as a cell that no spreadsheet runs as a formula */
export const asCell = (text) => (FORMULA.test(text) ? `'${text}` : text);

/**
 * The cells of each line; one in quotes may hold marks and ends of lines.
 * @param {string} text
 * @param {string} mark
 * @param {number} line the number of the first line
 */
export function cellsOf(text, mark, line) {
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

/** @param {string | number} cell */
export function quotedCell(cell) {
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
