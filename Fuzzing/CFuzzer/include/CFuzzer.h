#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of a program, and has the function take each input.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*take)(const uint8_t *data, size_t size));

#endif
