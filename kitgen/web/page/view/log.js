// The table of games: the newest first on the screen, all of them in order on paper.

import { conceded } from "../core/journal.js";
import { data, desk, OTHER, words } from "./desk.js";
import { button, byId, element } from "./draw.js";
import { editGame } from "./edit.js";
import { showFiling } from "./filing.js";
import { showHappened } from "./happened.js";
import { showRoute } from "./route.js";

/** @typedef {import("../core/journal.js").Journal} Journal */

/** So many games are listed on the screen. */
const MAX_LISTED = 50;
/**
 * The words for results, by their letters.
 * @type {Record<string, string>}
 */
export const ENDED = { W: "result_won", D: "result_drawn", L: "result_lost" };

/**
 * Show the last games.
 * @param {Journal} journal
 */
export function showLog(journal) {
  showFiling();
  showHappened();
  byId("log").replaceChildren(...(journal.rows.length ? [tableOf(journal, false)] : []));
}

/**
 * Show all games, for paper; or the last ones again.
 * @param {boolean} all
 */
export function showAllGames(all) {
  const { journal } = desk.machine;
  if (journal.rows.length) byId("log").replaceChildren(tableOf(journal, all));
}

/**
 * A table of games.
 * @param {Journal} journal
 * @param {boolean} all whether it is for paper, with all games in order and without buttons
 */
function tableOf(journal, all) {
  const table = element("table");
  const head = element("thead");
  const names = element("tr");
  for (const key of ["game", "opponent", "beads", "result"]) {
    const cell = element("th", words.say(`column_${key}`));
    cell.scope = "col";
    names.append(cell);
  }
  if (!all) names.append(element("td"));
  head.append(names);
  const body = element("tbody");
  const shown = all ? journal.rows : journal.rows.slice(-MAX_LISTED).reverse();
  for (const row of shown) {
    const line = element("tr");
    const ended = words.say(ENDED[row.result]);
    const texts = [words.number(row.game), opponentOf(row), picksOf(row), ended];
    line.append(...texts.map((text) => element("td", text)));
    if (!all) line.append(buttonsFor(row, journal));
    body.append(line);
  }
  table.append(head, body);
  return table;
}

/**
 * What can be done with a game: see why it was played so, and change it if it was on the table.
 * @param {import("../core/journal.js").Row} row
 * @param {Journal} journal
 */
function buttonsFor(row, journal) {
  const { game } = row;
  const cell = element("td");
  const why = button(words.say("why"), () => showRoute(journal.rows.indexOf(row), why));
  why.setAttribute("aria-label", words.say("why_game", { game }));
  cell.append(why);
  if (desk.mode === "table") {
    const edit = button(words.say("edit"), () => editGame(row));
    edit.setAttribute("aria-label", words.say("edit_game", { game }));
    cell.append(" ", edit);
  }
  return cell;
}

/**
 * Who sat opposite: those whom the page offers in its own words, all others as somebody has written
 * them.
 * @param {import("../core/journal.js").Row} row
 * @returns {string}
 */
function opponentOf({ opponent }) {
  const isMachine = opponent === `machine:${data.other}`;
  const number = isMachine ? OTHER : data.opponents.indexOf(opponent);
  return number < 0 ? opponent : words.say(`against_${number}`);
}

/**
 * The beads of a game, and whether it ended at an empty box.
 * @param {import("../core/journal.js").Row} row
 */
function picksOf(row) {
  const parts = [...row.picks];
  if (conceded(row)) parts.push(words.say("other_gave_up"));
  else if (row.resigned) parts.push(words.say("gave_up"));
  return (row.last_only ? "… " : "") + parts.join(", ");
}
