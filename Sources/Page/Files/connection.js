// The WebSocket to the server of the app, which passes the daemon's messages on as they are.
import { synchronize } from "./clock.js";
import { problemText, refusalText } from "./facts.js";
import { isStranger, keepStartCommand, onNewKey, socketProtocols } from "./key.js";
import { text } from "./texts.js";

const firstRetryMs = 300;
const lastRetryMs = 3000;
const refusedRetryMs = 3000;
/** The daemon ends a suspension of keys that is not repeated within six seconds, as a page that hangs does not. */
const renewalMs = 2000;
/** The code of JSON-RPC for a topic that a daemon of an earlier version does not know. */
const invalidParams = -32602;
/** The code with which the server closes a WebSocket that there is no room for. */
const tryAgainLater = 1013;

/**
 * A connection that opens itself again.
 *
 * Dispatches each notification under the name of its method, with its parameters as `detail`; `line` for each line as it came; `received` after
 * all lines that came at once, as frames do that have waited for each other;
 * `lost` with `{server, reason}` when the daemon (server is true) or the server is gone, with `keepsAddress` when the next server has its
 * address, with `isFull` when too many pages are open, and with `isStranger` when another server is in its place; and `refused` with `{topic, reason}` when the daemon does not allow a topic, with the reason null once it does.
 */
export class Connection extends EventTarget {
  #url;
  #socket = null;
  #retryMs = firstRetryMs;
  #retry = null;
  /** Whether the next server has the address of this one, if it is free. */
  #keepsAddress = false;
  #nextID = 1;
  /** What each unanswered request does with its response: `answer`, and `fail` if none comes. */
  #waiting = new Map();
  #needed = ["swipe", "status"];
  /** How wide previews are shown, in pixels. */
  #previewWidth = 0;
  /** Whether frames may wait for each other, and what the server has been asked for. */
  #gathersFrames = false;
  #asksGatheredFrames = false;
  /** The topics that the daemon sends, as far as it has been asked. Null without a daemon. */
  #subscribed = null;
  #refused = new Set();
  /** Whether the page wants the keys of swipes suspended, and what it has asked the daemon for. */
  #wantsKeysSuspended = false;
  #asksKeysSuspended = false;
  /** Whether the daemon has confirmed that swipes press no keys. One of an earlier version refuses. */
  areKeysSuspended = false;

  constructor(url) {
    super();
    this.#url = url;
    setInterval(() => this.#askAgain(), refusedRetryMs);
    setInterval(() => this.#renewSuspension(), renewalMs);
    // The person has opened the next server in another tab.
    onNewKey(() => this.#retry !== null && this.open());
  }

  /** Connects; afterwards, connects again whenever the connection is lost. */
  open() {
    clearTimeout(this.#retry);
    this.#retry = null;
    this.#socket = new WebSocket(this.#url, socketProtocols());
    this.#socket.addEventListener("message", ({ data }) => {
      data.split("\n").forEach((line) => this.#receive(line));
      this.#dispatch("received");
    });
    this.#socket.addEventListener("close", ({ code }) => this.#lose({ isFull: code === tryAgainLater }));
  }

  /**
   * Subscribes to these topics and to no others, now and after each reconnection.
   *
   * @param {string[]} topics
   * @param {object} [options]
   * @param {number} [options.previewWidth] - how wide pictures of `preview` are shown, in pixels; 0 if that does not matter
   * @param {boolean} [options.gathersFrames] - whether frames may wait up to 0.12 s for each other, which costs less than to get each at once
   */
  need(topics, { previewWidth = 0, gathersFrames = false } = {}) {
    // Asked for again, it has the new width.
    if (previewWidth !== this.#previewWidth && topics.includes("preview")) this.#subscribed?.delete("preview");
    [this.#needed, this.#previewWidth, this.#gathersFrames] = [topics, previewWidth, gathersFrames];
    this.#subscribe();
  }

  /** Whether this page has asked that swipes press no keys. */
  get suspendsKeys() {
    return this.#asksKeysSuspended;
  }

  /** Has swipes press no keys, or press them again, now and after each reconnection. */
  suspendKeys(isWanted) {
    this.#wantsKeysSuspended = isWanted;
    this.#updateKeys();
  }

  /**
   * Sends a request to the daemon.
   *
   * @returns a promise of the result
   * @throws an Error with a message for people; its `code` is the daemon's, and missing if there is no answer
   */
  request(method, params) {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(text("server.no_answer")));
      if (!this.#subscribed) return fail();
      this.#request(method, params, ({ result, error }) => {
        if (error) reject(Object.assign(new Error(refusalText(error, params)), { code: error.code }));
        else resolve(result);
      }, fail);
    });
  }

  #receive(line) {
    const message = JSON.parse(line);
    if (message.method === "welcome") {
      synchronize(message.params);
      this.#keepsAddress = message.params.keeps_address;
      keepStartCommand(message.params.command);
    }
    if (message.method === "hello") this.#greet();
    if (message.method === "connection" && !message.params.connected) {
      this.#disconnect();
      this.#dispatch("lost", { server: true, reason: whyLost(message.params) });
    }
    if (message.method === "unsubscribed") {
      this.#subscribed?.delete(message.params.topic);
      this.#refuse(message.params.topic, message.params.reason);
    }
    for (const each of Array.isArray(message) ? message : [message]) {
      this.#waiting.get(each.id)?.answer(each);
      this.#waiting.delete(each.id);
    }
    this.#dispatch("line", { line, message });
    if (message.method && !this.#isLate(message.method)) this.#dispatch(message.method, message.params);
  }

  /** Whether it was on its way when the page no longer needed it; it would be shown as if it were now. */
  #isLate(method) {
    return ["frame", "preview", "miss"].includes(method) && !this.#needed.includes(method);
  }

