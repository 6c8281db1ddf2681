// What is shown beside the board: the open box, all boxes with their beads, the curve and what is
// known.

import { bandOf } from "../core/band.js";
import { knownOf } from "../core/known.js";
import { drawCurve, MOST_SCORED } from "./curve.js";
import { inWords } from "./board.js";
import {
  beadsIn,
  cellsNow,
  colourOf,
  data,
  desk,
  letterOf,
  nameOf,
  opponent,
  OTHER,
  pictures,
  seats,
  seatsInTurn,
  words,
} from "./desk.js";
import { bead, button, byId, digit, drawBox, drawChoices, drawn, element } from "./draw.js";
import { showLog } from "./log.js";
import { showTaught } from "./museum.js";
import { oddsOf } from "./odds.js";

/** So many beads are shown one by one in the open box. */
const MOST_BEADS = 40;
/** So many beads are shown one by one on the shelf. */
const FEW_BEADS = 8;
/** The open box has room for so many beads beside each other, at least. */
const FEWEST_ACROSS = 2;
/** The space that is left before and above a box to which the shelf is moved, in pixels. */
const BEFORE_BOX = 40;
const ABOVE_BOX = 8;
/** A shelf of so many boxes is shown whole, and at every change. */
export const FEW_BOXES = 60;
/** So many games more are foreseen at a time. */
const AHEAD = [20, 50, 100, 200, 500, 1000, MOST_SCORED];
/** So many of the last results are shown one by one. */
const MAX_RESULTS = 40;

/**
 * Beads of the slots of a box, as many as can be shown; more of a colour stand behind it as a
 * number.
 * @param {number[]} slots
 * @param {Int32Array} count
 * @param {number} most
 */
function heapsOf(slots, count, most) {
  const many = slots.reduce((sum, slot) => sum + count[slot], 0) > most;
  return slots.map((slot) => {
    const beads = count[slot];
    const heap = element("span", "", beads ? "heap" : "heap none");
    const shown = many ? Math.min(1, beads) : beads;
    for (let at = 0; at < shown; at++) heap.append(bead(pictures, colourOf(slot)));
    if (many && beads) heap.append(element("span", `×${words.number(beads)}`, "times"));
    heap.append(element("span", `${letterOf(slot)} ${beads}`, "spoken"));
    return heap;
  });
}

/** @param {number} box */
export function showCount(box) {
  showBeads(desk.machine, box);
}

/**
 * Show the beads of a box.
 * @param {import("../core/machine.js").Machine} machine
 * @param {number} box
 * @param {string} [prefix] of the ids of its boxes
 */
function showBeads(machine, box, prefix = "") {
  const place = byId(`${prefix}count-${box}`);
  place.replaceChildren(...heapsOf(machine.slots(box), machine.beads.count, FEW_BEADS));
  place.parentElement.classList.toggle("empty", !machine.beads.totals[box]);
}

/** Show the beads of the machine beside it, in boxes of its own. */
function showRival() {
  const { rival } = desk;
  const place = byId("rival-box");
  place.hidden = !rival || desk.mode !== "watch";
  if (!rival || place.hidden || !place.open) return;
  for (let box = 0; box < data.own; box++) showBeads(rival, box, "rival-");
}

/**
 * The beads as the shelf shows them.
 * @type {Int32Array | null}
 */
let shown = null;

/**
 * Show the boxes whose beads have changed, or all.
 * @param {boolean} [all]
 */
export function showCounts(all = false) {
  const { first, count } = desk.machine.beads;
  for (let box = 0; box < data.boxes.length; box++) {
    let same = shown !== null && !all;
    for (let slot = first[box]; same && slot < first[box + 1]; slot++) {
      same = shown?.[slot] === count[slot];
    }
    if (!same) showCount(box);
  }
  shown = count.slice();
}

/**
 * The moves of the box at hand with their beads.
 * @param {number} box
 * @param {boolean} opposite whether it is a box of the second machine
 * @param {number} picked the slot of the picked bead, or -1
 */
function choicesOf(box, opposite, picked) {
  const { machine, table: { graph, state } } = desk;
  const { from: begins, edges } = graph.replies;
  return machine.slots(box).map((slot, at) => {
    const edge = opposite ? edges[begins[state] + at] : graph.first[state] + at;
    const { from, to } = data.moves[graph.move[edge]];
    const out = !machine.beads.count[slot];
    return { from, to, colour: colourOf(slot), out, picked: slot === picked };
  });
}

/** The box that is open now, or -1. */
let openBox = -1;

/**
 * How the boxes lay on the table when the last bead was picked from them.
 * @type {Map<number, {cells: string, choices: ReturnType<typeof choicesOf>}>}
 */
