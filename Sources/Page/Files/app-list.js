// The applications in which swipes act, with their icons, and what adds one or removes it.
import { announce } from "./announcer.js";
import { make } from "./element.js";
import { writeAfterShowing } from "./lines.js";
import { showMessage } from "./message.js";
import { ask, post } from "./server.js";
import { text } from "./texts.js";

/**
 * Makes the list.
 *
 * @param {(answer: object) => void} written - is called after the file was changed
 * @returns the element, and a function that shows what the file says
 */
export function makeAppList(written) {
  const about = make("p.note");
  const list = make("ul.profiles.apps");
  const front = make("button.small", { type: "button", "data-action": "front", click: addFront }, text("apps.add_front"));
  const choice = make("select", { "aria-label": text("apps.choose"), change: () => { chosen.disabled = !choice.value; } });
  // A list that is chosen from by arrow keys changes with each of them.
  const chosen = make("button.small", { type: "button", "data-action": "add", click: () => add(choice.value) }, text("apps.add"));
  const all = make("button.small", { type: "button", "data-action": "all", click: allowAll }, text("apps.all"));
  const problem = make("p.problem", { hidden: true });
  const element = make("div", {}, about, list, make("div.app-tools", {}, front, choice, chosen, all), problem);
  /** What the server has answered last; null before. */
  let apps = null;
  let version = null;
  let isLocked = false;
  let isWaiting = false;

  async function load() {
    try {
      apps = await ask("/apps");
      say("");
    } catch (error) {
      say(error.message);
      // It is asked again when the settings are.
      version = null;
    }
    build();
  }

  /** @param {{action: string, id: ?string}} change - of the list that the file has then */
  async function write(title, change) {
    const answer = await writeAfterShowing({ title, about: text("apps.write_about"), action: text("apps.write"), change: () => ({ apps: change }) });
    choice.value = "";
    // A button that is disabled loses the focus.
    if (document.activeElement === chosen) choice.focus();
    chosen.disabled = true;
    if (!answer) return;
    written(answer);
    await load();
  }

  const ids = () => apps.only?.map(({ id }) => id) ?? [];
  const nameOf = (id) => [...(apps.only ?? []), ...apps.installed].find((each) => each.id === id)?.name ?? id;

  async function add(id) {
    await write(text("apps.add_title", { app: nameOf(id) }), { action: "add", id });
  }

  async function remove(id) {
    await write(text("apps.remove_title", { app: nameOf(id) }), { action: "remove", id });
  }

  async function allowAll() {
    await write(text("apps.all_title"), { action: "all", id: null });
  }

  /** Adds the application that is in front in three seconds. */
  async function addFront() {
    if (isWaiting) return;
    isWaiting = true;
    say("");
    build();
    announce(text("apps.bring"));
    let app = null;
    try {
      app = await post("/apps/front", {});
    } catch (error) {
      say(error.message);
    }
    isWaiting = false;
    build();
    if (!app) return;
    if (!ids().includes(app.id)) await add(app.id);
    else say(text("apps.is_listed", { app: app.name }));
  }

  function say(words) {
    showMessage(problem, words);
    problem.hidden = !words;
  }

  function item({ id, name, icon }) {
    return make(
      "li", { "data-app": id },
      icon ? make("img", { src: icon, alt: "" }) : make("span.blank"), make("p.name", {}, name),
      make("button.small", {
        type: "button", disabled: isLocked, "aria-label": text("apps.remove_of", { app: name }), click: () => remove(id),
      }, text("apps.remove")));
  }

  function build() {
    const only = apps?.only ?? null;
    about.textContent = isWaiting ? text("apps.bring") : text(only ? only.length ? "apps.about_only" : "apps.none_wait" : "apps.about_all");
    // The row of an application that was removed had it.
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...(only ?? []).map(item));
    list.hidden = !only?.length;
    const others = apps?.installed.filter(({ id }) => !ids().includes(id)) ?? [];
    choice.replaceChildren(new Option(text("apps.choose"), ""), ...others.map(({ id, name }) => new Option(name, id)));
    choice.hidden = chosen.hidden = !others.length;
    all.hidden = only === null;
    for (const control of [front, choice, all]) control.disabled = isLocked || !apps || isWaiting && control !== front;
    // It has the focus while it waits.
    front.ariaDisabled = isWaiting ? "true" : null;
    chosen.disabled = choice.disabled || !choice.value;
    if (hadFocus) front.focus();
  }

  build();
  return {
    element,
    /**
     * @param {object} settings - as the server reads them
     * @param {boolean} locked - whether the list cannot be changed now
     */
    show(settings, locked) {
      const isNew = settings.version !== version;
      const wasLocked = isLocked;
      [version, isLocked] = [settings.version, locked];
      if (isNew) load();
      else if (wasLocked !== locked) build();
    },
  };
}
