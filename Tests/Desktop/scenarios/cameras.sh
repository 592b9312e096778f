# The cameras of the scenarios, and the hand before them. Sourced by lib.sh.
# A picture keeps the emulated machine busy for half a second and more, so there are few of them.

# plug_webcam [OPTION...]: a USB camera at 2 fps that shows nothing, with MJPEG alone.
plug_webcam() {
  sudo vm-uvc-camera --control /tmp/camera --fps 2 --no-yuyv --once "$@" $pictures/blank.jpg >/tmp/camera.log 2>&1 &
  hand=webcam
  check "a USB camera is plugged in" eventually 30 test -w /dev/video0
}
camera_says() { timeout 5 sh -c "[ -p /tmp/camera ] && echo '$*' >/tmp/camera"; }

# feed_device DEVICE FPS [mmap]: shows blank pictures in it.
feed_device() {
  for picture in blank up down; do
    [ -e /tmp/$picture.yuyv ] || ffmpeg -hide_banner -loglevel error -i $pictures/$picture.jpg -pix_fmt yuyv422 -f rawvideo -y /tmp/$picture.yuyv
  done
  echo blank >/tmp/picture
  sudo $here/feeder "$1" 640x480 "$2" /tmp/picture "${@:3}" >/tmp/feeder.log 2>&1 &
  hand=feeder
}

# load_loopback: a camera that a program feeds, /dev/video0
load_loopback() {
  sudo modprobe v4l2loopback devices=1 video_nr=0 exclusive_caps=1 card_label=Loopback-Camera
  check "the user at the seat may open the loopback" eventually 10 test -w /dev/video0
  feed_device /dev/video0 3
  check "the loopback is a camera once it is fed" eventually 60 v4l2-ctl -d /dev/video0 --get-fmt-video
}

# load_vivid: the kernel's test driver, /dev/video10, which shows what is fed to its output, /dev/video11
load_vivid() {
  sudo modprobe vivid node_types=0x101
  check "the test driver's camera is there" eventually 20 test -w /dev/video10 -a -w /dev/video11
  v4l2-ctl -d /dev/video11 --set-output=0 >/dev/null
  v4l2-ctl -d /dev/video10 --set-input=2 >/dev/null
  # Of the 25 pictures a second of television all but 4 are dropped from the beginning: the machine is too slow for more.
  v4l2-ctl -d /dev/video10 --set-ctrl=loop_video=1,osd_text_mode=2,percentage_of_dropped_buffers=$dropped
  feed_device /dev/video11 8 mmap
}
dropped=85
vivid_control() { v4l2-ctl -d /dev/video10 --set-ctrl="$1"; }

# show_hand up|down: before the camera of the scenario, until it swipes or 8 s go by, and away again, long enough to be missed.
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
swipe_counts() { echo "$(status left) $(status right)"; }
swiped_since() { [ "$(swipe_counts)" != "$1" ]; }
swipes_right() { [ "$(status right)" = "$1" ]; }

# swipe_works NAME: one raised thumb is one swipe to the right.
swipe_works() {
  local before
  before=$(status right)
  show_hand up
  check "$1" eventually 20 swipes_right $((before + 1))
}