  /** A new connection to the daemon has its default topics. */
  #greet() {
    this.#retryMs = firstRetryMs;
    this.#disconnect();
    this.#subscribed = new Set(["swipe", "status"]);
    this.#subscribe();
    this.#updateKeys();
  }

  #subscribe() {
    if (!this.#subscribed) return;
    if (this.#gathersFrames !== this.#asksGatheredFrames) {
      this.#asksGatheredFrames = this.#gathersFrames;
      this.#request("gather_frames", { is_wanted: this.#gathersFrames });
    }
    const unneeded = [...this.#subscribed].filter((topic) => !this.#needed.includes(topic));
    if (unneeded.length) {
      this.#request("unsubscribe", { topics: unneeded });
      for (const topic of unneeded) this.#subscribed.delete(topic);
    }
    for (const topic of this.#needed) {
      if (this.#subscribed.has(topic)) continue;
      this.#subscribed.add(topic);
      const width = topic === "preview" ? { preview_width: this.#previewWidth } : {};
      this.#request("subscribe", { topics: [topic], ...width }, (response) => {
        if (response.error?.code === invalidParams) return;
        if (response.error) this.#refuse(topic, response.error.message);
        else if (this.#refused.delete(topic)) this.#dispatch("refused", { topic, reason: null });
      });
      // The status is sent when it changes, so the page asks for what it has missed.
      if (topic === "status") this.#request("status", undefined, ({ result }) => result && this.#dispatch("status", result));
    }
  }

  #refuse(topic, reason) {
    this.#refused.add(topic);
    this.#dispatch("refused", { topic, reason: sentence(reason.replace(`${topic}: `, "")) });
  }

  /** The user may have allowed a topic by now. */
  #askAgain() {
    if (!this.#subscribed) return;
    for (const topic of this.#refused) this.#subscribed.delete(topic);
    if (this.#refused.size) this.#subscribe();
  }

  #request(method, params, answer = () => {}, fail = () => {}) {
    const id = this.#nextID++;
    this.#waiting.set(id, { answer, fail });
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  #updateKeys() {
    const isWanted = this.#wantsKeysSuspended;
    if (!this.#subscribed || this.#asksKeysSuspended === isWanted) return;
    this.#asksKeysSuspended = isWanted;
    this.areKeysSuspended = false;
    this.#request(isWanted ? "suspend_keys" : "resume_keys", undefined, ({ error }) => {
      if (this.#asksKeysSuspended === isWanted) this.areKeysSuspended = isWanted && !error;
    });
  }

  #renewSuspension() {
    // Without an id, since the answer would say nothing new.
    if (this.areKeysSuspended) this.#socket.send(JSON.stringify({ jsonrpc: "2.0", method: "suspend_keys" }));
  }

  /** What the daemon was asked for ends with its connection. */
  #disconnect() {
    this.#subscribed = null;
    this.#asksKeysSuspended = this.areKeysSuspended = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail();
  }

  #lose({ isFull }) {
    this.#disconnect();
    this.#asksGatheredFrames = false;
    this.#dispatch("lost", { server: false, isFull, keepsAddress: this.#keepsAddress, reason: "" });
    isStranger().then((isOne) => {
      if (isOne) this.#dispatch("lost", { server: false, isStranger: true, reason: "" });
    });
    this.#retry = setTimeout(() => this.open(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  #dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Why there is no daemon; empty for one that is not running or has just ended, which the state says and a button starts. */
function whyLost({ reason, facts = [], fix }) {
  if (facts.some(({ code }) => code === "daemon_not_running") || reason === "swiped has stopped") return "";
  return sentence(problemText({ error: reason, facts, fix }));
}

/** A human-readable message as a sentence. */
function sentence(text) {
  return /[.!?]\u2069?$/.test(text) ? text : `${text}.`;
}
