// A position that is set up by pressing on a board, to find its box.

import { drawBoard, element, button, byId, placeOf } from "../view/draw.js";

/**
 * @typedef {object} SetUp see `set_up` in kitgen/web/engine.py
 * @property {any} pictures
 * @property {string[]} names of the cells
 * @property {string[]} contents what can lie on each cell, a sign each
 * @property {Record<string, string>} pieces the words for signs
 * @property {string[]} sides
 * @property {string} start
 */

/** @type {SetUp | null} */
let laidBoard = null;
let signs = "";

/**
 * Show the board of a game, from its start.
 * @param {SetUp} made
 * @param {(key: string, values?: Record<string, string | number>) => string} say
 * @param {() => void} changed
 */
export function layCells(made, say, changed) {
  laidBoard = made;
  const { pictures, contents } = made;
  byId("shapes")?.remove();
  const shapes = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  shapes.id = "shapes";
  shapes.setAttribute("hidden", "");
  shapes.innerHTML = pictures.shapes.map((/** @type {string} */ shape, /** @type {number} */ at) => `<g id="s${at}">${shape}</g>`).join("");
  document.body.append(shapes);
  byId("cells").replaceChildren(...contents.map((each, cell) => {
    const key = button("", () => {
      signs = signs.slice(0, cell) + each[(each.indexOf(signs[cell]) + 1) % each.length] + signs.slice(cell + 1);
      showCells(say);
      changed();
    }, "cell");
    const [left, top, wide, high] = placeOf(pictures, cell);
    Object.assign(key.style, { left: `${left}%`, top: `${top}%`, width: `${wide}%`, height: `${high}%` });
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
 * @param {(key: string, values?: Record<string, string | number>) => string} say
 */
export function layStart(say) {
  signs = laidBoard?.start ?? "";
  showCells(say);
}

/** @param {(key: string, values?: Record<string, string | number>) => string} say */
function showCells(say) {
  if (!laidBoard) return;
  const { pictures, names, pieces } = laidBoard;
  drawBoard(byId("board"), pictures, signs);
  [...byId("cells").children].forEach((key, cell) => {
    const content = pieces[signs[cell]] ?? (signs[cell] === "0" ? say("empty") : String(signs.charCodeAt(cell) - 48));
    key.setAttribute("aria-label", say("set_up_cell", { cell: names[cell] || say("cell", { number: cell + 1 }), content }));
  });
}

/** What lies on the cells, a sign each; empty before there is a board. */
export const cellsLaid = () => signs;
