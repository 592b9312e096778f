#pragma once

// The operator delete of C++, for what a library has made by new and does not free.
void swiped_operator_delete(void *object) __asm__("_ZdlPv");
