// The pictures that explain: your move, its box and bead, what a bead that leaves looks like, and a
// game that you have won.

import { data, desk, pictures, seats } from "./desk.js";
import { bead, byId, drawBoard, drawChoices } from "./draw.js";

/** The colour of a move without a bead. */
const NO_BEAD = -1;
/** How a game ends that the machine loses. */
const MACHINE_LOST = -1;

/**
 * The three pictures: how to play, how it picks, how it learns; whoever begins comes first. And how
 * you win.
 */
export function drawHow() {
  // A seat is known by the graph of its situations; the pictures are of the first one.
  const [graph] = seats;
  drawYourMove(graph);
  drawItsPick(graph);
  const machineBegins = graph.mine[0] === 1;
  const first = byId(machineBegins ? "picture-pick" : "picture-play").closest("figure");
  byId("story").prepend(first);
  drawAim(graph);
}

/**
 * Draw the end of one of the shortest games that the machine loses, with the last move; nothing
 * where it never loses.
 * @param {import("../core/engine.js").Graph} graph
 */
function drawAim(graph) {
  const picture = byId("aim-picture");
  const { edge, to } = shortestLoss(graph);
  picture.classList.toggle("none", edge < 0);
  if (edge < 0) return;
  const cells = graph.seat.cells[graph.position[to]];
  if (data.kind !== "arrow") {
    drawBoard(picture, pictures, cells);
    return;
  }
  const move = data.moves[graph.move[edge]];
  const choice = { from: move.from, to: move.to, colour: NO_BEAD, picked: true };
  drawChoices(picture, pictures, cells, [choice], data);
}

/**
 * The last move of one of the shortest games in which the other side moves last and the machine
 * loses.
 * @param {import("../core/engine.js").Graph} graph
 * @returns {{edge: number, to: number}} an edge of -1 where there is none
 */
function shortestLoss(graph) {
  let from = 0;
  let best = { edge: -1, to: Infinity };
  graph.child.forEach((to, edge) => {
    // The edges of a situation follow those of the one before: on to the one that has this edge.
    while (graph.first[from + 1] <= edge) from++;
    const isLoss = !graph.mine[from] && graph.ends[to] === MACHINE_LOST;
    // Situations are numbered breadth first, so the least number is among the nearest.
    if (isLoss && to < best.to) best = { edge, to };
  });
  return best;
}

/**
 * Draw the first move of the other side: with an arrow, or as it has been made; nothing where it
 * never moves.
 * @param {import("../core/engine.js").Graph} graph
 */
function drawYourMove(graph) {
  const { mine, first, seat: { cells }, position } = graph;
  const state = mine.findIndex((isMine, at) => !isMine && first[at + 1] > first[at]);
  if (state < 0) return;
  const edge = first[state];
  const picture = byId("picture-play");
  if (data.kind === "arrow") {
    const { from, to } = data.moves[graph.move[edge]];
    const choice = { from, to, colour: NO_BEAD, picked: true };
    drawChoices(picture, pictures, cells[position[state]], [choice], data);
    return;
  }
  drawBoard(picture, pictures, cells[position[graph.child[edge]]]);
}

/**
 * Draw the first box with several beads, or else the first one at all; one of its beads is picked,
 * and that bead is on its way out.
 * @param {import("../core/engine.js").Graph} graph
 */
function drawItsPick(graph) {
  const { screen } = desk;
  const hasChoice = (/** @type {number} */ box) => box >= 0 && screen.slots(box).length > 1;
  let state = graph.box.findIndex(hasChoice);
  if (state < 0) state = graph.box.findIndex((box) => box >= 0);
  if (state < 0) return;
  const box = graph.box[state];
  const cells = graph.seat.cells[graph.position[state]];
  /** @type {number[]} */
  const colours = data.boxes[box].colours;
  const choices = colours.map((colour, at) => {
    // The slots of a box are in the order of the edges of each situation in which it is opened.
    const { from, to } = data.moves[graph.move[graph.first[state] + at]];
    return { from, to, colour, picked: at === 0 };
  });
  drawChoices(byId("picture-pick"), pictures, cells, choices, data);
  byId("picture-tray").replaceChildren(...colours.map((colour) => bead(pictures, colour)));
  byId("picture-learn").replaceChildren(bead(pictures, colours[0]));
}
