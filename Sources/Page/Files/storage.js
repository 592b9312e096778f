// What the page keeps in the storage of its origin; only for as long as it is open where the browser allows no storage.

const unstored = new Map();

/** What is kept under a name; null without it. */
export function stored(name) {
  try {
    return localStorage.getItem(name) ?? unstored.get(name) ?? null;
  } catch {
    return unstored.get(name) ?? null;
  }
}

/** Keeps a string under a name. */
export function store(name, value) {
  unstored.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // The browser allows no storage.
  }
}
