// A game on the screen against the machine, seen move by move.

import { GOES_ON } from "../core/engine.js";
import { needs, REFILL } from "../core/learning.js";
import {
  BACK,
  beadsIn,
  colourOf,
  data,
  desk,
  hush,
  letterOf,
  moveOf,
  moveWords,
  nameOf,
  opponentText,
  seatsInTurn,
  STOPPED,
  step,
  tell,
  wait,
  words,
} from "./desk.js";
import { cellPlace, focusBoard, keysFollow, offerBoard, offerMoves, showBoard } from "./board.js";
import { button, byId, digit } from "./draw.js";
import { guideBox, guideEnd, guideGame, guideOver, guideTurn } from "./guide.js";
import { fly, placeOfPart, showMood } from "./motion.js";
import { keep, rememberGame } from "./saving.js";
import { showCount, showCounts, showFigures, showLearning, showOpen, showPicked } from "./show.js";

/** @typedef {import("./desk.js").Running} Running */
/**
 * @typedef {object} Step a move
 * @property {number} edge
 * @property {number} slot that of the bead that it was picked by, or -1
 * @property {boolean} asked whether somebody chose it
 */
/**
 * @typedef {object} Meaning what a changed bead means for the next games
 * @property {string} meaning its key; empty for nothing
 * @property {number} box the bead's, or -1
 */

/** A share of the beads of a box changes its chance only where it changes by more than this. */
const NO_GAIN = 1e-9;

/**
 * A machine opens its box, shakes it, picks a bead and moves.
 * @param {Running} running
 * @param {boolean} opposite whether it is the second machine
 * @param {Step[]} [steps] the game so far, where somebody plays it
 * @returns {Promise<Step | null>} null when it gives up, or is stopped
 */
export async function machineMoves(running, opposite, steps = []) {
  const { table } = desk;
  const box = opposite ? table.boxOpposite : table.box;
  const who = opposite ? "other_" : "";
  const pick = () => (opposite ? table.pickOpposite() : table.pick());
  showOpen(box, opposite);
  if (box < 0) {
    const edge = pick();
    tell(words.say(`${who}only`, { move: moveWords(edge) }));
    await step();
    return moved(running, edge, -1);
  }
  const { id } = data.boxes[box];
  showMood("thinks");
  tell(words.say(`${who}opens`, { box: id, beads: beadsIn(box) }));
  guideBox(box, steps);
  byId("tray").className = "shaken";
  await step();
  if (running.stopped) return null;
  const edge = pick();
  if (edge < 0) {
    tell(words.say(`${who}empty`, { box: id }));
    return null;
  }
  const slot = opposite ? table.theirs[table.theirsPicked - 1] : table.picks[table.picked - 1];
  const picked = showPicked(slot, opposite);
  const told = { letter: letterOf(slot), colour: nameOf(slot), move: moveWords(edge) };
  tell(words.say(`${who}picked`, told));
  const { from, to } = moveOf(edge);
  await fly(colourOf(slot), placeOfPart(picked), cellPlace(data.kind === "place" ? to : from));
  await step(0.6);
  return moved(running, edge, slot);
}

/**
 * Make the move of a machine, unless the game was stopped in the meantime.
 * @param {Running} running
 * @param {number} edge
 * @param {number} slot
 * @returns {Step | null}
 */
function moved(running, edge, slot) {
  if (running.stopped) return null;
  desk.table.play(edge);
  return { edge, slot, asked: false };
}

/**
 * The moves that can be made now.
 * @returns {number[]}
 */
export function edgesNow() {
  const { graph: { first }, state } = desk.table;
  return Array.from({ length: first[state + 1] - first[state] }, (_, at) => first[state] + at);
}

/**
 * Wait for somebody's move, on the board or from the list below it.
 * @param {number} [advised] the edge of a move that is pointed at
 * @returns {Promise<number>} its edge, or what was pressed in its place
 */
export async function askMove(advised = -1) {
  const edges = edgesNow();
  const group = byId("moves");
  const question = byId("said").textContent;
  const lifted = (/** @type {boolean} */ held) => {
    byId("said").textContent = held ? words.say("press_target") : question;
  };
  const answer = await wait((done) => {
    offerMoves(edges, done, lifted, advised);
    group.replaceChildren(...edges.map((edge) => button(moveWords(edge), () => done(edge))));
    focusBoard();
  });
  group.replaceChildren();
  hush();
  return answer;
}

/**
 * Put the game where it stood after some moves.
 * @param {Step[]} steps
 */
