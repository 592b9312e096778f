# Panels of desktops on screens in memory, screenshots of them, and the icon that they know. Sourced after lib.sh.
entry=/usr/share/applications/io.github.swiped.desktop
watcher=org.kde.StatusNotifierWatcher

start_x() {
  export DISPLAY=:9
  Xvfb $DISPLAY -screen 0 640x240x24 -nolisten tcp >/tmp/xvfb.txt 2>&1 &
  check "Xvfb runs" eventually 60 test -S /tmp/.X11-unix/X9
  # As a desktop does.
  systemctl --user set-environment DISPLAY=$DISPLAY
}

# start_xfce_panel: a panel with icons only.
start_xfce_panel() {
  mkdir -p ~/.config/xfce4/xfconf/xfce-perchannel-xml
  cat >~/.config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="icon-size" type="uint" value="22"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="systray"/>
  </property>
</channel>
XML
  xfce4-panel --disable-wm-check >/tmp/xfce4-panel.txt 2>&1 &
  panel=$!
  screenshot() { xwd -root -silent -out "/tmp/$1.screen"; }
  check "XFCE's panel takes icons" eventually 120 has_watcher
}

# start_waybar: in sway.
start_waybar() {
  mkdir -p ~/.config/waybar
  echo '{ "height": 32, "modules-right": ["tray"], "tray": { "icon-size": 22 } }' >~/.config/waybar/config
  printf '%s\n' 'output HEADLESS-1 mode 640x240' 'exec waybar >/tmp/waybar.txt 2>&1' >/tmp/sway.conf
  env -u DISPLAY WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 sway -c /tmp/sway.conf >/tmp/sway.txt 2>&1 &
  panel=$!
  screenshot() { WAYLAND_DISPLAY=$(basename "$(ls "$XDG_RUNTIME_DIR"/wayland-? | head -n 1)") grim -t ppm "/tmp/$1.screen"; }
  check "Waybar takes icons" eventually 120 has_watcher
}

stop_panel() {
  kill $panel
  check "the panel has ended" eventually 20 not has_watcher
}
has_watcher() { busctl --user status $watcher >/dev/null 2>&1; }

# --- screenshots ---------------------------------------------------------------------------------------------------

# Two, so that none is half drawn.
still() { screenshot now && sleep 0.5 && screenshot next && cmp -s /tmp/now.screen /tmp/next.screen; }
# settled: a panel draws an icon's states one after another, and may still be behind.
settled() { still && cp /tmp/now.screen /tmp/first.screen && sleep 3 && still && cmp -s /tmp/first.screen /tmp/now.screen; }
# keep NAME: keeps the last one. One of the other half of the scenario is kept across the reboot, too.
keep() { cp /tmp/now.screen ~/"$1.screen"; }
shows() { still && cmp -s /tmp/now.screen ~/"$1.screen"; }
shows_another_than() { still && not cmp -s /tmp/now.screen ~/"$1.screen"; }
shows_neither_of() {
  local name
  still || return 1
  for name; do not cmp -s /tmp/now.screen ~/"$name.screen" || return 1; done
}
# change NAME NAME: the rectangle that differs, as X Y WIDTH HEIGHT.
change() { $here/screen-change ~/"$1.screen" ~/"$2.screen"; }
# is_icon RECTANGLE: with what the panel draws around it.
is_icon() { set -- $1; [ $# = 4 ] && [ "$3" -ge 8 ] && [ "$3" -le 48 ] && [ "$4" -ge 8 ] && [ "$4" -le 32 ]; }
# is_at RECTANGLE RECTANGLE: whether the second is in the first, or at most 4 pixels outside: not all icons are equally high.
is_at() {
  set -- $1 $2
  [ $# = 8 ] && [ $5 -ge $(($1 - 4)) ] && [ $6 -ge $(($2 - 4)) ] && [ $(($5 + $7)) -le $(($1 + $3 + 4)) ] && [ $(($6 + $8)) -le $(($2 + $4 + 4)) ]
}
# Where the pointer is not on the panel, which shows what it is on.
away="10 230"
# click BUTTON: clicks on the icon in X, and moves the pointer away unless a menu is open then.
click() {
  [ -n "$icon" ] || return
  set -- "$1" $icon
  xdotool mousemove $(($2 + $4 / 2)) $(($3 + $5 / 2)) sleep 0.5 click "$1" sleep 0.5
  [ "$1" = 3 ] || xdotool mousemove $away
}

# --- the icon on the bus ---------------------------------------------------------------------------------------------

# item: the name on the bus of the icon that the panel has.
item() {
  busctl --user --json=short get-property $watcher /StatusNotifierWatcher $watcher RegisteredStatusNotifierItems 2>/dev/null |
    jq -r '.data[0] // empty | split("/")[0]'
}
has_item() { [ -n "$(item)" ]; }
item_property() { busctl --user --json=short get-property "$(item)" /StatusNotifierItem org.kde.StatusNotifierItem "$1" | jq -r .data; }
menu_call() { busctl --user --json=short -- call "$(item)" "$(item_property Menu)" com.canonical.dbusmenu "$@"; }
menu_items() { menu_call GetLayout iias 0 -1 0 | jq -c '.. | objects | select(.type? == "(ia{sv}av)") | .data'; }
menu_labels() { menu_items | jq -r '.[1].label.data // "---"'; }
menu_has() { menu_labels | grep -q "$1"; }
# choose LABEL: as a panel does.
choose() {
  local id
  id=$(menu_items | jq --arg label "$1" 'select(.[1].label.data == $label) | .[0]')
  check "the menu has $1" test -n "$id"
  check "it is chosen" menu_call Event isvu "$id" clicked s "" 0
}
