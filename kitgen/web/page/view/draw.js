// What is seen: boards, boxes and beads, put together from the shapes that kitgen has drawn.

const SVG = "http://www.w3.org/2000/svg";

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
 * @param {string} [words]
 * @param {string} [className]
 * @returns {any}
 */
export function element(name, words = "", className = "") {
  const made = document.createElement(name);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

/**
 * A new piece of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
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
  return uses([...cells].flatMap((one, cell) => pictures.parts[`${cell}:${one.charCodeAt(0) - 48}`] ?? []));
}

/**
 * Draw a position.
 * @param {any} svg
 * @param {Pictures} pictures
 * @param {string} cells
 */
export function drawBoard(svg, pictures, cells) {
  svg.setAttribute("viewBox", `-1 -1 ${pictures.size[0] + 2} ${pictures.size[1] + 2}`);
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
  svg.setAttribute("viewBox", `-1 -1 ${pictures.size[0] + 2} ${pictures.size[1] + 2}`);
  svg.replaceChildren(
    ...uses(pictures.ground),
    ...uses(under),
    ...lying(pictures, pictures.positions[box]),
    ...uses(over),
  );
}

/**
 * A bead of a colour.
 * @param {Pictures} pictures
 * @param {number} colour
 */
export function bead(pictures, colour) {
  const reach = pictures.reach + 0.2;
  const svg = drawn("svg", { viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}` });
  svg.append(...uses(pictures.beads[colour]));
  return svg;
}

/**
 * Lay something over each cell that can be pressed.
 * @param {any} svg
 * @param {Pictures} pictures
 * @param {(cell: number) => string} look the classes of a cell; empty for none
 * @param {(cell: number) => void} pressed
 */
export function overlay(svg, pictures, look, pressed) {
  for (const old of svg.querySelectorAll(".hit")) old.remove();
  const [wide, high] = pictures.cell;
  pictures.centres.forEach(([x, y], cell) => {
    const classes = look(cell);
    if (!classes) return;
    const hit = drawn("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, class: `hit ${classes}` });
    hit.addEventListener("click", () => pressed(cell));
    svg.append(hit);
  });
}
