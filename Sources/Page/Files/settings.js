// The Settings view: every option that a person is likely to change, with a sentence; nothing is written before Save.
import { announce } from "./announcer.js";
import { makeAppList } from "./app-list.js";
import { makeCommandList } from "./command-list.js";
import { Edits, gestureOf, isStillSaved, useOf } from "./edits.js";
import { byID, hideButton, make } from "./element.js";
import { problemText } from "./facts.js";
import { makePresets } from "./key-presets.js";
import { conflict, problemItem, reloadProblem, showLines } from "./lines.js";
import { showMessage } from "./message.js";
import { makeProfileList } from "./profile-list.js";
import { ask, post } from "./server.js";
import { makeService } from "./service.js";
import { makeRow } from "./setting-row.js";
import { search } from "./settings-search.js";
import { makeSections } from "./settings-sections.js";
import { plural, text } from "./texts.js";
import { hideToast, toast } from "./toast.js";
import { makeTuning } from "./tuning.js";

/** How long the file and the daemon may differ after a change before the page says so, in ms. */
const patienceMs = 1000;
/** How long nothing is typed before what a change would do is computed, in ms. */
const pauseMs = 150;
/** The options of each group. The profile has a list of its own. */
const groups = {
  camera: ["camera.device", "camera.rotate", "camera.yield"],
  gesture: ["gesture.hand", "gesture.threshold", "gesture.dwell_ms", "gesture.cooldown_ms", "gesture.pose", "gesture.unlock"],
  keys: ["keys.enabled", "keys.left", "keys.right"],
  desktop: ["desktop.notify", "desktop.tray"],
  privacy: ["privacy.preview"],
};

