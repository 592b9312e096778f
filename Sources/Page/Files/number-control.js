// The control of an option that is a number, and the slider of the sensitivity.
import { make } from "./element.js";
import { numberIn } from "./edits.js";
import { locale, text } from "./texts.js";

const steps = { hand: 0.05, px: 1 };
/** The thresholds at both ends of the slider, by their unit: a hand that is hard to misunderstand, and one that swipes soon. */
const ends = { hand: { hard: 1.2, easy: 0.3 }, px: { hard: 120, easy: 20 } };

/**
 * Whether an option can have a number that a person wrote.
 *
 * @param {{kind: string, least: ?number, most: ?number}} option
 * @param {string} words - an empty text is the default
 * @param {?string} unit
 * @returns {{value: ?number, problem: ?string}} - null is the default; the problem says what can be
 */
export function readNumber(option, words, unit) {
  if (words.trim() === "") return { value: null, problem: null };
  const value = numberIn(option, words);
  const { least, most } = option;
  const isInside = value !== null && (least === null || least === undefined || value >= least && value <= most);
  return isInside ? { value, problem: null } : { value: null, problem: limits(option, unit) };
}

/** What an option can be, such as "0 to 60,000 ms". */
function limits({ least, most, kind }, unit) {
  if (least === null || least === undefined) return text(kind === "integer" ? "settings.whole_number" : "settings.number");
  const range = text("settings.range", { least: least.toLocaleString(locale), most: most.toLocaleString(locale) });
  return unit ? text(`unit.${unit}`, { number: range }) : range;
}

/**
 * Makes the control.
 *
 * @param {object} attributes - of the field
 * @param {{option: object, unit: ?string}} row - as it is now
 * @param {(value: ?number) => void} change - null is the default
 * @param {(words: ?string) => void} refuse - is given why what is written cannot be; null if it can
 */
export function makeNumber(attributes, row, change, refuse) {
  const box = make("input", { ...attributes, type: "number", inputmode: "decimal" });
  const suffix = make("span.unit");
  box.addEventListener("input", () => {
    // A browser gives an empty text for what is no number.
    const written = box.validity.badInput ? "?" : box.value;
    const { value, problem } = readNumber(row.option, written, row.unit);
    refuse(problem);
    if (!problem) change(value);
  });
  const show = (value) => {
    box.step = row.option.kind === "integer" ? 10 : steps[row.unit] ?? "any";
    box.placeholder = String(row.option.default);
    suffix.textContent = row.unit ? text(`unit.${row.unit}.name`) : "";
    // An emptied field is the default, and stays empty while a person writes in it.
    const isEmptied = box.value === "" && !box.validity.badInput && document.activeElement === box && value === row.option.default;
    if (!isEmptied && Number(box.value || NaN) !== value) box.value = value;
  };
  return { elements: [box, suffix], show, input: box };
}

/** The same with a slider before it: the farther to the right, the sooner a thumb swipes. */
export function makeSensitivity(attributes, row, change, refuse) {
  const field = makeNumber(attributes, row, change, refuse);
  const slider = make("input", { type: "range", id: `${attributes.id}-slider`, min: 0, max: 100, "aria-label": text("settings.sensitivity") });
  const now = make("p.note", { id: "sensitivity-now" });
  const endsOf = () => ends[row.unit] ?? ends.px;
  slider.addEventListener("input", () => {
    const { hard, easy } = endsOf();
    const step = steps[row.unit] ?? 1;
    const value = hard + (easy - hard) * slider.value / 100;
    refuse(null);
    change(Number((Math.round(value / step) * step).toFixed(2)));
  });
  const show = (value) => {
    field.show(value);
    const { hard, easy } = endsOf();
    if (document.activeElement !== slider) slider.value = 100 * (value - hard) / (easy - hard);
    slider.setAttribute("aria-valuetext", text(`unit.${row.unit ?? "px"}`, { number: value.toLocaleString(locale) }));
  };
  const labels = make("div.ends", { "aria-hidden": "true" }, make("span", {}, text("settings.sensitivity.low")), make("span", {}, text("settings.sensitivity.high")));
  return { elements: [slider, labels, ...field.elements, now], show, input: field.input };
}
