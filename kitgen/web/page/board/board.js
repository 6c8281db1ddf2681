// The board of a class: a tile for each group with its curve, fed by keys. The server keeps every
// result, or the page itself does (own.js), and decides what a key means and what is said of
// results; a board written as a file only shows how all stood then.

import { scored, scores } from "../view/curve.js";
import { byId, element } from "../view/draw.js";
import { Words } from "../view/words.js";
import { MAX_NAME_LETTERS, OwnBoard } from "./own.js";
import { readDropped } from "./saved.js";

/** Milliseconds between two looks at the journals. */
const LOOK_AGAIN_MS = 1000;
/** Milliseconds for which a group that has just got a result is marked. */
const MARKED_MS = 2500;
/** The answer of the server if nothing has changed. */
const NO_CONTENT = 204;
/** The styles of lines: groups with the numbers 1 and 7 have the same, and different signs. */
const LINE_STYLES = 6;
/** So many columns for each row of tiles, since screens are wide. */
const COLUMNS_PER_ROW = 1.3;
/** The part of a curve's picture that is shown: without the room that is left at its edges. */
const CURVE_BOX = "6 2 310 162";

/**
 * @typedef {object} Group see board_data in kitgen/web/board_page.py
 * @property {string} name
 * @property {number} number
 * @property {string} sign an SVG, as on the sheets of the group
 * @property {number[]} results
 * @property {boolean} leads
 * @property {string} figures
 * @property {string} learned
 * @property {string} label
 * @property {{low: number[], high: number[]}[]} bands
 *
 * @typedef {object} Board
 * @property {string} version
 * @property {string} front
 * @property {number} reach
 * @property {Group[]} groups
 * @property {string[]} about
 */

const data = JSON.parse(byId("data").textContent);
const words = new Words({ [data.language]: { words: data.words } }, data.language);
/** What was typed and is no result yet. */
let typed = "";
/** Results are sent one after the other. */
let sending = Promise.resolve();
/** The board that keeps itself, if this is one. */
const own = data.own ? new OwnBoard(data.own, words, location.pathname) : null;
/** @type {Board} */
let board = own ? own.board() : data.board;

/** @param {string} text what is answered to a key */
function tell(text) {
  byId("answer").textContent = text;
}

/**
 * Show what is typed.
 * @param {string} text
 */
function type(text) {
  typed = text;
  byId("typed").textContent = text;
}

/**
 * The class of a group's tile, by which its curve gets a style of line.
 * @param {number} number
 */
function lineClass(number) {
  return `line${(number - 1) % LINE_STYLES + 1}`;
}

/**
 * The name of a group; on a board that keeps itself a button with which it is changed.
 * @param {Group} group
 */
function nameOf(group) {
  if (!own) return element("span", group.name, "name");
  const key = element("button", group.name, "name");
  key.setAttribute("type", "button");
  key.addEventListener("click", () => {
    const field = element("input", "", "name");
    field.setAttribute("aria-label", words.say("name_of", { number: group.number }));
    field.setAttribute("maxlength", String(MAX_NAME_LETTERS));
    field.value = own.kept.names[group.number] ?? "";
    field.addEventListener("change", () => own.rename(group.number, field.value));
    field.addEventListener("blur", showOwn);
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") field.blur();
    });
    key.replaceWith(field);
    field.focus();
  });
  return key;
}

/**
 * The curve of a group.
 * @param {Group} group
 * @param {number[]} allScores those of all groups, so that their curves have one scale
 */
function curveOf(group, allScores) {
  const curve = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  curve.setAttribute("viewBox", CURVE_BOX);
  curve.setAttribute("role", "img");
  curve.setAttribute("aria-label", group.label);
  const journal = { outcomes: group.results, games: group.results.length };
  const noRival = null;
  const drawing = scored(journal, group.bands, board.reach, words, noRival, allScores);
  curve.replaceChildren(...drawing);
  return curve;
}

/**
 * The tile of a group.
 * @param {Group} group
 * @param {number[]} allScores as for its curve
 */
function tile(group, allScores) {
  const leads = group.leads ? " leads" : "";
  const made = element("section", "", `tile ${lineClass(group.number)}${leads}`);
  made.dataset.number = String(group.number);
  const head = element("h2");
  const sign = element("span", "", "sign");
  const drawing = new DOMParser().parseFromString(group.sign, "image/svg+xml").documentElement;
  drawing.setAttribute("aria-hidden", "true");
  sign.append(drawing);
  head.append(sign, nameOf(group));
  if (group.leads) head.append(element("span", words.say("leader"), "leader"));
  const figures = element("p", group.figures, "figures");
  const learned = element("p", group.learned, "learned");
  made.append(head, figures, curveOf(group, allScores), learned);
  return made;
}

/** Show the board as it is now. */
function show() {
  const { groups } = board;
  const tiles = byId("tiles");
  const columns = Math.ceil(Math.sqrt(groups.length * COLUMNS_PER_ROW));
  tiles.style.setProperty("--columns", String(columns));
  tiles.style.setProperty("--rows", String(Math.ceil(groups.length / columns)));
  const allScores = groups.flatMap(({ results }) => scores(results, results.length));
  tiles.replaceChildren(...groups.map((group) => tile(group, allScores)));
  byId("front").textContent = board.front;
  byId("about").replaceChildren(...board.about.map((line) => element("span", line)));
}

/** Show the board that keeps itself; "gone" is shown where the browser does not let it. */
function showOwn() {
  if (!own) return;
  board = own.board();
  show();
  byId("gone").hidden = own.keeps;
}

