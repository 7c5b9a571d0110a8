// Starts worker processes that end with the host.
#ifndef INSPECTOR_LAUNCHER_H
#define INSPECTOR_LAUNCHER_H

#include <stdint.h>
#include <sys/types.h>

/// What a worker in a sandbox may do besides computing.
typedef struct {
  /// The files and folders that it may read, and what is in these; the last is null. Those that are not there are left out.
  const char *const *readable;
  /// A folder of which it may see the names, there and below, but read nothing; null for none.
  const char *listed;
  /// The folder that it works in and may write to; null for none.
  const char *scratch;
  /// How many bytes a file may have that it writes.
  uint64_t file_size;
  /// How many seconds of processor time it may use in all.
  uint64_t processor_time;
  /// How many descriptors it may have.
  uint64_t descriptors;
  /// The person and group that it runs as, where the host is root and that person's plugin is out of reach for root without
  /// capabilities; 0 for those of the host.
  uid_t person;
  gid_t group;
} launcher_sandbox;

/// What a worker begins with.
typedef struct {
  /// Become descriptors 0 and 1, and 2. All others are closed.
  int connection;
  int errors;
  /// How many bytes of address space it may have; 0 for no limit.
  uint64_t memory;
  /// The program to become, which is open; -1 for what is at the path of the executable.
  int program;
  /// Whether any process of the same user may be its debugger, where the kernel allows that to its parents only (Yama).
  int traceable;
  /// Whether the host's other threads and workers precede it where there are more of them than processors.
  int yields;
  /// Null for a worker that may do what the host may.
  const launcher_sandbox *sandbox;
} launcher_request;

/// Starts a worker in a process group of its own, with the default signals; the kernel kills it when the calling thread ends.
/// Returns its process id, or the negated error code. It is called by one thread.
///
/// Between fork and exec the child prepares itself in C: it asks to be killed with its parent, makes sure that the parent is
/// still there, limits its memory, and enters its sandbox as far as the kernel has one.
pid_t launcher_start(const char *executable, char *const arguments[], char *const environment[], launcher_request request);

/// The version of landlock that the kernel has, which restricts files (from 1), TCP (from 4) and signals (from 6); 0 for none.
int launcher_landlock(void);

/// Whether the kernel filters system calls (seccomp).
int launcher_has_seccomp(void);

/// Removes a folder with all that is in it, whatever the modes and flags are; links are not followed. The process that wrote
/// to it must have ended. 0, or the error code where something stays.
int launcher_remove_folder(const char *path);

/// The bytes and files in a folder and those in it, and in files without a name that a process has open.
typedef struct {
  uint64_t bytes;
  uint64_t files;
} launcher_use;

/// Counts what a worker has written, until more is found than either limit allows.
launcher_use launcher_count(const char *scratch, pid_t process, launcher_use limits);

/// Gives the number of threads of a process; 0 where that is not known.
uint64_t launcher_threads(pid_t process);

/// An argument of this process, the program's name being the first; null where there is none.
///
/// Swift reads them from `/proc`, which can be missing, or not to be opened for lack of descriptors.
const char *launcher_argument(int place);

/// The path by which this program was started; null where the system does not say it.
const char *launcher_executable(void);

#endif
