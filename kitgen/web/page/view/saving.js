// What the browser keeps: the games of the machine on the screen, those of the one on the table,
// and how the page stood. Other windows with the same page are heard, and what both have played is
// put together, by one window at a time.

import { eventsTogether } from "../core/events.js";
import { rowOf } from "../core/journal.js";
import { together } from "../core/merge.js";
import { SplitMix } from "../core/rng.js";
import { data, desk, machineParams, words } from "./desk.js";
import { byId } from "./draw.js";
import { recover, writeSafely } from "./safe.js";

/** @typedef {import("../core/journal.js").Row} Row */
/** @typedef {import("../core/events.js").MachineEvent} MachineEvent */
/**
 * @typedef {object} Saved what one window has saved
 * @property {Row[]} rows the games
 * @property {MachineEvent[]} events what happened beside them
 * @property {string[]} line the names of the savings that led to it
 */

/** Two files are two machines, and a page made anew starts anew. */
const KEY = `kitgen page@2 ${data.key} ${location.pathname}`;
/**
 * Where something is put that could not be read.
 * @param {string} key
 */
const unread = (key) => `${key} (not read)`;

/** The fields of the page that are kept. */
const FIELDS = ["pace", "seat", "opponent", "player", "name", "theme", "speed", "beside"];

/** A saving is known by its name for so many more. */
const MAX_SAVINGS = 20;
/**
 * What this window and the storage have agreed on, the last saving last.
 * @type {Record<"screen" | "real", Saved[]>}
 */
const agreed = { screen: [], real: [] };
/** @type {import("./play.js").Step[]} the moves of a game on the table that is half followed */
let unfinished = [];
/** Whether the games are kept: not in a museum, where each visitor begins anew. */
let keeps = true;
/** Whether the page is kept as somebody has left it: not in a museum. */
let keepsStanding = true;
/**
 * What comes before the name of a machine that is apart from the one that the page has otherwise.
 */
let apart = "";
/** What could not be read, and is left alone. */
let spoiled = false;

/** Shows the games at hand, once those of another window are among them. */
let showTogether = () => {};

/** @param {() => void} show */
export function onTogether(show) {
  showTogether = show;
}

/** Keep nothing from now on. */
export function keepNothing() {
  keeps = false;
  keepsStanding = false;
}

/** Keep the games of the machine that visitors of a museum teach, apart, and nothing else. */
export function keepTaught() {
  keepsStanding = false;
  apart = "museum ";
}

/** Bring back what a power cut has taken from that machine's games. */
export async function recoverTaught() {
  // A browser without such a storage has what it kept otherwise.
  await recover(keyFor("screen")).catch(() => {});
}

/** What the keys of copies of that machine begin with. */
export const copiesKey = () => `${keyFor("screen")} copy`;

/** The machine that is played with. */
const atHand = () => (desk.mode === "table" ? "real" : "screen");

/** @param {"screen" | "real"} which */
function keyFor(which) {
  const params = which === "screen" ? String(machineParams()) : "";
  return `${KEY} ${apart}${which} ${params}`.trim();
}

/**
 * A row without what is as in any other.
 * @param {Row} row
 */
function bare(row) {
  const usual = /** @type {Record<string, unknown>} */ ({ ...rowOf(0, [], 0) });
  return Object.fromEntries(Object.entries(row).filter(([key, value]) => value !== usual[key]));
}

/**
 * A row with what is as in any other.
 * @param {any} row
 * @returns {Row}
 */
const whole = (row) => ({ ...rowOf(row.game, row.picks, 0), ...row });

/**
 * What the storage holds under a key.
 * @param {string} key
 * @returns {any} null for nothing; what cannot be read is put aside, and never written over
 */
