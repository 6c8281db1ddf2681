// A game that is invented. Its text is the game: kitgen reads it, draws its controls and its board,
// and writes what they change; nothing here knows what a text means.

import { byId } from "../view/draw.js";

/** Milliseconds after the last key in the text. */
const REST = 400;
/** A step of a trial behind all others. */
const LAST = 99;

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
let text = "";
/** @type {[string, string][]} changes that wait to be written into the text */
let edits = [];
let asking = false;
/** Whether somebody is writing in a control, whose change has not come yet. */
let typing = false;
/** The kit whose trial is shown, and the number of the last trial. */
let triedKit = "", turn = 0;
let file = "game.toml";
let rest = 0;

/**
 * Hear what is pressed and written on the page that is shown.
 * @param {Around} page
 */
export function layGame(page) {
  around = page;
  triedKit = "";
  // What is still counted is said in the language of before.
  turn++;
  const controls = byId("game");
  controls.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  controls.addEventListener("input", () => (typing = true));
  controls.addEventListener("focusout", () => {
    // Nothing was changed in the end, but the controls may be old.
    if (typing) (typing = false), send();
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
  byId("begin-do").addEventListener("click", () => change("begin", byId("begin").value));
  byId("game-text").addEventListener("input", () => {
    clearTimeout(rest);
    rest = window.setTimeout(() => write(byId("game-text").value), REST);
  });
  byId("game-save").addEventListener("click", () => around.save(file, new Blob([text], { type: "application/toml" })));
  byId("game-open").addEventListener("change", async () => {
    const [chosen] = byId("game-open").files;
    if (chosen) write(await chosen.text());
    byId("game-open").value = "";
  });
  byId("trial").addEventListener("click", (/** @type {Event} */ event) => {
    const key = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-print], [data-play]"));
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

/** @param {string} name of a control @param {string} value */
function change(name, value) {
  edits.push([name, value]);
  send();
}

/** @param {string} written */
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
    const asked = text, language = document.documentElement.lang;
    const answer = await around.ask("invent", { text, edits: JSON.stringify(edits.splice(0)) });
    // Somebody has written meanwhile.
    if (text !== asked || language !== document.documentElement.lang) continue;
    if (!answer) break;
    if (answer.text === undefined) byId("game-refusal").innerHTML = answer.refusal;
    else showGame(answer);
    if (!edits.length) break;
  }
  asking = false;
}

/** @param {any} answer see `game_answer` in kitgen/web/game_form.py */
function showGame(answer) {
  text = answer.text;
  file = answer.file;
  history.replaceState({ game: text }, "");
  const area = byId("game-text"), { scrollTop } = area;
  if (area.value !== text) (area.value = text), (area.scrollTop = scrollTop);
  const controls = byId("game"), focus = document.activeElement?.id ?? "";
  const open = [...controls.querySelectorAll("details[open]")].map(({ id }) => id);
  // Else they follow what is being written.
  if (answer.controls && !typing) controls.innerHTML = answer.controls;
  controls.inert = !answer.controls;
  for (const id of open) byId(id)?.setAttribute("open", "");
  if (focus.startsWith("game.")) byId(focus)?.focus();
  byId("game-refusal").innerHTML = answer.refusal;
  byId("game-link").value = answer.kit && `${around.home}#${answer.kit}`;
  for (const id of ["game-copy", "game-copy-play", "game-link"]) byId(id).disabled = !answer.kit;
  if (answer.kit !== triedKit) tryGame(answer.kit);
}

/**
 * Show what machines make of the game, more and more of it; a newer game takes the place of this
 * one.
 * @param {string} kit empty for a text that is no game
 */
async function tryGame(kit) {
  const mine = ++turn;
  triedKit = kit;
  byId("counting").textContent = kit ? around.say("counting") : "";
  byId("trial").setAttribute("aria-busy", "true");
  byId("trial").inert = !kit;
  if (!kit) return;
  for (let step = 0, more = true; more; step = around.slow ? step + 1 : LAST) {
    const answer = await around.ask("trial", { text, step: String(step) });
    if (mine !== turn) return;
    byId("trial").removeAttribute("aria-busy");
    if (answer) byId("trial").innerHTML = answer.shown ?? answer.refusal;
    more = answer?.more;
    const counting = more ? around.say("counting") : "";
    byId("counting").textContent = [answer?.summary, counting].filter(Boolean).join(" · ");
  }
}
