// The part of a worker's start that takes its rights away.
#ifndef INSPECTOR_SANDBOX_H
#define INSPECTOR_SANDBOX_H

#include "launcher.h"

/// Opens the executable, unless it is open already as `held` (else -1), as a descriptor that the worker will not be able to make
/// itself, and limits its descriptors below it. Returns the descriptor, or the negated error code.
int sandbox_open(const char *executable, int held, const launcher_sandbox *sandbox);

/// Takes away what the kernel can take away; from here on only `program` can be executed, once. 0, or the error code.
int sandbox_enter(int program, const launcher_sandbox *sandbox);

/// Executes the opened program; returns the error code where that fails.
int sandbox_execute(int program, char *const arguments[], char *const environment[]);

#endif
