// The desk: the page's data, the machine on the screen and the one on the table, and what all views
// have in common.

import { seatsOf } from "../core/engine.js";
import { sinceOthers, withoutEvents } from "../core/events.js";
import { Machine } from "../core/machine.js";
import { drawSeed } from "../core/rng.js";
import { AS_PRINTED, isPrinted, paramsOf, varied } from "../core/variant.js";
import { byId, digit } from "./draw.js";
import { Words } from "./words.js";

export const data = JSON.parse(byId("data").textContent);
// The journal is not among the data, where each of its quotation marks would take two bytes. A tab
// stands for the sign that could end its element.
data.journal = byId("journal").textContent.replaceAll("\t", "<");
export const words = new Words(data.languages, data.language);
export const { pictures } = data;
/** The number of the opponent that is a machine with boxes. */
export const OTHER = data.opponents.length;
export const seats = seatsOf(data);
/**
 * The first line of the journal, which says whose games these are, without what happened beside
 * them.
 */
export const heading = withoutEvents(data.journal.split("\n", 1)[0]);

/** @typedef {"play" | "watch" | "table"} Mode */

/** What changes. */
export const desk = {
  mode: /** @type {Mode} */ ("play"),
  variant: AS_PRINTED,
  /**
   * The seed that somebody asked for, so that all see the same games; null for luck.
   * @type {number | null}
   */
  seed: null,
  /**
   * The machine that plays on the screen, and the one that stands on the table: each has a journal
   * of its own.
   */
  screen: new Machine(data, seats, drawSeed()),
  real: new Machine(data, seats, drawSeed()),
  /**
   * A second machine that learns by another rule, beside the one on the screen.
   * @type {Machine | null}
   */
  rival: null,
  /** The data that the machine on the screen was made of. */
  data,
  /** @type {Running | null} what is going on */
  running: null,
  /** Whether the game at hand is only tried: it is not noted, and nothing is learned from it. */
  practice: false,
  /** Whether games that are watched teach the machine. */
  watchTeaches: true,
  /** Whether the first games are told as a story. */
  guided: true,
  get machine() {
    return this.mode === "table" ? this.real : this.screen;
  },
  get table() {
    return this.machine.table;
  },
};

/**
 * @typedef {object} Running
 * @property {boolean} stopped
 * @property {(answer: number) => void} answer answers what is waited for
 * @property {Promise<void>} [done]
 */

/** Whether nobody knows what is in the boxes on the table, since others have played. */
export function boxesUnknown() {
  return desk.mode === "table" && sinceOthers(desk.real.journal.events) !== null;
}

/** What somebody has pressed in place of a move. */
export const STOPPED = -1;
export const BACK = -2;

/**
 * Stop what is going on.
 * @returns {Promise<void>}
 */
export async function halt() {
  const { running } = desk;
  if (!running) return;
  running.stopped = true;
  running.answer(STOPPED);
  await running.done;
}

/**
 * Do something that takes time, in place of what is going on.
 * @param {(running: Running) => Promise<void>} work
 */
export async function run(work) {
  // Several may wait for one to stop: then each stops the one that has begun before it.
  while (desk.running) await halt();
  const running = /** @type {Running} */ ({ stopped: false, answer: () => {} });
  desk.running = running;
  running.done = work(running).finally(() => {
    if (desk.running === running) desk.running = null;
  });
  return running.done;
}

/**
 * Wait for an answer from the page.
 * @param {(answer: (choice: number) => void) => void} offer shows what can be pressed
 * @returns {Promise<number>}
 */
export function wait(offer) {
  const { running } = desk;
  if (!running || running.stopped) return Promise.resolve(STOPPED);
  return new Promise((resolve) => {
    running.answer = resolve;
    offer(resolve);
  });
}

/** Make a new machine of a variant for the screen; the rule as printed has the data of the page. */
export function remake() {
  desk.data = isPrinted(desk.variant) ? data : varied(data, desk.variant);
  desk.screen = new Machine(desk.data, seats, newSeed());
}