export function makeSettings(connection, live, misses) {
  const tuning = makeTuning(connection, live, misses);
  const service = makeService();
  const commands = makeCommandList((next) => { edits.commands = next; showEdits(); });
  const profiles = makeProfileList(load);
  const apps = makeAppList(load);
  const presets = makePresets((keys) => {
    for (const [direction, value] of Object.entries(keys)) edits.set(`keys.${direction}`, value);
    for (const row of rows) if (row.id.startsWith("keys.")) row.clear();
    showEdits();
  });
  makeSections(byID("settings-sections"));
  showMessage(byID("keys-off"), text("keys.off"));
  byID("settings-presets").append(presets.element);
  byID("settings-commands").append(commands.element);
  byID("settings-profiles").append(profiles.element);
  byID("settings-apps").append(apps.element);
  byID("settings-service").append(service.element);
  /** Null until the settings are read, and while the file has problems. */
  let edits = null;
  let settings = null;
  let rows = [];
  /** Undefined until it is known; null while swiped does not run. */
  let status;
  let isShown = false;
  let areLinesShown = false;
  let isSaving = false;
  /** Why the server does not allow the edits; empty if it does. */
  let refusal = "";
  /** The timers of what the edits would do, and of a difference between the file and the daemon. */
  let pause = null;
  let patience = null;

  // MARK: Reading

  /** Reads the file again. @returns whether edits that were not saved had to be dropped */
  async function load() {
    try {
      return take(await ask("/settings"));
    } catch (error) {
      showMessage(byID("settings-problem"), error.message);
      byID("settings-problem").hidden = false;
      return false;
    }
  }

  function take(next) {
    let hasDropped = false;
    // What can be undone is a change of the profile that was selected then.
    if (settings && next.profile !== settings.profile) hideToast();
    settings = next;
    byID("settings-problem").hidden = true;
    byID("settings-invalid").hidden = !next.problems.length;
    byID("settings-nav").hidden = byID("settings-groups").hidden = next.problems.length > 0;
    byID("settings-tools").hidden = next.problems.length > 0;
    showMessage(byID("settings-file"), text(next.exists ? "settings.file" : "settings.no_file", { file: next.file }));
    if (next.problems.length) {
      byID("settings-problems").replaceChildren(...next.problems.map(problemItem));
    } else if (edits) {
      hasDropped = edits.rebase(next);
    } else {
      edits = new Edits(next);
      build();
    }
    showEdits();
    showUse();
    if (hasDropped) result(text("settings.dropped"));
    return hasDropped;
  }

  function build() {
    for (const [group, ids] of Object.entries(groups)) {
      const options = ids.map((id) => settings.options.find((option) => option.id === id)).filter(Boolean);
      const made = options.map((option) => makeRow(option, (value) => {
        edits.set(option.id, value);
        showEdits();
      }, () => {
        edits.reset(option.id);
        showEdits();
      }, showEdits));
      byID(`settings-${group}`).replaceChildren(...made.map(({ element }) => element));
      rows.push(...made);
    }
  }

  // MARK: Showing

  function showEdits() {
    const count = edits?.count ?? 0;
    if (edits) commands.show(edits.commands);
    const readOnly = settings.read_only;
    const hadBar = !byID("settings-bar").hidden;
    byID("settings-bar").hidden = !count && !areRefused();
    document.documentElement.classList.toggle("has-bar", isShown && !byID("settings-bar").hidden);
    // The bar does not cover what the person has just changed.
    if (!hadBar && !byID("settings-bar").hidden && isShown) document.activeElement?.scrollIntoView({ block: "nearest" });
    byID("settings-count").textContent = areRefused() ? text("settings.correct") : plural("settings.changes", count);
    byID("settings-save").disabled = !edits || !canSave();
    showMessage(byID("settings-open"), settings.open_elsewhere ? problemText(settings.open_elsewhere) : "");
    byID("settings-open").hidden = !settings.open_elsewhere;
    byID("settings-notes").replaceChildren(...settings.notes.map(problemItem));
    byID("settings-notes").hidden = !settings.notes.length;
    showMessage(byID("settings-read-only"), readOnly ? text("settings.read_only", { reason: problemText(readOnly) }) : "");
    byID("settings-read-only").hidden = !readOnly;
    if (!edits || settings.problems.length) return;
    if (!edits.count) setRefusal("");
    for (const row of rows) row.update(edits);
    presets.show({ left: edits.valueOf("keys.left"), right: edits.valueOf("keys.right") });
    showProfiles();
    showKeys();
    clearTimeout(pause);
    pause = setTimeout(showConsequences, pauseMs);
  }

  /** The lines that would change, and what the gestures would have made of the last ten seconds. */
  async function showConsequences() {
    if (!edits.count) hideLines();
    if (edits.count) await preview();
    const gesture = status?.gesture && gestureOf(settings, status);
    tuning.propose(gesture && !refusal ? edits.proposed(gesture) : null, gesture);
  }

  /** Says that no keys are pressed where the file has them on. */
  function showKeys() {
    byID("keys-off").hidden = !(edits && status?.keys === "off" && useOf(settings, status) === "used"
      && settings.options.find(({ id }) => id === "keys.enabled")?.value);
  }

  function showProfiles() {
    if (!edits) return;
    const isLocked = edits.count > 0 || Boolean(settings.read_only);
    profiles.show(settings, status?.profile ?? null, isLocked);
    apps.show(settings, isLocked);
    byID("profiles-locked").hidden = edits.count === 0;
  }

  /** Says what the daemon uses, once it has had time to read the file. */
  function showUse() {
    clearTimeout(patience);
    if (!settings || status === undefined) return;
    const use = useOf(settings, status);
    const isDifferent = use === "older_text" || use === "other_file";
    const line = byID("settings-use");
    if (isDifferent && line.dataset.use !== use) {
      patience = setTimeout(() => sayUse(use), patienceMs);
    } else {
      sayUse(use);
    }
  }

  function sayUse(use) {
    const line = byID("settings-use");
    showMessage(line, text(`settings.use.${use}`, { file: status?.configuration_file ?? "" }));
    if (use !== line.dataset.use && (use === "older_text" || use === "other_file")) announce(line.textContent);
    line.dataset.use = use;
    hideButton(byID("settings-reload"), use !== "older_text" || settings.problems.length > 0);
  }

  // MARK: The bar

  /** Has the server check the edits, and shows the lines that they change. */
  async function preview() {
    // The server would refuse a command that is not written yet.
    if (commands.isRefused) {
      setRefusal("");
      byID("settings-lines").hidden = true;
      return;
    }
    const request = edits.request;
    try {
      const { lines } = await post("/settings", { ...request, save: false });
      if (JSON.stringify(request) !== JSON.stringify(edits.request)) return;
      showLines(byID("settings-lines"), lines);
      setRefusal("");
    } catch (error) {
      if (JSON.stringify(request) === JSON.stringify(edits.request)) await refuse(error);
    }
    byID("settings-lines").hidden = !areLinesShown || Boolean(refusal);
  }

  /**
   * @param {?string} option - the one that is wrong; null if it is not known
   * @param {{code: string}[]} facts - what is wrong
   */
  function setRefusal(words, option = null, facts = []) {
    if (words && words !== refusal) announce(words);
    refusal = words;
    const row = words ? rows.find(({ id }) => id === option) : null;
    row?.refuse(facts.some(({ code }) => code === "key_unknown") ? text("settings.no_key") : words);
    showMessage(byID("settings-refusal"), row ? "" : words);
    byID("settings-refusal").hidden = !words || Boolean(row);
    const hadFocus = document.activeElement === byID("settings-save");
    byID("settings-save").disabled = !canSave();
    if (row) byID("settings-count").textContent = text("settings.correct");
    // A button that is disabled loses it.
    if (hadFocus && byID("settings-save").disabled) (row ?? byID("settings-discard")).focus();
  }

  /** Whether something that is shown cannot be, and so is not sent. */
  const areRefused = () => commands.isRefused || rows.some((row) => row.isRefused);

  const canSave = () => edits.count > 0 && !areRefused() && !refusal && !settings.read_only && !settings.problems.length;

  function hideLines() {
    areLinesShown = false;
    byID("settings-lines").hidden = true;
    byID("settings-show").setAttribute("aria-expanded", "false");
    byID("settings-show").textContent = text("settings.show_lines");
  }

  function toggleLines() {
    if (areLinesShown) {
      hideLines();
      return;
    }
    areLinesShown = true;
    byID("settings-show").setAttribute("aria-expanded", "true");
    byID("settings-show").textContent = text("settings.hide_lines");
    preview();
  }

  async function save() {
    if (isSaving) return;
    isSaving = true;
    result("");
    try {
      const request = edits.request;
      const before = edits.before(request);
      const answer = await post("/settings", { ...request, save: true });
      edits.settle(request);
      hideLines();
      await load();
      const { profile } = settings;
      toast(reloadProblem(answer) ?? text("settings.saved", { file: answer.file }), () => undo(before, request, profile));
      // The bar with the button is gone, and the person stays where the change was.
      byID("toast").focus({ preventScroll: true });
    } catch (error) {
      await refuse(error);
    }
    isSaving = false;
  }

  /**
   * Has the file say again what it said, unless another program has changed the same since.
   *
   * @param {object} before - as of `Edits.before`
   * @param {object} saved - the request that is undone
   * @param {string} profile - the one that was selected then
   */
  async function undo(before, saved, profile) {
    try {
      const now = await ask("/settings");
      if (!isStillSaved(now, saved, profile)) {
        take(now);
        result(text("settings.not_undone"));
        return;
      }
      await post("/settings", { ...before, version: now.version, save: true });
      await load();
      toast(text("settings.undone"));
      byID("toast").focus({ preventScroll: true });
    } catch (error) {
      result(error.message);
    }
  }

  /** A file that has changed is read again, for a second try with the same edits. */
  async function refuse(error) {
    if (error.status === conflict) {
      if (!await load()) result(text("settings.changed_meanwhile"));
    } else if (error.status === undefined) {
      result(error.message);
    } else {
      setRefusal(error.message, error.option, error.facts);
    }
  }

  function discard() {
    edits.discard();
    for (const row of rows) row.clear();
    hideLines();
    result("");
    showEdits();
    announce(text("settings.discarded"));
    byID("settings-search").focus();
  }

  function result(words) {
    showMessage(byID("settings-result"), words);
    byID("settings-result").hidden = !words;
    if (words) announce(words);
  }

  byID("settings-search").addEventListener("input", search);
  byID("settings-show").addEventListener("click", toggleLines);
  byID("settings-save").addEventListener("click", save);
  byID("settings-discard").addEventListener("click", discard);
  byID("settings-again").addEventListener("click", load);
  byID("settings-reload").addEventListener("click", async () => {
    try {
      await connection.request("reload");
      await load();
    } catch (error) {
      result(error.message);
    }
  });
  connection.addEventListener("status", ({ detail }) => {
    const isReloaded = Boolean(status) && status.configuration_version !== detail.configuration_version;
    status = detail;
    service.setConnected(true);
    if (!isShown || !settings) return;
    // Perhaps another program has changed the file.
    if (isReloaded && useOf(settings, status) !== "used") load();
    showUse();
    showProfiles();
    showKeys();
  });
  connection.addEventListener("lost", () => {
    status = null;
    service.setConnected(false);
    if (!settings) return;
    showUse();
    showProfiles();
  });
  addEventListener("focus", () => isShown && load());
  addEventListener("beforeunload", (event) => edits?.count && event.preventDefault());

  return {
    topics: ["frame", "miss"],
    gathersFrames: true,
    show() {
      isShown = true;
      load();
      service.load();
      tuning.show();
    },
    hide() {
      isShown = false;
      document.documentElement.classList.remove("has-bar");
      hideToast();
      tuning.hide();
    },
    isRecording: tuning.isRecording,
  };
}
