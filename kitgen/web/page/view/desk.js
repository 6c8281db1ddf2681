// The desk that the machine stands on: its data, its journal, and what all that happens on the page has in common.

import { newBeads, seatsOf, sitDown } from "../core/engine.js";
import { Journal } from "../core/journal.js";
import { Passages } from "../core/passages.js";
import { Recorder } from "../core/record.js";
import { SplitMix } from "../core/rng.js";
import { byId } from "./draw.js";
import { Words } from "./words.js";

export const data = JSON.parse(byId("data").textContent);
export const words = new Words(data.words, data.language);
/** The number of the opponent that is a machine with boxes. */
export const OTHER = data.opponents.length;
export const seats = seatsOf(data);
/** The first line of the journal, which says whose games these are. */
export const machine = data.journal.split("\n", 1)[0];

const beads = newBeads(data);
const passages = new Passages(seats, beads, data.gives_up);

/** What changes: the tables, one for each seat, with the same boxes and the same luck, and the games so far. */
export const desk = {
  rng: new SplitMix(1),
  tables: sitDown(data, seats, new SplitMix(1), beads),
  journal: new Journal(),
  recorder: new Recorder(data, passages),
  /** @type {{stopped: boolean, stop: (answer: number) => void} | null} what is going on */
  running: null,
  /** The table of the game at hand. */
  seat: 0,
  get table() {
    return this.tables[this.seat];
  },
};

export { beads };

/**
 * Give the machines other luck.
 * @param {SplitMix} rng
 */
export function deal(rng) {
  desk.rng = rng;
  for (const table of desk.tables) table.rng = rng;
}

/** @returns {string} "you", or the number of an opponent */
export const opponent = () => byId("opponent").value;
export const real = () => byId("mode").value === "real";
export const pace = () => (real() ? 0 : Number(byId("pace").value));

/** The seats that the machine takes, in turn. */
export function seatsInTurn() {
  const chosen = byId("seat").value;
  if (data.seats.length < 2) return [0];
  return chosen === "turns" ? [0, 1] : [Number(chosen)];
}

/** Sit down where the machine sits in the next game. */
export function takeSeat() {
  const turn = seatsInTurn();
  desk.seat = turn[desk.journal.games % turn.length];
  desk.table.begin();
}

/** Who sits opposite, as the journal has it. */
export function opponentText() {
  if (real() || opponent() === "you") return byId("name").value.trim();
  const number = Number(opponent());
  return number === OTHER ? `machine:${data.other}` : data.opponents[number];
}

/** @param {number} edge */
export const moveText = (edge) => data.moves[desk.table.graph.move[edge]].text;
/** @param {number} slot */
export const letterOf = (slot) => data.colours[colourOf(slot)].letter;
/** @param {number} slot */
export const nameOf = (slot) => data.colours[colourOf(slot)].name;

/** @param {number} slot @returns {number} */
export function colourOf(slot) {
  const box = beads.boxOf[slot];
  return data.boxes[box].colours[slot - beads.first[box]];
}

/** @param {number} box @returns {number[]} */
export function slotsOf(box) {
  return Array.from({ length: beads.first[box + 1] - beads.first[box] }, (_, at) => beads.first[box] + at);
}

/** @param {number} box @returns {string} the beads in a box, such as `R 2, L 1` */
export function beadsIn(box) {
  return slotsOf(box).map((slot) => `${letterOf(slot)} ${beads.count[slot]}`).join(", ");
}

/** What was said since somebody last did something, where there is no time between. */
let told = "";

/** @param {string} text */
export function tell(text) {
  told = pace() === 0 && told ? `${told} ${text}` : text;
  byId("said").textContent = told;
}

/** Begin to say something new. */
export function hush() {
  told = "";
}

/** Wait for one step of the chosen speed. */
export function step() {
  const time = pace();
  return time ? new Promise((done) => setTimeout(done, time)) : Promise.resolve();
}
