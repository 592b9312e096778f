// The switch of the profile in Home. A daemon of an earlier version does not name its profiles.
import { announce } from "./announcer.js";
import { byID } from "./element.js";
import { showMessage } from "./message.js";
import { text } from "./texts.js";

export function makeProfileSwitch(connection) {
  const select = byID("home-profile");
  let active = null;
  connection.addEventListener("status", ({ detail: { profile, profiles, apps } }) => {
    if (!profiles) return;
    active = profile;
    if ([...select.options].map(({ value }) => value).join("\n") !== profiles.join("\n")) {
      select.replaceChildren(...profiles.map((name) => new Option(name, name)));
    }
    select.value = profile;
    byID("home-profile-hint").textContent = text(apps ? "home.profile_hint_apps" : "home.profile_hint");
  });
  select.addEventListener("change", async () => {
    showMessage(byID("home-problem"), "");
    try {
      await connection.request("set_profile", { profile: select.value });
      announce(text("home.profile_set", { profile: select.value }));
    } catch (error) {
      select.value = active;
      showMessage(byID("home-problem"), error.message);
      announce(error.message);
    }
  });
}
