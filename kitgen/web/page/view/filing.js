// Games into files and out of them, changed, taken back, begun again.

import { behindGames, eventsIn, onceEach, withEvents } from "../core/events.js";
import { readFile, writeLines } from "../core/exchange.js";
import { Fault } from "../core/fault.js";
import { merged, MOST_NOTED } from "../core/journal.js";
import { Reader, writeTable } from "../core/table.js";
import { data, desk, heading, hush, newSeed, tell, words } from "./desk.js";
import { byId } from "./draw.js";
import { keep } from "./saving.js";

/** @typedef {import("../core/journal.js").Row} Row */
/** @typedef {import("../core/events.js").MachineEvent} MachineEvent */

export const reader = new Reader(data);
const hash = JSON.parse(heading).kit_hash;
/** So many changes can be taken back. */
const MAX_BACK = 50;
/** A file is at hand for so long, in milliseconds, until the browser must have saved it. */
const SAVING = 10000;
/**
 * @typedef {object} Change
 * @property {Row[]} before the games before it
 * @property {MachineEvent[]} events what had happened beside them
 * @property {number} games how many games there were after it
 */
/**
 * The changes of each machine's games that can be taken back, the last one last.
 * @type {Map<object, Change[]>}
 */
const past = new Map();
/** Shows everything anew; the page says what that is. */
let showAnew = () => {};

/** @param {() => void} show */
export function onChange(show) {
  showAnew = show;
}

/** The games that the page came with. */
export function firstGames() {
  return readFile(data.journal, reader, hash).map(({ row }) => row);
}

/**
 * Put other games into the journal at hand, or other things that happened beside them.
 * @param {Row[]} rows
 * @param {MachineEvent[]} [events]
 */
export async function change(rows, events = desk.machine.journal.events) {
  const { machine } = desk;
  const made = { before: machine.journal.rows, events: machine.journal.events, games: rows.length };
  past.set(machine, [...(past.get(machine) ?? []), made].slice(-MAX_BACK));
  machine.lay(rows, behindGames(events, rows));
  showAnew();
  await keep();
}

/** Take back the last change of the games, or what happened last if nothing was changed since. */
export async function undo() {
  const { machine } = desk;
  const { rows, events } = machine.journal;
  const changes = past.get(machine) ?? [];
  const last = changes[changes.length - 1];
  const game = rows.length ? rows[rows.length - 1].game : 0;
  let message = "undone_change";
  if (last !== undefined && last.games === rows.length) {
    changes.pop();
    machine.lay(last.before, last.events);
  } else if (events.some(({ after }) => after >= game)) {
    machine.lay(rows, events.slice(0, -1));
  } else {
    machine.lay(rows.slice(0, -1), events);
    message = "undone";
  }
  showAnew();
  hush();
  tell(words.say(message, { game }));
  await keep();
}

/** Begin again with a new machine, as the page came, and new luck unless a seed is asked for. */
export function begin() {
  const { machine } = desk;
  machine.deal(newSeed());
  if (machine.data === data) {
    machine.lay(firstGames(), eventsIn(data.journal, machine.recorder.slots));
  } else {
    machine.lay([]);
  }
  past.delete(machine);
}

/**
 * Add the games of a file; all of them or, where one cannot be, none.
 * @param {File} file
 */
export async function load(file) {
  hush();
  await guarded(async () => {
    const { journal, recorder } = desk.machine;
    const text = await file.text();
    const read = readFile(text, reader, hash);
    const given = read.map(({ line, row }) => recorder.understood(row, line));
    const { rows, twice } = merged(journal.rows, given);
    if (twice) throw new Fault("twice", { game: twice.game });
    if (rows.length > MOST_NOTED) throw new Fault("too_long", { most: MOST_NOTED });
    const added = rows.length - journal.rows.length;
    await change(rows, onceEach([...journal.events, ...eventsIn(text, recorder.slots)]));
    tell(words.say("loaded", { games: words.count("games", added) }));
  });
}

/**
 * Do something that can be refused, and say why it was.
 * @param {() => void | Promise<void>} work
 * @param {(text: string) => void} [answer]
 */
export async function guarded(work, answer = tell) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const why = words.say(`fault_${error.kind}`, error.values);
    answer(`${why} ${words.say("nothing_loaded")}`);
    return false;
  }
}

export function saveTable() {
  saveFile(`${data.name}-games.csv`, writeTable(desk.machine.journal.rows), "text/csv");
}

export function saveLines() {
  const { rows, events } = desk.machine.journal;
  const lines = writeLines(withEvents(heading, events), rows);
  saveFile(`${data.name}-games.jsonl`, lines, "application/x-ndjson");
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function saveFile(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING);
}

/** What can be done with the games now. */
export function showFiling() {
  const { journal } = desk.machine;
  const printed = desk.machine.data === data;
  const nothing = !journal.games && !journal.events.length;
  byId("save-csv").disabled = !journal.complete || !journal.games || !printed;
  byId("save-lines").disabled = !journal.complete || nothing || !printed;
  byId("print").disabled = !journal.complete || !journal.games;
  byId("undo").disabled = !journal.complete || nothing;
  byId("load").disabled = !journal.complete || !printed;
  byId("cannot").textContent = whyNot();
}

/** Why the games cannot be saved, taken back or added to; empty where they can. */
function whyNot() {
  const { journal } = desk.machine;
  if (desk.machine.data !== data) return words.say("other_rule");
  if (!journal.complete) return words.say("too_many", { most: MOST_NOTED });
  return journal.games ? "" : words.say("none");
}
