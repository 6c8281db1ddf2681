// Following the machine on the table: the class enters what happened there, and the page says what to do.

import { REFILL } from "../core/learning.js";
import { beads, beadsIn, colourOf, data, desk, hush, letterOf, moveText, nameOf, slotsOf, takeSeat, tell, words } from "./desk.js";
import { bead, byId, element } from "./draw.js";
import { ask, askMove, BACK, changedSlots, clearAway, ending, noteGame } from "./game.js";
import { keep } from "./saving.js";
import { howItLies, showBoard, showCount, showFigures, showHowItLies, showOpen, showPicked } from "./show.js";

/** Pressed where the box on the table is empty. */
const EMPTY = -3;

/** @typedef {{edge: number, slot: number, asked: boolean}} Step a move, the bead that it was picked by, and whether somebody entered it */

/**
 * Put the game where it stood after some moves.
 * @param {Step[]} steps
 */
function playAgain(steps) {
  const { table } = desk;
  table.begin();
  for (const { edge, slot } of steps) {
    if (slot >= 0) table.take(slot);
    table.play(edge);
  }
}

/** Which bead has been picked from the box on the table? */
async function askBead() {
  const { table } = desk;
  const { box } = table;
  const refilled = !beads.totals[box] && data.schedule.empty === REFILL;
  if (refilled) {
    beads.refill(box);
    showCount(box);
  }
  showOpen(box);
  showHowItLies();
  const sign = data.signs[table.graph.seat.lies.charCodeAt(table.state) - 48];
  tell(words.say("real_open", { box: data.boxes[box].id, lies: howItLies(sign) }));
  tell(words.say(refilled ? "real_refill" : "real_holds", { beads: beadsIn(box) }));
  tell(words.say("real_pick"));
  return ask([
    ...slotsOf(box).map((slot) => ({
      words: words.say("real_bead", { letter: letterOf(slot), colour: nameOf(slot) }),
      answer: slot,
      className: beads.count[slot] ? "" : "none",
      before: bead(data.pictures, colourOf(slot)),
    })),
    ...(data.gives_up === null ? [] : [{ words: words.say("real_empty"), answer: EMPTY }]),
  ]);
}

/**
 * The machine's turn.
 * @returns {Promise<Step | null>} null when it gave up, or when something else was pressed
 */
async function machineTurn() {
  const { table } = desk;
  if (table.box < 0) {
    showOpen(-1);
    const edge = table.graph.first[table.state];
    tell(words.say("real_only", { move: moveText(edge) }));
    return { edge, slot: -1, asked: false };
  }
  const { box } = table;
  const { id } = data.boxes[box];
  const slot = await askBead();
  if (slot === EMPTY) {
    if (beads.totals[box]) tell(words.say("real_not_empty", { box: id, beads: beadsIn(box) }));
    tell(words.say("empty", { box: id }));
    table.giveUp();
    return null;
  }
  if (slot < 0) return entered(slot);
  if (!beads.count[slot]) tell(words.say("real_gone", { letter: letterOf(slot), box: id, beads: beadsIn(box) }));
  showPicked(slot);
  const edge = table.graph.first[table.state] + slot - beads.first[box];
  tell(words.say("real_move", { letter: letterOf(slot), move: moveText(edge) }));
  return { edge, slot, asked: true };
}

/** Whether the last thing pressed was to take a step back. */
let wantsBack = false;

/** @param {number} answer @returns {null} */
function entered(answer) {
  wantsBack = answer === BACK;
  return null;
}

/** The other side's turn. @returns {Promise<Step | null>} */
async function othersTurn() {
  const edge = await askMove("real_turn");
  if (edge < 0) return entered(edge);
  tell(words.say("real_other", { move: moveText(edge) }));
  return { edge, slot: -1, asked: true };
}

/** What to do with the beads on the table, box by box. */
function showTodo() {
  const before = beads.count.slice();
  desk.table.learn();
  const changed = changedSlots(before);
  const boxes = [...new Set(changed.map((slot) => beads.boxOf[slot]))];
  const lines = boxes.map((box) => {
    showCount(box);
    const what = changed.filter((slot) => beads.boxOf[slot] === box).map((slot) => {
      const more = beads.count[slot] - before[slot];
      return words.count(more > 0 ? "put_in" : "take_out", Math.abs(more), { colour: nameOf(slot), letter: letterOf(slot) });
    });
    return words.say("todo", { box: data.boxes[box].id, what: what.join(" "), beads: beadsIn(box) });
  });
  byId("todo").hidden = false;
  byId("todo-list").replaceChildren(...(lines.length ? lines : [words.say("nothing")]).map((line) => element("li", line)));
  return lines.length ? lines.join(" ") : words.say("nothing");
}

/** Follow one game of the machine on the table. */
export async function followOne() {
  hush();
  byId("todo").hidden = true;
  byId("rate").textContent = "";
  takeSeat();
  const { table } = desk;
  /** @type {Step[]} */
  const steps = [];
  showBoard();
  showOpen(-1);
  while (!table.over && !desk.running?.stopped) {
    wantsBack = false;
    byId("back").disabled = !steps.some((one) => one.asked);
    const made = await (table.machineToMove ? machineTurn() : othersTurn());
    if (made) {
      steps.push(made);
      if (made.slot >= 0) table.take(made.slot);
      table.play(made.edge);
    } else if (wantsBack) {
      while (steps.length && !steps.pop()?.asked);
      playAgain(steps);
      hush();
      tell(words.say("real_back"));
    }
    showBoard();
  }
  byId("back").disabled = true;
  if (!table.over) return clearAway();
  noteGame();
  tell(ending());
  tell(showTodo());
  showOpen(-1);
  showFigures();
  keep();
}
