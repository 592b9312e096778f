#pragma once
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
