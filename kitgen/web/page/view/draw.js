// What is seen: boards, boxes and beads, put together from the shapes that kitgen has drawn.

const SVG = "http://www.w3.org/2000/svg";
/** The space round a board, in mm. */
const EDGE = 1;
/** Arrows and beads are as thick as usual where a cell is so wide, in mm; else thinner. */
const THICK = 16;
/** Lengths that differ by less are the same. */
const NEARLY_0 = 1e-6;
/** The colour of rims, and of an arrow without a bead. */
const DARK = "#1a1a1a";
/** Sizes of a bead beside a move: on an arrow of usual thickness, and alone on a cell. */
const BEAD_ON_ARROW = 0.85;
const BEAD_ON_CELL = 1.15;
/** Measures of an arrow, all as shares of a cell's smaller side: the distance of two lanes, … */
const LANE = 0.3;
/** … where it begins and where its bead lies, seen from the middle of the first cell, … */
const TAIL = 0.3;
const BADGE = 0.36;
/** … how far it ends before the middle of the last one, and its head's length and half width. */
const SHORT = 0.03;
const HEAD_LONG = 0.2;
const HEAD_HALF = 0.12;

/**
 * @typedef {number[]} Placed a shape's number, and where it lies
 * @typedef {object} Pictures see docs/web.md
 * @property {number[]} size
 * @property {number[]} cell
 * @property {number[][]} centres
 * @property {Placed[]} ground
 * @property {Record<string, Placed[]>} parts
 * @property {Placed[][][]} boxes
 * @property {string[]} positions
 * @property {Placed[][]} beads
 * @property {number} reach
 */

/**
 * A part of the page by its id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * A new element with some words in it.
 * @param {string} name
 * @param {string} [text]
 * @param {string} [className]
 * @returns {any}
 */
export function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/**
 * A new button.
 * @param {string} text
 * @param {() => void} pressed
 * @param {string} [className]
 */
