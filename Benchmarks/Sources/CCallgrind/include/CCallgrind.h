#ifndef CCALLGRIND_H
#define CCALLGRIND_H

#include <stdbool.h>

/// Whether the program runs under valgrind, and was built where valgrind's headers are.
bool callgrind_is_running(void);

/// Begins to follow the program, which makes it slow; nothing is counted yet.
void callgrind_start(void);

/// Begins to count, or ends it.
void callgrind_toggle(void);

/// Writes down what was counted since the last time, under a name, and goes on.
void callgrind_dump(const char *name);

/// Writes down what was counted since the last time, under a name, and stops following the program.
void callgrind_stop(const char *name);

#endif
