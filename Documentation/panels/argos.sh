#!/bin/sh
# GNOME, with the extension Argos (https://github.com/p-e-w/argos). The panel asks every 5 s:
#   install -m 755 argos.sh ~/.config/argos/swiped.5s.sh
plain='useMarkup=false emojize=false ansi=false unescape=false'
swipectl panel | tr '|' '/' | {
  read -r text
  read -r tooltip
  read -r state
  echo "$text | $plain dropdown=false"
  echo ---
  printf '%s | %s\n' "$tooltip" "$plain"
  case $state in
    stopped) echo "Start | bash='systemctl --user start swiped' terminal=false refresh=true" ;;
    yielded | waiting) ;;
    paused) echo "Resume | bash='swipectl resume' terminal=false refresh=true" ;;
    *) echo "Pause | bash='swipectl pause' terminal=false refresh=true" ;;
  esac
}
