// The board: what lies on it, what can be pressed, and a way through its cells by keys.

import { cellsNow, contentOf, data, moveOf, moveWords, pictures, words } from "./desk.js";
import { button, byId, drawBoard, drawn, placeOf, ratioOf } from "./draw.js";

/** A board so many times as wide as high has the open box below it, not beside it. */
const FLAT = 2;
/** What lies nearer than this in the direction of an arrow key, in mm, does not lie there. */
const MIN_ALONG = 0.1;
/** A cell aside of that direction counts as so many times as far. */
const ASIDE_WEIGHT = 3;
/** The name of a cell: its height, and how far it stands from the corner of the cell, in mm. */
const NAME_HEIGHT = 2.6;
const NAME_INSET = 0.9;
/**
 * The directions of the arrow keys.
 * @type {Record<string, number[]>}
 */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {any[]} a button for each cell, over its place on the board */
const cells = [];
/** @type {(cell: number) => void} */
let press = () => {};

/** @param {any} made the button of a cell @returns {boolean} whether it can be pressed */
const isOffered = (made) => made.getAttribute("aria-disabled") === "false";

/** Lay a button over each cell; the arrow keys go from one to the next. */
export function layBoard() {
  const ratio = ratioOf(pictures);
  document.documentElement.style.setProperty("--ratio", String(ratio));
  byId("desk").classList.toggle("flat", ratio > FLAT);
  pictures.centres.forEach((/** @type {number[]} */ _, /** @type {number} */ cell) => {
    const made = button("", () => {
      if (isOffered(made)) press(cell);
    }, "cell");
    const [left, top, width, height] = placeOf(pictures, cell).map((part) => `${part}%`);
    Object.assign(made.style, { left, top, width, height });
    made.tabIndex = cell ? -1 : 0;
    cells.push(made);
  });
  byId("cells").replaceChildren(...cells);
  byId("cells").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = WAYS[event.key];
    const at = cells.indexOf(document.activeElement);
    if (!way || at < 0) return;
    event.preventDefault();
    const next = nextCell(at, way);
    if (next >= 0) stepTo(next).focus({ preventScroll: true });
  });
}

/**
 * The nearest cell in a direction, or -1.
 * @param {number} at
 * @param {number[]} way
 */
function nextCell(at, [dx, dy]) {
  const [x, y] = pictures.centres[at];
  let best = -1;
  let least = Infinity;
  pictures.centres.forEach((/** @type {number[]} */ [cx, cy], /** @type {number} */ cell) => {
    const along = (cx - x) * dx + (cy - y) * dy;
    const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    const distance = along + ASIDE_WEIGHT * aside;
    if (along > MIN_ALONG && distance < least) {
      least = distance;
      best = cell;
    }
  });
  return best;
}

/**
 * Make a cell the one that Tab leads to.
 * @param {number} cell
 */
function stepTo(cell) {
  cells.forEach((made, at) => {
    made.tabIndex = at === cell ? 0 : -1;
  });
  return cells[cell];
}

/**
 * Where a cell lies on the page.
 * @param {number} cell
 * @returns {DOMRect}
 */
export const cellPlace = (cell) => cells[cell].getBoundingClientRect();

/**
 * Draw the position at hand, or another one; nothing can be pressed.
 * @param {string} [position]
 */
export function showBoard(position = cellsNow()) {
  drawBoard(byId("board"), pictures, position);
  nameCells();
  offer(() => "", () => {}, position);
  byId("position").textContent = inWords(position);
}

/** A small name in the corner of each cell, where moves are told by it. */
function nameCells() {
  if (!data.names.length || data.seeds) return;
  const [wide, high] = pictures.cell;
  data.names.forEach((/** @type {string} */ name, /** @type {number} */ cell) => {
    const [centre, middle] = pictures.centres[cell];
    const x = centre - wide / 2 + NAME_INSET;
    const y = middle + high / 2 - NAME_INSET;
    const label = drawn("text", { x, y, "font-size": NAME_HEIGHT, class: "name" });
    label.textContent = name;
    byId("board").append(label);
  });
}

/**
 * A position in words.
 * @param {string} position
 * @returns {string}
 */
