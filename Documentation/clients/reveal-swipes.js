// Turns the slides of reveal.js by swipes. Beside reveal.js in the page: <script src="reveal-swipes.js"></script>, and
//   Reveal.initialize({ plugins: [SwipedPlugin] });
// Start the bridge with the origin of the slides: swipectl bridge web --origin http://localhost:8000
const SwipedPlugin = {
  id: "swiped",
  init(deck) {
    let pressesKeys = false;
    function connect() {
      const events = new EventSource(deck.getConfig().swiped ?? "http://127.0.0.1:9473/events?topics=swipe,status");
      events.addEventListener("status", ({ data }) => { pressesKeys = JSON.parse(data).keys === "ready"; });
      events.addEventListener("daemon", () => { pressesKeys = false; }); // The status follows.
      events.addEventListener("swipe", ({ data }) => {
        // In the window with the focus, the key that swiped presses turns the slide already.
        if (pressesKeys && document.hasFocus()) return;
        if (JSON.parse(data).direction === "right") deck.next();
        else deck.prev();
      });
      // The browser connects again by itself, unless there was an answer without events, as of a proxy while the bridge restarts.
      events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000); });
    }
    connect();
  },
};
