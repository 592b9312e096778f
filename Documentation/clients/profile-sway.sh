#!/bin/sh
# Switches swiped's profile by the application that has the focus, in sway or i3. Needs jq.
# In the window manager's configuration: exec sh /path/to/profile-sway.sh
# "video" is a section [profile.video] of yours in ~/.config/swiped/swiped.toml.
if [ -n "$SWAYSOCK" ]; then msg=swaymsg; else msg=i3-msg; fi

profile() { # of the focused window, by its app_id, or by its class under X11 (`swaymsg -t get_tree`)
  case $("$msg" -t get_tree | jq -r 'first(.. | objects | select(.focused == true)) | .app_id // .window_properties.class // ""') in
    mpv | vlc) echo video ;;
    *) echo daily ;;
  esac
}

{
  # Its "hello" says that swiped has started, which ends a temporary profile.
  until swipectl watch --json --topics status 2>/dev/null; do sleep 1; done &
  echo focus
  "$msg" -t subscribe -m '["window","workspace"]' | jq --unbuffered -r 'select(.change == "focus" or .change == "close").change'
  echo end
} | while read -r line; do
  case $line in
    *'"method":"hello"'*) sent= ;;
    focus | close) wanted=$(profile) ;;
    end) exit ;;
    *) continue ;;
  esac
  [ "$wanted" != "$sent" ] && swipectl profile --temporary "$wanted" >/dev/null && sent=$wanted
done
