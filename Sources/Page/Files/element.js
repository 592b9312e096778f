/** The element of the page that has an id. */
export const byID = (id) => document.getElementById(id);

/** Gives an element its text. Leaves one that is there already: the browser would lay it out again. */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Hides an element, or shows it. Leaves one that is so already: the browser would compute its style again. */
export function hide(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}

/** Gives an element a value of its dataset. Leaves one that is there already: the browser would compute its style again. */
export function mark(element, name, value) {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}

/** Hides a button. If it has the focus, the heading of the view gets it: a person goes on from there. */
export function hideButton(button, isHidden) {
  const hadFocus = document.activeElement === button;
  hide(button, isHidden);
  if (!hadFocus || !isHidden) return;
  const heading = document.querySelector("main > section:not([hidden]) h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

/**
 * Makes an element.
 *
 * @param {string} name - such as "p", or with a class "p.note"
 * @param {object} values - attributes; a function is called for the event of its name, and false and null leave an attribute out
 * @param {(Node | string)[]} children
 */
export function make(name, values = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/**
 * Makes what a table consists of.
 *
 * @param {string[]} columns - their titles
 * @param {Node[]} rows
 */
export function tableParts(caption, columns, rows) {
  const titles = columns.map((column) => make("th", { scope: "col" }, column));
  return [make("caption", {}, caption), make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...rows)];
}
