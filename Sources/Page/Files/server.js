// Requests to the server of the app, other than its WebSocket.
import { problemText } from "./facts.js";
import { authorization, startCommand } from "./key.js";
import { text } from "./texts.js";

/**
 * Asks the server.
 *
 * @param {{method?: string, body?: Blob | object}} [options] - a body that is no file is sent as JSON
 * @returns the answer, read as JSON
 * @throws an Error with a message for people; its `status` is that of HTTP, and missing if the server did not answer; its
 * `option` is that of the settings that is wrong, if one is, and its `facts` say what is wrong by codes
 */
export async function ask(path, options) {
  return (await send(path, options)).json();
}

/** The same, for an answer that is a file. */
export async function askForFile(path, options) {
  return (await send(path, options)).blob();
}

async function send(path, { method = "GET", body } = {}) {
  const isFile = body === undefined || body instanceof Blob;
  const headers = { ...authorization(), ...(isFile ? {} : { "Content-Type": "application/json" }) };
  const response = await fetch(path, { method, headers, body: isFile ? body : JSON.stringify(body) }).catch(() => {
    throw new Error(text("server.gone", { command: startCommand() }));
  });
  if (response.ok) return response;
  const { status } = response;
  const problem = await response.json().catch(() => null);
  const message = problem ? problemText(problem) : text("server.failed", { status });
  throw Object.assign(new Error(message), { status, option: problem?.option ?? null, facts: problem?.facts ?? [] });
}

/** Has the server do something. @param {Blob | object} [body] - as of `ask` */
export function post(path, body) {
  return ask(path, { method: "POST", body });
}