/**
 * Take what the server has answered.
 * @param {{board?: Board, said?: string, refused?: string, number?: number}} answer
 */
function take(answer) {
  if (answer.board) {
    board = answer.board;
    show();
  }
  if (answer.said !== undefined) tell(answer.said);
  if (answer.refused !== undefined) tell(answer.refused);
  byId("answer").classList.toggle("refused", answer.refused !== undefined);
  if (answer.number !== undefined) markChanged(answer.number);
}

/**
 * Mark the tile of a group for a while, if it has one.
 * @param {number} number
 */
function markChanged(number) {
  const changed = document.querySelector(`[data-number="${Number(number)}"]`);
  if (!changed) return;
  changed.classList.add("changed");
  setTimeout(() => changed.classList.remove("changed"), MARKED_MS);
}

/**
 * Ask the server for something.
 * @param {string} path
 * @param {RequestInit} how
 */
async function ask(path, how) {
  try {
    const answer = await fetch(path, how);
    if (answer.status !== NO_CONTENT) take(await answer.json());
    byId("gone").hidden = true;
  } catch {
    byId("gone").hidden = false;
  }
}

/**
 * Send something after all that was sent before.
 * @param {string} path
 * @param {BodyInit} body
 */
function send(path, body) {
  sending = sending.then(() => ask(path, { method: "POST", body }));
}

/**
 * Note what was typed, here or on the server.
 * @param {string} keys
 */
function note(keys) {
  if (!own) {
    send("keys", keys);
    return;
  }
  const answer = keys === data.undo ? own.undo() : own.press(keys);
  showOwn();
  take(answer);
}

/** Whether what is typed can become a result of a group, whose number has six digits at most. */
function canGoOn() {
  const [, result] = /^[0-9]{1,6} ?(.*)$/.exec(typed) ?? [];
  if (result === undefined) return false;
  return [...data.keys, ...data.whole].some((key) => key.startsWith(result));
}

/**
 * Whether a sign can stand next on the line: first a digit, later anything but a second blank.
 * @param {string} sign
 */
function canFollow(sign) {
  const isDigit = /[0-9]/.test(sign);
  if (!typed) return isDigit;
  return sign !== " " || !typed.endsWith(" ");
}

/**
 * Take a key: it ends a result, or goes on with one, or begins one with the number of a group.
 * @param {KeyboardEvent} event
 */
function pressed(event) {
  const isUndo = event.ctrlKey && event.key === "z";
  if (event.altKey || event.metaKey || (event.ctrlKey && !isUndo)) return;
  if (event.target instanceof HTMLInputElement) return;
  const key = isUndo ? data.undo : event.key.toLowerCase();
  if (key === "escape") {
    type("");
    return;
  }
  if (key === "backspace") {
    type(typed.slice(0, -1));
    return;
  }
  if (key === data.undo && !typed) {
    note(data.undo);
    return;
  }
  const isSign = [...key].length === 1;
  if (!isSign || !canFollow(key)) return;
  event.preventDefault();
  type(typed + key);
  const result = typed.replace(/^[0-9]+ ?/, "");
  if (data.keys.includes(result)) {
    note(typed);
    type("");
  } else if (!canGoOn()) {
    tell(words.say("not_a_key", { typed, keys: data.help }));
    byId("answer").classList.add("refused");
    type("");
  }
}

/**
 * Send files that were dropped: for the group on whose tile they were, if they were on one.
 * @param {DragEvent} event
 */
function dropped(event) {
  event.preventDefault();
  const on = event.target instanceof Element ? event.target.closest("[data-number]") : null;
  const number = on?.getAttribute("data-number") ?? "";
  const files = [...event.dataTransfer?.files ?? []];
  if (own) {
    takeOwn(files, Number(number));
    return;
  }
  for (const file of files) {
    const where = new URLSearchParams({ group: number, name: file.name });
    send(`file?${where}`, file);
  }
}

/**
 * Add the games of files to the board that keeps itself.
 * @param {File[]} files
 * @param {number} number of the group on which they were dropped, or 0
 */
async function takeOwn(files, number) {
  if (!own || !files.length) return;
  const contents = await Promise.all(files.map(readDropped));
  const answers = own.takeAll(contents, number);
  showOwn();
  takeTogether(answers);
}

/**
 * Say several answers in one.
 * @param {import("./own.js").Answer[]} answers
 */
function takeTogether(answers) {
  // Each says its own sentence, of which only the last one would be left.
  answers.forEach(take);
  const sentences = answers.map(({ said, refused }) => refused ?? said).filter(Boolean);
  tell(sentences.join(" · "));
  const isRefused = answers.some(({ refused }) => refused !== undefined);
  byId("answer").classList.toggle("refused", isRefused);
}

/** Listen to keys and to files that are dropped. */
function listenToClass() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", dropped);
}

/** Listen to what a board that keeps itself needs besides: a key to clear it, and other windows. */
function listenToOwn() {
  byId("clear").addEventListener("click", () => {
    if (!confirm(words.say("clear_ask"))) return;
    own?.clear();
    tell("");
    showOwn();
  });
  addEventListener("storage", () => {
    own?.read();
    showOwn();
  });
}

show();
if (own) {
  byId("gone").hidden = own.keeps;
  listenToClass();
  listenToOwn();
}
if (data.live) {
  listenToClass();
  setInterval(() => {
    sending = sending.then(() => ask(`state?version=${board.version}`, {}));
  }, LOOK_AGAIN_MS);
}
