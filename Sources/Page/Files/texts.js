// The texts of the page, in the first language of the browser that there is a file for.
import * as english from "./texts-en.js";
import * as german from "./texts-de.js";

/** Those of each language, by what they are for. */
const files = { en: english, de: german };
/** Languages that are written from right to left. None of them has a file yet. */
const rightToLeft = ["ar", "fa", "he", "ur"];
/** What each attribute of the page's HTML that begins with `data-text` sets; `data-text` alone sets the content. */
const attributes = { label: "aria-label", title: "title", placeholder: "placeholder", role: "aria-roledescription" };

/** The language of the page, such as "de". */
export const language = chosen(navigator.languages);
/** The same with the region that the browser names, such as "de-AT", by which times and numbers are written. */
export const locale = navigator.languages.find((tag) => tag.split("-")[0].toLowerCase() === language) ?? language;
const texts = Object.assign({}, ...Object.values(files[language]));
const rules = new Intl.PluralRules(language);

/** The first of these languages that there is a file for, whatever the region; English if there is none. */
export function chosen(languages) {
  return languages.map((tag) => tag.split("-")[0].toLowerCase()).find((name) => Object.hasOwn(files, name)) ?? "en";
}

/**
 * A text in the language of the page.
 *
 * @param {object} [values] - what takes the place of each {name}
 */
export function text(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

/** Words as a sentence of their own. */
export const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** A text with a number, {count}, in the form that the number needs. */
export function plural(key, count, values = {}) {
  const form = `${key}.${rules.select(count)}`;
  return text(Object.hasOwn(texts, form) ? form : `${key}.other`, { count, ...values });
}

/** Adds texts of the language of the page, which are not needed to paint it. */
export function addTexts(more) {
  Object.assign(texts, more);
}

/** The text of a code that the daemon or the server sends; `sentence`, which is its own, for a code that is new. */
export function textOfCode(key, sentence, values) {
  return Object.hasOwn(texts, key) ? text(key, values) : sentence;
}

/** A number with so many decimals. */
export function number(value, decimals = 0) {
  const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return value.toLocaleString(locale, format);
}

/** A time of day, such as "14:05:09". @param {object} format - as of `Date.toLocaleTimeString` */
export function clockTime(date, format) {
  return date.toLocaleTimeString(locale, format);
}

/** Fills an element and those in it with their texts. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const [name, attribute] of Object.entries(attributes)) {
    for (const element of root.querySelectorAll(`[data-text-${name}]`)) {
      element.setAttribute(attribute, text(element.getAttribute(`data-text-${name}`)));
    }
  }
}

/** Fills the page, which is shown from then on. */
export function translatePage() {
  translate(document);
  document.documentElement.dir = rightToLeft.includes(language) ? "rtl" : "ltr";
  document.documentElement.lang = language;
}
