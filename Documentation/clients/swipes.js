#!/usr/bin/env node
// Prints "left" or "right" at each swipe, and reconnects when swiped restarts.
const fs = require("node:fs");
const net = require("node:net");
const readline = require("node:readline");

// Without a login session, the socket is in /tmp. A directory that belongs to another user must not be trusted.
const user = process.getuid();
const isOwn = (path) => fs.lstatSync(path, { throwIfNoEntry: false })?.uid === user;
const directories = [process.env.XDG_RUNTIME_DIR, `/run/user/${user}`, `/tmp/swiped-${user}`];

function watch() {
  const directory = directories.find((path) => path && isOwn(path)) ?? directories[2];
  const connection = net.connect(directory + "/swiped/swiped.sock");
  connection.write('{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["swipe"]}}\n');
  const lines = readline.createInterface({ input: connection });
  lines.on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "swipe") console.log(message.params.direction);
  });
  for (const each of [connection, lines]) each.on("error", () => {}); // swiped is not running.
  connection.on("close", () => setTimeout(watch, 500));
}

watch();
