// What moves on the page: a bead on its way, and the robot's mood. Nothing moves where somebody
// wants no motion.

import { pace, pictures, stillness } from "./desk.js";
import { bead, byId } from "./draw.js";

/** The shortest step in which a flight can be followed, in milliseconds. */
const SEEN = 250;
/** A flight takes so much of a step. */
const FLIGHT = 0.8;
/**
 * Let a bead travel over the page.
 * @param {number} colour
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @returns {Promise<void>}
 */
export async function fly(colour, from, to) {
  const time = pace();
  if (!from?.width || !to?.width || time < SEEN || stillness.matches || document.hidden) return;
  const flying = bead(pictures, colour);
  flying.classList.add("flying");
  document.body.append(flying);
  const half = flying.getBoundingClientRect().width / 2;
  const at = (/** @type {DOMRect} */ { x, y, width, height }) => {
    return { transform: `translate(${x + width / 2 - half}px, ${y + height / 2 - half}px)` };
  };
  const timing = { duration: FLIGHT * time, easing: "ease-in-out" };
  const flight = flying.animate([at(from), at(to)], timing);
  await flight.finished.catch(() => {});
  flying.remove();
}

/**
 * Where a part of the page lies.
 * @param {any} part
 * @returns {DOMRect | undefined}
 */
export const placeOfPart = (part) => part?.getBoundingClientRect();

/** @param {"" | "thinks" | "happy" | "sad" | "learns"} mood */
export function showMood(mood) {
  byId("robot").setAttribute("class", mood);
}
