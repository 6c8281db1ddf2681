// Watching it learn: from one game a second to as fast as it goes, beside another machine if
// somebody likes.

import { Machine } from "../core/machine.js";
import { AS_PRINTED, varied } from "../core/variant.js";
import {
  data,
  desk,
  hush,
  moveWords,
  newSeed,
  opponent,
  opponentText,
  OTHER,
  seats,
  seatsInTurn,
  step,
  tell,
  words,
} from "./desk.js";
import { showBoard } from "./board.js";
import { byId } from "./draw.js";
import { keep } from "./saving.js";
import { finish, machineMoves } from "./play.js";
import { showMood } from "./motion.js";
import { FEW_BOXES, showCounts, showFigures, showOpen } from "./show.js";

/** @typedef {import("./desk.js").Running} Running */

/** Games in a second, by the place of the slider; the first is seen move by move. */
const SPEEDS = [1, 2, 5, 10, 50, 250, 2000, Infinity];
/** Games between two looks at the clock. */
const BURST = 250;
/** Milliseconds from picture to picture. */
const FRAME = 16;
/** Milliseconds of play between two pictures. */
const MIN_PLAY = 3;
const MAX_PLAY = 12;
/** Milliseconds of play between two signs of life where no game is shown. */
const UNSEEN_PLAY = 40;
/** Milliseconds between two steps of a page that nobody sees. */
const HIDDEN_FRAME = 50;
/** Milliseconds between two curves. */
const CURVE = 200;
/** Milliseconds between two savings. */
const SAVED = 3000;

/**
 * The rules that a machine beside it can have.
 * @type {Record<string, import("../core/variant.js").Variant>}
 */
const RIVALS = {
  punish: { ...AS_PRINTED, win: 0, draw: 0, loss: -1 },
  reward: { ...AS_PRINTED, win: 3, draw: 1, loss: 0 },
  printed: AS_PRINTED,
};

export const speed = () => SPEEDS[Number(byId("speed").value)];

export function showSpeed() {
  const games = speed();
  const text = games === Infinity ? words.say("fastest") : words.count("a_second", games);
  byId("speed-words").textContent = text;
  byId("speed").setAttribute("aria-valuetext", text);
}

/**
 * Play a game without showing it.
 * @param {Machine} machine
 * @param {number} who
 * @param {string} name
 */
function playUnseen(machine, who, name) {
  machine.sit(seatsInTurn());
  machine.table.playGame(who);
  machine.note(name);
}

/**
 * Let the machine beside it play a game, if there is one; it meets no machine with boxes.
 * @param {number} [who]
 */
function playBeside(who = opponent()) {
  if (desk.rival) playUnseen(desk.rival, Math.min(who, OTHER - 1), "");
}

/** Set a machine of another rule beside it, which has played as many games; or none. */
export function setRival() {
  const rule = RIVALS[byId("beside").value];
  desk.rival = rule ? new Machine(varied(data, rule), seats, newSeed()) : null;
  while (desk.rival && desk.rival.journal.games < desk.screen.journal.games) playBeside();
}

/**
 * One game, move by move.
 * @param {Running} running
 */
async function showGame(running) {
  const { machine } = desk;
  hush();
  desk.practice = !desk.watchTeaches;
  machine.sit(seatsInTurn());
  const { table } = machine;
  showBoard();
  showMood("");
  while (!table.over && !running.stopped) {
    if (table.machineToMove) {
      await machineMoves(running, false);
    } else if (opponent() === OTHER) {
      await machineMoves(running, true);
    } else {
      const edge = table.choose(opponent());
      tell(words.say("other", { move: moveWords(edge) }));
      table.play(edge);
      await step(0.6);
    }
    showBoard();
  }
  if (running.stopped) return table.begin();
  await finish(running);
  playBeside();
}

/**
 * Games as quickly as the slider says, until somebody stops.
 * @param {Running} running
 */
export async function watch(running) {
  let due = 0;
  let drawn = 0;
  let last = performance.now();
  let saved = last;
  let time = MAX_PLAY;
  showOpen(-1);
  showPlaying(true);
  while (!running.stopped) {
    const games = speed();
    if (games <= 1) {
      await showGame(running);
      last = performance.now();
      continue;
    }
    const now = performance.now();
    due = games === Infinity ? Infinity : Math.min(due + ((now - last) * games) / 1000, games);
    // Where drawing takes longer, less is played.
    const late = now - last - FRAME - 1;
    time = Math.min(MAX_PLAY, Math.max(MIN_PLAY, time - late / 4));
    last = now;
    due -= playFor(time, due);
    showBoard();
    // A larger machine shows its boxes with its curve.
    if (data.own <= FEW_BOXES) showCounts();
    if (now - drawn > CURVE) {
      showCounts();
      showFigures();
      byId("said").textContent = byId("score").textContent;
      drawn = now;
    }
    if (now - saved > SAVED) {
      await keep();
      saved = now;
    }
    await new Promise((done) => {
      if (document.hidden) setTimeout(done, HIDDEN_FRAME);
      else requestAnimationFrame(done);
    });
  }
  showPlaying(false);
  showCounts();
  showFigures();
  await keep();
}

/**
 * Play games for some milliseconds.
 * @param {number} time
 * @param {number} most how many at most
 * @returns {number} how many were played
 */
function playFor(time, most) {
  const from = performance.now();
  const who = opponent();
  const name = opponentText();
  let played = 0;
  while (played + 1 <= most && performance.now() - from < time) {
    for (let burst = 0; burst < BURST && played + 1 <= most; burst++, played++) {
      playUnseen(desk.screen, who, name);
      playBeside(who);
    }
  }
  return played;
}

/**
 * Exactly so many games, as fast as they go.
 * @param {Running} running
 */
export async function playMany(running) {
  if (!byId("many").reportValidity()) return;
  const wanted = Number(byId("many").value) || 1;
  let left = wanted;
  let busy = 0;
  byId("rate").textContent = "";
  showPlaying(true);
  while (left > 0 && !running.stopped) {
    const from = performance.now();
    left -= playFor(UNSEEN_PLAY, left);
    busy += performance.now() - from;
    byId("score").textContent = words.count("games", desk.screen.journal.games);
    await new Promise((done) => setTimeout(done, 0));
  }
  const seconds = Math.max(busy, 0.1) / 1000;
  desk.table.begin();
  showPlaying(false);
  showBoard();
  showOpen(-1);
  showCounts();
  showFigures();
  const played = wanted - left;
  byId("rate").textContent = words.say("rate", {
    games: words.count("games", played),
    seconds,
    rate: Math.round(played / seconds),
  });
  byId("said").textContent = byId("score").textContent;
  await keep();
}

/** @param {boolean} playing */
export function showPlaying(playing) {
  byId("watch-play").textContent = words.say(playing ? "pause" : "watch");
  byId("watch-play").setAttribute("aria-pressed", String(playing));
}