export function replaySteps(steps) {
  const { table, machine: { beads, data: { schedule } } } = desk;
  table.begin();
  for (const { edge, slot } of steps) {
    if (slot >= 0) {
      // The page was opened anew since the box was filled again for this pick.
      const { box } = table;
      if (!beads.totals[box] && schedule.empty === REFILL) beads.refill(box);
      table.take(slot);
    }
    table.play(edge);
  }
}

/**
 * Go back to before the last move that somebody chose.
 * @param {Step[]} steps
 */
export function stepBack(steps) {
  while (steps.length && !steps.pop()?.asked);
  replaySteps(steps);
  hush();
}

/** @returns {string} how the game has ended, in words, and why */
export function ending() {
  const { outcome, state, graph, box, boxOpposite, resigned, conceded } = desk.table;
  let why = words.kit.endings[data.endings[digit(graph.seat.why, state)]] ?? "";
  if (resigned) why = words.say("empty", { box: data.boxes[box].id });
  else if (conceded) why = words.say("other_empty", { box: data.boxes[boxOpposite].id });
  else if (graph.ends[state] === GOES_ON) why = words.say("again_and_again");
  let result = "even";
  if (outcome > 0) result = "won";
  else if (outcome < 0) result = "lost";
  return `${why} ${words.say(result)}`.trim();
}

/**
 * What it means for the next games that a slot's beads have changed.
 * @param {number} slot
 * @param {Int32Array} before
 * @param {Int32Array} after
 * @returns {string} the key of the words; empty where the move is as likely as it was
 */
function meaningOf(slot, before, after) {
  const { beads, data: { schedule } } = desk.machine;
  if (!after[slot]) return schedule.empty === REFILL ? "meaning_until_filled" : "meaning_never";
  const inBox = desk.machine.slots(beads.boxOf[slot]);
  const sum = (/** @type {Int32Array} */ count) =>
    inBox.reduce((total, each) => total + count[each], 0);
  const gain = after[slot] / sum(after) - before[slot] / sum(before);
  if (Math.abs(gain) < NO_GAIN) return "";
  return gain > 0 ? "meaning_more" : "meaning_less";
}

/**
 * Learn from the game that is noted, and keep it; beads leave and come, one colour after the other.
 * @param {Running} running
 * @returns {Promise<Meaning>} what it means for the last of the machine's picks that it means
 *     something for
 */
export async function learnSlowly(running) {
  const { machine } = desk;
  const before = machine.beads.count.slice();
  machine.table.learn();
  const changed = machine.changed(before);
  const after = machine.beads.count.slice();
  const lying = before.slice();
  const picked = machine.table.picks.slice(0, machine.table.picked);
  const last = { meaning: "", box: -1 };
  await keep();
  if (!changed.length) tell(words.say(machine.finished ? "finished" : "nothing"));
  else showMood("learns");
  for (const slot of changed) {
    const meaning = meaningOf(slot, before, after);
    if (meaning && !last.meaning && picked.includes(slot)) {
      last.meaning = meaning;
      last.box = machine.beads.boxOf[slot];
    }
    await showChange(running, slot, lying, after[slot], meaning);
  }
  showCounts();
  return last;
}

/**
 * Show how the beads of a slot leave, or come.
 * @param {Running} running
 * @param {number} slot
 * @param {Int32Array} lying the beads as they are shown, which become those after it
 * @param {number} after
 * @param {string} meaning the key of what it means, or nothing
 */
async function showChange(running, slot, lying, after, meaning) {
  const box = desk.machine.beads.boxOf[slot];
  const card = byId(`box-${box}`);
  card.classList.add("changed");
  const before = lying[slot];
  const comes = after > before;
  showLearning(box, lying, comes ? -1 : slot);
  const { id } = data.boxes[box];
  const told = { box: id, letter: letterOf(slot), colour: nameOf(slot), before, after };
  const change = words.say(box < data.own ? "bead" : "other_bead", told);
  tell(meaning ? `${change} ${words.say(meaning)}` : change);
  const tray = byId("tray");
  const inTray = placeOfPart(tray.querySelector(".picked") ?? tray);
  const bag = placeOfPart(byId("bag"));
  if (!running.stopped) await fly(colourOf(slot), comes ? bag : inTray, comes ? inTray : bag);
  lying[slot] = after;
  showLearning(box, lying);
  showCount(box);
  if (!running.stopped) await step(0.5);
  card.classList.remove("changed");
}

