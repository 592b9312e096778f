#!/usr/bin/env node
// Prints "left" or "right" at each swipe, and reconnects when swiped restarts.
const net = require("node:net");
const readline = require("node:readline");

const path = process.env.XDG_RUNTIME_DIR + "/swiped/swiped.sock";

function watch() {
  const connection = net.connect(path);
  connection.write('{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["swipe"]}}\n');
  readline.createInterface({ input: connection }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "swipe") console.log(message.params.direction);
  });
  connection.on("error", () => {}); // It is not running now.
  connection.on("close", () => setTimeout(watch, 500));
}

watch();
