# Sourced by the scenarios, which run in the virtual machine as the ordinary user `desk`, in /mnt/host.
# Background jobs write to files: the machine keeps running until no process holds its standard output.
set -u
here=/mnt/host/scenarios
pictures=/mnt/host/pictures
socket=$XDG_RUNTIME_DIR/swiped/swiped.sock
config=~/.config/swiped/swiped.toml
failures=0

pass() { echo "ok   $1"; }
fail() { echo "FAIL $1"; failures=$((failures + 1)); }

# check NAME COMMAND...: the command must succeed.
check() { if "${@:2}" >/tmp/check.log 2>&1; then pass "$1"; else fail "$1"; tail -n 5 /tmp/check.log | cut -c 1-300 | sed 's/^/     | /'; fi; }

# equal NAME EXPECTED ACTUAL
equal() { if [ "$2" = "$3" ]; then pass "$1"; else fail "$1: expected '$2', got '$3'"; fi; }

# at_most NAME LIMIT ACTUAL: for times in ms.
at_most() { if [ -n "$3" ] && [ "$3" -le "$2" ]; then pass "$1: $3 ms, at most $2"; else fail "$1: '$3' ms, more than $2"; fi; }

# eventually SECONDS COMMAND...: the command must succeed within that time.
eventually() {
  local end=$((SECONDS + $1))
  until "${@:2}"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}
not() { ! "$@"; }

# boot_again: boots the machine again, which starts this scenario from the beginning. What is on the disk stays.
boot_again() {
  sudo touch /mnt/.ctl/reboot
  # Their lines are on the way to the host.
  sleep 2
  # It would end the machine when the session ends.
  sudo systemctl stop vm-main
  sudo systemctl reboot
  sleep infinity
}

# show TITLE FILE [LINES]: prints the end of a file, which helps to judge a failed check.
show() { echo "--- $1"; sed 's/^/     | /' "$2" | cut -c 1-300 | tail -n "${3:-12}"; }

