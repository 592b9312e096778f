// The sections of the settings, in a list beside them.
import { make } from "./element.js";

/** Fills the list, and keeps the section marked that is at the top of the window. */
export function makeSections(list) {
  const groups = [...document.querySelectorAll("#settings-groups > .group")];
  const links = new Map(groups.map((group) => {
    const title = group.querySelector("h2");
    title.tabIndex = -1;
    const button = make("button", { type: "button", click: () => {
      group.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
      title.focus({ preventScroll: true });
    } }, title.textContent);
    list.append(make("li", {}, button));
    return [group, button];
  }));
  const visible = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visible[isIntersecting ? "add" : "delete"](target);
    const first = groups.find((group) => visible.has(group));
    for (const [group, button] of links) {
      if (group === first) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }, { rootMargin: "-10% 0px -60% 0px" });
  for (const group of groups) observer.observe(group);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
