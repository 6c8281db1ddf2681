// One game on the screen, seen move by move.

import { rowOf } from "../core/journal.js";
import {
  beads, beadsIn, colourOf, data, desk, hush, letterOf, moveText, opponent, opponentText, step, takeSeat, tell, words,
} from "./desk.js";
import { byId, element, overlay } from "./draw.js";
import { showBoard, showCount, showFigures, showOpen, showPicked } from "./show.js";
import { keep } from "./saving.js";

/** What somebody has pressed in place of a move. */
export const STOPPED = -1;
export const BACK = -2;

/**
 * A machine opens its box, shakes it, picks a bead and moves.
 * @param {boolean} opposite whether it is the second machine
 */
async function machineMoves(opposite) {
  const { table } = desk;
  const box = opposite ? table.boxOpposite : table.box;
  const who = opposite ? "other_" : "";
  showOpen(box);
  if (box >= 0) {
    const { id } = data.boxes[box];
    tell(words.say(`${who}opens`, { box: id, beads: beadsIn(box) }));
    byId("tray").className = "shaken";
    await step();
    if (desk.running?.stopped) return;
    const edge = opposite ? table.pickOpposite() : table.pick();
    if (edge < 0) {
      tell(words.say(`${who}empty`, { box: id }));
      return;
    }
    const slot = opposite ? table.theirs[table.theirsPicked - 1] : table.picks[table.picked - 1];
    showPicked(slot);
    tell(words.say(`${who}picked`, { letter: letterOf(slot), colour: data.colours[colourOf(slot)].name, move: moveText(edge) }));
    table.play(edge);
  } else {
    const edge = opposite ? table.pickOpposite() : table.pick();
    tell(words.say(`${who}only`, { move: moveText(edge) }));
    table.play(edge);
  }
}

/**
 * Wait until somebody presses one of some buttons below the board, or stops.
 * @param {{words: string, answer: number, className?: string, before?: Element}[]} choices
 * @param {(answer: (choice: number) => void) => void} [also] what else leads to an answer
 * @returns {Promise<number>}
 */
export function ask(choices, also) {
  const group = byId("moves");
  return new Promise((resolve) => {
    /** @param {number} choice */
    const answer = (choice) => {
      group.replaceChildren();
      showBoard();
      hush();
      resolve(choice);
    };
    if (desk.running) desk.running.stop = answer;
    const buttons = choices.map((choice) => {
      const button = element("button", choice.words, choice.className);
      button.type = "button";
      if (choice.before) button.prepend(choice.before, " ");
      button.addEventListener("click", () => answer(choice.answer));
      return button;
    });
    group.replaceChildren(...buttons);
    also?.(answer);
    buttons[0].focus({ preventScroll: true });
  });
}

/**
 * Wait for somebody's move.
 * @param {string} key what is said
 * @returns {Promise<number>} its edge, or what was pressed in its place
 */
export function askMove(key) {
  const { graph, state } = desk.table;
  const edges = Array.from({ length: graph.first[state + 1] - graph.first[state] }, (_, at) => graph.first[state] + at);
  const svg = byId("board");
  byId("said").textContent = `${byId("said").textContent} ${words.say(key, { moves: edges.map(moveText).join(", ") })}`.trim();
  /** @param {number} edge */
  const ends = (edge) => data.moves[graph.move[edge]];
  return ask(edges.map((edge) => ({ words: moveText(edge), answer: edge })), (answer) => {
    let from = -1;
    /** @param {number} cell */
    const look = (cell) => {
      const here = edges.some((edge) => ends(edge).to === cell && [cell, from].includes(ends(edge).from) && (from < 0) === (ends(edge).from === cell));
      if (here) return "can";
      if (edges.some((edge) => ends(edge).from === cell)) return cell === from ? "can from" : "can";
      return "";
    };
    /** @param {number} cell */
    const pressed = (cell) => {
      const made = edges.find((edge) => ends(edge).to === cell && [cell, from].includes(ends(edge).from));
      if (made !== undefined) return answer(made);
      from = cell;
      overlay(svg, data.pictures, look, pressed);
    };
    overlay(svg, data.pictures, look, pressed);
  });
}

/**
 * The slots that learning has changed, box by box, the last box of the game first.
 * @param {Int32Array} before the beads before it
 * @returns {number[]}
 */
export function changedSlots(before) {
  const { table } = desk;
  const order = [...table.picks.subarray(0, table.picked)].reverse().concat([...table.theirs.subarray(0, table.theirsPicked)].reverse());
  const boxes = [...new Set(order.map((slot) => beads.boxOf[slot]))];
  return boxes.flatMap((box) =>
    Array.from(beads.count.keys()).slice(beads.first[box], beads.first[box + 1]).filter((slot) => before[slot] !== beads.count[slot]));
}

/** Beads go and come, one slot after the other. */
async function learnSlowly() {
  const before = beads.count.slice();
  desk.table.learn();
  const changed = changedSlots(before);
  if (!changed.length) tell(words.say("nothing"));
  for (const slot of changed) {
    const box = beads.boxOf[slot];
    const card = byId(`box-${box}`);
    card.classList.add("changed");
    showCount(box);
    showOpen(box);
    tell(words.say(box < data.own ? "bead" : "other_bead", {
      box: data.boxes[box].id, letter: letterOf(slot), before: before[slot], after: beads.count[slot],
    }));
    await step();
    card.classList.remove("changed");
  }
}

/** Count the game that is over, and note it. */
export function noteGame() {
  const { table, journal, recorder } = desk;
  if (!journal.complete) {
    journal.enter(table.outcome);
    return;
  }
  const picks = Array.from(table.picks.subarray(0, table.picked), (slot) => recorder.texts[slot]);
  const theirs = table.theirsPicked ? { theirs: Array.from(table.theirs.subarray(0, table.theirsPicked)) } : {};
  const resigned = table.resigned || table.conceded;
  journal.add(rowOf(journal.next, picks, table.outcome, { opponent: opponentText(), resigned, ...theirs }));
}

/** @returns {string} how the game has ended, in words */
export function ending() {
  const { outcome } = desk.table;
  return words.say(outcome > 0 ? "won" : outcome < 0 ? "lost" : "drawn");
}

/** Clear the board of a game that was not played to its end. */
export function clearAway() {
  desk.table.begin();
  showBoard();
  showOpen(-1);
  hush();
  tell(words.say("stopped"));
}

export async function playOne() {
  hush();
  byId("rate").textContent = "";
  takeSeat();
  const { table } = desk;
  showBoard();
  showOpen(-1);
  while (!table.over && !desk.running?.stopped) {
    if (table.machineToMove) {
      await machineMoves(false);
    } else if (opponent() === "you") {
      const edge = await askMove("your_turn");
      if (edge >= 0) {
        table.play(edge);
        tell(words.say("you", { move: moveText(edge) }));
      }
    } else if (Number(opponent()) === data.opponents.length) {
      await machineMoves(true);
    } else {
      const edge = table.choose(Number(opponent()));
      table.play(edge);
      tell(words.say("other", { move: moveText(edge) }));
    }
    showBoard();
    await step();
  }
  if (!table.over) return clearAway();
  tell(ending());
  await step();
  noteGame();
  await learnSlowly();
  const said = byId("said").textContent;
  byId("said").textContent = said.includes(ending()) ? said : `${ending()} ${said}`;
  showFigures();
  keep();
}
