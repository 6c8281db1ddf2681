// A machine that learns otherwise than its kit: other beads at the start, another change after a
// win, a draw or a loss.

/** `Schedule.reach` of a change of all moves. */
const EVERY_MOVE = 2 ** 30;
/** The places of the outcomes in a schedule. */
const PLACES = /** @type {const} */ (["draw", "win", "loss"]);
/** The most beads in a slot at the start. */
const MAX_START = 99;
/** The most beads that a game adds to a slot, or takes away. */
const MAX_CHANGE = 9;

/**
 * @typedef {object} Variant null where it is as in the kit
 * @property {number | null} start beads in each slot
 * @property {number | null} win beads added to the slots of a game that is won; negative takes away
 * @property {number | null} draw
 * @property {number | null} loss
 * @property {boolean} last whether only the last move of a game is changed
 */

/** @type {Variant} */
export const AS_PRINTED = { start: null, win: null, draw: null, loss: null, last: false };

/**
 * The variant that an address carries.
 * @param {URLSearchParams} params
 * @returns {Variant}
 */
export function variantOf(params) {
  /**
   * @param {string} name
   * @param {number} least
   * @param {number} most
   */
  const number = (name, least, most) => {
    const text = params.get(name);
    if (text === null || !/^[-+]?[0-9]{1,3}$/.test(text)) return null;
    return Math.min(most, Math.max(least, Number(text)));
  };
  const start = number("start", 1, MAX_START);
  const [draw, win, loss] = PLACES.map((name) => number(name, -MAX_CHANGE, MAX_CHANGE));
  return { start, win, draw, loss, last: params.get("moves") === "last" };
}

/**
 * A variant for an address; nothing for the kit's own rule.
 * @param {Variant} variant
 */
export function paramsOf(variant) {
  const params = new URLSearchParams();
  for (const name of /** @type {const} */ (["start", "win", "draw", "loss"])) {
    const value = variant[name];
    if (value !== null) params.set(name, String(value));
  }
  if (variant.last && PLACES.some((name) => params.has(name))) params.set("moves", "last");
  return params;
}

/**
 * The seed that an address asks for; null for one drawn by chance.
 * @param {URLSearchParams} params
 * @returns {number | null}
 */
export function seedIn(params) {
  const text = params.get("seed");
  if (text === null || !/^[0-9]{1,16}$/.test(text)) return null;
  const seed = Number(text);
  return Number.isSafeInteger(seed) ? seed : null;
}

/** @param {Variant} variant */
export const isPrinted = (variant) => String(paramsOf(variant)) === "";

/**
 * The page's data with another rule and other beads at the start.
 * @param {any} data
 * @param {Variant} variant
 */
export function varied(data, variant) {
  const { schedule } = data;
  const width = schedule.width + 1;
  const reach = [...schedule.reach];
  const last = [...schedule.last];
  // Each move has its amount, and so have all moves farther from the end: the last amount twice.
  const amounts = schedule.amounts.map(
    (/** @type {number[]} */ row) => [...row, row[row.length - 1]],
  );
  PLACES.forEach((name, place) => {
    const change = variant[name];
    if (change === null) return;
    amounts[place] = Array(width).fill(variant.last ? 0 : change);
    amounts[place][0] = change;
    reach[place] = variant.last ? 1 : EVERY_MOVE;
    if (change === 0) reach[place] = 0;
    last[place] = 0;
  });
  const { start } = variant;
  let { boxes } = data;
  if (start !== null) {
    boxes = boxes.map((/** @type {any} */ box) => {
      return { ...box, beads: box.colours.map(() => start) };
    });
  }
  return { ...data, schedule: { ...schedule, width, reach, last, amounts }, boxes };
}
