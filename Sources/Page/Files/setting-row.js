// One option of the settings: its name, a sentence, its control, and the way back to its default.
import { makeCamera } from "./camera-control.js";
import { unitOf } from "./edits.js";
import { make } from "./element.js";
import { makeKeyField } from "./key-field.js";
import { showMessage } from "./message.js";
import { makeNumber, makeSensitivity } from "./number-control.js";
import { locale, text, textOfCode } from "./texts.js";

/** The options whose choices have words of their own; the others are shown as the file has them. */
const worded = ["gesture.hand", "gesture.pose", "desktop.notify"];
/** The options with two choices that a switch shows: each with the choice when it is on, and when it is off. */
const switched = { "camera.yield": ["always", "never"], "gesture.unlock": ["double", "off"] };
const dashed = (id) => id.replaceAll(/[._]/g, "-");

/** A value in words. */
export function valueText(option, value, unit = null) {
  if (option.kind === "flag") return text(value ? "settings.on" : "settings.off");
  if (Object.hasOwn(switched, option.id)) return text(value === switched[option.id][0] ? "settings.on" : "settings.off");
  if (option.kind === "choice" && worded.includes(option.id)) {
    const [section, key] = option.id.split(".");
    return textOfCode(`settings.${section}.${key}.${value}`, String(value));
  }
  if (option.id === "camera.rotate") return text("settings.degrees", { degrees: value });
  if (option.id === "camera.device" && value === "auto") return text("settings.camera.device.auto");
  return unit ? text(`unit.${unit}`, { number: value.toLocaleString(locale) }) : String(value);
}

/**
 * Makes the row of an option.
 *
 * @param {object} first - the option, as the server has it
 * @param {(value: any) => void} change - is given a new value; null is the default
 * @param {() => void} resets - is called when the default is to hold
 * @param {() => void} refused - is called when the person has written what cannot be
 * @returns the element, whether what it shows cannot be, and functions that show edits
 */
export function makeRow(first, change, resets, refused) {
  const { id, kind } = first;
  const identifier = `setting-${dashed(id)}`;
  const about = `${identifier}-about`;
  const [section, key] = id.split(".");
  const name = text(`settings.${section}.${key}`);
  const sentence = text(`settings.${section}.${key}.about`);
  const edited = make("span.flag.unsaved", { hidden: true }, text("settings.unsaved"));
  const reset = make("button.small.reset", { type: "button", hidden: true, click: toDefault }, "↺");
  const problem = make("p.problem", { id: `${identifier}-problem`, hidden: true });
  /** The option as it is now, and its unit. */
  const row = { option: first, unit: null };

  const { elements, show, input } = makeControl();
  const label = make("label", { for: identifier }, name);
  const element = make(
    "div.setting", { "data-option": id },
    make("div", {}, make("p.name", {}, label, " ", edited), make("p.note", { id: about }, sentence)),
    make("div.control", {}, make("div.field", {}, ...elements, reset), problem));

  function toDefault() {
    refuse(null);
    resets();
    show(row.option.default, row.option.default);
    input.focus();
  }

  /** Says why a value cannot be; null if it can. */
  function refuse(words) {
    problem.hidden = !words;
    showMessage(problem, words ?? "");
    input.toggleAttribute("aria-invalid", Boolean(words));
    if (words) input.setAttribute("aria-invalid", "true");
  }

  /** Takes a new value, about which nothing is known yet. */
  function set(value) {
    refuse(null);
    change(value);
  }

  /** Says why what is written cannot be, before the server is asked. */
  function refuseWritten(words) {
    refuse(words);
    if (words) refused();
  }

  function makeControl() {
    const common = { id: identifier, "aria-describedby": `${about} ${identifier}-problem` };
    switch (kind) {
      case "flag": return makeFlag(common);
      case "choice": return switched[id] ? makeFlag(common, ...switched[id]) : makeChoice(common);
      case "number": case "integer": return (id === "gesture.threshold" ? makeSensitivity : makeNumber)(common, row, change, refuseWritten);
      case "key": {
        const field = makeKeyField({ id: identifier, label: name, about: common["aria-describedby"] }, set);
        return { ...field, input: field.elements[0] };
      }
      default: {
        if (id === "camera.device") return makeCamera(common, set);
        const box = make("input", { ...common, type: "text", spellcheck: "false" });
        box.addEventListener("input", () => set(box.value.trim()));
        return { elements: [box], show: (value) => { if (box.value.trim() !== value) box.value = value; }, input: box };
      }
    }
  }

  function makeFlag(common, on = true, off = false) {
    const box = make("input", { ...common, type: "checkbox", role: "switch", change: () => set(box.checked ? on : off) });
    return { elements: [box], show: (value) => { box.checked = value === on; }, input: box };
  }

  function makeChoice(common) {
    const box = make("select", { ...common, change: () => set(row.option.choices[box.selectedIndex]) });
    const fill = (value) => {
      const words = row.option.choices.map((choice) => valueText(row.option, choice));
      if (words.join("\n") !== [...box.options].map((each) => each.text).join("\n")) {
        box.replaceChildren(...words.map((each) => make("option", {}, each)));
      }
      box.selectedIndex = row.option.choices.indexOf(value);
    };
    return { elements: [box], show: fill, input: box };
  }

  return {
    element,
    /** Whether the control shows a value that the option cannot have. */
    get isRefused() { return !problem.hidden; },
    id,
    /** Says why the option cannot have its value. */
    refuse,
    focus: () => input.focus(),
    /** Has the control show the option's value again. */
    clear: () => refuse(null),
    /** Shows an option as it is read or edited. */
    update(edits) {
      const option = edits.settings.options.find((each) => each.id === id);
      row.unit = edits.unit(id);
      // The limits are those of the file's unit; the server says them where it refuses a number in another one.
      row.option = row.unit === unitOf(id, edits.settings) ? option : { ...option, least: null, most: null };
      // What cannot be stays in sight.
      if (problem.hidden) show(edits.valueOf(id), row.option.default);
      edited.hidden = !edits.isEdited(id);
      // Also where a value is written into the file and is the default.
      reset.hidden = !edits.isChanged(id) && !(row.option.is_set && !edits.isEdited(id));
      reset.setAttribute("aria-label", text("settings.reset_of", { name, value: valueText(option, option.default, option.default_unit ?? row.unit) }));
      reset.title = reset.getAttribute("aria-label");
      element.toggleAttribute("data-edited", edits.isEdited(id));
    },
  };
}
