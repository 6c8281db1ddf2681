// What cannot be, for the page to say in its own language.

/** A refusal: which, and what belongs to it. */
export class Fault extends Error {
  /**
   * @param {string} kind the name of its text, under `say.fault`
   * @param {Record<string, string | number>} values
   */
  constructor(kind, values) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}
