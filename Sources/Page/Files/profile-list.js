// The profiles: which are there, which one is selected and which is active, and what can be done with each.
import { make } from "./element.js";
import { writeAfterShowing } from "./lines.js";
import { text } from "./texts.js";
import { valueText } from "./setting-row.js";

/** A name for a copy that no profile has. */
export function freeName(name, taken) {
  for (let number = 1; ; number++) {
    const free = number === 1 ? `${name}_copy` : `${name}_copy_${number}`;
    if (!taken.includes(free)) return free;
  }
}

/**
 * Makes the list.
 *
 * @param {(answer: object) => void} written - is called after the file was changed
 * @returns the element, and a function that shows the profiles of settings
 */
export function makeProfileList(written) {
  const element = make("ul.profiles");
  let shown = "";

  async function act(options) {
    const answer = await writeAfterShowing(options);
    if (answer) written(answer);
  }

  const actions = {
    use: (name) => act({
      title: text("profiles.use_title", { name }), about: text("profiles.use_about"), action: text("profiles.use"),
      change: () => ({ changes: [{ option: "gesture.profile", value: name }] }),
    }),
    copy: (name, names) => act({
      title: text("profiles.copy_title", { name }), about: text("profiles.copy_about"), action: text("profiles.copy"),
      name: { label: text("profiles.new_name"), value: freeName(name, names) },
      change: (to) => ({ profiles: { action: "copy", name, to } }),
    }),
    rename: (name) => act({
      title: text("profiles.rename_title", { name }), about: text("profiles.rename_about"), action: text("profiles.rename"),
      name: { label: text("profiles.new_name"), value: name },
      change: (to) => ({ profiles: { action: "rename", name, to } }),
    }),
    remove: (name) => act({
      title: text("profiles.remove_title", { name }), about: text("profiles.remove_about"), action: text("profiles.remove"),
      change: () => ({ profiles: { action: "remove", name, to: null } }),
    }),
  };

  function item(profile, { settings, active, isLocked }) {
    const { name, built_in: isBuiltIn, gesture } = profile;
    const flags = [
      isBuiltIn && text("profiles.built_in"), name === settings.profile && text("profiles.selected"), name === active && text("profiles.active"),
    ].filter(Boolean);
    const possible = [...(name === settings.profile ? [] : ["use"]), "copy", ...(isBuiltIn ? [] : ["rename", "remove"])];
    const names = settings.profiles.map((each) => each.name);
    return make(
      "li", { "data-profile": name },
      make("div", {},
        make("p.name", {}, name, ...flags.flatMap((flag) => [" ", make("span.flag", {}, flag)])),
        make("p.note", {}, summary(gesture))),
      make("div.bar", {}, ...possible.map((action) => make("button.small", {
        type: "button", disabled: isLocked, "data-action": action, "aria-label": text(`profiles.${action}_of`, { name }),
        click: () => actions[action](name, names),
      }, text(`profiles.${action}`)))));
  }

  return {
    element,
    /**
     * @param {object} settings - as the server reads them
     * @param {?string} active - the profile that the daemon uses; null if it is not known
     * @param {boolean} isLocked - whether no profile can be changed now
     */
    show(settings, active, isLocked) {
      // The buttons keep the focus while nothing changes.
      const next = JSON.stringify([settings.profiles, settings.profile, active, isLocked]);
      if (next === shown) return;
      shown = next;
      const focused = element.contains(document.activeElement) ? document.activeElement : null;
      const row = focused && `[data-profile="${CSS.escape(focused.closest("li").dataset.profile)}"]`;
      const action = focused?.dataset.action;
      element.replaceChildren(...settings.profiles.map((profile) => item(profile, { settings, active, isLocked })));
      // A profile that is selected has no button to select it, and one that was renamed or removed none at all.
      if (row) (element.querySelector(`${row} [data-action="${action}"]`) ?? element.querySelector(`${row} button`) ?? element.querySelector("button"))?.focus();
    },
  };
}

/** What a profile does, in a line. */
function summary(gesture) {
  if (!gesture) return "";
  const { threshold, threshold_unit: unit, dwell_ms: dwell, pose } = gesture;
  return text("profiles.summary", {
    threshold: valueText({ kind: "number" }, threshold, unit), dwell: valueText({ kind: "integer" }, dwell, "ms"),
    pose: valueText({ id: "gesture.pose", kind: "choice" }, pose),
  });
}