const lay = new Map();

/**
 * Open a box, as the table lies, or none.
 * @param {number} box -1 for none
 * @param {boolean} [opposite] whether it is a box of the second machine
 */
export function showOpen(box, opposite = false) {
  byId(`box-${openBox}`)?.classList.remove("open");
  openBox = box;
  const tray = byId("tray");
  tray.className = "";
  byId("lies").textContent = byId("holds").textContent = "";
  byId("label").replaceChildren();
  byId("open-box").hidden = box < 0;
  byId("odds-box").hidden = box < 0;
  byId("how-picture").hidden = desk.mode === "table" || desk.machine.journal.games > 0;
  byId("closed").hidden = box >= 0;
  if (box < 0) return;
  const card = byId(`box-${box}`);
  card.classList.add("open");
  const shelf = byId(opposite ? "boxes-other" : "boxes");
  const left = card.offsetLeft - shelf.offsetLeft - BEFORE_BOX;
  const top = card.offsetTop - shelf.offsetTop - ABOVE_BOX;
  shelf.scrollTo({ left, top, behavior: "instant" });
  const { id } = data.boxes[box];
  drawChoices(byId("open"), pictures, cellsNow(), choicesOf(box, opposite, -1), data);
  byId("open-name").textContent = words.say("box_named", { box: id });
  byId("open-words").textContent = words.say("box", { box: id, beads: beadsIn(box) });
  fillTray(box, desk.machine.beads.count);
  showOdds(box, -1);
}

/**
 * Show a box while learning changes its beads: as it lay when its bead was picked, or else as it is
 * printed.
 * @param {number} box
 * @param {Int32Array} count the beads that lie in it now
 * @param {number} [leaving] the slot whose beads leave
 */
export function showLearning(box, count, leaving = -1) {
  byId("closed").hidden = true;
  byId("open-box").hidden = false;
  byId("lies").textContent = byId("holds").textContent = "";
  byId("open-name").textContent = words.say("box_named", { box: data.boxes[box].id });
  const open = byId("open");
  const then = lay.get(box);
  if (then) {
    const slots = desk.machine.slots(box);
    const choices = then.choices.map((choice, at) => {
      return { ...choice, out: !count[slots[at]], picked: slots[at] === leaving };
    });
    drawChoices(open, pictures, then.cells, choices, data);
  } else {
    drawBox(open, pictures, box);
  }
  byId("open-words").textContent = "";
  fillTray(box, count);
  byId("tray").className = "learning";
  byId("tray").querySelector(`[data-slot="${leaving}"]`)?.classList.add("picked");
}

/**
 * How many beads to lay beside each other, so that they become as large as the tray lets them.
 * @param {any} tray
 * @param {number} beads
 * @returns {number}
 */
function beadsAcross(tray, beads) {
  const { clientWidth: wide, clientHeight: high } = tray;
  let best = FEWEST_ACROSS;
  let largest = 0;
  for (let across = FEWEST_ACROSS; across <= Math.max(beads, FEWEST_ACROSS); across++) {
    const size = Math.min(wide / across, high / Math.ceil(beads / across));
    if (size > largest) {
      largest = size;
      best = across;
    }
  }
  return best;
}

/**
 * Lay the beads of the open box into the tray.
 * @param {number} box
 * @param {Int32Array} count how many of each slot
 */
function fillTray(box, count) {
  const tray = byId("tray");
  const all = desk.machine.slots(box).flatMap((slot) => Array(count[slot]).fill(slot));
  const shown = all.slice(0, MOST_BEADS);
  tray.replaceChildren(...shown.map((slot) => {
    const svg = bead(pictures, colourOf(slot));
    svg.dataset.slot = slot;
    return svg;
  }));
  const hidden = all.length - shown.length;
  if (hidden) tray.append(element("span", `+ ${hidden}`, "more"));
  if (!all.length) tray.append(element("span", words.say("no_beads"), "more"));
  fitBeads();
}

/** Lay the beads in the tray into rows that fit it. */
function fitBeads() {
  const tray = byId("tray");
  const beads = tray.querySelectorAll(".bead").length;
  const across = beadsAcross(tray, beads);
  tray.style.setProperty("--across", String(across));
  tray.style.setProperty("--rows", String(Math.ceil(beads / across)));
}

/** Lay the beads anew whenever the tray has another size: somebody turns a telephone. */
export function watchTray() {
  new ResizeObserver(fitBeads).observe(byId("tray"));
}

/**
 * The chance of each bead of a box.
 * @param {number} box
 * @param {number} picked
 */
