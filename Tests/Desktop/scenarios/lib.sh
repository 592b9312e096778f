# Sourced by the scenarios, which run in the virtual machine as the ordinary user `desk`, in /mnt/host.
# What a scenario starts in the background writes to files: the machine goes on until nobody holds its standard output.
set -u
failures=0

pass() { echo "ok   $1"; }
fail() { echo "FAIL $1"; failures=$((failures + 1)); }

# check NAME COMMAND...: the command must succeed.
check() { if "${@:2}" >/tmp/check.log 2>&1; then pass "$1"; else fail "$1"; sed 's/^/     | /' /tmp/check.log | tail -n 5; fi; }

# equal NAME EXPECTED ACTUAL
equal() { if [ "$2" = "$3" ]; then pass "$1"; else fail "$1: expected '$2', got '$3'"; fi; }

# eventually SECONDS COMMAND...: the command must succeed within that time.
eventually() {
  local end=$((SECONDS + $1))
  until "${@:2}"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

# show TITLE FILE: what a failing check is judged by.
show() { echo "--- $1"; sed 's/^/     | /' "$2" | cut -c 1-300 | tail -n 12; }

finish() { exit $((failures > 100 ? 100 : failures)); }

# What `make install` stages, then what it does to the running system.
install_product() {
  sudo cp -R --no-preserve=ownership /mnt/host/root/. /
  sudo modprobe uinput
  sudo udevadm control --reload
  sudo udevadm trigger --action=change --sysname-match=uinput
  sudo udevadm settle
  check "the installed udev rule lets the user at the seat press keys" eventually 10 test -w /dev/uinput
}

# event_node: of the product's keyboard, nothing while there is none.
event_node() { awk '/^N: Name="swiped virtual keyboard"/ { here = 1 } here && /^H:/ { match($0, /event[0-9]+/); print "/dev/input/" substr($0, RSTART, RLENGTH); exit }' /proc/bus/input/devices; }
has_keyboard() { [ -n "$(event_node)" ]; }

# feed_loopback CLIP WIDTH HEIGHT RATE: shows the clip's first picture until /tmp/play is there, then the clip, then its last.
feed_loopback() {
  local bytes=$(($2 * $3 * 2)) raw=/tmp/clip.yuyv
  ffmpeg -hide_banner -loglevel error -i "$1" -vf "scale=$2:$3" -pix_fmt yuyv422 -f rawvideo -y $raw
  head -c $bytes $raw >/tmp/first.yuyv
  tail -c $bytes $raw >/tmp/last.yuyv
  {
    until [ -e /tmp/play ]; do cat /tmp/first.yuyv; done
    cat $raw
    touch /tmp/played
    while cat /tmp/last.yuyv; do :; done
  } 2>/dev/null | ffmpeg -hide_banner -loglevel error -re -f rawvideo -pix_fmt yuyv422 -s "$2x$3" -framerate "$4" -i - \
    -f v4l2 /dev/video0 >/tmp/feeder.log 2>&1 &
}
is_camera() { v4l2-ctl -d "$1" --get-fmt-video; }

# swipes FILE: the directions in a file of event lines, in order.
swipes() { jq -r 'select(.method == "swipe") | .params.direction' "$1" | paste -s -d ' '; }
# status_is FILE FILTER: some status among the event lines satisfies jq's filter.
status_is() { jq -e -s "any(.[]; .method == \"status\" and (.params | $2))" "$1"; }
