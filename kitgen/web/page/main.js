// The page: what is pressed leads to games, and what happens in them is shown and said.

import { drawCurve } from "./curve.js";
import { bead, byId, drawBoard, drawBox, drawn, element, overlay } from "./draw.js";
import { sitDown } from "./engine.js";
import { Journal, MOST_NOTED, saveFile } from "./journal.js";
import { showLog } from "./log.js";
import { Words } from "./words.js";

/** Games between two looks at the clock, and milliseconds between two looks at the page. */
const BURST = 250;
const FRAME = 40;
/** Beads that are shown one by one. */
const MOST_BEADS = 40;

const data = JSON.parse(byId("data").textContent);
const { pictures } = data;
const words = new Words(data.words, data.language);
let table = sitDown(data, 0, 1);
let journal = new Journal();
/** @type {{stopped: boolean, stop: () => void} | null} what is going on */
let running = null;
/** What was said since somebody last did something, where there is no time between. */
let told = "";

/** @returns {string} "you", or the number of an opponent */
const opponent = () => byId("opponent").value;
const pace = () => Number(byId("pace").value);
const seatIndex = () => Number(byId("seat").value);
const seat = () => data.seats[seatIndex()];
/** @param {number} edge */
const moveText = (edge) => data.moves[table.graph.move[edge]].text;
/** @param {number} slot */
const letterOf = (slot) => data.colours[colourOf(slot)].letter;

/** @param {number} slot @returns {number} */
function colourOf(slot) {
  const box = table.beads.boxOf[slot];
  return data.boxes[box].colours[slot - table.beads.first[box]];
}

/** @param {string} text */
function tell(text) {
  told = pace() === 0 && told ? `${told} ${text}` : text;
  byId("said").textContent = told;
}

/** Wait for one step of the chosen speed. */
function step() {
  const time = pace();
  return time ? new Promise((done) => setTimeout(done, time)) : Promise.resolve();
}

/** @param {number} box @returns {string} the beads in a box, such as `R 2, L 1` */
function beadsIn(box) {
  const { first, count } = table.beads;
  return data.boxes[box].colours
    .map((/** @type {number} */ colour, /** @type {number} */ at) => `${data.colours[colour].letter} ${count[first[box] + at]}`)
    .join(", ");
}

// --- what is shown ---------------------------------------------------------------------------------------------------

function showBoard() {
  const { graph } = table;
  drawBoard(byId("board"), pictures, seat().cells[graph.position[table.state]]);
}

/** @param {number} box */
function showCount(box) {
  const { first, count } = table.beads;
  const line = byId(`count-${box}`);
  line.replaceChildren(
    ...data.boxes[box].colours.map((/** @type {number} */ colour, /** @type {number} */ at) => {
      const beads = count[first[box] + at];
      return element("span", `${data.colours[colour].letter} ${beads}`, beads ? "" : "none");
    }),
  );
}

function showCounts() {
  for (let box = 0; box < data.boxes.length; box++) showCount(box);
}

/** @param {number} box or -1 for none */
function showOpen(box) {
  for (const card of document.querySelectorAll(".card.open")) card.classList.remove("open");
  const tray = byId("tray");
  tray.className = "";
  if (box < 0) {
    byId("open-words").textContent = words.say("no_box");
    byId("open").replaceChildren();
    tray.replaceChildren();
    return;
  }
  byId(`box-${box}`).classList.add("open");
  drawBox(byId("open"), pictures, box);
  byId("open-words").textContent = words.say("box", { box: data.boxes[box].id, beads: beadsIn(box) });
  const { first, count, totals } = table.beads;
  const beads = [];
  for (let slot = first[box]; slot < first[box + 1]; slot++) {
    for (let one = 0; one < count[slot] && beads.length < MOST_BEADS; one++) {
      const svg = bead(pictures, colourOf(slot));
      svg.dataset.slot = slot;
      beads.push(svg);
    }
  }
  tray.replaceChildren(...beads);
  if (totals[box] > beads.length) tray.append(element("span", `+ ${totals[box] - beads.length}`, "more"));
}

/** @param {number} slot the bead that was picked */
function showPicked(slot) {
  const tray = byId("tray");
  tray.className = "done";
  tray.querySelector(`[data-slot="${slot}"]`)?.classList.add("picked");
}

function showFigures() {
  drawCurve(byId("curve"), journal, words);
  byId("score").textContent = words.say("score", {
    games: words.count("games", journal.games), won: journal.won, drawn: journal.drawn, lost: journal.lost,
  });
  showLog(journal, words);
}

