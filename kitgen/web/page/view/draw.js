// What is seen: boards, boxes and beads, put together from the shapes that kitgen has drawn.

const SVG = "http://www.w3.org/2000/svg";
/**
 * The space round a board, in mm, and the least width of a cell with arrows and beads as thick as
 * usual.
 */
const EDGE = 1;
const THICK = 16;

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
  return uses([...cells].flatMap((sign, cell) => pictures.parts[`${cell}:${sign.charCodeAt(0) - 48}`] ?? []));
}

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
  const [x, y] = centres[cell];
  return [(x - wide / 2 + EDGE) / across, (y - high / 2 + EDGE) / down, wide / across, high / down].map((part) => 100 * part);
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
  const [under, over] = pictures.boxes[box];
  frame(svg, pictures);
  svg.replaceChildren(...uses(pictures.ground), ...uses(under), ...lying(pictures, pictures.positions[box]), ...uses(over));
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
  const marks = choices.map((choice) => {
    const group = drawn("g", { class: `choice${choice.out ? " out" : ""}${choice.picked ? " picked" : ""}` });
    group.style.setProperty("--scale", String(scale));
    const [x, y] = kind === "arrow"
      ? arrow(group, pictures, choice, lane(pictures, choice, choices), colours[choice.colour]?.fill ?? "#1a1a1a")
      : pictures.centres[kind === "sow" ? choice.from : choice.to];
    const size = kind === "arrow" ? 0.85 * scale : 1.15;
    const badge = drawn("g", { transform: `translate(${x} ${y}) scale(${size})` });
    if (choice.colour >= 0) badge.append(...uses(pictures.beads[choice.colour]));
    group.append(badge);
    return { group, last: Boolean(choice.picked) };
  });
  svg.append(...marks.sort((a, b) => Number(a.last) - Number(b.last)).map(({ group }) => group));
}

/**
 * How far aside an arrow lies, in widths of one, if others of the same piece go the same way, but
 * less far or farther.
 * @param {Pictures} pictures
 * @param {Choice} choice
 * @param {Choice[]} choices
 */
function lane({ centres }, choice, choices) {
  const steps = (/** @type {Choice} */ { from, to }) => [centres[to][0] - centres[from][0], centres[to][1] - centres[from][1]];
  const [dx, dy] = steps(choice);
  const lengths = choices.flatMap((other) => {
    const [ox, oy] = steps(other);
    const same = other.from === choice.from && Math.abs(dx * oy - dy * ox) < 1e-6 && dx * ox + dy * oy > 0;
    return same ? [Math.hypot(ox, oy)] : [];
  });
  return lengths.filter((length) => length < Math.hypot(dx, dy) - 1e-6).length - (lengths.length - 1) / 2;
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
  const [dx, dy] = [centres[to][0] - x, centres[to][1] - y];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const unit = Math.min(...cell);
  const shift = 0.3 * unit * lane;
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    [x + ux * along - uy * (aside + shift), y + uy * along + ux * (aside + shift)];
  const tip = long - 0.03 * unit;
  const neck = tip - 0.2 * unit;
  const line = [...at(0.3 * unit, 0), ...at(neck, 0)];
  const head = [at(tip, 0), at(neck, 0.12 * unit), at(neck, -0.12 * unit)].map((point) => point.join(",")).join(" ");
  for (const [className, colour] of [["edge", "#fff"], ["rim", "#1a1a1a"], ["shaft", fill]]) {
    group.append(
      drawn("line", { x1: line[0], y1: line[1], x2: line[2], y2: line[3], stroke: colour, class: className }),
      drawn("polygon", { points: head, stroke: colour, fill: colour, class: className }),
    );
  }
  return at(0.36 * unit, 0);
}

/**
 * A bead of a colour.
 * @param {Pictures} pictures
 * @param {number} colour
 */
export function bead(pictures, colour) {
  const reach = pictures.reach + 0.2;
  const svg = drawn("svg", { viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, class: "bead", "aria-hidden": "true" });
  svg.append(...uses(pictures.beads[colour]));
  return svg;
}
