// The first games as a story, one line above the board: win, see what the machine learns from it,
// play the same moves again. It says only what the rule and the game at hand do, and can be left at
// any time.

import { REFILL } from "../core/learning.js";
import { scores } from "./curve.js";
import { data, desk, moveWords, nameOf, words } from "./desk.js";
import { byId, drawn } from "./draw.js";

/** @typedef {import("./play.js").Step} Step */

/** Games of the story. */
const CHAPTERS = 5;
/** After this game the line of the results is explained. */
const CURVE_CHAPTER = 2;
/** The size of that line's picture. */
const LINE_WIDE = 60;
const LINE_HIGH = 30;
const LINE_EDGE = 4;

/**
 * @typedef {{games: number, seat: number, steps: Step[]}} Lesson how many games there were after
 *     it, the machine's seat, the moves
 */
/**
 * The last game that has taught the machine something that the same moves show.
 * @type {Lesson | null}
 */
let lastLesson = null;

/** Whether the game at hand belongs to the story. */
function isGuided() {
  if (!desk.guided || desk.mode !== "play" || desk.practice) return false;
  return desk.screen.journal.games < CHAPTERS;
}

/**
 * The last game, if the one at hand can show what the machine has learned from it.
 * @returns {Lesson | null}
 */
function lessonNow() {
  const { journal, seat } = desk.screen;
  const fits = lastLesson?.games === journal.games && lastLesson.seat === seat;
  return fits ? lastLesson : null;
}

/**
 * Say something in the line of the story.
 * @param {string} text
 */
function tellGuide(text) {
  byId("guide-words").textContent = text;
}

/** Show the line of the story if there is one, with the results so far. */
function showGuide() {
  byId("guide").hidden = false;
  byId("guide-table").hidden = true;
  byId("guide-sheets").hidden = true;
  drawResults();
}

export function hideGuide() {
  byId("guide").hidden = true;
}

/** Draw the results so far: a step up for each win of the machine, a step down for each loss. */
function drawResults() {
  const { journal } = desk.screen;
  const sums = scores(journal.outcomes, journal.games);
  const least = Math.min(...sums, -1);
  const most = Math.max(...sums, 1);
  const wide = LINE_WIDE - 2 * LINE_EDGE;
  const high = LINE_HIGH - 2 * LINE_EDGE;
  const x = (/** @type {number} */ game) => LINE_EDGE + (game * wide) / CHAPTERS;
  const y = (/** @type {number} */ sum) => LINE_EDGE + ((most - sum) * high) / (most - least);
  const last = sums.length - 1;
  byId("guide-curve").replaceChildren(
    drawn("line", { x1: x(0), x2: x(CHAPTERS), y1: y(0), y2: y(0), class: "level" }),
    drawn("polyline", { points: sums.map((sum, at) => `${x(at)},${y(sum)}`).join(" ") }),
    drawn("circle", { cx: x(last), cy: y(sums[last]), r: 3 }),
  );
}

/** A game of the story begins, or goes on. */
export function guideGame() {
  if (!isGuided()) {
    hideGuide();
    return;
  }
  showGuide();
  const { games } = desk.screen.journal;
  const title = words.say("guide_game", { game: games + 1, games: CHAPTERS });
  tellGuide(`${title} ${words.say(games ? "guide_free" : "guide_aim")}`);
}

/**
 * How far a game has gone as the last one did.
 * @param {Step[]} steps
 * @returns {Step | null} the next step of the last game; null where the ways have parted, or there
 *     was no lesson
 */
function nextAsBefore(steps) {
  const before = lessonNow()?.steps ?? [];
  const same = steps.every(({ edge }, at) => before[at]?.edge === edge);
  return same ? before[steps.length] ?? null : null;
}

/**
 * Somebody is to move.
 * @param {Step[]} steps the game so far
 * @returns {number} the edge of the move to make again, or -1
 */
export function guideTurn(steps) {
  const lesson = lessonNow();
  if (!isGuided() || !lesson) return -1;
  const before = nextAsBefore(steps);
  if (before) {
    tellGuide(words.say("guide_same", { move: moveWords(before.edge) }));
    return before.edge;
  }
  if (steps.length) {
    const parted = lesson.steps.findIndex(({ edge }, at) => steps[at]?.edge !== edge);
    tellGuide(words.say(steps[parted]?.asked ? "guide_own" : "guide_other"));
  }
  return -1;
}

/**
 * The machine opens a box.
 * @param {number} box
 * @param {Step[]} steps the game so far
 */
export function guideBox(box, steps) {
  if (!isGuided()) return;
  const before = nextAsBefore(steps);
  if (!before || before.slot < 0) {
    if (!desk.screen.journal.games) tellGuide(words.say("guide_blind"));
    return;
  }
  const { beads, data: { schedule } } = desk.machine;
  const total = beads.totals[box];
  // The box is filled again before anything is picked from it.
  if (!total && schedule.empty === REFILL) return;
  const count = beads.count[before.slot];
  const last = words.say("guide_last", { colour: nameOf(before.slot) });
  const now = count ? words.say("guide_chance", { count, total }) : words.say("guide_gone");
  tellGuide(`${last} ${now}`);
}

/**
 * What to try next, by the key of what the last move's own change means.
 * @type {Record<string, string>}
 */
const TRY = {
  meaning_never: "guide_never",
  meaning_until_filled: "guide_again",
  meaning_less: "guide_less",
  meaning_more: "guide_more",
};

/** A game is over; what was said of its moves is no longer so. */
export function guideOver() {
  if (isGuided()) tellGuide(words.say("guide_over"));
}

/**
 * A game has been learned from.
 * @param {Step[]} steps the game
 * @param {import("./play.js").Meaning} learned what has changed for the machine's last pick that
 *     has changed
 * @param {string} learns what the rule does, in a sentence
 */
export function guideEnd(steps, { meaning, box }, learns) {
  if (!desk.guided || byId("guide").hidden) return;
  const { games } = desk.screen.journal;
  lastLesson = meaning ? { games, seat: desk.screen.seat, steps: steps.slice() } : null;
  showGuide();
  if (games >= CHAPTERS || desk.screen.finished) {
    tellGuide(words.say("guide_print"));
    byId("guide-table").hidden = false;
    byId("guide-sheets").hidden = !data.app;
    return;
  }
  const parts = [];
  if (meaning) {
    parts.push(words.say(TRY[meaning], { box: data.boxes[box].id }));
  } else {
    parts.push(words.say("guide_nothing"));
    if (learns) parts.push(words.say("guide_rule", { rule: learns }));
  }
  const explained = data.draws ? "guide_curve_draws" : "guide_curve";
  if (games === CURVE_CHAPTER) parts.unshift(words.say(explained));
  tellGuide(parts.join(" "));
}

/** Leave the story for good. */
export function leaveGuide() {
  desk.guided = false;
  hideGuide();
}
