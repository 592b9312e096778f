// The Settings view.

export function makeSettings(connection, live) {
  return { topics: [], maxHands: 1, show() {}, hide() {} };
}
