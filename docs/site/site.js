// @ts-check
/**
 * Says to screen readers and keyboards what the theme leaves unsaid: what the search is, which list
 * of pages is which, and that a table that is wider than its page can be scrolled. The theme adds
 * some of it late, so that this looks again.
 *
 * A search for a word that no page has offers the nearest one that there is.
 */

/** Lists of pages whose arrow has no name yet. */
const UNNAMED_ARROWS = ".md-nav__container > label:not(:has(.unseen))";
/** Tables and blocks of code that may be wider than the page. */
const MAYBE_WIDE = ".md-typeset__scrollwrap, pre > code:not([tabindex])";
/** What marks a letter or a digit at the edge of a word. */
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
/** Shorter words are not mended. */
const MIN_LETTERS = 4;
/** One letter of so many may be wrong. */
const LETTERS_PER_SLIP = 4;

/**
 * The words of all pages in this page's language, asked for once somebody searches.
 * @type {Promise<string[]> | undefined}
 */
let vocabulary;

/** @returns {Promise<string[]>} */
async function readVocabulary() {
  const { base } = JSON.parse(document.getElementById("__config")?.textContent ?? "{}");
  const answer = await fetch(new URL(`${base}/search/search_index.json`, location.href));
  const { docs } = await answer.json();
  const words = new Set();
  for (const { lang, title, text } of docs) {
    if (lang) continue; // a page in another language
    for (const word of `${title} ${text}`.toLowerCase().split(BETWEEN_WORDS)) words.add(word);
  }
  return [...words];
}

/**
 * How many letters have to be put in, left out, changed or swapped to make one word of another.
 * @param {string} one
 * @param {string} other
 */
function slipsBetween(one, other) {
  /** @type {number[][]} */
  const rows = [];
  for (let x = 0; x <= one.length; x++) {
    rows.push([x]);
    for (let y = 1; y <= other.length; y++) {
      if (!x) {
        rows[0].push(y);
        continue;
      }
      const isSame = one[x - 1] === other[y - 1];
      let least = Math.min(rows[x - 1][y], rows[x][y - 1]) + 1;
      least = Math.min(least, rows[x - 1][y - 1] + Number(!isSame));
      const hasTwo = x > 1 && y > 1;
      const isSwapped = hasTwo && one[x - 1] === other[y - 2] && one[x - 2] === other[y - 1];
      if (isSwapped) least = Math.min(least, rows[x - 2][y - 2] + 1);
      rows[x].push(least);
    }
  }
  return rows[one.length][other.length];
}

/**
 * The nearest of some words; the word itself where it begins one of them, or none is near.
 * @param {string} word
 * @param {string[]} words
 */
function nearest(word, words) {
  if (word.length < MIN_LETTERS || words.some((known) => known.startsWith(word))) return word;
  let best = word;
  let fewest = Math.floor(word.length / LETTERS_PER_SLIP) + 1;
  for (const known of words) {
    if (Math.abs(known.length - word.length) >= fewest) continue;
    const slips = slipsBetween(word, known);
    if (slips < fewest) {
      fewest = slips;
      best = known;
    }
  }
  return best;
}

/** Offer the nearest words under the number of pages that were found. */
async function offerNearWords() {
  const field = /** @type {HTMLInputElement | null} */ (
    document.querySelector(".md-search__input")
  );
  const found = document.querySelector(".md-search-result__meta");
  if (!field || !found) return;
  const typed = field.value.trim().toLowerCase();
  if (typed.length < MIN_LETTERS && !document.getElementById("near")) return;
  vocabulary ??= readVocabulary().catch(() => []);
  const words = await vocabulary;
  if (typed !== field.value.trim().toLowerCase()) return;
  const near = typed.split(/\s+/).map((word) => nearest(word, words)).join(" ");
  const shown = document.getElementById("near");
  const isOffered = near !== typed;
  if (isOffered && shown?.textContent === near) return;
  shown?.remove();
  if (!isOffered) return;
  const offer = document.createElement("button");
  offer.id = "near";
  offer.type = "button";
  offer.className = "md-search-result__meta";
  offer.textContent = near;
  offer.addEventListener("click", () => {
    field.value = near;
    field.focus();
    field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
  });
  found.after(offer);
}

/** Give names to what has none. */
function mend() {
  const search = document.querySelector(".md-search");
  const label = search?.querySelector("input")?.getAttribute("aria-label");
  if (label) search?.setAttribute("aria-label", label);
  // The arrow that opens a list of pages gives it its name, and has none where the list has a page
  // of its own.
  for (const arrow of document.querySelectorAll(UNNAMED_ARROWS)) {
    const name = document.createElement("span");
    name.className = "unseen";
    name.textContent = arrow.previousElementSibling?.textContent?.trim() ?? "";
    arrow.append(name);
  }
  // A button beside a block of code is no list of links.
  for (const buttons of document.querySelectorAll("nav.md-code__nav")) {
    buttons.setAttribute("role", "presentation");
  }
  for (const wide of document.querySelectorAll(MAYBE_WIDE)) {
    if (wide.scrollWidth > wide.clientWidth) wide.setAttribute("tabindex", "0");
  }
}

// The theme would ask for a map of the site beside the page in each language, where there is none.
for (const other of document.querySelectorAll("link[rel=alternate]")) other.remove();
mend();
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
for (const kind of ["keyup", "focusin"]) {
  document.querySelector(".md-search")?.addEventListener(kind, () => void offerNearWords());
}
