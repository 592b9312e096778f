#!/bin/sh
# Prints "left" or "right" at each swipe, and reconnects when swiped restarts. Needs nc (netcat-openbsd) and jq.
directory=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}
# Without a login session, the socket is here. A directory that belongs to another user must not be trusted.
[ -O "$directory" ] || directory=/tmp/swiped-$(id -u)

while :; do
  [ -O "$directory" ] && nc -dU "$directory/swiped/swiped.sock" 2>/dev/null |
    jq --unbuffered -r 'select(.method == "swipe").params.direction' |
    while read -r direction; do
      case $direction in
        left) echo left ;;   # or your own command, such as: playerctl previous
        right) echo right ;;
      esac
    done
  sleep 0.5
done
