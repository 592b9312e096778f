#!/usr/bin/env python3
"""Prints "left" or "right" at each swipe, and reconnects when swiped restarts."""
import json
import os
import socket
import time

PATH = os.environ["XDG_RUNTIME_DIR"] + "/swiped/swiped.sock"


def messages():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(PATH)
        connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["swipe"]}}\n')
        for line in connection.makefile(encoding="utf-8"):
            yield json.loads(line)


while True:
    try:
        for message in messages():
            if message.get("method") == "swipe":
                print(message["params"]["direction"], flush=True)
    except (ConnectionError, FileNotFoundError):
        pass  # It is not running now.
    time.sleep(0.5)
