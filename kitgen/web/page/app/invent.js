// A game that is invented. Its text is the game: kitgen reads it, draws its controls and its board,
// and writes what they change; nothing here knows what a text means.

import { byId, onPress } from "../view/draw.js";

/** The text is sent so many milliseconds after the last key. */
const TEXT_PAUSE_MS = 400;
/** A step beyond the last one of any trial: the engine then takes all of them at once. */
const LAST_TRIAL_STEP = 99;

/**
 * @typedef {object} Around what the rest of the page does
 * @property {(task: string, more: Record<string, string>) => Promise<any>} ask null where it was
 *     cancelled
 * @property {(key: string) => string} say
 * @property {(kit: string, side: string) => unknown} print
 * @property {(kit: string, side: string) => unknown} play
 * @property {(name: string, content: Blob) => void} save
 * @property {string} home
 * @property {boolean} slow whether the engine does one thing after the other, so that each should
 *     be short
 */

/** @type {Around} */
let around;
/** The game. */
let text = "";
/**
 * The changes that wait to be written into the text: the name of a control, and its value.
 * @type {[string, string][]}
 */
let edits = [];
/** Whether a request is on its way. */
let asking = false;
/** Whether somebody is writing in a control, whose change has not come yet. */
let typing = false;
/** The kit whose trial is shown. */
let triedKit = "";
/** The number of the newest trial; answers of others are dropped. */
let newestTrial = 0;
/** The name of the file that the game is saved as. */
let file = "game.toml";
/** The timer of the pause after a key. */
let textPause = 0;

/**
 * Hear what is pressed and written on the page that is shown.
 * @param {Around} page
 */
export function layGame(page) {
  around = page;
  triedKit = "";
  // The answer of a trial that is still under way is in the language of before: it is dropped.
  newestTrial++;
  const controls = byId("game");
  controls.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  controls.addEventListener("input", () => {
    typing = true;
  });
  controls.addEventListener("focusout", () => {
    if (!typing) return;
    // Nothing was changed in the end, but the controls may be old.
    typing = false;
    send();
  });
  controls.addEventListener("change", (/** @type {Event} */ event) => {
    typing = false;
    const { name, type, checked, value } = /** @type {HTMLInputElement} */ (event.target);
    change(name, type === "checkbox" && !checked ? "" : value);
  });
  controls.addEventListener("click", (/** @type {Event} */ event) => {
    const square = /** @type {Element} */ (event.target).closest("[data-square]");
    if (square) change(`square.${square.getAttribute("data-square")}`, "");
  });
  onPress("begin-do", () => change("begin", byId("begin").value));
  byId("game-text").addEventListener("input", () => {
    clearTimeout(textPause);
    textPause = window.setTimeout(() => write(byId("game-text").value), TEXT_PAUSE_MS);
  });
  onPress("game-save", () => around.save(file, new Blob([text], { type: "application/toml" })));
  byId("game-open").addEventListener("change", async () => {
    const [chosen] = byId("game-open").files;
    if (chosen) write(await chosen.text());
    byId("game-open").value = "";
  });
  byId("trial").addEventListener("click", (/** @type {Event} */ event) => {
    const pressed = /** @type {Element} */ (event.target);
    const key = /** @type {HTMLElement | null} */ (pressed.closest("[data-print], [data-play]"));
    if (key?.dataset.print) around.print(triedKit, key.dataset.print);
    if (key?.dataset.play) around.play(triedKit, key.dataset.play);
  });
}

/**
 * Show a game: the one that is worked on, or another one to begin with.
 * @param {string} begin
 */
export function openGame(begin) {
  if (!text) edits.push(["begin", begin]);
  send();
}

/** @param {string} kept the text of a game that was worked on before; empty for none */
export function takeGame(kept) {
  text = kept;
  edits = [];
}

/**
 * Note a change that waits to be written into the text.
 * @param {string} name of a control
 * @param {string} value
 */
function change(name, value) {
  edits.push([name, value]);
  send();
}

/** @param {string} written a text in place of the one at hand and of all changes that wait */
function write(written) {
  text = written;
  edits = [];
  send();
}

/**
 * Send the text with the changes that wait, one request after the other, and show what comes back.
 */
async function send() {
  if (asking) return;
  asking = true;
  for (;;) {
    const asked = text;
    const language = document.documentElement.lang;
    const answer = await around.ask("invent", { text, edits: JSON.stringify(edits.splice(0)) });
    const isOld = text !== asked || language !== document.documentElement.lang;
    // Somebody has written meanwhile.
    if (isOld) continue;
    if (!answer) break;
    if (answer.text === undefined) byId("game-refusal").innerHTML = answer.refusal;
    else showGame(answer);
    if (!edits.length) break;
  }
  asking = false;
}

/**
 * Show a game with its controls, and leave the keys and the open folds where they are.
 * @param {any} answer see `game_answer` in kitgen/web/game_form.py
 */
function showGame(answer) {
  text = answer.text;
  file = answer.file;
  history.replaceState({ game: text }, "");
  const area = byId("game-text");
  const { scrollTop } = area;
  if (area.value !== text) {
    area.value = text;
    area.scrollTop = scrollTop;
  }
  const controls = byId("game");
  const focus = document.activeElement?.id ?? "";
  const open = [...controls.querySelectorAll("details[open]")].map(({ id }) => id);
  // While somebody writes in a control they wait.
  if (answer.controls && !typing) controls.innerHTML = answer.controls;
  controls.inert = !answer.controls;
  for (const id of open) byId(id)?.setAttribute("open", "");
  if (focus.startsWith("game.")) byId(focus)?.focus();
  byId("game-refusal").innerHTML = answer.refusal;
  byId("game-link").value = answer.kit ? `${around.home}#${answer.kit}` : "";
  for (const id of ["game-copy", "game-copy-play", "game-link"]) byId(id).disabled = !answer.kit;
  if (answer.kit !== triedKit) tryGame(answer.kit);
}

/**
 * Show what machines make of the game, more and more of it; a newer game takes the place of this
 * one.
 * @param {string} kit empty for a text that is no game
 */
async function tryGame(kit) {
  const mine = ++newestTrial;
  triedKit = kit;
  byId("counting").textContent = kit ? around.say("counting") : "";
  byId("trial").setAttribute("aria-busy", "true");
  byId("trial").inert = !kit;
  if (!kit) return;
  let step = 0;
  for (;;) {
    const answer = await around.ask("trial", { text, step: String(step) });
    if (mine !== newestTrial) return;
    const parts = answer?.summary ? [answer.summary] : [];
    if (answer?.more) parts.push(around.say("counting"));
    byId("trial").removeAttribute("aria-busy");
    if (answer) byId("trial").innerHTML = answer.shown ?? answer.refusal;
    byId("counting").textContent = parts.join(" · ");
    if (!answer?.more) return;
    step = around.slow ? step + 1 : LAST_TRIAL_STEP;
  }
}
