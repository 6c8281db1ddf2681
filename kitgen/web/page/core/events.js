// What happened to a machine beside its games (kitgen/record/machine_events.py): boxes filled
// again, games of others, a count that was taken for right.

import { Fault } from "./fault.js";

/** @typedef {import("./journal.js").Row} Row */
/** @typedef {"reset" | "refilled" | "others" | "counted"} What */
/**
 * @typedef {{box: string, bead: string, beads: number}} EventBead how many beads were counted in a
 *     slot
 */
/**
 * @typedef {object} MachineEvent one thing that happened
 * @property {What} what
 * @property {number} after the number of the last game before it; 0 before the first
 * @property {string} [box] the box that was filled again
 * @property {number} [games] how many games others have played, if somebody knows
 * @property {EventBead[]} [beads] what was counted
 */

const EVENT_KINDS = ["reset", "refilled", "others", "counted"];
/** In the first line of a file events are the last key. */
const EVENTS_OPEN = ',"events":';

/**
 * Games and events in the order in which they happened; events of one moment as they were noted.
 * @param {Row[]} rows
 * @param {MachineEvent[]} events
 * @returns {(Row | MachineEvent)[]}
 */
export function inOrder(rows, events) {
  const waiting = sorted(events);
  /** @type {(Row | MachineEvent)[]} */
  const steps = [];
  for (const row of rows) {
    while (waiting.length && waiting[0].after < row.game) {
      steps.push(/** @type {MachineEvent} */ (waiting.shift()));
    }
    steps.push(row);
  }
  return [...steps, ...waiting];
}

/** @param {MachineEvent[]} events */
const sorted = (events) => [...events].sort((one, other) => one.after - other.after);

/**
 * The games of others since which nobody knows what is in the boxes.
 * @param {MachineEvent[]} events
 * @returns {MachineEvent | null} null where everything is known
 */
export function sinceOthers(events) {
  const latest = sorted(events).filter(({ what }) => what !== "refilled").pop();
  return latest?.what === "others" ? latest : null;
}

/**
 * Events behind the games that are there: one behind a game that was taken out is behind the one
 * before it.
 * @param {MachineEvent[]} events
 * @param {Row[]} rows
 * @returns {MachineEvent[]}
 */
export function behindGames(events, rows) {
  const numbers = rows.map((row) => row.game);
  return events.map((event) => {
    const before = numbers.filter((game) => game <= event.after);
    return { ...event, after: Math.max(0, ...before) };
  });
}

/**
 * The events of two windows that went on from the same ones: ours, with what they have added, and
 * without what they took away.
 * @param {MachineEvent[]} base
 * @param {MachineEvent[]} ours
 * @param {MachineEvent[]} theirs
 * @returns {MachineEvent[]}
 */
export function eventsTogether(base, ours, theirs) {
  const text = (/** @type {MachineEvent} */ event) => JSON.stringify(event);
  const had = base.map(text);
  const keep = theirs.map(text);
  const isNew = (/** @type {MachineEvent} */ event) => !had.includes(text(event));
  const mine = ours.filter((event) => keep.includes(text(event)) || isNew(event));
  return onceEach([...mine, ...theirs.filter(isNew)]);
}

/**
 * Each of these once.
 * @param {MachineEvent[]} events
 */
export function onceEach(events) {
  const texts = events.map((event) => JSON.stringify(event));
  return events.filter((_, at) => texts.indexOf(texts[at]) === at);
}

/**
 * The first line of a file with events in it.
 * @param {string} line one without events
 * @param {MachineEvent[]} events
 */
export function withEvents(line, events) {
  if (!events.length) return line;
  return `${line.slice(0, -1)}${EVENTS_OPEN}${JSON.stringify(events)}}`;
}

/**
 * The first line of a file without its events.
 * @param {string} line
 */
export function withoutEvents(line) {
  if (!("events" in JSON.parse(line))) return line;
  return `${line.slice(0, line.lastIndexOf(EVENTS_OPEN))}}`;
}

/**
 * The events that a file tells of.
 * @param {string} text JSON Lines, or a table, which has none
 * @param {Map<string, number>} slots the machine's slots, by names such as `B4 R`
 * @returns {MachineEvent[]}
 * @throws {Fault} one that cannot be read, or that this machine cannot have
 */
export function eventsIn(text, slots) {
  const bare = text.replace(/^\ufeff/, "").trimStart();
  if (!bare.startsWith("{")) return [];
  const events = headOf(bare).events ?? [];
  if (!Array.isArray(events) || !events.every((event) => isEvent(event, slots))) {
    throw new Fault("json", { line: 1 });
  }
  return events;
}

/**
 * The first line of a file; one that cannot be read is refused where its games are read.
 * @param {string} text
 * @returns {any}
 */
function headOf(text) {
  try {
    return JSON.parse(text.split("\n", 1)[0]);
  } catch {
    return {};
  }
}

/**
 * @param {any} event
 * @param {Map<string, number>} slots
 */
function isEvent(event, slots) {
  const { what, after, box, games = 0 } = event ?? {};
  if (!EVENT_KINDS.includes(what) || !isCount(after) || !isCount(games)) return false;
  const boxes = [...slots.keys()].map((slot) => slot.split(" ")[0]);
  if (what === "refilled" && !boxes.includes(box)) return false;
  const beads = /** @type {any[]} */ (event.beads ?? []);
  if (!Array.isArray(beads)) return false;
  return beads.every((bead) => slots.has(slotText(bead)) && isCount(bead.beads));
}

/** @param {EventBead} bead @returns {string} the name of its slot, such as `B4 R` */
export const slotText = (bead) => `${bead?.box} ${String(bead?.bead).toUpperCase()}`;

/** @param {any} value */
const isCount = (value) => Number.isInteger(value) && value >= 0;
