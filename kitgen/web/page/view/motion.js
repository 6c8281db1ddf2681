// What moves on the page: a bead on its way, and the robot's mood. Nothing moves where somebody
// wants no motion.

import { pace, pictures, stillness } from "./desk.js";
import { bead, byId } from "./draw.js";

/** The shortest step in which a flight can be followed, in milliseconds. */
const SEEN = 250;

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
  const at = (/** @type {DOMRect} */ place) => `translate(${place.x + place.width / 2 - 18}px, ${place.y + place.height / 2 - 18}px)`;
  const flight = flying.animate([{ transform: at(from) }, { transform: at(to) }], { duration: 0.8 * time, easing: "ease-in-out" });
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
