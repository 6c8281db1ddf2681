// What is said, in the languages of the page: texts with places in braces, from templates/texts.

/**
 * Texts by their keys.
 * @param {string[]} keys
 * @param {(string | null)[]} texts in the same order; null for one that the language does not have
 */
export const withKeys = (keys, texts) => Object.fromEntries(keys.map((key, at) => [key, texts[at]]).filter(([, text]) => text !== null));

/** All texts of the page. */
export class Words {
  /**
   * @param {Record<string, any>} languages for each the words of the page, of the game, the rule and the beads
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
      return typeof value === "number" ? this.figures.format(value) : String(value);
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

  /** @param {number} value a number, as the language writes it */
  number(value) {
    return this.figures.format(value);
  }
}
