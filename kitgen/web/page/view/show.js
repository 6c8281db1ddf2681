// What is shown beside the board: the open box, all boxes with their beads, the curve and what is
// known.

import { bandOf } from "../core/band.js";
import { knownOf } from "../core/known.js";
import { drawCurve, MOST_SCORED } from "./curve.js";
import { inWords } from "./board.js";
import { beadsIn, cellsNow, colourOf, data, desk, letterOf, nameOf, opponent, OTHER, pictures, seats, seatsInTurn, words } from "./desk.js";
import { bead, button, byId, drawBox, drawChoices, drawn, element } from "./draw.js";
import { showLog } from "./log.js";
import { showTaught } from "./museum.js";
import { oddsOf } from "./odds.js";

/** Beads that are shown one by one, in the open box and on the shelf. */
const MOST_BEADS = 40;
const FEW_BEADS = 8;
/** The open box has room for so many beads beside each other, at least. */
const FEWEST_ACROSS = 2;
/** A shelf of so many boxes is shown whole, and at every change. */
export const FEW_BOXES = 60;
/** So many games more are foreseen at a time. */
const AHEAD = [20, 50, 100, 200, 500, 1000, MOST_SCORED];
/** Results that are shown one by one. */
const LAST = 40;

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
    const heap = element("span", "", count[slot] ? "heap" : "heap none");
    const shown = many ? Math.min(1, count[slot]) : count[slot];
    for (let at = 0; at < shown; at++) heap.append(bead(pictures, colourOf(slot)));
    if (many && count[slot]) heap.append(element("span", `×${words.number(count[slot])}`, "times"));
    heap.append(element("span", `${letterOf(slot)} ${count[slot]}`, "spoken"));
    return heap;
  });
}

/** @param {number} box */
export function showCount(box) {
  const { machine } = desk;
  const place = byId(`count-${box}`);
  place.replaceChildren(...heapsOf(machine.slots(box), machine.beads.count, FEW_BEADS));
  place.parentElement.classList.toggle("empty", !machine.beads.totals[box]);
}

/** Show the beads of the machine beside it, in boxes of its own. */
function showRival() {
  const { rival } = desk;
  byId("rival-box").hidden = !rival || desk.mode !== "watch";
  if (!rival || byId("rival-box").hidden || !byId("rival-box").open) return;
  for (let box = 0; box < data.own; box++) {
    const place = byId(`rival-count-${box}`);
    place.replaceChildren(...heapsOf(rival.slots(box), rival.beads.count, FEW_BEADS));
    place.parentElement.classList.toggle("empty", !rival.beads.totals[box]);
  }
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
  const { beads } = desk.machine;
  for (let box = 0; box < data.boxes.length; box++) {
    const [from, to] = [beads.first[box], beads.first[box + 1]];
    let same = shown !== null && !all;
    for (let slot = from; same && slot < to; slot++) same = shown?.[slot] === beads.count[slot];
    if (!same) showCount(box);
  }
  shown = beads.count.slice();
}

/**
 * The moves of the box at hand with their beads.
 * @param {number} box
 * @param {boolean} opposite whether it is a box of the second machine
 * @param {number} picked the slot of the picked bead, or -1
 */
function choicesOf(box, opposite, picked) {
  const { machine, table } = desk;
  const { graph, state } = table;
  return machine.slots(box).map((slot, at) => {
    const edge = opposite ? graph.replies.edges[graph.replies.from[state] + at] : graph.first[state] + at;
    const { from, to } = data.moves[graph.move[edge]];
    return { from, to, colour: colourOf(slot), out: !machine.beads.count[slot], picked: slot === picked };
  });
}

/** The box that is open now, or -1. */
let openBox = -1;

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
  shelf.scrollTo({ left: card.offsetLeft - shelf.offsetLeft - 40, top: card.offsetTop - shelf.offsetTop - 8, behavior: "instant" });
  drawChoices(byId("open"), pictures, cellsNow(), choicesOf(box, opposite, -1), data);
  byId("open-name").textContent = words.say("box_named", { box: data.boxes[box].id });
  byId("open-words").textContent = words.say("box", { box: data.boxes[box].id, beads: beadsIn(box) });
  fillTray(box, desk.machine.beads.count);
  showOdds(box, -1);
}

/**
 * Show a box as it is printed while learning changes its beads.
 * @param {number} box
 * @param {Int32Array} count the beads that lie in it now
 * @param {number} [leaving] the slot whose beads leave
 */
export function showLearning(box, count, leaving = -1) {
  byId("closed").hidden = true;
  byId("open-box").hidden = false;
  byId("lies").textContent = byId("holds").textContent = "";
  byId("open-name").textContent = words.say("box_named", { box: data.boxes[box].id });
  drawBox(byId("open"), pictures, box);
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
  const across = beadsAcross(tray, shown.length);
  tray.style.setProperty("--across", String(across));
  tray.style.setProperty("--rows", String(Math.ceil(shown.length / across)));
  tray.replaceChildren(...shown.map((slot) => {
    const svg = bead(pictures, colourOf(slot));
    svg.dataset.slot = slot;
    return svg;
  }));
  if (all.length > shown.length) tray.append(element("span", `+ ${all.length - shown.length}`, "more"));
  if (!all.length) tray.append(element("span", words.say("no_beads"), "more"));
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
  drawChoices(byId("open"), pictures, cellsNow(), choicesOf(box, opposite, slot), data);
  showOdds(box, slot);
  return picked;
}

