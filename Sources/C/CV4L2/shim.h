#pragma once
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>

// Swift imports neither variadic functions nor the _IOR/_IOW macros.
static inline int swiped_v4l2_ioctl(int fd, unsigned long request, void *argument) {
  return v4l2_ioctl(fd, request, argument);
}
static inline int swiped_v4l2_open_node(const char *path) { return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC); }

// libv4l2 writes its errors to stderr unless it has a log file; every one of them also comes back as errno.
static inline void swiped_v4l2_quiet(void) {
  if (!v4l2_log_file) v4l2_log_file = fopen("/dev/null", "we");
}

static const unsigned long swiped_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long swiped_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long swiped_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long swiped_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long swiped_VIDIOC_G_FMT = VIDIOC_G_FMT;
static const unsigned long swiped_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long swiped_VIDIOC_G_PARM = VIDIOC_G_PARM;
static const unsigned long swiped_VIDIOC_S_PARM = VIDIOC_S_PARM;
static const unsigned long swiped_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long swiped_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long swiped_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long swiped_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long swiped_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long swiped_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long swiped_VIDIOC_G_INPUT = VIDIOC_G_INPUT;
static const unsigned long swiped_VIDIOC_SUBSCRIBE_EVENT = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long swiped_VIDIOC_DQEVENT = VIDIOC_DQEVENT;
static const unsigned long swiped_VIDIOC_QUERYCTRL = VIDIOC_QUERYCTRL;
static const unsigned long swiped_VIDIOC_G_CTRL = VIDIOC_G_CTRL;
static const unsigned long swiped_VIDIOC_S_CTRL = VIDIOC_S_CTRL;
static const unsigned int swiped_V4L2_CID_EXPOSURE_AUTO_PRIORITY = V4L2_CID_EXPOSURE_AUTO_PRIORITY;
