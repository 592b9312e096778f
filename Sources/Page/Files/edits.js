// What a person has changed in the settings and not saved yet.

/** Whether two values of JSON are the same. The server writes members in another order than the page. */
export const isSame = (one, other) => inOrder(one) === inOrder(other);

const inOrder = (value) => JSON.stringify(value, (_, each) => (each?.constructor === Object ? Object.fromEntries(Object.entries(each).sort()) : each));

/** Pure: it knows the settings as the server read them, and what is to become of them. */
export class Edits {
  /** The settings as they were read. */
  settings;
  /** The new value by the id of its option; null stands for the default. */
  #values = new Map();
  /** The unit of a threshold that was reset and then changed: that of its default. The others are in that of the file. */
  #units = new Map();
  #commands = null;

  constructor(settings) {
    this.settings = settings;
  }

  /**
   * Takes settings that were read again. The edits stay, but for those that the file has by now, and those that would undo what another program
   * has changed: of a profile that is no longer selected, a number in a unit that is no longer used, and commands that are no longer the same.
   *
   * @returns whether edits of the latter kind were dropped
   */
  rebase(settings) {
    const before = this.settings;
    this.settings = settings;
    let hasDropped = false;
    for (const [id, value] of [...this.#values]) {
      // One that says its unit, or that is the default, means the same in any.
      const isOfUnit = value !== null && !this.#units.has(id);
      const meansAnother = before.profile !== settings.profile && isOfProfile(id)
        || isOfUnit && unitOf(id, before) !== unitOf(id, settings);
      if (this.#option(id) && !meansAnother) this.set(id, value);
      else this.#drop(id);
      hasDropped ||= meansAnother;
    }
    if (this.#commands && !isSame(this.#commands, settings.commands) && !isSame(before.commands, settings.commands)) {
      [this.#commands, hasDropped] = [null, true];
    }
    this.commands = this.#commands;
    return hasDropped;
  }

  discard() {
    this.#values.clear();
    this.#units.clear();
    this.#commands = null;
  }

  #drop(id) {
    this.#values.delete(id);
    this.#units.delete(id);
  }

  /** Takes what was saved out of the edits. @param {object} request - the request that the server has carried out */
  settle({ changes, commands = null }) {
    for (const { option, value } of changes) {
      if (this.#values.get(option) === value) this.#drop(option);
    }
    if (isSame(this.#commands, commands)) this.#commands = null;
  }

  /** Sets an option. @param value - null for the default, which takes the option out of the file */
  set(id, value) {
    const option = this.#option(id);
    const isAsRead = value === null ? !option.is_set : isSame(value, option.value) && this.#unitOfNumber(id) === unitOf(id, this.settings);
    if (isAsRead) this.#drop(id);
    else this.#values.set(id, value);
  }

  /** Sets an option to its default; a number that follows is in the default's unit. */
  reset(id) {
    this.set(id, null);
    const { default_unit: unit } = this.#option(id);
    if (unit && this.isEdited(id)) this.#units.set(id, unit);
  }

  /** The unit of the value that an option is to have. */
  unit(id) {
    return this.#values.get(id) === null ? this.#option(id).default_unit ?? unitOf(id, this.settings) : this.#unitOfNumber(id);
  }

  #unitOfNumber(id) {
    return this.#units.get(id) ?? unitOf(id, this.settings);
  }

  /** The value that an option is to have. */
  valueOf(id) {
    const option = this.#option(id);
    return (this.#values.has(id) ? this.#values.get(id) : option.value) ?? option.default;
  }

  isEdited(id) {
    return this.#values.has(id);
  }

  /** Whether an option is to have another value than its default. */
  isChanged(id) {
    return !isSame(this.valueOf(id), this.#option(id).default);
  }

  /** The commands as they are to be. */
  get commands() {
    return this.#commands ?? this.settings.commands;
  }

  set commands(commands) {
    this.#commands = commands === null || isSame(commands, this.settings.commands) ? null : commands;
  }

  /** How many options differ from the file; the commands count as one. */
  get count() {
    return this.#values.size + (this.#commands ? 1 : 0);
  }

  /** What the server is asked to change. */
  get request() {
    const changes = [...this.#values].map(([option, value]) => {
      const unit = value === null ? null : this.#units.get(option);
      return { option, value, ...(unit && { unit }) };
    });
    return { version: this.settings.version, changes, ...(this.#commands && { commands: this.#commands }) };
  }

  /** What the file says now about the options of a request: the request that undoes it. */
  before({ changes, commands }) {
    const old = changes.map(({ option }) => this.#option(option)).map(({ id, value, is_set: isSet }) => {
      const unit = isSet && id === "gesture.threshold" ? unitOf(id, this.settings) : null;
      return { option: id, value: isSet ? value : null, ...(unit && { unit }) };
    });
    return { changes: old, ...(commands && { commands: this.settings.commands }) };
  }

  /** The gesture options with the edits; null if none of them is edited. @param {object} gesture - as of the status */
  proposed(gesture) {
    const edited = [...this.#values.keys()].filter((id) => id.startsWith("gesture.") && id.slice(8) in gesture);
    if (!edited.length) return null;
    const proposed = { ...gesture, ...Object.fromEntries(edited.map((id) => [id.slice(8), this.valueOf(id)])) };
    return this.isEdited("gesture.threshold") ? { ...proposed, threshold_unit: this.unit("gesture.threshold") } : proposed;
  }

  #option(id) {
    return this.settings.options.find((option) => option.id === id);
  }
}

/** The unit of a number: "px", "hand" or "ms"; null without one. @param {object} settings - as the server reads them */
export function unitOf(id, settings) {
  if (id.endsWith("_ms")) return "ms";
  if (id !== "gesture.threshold") return null;
  return settings.profiles.find(({ name }) => name === settings.profile)?.gesture?.threshold_unit ?? null;
}

/**
 * The gesture options of the profile that is edited, as the daemon would use them: another one may be active, with other options and units.
 *
 * @param {object} settings - as the server reads them
 */
export function gestureOf({ profile, profiles }, { profile: active, gesture }) {
  return active === profile ? gesture : profiles.find(({ name }) => name === profile)?.gesture ?? gesture;
}

/** Whether an option belongs to the profile that is selected. */
const isOfProfile = (id) => /^(gesture|keys)\./.test(id);

/**
 * Whether the settings still have what a page has saved. Pure.
 *
 * @param {object} request - the request that the server has carried out
 * @param {string} profile - the one that was selected then
 */
export function isStillSaved(settings, { changes, commands }, profile) {
  return settings.profile === profile && (!commands || isSame(commands, settings.commands)) && changes.every(({ option, value }) => {
    const now = settings.options.find(({ id }) => id === option);
    return value === null ? !now.is_set : isSame(value, now.value);
  });
}

/**
 * Whether the running daemon uses the settings that were read.
 *
 * @param {?object} status - the newest one; null without a daemon
 * @returns {"used" | "older_text" | "other_file" | "not_running" | "unknown"} - unknown with a daemon that does not say it
 */
export function useOf(settings, status) {
  if (!status) return "not_running";
  if (status.configuration_file && status.configuration_file !== settings.file) return "other_file";
  if (status.configuration_version === undefined) return "unknown";
  // Without a file, the daemon has read nothing.
  const version = settings.exists ? settings.version : null;
  return status.configuration_version === version ? "used" : "older_text";
}

/**
 * Reads a number that a person wrote.
 *
 * @param {{kind: string}} option - which the server checks further
 * @returns {?number} null if it is none
 */
export function numberIn({ kind }, text) {
  const number = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(number) && (kind !== "integer" || Number.isInteger(number)) ? number : null;
}
