// What is said, in the language of the page: texts with places in braces, from templates/texts.

/** All texts that are said while the page is used. */
export class Words {
  /**
   * @param {Record<string, string>} texts
   * @param {string} language
   */
  constructor(texts, language) {
    this.texts = texts;
    this.plurals = new Intl.PluralRules(language);
    this.figures = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  }

  /**
   * A text with its places filled in; numbers are written as the language writes them.
   * @param {string} key
   * @param {Record<string, string | number>} values
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
   * @param {Record<string, string | number>} more
   */
  count(key, count, more = {}) {
    const form = `${key}.${this.plurals.select(count)}`;
    return this.say(form in this.texts ? form : `${key}.other`, { count, ...more });
  }

  /**
   * A number, as the language writes it.
   * @param {number} value
   */
  number(value) {
    return this.figures.format(value);
  }
}