function stored(key) {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  try {
    const value = JSON.parse(text);
    const isObject = value && typeof value === "object" && !Array.isArray(value);
    if (isObject && (!("rows" in value) || Array.isArray(value.rows))) return value;
  } catch {
    // Put aside below.
  }
  spoiled = true;
  if (localStorage.getItem(unread(key)) === null) localStorage.setItem(unread(key), text);
  localStorage.removeItem(key);
  return null;
}

/**
 * Keep the games, together with those that another window has played; it waits while that one
 * saves.
 * @param {"screen" | "real"} [which]
 * @param {boolean} [heard] whether it is only because that one has saved
 */
export async function keep(which = atHand(), heard = false) {
  // Pages that came by plain http have no locks; what two of them lose to each other is put
  // together once it is heard.
  const work = () => agree(which, heard);
  await (navigator.locks ? navigator.locks.request(KEY, work) : work());
  if (apart && which === "screen") {
    await writeSafely(keyFor(which)).catch(() => say("not_kept", true));
  }
}

/**
 * Agree with the storage on the games of a machine, and say what is kept.
 * @param {"screen" | "real"} which
 * @param {boolean} heard
 */
function agree(which, heard) {
  if (!keeps) return say("", false);
  if (!desk[which].journal.complete) return say("not_all_kept", true);
  let more = false;
  try {
    const there = savedOf(stored(keyFor(which)));
    more = takeIn(which, there);
    saveGames(which, there, heard);
    say(spoiled ? "kept_spoiled" : "kept", spoiled);
  } catch {
    say("not_kept", true);
  }
  if (more && which === atHand()) showTogether();
}

/** @param {Saved} saved @returns {string} the name of a saving */
const nameOfSaving = ({ line }) => line[line.length - 1];

/**
 * Put what another window has saved together with the games of this one.
 * @param {"screen" | "real"} which
 * @param {Saved} there
 * @returns {boolean} whether the machine has other games now
 */
function takeIn(which, there) {
  const machine = desk[which];
  const known = agreed[which].map(nameOfSaving);
  const at = Math.max(...there.line.map((name) => known.lastIndexOf(name)));
  if (at >= known.length - 1 && nameOfSaving(there) === known[at]) return false;
  // Where they have gone on from, which is before our last saving if they did not see it.
  const base = agreed[which][at];
  const rows = together(base?.rows ?? [], machine.journal.rows, there.rows);
  const events = eventsTogether(base?.events ?? [], machine.journal.events, there.events);
  if (textOf({ rows, events }) === textOf(machine.journal)) return false;
  machine.lay(rows, events);
  return true;
}

/**
 * Save the games of a machine, unless the storage has them and they were only heard of.
 * @param {"screen" | "real"} which
 * @param {Saved} there what the storage holds
 * @param {boolean} heard
 */
function saveGames(which, there, heard) {
  const { journal: { rows, events }, rng, seed } = desk[which];
  const { line } = there;
  if (!heard || textOf({ rows, events }) !== textOf(there)) {
    const last = agreed[which].slice(-1).map(nameOfSaving);
    const name = Math.random().toString(36).slice(2);
    line.push(...last.filter((each) => !line.includes(each)), name);
    const luck = [rng.high, rng.low];
    const kept = { rows: rows.map(bare), events, luck, seed, line: line.slice(-MAX_SAVINGS) };
    localStorage.setItem(keyFor(which), JSON.stringify(kept));
  }
  agreed[which] = [...agreed[which], { rows: [...rows], events, line }].slice(-MAX_SAVINGS);
}

/**
 * What was saved, from what the storage holds.
 * @param {any} there
 * @returns {Saved}
 */
function savedOf(there) {
  return {
    rows: (there?.rows ?? []).map(whole),
    events: there?.events ?? [],
    line: there?.line ?? [],
  };
}

/**
 * A text that games share with others that are the same.
 * @param {{rows: Row[], events: MachineEvent[]}} games
 */
const textOf = ({ rows, events }) => JSON.stringify([rows.map(bare), events]);

/**
 * Say how games are kept.
 * @param {string} key
 * @param {boolean} warning
 */
