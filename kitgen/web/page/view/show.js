// What is shown beside the words: the board, the open box, all boxes with their beads, the curve and what is known.

import { bandOf } from "../core/band.js";
import { knownOf } from "../core/known.js";
import { drawCurve, MOST_SCORED } from "./curve.js";
import { beads, beadsIn, colourOf, data, desk, letterOf, opponent, OTHER, real, seats, seatsInTurn, slotsOf, words } from "./desk.js";
import { bead, byId, drawBoard, drawBox, drawn, element } from "./draw.js";
import { showLog } from "./log.js";

const { pictures } = data;
/** Beads that are shown one by one. */
const MOST_BEADS = 40;
/** So many games more are foreseen at a time. */
const AHEAD = [20, 50, 100, 200, 500, 1000, MOST_SCORED];

export function showBoard() {
  const { graph, state } = desk.table;
  drawBoard(byId("board"), pictures, graph.seat.cells[graph.position[state]]);
}

/** @param {number} box */
export function showCount(box) {
  byId(`count-${box}`).replaceChildren(...slotsOf(box).map((slot) => {
    const count = beads.count[slot];
    return element("span", `${letterOf(slot)} ${count}`, count ? "" : "none");
  }));
}

export function showCounts() {
  for (let box = 0; box < data.boxes.length; box++) showCount(box);
}

/** @param {number} box or -1 for none */
export function showOpen(box) {
  for (const card of document.querySelectorAll(".card.open")) card.classList.remove("open");
  const tray = byId("tray");
  tray.className = "";
  byId("lies").textContent = "";
  if (box < 0) {
    byId("open-words").textContent = words.say("no_box");
    byId("open").replaceChildren();
    tray.replaceChildren();
    return;
  }
  byId(`box-${box}`).classList.add("open");
  drawBox(byId("open"), pictures, box);
  byId("open-words").textContent = words.say("box", { box: data.boxes[box].id, beads: beadsIn(box) });
  const shown = slotsOf(box).flatMap((slot) => Array(beads.count[slot]).fill(slot)).slice(0, MOST_BEADS);
  tray.replaceChildren(...shown.map((slot) => {
    const svg = bead(pictures, colourOf(slot));
    svg.dataset.slot = slot;
    return svg;
  }));
  const more = beads.totals[box] - shown.length;
  if (more) tray.append(element("span", `+ ${more}`, "more"));
}

/** Say how the box of the machine lies beside the table. */
export function showHowItLies() {
  const { graph, state } = desk.table;
  const sign = data.signs[graph.seat.lies.charCodeAt(state) - 48];
  byId("lies").textContent = sign ? `${sign} ${howItLies(sign)}` : "";
}

/** @param {string} sign as the finder has it @returns {string} */
export function howItLies(sign) {
  const turn = sign.includes("▶") ? "right" : sign.includes("◀") ? "left" : sign.includes("▼") ? "round" : "";
  const parts = [
    ...(turn ? [words.say(`lies_${turn}`)] : []),
    ...(sign.includes("⇄") ? [words.say("lies_mirrored")] : []),
    ...(sign.includes("⇅") ? [words.say("lies_upended")] : []),
  ];
  return parts.join(" ") || (sign ? words.say("lies_otherwise") : words.say("lies_same"));
}

/** @param {number} slot the bead that was picked */
export function showPicked(slot) {
  const tray = byId("tray");
  tray.className = "done";
  tray.querySelector(`[data-slot="${slot}"]`)?.classList.add("picked");
}

/** @type {{key: string, band: {low: Int32Array, high: Int32Array}} | null} */
let foreseen = null;

/** The band of simulated machines that play as this one does; against people it is that against chance. */
function band() {
  const games = AHEAD.find((most) => most >= desk.journal.games) ?? MOST_SCORED;
  const against = real() || opponent() === "you" ? 0 : Number(opponent());
  const turn = seatsInTurn();
  const key = [games, against, ...turn].join(" ");
  if (foreseen?.key !== key) foreseen = { key, band: bandOf(data, turn.map((seat) => seats[seat]), against, games) };
  return { ...foreseen.band, against: words.say(`against_${against}`) };
}

export function showFigures() {
  const { journal } = desk;
  drawCurve(byId("curve"), byId("curve-words"), journal, words, journal.games > MOST_SCORED ? null : band());
  byId("score").textContent = words.say("score", {
    games: words.count("games", journal.games), won: journal.won, drawn: journal.drawn, lost: journal.lost,
  });
  const met = !real() && opponent() === String(OTHER);
  byId("known").replaceChildren(
    knownTable(words.say("known"), 0, data.own),
    ...(met ? [knownTable(words.say("known_other"), data.own, data.boxes.length)] : []),
  );
  showLog(journal, words);
}

/**
 * @param {string} title
 * @param {number} from
 * @param {number} to
 */
function knownTable(title, from, to) {
  const known = knownOf(data.boxes, beads, from, to);
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
  part.append(table, element("p", words.say("known_safe", { safe: known.safe, boxes: known.boxes, empty: known.empty }), "quiet"));
  return part;
}

/**
 * Lay the boxes of a machine in rows.
 * @param {any} place
 * @param {number} from
 * @param {number} to
 */
function layRows(place, from, to) {
  /** @type {Map<number, any>} */
  const rows = new Map();
  for (let number = from; number < to; number++) {
    const box = data.boxes[number];
    if (!rows.has(box.row)) rows.set(box.row, element("ul", "", "row"));
    const card = element("li", "", "card");
    card.id = `box-${number}`;
    const svg = drawn("svg", { "aria-hidden": "true" });
    drawBox(svg, pictures, number);
    const count = element("span", "", "count");
    count.id = `count-${number}`;
    card.append(element("b", box.id), svg, count);
    rows.get(box.row).append(card);
  }
  place.replaceChildren(...rows.values());
}

export function layBoxes() {
  layRows(byId("boxes"), 0, data.own);
  layRows(byId("boxes-other"), data.own, data.boxes.length);
}
