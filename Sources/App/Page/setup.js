// The Setup view.

export function makeSetup(connection, live) {
  return { topics: [], maxHands: 1, show() {}, hide() {} };
}