function showOdds(box, picked) {
  const { beads } = desk.machine;
  byId("odds").replaceChildren(...oddsOf(desk.machine.slots(box), beads, picked));
}

/**
 * Show which bead was picked from the open box.
 * @param {number} slot
 * @param {boolean} [opposite]
 * @returns {any} the bead in the tray
 */
export function showPicked(slot, opposite = false) {
  const tray = byId("tray");
  const box = desk.machine.beads.boxOf[slot];
  tray.className = "done";
  const picked = tray.querySelector(`[data-slot="${slot}"]`);
  picked?.classList.add("picked");
  const cells = cellsNow();
  const choices = choicesOf(box, opposite, slot);
  lay.set(box, { cells, choices });
  drawChoices(byId("open"), pictures, cells, choices, data);
  showOdds(box, slot);
  return picked;
}

/** How a label is turned beside the board, by the sign that the finder has for it. */
const TURNS = [
  { sign: "▶", key: "right", degrees: 90 },
  { sign: "◀", key: "left", degrees: -90 },
  { sign: "▼", key: "round", degrees: 180 },
];

/** @param {string} signs */
const turnIn = (signs) => TURNS.find(({ sign }) => signs.includes(sign));

/** Show how the label of the machine's box on the table lies beside the board. */
export function showHowItLies() {
  const { graph, state, box } = desk.table;
  const signs = data.signs[digit(graph.seat.lies, state)];
  byId("lies").textContent = `${signs} ${howItLies(signs)}`.trim();
  const svg = drawn("svg", { class: "board", role: "img", "aria-hidden": "true" });
  drawBox(svg, pictures, box);
  svg.style.transform = `rotate(${turnIn(signs)?.degrees ?? 0}deg)`;
  byId("label").replaceChildren(svg);
}

/** @param {string} signs as the finder has them @returns {string} */
function howItLies(signs) {
  if (!signs) return words.say("lies_same");
  const turn = turnIn(signs);
  const parts = [];
  if (turn) parts.push(words.say(`lies_${turn.key}`));
  if (signs.includes("⇄")) parts.push(words.say("lies_mirrored"));
  if (signs.includes("⇅")) parts.push(words.say("lies_upended"));
  return parts.join(" ") || words.say("lies_otherwise");
}

/**
 * The last band, with what it depends on.
 * @type {{key: string, band: {low: Int32Array, high: Int32Array}} | null}
 */
let foreseen = null;

/**
 * The band of simulated machines that play as this one does; against people it is that against
 * chance.
 */
function band() {
  const { machine: { journal, data: own }, mode } = desk;
  const games = AHEAD.find((most) => most >= journal.games) ?? MOST_SCORED;
  const against = mode === "watch" ? opponent() : 0;
  const turn = seatsInTurn();
  const key = JSON.stringify([games, against, turn, own.schedule, own.boxes[0].beads]);
  if (foreseen?.key !== key) {
    const taken = turn.map((seat) => seats[seat]);
    foreseen = { key, band: bandOf(own, taken, against, games) };
  }
  return { ...foreseen.band, against: words.say(`against_${against}`) };
}

/** The curve, the results and what is known. */
export function showFigures() {
  const { machine, machine: { journal }, rival } = desk;
  const beside = desk.mode === "watch" ? rival : null;
  const reached = journal.games > MOST_SCORED ? null : band();
  const below = byId("curve-words");
  drawCurve(byId("curve"), below, journal, words, reached, beside?.journal ?? null);
  byId("score").textContent = scoreOf("score", journal);
  byId("score-rival").textContent = beside ? scoreOf("score_rival", beside.journal) : "";
  showTaught();
  showResults(journal);
  showRival();
  const met = desk.mode === "watch" && opponent() === OTHER;
  const tables = [knownTable("known", machine, 0, data.own)];
  if (met) tables.push(knownTable("known_other", machine, data.own, data.boxes.length));
  if (beside) tables.push(knownTable("known_rival", beside, 0, data.own));
  byId("other").hidden = !met;
  byId("known").replaceChildren(...tables);
  showLog(journal);
}

/**
 * How many games were won, drawn and lost, in words.
 * @param {string} key
 * @param {import("../core/journal.js").Journal} journal
 */
function scoreOf(key, { games, won, drawn, lost }) {
  const figures = { games: words.count("games", games), won, drawn, lost };
  return words.say(data.draws ? key : `${key}_decided`, figures);
}

/**
 * A mark for each of the last games.
 * @param {import("../core/journal.js").Journal} journal
 */
