// Starts worker processes that end with the host.
#ifndef INSPECTOR_LAUNCHER_H
#define INSPECTOR_LAUNCHER_H

#include <stdint.h>
#include <sys/types.h>

/// What a worker begins with.
typedef struct {
  /// Become descriptors 0 and 1, and 2. All others must close on exec.
  int connection;
  int errors;
  /// How many bytes of address space it may have; 0 for no limit.
  uint64_t memory;
} launcher_request;

/// Starts a worker in a process group of its own, with the default signals; the kernel kills it when the calling thread ends.
/// Returns its process id, or the negated error code.
///
/// Between fork and exec the child prepares itself in C: it asks to be killed with its parent, makes sure that the parent is
/// still there, and limits its memory. A sandbox belongs at the same place.
pid_t launcher_start(const char *executable, char *const arguments[], char *const environment[], launcher_request request);

/// An argument of this process, the program's name being the first; null where there is none.
///
/// Swift reads them from `/proc`, which can be missing, or not to be opened for lack of descriptors.
const char *launcher_argument(int place);

/// The path by which this program was started; null where the system does not say it.
const char *launcher_executable(void);

#endif
