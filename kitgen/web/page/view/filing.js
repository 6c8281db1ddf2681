// Games into files and out of them, taken back, begun again.

import { readFile, writeLines } from "../core/exchange.js";
import { Fault } from "../core/fault.js";
import { merged, MOST_NOTED } from "../core/journal.js";
import { SplitMix } from "../core/rng.js";
import { Reader, writeTable } from "../core/table.js";
import { data, deal, desk, hush, machine, takeSeat, tell, words } from "./desk.js";
import { byId } from "./draw.js";
import { closeRoute } from "./route.js";
import { keep, lay } from "./saving.js";
import { showBoard, showCounts, showFigures, showOpen } from "./show.js";

const reader = new Reader(data);
const hash = JSON.parse(machine).kit_hash;

/**
 * The games of a file, each as it can have been.
 * @param {string} text
 */
export function gamesOf(text) {
  return readFile(text, reader, hash).map(({ line, row }) => desk.recorder.understood(row, line));
}

/** The games that the page came with. */
export function firstGames() {
  return readFile(data.journal, reader, hash).map(({ row }) => row);
}

/** Show everything anew. */
export function showAll() {
  closeRoute();
  byId("rate").textContent = "";
  byId("todo").hidden = true;
  takeSeat();
  showBoard();
  showOpen(-1);
  showCounts();
  showFigures();
}

/** Take back the last game. */
export function undo() {
  const { rows } = desk.journal;
  const row = rows[rows.length - 1];
  lay(rows.slice(0, -1));
  showAll();
  keep();
  hush();
  tell(words.say("undone", { game: row.game }));
}

/** Begin again with new machines and the luck that is asked for, as the page came. */
export function begin() {
  deal(new SplitMix(Math.max(0, Math.floor(Number(byId("seed").value) || 0))));
  lay(firstGames());
  showAll();
  hush();
  tell(desk.journal.games ? words.say("came", { games: words.count("games", desk.journal.games) }) : words.say("ready"));
}

/**
 * Add the games of a file; all of them or, where one cannot be, none.
 * @param {File} file
 */
export async function load(file) {
  hush();
  try {
    const given = gamesOf(await file.text());
    const { rows, twice } = merged(desk.journal.rows, given);
    if (twice) throw new Fault("twice", { game: twice.game });
    if (rows.length > MOST_NOTED) throw new Fault("too_long", { most: MOST_NOTED });
    const added = rows.length - desk.journal.rows.length;
    lay(rows);
    showAll();
    keep();
    tell(words.say("loaded", { games: words.count("games", added) }));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tell(`${words.say(`fault_${error.kind}`, error.values)} ${words.say("nothing_loaded")}`);
  }
}

export const saveTable = () => saveFile(`${data.name}-games.csv`, writeTable(desk.journal.rows), "text/csv");
export const saveLines = () =>
  saveFile(`${data.name}-games.jsonl`, writeLines(machine, desk.journal.rows), "application/x-ndjson");

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
function saveFile(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