/** @returns {number} the seed of a machine that begins now */
export const newSeed = () => desk.seed ?? drawSeed();

/**
 * What an address says of the machine on the screen: its rule, and the seed that somebody asked
 * for.
 */
export function machineParams() {
  const params = paramsOf(desk.variant);
  if (desk.seed !== null) params.set("seed", String(desk.seed));
  return params;
}

/** @returns {number} who plays against the machine that is watched */
export const opponent = () => Number(byId("opponent").value);
export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The quickest step of a game that is watched, in milliseconds: without any the page could do
 * nothing else.
 */
const QUICKEST = 100;

/** Milliseconds that a step takes. */
export function pace() {
  const chosen = Number(byId("pace").value);
  if (desk.mode === "table") return 0;
  return desk.mode === "watch" ? Math.max(QUICKEST, chosen) : chosen;
}

/**
 * Wait for a part of a step at the chosen speed.
 * @param {number} [part]
 */
export function step(part = 1) {
  const time = pace() * part;
  return time ? new Promise((done) => setTimeout(done, time)) : Promise.resolve();
}

/** The seats that the machine takes, in turn. */
export function seatsInTurn() {
  const chosen = byId("seat").value;
  if (data.seats.length < 2) return [0];
  return chosen === "turns" ? [0, 1] : [Number(chosen)];
}

/** Who sits opposite, as the journal has it. */
export function opponentText() {
  if (desk.mode === "table") return byId("name").value.trim();
  if (desk.mode === "play") return byId("player").value.trim();
  return opponent() === OTHER ? `machine:${data.other}` : data.opponents[opponent()];
}

/** @param {number} edge */
export const moveOf = (edge) => data.moves[desk.table.graph.move[edge]];
/** @param {number} slot @returns {number} */
export function colourOf(slot) {
  const { boxOf, first } = desk.machine.beads;
  const box = boxOf[slot];
  return data.boxes[box].colours[slot - first[box]];
}
/** @param {number} slot */
export const letterOf = (slot) => data.colours[colourOf(slot)].letter;
/** @param {number} slot @returns {string} */
export const nameOf = (slot) => words.kit.colours[colourOf(slot)];

/** @param {number} box @returns {string} the beads in a box, such as `R 2, B 1` */
export function beadsIn(box) {
  const { machine } = desk;
  const beads = machine.slots(box).map((slot) => `${letterOf(slot)} ${machine.beads.count[slot]}`);
  return beads.join(", ");
}

/**
 * The cells of the position at hand.
 * @returns {string}
 */
export function cellsNow() {
  const { graph, state } = desk.table;
  return graph.seat.cells[graph.position[state]];
}

/** @param {string} cells @param {number} cell @returns {string} what lies on a cell, in words */
export function contentOf(cells, cell) {
  const content = digit(cells, cell);
  if (data.seeds) return words.count("seeds", content);
  return words.kit.pieces[content] ?? words.say("empty_cell");
}

/**
 * A move in words.
 * @param {number} edge
 * @returns {string}
 */
export function moveWords(edge) {
  const { graph } = desk.table;
  const { text, from, to } = moveOf(edge);
  const { names, kind } = data;
  if (!names.length) return words.count("takes", Number(text));
  if (kind === "sow") return words.say("sows", { cell: names[from] });
  if (kind === "arrow") {
    const cells = cellsNow();
    const takes = cells[to] !== "0" && from !== to;
    return words.say(takes ? "captures" : "steps", {
      piece: contentOf(cells, from),
      from: names[from],
      to: names[to],
      taken: contentOf(cells, to),
    });
  }
  const after = graph.seat.cells[graph.position[graph.child[edge]]];
  return words.say("puts", { piece: contentOf(after, to), to: names[to] });
}

/** What was said since somebody last did something, where there is no time between. */
let announcement = "";

/** @param {string} text */
export function tell(text) {
  announcement = pace() === 0 && announcement ? `${announcement} ${text}` : text;
  byId("said").textContent = announcement;
}

/** Begin to say something new. */
export function hush() {
  announcement = "";
}
