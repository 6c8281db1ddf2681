// A page on show: it plays by itself until somebody presses the board, and is as at first when they
// have gone. Visitors may also teach one machine all day.

import { desk, words } from "./desk.js";
import { byId, element } from "./draw.js";

/** Visitors have left after so many seconds without a press, unless the address says otherwise. */
const AWAY = 60;
/** What an address can say for that, in seconds. */
const MIN_AWAY = 5;
const MAX_AWAY = 3600;
/** Seconds in which one can still come back. */
const COUNTDOWN = 10;
/** How long a page that is made as large as at first allows no zoom, in milliseconds. */
const NO_ZOOM = 300;
/** A page that is larger by less than this share is as large as at first. */
const NEARLY_NO_ZOOM = 0.01;

const params = new URLSearchParams(location.hash.slice(1));
export const museum = params.has("museum");
/** Whether the visitors teach one machine, which is kept. */
export const taught = museum && params.has("keep");
/** What a keeper has to enter; empty for nothing. */
export const keeperWord = (params.get("keep") ?? "").trim();
const away = Math.min(MAX_AWAY, Math.max(MIN_AWAY, Number(params.get("idle")) || AWAY));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Wait for visitors to come and go.
 * @param {() => void} gone begins anew
 */
export function guard(gone) {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => rearm(gone), true);
}

/**
 * Count anew from now on.
 * @param {() => void} gone
 */
export function rearm(gone) {
  clearTimeout(timer);
  byId("idle").hidden = true;
  timer = setTimeout(() => countDown(COUNTDOWN, gone), 1000 * away);
}

/** Nobody is here: there is nothing to count. */
export function disarm() {
  clearTimeout(timer);
  byId("idle").hidden = true;
}

/**
 * @param {number} seconds
 * @param {() => void} gone
 */
function countDown(seconds, gone) {
  if (!seconds) {
    disarm();
    gone();
    return;
  }
  byId("idle").hidden = false;
  byId("idle").textContent = words.count(taught ? "idle_taught" : "idle", seconds);
  timer = setTimeout(() => countDown(seconds - 1, gone), 1000);
}

/** Invite in all languages. */
export function layInvitation() {
  byId("invite").replaceChildren(...words.known.map((name) => {
    const line = element("span", words.languages[name].words.invite);
    line.lang = name;
    return line;
  }));
}

/** How many visitors have played: each has a name of its own in the list of games. */
export const visitors = () => new Set(desk.screen.journal.rows.map((row) => row.opponent)).size;

/** Name who plays now after those who have played. */
export function nameVisitor() {
  byId("player").value = `visitor ${visitors() + 1}`;
}

/** Show how many have played with the machine that they teach. */
export function showTaught() {
  byId("taught").textContent = taught ? words.count("taught", visitors()) : "";
}

/**
 * Note how everything stands that a visitor can open, choose or move.
 * @returns {() => void} puts it back
 */
export function standing() {
  const all = (/** @type {string} */ what) =>
    /** @type {any[]} */ ([...document.querySelectorAll(what)]);
  const details = all("details");
  const fields = all("input:not([type=file]), select");
  const opened = details.map((each) => each.open);
  const values = fields.map((each) => each.value);
  return () => {
    for (const dialog of all("dialog")) dialog.close();
    details.forEach((each, at) => {
      each.open = opened[at];
    });
    fields.forEach((each, at) => {
      each.value = values[at];
    });
    for (const each of all("*")) {
      if (each.scrollTop || each.scrollLeft) each.scrollTo(0, 0);
    }
    /** @type {any} */ (document.activeElement)?.blur();
    unzoom();
  };
}

/** Whether two fingers have made the page larger than it is. */
const isZoomed = () => Math.abs((visualViewport?.scale ?? 1) - 1) > NEARLY_NO_ZOOM;

/**
 * Take back the zoom of two fingers: for a moment the page allows none. Screens that are no
 * telephones do not listen to that; there the page is opened anew, under an address that they have
 * not noted a zoom for.
 */
function unzoom() {
  const viewport = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=viewport]"));
  if (!isZoomed()) return;
  const usual = viewport.content;
  viewport.content = `${usual}, maximum-scale=1`;
  setTimeout(() => {
    viewport.content = usual;
    if (isZoomed()) location.replace(`${location.pathname}?${Date.now()}${location.hash}`);
  }, NO_ZOOM);
}