function layBoxes() {
  /** @type {Map<number, any>} */
  const rows = new Map();
  data.boxes.forEach((/** @type {{id: string, row: number}} */ box, /** @type {number} */ number) => {
    if (!rows.has(box.row)) rows.set(box.row, element("ul", "", "row"));
    const card = element("li", "", "card");
    card.id = `box-${number}`;
    const svg = drawn("svg", { "aria-hidden": "true" });
    drawBox(svg, pictures, number);
    const count = element("span", "", "count");
    count.id = `count-${number}`;
    card.append(element("b", box.id), svg, count);
    rows.get(box.row).append(card);
  });
  byId("boxes").replaceChildren(...rows.values());
}

// --- one game, seen move by move -------------------------------------------------------------------------------------

/** The machine opens its box, shakes it, picks a bead and moves. */
async function machineMoves() {
  const box = table.box;
  showOpen(box);
  if (box >= 0) {
    const { id } = data.boxes[box];
    tell(words.say("opens", { box: id, beads: beadsIn(box) }));
    byId("tray").className = "shaken";
    await step();
    if (running?.stopped) return;
    const edge = table.pick();
    if (edge < 0) {
      tell(words.say("empty", { box: id }));
      return;
    }
    const slot = table.picks[table.picked - 1];
    showPicked(slot);
    tell(words.say("picked", { letter: letterOf(slot), colour: data.colours[colourOf(slot)].name, move: moveText(edge) }));
    table.play(edge);
  } else {
    const edge = table.pick();
    tell(words.say("only", { move: moveText(edge) }));
    table.play(edge);
  }
}

/**
 * Wait for somebody's move.
 * @returns {Promise<number>} its edge, or -1 when the game was stopped
 */
function yourMove() {
  const { graph, state } = table;
  const edges = Array.from({ length: graph.first[state + 1] - graph.first[state] }, (_, at) => graph.first[state] + at);
  const group = byId("moves");
  const svg = byId("board");
  const before = byId("said").textContent;
  byId("said").textContent = `${before} ${words.say("your_turn", { moves: edges.map(moveText).join(", ") })}`.trim();
  return new Promise((resolve) => {
    let from = -1;
    /** @param {number} edge */
    const answer = (edge) => {
      group.replaceChildren();
      showBoard();
      told = "";
      resolve(edge);
    };
    if (running) running.stop = () => answer(-1);
    /** @param {number} edge */
    const ends = (edge) => data.moves[graph.move[edge]];
    /** @param {number} cell */
    const look = (cell) => {
      if (edges.some((edge) => (from < 0 || ends(edge).from === from) && ends(edge).to === cell && (from >= 0 || ends(edge).from === cell))) return "can";
      if (edges.some((edge) => ends(edge).from === cell)) return cell === from ? "can from" : "can";
      return "";
    };
    /** @param {number} cell */
    const pressed = (cell) => {
      const made = edges.find((edge) => ends(edge).to === cell && (ends(edge).from === cell || ends(edge).from === from));
      if (made !== undefined) return answer(made);
      from = cell;
      overlay(svg, pictures, look, pressed);
    };
    const buttons = edges.map((edge) => {
      const button = element("button", moveText(edge));
      button.type = "button";
      button.addEventListener("click", () => answer(edge));
      return button;
    });
    group.replaceChildren(...buttons);
    overlay(svg, pictures, look, pressed);
    buttons[0].focus({ preventScroll: true });
  });
}

/** Beads go and come, one slot after the other. */
async function learnSlowly() {
  const { beads } = table;
  const before = beads.count.slice();
  table.learn();
  const after = beads.count.slice();
  /** @type {number[]} */
  const changed = [];
  for (let pick = table.picked - 1; pick >= 0; pick--) {
    const box = beads.boxOf[table.picks[pick]];
    for (let slot = beads.first[box]; slot < beads.first[box + 1]; slot++) {
      if (before[slot] !== after[slot] && !changed.includes(slot)) changed.push(slot);
    }
  }
  if (!changed.length) tell(words.say("nothing"));
  for (const slot of changed) {
    const box = beads.boxOf[slot];
    const card = byId(`box-${box}`);
    card.classList.add("changed");
    showCount(box);
    showOpen(box);
    tell(words.say("bead", {
      box: data.boxes[box].id, letter: letterOf(slot), before: before[slot], after: after[slot],
    }));
    await step();
    card.classList.remove("changed");
  }
}

/** @returns {string[]} the beads that were picked, as on the log */
function pickTexts() {
  return Array.from(table.picks.subarray(0, table.picked), (slot) => `${data.boxes[table.beads.boxOf[slot]].id} ${letterOf(slot)}`);
}

