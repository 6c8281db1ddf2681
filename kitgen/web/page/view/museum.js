// A page on show: it plays by itself until somebody presses the board, and begins anew when they have gone.

import { byId } from "./draw.js";
import { words } from "./desk.js";

/** Seconds without a press, and those in which one can still come back. */
const AWAY = 60;
const COUNTDOWN = 10;

const params = new URLSearchParams(location.hash.slice(1));
export const museum = params.has("museum");
const away = Math.min(3600, Math.max(5, Number(params.get("idle")) || AWAY));

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
  byId("idle").textContent = words.count("idle", seconds);
  timer = setTimeout(() => countDown(seconds - 1, gone), 1000);
}
