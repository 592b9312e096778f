// What `swipectl doctor` finds, each with its fix: a command to copy, and a button where the service manager can do it.
import { makeActionButton } from "./action.js";
import { announce } from "./announcer.js";
import { copyText } from "./copy.js";
import { byID, make } from "./element.js";
import { factsText } from "./facts.js";
import { writeAfterShowing } from "./lines.js";
import { showMessage } from "./message.js";
import { ask } from "./server.js";
import { plural, text, textOfCode } from "./texts.js";

const marks = { ok: "✓", note: "!", failed: "✕" };
/** The views that show what is found. */
const views = ["view-home", "view-checks"];
/** How long the daemon's state must stay as it is before it is checked again, in ms: several changes may follow each other. */
const settledMs = 500;

/** What changes of the daemon's state may change the findings, as a text that is compared. */
const checkedOf = ({ keys, state, reason_code: code, camera }) => JSON.stringify([keys, state, code, camera?.path]);

/**
 * Shows the findings, and checks again when the daemon's state changes.
 *
 * @returns a function that asks the server again
 */
export function makeFindings(connection) {
  /** The versions of the page's server and of the daemon. */
  const versions = { page: null, daemon: null };
  let found = [];
  /** The findings that are listed, as a text that is compared. */
  let listed = null;
  let isChecking = false;
  /** Whether a person has asked for the check that follows this one; null if none follows. */
  let following = null;
  /** The state of the daemon that was checked; null before the first status. */
  let checked = null;
  let timer = null;

  function show() {
    const all = [...versionFindings(versions), ...found];
    // What has the focus, or is selected, stays so.
    if (JSON.stringify(all) === listed) return;
    listed = JSON.stringify(all);
    const open = all.filter(({ verdict }) => verdict !== "ok");
    const passed = all.filter(({ verdict }) => verdict === "ok");
    byID("findings").replaceChildren(...open.map((finding) => item(connection, finding, redo)));
    byID("passed").hidden = !passed.length;
    byID("passed-count").textContent = open.length ? plural("home.passed", passed.length) : plural("home.all_passed", passed.length);
    byID("passed-findings").replaceChildren(...passed.map((finding) => item(connection, finding, redo)));
    // One line in Home leads here.
    byID("home-checks").hidden = !open.length;
    const failed = open.filter(({ verdict }) => verdict === "failed").length;
    byID("home-checks").textContent = failed ? plural("home.to_fix", failed) : plural("home.notes", open.length);
    byID("home-checks").dataset.verdict = failed ? "failed" : "note";
  }

  /** @param {boolean} isAsked - whether a person asked, who hears the result */
  async function check(isAsked = false) {
    if (isChecking) {
      following = isAsked || following === true;
      return;
    }
    isChecking = true;
    byID("check").ariaDisabled = "true";
    showMessage(byID("check-result"), text("home.checking"));
    const problem = await ask("/doctor").then(({ findings }) => { found = findings; }, (error) => error);
    // A server of an earlier version has no doctor.
    byID("checks").hidden = problem?.status === 404;
    showMessage(byID("check-result"), problem?.message ?? "");
    show();
    if (isAsked) announce(problem?.message ?? plural("home.found", found.filter(({ verdict }) => verdict !== "ok").length));
    byID("check").ariaDisabled = null;
    isChecking = false;
    const next = following;
    following = null;
    if (next !== null) await check(next);
  }

  /** Each view checks when it is shown. */
  function checkIfShown() {
    if (views.some((id) => !byID(id).hidden)) check();
  }

  /** The button that was pressed may be gone afterwards. */
  async function redo() {
    await check();
    byID("check").focus();
  }

  byID("check").addEventListener("click", () => check(true));
  connection.addEventListener("welcome", ({ detail }) => { versions.page = detail.version; });
  connection.addEventListener("hello", ({ detail }) => {
    versions.daemon = detail.version;
    show();
  });
  connection.addEventListener("status", ({ detail }) => {
    const before = checked;
    checked = checkedOf(detail);
    if (before === null || before === checked) return;
    clearTimeout(timer);
    timer = setTimeout(checkIfShown, settledMs);
  });
  return check;
}

/** A daemon of another version may know less than the page, or more. */
export function versionFindings({ page, daemon }) {
  if (!page || !daemon || page === daemon) return [];
  const isOlder = compare(daemon, page) < 0;
  const message = text(isOlder ? "home.older" : "home.newer", { page, daemon });
  return [{ check: "version", verdict: "note", message, fix: null, action: isOlder ? "restart" : null }];
}

/** Has the file select the profile for every day, once the person has seen its line. */
async function useDaily(done) {
  const answer = await writeAfterShowing({
    title: text("profiles.use_title", { name: "daily" }), about: text("profiles.use_about"), action: text("profiles.use"),
    change: () => ({ changes: [{ option: "gesture.profile", value: "daily" }] }),
  });
  if (answer) done();
}

function compare(one, other) {
  const [numbers, others] = [one, other].map((version) => version.split(/[^0-9]+/).map(Number));
  const index = numbers.findIndex((each, place) => each !== others[place]);
  return index < 0 ? 0 : numbers[index] - (others[index] ?? -1);
}

function item(connection, { check, verdict, message, facts, fix, action }, done) {
  const mark = make("span.mark", { "aria-hidden": "true" }, marks[verdict]);
  // A finding that is new to the page is shown as doctor says it.
  const said = check === "version" ? message : factsText(facts);
  const name = make("p.name", {}, text(`checks.${verdict}`, { name: textOfCode(`check.${check}`, check) }));
  const words = make("p", { lang: said === null ? "en" : false });
  showMessage(words, said ?? message);
  const element = make(`li.${verdict}`, {}, mark, name, words);
  if (verdict !== "ok" && check === "profile") {
    element.append(make("button", { type: "button", click: () => useDaily(done) }, text("checks.use_daily")));
    return element;
  }
  if (verdict !== "ok" && action) {
    const button = make("button", { type: "button" });
    const result = make("p.problem");
    makeActionButton(connection, button, result, done)(action);
    element.append(button, result);
  }
  if (verdict !== "ok" && fix) {
    const code = make("code", {}, fix);
    const label = `${text("copy.copy")}: ${fix}`;
    const button = make("button", { type: "button", "aria-label": label, click: () => copyText(code, button) }, text("copy.copy"));
    element.append(make("p.command", {}, code, button));
  }
  return element;
}
