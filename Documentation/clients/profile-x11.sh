#!/bin/sh
# Switches swiped's profile by the application that has the focus, in an X11 session. Needs xprop (Debian: x11-utils).
# Start it with the session: sh /path/to/profile-x11.sh. "video" is a section [profile.video] of yours in ~/.config/swiped/swiped.toml.

profile() { # of the window with this id, by its WM_CLASS (`xprop WM_CLASS`, then click on a window)
  case $(xprop -id "$1" WM_CLASS 2>/dev/null) in
    *'"mpv"'* | *'"vlc"'*) echo video ;;
    *) echo daily ;;
  esac
}

{
  # Its "hello" says that swiped has started, which ends a temporary profile.
  until swipectl watch --json --topics status 2>/dev/null; do sleep 1; done &
  xprop -spy -root _NET_ACTIVE_WINDOW
  echo end
} | while read -r line; do
  case $line in
    *'"method":"hello"'*) sent= ;;
    _NET_ACTIVE_WINDOW*) id=${line##*# } wanted=$(profile "${id%%,*}") ;;
    end) exit ;;
    *) continue ;;
  esac
  [ "$wanted" != "$sent" ] && swipectl profile --temporary "$wanted" >/dev/null && sent=$wanted
done
