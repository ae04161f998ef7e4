// The filters of the list, in named groups, as those who show and change them share them.

const shared = new WeakMap();

/**
 * The filters of a session's list.
 *
 * Values that are included are in the group named after their attribute, those that are excluded in
 * another one. What is known here is the last answer of the list.
 */
export class Filters {
  /** The groups, as `filter.get` answers them. */
  groups = [];
  #session;
  #reading;
  /** The change under way: each begins with what the one before has made of the groups. */
  #changing = Promise.resolve();
  /** Who has asked for the changes that are not done. */
  #askers = [];
  /** Is fulfilled when a state is restored; null if none is being restored. */
  restored = null;

  /** The filters of a session; the same for all who ask. */
  static of(session) {
    if (!shared.has(session)) shared.set(session, new Filters(session));
    return shared.get(session);
  }

  constructor(session) {
    this.#session = session;
  }

  /** Asks the list for its filters; all who do so in one turn are answered by one request. */
  read() {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async #read() {
    await null;
    this.#reading = undefined;
    this.groups = (await this.#session.request("filter.get")).groups;
  }

  /** The filters of a group, none if it is not there. */
  in(name) {
    return this.groups.find((group) => group.name === name)?.filters ?? [];
  }

  /** The group of the values of an attribute that are excluded: `not` the attribute, unless some begin like that. */
  notGroup(attribute) {
    let not = "not ";
    while (this.#session.list.attributes.some(({ name }) => name.startsWith(not))) not = `not ${not}`;
    return not + attribute;
  }

  /** What is said of a value of an attribute: `include`, `exclude`, or null. */
  choice(attribute, value) {
    if (this.#included(attribute, value).length) return "include";
    return this.#excluded(attribute, value).length ? "exclude" : null;
  }

  /** The values of an attribute that are included. */
  includedValues(attribute) {
    return this.in(attribute).filter((filter) => "equals" in filter).map((filter) => filter.equals);
  }

  /** The values of an attribute that are excluded. */
  excludedValues(attribute) {
    return this.in(this.notGroup(attribute)).map((filter) => filter.equals);
  }

  /**
   * Says something else of a value.
   *
   * @param {string} attribute The attribute.
   * @param {*} value The value.
   * @param {?string} choice `include`, `exclude`, or null.
   * @param {string} operator Whether rows must have any of the included values (`or`) or all (`and`).
   * @returns {Promise<object[]>} The results of the requests.
   */
  choose(attribute, value, choice, operator) {
    const included = { name: attribute, operator };
    const excluded = { name: this.notGroup(attribute), operator: "and" };
    return this.#changeAfterRestoring(() => {
      const [before, beforeNot] = [this.#included(attribute, value), this.#excluded(attribute, value)];
      return [
        before.length && ["filter.remove", { group: included, filters: before }],
        beforeNot.length && ["filter.remove", { group: excluded, filters: beforeNot }],
        choice === "include" &&
          ["filter.add", { group: included, filters: [{ attribute, equals: value }] }],
        choice === "exclude" &&
          ["filter.add", { group: excluded, filters: [{ attribute, equals: value, negated: true }] }],
      ];
    });
  }

  /** Combines the filters of a group otherwise. */
  combine(name, operator) {
    return this.#changeAfterRestoring(() => this.#replacing(name, operator, this.in(name)));
  }

  /** Puts other filters into a group in place of all that are in it. */
  replace(name, operator, filters) {
    return this.#change(() => this.#replacing(name, operator, filters));
  }

  #replacing(name, operator, filters) {
    return [
      this.in(name).length && ["filter.clear", { groups: [name] }],
      filters.length && ["filter.add", { group: { name, operator }, filters }],
    ];
  }

  /** Takes a filter out of a group. */
  remove({ name, operator }, filter) {
    return this.#changeAfterRestoring(() => [["filter.remove", { group: { name, operator }, filters: [filter] }]]);
  }

  /** Takes out the filters of these groups, or all. */
  clear(groups) {
    return this.#changeAfterRestoring(() => [["filter.clear", groups ? { groups } : {}]]);
  }

  /**
   * Restores a state. What the person chooses meanwhile comes after it, and is not undone by it.
   *
   * @param {function(): Promise} work What restores it.
   */
  restore(work) {
    const done = work();
    const restored = done.catch(() => {}).then(() => {
      if (this.restored === restored) this.restored = null;
    });
    this.restored = restored;
    return done;
  }

  /** Carries out what the person has chosen, after a state that is being restored. */
  afterRestoring(work) { return this.restored ? this.restored.then(work) : work(); }

  #changeAfterRestoring(requests) { return this.afterRestoring(() => this.#change(requests)); }

  /**
   * Carries out a change after those that were asked for before it: what is chosen last is not to be
   * judged by what the first ones alone leave.
   *
   * @param {function(): Promise} work What makes the change.
   * @param {object} asker Who asks for it.
   */
  inTurn(work, asker = this) {
    this.#askers.push(asker);
    const result = this.#changing.then(work);
    this.#changing = result.catch(() => {}).then(() => { this.#askers.shift(); });
    return result;
  }

  /** Whether there are changes that are not done and that somebody else has asked for. */
  changesBesides(asker) { return this.#askers.some((other) => other !== asker); }

  /** Carries out the requests that are worked out when the change before is known. */
  #change(requests) {
    return this.inTurn(async () => {
      const sent = requests().filter(Boolean).map((request) => this.#session.request(...request));
      const answers = await Promise.all([...sent, this.read()]);
      return answers.slice(0, sent.length);
    });
  }

  #included(attribute, value) {
    return this.in(attribute).filter((filter) => !filter.negated && isSame(filter.equals, value));
  }

  #excluded(attribute, value) {
    return this.in(this.notGroup(attribute)).filter((filter) => isSame(filter.equals, value));
  }
}

/** Whether a filter takes two values for the same: nearly as the list folds texts. */
function isSame(a, b) {
  return a === b || (typeof a === "string" && typeof b === "string" && fold(a) === fold(b));
}

function fold(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
}
