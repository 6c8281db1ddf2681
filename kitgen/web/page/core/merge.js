// Two windows with the same page: what both have done since they last agreed is put together.

/** @typedef {import("./journal.js").Row} Row */

/** @param {Row} row */
const told = (row) => JSON.stringify(row, Object.keys(row).sort());

/**
 * The games of two windows that went on from the same games.
 * @param {Row[]} base the games that both had
 * @param {Row[]} ours
 * @param {Row[]} theirs
 * @returns {Row[]} ours with what they have added, under other numbers where these are taken, and
 *     without what they took away
 */
export function together(base, ours, theirs) {
  const had = new Map(base.map((row) => [row.game, told(row)]));
  const keep = new Map(theirs.map((row) => [row.game, told(row)]));
  const untouched = (/** @type {Row} */ row) => had.get(row.game) === told(row);
  const mine = ours.filter((row) => !untouched(row) || keep.has(row.game));
  const taken = new Set(mine.map((row) => row.game));
  let next = Math.max(0, ...taken) + 1;
  for (const row of theirs) {
    // A game that is new to both was played twice, even if it went the same way: two windows may
    // have the same luck.
    if (untouched(row)) continue;
    const at = mine.findIndex((own) => own.game === row.game);
    if (at >= 0 && untouched(mine[at])) {
      // They have changed it, and we have not.
      mine[at] = row;
    } else if (!had.has(row.game)) {
      const game = taken.has(row.game) ? next : row.game;
      mine.push({ ...row, game });
      taken.add(game);
      next = Math.max(next, game + 1);
    }
  }
  return mine.sort((a, b) => a.game - b.game);
}
