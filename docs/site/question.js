// @ts-check
/**
 * Stands before the theme's search and asks it for the words of a question that matter.
 *
 * The theme looks for every word that begins like one that was typed, so that "do" finds Dodgem and
 * "in" installing, and for a mark at its end: "beads?" is nowhere. Here marks are taken off, words
 * that only make a sentence of the others are left out, and the others lose their endings:
 * "printing" finds print, and "perline" perlina.
 *
 * The theme's own script is loaded at the end, under the name that the build gives it.
 */

/** The messages of the theme's page. */
const SETUP = 0;
const QUERY = 2;
/** Somebody who types these knows what they ask of the theme: "as it stands", +must, -mustn't. */
const OPERATORS = /"|(^|\s)[+-]\S|\S[~^]\d/;
/** What stands between words. */
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
/** Shorter words are the "s" of "Gardner's" and the "l" of "l'adversaire". */
const MIN_WORD = 2;
/** A stem of fewer letters would find too much. */
const MIN_STEM = 3;
/** Words that the theme's lists take for empty, and that say much here. */
const KEPT = new Set(["her", "him", "own"]);
/**
 * Words of questions that are not in the theme's lists.
 * @type {Record<string, string>}
 */
const EMPTY = {
  en: "does don doing done going make makes made many much need needs use used using want way work",
  it: "posso può possiamo puoi devo fare faccio fa serve servono quanti quante quanto quanta usare",
  es: "puedo puede podemos debo hacer hago hace hay usar tengo necesito sirve cuántos cuántas",
  fr: "puis peux peut peuvent dois faire fais fait faut avoir utiliser comment combien",
  de: "kann können darf muss müssen gibt geht brauche braucht brauchen machen mache viele wie tun",
};

/** The languages of the page's search, its own first. */
let languages = ["en"];

/**
 * A word without its ending, as far as it is spelt like the word.
 * @param {string} word
 */
function stem(word) {
  const [own] = languages;
  const ending = own === "en" ? lunr.stemmer : lunr[own].stemmer;
  const cut = ending(new lunr.Token(word, {})).toString();
  let same = 0;
  while (same < cut.length && cut[same] === word[same]) same++;
  return same < MIN_STEM ? word : word.slice(0, same);
}

/**
 * Whether a word makes a sentence of others and says nothing by itself.
 * @param {string} word
 */
function isEmpty(word) {
  if (KEPT.has(word)) return false;
  if (word.length < MIN_WORD) return true;
  const [own] = languages;
  const filter = own === "en" ? lunr.stopWordFilter : lunr[own].stopWordFilter;
  return !filter(word) || EMPTY[own].split(" ").includes(word);
}

/**
 * The words of a question to look for.
 * @param {string} question
 */
function asked(question) {
  if (OPERATORS.test(question)) return question;
  const words = question.toLowerCase().split(BETWEEN_WORDS).filter(Boolean);
  const telling = words.filter((word) => !isEmpty(word));
  return (telling.length ? telling.map(stem) : words).join(" ");
}

const listen = self.addEventListener;
self.addEventListener = (/** @type {string} */ kind, /** @type {any} */ listener) => {
  listen.call(self, kind, (/** @type {any} */ event) => {
    const { type, data } = event.data ?? {};
    if (type === SETUP) languages = data.config.lang;
    if (type === QUERY) return listener({ data: { type, data: asked(data) } });
    return listener(event);
  });
};
importScripts("THEME SCRIPT");