function showResults({ outcomes, games }) {
  const last = outcomes.subarray(Math.max(0, games - MAX_RESULTS), games);
  byId("results").replaceChildren(...Array.from(last, (outcome) => {
    if (outcome > 0) return element("span", "▲", "won");
    return outcome < 0 ? element("span", "▽", "lost") : element("span", "=", "even");
  }));
  byId("results-key").textContent = words.say(data.draws ? "results_key" : "results_key_decided");
  byId("results-key").hidden = !games;
}

/**
 * What the beads in some boxes of a machine lead to, and what it has learned.
 * @param {string} title the key of its words
 * @param {import("../core/machine.js").Machine} machine
 * @param {number} from
 * @param {number} to
 */
function knownTable(title, machine, from, to) {
  const { worth, ...known } = knownOf(data.boxes, machine.beads, from, to);
  const head = element("tr");
  for (const key of ["lead_to", "left", "first"]) head.append(titleCell(key, "col"));
  const table = element("table");
  table.append(element("caption", words.say(title)), head);
  for (const [value, { left, first }] of Object.entries(worth)) {
    if (!first) continue;
    const line = element("tr");
    const figures = [left, first].map((figure) => element("td", words.number(figure)));
    line.append(titleCell(value, "row"), ...figures);
    table.append(line);
  }
  const part = element("div");
  part.append(table);
  const gone = goneFrom(machine, from, to);
  if (gone) part.append(element("p", words.say("gone", { list: gone })));
  const decided = words.count("decided", decidedBoxes(machine, from, to));
  part.append(
    element("p", words.say("known_safe", known), "quiet"),
    element("p", decided, "quiet"),
  );
  return part;
}

/**
 * A cell that names a column or a row of what is known.
 * @param {string} key
 * @param {"col" | "row"} scope
 */
function titleCell(key, scope) {
  const cell = element("th", words.say(`known_${key}`));
  cell.scope = scope;
  return cell;
}

/**
 * The beads that have all gone from some boxes, or the first of them.
 * @param {import("../core/machine.js").Machine} machine
 * @param {number} from
 * @param {number} to
 */
function goneFrom(machine, from, to) {
  const { count, start } = machine.beads;
  const gone = machine.slotsOfBoxes(from, to).filter((slot) => !count[slot] && start[slot]);
  const names = gone.slice(0, MOST_BEADS).map((slot) => machine.recorder.texts[slot]).join(", ");
  return gone.length > MOST_BEADS ? `${names} …` : names;
}

/**
 * How many of some boxes have only one move left, of several.
 * @param {import("../core/machine.js").Machine} machine
 * @param {number} from
 * @param {number} to
 */
function decidedBoxes(machine, from, to) {
  let decided = 0;
  for (let box = from; box < to; box++) {
    const slots = machine.slots(box);
    const left = slots.filter((slot) => machine.beads.count[slot]);
    if (slots.length > 1 && left.length === 1) decided++;
  }
  return decided;
}

/**
 * Lay the boxes of a machine in rows.
 * @param {any} place
 * @param {number} from
 * @param {number} to
 * @param {((box: number) => void) | null} pressed what a press on its name does, if anything
 * @param {string} [prefix] of the ids of its boxes
 */
function layRows(place, from, to, pressed, prefix = "") {
  /** @type {Map<number, any>} */
  const rows = new Map();
  for (let number = from; number < to; number++) {
    const box = data.boxes[number];
    if (!rows.has(box.row)) rows.set(box.row, element("ul", "", "row"));
    const card = element("li", "", "card");
    card.id = `${prefix}box-${number}`;
    const svg = drawn("svg", { "aria-hidden": "true" });
    drawBox(svg, pictures, number);
    const count = element("span", "", "count");
    count.id = `${prefix}count-${number}`;
    const name = pressed ? button(box.id, () => pressed(number), "id") : element("b", box.id, "id");
    card.append(name, svg, count);
    rows.get(box.row).append(card);
  }
  place.replaceChildren(...rows.values());
}

/** Name the buttons of all boxes by what they show, in the language of the page. */
export function nameBoxes() {
  for (const [box, { id }] of data.boxes.entries()) {
    const name = `${id}. ${inWords(pictures.positions[box])}`;
    byId(`box-${box}`).querySelector("button").setAttribute("aria-label", name);
  }
}

/** @param {(box: number) => void} pressed */
export function layBoxes(pressed) {
  byId("boxes").classList.toggle("many", data.own > FEW_BOXES);
  layRows(byId("boxes"), 0, data.own, pressed);
  layRows(byId("boxes-other"), data.own, data.boxes.length, pressed);
  layRows(byId("boxes-rival"), 0, data.own, null, "rival-");
  byId("rival-box").addEventListener("toggle", showRival);
}
