// One option of the settings: its name, a sentence, its control, its default.
import { make } from "./element.js";
import { numberIn } from "./edits.js";
import { makeKeyField } from "./key-field.js";
import { language, text, textOfCode } from "./texts.js";

/** The options whose choices have words of their own; the others are shown as the file has them. */
const worded = ["camera.yield", "gesture.hand", "gesture.pose", "gesture.unlock", "desktop.notify"];
const steps = { hand: 0.05, px: 1 };
const dashed = (id) => id.replaceAll(/[._]/g, "-");

/** The unit of a number: "px", "hand" or "ms"; null without one. @param {object} settings - as the server reads them */
export function unitOf(id, settings) {
  if (id.endsWith("_ms")) return "ms";
  if (id !== "gesture.threshold") return null;
  return settings.profiles.find(({ name }) => name === settings.profile)?.gesture?.threshold_unit ?? null;
}

/** A value in words. */
export function valueText(option, value, unit = null) {
  if (option.kind === "flag") return text(value ? "settings.on" : "settings.off");
  if (option.kind === "choice" && worded.includes(option.id)) {
    const [section, key] = option.id.split(".");
    return textOfCode(`settings.${section}.${key}.${value}`, String(value));
  }
  if (option.id === "camera.rotate") return text("settings.degrees", { degrees: value });
  if (option.id === "camera.device" && value === "auto") return text("settings.camera.device.auto");
  return unit ? text(`unit.${unit}`, { number: value.toLocaleString(language) }) : String(value);
}

/**
 * Makes the row of an option.
 *
 * @param {object} first - the option, as the server has it
 * @param {(value: any) => void} change - is given a new value; null is the default
 * @param {() => void} refused - is called when the person has written what cannot be
 * @returns the element, whether what it shows cannot be, and functions that show edits
 */
export function makeRow(first, change, refused) {
  const { id, kind } = first;
  const identifier = `setting-${dashed(id)}`;
  const about = `${identifier}-about`;
  const [section, key] = id.split(".");
  const name = text(`settings.${section}.${key}`);
  const sentence = text(`settings.${section}.${key}.about`);
  const changed = make("span.flag", { hidden: true }, text("settings.changed"));
  const edited = make("span.flag.unsaved", { hidden: true }, text("settings.unsaved"));
  const standard = make("span");
  const reset = make("button.small", { type: "button", hidden: true, click: toDefault }, text("settings.reset"));
  const problem = make("p.problem", { id: `${identifier}-problem`, hidden: true });
  let option = first;
  let unit = null;

  const { elements, show, input } = makeControl();
  const label = make("label", { for: identifier }, name);
  const element = make(
    "div.setting", { "data-option": id },
    make("div", {}, make("p.name", {}, label, " ", changed, " ", edited), make("p.note", { id: about }, sentence)),
    make("div.control", {}, make("div.field", {}, ...elements), problem, make("p.note.default", {}, standard, " ", reset)));
  reset.setAttribute("aria-label", text("settings.reset_of", { name }));

  function toDefault() {
    refuse(null);
    change(null);
    show(option.default);
    input.focus();
  }

  /** Says why a value cannot be; null if it can. */
  function refuse(words) {
    problem.hidden = !words;
    problem.textContent = words ?? "";
    input.toggleAttribute("aria-invalid", Boolean(words));
    if (words) input.setAttribute("aria-invalid", "true");
  }

  function makeControl() {
    const common = { id: identifier, "aria-describedby": `${about} ${identifier}-problem` };
    switch (kind) {
      case "flag": return makeFlag(common);
      case "choice": return makeChoice(common);
      case "number": case "integer": return makeNumber(common);
      case "key": {
        const field = makeKeyField({ id: identifier, label: name, about: common["aria-describedby"] }, change);
        return { ...field, input: field.elements[0] };
      }
      default: {
        const box = make("input", { ...common, type: "text", spellcheck: "false", list: id === "camera.device" ? "cameras" : null });
        box.addEventListener("input", () => change(box.value.trim()));
        return { elements: [box], show: (value) => { if (box.value.trim() !== value) box.value = value; }, input: box };
      }
    }
  }

  function makeFlag(common) {
    const box = make("input", { ...common, type: "checkbox", role: "switch", change: () => change(box.checked) });
    return { elements: [box], show: (value) => { box.checked = value; }, input: box };
  }

  function makeChoice(common) {
    const box = make("select", { ...common, change: () => change(option.choices[box.selectedIndex]) });
    const fill = (value) => {
      const words = option.choices.map((choice) => valueText(option, choice));
      if (words.join("\n") !== [...box.options].map((each) => each.text).join("\n")) {
        box.replaceChildren(...words.map((each) => make("option", {}, each)));
      }
      box.selectedIndex = option.choices.indexOf(value);
    };
    return { elements: [box], show: fill, input: box };
  }

  function makeNumber(common) {
    const box = make("input", { ...common, type: "number", inputmode: "decimal" });
    const suffix = make("span.unit");
    box.addEventListener("input", () => {
      const number = numberIn(option, box.value);
      refuse(number === null ? text("settings.allowed", { allowed: option.allowed ?? "" }) : null);
      if (number === null) refused();
      else change(number);
    });
    const fill = (value) => {
      box.step = kind === "integer" ? 10 : steps[unit] ?? "any";
      suffix.textContent = unit ? text(`unit.${unit}.name`) : "";
      if (problem.hidden && Number(box.value || NaN) !== value) box.value = value;
    };
    return { elements: [box, suffix], show: fill, input: box };
  }

  return {
    element,
    /** Whether the control shows a value that the option cannot have. */
    get isRefused() { return !problem.hidden; },
    /** Has the control show the option's value again. */
    clear: () => refuse(null),
    /** Shows an option as it is read or edited. */
    update(edits) {
      option = edits.settings.options.find((each) => each.id === id);
      unit = unitOf(id, edits.settings);
      show(edits.valueOf(id));
      standard.textContent = text("settings.default", { value: valueText(option, option.default, unit) });
      changed.hidden = !edits.isChanged(id);
      edited.hidden = !edits.isEdited(id);
      // Also a value that is written into the file and is the default.
      reset.hidden = changed.hidden && !(option.is_set && !edits.isEdited(id));
      element.toggleAttribute("data-edited", edits.isEdited(id));
    },
  };
}