# finish: restores the machine for the next scenario.
finish() {
  systemctl --user stop swiped-mqtt swiped.socket swiped wireplumber pipewire.socket pipewire 2>/dev/null
  systemctl --user reset-failed swiped-mqtt swiped.socket swiped 2>/dev/null
  rm -rf ~/.config/systemd/user/swiped.service.d ~/.config/swiped ~/.config/wireplumber
  systemctl --user daemon-reload
  sudo systemctl stop desk-wireplumber desk-pipewire 2>/dev/null
  systemctl --user unmask --runtime --quiet wireplumber.service pipewire.socket pipewire.service
  sudo rm -f /run/udev/rules.d/71-no-cameras.rules
  sudo udevadm control --reload
  for job in $(jobs -p); do sudo kill "$job" 2>/dev/null; done
  camera_says quit 2>/dev/null
  # One that feeds vivid outlives its job.
  sudo pkill -x v4l2-ctl
  wait 2>/dev/null
  sudo modprobe -r v4l2loopback vivid 2>/dev/null
  rm -f /tmp/*.txt /tmp/*.log
  touch /tmp/finished
  exit $((failures > 100 ? 100 : failures))
}

# --- the product -------------------------------------------------------------------------------------------------

# copy_product: installs the files of the packages, without those that give access to uinput. The large ones, which no scenario changes,
# are bind mounts: copying them would take half as long as the boot.
copy_product() {
  [ ! -e /usr/lib/systemd/user/swiped.service ] || return 0
  sudo bash -euc '
    cd /mnt/host/root
    find . \( -type l -o -type f -size -8M \) -exec cp --no-dereference --parents --no-preserve=ownership -t / {} +
    find . -type f ! -size -8M | while read -r file; do
      install -D -m 755 /dev/null "/$file"
      mount --bind "$file" "/$file"
    done'
  sudo mv /usr/lib/udev/rules.d/70-swiped.rules /usr/lib/modules-load.d/swiped.conf /mnt
  systemctl --user daemon-reload
}

# grant_uinput: installs the rest of them.
grant_uinput() {
  sudo cp /mnt/70-swiped.rules /usr/lib/udev/rules.d/
  sudo cp /mnt/swiped.conf /usr/lib/modules-load.d/
  sudo modprobe uinput
  sudo udevadm control --reload
  sudo udevadm trigger --settle --action=change --sysname-match=uinput
}

install_product() {
  copy_product
  test -w /dev/uinput || grant_uinput
  check "the installed udev rule gives the user at the seat access to uinput" eventually 10 test -w /dev/uinput
}

# configure <<TOML: replaces the configuration. A hand that was gone can swipe again.
configure() {
  mkdir -p ~/.config/swiped
  { cat; printf '\n[expert]\nrearm_after_lost_ms = 300\n'; } >$config
}

start_service() { check "systemctl --user start swiped" systemctl --user start swiped; }
main_pid() { systemctl --user show swiped -p MainPID --value; }
# cpu_us: the CPU time of the service so far, in us. Not from /proc, which forgets threads that have ended.
cpu_us() { sed -n 's/^usage_usec //p' "/sys/fs/cgroup$(systemctl --user show swiped -p ControlGroup --value)/cpu.stat"; }
# journal [OPTION...]: what the service logged since the scenario began.
journal() { sudo journalctl --since "@$began" _SYSTEMD_USER_UNIT=swiped.service -o cat --no-pager "$@"; }
said() { journal | grep -cE -- "$1"; }
journal_has() { journal | grep -qiE -- "$1"; }

# ask_status: the status from the daemon's greeting, a line of JSON. Without swipectl, which takes long to start in an emulated machine.
ask_status() {
  local line= connection
  exec {connection}< <(exec nc -d -U "$socket" 2>/dev/null)
  local pid=$!
  read -r -t 20 -u "$connection" && read -r -t 20 -u "$connection" line
  kill $pid 2>/dev/null
  exec {connection}<&-
  [ -n "$line" ] && echo "$line"
}
# status FIELD: the value of a field; without jq, for the same reason.
status() { local now; now=$(ask_status) && [[ $now =~ \"$1\":\"?([^,}\"]*) ]] && echo "${BASH_REMATCH[1]}"; }
# status_has TEXT...: the status contains each text.
status_has() {
  local now
  now=$(ask_status) || return 1
  grep -oE '"(reason|reason_code|state|keys)":("[^"]*"|null)' <<<"$now" | paste -s -d ' '
  for text; do [[ $now == *"$text"* ]] || return 1; done
}
is_running() { status_has '"state":"running"'; }
is_yielded() { status_has '"reason_code":"camera_yielded"' "$@"; }
handled() { status handled; }
handles_more() { [ "$(handled)" -gt "$1" ]; }
# frames_go_on NAME
frames_go_on() { check "$1" eventually 30 handles_more "$(handled)"; }

# holders DEVICE: the names of the processes that have it open.
holders() { sudo find /proc/[0-9]*/fd -lname "$1" 2>/dev/null | cut -d / -f 3 | sort -u | while read -r pid; do cat "/proc/$pid/comm"; done; }
held_by_swiped() { holders "$1" | grep -qx swiped; }

# subscribe: collects events in /tmp/events.txt
subscribe() { nc -d -U "$socket" >/tmp/events.txt 2>&1 & subscriber=$!; }
# swipes FILE: the directions in a file of event lines, in order.
swipes() { grep -o '"direction":"[a-z]*"' "$1" | cut -d '"' -f 4 | paste -s -d ' '; }

# event_node: the node of the daemon's keyboard, or nothing without one.
event_node() { awk '/^N: Name="swiped virtual keyboard"/ { here = 1 } here && /^H:/ { match($0, /event[0-9]+/); print "/dev/input/" substr($0, RSTART, RLENGTH); exit }' /proc/bus/input/devices; }
has_keyboard() { [ -n "$(event_node)" ]; }
# record_keys: writes evtest's output to /tmp/keys.txt
record_keys() {
  check "there is a keyboard named swiped virtual keyboard" eventually 20 has_keyboard
  # Truncated here, since the background job may truncate it only after it has been read.
  : >/tmp/keys.txt
  sudo stdbuf -oL evtest "$(event_node)" >/tmp/keys.txt 2>&1 &
  check "evtest reads it" eventually 20 grep -q Testing /tmp/keys.txt
}
# keys: the recorded presses and releases, as KEY_RIGHT=1 KEY_RIGHT=0
keys() { grep '^Event:' /tmp/keys.txt | grep -oE 'KEY_[A-Z0-9]*\), value [0-9]' | sed 's/), value /=/' | paste -s -d ' '; }

began=$(date +%s)
. $here/cameras.sh