export function inWords(position) {
  /** @type {Map<string, string[]>} */
  const lying = new Map();
  [...position].forEach((sign, cell) => {
    if (sign === "0") return;
    const what = contentOf(position, cell);
    lying.set(what, [...(lying.get(what) ?? []), data.names[cell] ?? ""]);
  });
  const parts = [...lying].map(([what, names]) => {
    if (!data.names.length) return words.say("of", { of: what, what: names.length });
    return words.say("lying", { what, cells: names.join(", ") });
  });
  const list = parts.join(words.say("parts", { part: "", next: "" }));
  return words.say("position", { list: list || words.say("empty_board") });
}

/**
 * What the button of a cell is called: the cell's name, what lies on it, and what a press does.
 * @param {string} position
 * @param {number} cell
 * @param {string} does
 */
function labelOf(position, cell, does) {
  const content = contentOf(position, cell);
  const name = data.names[cell];
  const lying = name ? words.say("of", { of: name, what: content }) : content;
  return does ? `${lying}. ${does}` : lying;
}

/**
 * Let cells be pressed.
 * @param {(cell: number) => string} look the class of a cell that can be pressed; empty for others
 * @param {(cell: number) => void} pressed
 * @param {string} [position]
 * @param {(cell: number) => string} [named] what a press does, in words
 */
export function offer(look, pressed, position = cellsNow(), named = () => "") {
  press = pressed;
  let first = -1;
  cells.forEach((made, cell) => {
    const className = look(cell);
    made.className = `cell ${className}`;
    made.setAttribute("aria-disabled", String(!className));
    const does = className ? named(cell) : "";
    made.setAttribute("aria-label", labelOf(position, cell, does));
    if (className && first < 0) first = cell;
  });
  if (first < 0 || cells.some((made) => made.tabIndex === 0 && isOffered(made))) return;
  const inside = cells.includes(document.activeElement);
  const made = stepTo(first);
  if (inside) made.focus({ preventScroll: true });
}

/**
 * Let somebody move on the board: with an arrow in two presses, on a piece and on its target;
 * otherwise in one.
 * @param {number[]} edges the moves
 * @param {(edge: number) => void} answer
 * @param {(held: boolean) => void} lifted hears whether a piece is chosen and waits for its target
 * @param {number} [advised] the edge of a move that is pointed at, or -1
 */
export function offerMoves(edges, answer, lifted, advised = -1) {
  let from = -1;
  const whole = data.kind !== "arrow";
  /** @param {number} cell */
  const made = (cell) => edges.find((edge) => {
    const move = moveOf(edge);
    return move.to === cell && (whole || move.from === from || move.from === move.to);
  });
  /** @param {number} cell */
  const starts = (cell) => !whole && edges.some((edge) => moveOf(edge).from === cell);
  /** @param {number} cell */
  const pointedAt = (cell) => {
    if (advised < 0) return false;
    const move = moveOf(advised);
    const asksForPiece = !whole && from < 0 && move.from !== move.to;
    return cell === (asksForPiece ? move.from : move.to);
  };
  /** @param {number} cell */
  const look = (cell) => {
    if (from >= 0 && cell === from) return "can from";
    const advice = pointedAt(cell) ? " advised" : "";
    if (made(cell) !== undefined) return (from >= 0 ? "can to" : "can") + advice;
    return starts(cell) ? `can${advice}` : "";
  };
  /** @param {number} cell */
  const named = (cell) => {
    const edge = made(cell);
    return edge === undefined ? words.say("choose_piece") : moveWords(edge);
  };
  /** @param {number} cell */
  const pressed = (cell) => {
    const edge = made(cell);
    if (edge !== undefined) return answer(edge);
    from = cell === from ? -1 : cell;
    const only = edges.filter((each) => moveOf(each).from === from);
    offer(look, pressed, cellsNow(), named);
    // A piece with one move only still waits for its target: a press must never move by surprise.
    if (only.length) cells[cell].focus({ preventScroll: true });
    lifted(from >= 0);
  };
  offer(look, pressed, cellsNow(), named);
}

/**
 * Let the whole board be pressed.
 * @param {string} name what that does
 * @param {() => void} answer
 */
export function offerBoard(name, answer) {
  offer(() => "any", () => answer(), cellsNow(), () => name);
}

/** Whether somebody has used keys last, not a finger or a mouse. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/**
 * Whether the keys should be brought to what comes next: they are in use, and on the stage or
 * nowhere.
 */
export function keysFollow() {
  const focus = document.activeElement;
  return byKeys && (!focus || focus === document.body || byId("stage").contains(focus));
}

/** Bring the keys to the board. */
export function focusBoard() {
  if (keysFollow()) cells.find((made) => made.tabIndex === 0)?.focus({ preventScroll: true });
}
