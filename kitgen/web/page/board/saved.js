// Files of games, of which a board needs the results alone.

/** The version of files that is read, as kitgen/journal/journal_lines.py has it. */
const JOURNAL_LINES = "kitgen/journal@2";
/**
 * The letters of results in files.
 * @type {Record<string, number>}
 */
const FILE_RESULTS = { W: 1, D: 0, L: -1 };

/**
 * The results in a file that a companion page or a journal has saved, by their games.
 * @param {string} text JSON Lines
 * @param {string} hash that of the kit
 * @returns {Map<number, number> | null} null if it is another file, or of another machine
 */
export function resultsIn(text, hash) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|[\r\n]/).filter((line) => line.trim());
  try {
    const [head, ...games] = lines.map((line) => JSON.parse(line));
    if (head.schema !== JOURNAL_LINES || head.kit_hash !== hash) return null;
    const found = new Map();
    for (const { game, result } of games) {
      const isGame = Number.isInteger(game) && result in FILE_RESULTS && !found.has(game);
      if (!isGame) return null;
      found.set(game, FILE_RESULTS[result]);
    }
    return found;
  } catch {
    return null;
  }
}

/**
 * Results in the order of their games.
 * @param {Map<number, number>} games
 * @returns {number[]}
 */
export function byGame(games) {
  return [...games].sort(([one], [other]) => one - other).map(([, result]) => result);
}
