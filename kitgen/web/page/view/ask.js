// Asking the machine: a position is set up by pressing on the board, and it says what it would do
// there.

import {
  contentOf,
  data,
  desk,
  halt,
  hush,
  letterOf,
  nameOf,
  pictures,
  seats,
  tell,
  words,
} from "./desk.js";
import { offer, showBoard } from "./board.js";
import { byId } from "./draw.js";
import { showCounts, showOpen } from "./show.js";

/**
 * The cells that are set up.
 * @type {string | null}
 */
let setUp = null;
/**
 * What can lie on each cell, in any game.
 * @type {string[][]}
 */
const contents = pictures.centres.map((/** @type {unknown} */ _, /** @type {number} */ cell) => {
  const seen = new Set(["0"]);
  for (const graph of seats) {
    for (const cells of graph.seat.cells) seen.add(cells[cell]);
  }
  return [...seen].sort();
});

/**
 * The table and the situation of what is set up, in which the machine is to move; -1 where it never
 * comes.
 */
function situation() {
  for (const [seat, { seat: { cells }, box, mine, position }] of seats.entries()) {
    const state = position.findIndex(
      (number, at) => cells[number] === setUp && box[at] >= 0 && mine[at] === 1,
    );
    if (state >= 0) return { seat, state };
  }
  return { seat: 0, state: -1 };
}

/** Begin to set a position up, from the one on the board. */
export async function startSetUp() {
  const { graph, state } = desk.table;
  setUp = graph.seat.cells[graph.position[state]];
  await halt();
  for (const id of ["play", "back"]) byId(id).hidden = true;
  byId("setup").hidden = false;
  byId("setup-open").hidden = true;
  hush();
  show();
}

/**
 * The cells after a press on one of them: what lies there gives way to the next that can.
 * @param {string} cells
 * @param {number} cell
 */
function afterPress(cells, cell) {
  const all = contents[cell];
  const next = all[(all.indexOf(cells[cell]) + 1) % all.length];
  return cells.slice(0, cell) + next + cells.slice(cell + 1);
}

/** Show what is set up, and what the machine would do. */
function show() {
  const cells = /** @type {string} */ (setUp);
  showBoard(cells);
  const press = (/** @type {number} */ cell) => {
    setUp = afterPress(cells, cell);
    show();
  };
  const named = (/** @type {number} */ cell) =>
    words.say("setup_press", { content: contentOf(afterPress(cells, cell), cell) });
  offer(() => "can", press, cells, named);
  const { seat, state } = situation();
  byId("setup-play").disabled = state < 0;
  if (state < 0) {
    showOpen(-1);
    byId("said").textContent = words.say("setup_unknown");
    return;
  }
  desk.machine.seat = seat;
  const { table } = desk.machine;
  table.begin();
  table.arrive(state);
  showOpen(table.box);
  byId("said").textContent = words.say("setup_known", { box: data.boxes[table.box].id });
}

/**
 * Put the board back.
 * @returns {{seat: number, state: number}} what was set up
 */
export function endSetUp() {
  const position = situation();
  setUp = null;
  byId("setup").hidden = true;
  byId("setup-open").hidden = false;
  desk.machine.table.begin();
  showCounts();
  return position;
}

/**
 * Say what a box holds, when it is pressed on the shelf.
 * @param {number} box
 */
export function showBoxAlone(box) {
  const { machine } = desk;
  const held = machine.slots(box).map(
    (slot) => `${letterOf(slot)} (${nameOf(slot)}) ${machine.beads.count[slot]}`,
  );
  hush();
  tell(words.say("box", { box: data.boxes[box].id, beads: held.join(", ") }));
}