export function button(text, pressed, className = "") {
  const made = element("button", text, className);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

/**
 * Do something when a button of the page is pressed.
 * @param {string} id
 * @param {() => void} work
 */
export function onPress(id, work) {
  byId(id).addEventListener("click", work);
}

/**
 * A new piece of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @returns {any}
 */
export function drawn(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * Shapes in their places.
 * @param {Placed[]} placed
 * @returns {SVGUseElement[]}
 */
function uses(placed) {
  return placed.map(([shape, x, y]) => drawn("use", { href: `#s${shape}`, x, y }));
}

/**
 * The shapes of what lies on the cells of a board.
 * @param {Pictures} pictures
 * @param {string} cells
 */
function lying(pictures, cells) {
  const { parts } = pictures;
  return uses([...cells].flatMap((sign, cell) => parts[`${cell}:${digit(sign)}`] ?? []));
}

/**
 * The number that a sign stands for: those from 0 on are 0, 1, 2 and so on, also beyond 9.
 * @param {string} text
 * @param {number} [at]
 */
export const digit = (text, at = 0) => text.charCodeAt(at) - 48;

/** @param {any} svg @param {Pictures} pictures */
function frame(svg, { size }) {
  svg.setAttribute("viewBox", `${-EDGE} ${-EDGE} ${size[0] + 2 * EDGE} ${size[1] + 2 * EDGE}`);
}

/**
 * The width of a board as a share of its height.
 * @param {Pictures} pictures
 */
export const ratioOf = ({ size }) => (size[0] + 2 * EDGE) / (size[1] + 2 * EDGE);

/**
 * Where a cell lies on a board, in hundredths of its width and height: left, top, width, height.
 * @param {Pictures} pictures
 * @param {number} cell
 */
export function placeOf({ size, cell: [wide, high], centres }, cell) {
  const across = size[0] + 2 * EDGE;
  const down = size[1] + 2 * EDGE;
  const left = centres[cell][0] - wide / 2 + EDGE;
  const top = centres[cell][1] - high / 2 + EDGE;
  return [left / across, top / down, wide / across, high / down].map((share) => 100 * share);
}

/**
 * Draw a position.
 * @param {any} svg
 * @param {Pictures} pictures
 * @param {string} cells
 */
export function drawBoard(svg, pictures, cells) {
  frame(svg, pictures);
  svg.replaceChildren(...uses(pictures.ground), ...lying(pictures, cells));
}

/**
 * Draw a box as it is printed: its position, its arrows and its badges.
 * @param {any} svg
 * @param {Pictures} pictures
 * @param {number} box
 */
export function drawBox(svg, pictures, box) {
  const { ground, boxes, positions } = pictures;
  const [under, over] = boxes[box];
  const board = [...uses(ground), ...uses(under), ...lying(pictures, positions[box])];
  frame(svg, pictures);
  svg.replaceChildren(...board, ...uses(over));
}

/**
 * @typedef {object} Choice a move with the bead that stands for it
 * @property {number} from a cell
 * @property {number} to a cell
 * @property {number} colour -1 for a move without a bead
 * @property {boolean} [out] whether no such bead is left
 * @property {boolean} [picked]
 */

/**
 * Draw a box as the table lies: the position on the board, each move with its bead.
 * @param {any} svg
 * @param {Pictures} pictures
 * @param {string} cells
 * @param {Choice[]} choices
 * @param {{kind: string, colours: {fill: string}[]}} data how the game's moves are marked (`arrow`,
 *     `place` or `sow`), and the beads
 */
export function drawChoices(svg, pictures, cells, choices, { kind, colours }) {
  drawBoard(svg, pictures, cells);
  const scale = Math.min(1, Math.min(...pictures.cell) / THICK);
  const draw = (/** @type {Choice} */ choice) => {
    const { from, to, colour, out, picked } = choice;
    const group = drawn("g", { class: `choice${out ? " out" : ""}${picked ? " picked" : ""}` });
    group.style.setProperty("--scale", String(scale));
    let place = pictures.centres[kind === "sow" ? from : to];
    let size = BEAD_ON_CELL;
    if (kind === "arrow") {
      const fill = colours[colour]?.fill ?? DARK;
      place = arrow(group, pictures, choice, lane(pictures, choice, choices), fill);
      size = BEAD_ON_ARROW * scale;
    }
    const badge = drawn("g", { transform: `translate(${place.join(" ")}) scale(${size})` });
    if (colour >= 0) badge.append(...uses(pictures.beads[colour]));
    group.append(badge);
    return group;
  };
  // The picked move lies over the others.
  const height = (/** @type {Choice} */ { picked }) => Number(picked ?? false);
  const upwards = [...choices].sort((one, other) => height(one) - height(other));
  svg.append(...upwards.map(draw));
}

/**
 * How far aside an arrow lies, in widths of one, if others of the same piece go the same way, but
 * less far or farther.
 * @param {Pictures} pictures
 * @param {Choice} choice
 * @param {Choice[]} choices
 */
function lane({ centres }, choice, choices) {
  const way = (/** @type {Choice} */ { from, to }) =>
    [centres[to][0] - centres[from][0], centres[to][1] - centres[from][1]];
  const [dx, dy] = way(choice);
  const beside = choices.filter((other) => {
    const [ox, oy] = way(other);
    const isParallel = Math.abs(dx * oy - dy * ox) < NEARLY_0 && dx * ox + dy * oy > 0;
    return other.from === choice.from && isParallel;
  });
  const long = Math.hypot(dx, dy);
  const shorter = beside.filter((other) => Math.hypot(...way(other)) < long - NEARLY_0);
  return shorter.length - (beside.length - 1) / 2;
}

/**
 * An arrow from cell to cell, with a white edge, so that those which cross are told apart.
 * @param {any} group
 * @param {Pictures} pictures
 * @param {Choice} choice
 * @param {number} lane
 * @param {string} fill
 * @returns {number[]} where its bead lies, near the tail, where arrows part
 */
function arrow(group, { centres, cell }, { from, to }, lane, fill) {
  const [x, y] = centres[from];
  const dx = centres[to][0] - x;
  const dy = centres[to][1] - y;
  const long = Math.hypot(dx, dy) || 1;
  const ux = dx / long;
  const uy = dy / long;
  const unit = Math.min(...cell);
  const shift = LANE * unit * lane;
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    [x + ux * along - uy * (aside + shift), y + uy * along + ux * (aside + shift)];
  const tip = long - SHORT * unit;
  const neck = tip - HEAD_LONG * unit;
  const half = HEAD_HALF * unit;
  const points = [at(tip, 0), at(neck, half), at(neck, -half)].join(" ");
  const [x1, y1] = at(TAIL * unit, 0);
  const [x2, y2] = at(neck, 0);
  for (const [className, stroke] of [["edge", "#fff"], ["rim", DARK], ["shaft", fill]]) {
    group.append(
      drawn("line", { x1, y1, x2, y2, stroke, class: className }),
      drawn("polygon", { points, stroke, fill: stroke, class: className }),
    );
  }
  return at(BADGE * unit, 0);
}

/**
 * A bead of a colour.
 * @param {Pictures} pictures
 * @param {number} colour
 */
export function bead(pictures, colour) {
  const reach = pictures.reach + 0.2;
  const viewBox = `${-reach} ${-reach} ${2 * reach} ${2 * reach}`;
  const svg = drawn("svg", { viewBox, class: "bead", "aria-hidden": "true" });
  svg.append(...uses(pictures.beads[colour]));
  return svg;
}
