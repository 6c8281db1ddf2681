// A position that is set up by pressing on a board, to find its box.

import { button, byId, digit, drawBoard, element, placeOf } from "../view/draw.js";

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */

/**
 * @typedef {object} SetUp see `set_up` in kitgen/web/engine.py
 * @property {any} pictures
 * @property {string[]} names of the cells
 * @property {string[]} contents what can lie on each cell, a sign each
 * @property {Record<string, string>} pieces the words for signs
 * @property {string[]} sides
 * @property {string} start
 */

/**
 * The board that is laid.
 * @type {SetUp | null}
 */
let laidBoard = null;
/** What lies on its cells, a sign each. */
let signs = "";

/**
 * Show the board of a game, from its start.
 * @param {SetUp} made
 * @param {Say} say
 * @param {() => void} changed
 */
export function layCells(made, say, changed) {
  laidBoard = made;
  const { pictures, contents } = made;
  byId("shapes")?.remove();
  const shapes = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  shapes.id = "shapes";
  shapes.setAttribute("hidden", "");
  /** @type {string[]} */
  const drawings = pictures.shapes;
  shapes.innerHTML = drawings.map((shape, at) => `<g id="s${at}">${shape}</g>`).join("");
  document.body.append(shapes);
  byId("cells").replaceChildren(...contents.map((each, cell) => {
    const key = button("", () => {
      const next = each[(each.indexOf(signs[cell]) + 1) % each.length];
      signs = signs.slice(0, cell) + next + signs.slice(cell + 1);
      showCells(say);
      changed();
    }, "cell");
    const [left, top, width, height] = placeOf(pictures, cell).map((part) => `${part}%`);
    Object.assign(key.style, { left, top, width, height });
    return key;
  }));
  byId("to-move").replaceChildren(...made.sides.map((side, at) => {
    const option = element("option", side);
    option.value = String(at);
    return option;
  }));
  layStart(say);
}

/**
 * Lay the board as at the start of the game.
 * @param {Say} say
 */
export function layStart(say) {
  signs = laidBoard?.start ?? "";
  showCells(say);
}

/** @param {Say} say */
function showCells(say) {
  if (!laidBoard) return;
  const { pictures, names, pieces } = laidBoard;
  drawBoard(byId("board"), pictures, signs);
  [...byId("cells").children].forEach((key, cell) => {
    const sign = signs[cell];
    const lying = sign === "0" ? say("empty") : String(digit(sign));
    const name = names[cell] || say("cell", { number: cell + 1 });
    const content = pieces[sign] ?? lying;
    key.setAttribute("aria-label", say("set_up_cell", { cell: name, content }));
  });
}

/** What lies on the cells, a sign each; empty before there is a board. */
export const cellsLaid = () => signs;
