// Following the machine on the table: the class enters what happened there, and the page says what
// to do. Which boxes and moves can come next is left to core/table_side.js.

import { REFILL } from "../core/learning.js";
import { TableSide } from "../core/table_side.js";
import {
  BACK,
  beadsIn,
  boxesUnknown,
  colourOf,
  data,
  desk,
  hush,
  letterOf,
  moveWords,
  nameOf,
  opponentText,
  pictures,
  seatsInTurn,
  tell,
  wait,
  words,
} from "./desk.js";
import { keysFollow, showBoard } from "./board.js";
import { bead, button, byId, element } from "./draw.js";
import { askMove, ending, replaySteps, showControls } from "./play.js";
import { keep, remember } from "./saving.js";
import { showCount, showFigures, showHowItLies, showOpen, showPicked } from "./show.js";

/** @typedef {import("./play.js").Step} Step */
/** @typedef {import("./desk.js").Running} Running */

/** Pressed where the box on the table is empty; no slot, as STOPPED and BACK of desk.js. */
const EMPTY = -3;

/**
 * Which bead has been picked from the box on the table?
 * @param {number} box
 */
async function askBead(box) {
  const { machine } = desk;
  const refilled = !machine.beads.totals[box] && data.schedule.empty === REFILL;
  if (refilled) {
    machine.beads.refill(box);
    showCount(box);
  }
  showOpen(box);
  showHowItLies();
  const holds = { beads: beadsIn(box) };
  byId("holds").textContent = words.say(refilled ? "real_refill" : "real_holds", holds);
  tell(words.say("real_open", { box: data.boxes[box].id }));
  const group = byId("moves");
  const answer = await wait((done) => {
    group.replaceChildren(...machine.slots(box).map((slot) => beadButton(slot, done)));
    const givesUp = data.gives_up !== null;
    if (givesUp) group.append(button(words.say("real_empty"), () => done(EMPTY)));
    if (keysFollow()) group.firstElementChild.focus({ preventScroll: true });
  });
  group.replaceChildren();
  hush();
  return answer;
}

/**
 * A button that says which bead was picked; one that should not be in its box looks otherwise.
 * @param {number} slot
 * @param {(slot: number) => void} done
 */
function beadButton(slot, done) {
  const text = words.say("real_bead", { letter: letterOf(slot), colour: nameOf(slot) });
  const made = button(text, () => done(slot));
  if (!desk.machine.beads.count[slot]) made.className = "none";
  made.prepend(bead(pictures, colourOf(slot)), " ");
  return made;
}

/**
 * The machine's turn.
 * @param {TableSide} side
 * @returns {Promise<Step | number>} a number when it gave up, or when something else was pressed
 */
async function machineTurn(side) {
  const { table, machine } = desk;
  const open = side.openBox();
  if (!open) {
    showOpen(-1);
    const edge = side.onlyMove();
    tell(words.say("real_only", { move: moveWords(edge) }));
    return { edge, slot: -1, asked: false };
  }
  const { box } = open;
  const { id } = data.boxes[box];
  const slot = await askBead(box);
  const beads = beadsIn(box);
  if (slot === EMPTY) {
    if (machine.beads.totals[box]) tell(words.say("real_not_empty", { box: id, beads }));
    tell(words.say("empty", { box: id }));
    side.giveUp();
    table.giveUp();
    return EMPTY;
  }
  // Stopped, or a step back.
  if (slot < 0) return slot;
  const letter = letterOf(slot);
  if (!machine.beads.count[slot]) tell(words.say("real_gone", { letter, box: id, beads }));
  showPicked(slot);
  const edge = table.graph.first[table.state] + slot - machine.beads.first[box];
  tell(words.say("real_move", { letter, colour: nameOf(slot), move: moveWords(edge) }));
  return { edge, slot, asked: true };
}

/**
 * The other side's turn.
 * @returns {Promise<Step | number>}
 */
async function othersTurn() {
  byId("said").textContent = `${byId("said").textContent} ${words.say("real_turn")}`.trim();
  const edge = await askMove();
  if (edge < 0) return edge;
  tell(words.say("real_other", { move: moveWords(edge) }));
  return { edge, slot: -1, asked: true };
}

/**
 * The machine's side of the game at hand.
 * @param {Step[]} steps
 */
function sideAfter(steps) {
  const { machine } = desk;
  const side = new TableSide(machine.recorder.passages, { graph: machine.table.graph });
  for (const step of steps) accept(side, step);
  return side;
}

/** @param {TableSide} side @param {Step} step */
function accept(side, { edge, slot }) {
  if (slot >= 0) side.pick(slot);
  else side.report(edge);
}

/**
 * What to do with the beads of a slot on the table.
 * @param {number} slot
 * @param {number} before how many there were until now
 */
function beadsToMove(slot, before) {
  const more = desk.machine.beads.count[slot] - before;
  const named = { colour: nameOf(slot), letter: letterOf(slot) };
  return words.count(more > 0 ? "put_in" : "take_out", Math.abs(more), named);
}

/** Let the machine learn, and show what to do with the beads on the table, box by box. */
function showTodo() {
  const { machine } = desk;
  const before = machine.beads.count.slice();
  machine.table.learn();
  const changed = machine.changed(before);
  const boxes = [...new Set(changed.map((slot) => machine.beads.boxOf[slot]))];
  const lines = boxes.map((box) => {
    showCount(box);
    const slots = changed.filter((slot) => machine.beads.boxOf[slot] === box);
    const what = slots.map((slot) => beadsToMove(slot, before[slot]));
    const { id } = data.boxes[box];
    return words.say("todo_line", { box: id, what: what.join(" "), beads: beadsIn(box) });
  });
  if (!lines.length) lines.push(words.say(machine.finished ? "finished" : "nothing"));
  byId("todo").hidden = false;
  byId("todo-list").replaceChildren(...lines.map((line) => element("li", line)));
}

/** Wait for the next game on the table. */
export function offerFollowing() {
  showControls(null);
  showBoard();
  showOpen(-1);
}

/**
 * Follow one game of the machine on the table.
 * @param {Running} running
 * @param {Step[]} steps those of a game that was half followed
 */
export async function followOne(running, steps = []) {
  const { machine } = desk;
  hush();
  byId("todo").hidden = true;
  if (boxesUnknown()) {
    tell(words.say("unknown"));
    return;
  }
  desk.practice = false;
  machine.sit(seatsInTurn());
  replaySteps(steps);
  const side = sideAfter(steps);
  const { table } = machine;
  byId("said").textContent = steps.length ? words.say("half_followed") : "";
  showOpen(-1);
  while (!side.isOver && !running.stopped) {
    showBoard();
    showControls(steps);
    remember(steps);
    const made = await (side.machineMoves ? machineTurn(side) : othersTurn());
    if (typeof made !== "number") {
      accept(side, made);
      steps.push(made);
      if (made.slot >= 0) table.take(made.slot);
      table.play(made.edge);
    } else if (made === BACK) {
      // Whatever else was pressed has stopped the game or ended it, and the loop with it.
      side.undo();
      steps.length = side.acts.length;
      replaySteps(steps);
      hush();
      tell(words.say("real_back"));
      showOpen(-1);
    }
  }
  showBoard();
  if (!side.isOver || running.stopped) {
    table.begin();
    return;
  }
  remember([]);
  machine.note(opponentText());
  tell(ending());
  showTodo();
  showOpen(-1);
  showFigures();
  showControls(null);
  await keep();
  if (keysFollow()) byId("play").focus({ preventScroll: true });
}
