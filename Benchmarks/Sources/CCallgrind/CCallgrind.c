#include "CCallgrind.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

bool callgrind_is_running(void) { return RUNNING_ON_VALGRIND != 0; }

void callgrind_start(void) { CALLGRIND_START_INSTRUMENTATION; }

void callgrind_toggle(void) { CALLGRIND_TOGGLE_COLLECT; }

void callgrind_dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

void callgrind_stop(const char *name) {
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}
#else
bool callgrind_is_running(void) { return false; }

void callgrind_start(void) {}

void callgrind_toggle(void) {}

void callgrind_dump(const char *name) { (void)name; }

void callgrind_stop(const char *name) { (void)name; }
#endif
