// The keeper of a machine that the visitors of a museum teach: copies of its days, and a new
// machine, behind a key.

import { writeTable } from "../core/table.js";
import { data, desk, words } from "./desk.js";
import { button, byId, onPress } from "./draw.js";
import { saveFile } from "./filing.js";
import { keeperWord, visitors } from "./museum.js";
import { copiesKey } from "./saving.js";

/** The key that opens the keeper's window. */
const OPENS = "F9";
/** How long the robot has to be pressed for it, in milliseconds. */
const HOLD = 3000;
/** So many copies are kept. */
const MAX_COPIES = 7;

/**
 * @typedef {object} Copy one machine's games at the end of a day
 * @property {string} day
 * @property {number} at when it was made, in milliseconds since 1970
 * @property {number | null} seed
 * @property {import("../core/journal.js").Row[]} rows
 */

/** The day, as the clock of this place has it. @returns {string} */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The keys of all copies, the oldest first. @returns {string[]} */
function copyKeys() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(copiesKey()));
  const time = (/** @type {string} */ key) => copyUnder(key)?.at ?? 0;
  return keys.sort((one, other) => time(one) - time(other));
}

/**
 * @param {string} key
 * @returns {Copy | null} null for what cannot be read
 */
function copyUnder(key) {
  try {
    const copy = JSON.parse(localStorage.getItem(key) ?? "");
    return Array.isArray(copy.rows) ? copy : null;
  } catch {
    return null;
  }
}

/**
 * Keep a copy of the games, in place of an earlier one of this machine and day; older copies make
 * room.
 */
export function keepCopy() {
  const { journal, seed } = desk.screen;
  if (!journal.games) return;
  const day = today();
  const key = `${copiesKey()} ${day} ${seed}`;
  const text = JSON.stringify({ day, at: Date.now(), seed, rows: journal.rows });
  const older = copyKeys().filter((each) => each !== key);
  while (older.length >= MAX_COPIES) {
    localStorage.removeItem(/** @type {string} */ (older.shift()));
  }
  while (!putIfRoom(key, text)) {
    const oldest = older.shift();
    if (oldest === undefined) return;
    localStorage.removeItem(oldest);
  }
}

/**
 * Put a text into the storage, and say whether there was room.
 * @param {string} key
 * @param {string} text
 */
function putIfRoom(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Show what a keeper can do. */
function showKeeper() {
  byId("keeper-ask").hidden = true;
  byId("keeper-desk").hidden = false;
  byId("keeper-said").textContent = "";
  const taught = words.count("taught", visitors());
  byId("keeper-taught").textContent = `${taught} ${byId("score").textContent}`;
  byId("keeper-copies").replaceChildren(...copyKeys().reverse().map(copyButton));
}

/**
 * The day of a copy, with the time where that day had several machines.
 * @param {Copy} copy
 */
function whenMade({ at, day }) {
  const isOnly = copyKeys().filter((key) => copyUnder(key)?.day === day).length < 2;
  /** @type {Intl.DateTimeFormatOptions} */
  const style = isOnly ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
  return new Date(at).toLocaleString(words.language, style);
}

/**
 * A button that saves a copy as a file.
 * @param {string} key
 */
function copyButton(key) {
  const copy = copyUnder(key);
  const games = words.count("games", copy?.rows.length ?? 0);
  const day = copy?.at ? whenMade(copy) : "?";
  const made = button(words.say("keeper_copy", { day, games }), () => {
    if (copy) saveFile(`${data.name}-museum-${copy.day}.csv`, writeTable(copy.rows), "text/csv");
  });
  made.disabled = !copy;
  return made;
}

/** Ask for the keeper's key, if there is one. */
function openKeeper() {
  keepCopy();
  byId("keeper-ask").hidden = false;
  byId("keeper-desk").hidden = true;
  byId("keeper-key").value = "";
  byId("keeper-said").textContent = "";
  if (!keeperWord) showKeeper();
  if (!byId("keeper").open) byId("keeper").showModal();
}

/**
 * Let the keeper in.
 * @param {() => void | Promise<void>} reset begins a new machine
 */
export function receiveKeeper(reset) {
  addEventListener("keydown", (event) => {
    if (event.key === OPENS) openKeeper();
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let held;
  const robot = byId("robot");
  robot.addEventListener("pointerdown", () => {
    held = setTimeout(openKeeper, HOLD);
  });
  for (const kind of ["pointerup", "pointerleave", "pointercancel"]) {
    robot.addEventListener(kind, () => clearTimeout(held));
  }
  robot.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  byId("keeper-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (byId("keeper-key").value.trim() === keeperWord) showKeeper();
    else byId("keeper-said").textContent = words.say("keeper_wrong");
  });
  onPress("keeper-reset", async () => {
    byId("keeper").close();
    await reset();
  });
  onPress("keeper-close", () => byId("keeper").close());
}