function say(key, warning) {
  byId("storage").textContent = key ? words.say(key) : "";
  byId("storage").className = warning ? "warning" : "quiet";
}

/**
 * The games that were kept.
 * @param {"screen" | "real"} which
 * @returns {boolean} whether there were any, which the machine now has
 */
export function fetchKept(which) {
  if (!keeps) return false;
  try {
    const there = stored(keyFor(which));
    if (!there) return false;
    const saved = savedOf(there);
    const machine = desk[which];
    const rng = new SplitMix(0);
    [rng.high, rng.low] = there.luck;
    // Pages of 1.0 kept the luck without its seed.
    machine.deal(there.seed ?? null, rng);
    machine.lay(saved.rows, saved.events);
    agreed[which] = [saved];
    return true;
  } catch {
    return false;
  }
}

/**
 * Hear what other windows play.
 * @param {(which: "screen" | "real") => void} heard
 */
export function listen(heard) {
  addEventListener("storage", (event) => {
    if (!event.newValue) return;
    for (const which of /** @type {const} */ (["screen", "real"])) {
      if (event.key === keyFor(which)) heard(which);
    }
  });
}

/** Keep how the page stands. */
export function keepDesk() {
  if (!keepsStanding) return;
  const fields = Object.fromEntries(FIELDS.map((id) => [id, byId(id).value]));
  const stands = { language: words.language, fields, half: unfinished, left: !desk.guided };
  try {
    localStorage.setItem(`${KEY} desk`, JSON.stringify(stands));
    sessionStorage.setItem(`${KEY} tab`, desk.mode);
  } catch {
    // Said where games are kept.
  }
}

/**
 * Keep the moves of a game on the table.
 * @param {import("./play.js").Step[]} steps
 */
export function remember(steps) {
  unfinished = steps.slice();
  keepDesk();
}

/**
 * How the page stood when it was closed.
 * @returns {{language: string, half: import("./play.js").Step[], left: boolean} | null} `left` is
 *     whether somebody has left the story
 */
export function fetchDesk() {
  if (!keepsStanding) return null;
  try {
    const there = stored(`${KEY} desk`);
    if (!there) return null;
    for (const id of FIELDS) {
      if (typeof there.fields?.[id] === "string") byId(id).value = there.fields[id];
    }
    unfinished = Array.isArray(there.half) ? there.half : [];
    return { language: there.language, half: unfinished.slice(), left: Boolean(there.left) };
  } catch {
    return null;
  }
}

/**
 * The tab that was open before a reload; a new visit begins with play.
 * @returns {string | null}
 */
export function fetchTab() {
  try {
    return sessionStorage.getItem(`${KEY} tab`);
  } catch {
    return null;
  }
}

/**
 * Keep the moves of a game on the screen over a reload, which is no way out of a game that is about
 * to be lost. Other windows do not see it.
 * @param {import("./play.js").Step[]} steps
 */
export function rememberGame(steps) {
  if (!keeps || desk.mode !== "play" || desk.practice) return;
  const { journal: { games }, rng, seat } = desk.screen;
  const game = { machine: keyFor("screen"), games, seat, steps, luck: [rng.high, rng.low] };
  try {
    sessionStorage.setItem(`${KEY} game`, JSON.stringify(game));
  } catch {
    // Said where games are kept.
  }
}

/**
 * The moves of the game that a reload has interrupted; the machine gets back its luck.
 * @returns {import("./play.js").Step[]} none where there was no such game
 */
export function fetchGame() {
  if (!keeps) return [];
  const { journal, rng } = desk.screen;
  try {
    const game = JSON.parse(sessionStorage.getItem(`${KEY} game`) ?? "null");
    if (game?.machine !== keyFor("screen") || game.games !== journal.games) return [];
    [rng.high, rng.low] = game.luck;
    return game.steps;
  } catch {
    return [];
  }
}
