// What the server and the daemon say by codes, in the language of the page.
import { startCommand } from "./key.js";
import { setApart } from "./message.js";
import { addTexts, language, text, textOfCode } from "./texts.js";

addTexts((await import(`./facts-${language}.js`)).facts);

/** The values that are words of a program. */
const english = ["error", "cause"];

/**
 * What facts say: the facts of a finding or of an error.
 *
 * @param {{code: string, values: object}[]} facts
 * @returns {?string} null if there are none, or one is new
 */
export function factsText(facts = []) {
  const words = facts.map(({ code, values }) => textOfCode(`fact.${code}`, null, { command: startCommand(), ...withApart(values) }));
  return words.length && !words.includes(null) ? words.join(", ") : null;
}

function withApart(values = {}) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, english.includes(name) ? setApart(value) : value]));
}

/**
 * A problem in the language of the page; the server's own words for one that is new. To be shown as of `showMessage`.
 *
 * @param {{error: string, facts: ?object[], fix: ?string}} problem - of the server: the fix is a command
 */
export function problemText({ error, facts, fix = null }) {
  const words = factsText(facts ?? []);
  if (words === null) return setApart(error);
  return fix ? text("fact.with_command", { words, command: fix }) : words;
}

/**
 * The same of a request that the daemon or the server refuses.
 *
 * @param {{code: number, message: string, data: ?(string[] | object)}} error - of JSON-RPC; the server's `data` is a problem
 * @param {object} [params] - of the request
 */
export function refusalText({ code, message, data }, params = {}) {
  if (data?.facts) return problemText(data);
  return textOfCode(`rpc.${Math.abs(code)}`, setApart(message), { lines: setApart((data ?? []).join(", ") || message), ...params });
}