/** Show how the label of the machine's box on the table lies beside the board. */
export function showHowItLies() {
  const { graph, state, box } = desk.table;
  const sign = data.signs[graph.seat.lies.charCodeAt(state) - 48];
  byId("lies").textContent = sign ? `${sign} ${howItLies(sign)}` : howItLies(sign);
  const svg = drawn("svg", { class: "board", role: "img", "aria-hidden": "true" });
  drawBox(svg, pictures, box);
  svg.style.transform = `rotate(${sign.includes("▶") ? 90 : sign.includes("◀") ? -90 : sign.includes("▼") ? 180 : 0}deg)`;
  byId("label").replaceChildren(svg);
}

/** @param {string} sign as the finder has it @returns {string} */
function howItLies(sign) {
  const turn = sign.includes("▶") ? "right" : sign.includes("◀") ? "left" : sign.includes("▼") ? "round" : "";
  const parts = [
    ...(turn ? [words.say(`lies_${turn}`)] : []),
    ...(sign.includes("⇄") ? [words.say("lies_mirrored")] : []),
    ...(sign.includes("⇅") ? [words.say("lies_upended")] : []),
  ];
  return parts.join(" ") || (sign ? words.say("lies_otherwise") : words.say("lies_same"));
}

/** @type {{key: string, band: {low: Int32Array, high: Int32Array}} | null} */
let foreseen = null;

/**
 * The band of simulated machines that play as this one does; against people it is that against
 * chance.
 */
function band() {
  const { machine, mode } = desk;
  const games = AHEAD.find((most) => most >= machine.journal.games) ?? MOST_SCORED;
  const against = mode === "watch" ? opponent() : 0;
  const turn = seatsInTurn();
  const { schedule } = machine.data;
  const key = JSON.stringify([games, against, turn, schedule, machine.data.boxes[0].beads]);
  if (foreseen?.key !== key) foreseen = { key, band: bandOf(machine.data, turn.map((seat) => seats[seat]), against, games) };
  return { ...foreseen.band, against: words.say(`against_${against}`) };
}

/** The curve, the results and what is known. */
export function showFigures() {
  const { machine, rival } = desk;
  const { journal } = machine;
  const beside = desk.mode === "watch" ? rival : null;
  drawCurve(byId("curve"), byId("curve-words"), journal, words, journal.games > MOST_SCORED ? null : band(), beside?.journal ?? null);
  byId("score").textContent = words.say("score", {
    games: words.count("games", journal.games), won: journal.won, drawn: journal.drawn, lost: journal.lost,
  });
  byId("score-rival").textContent = beside
    ? words.say("score_rival", { won: beside.journal.won, drawn: beside.journal.drawn, lost: beside.journal.lost })
    : "";
  showTaught();
  showResults(journal);
  showRival();
  const met = desk.mode === "watch" && opponent() === OTHER;
  byId("other").hidden = !met;
  byId("known").replaceChildren(
    knownTable(words.say("known"), machine, 0, data.own),
    ...(met ? [knownTable(words.say("known_other"), machine, data.own, data.boxes.length)] : []),
    ...(beside ? [knownTable(words.say("known_rival"), beside, 0, data.own)] : []),
  );
  showLog(journal);
}

/**
 * A mark for each of the last games.
 * @param {import("../core/journal.js").Journal} journal
 */
function showResults(journal) {
  const from = Math.max(0, journal.games - LAST);
  byId("results").replaceChildren(...Array.from(journal.outcomes.subarray(from, journal.games), (outcome) =>
    element("span", outcome > 0 ? "▲" : outcome < 0 ? "▽" : "=", outcome > 0 ? "won" : outcome < 0 ? "lost" : "even")));
  byId("results-key").hidden = !journal.games;
}

/**
 * @param {string} title
 * @param {import("../core/machine.js").Machine} machine
 * @param {number} from
 * @param {number} to
 */
function knownTable(title, machine, from, to) {
  const known = knownOf(data.boxes, machine.beads, from, to);
  const table = element("table");
  const head = element("tr");
  head.append(...["lead_to", "left", "first"].map((key) => {
    const cell = element("th", words.say(`known_${key}`));
    cell.scope = "col";
    return cell;
  }));
  const lines = Object.entries(known.worth).filter(([, share]) => share.first).map(([value, share]) => {
    const line = element("tr");
    const name = element("th", words.say(`known_${value}`));
    name.scope = "row";
    line.append(name, element("td", words.number(share.left)), element("td", words.number(share.first)));
    return line;
  });
  table.append(element("caption", title), head, ...lines);
  const part = element("div");
  const decided = machine.data.boxes.slice(from, to).filter((/** @type {any} */ _, /** @type {number} */ at) =>
    machine.slots(from + at).length > 1 && machine.slots(from + at).filter((slot) => machine.beads.count[slot]).length === 1).length;
  const gone = machine.slotsOfBoxes(from, to).filter((slot) => !machine.beads.count[slot] && machine.beads.start[slot]);
  const names = gone.slice(0, MOST_BEADS).map((slot) => machine.recorder.texts[slot]).join(", ");
  part.append(
    table,
    ...(gone.length ? [element("p", words.say("gone", { list: gone.length > MOST_BEADS ? `${names} …` : names }))] : []),
    element("p", words.say("known_safe", { safe: known.safe, lost: known.lost, boxes: known.boxes, empty: known.empty }), "quiet"),
    element("p", words.count("decided", decided), "quiet"),
  );
  return part;
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
    byId(`box-${box}`).querySelector("button").setAttribute("aria-label", `${id}. ${inWords(pictures.positions[box])}`);
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