function noteGame() {
  const complete = journal.complete;
  journal.enter(table.outcome);
  if (complete && journal.games <= MOST_NOTED) {
    journal.note(pickTexts(), table.outcome, opponent() === "you" ? "" : data.opponents[Number(opponent())], table.resigned);
  }
}

async function playOne() {
  told = "";
  byId("rate").textContent = "";
  table.begin();
  showBoard();
  showOpen(-1);
  while (!table.over && !running?.stopped) {
    if (table.machineToMove) {
      await machineMoves();
    } else if (opponent() === "you") {
      const edge = await yourMove();
      if (edge >= 0) {
        table.play(edge);
        tell(words.say("you", { move: moveText(edge) }));
      }
    } else {
      const edge = table.choose(Number(opponent()));
      table.play(edge);
      tell(words.say("other", { move: moveText(edge) }));
    }
    showBoard();
    await step();
  }
  if (!table.over) {
    table.begin();
    showBoard();
    showOpen(-1);
    tell(words.say("stopped"));
    return;
  }
  const { outcome } = table;
  tell(words.say(outcome > 0 ? "won" : outcome < 0 ? "lost" : "drawn"));
  await step();
  noteGame();
  await learnSlowly();
  const said = byId("said").textContent;
  const end = words.say(outcome > 0 ? "won" : outcome < 0 ? "lost" : "drawn");
  byId("said").textContent = said.includes(end) ? said : `${end} ${said}`;
  showFigures();
}

// --- many games at once ----------------------------------------------------------------------------------------------

async function playMany() {
  const who = Number(opponent());
  const wanted = Math.max(1, Math.floor(Number(byId("many").value) || 1));
  const begun = performance.now();
  let games = 0;
  let busy = 0;
  while (games < wanted && !running?.stopped) {
    const from = performance.now();
    while (games < wanted && performance.now() - from < FRAME) {
      for (const end = Math.min(wanted, games + BURST); games < end; games++) {
        table.playGame(who);
        noteGame();
      }
    }
    busy += performance.now() - from;
    byId("score").textContent = words.count("games", journal.games);
    await new Promise((done) => setTimeout(done, 0));
  }
  const seconds = Math.max(busy, 0.1) / 1000;
  table.begin();
  showBoard();
  showOpen(-1);
  showCounts();
  showFigures();
  byId("rate").textContent = words.say("rate", {
    games: words.count("games", games), seconds, rate: Math.round(games / seconds),
  });
  byId("said").textContent = byId("score").textContent;
  byId("rate").dataset.elapsed = String(performance.now() - begun);
}

// --- what is pressed -------------------------------------------------------------------------------------------------

/** @param {() => Promise<void>} work */
async function run(work) {
  if (running) return;
  running = { stopped: false, stop: () => {} };
  const idle = ["play", "play-many", "reset", "opponent", "seat", "many", "seed"];
  for (const id of idle) byId(id).disabled = true;
  byId("stop").disabled = false;
  try {
    await work();
  } finally {
    running = null;
    for (const id of idle) byId(id).disabled = false;
    const focus = document.activeElement;
    byId("stop").disabled = true;
    if (!focus || focus === document.body || focus === byId("stop")) byId("play").focus({ preventScroll: true });
  }
}

function reset() {
  table = sitDown(data, seatIndex(), Math.max(0, Math.floor(Number(byId("seed").value) || 0)));
  journal = new Journal();
  told = "";
  byId("rate").textContent = "";
  showBoard();
  showOpen(-1);
  showCounts();
  showFigures();
  tell(words.say("ready"));
}

byId("play").addEventListener("click", () => run(playOne));
byId("play-many").addEventListener("click", () => {
  if (opponent() === "you") tell(words.say("you_slow"));
  else run(playMany);
});
byId("stop").addEventListener("click", () => {
  if (!running) return;
  running.stopped = true;
  running.stop();
});
byId("reset").addEventListener("click", reset);
byId("seat").addEventListener("change", () => {
  const { rng, beads } = table;
  table = sitDown(data, seatIndex(), 0, beads);
  table.rng = rng;
  showBoard();
});
byId("save-csv").addEventListener("click", () => saveFile(`${data.name}-games.csv`, journal.csv(), "text/csv"));
byId("save-lines").addEventListener("click", () =>
  saveFile(`${data.name}-games.jsonl`, journal.lines(), "application/x-ndjson"));
byId("seat-field").hidden = data.seats.length < 2;
layBoxes();
reset();
