# The cameras of the scenarios, and the hand in front of them. Sourced by lib.sh.
# A frame keeps the emulated machine busy for half a second or more, so there are few of them.

# plug_webcam [OPTION...]: a USB camera at 2 fps that shows a blank picture, with MJPEG only.
plug_webcam() {
  sudo vm-uvc-camera --control /tmp/camera --fps 2 --no-yuyv --once "$@" $pictures/blank.jpg >/tmp/camera.log 2>&1 &
  hand=webcam
  check "a USB camera is plugged in" eventually 30 test "${node_test:--w}" /dev/video0
}
camera_says() { timeout 5 sh -c "[ -p /tmp/camera ] && echo '$*' >/tmp/camera"; }

# libcamera_only: WirePlumber reads cameras with libcamera alone.
libcamera_only() {
  mkdir -p ~/.config/wireplumber/wireplumber.conf.d
  cat >~/.config/wireplumber/wireplumber.conf.d/libcamera-only.conf <<'CONF'
wireplumber.profiles = { main = { monitor.v4l2 = disabled, monitor.libcamera = required } }
CONF
}
# refuse_video_nodes: only PipeWire may open the device nodes, since it is started with a group that the user is not in.
refuse_video_nodes() {
  node_test=-e
  sudo mkdir -p /run/udev/rules.d
  echo 'SUBSYSTEM=="video4linux|media", TAG-="uaccess"' | sudo tee /run/udev/rules.d/71-no-cameras.rules >/dev/null
  sudo udevadm control --reload
  systemctl --user stop wireplumber pipewire.socket pipewire
  systemctl --user mask --runtime --quiet wireplumber.service pipewire.socket pipewire.service
}
# start_pipewire: starts it with that group.
start_pipewire() {
  local program
  for program in pipewire wireplumber; do
    sudo systemd-run --quiet --collect --unit "desk-$program" --uid=desk -p SupplementaryGroups=video -p Restart=always -p RestartSec=1 \
      -E XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR" -E DBUS_SESSION_BUS_ADDRESS="$DBUS_SESSION_BUS_ADDRESS" "$program"
  done
}
stop_pipewire() { sudo systemctl stop desk-wireplumber desk-pipewire; }
# camera_name: PipeWire's camera, as in the configuration.
camera_name() { pw-dump | jq -r '.[] | select(.info.props["media.class"]? == "Video/Source") | "pipewire:" + .info.props["node.name"]' | head -n 1; }

# feed_device DEVICE FPS [mmap]: feeds blank frames to a device.
feed_device() {
  echo blank >/tmp/picture
  sudo $here/feeder "$1" 640x480 "$2" /tmp/picture "${@:3}" >/tmp/feeder.log 2>&1 &
  hand=feeder
}

# load_loopback: a camera that a program feeds, /dev/video0
load_loopback() {
  sudo modprobe v4l2loopback devices=1 video_nr=0 exclusive_caps=1 card_label=Loopback-Camera
  check "the user at the seat can open the loopback" eventually 10 test -w /dev/video0
  feed_device /dev/video0 3
  check "the loopback is a camera as soon as it is fed" eventually 60 v4l2-ctl -d /dev/video0 --get-fmt-video
}

# load_vivid: the kernel's test driver, /dev/video10, which captures what is fed to its output, /dev/video11
load_vivid() {
  sudo modprobe vivid node_types=0x101
  check "the test driver's camera is there" eventually 20 test -w /dev/video10 -a -w /dev/video11
  v4l2-ctl -d /dev/video11 --set-output=0 >/dev/null
  v4l2-ctl -d /dev/video10 --set-input=2 >/dev/null
  # The driver drops all but 4 of its 25 frames per second, since the machine is too slow for more. With fewer, there would be gaps of
  # 2 s, after which a camera counts as stalled.
  v4l2-ctl -d /dev/video10 --set-ctrl=s_video_000_0_is_connected_to=2,osd_text_mode=2,percentage_of_dropped_buffers=$dropped
  feed_device /dev/video11 4 mmap
}
dropped=85
vivid_control() { v4l2-ctl -d /dev/video10 --set-ctrl="$1"; }

# show_hand up|down: shows a hand to the camera until it swipes, for at most 8 s, then a blank picture, long enough to count as gone.
show_hand() {
  local before
  before=$(swipe_counts)
  case $hand in
    webcam) camera_says "frames $pictures/$1.jpg" ;;
    feeder) echo "$1" >/tmp/picture ;;
  esac
  eventually 8 swiped_since "$before"
  case $hand in
    webcam) camera_says "frames $pictures/blank.jpg" ;;
    feeder) echo blank >/tmp/picture ;;
  esac
  sleep 1.5
}
swipe_counts() { ask_status | grep -o '"swipes":{[^}]*}'; }
swiped_since() { local now; now=$(swipe_counts) && [ "$now" != "$1" ]; }
swipes_right() { [ "$(status right)" = "$1" ]; }

# swipe_works NAME: a raised thumb makes one swipe to the right.
swipe_works() {
  local before
  before=$(status right)
  show_hand up
  check "$1" eventually 20 swipes_right $((before + 1))
}
