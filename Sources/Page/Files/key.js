// The key of the server, without which it neither shows nor changes anything. The page gets it for the token in its address. It stays in the
// storage of the page's origin: there after a reload and in another tab, and out of reach for what listens at other ports of this machine.
import { store, stored } from "./storage.js";

const name = "key";
const commandName = "command";
/** What starts the app where no server has said it yet, as in a second browser. */
const usualCommand = "swipectl open";

/** Calls a function when another tab of this address has got a key: that of the next server, if this one's has ended. */
export function onNewKey(call) {
  addEventListener("storage", (event) => event.key === name && event.newValue !== null && call());
}

/** The headers by which the server knows a page that has the key, or its token. */
export function authorization(secret = stored(name)) {
  return secret === null ? {} : { Authorization: `Bearer ${secret}` };
}

/** The protocols of a WebSocket, among them the key: a page can set no header there. */
export function socketProtocols() {
  return ["swiped", stored(name)].filter(Boolean);
}

/**
 * Gets the key for the token in the address, and takes the token out of it.
 *
 * @returns whether the server may know this page: false if neither the token nor the key of before is right
 */
export async function enter() {
  const token = new URLSearchParams(location.search).get("token");
  if (token === null) return !(await isStranger());
  const isRight = await exchange(token);
  history.replaceState(null, "", location.pathname + location.hash);
  // One that was used before may have been this page's own.
  return isRight || !(await isStranger());
}

/** Keeps the command that starts this server again: it is needed when there is none that could say it. */
export function keepStartCommand(command) {
  if (command) store(commandName, command);
}

/** The command that starts the server of this page again. */
export function startCommand() {
  return stored(commandName) ?? usualCommand;
}

/** Whether the server refuses the key of this page; false also where there is no server. */
export async function isStranger() {
  return await exchange(stored(name)) === false;
}

/** @returns whether the server gives the key for it; null without a server */
async function exchange(secret) {
  const response = await fetch("/key", { method: "POST", headers: authorization(secret) }).catch(() => null);
  if (!response) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) store(name, answer.key);
  // A browser that has never known this server learns how to start it. What has taken its address later may be anybody's.
  else if (stored(commandName) === null) keepStartCommand(answer.facts?.[0]?.values.command);
  return response.ok;
}
