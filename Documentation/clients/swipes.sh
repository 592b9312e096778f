#!/bin/sh
# Prints "left" or "right" at each swipe, and reconnects when swiped restarts. Needs nc (netcat-openbsd) and jq.
socket=$XDG_RUNTIME_DIR/swiped/swiped.sock

while :; do
  nc -dU "$socket" 2>/dev/null |
    jq --unbuffered -r 'select(.method == "swipe").params.direction' |
    while read -r direction; do
      case $direction in
        left) echo left ;;   # or what you would have done, such as: playerctl previous
        right) echo right ;;
      esac
    done
  sleep 0.5
done
