// What is said, in the languages of the page: texts with places in braces, from templates/texts.

/** The first digit of base 85. */
const FIRST_DIGIT = 35;
/** The sign that stands for the digit ``<``; the next one stands for a backslash. */
const FOR_LESS_THAN = 120;

/**
 * Return the bytes of a text in base 85 (``packed`` of page_build.py): five signs are four bytes.
 * @param {string} text
 */
function unpacked(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 0.8));
  for (let group = 0; group * 5 < text.length; group += 1) {
    let number = 0;
    for (let sign = group * 5; sign < group * 5 + 5; sign += 1) {
      // Beyond the end stands the greatest digit: its bytes are cut off.
      const code = text.charCodeAt(sign) || FOR_LESS_THAN - 1;
      const written = code < FOR_LESS_THAN ? code : 60 + 32 * (code - FOR_LESS_THAN);
      number = number * 85 + written - FIRST_DIGIT;
    }
    for (let byte = 0; byte < 4; byte += 1) bytes[group * 4 + byte] = number >>> (24 - 8 * byte);
  }
  return bytes;
}

/** All texts of the page. */
export class Words {
  /**
   * @param {Record<string, any>} languages for each the words of the page, of the game, the rule
   *     and the beads
   * @param {string} language
   */
  constructor(languages, language) {
    this.languages = languages;
    this.language = language;
    this.kit = languages[language];
    this.texts = /** @type {Record<string, string>} */ (this.kit.words);
    this.plurals = new Intl.PluralRules(language);
    this.figures = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  }

  /** The languages that can be spoken, in the order of their names. */
  get known() {
    return Object.keys(this.languages).sort();
  }

  /**
   * Learn the other languages; a browser that cannot unpack them speaks the kit's alone.
   * @param {string} packed their words as JSON, compressed and in base 85 (``packed`` of
   *     page_build.py)
   * @returns {Promise<any[]>} their words in tables of games
   */
  async learn(packed) {
    // Newer than the types of the web that this is checked against.
    const { DecompressionStream: Unpacking } = /** @type {any} */ (globalThis);
    if (!Unpacking) return [];
    const compressed = new Blob([unpacked(packed)]).stream();
    const stream = compressed.pipeThrough(new Unpacking("deflate"));
    const { languages: others, vocabulary } = await new Response(stream).json();
    const keys = Object.keys(this.kit.words);
    for (const spoken of Object.values(others)) {
      const told = spoken.words;
      // A language with keys of its own comes with them.
      if (Array.isArray(told)) {
        spoken.words = Object.fromEntries(keys.map((key, place) => [key, told[place]]));
      }
    }
    this.languages = { ...this.languages, ...others };
    return vocabulary;
  }

  /**
   * Go on in another language.
   * @param {string} language
   */
  speak(language) {
    this.language = language;
    this.kit = this.languages[language];
    this.texts = this.kit.words;
    this.plurals = new Intl.PluralRules(language);
    this.figures = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  }

  /**
   * A text with its places filled in; numbers are written as the language writes them.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   * @returns {string}
   */
  say(key, values = {}) {
    return this.texts[key].replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name];
      return typeof value === "number" ? this.number(value) : String(value);
    });
  }

  /**
   * A text with a number, in the form that goes with it.
   * @param {string} key
   * @param {number} count
   * @param {Record<string, string | number>} [more]
   */
  count(key, count, more = {}) {
    const form = `${key}.${this.plurals.select(count)}`;
    return this.say(form in this.texts ? form : `${key}.other`, { count, ...more });
  }

  /**
   * A number as the language writes it; as on sheets, thousands stand apart from five digits on.
   * @param {number} value
   */
  number(value) {
    const between = Math.abs(value) < 10_000 ? "" : this.texts.thousands;
    const parts = this.figures.formatToParts(value);
    return parts.map((part) => (part.type === "group" ? between : part.value)).join("");
  }
}