/**
 * Note the game that is over, and learn from it.
 * @param {Running} running
 * @returns {Promise<Meaning>} as for `learnSlowly`
 */
export async function finish(running) {
  const { machine } = desk;
  const { outcome } = machine.table;
  const end = ending();
  hush();
  tell(end);
  guideOver();
  if (outcome > 0) showMood("happy");
  else showMood(outcome < 0 ? "sad" : "");
  await step(1.2);
  if (desk.practice) {
    tell(words.say("practised"));
    return { meaning: "", box: -1 };
  }
  machine.note(opponentText());
  const meaning = await learnSlowly(running);
  const now = byId("said").textContent;
  if (!now.includes(end)) byId("said").textContent = `${end} ${now}`;
  showFigures();
  return meaning;
}

/**
 * Show which buttons have a meaning now.
 * @param {Step[] | null} steps those of the game at hand; null between games
 */
export function showControls(steps) {
  const isBetween = steps === null;
  let next = "start_over";
  if (isBetween) next = desk.mode === "table" ? "follow" : "play_again";
  byId("play").hidden = steps?.length === 0;
  byId("play").textContent = words.say(next);
  byId("play").classList.toggle("main", isBetween);
  byId("back").hidden = !steps?.some((each) => each.asked);
}

/**
 * Play a game.
 * @param {Running} running
 * @param {{asks?: boolean, state?: number, steps?: Step[]}} [how] whether a machine that begins
 *     waits for a press; where a game that is only tried starts; the moves of one that goes on
 */
export async function playOne(running, how = {}) {
  const { asks = false, state = -1, steps = [] } = how;
  const { machine } = desk;
  hush();
  desk.practice = state >= 0;
  machine.sit(seatsInTurn());
  const { table } = machine;
  if (desk.practice) table.arrive(state);
  if (steps.length) {
    replaySteps(steps);
    tell(words.say("resumed"));
  }
  showBoard();
  showOpen(-1);
  showMood("");
  showControls(steps);
  showSides();
  guideGame();
  if (asks && !steps.length && table.machineToMove) {
    tell(words.say("press_to_begin"));
    const answer = await wait((done) => offerBoard(words.say("begin"), () => done(0)));
    if (answer === STOPPED) return;
    hush();
  }
  await playToEnd(running, steps);
  if (!table.over || running.stopped) {
    rememberGame([]);
    table.begin();
    return;
  }
  rememberGame(steps);
  const meaning = await finish(running);
  rememberGame([]);
  if (running.stopped) return;
  guideEnd(steps, meaning, machine.data === data ? learnsBy() : "");
  showControls(null);
  offerBoard(words.say("play_again"), () => byId("play").click());
  focusButton();
}

/**
 * Play on until the game is over, or something else is pressed.
 * @param {Running} running
 * @param {Step[]} steps the moves so far, to which those that are made are added
 */
async function playToEnd(running, steps) {
  const { table } = desk;
  while (!table.over && !running.stopped) {
    showControls(steps);
    rememberGame(steps);
    if (table.machineToMove) {
      const made = await machineMoves(running, false, steps);
      if (made) steps.push(made);
      showBoard();
      continue;
    }
    const turn = words.say(`turn_${data.names.length ? data.kind : "take"}`);
    byId("said").textContent = steps.length ? `${byId("said").textContent} ${turn}` : turn;
    const edge = await askMove(guideTurn(steps));
    if (edge === BACK) {
      stepBack(steps);
      showBoard();
      showOpen(-1);
      continue;
    }
    if (edge < 0) return;
    tell(words.say("you", { move: moveWords(edge) }));
    table.play(edge);
    steps.push({ edge, slot: -1, asked: true });
    rememberGame(steps);
    showBoard();
    await step(0.5);
  }
}

/**
 * What a lost game does, or a won one where that is all that does anything.
 * A language may begin it with a capital letter behind a colon, as German does.
 * @returns {string}
 */
export function learnsBy() {
  const { schedule } = data;
  const { learning } = words.kit;
  const loss = needs(schedule, -1) > 0;
  const [outcome, lines] = learning[loss ? learning.length - 2 : 0];
  const What = lines[0];
  const what = `${What.charAt(0).toLowerCase()}${What.slice(1)}`;
  return words.say("learns_by", { outcome, what, What });
}

/** Who plays which side. */
export function showSides() {
  byId("sides").textContent = words.kit.machine;
}

/** Bring the keys to the button that goes on. */
function focusButton() {
  if (keysFollow()) byId("play").focus({ preventScroll: true });
}
