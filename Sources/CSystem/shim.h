#ifndef INSPECTOR_CSYSTEM_SHIM_H
#define INSPECTOR_CSYSTEM_SHIM_H
// What the C library has and Swift's Glibc module does not import.
#include <stddef.h>
#include <sys/xattr.h>
int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags);
int pipe2(int ends[2], int flags);
void *memmem(const void *text, size_t length, const void *wanted, size_t wantedLength);

/// Returns the readable form of a Swift symbol as text that the caller frees; NULL for text that is no symbol. The
/// function is part of Swift's runtime library. `output` and `outputSize` are NULL, and `flags` is 0.
char *swift_demangle(const char *symbol, size_t length, char *output, size_t *outputSize, unsigned int flags);

#include <sys/syscall.h>
#include <unistd.h>

/// A file that is nowhere but in memory, and closed in programs that are started; -1 where there is none.
static inline int inspector_memory_file(void) { return (int)syscall(SYS_memfd_create, "inspector", 1u); }

#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>

/// Lets all others precede the calling thread, or the calling process of one thread, where there are more of them than
/// processors. It takes no processor from a thread that runs. One that keeps its priority works as well.
static inline void inspector_yield(void) {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
  // SCHED_BATCH is 3, and `sched.h` has it for GNU sources only. The runtime is the slice of the thread in nanoseconds (from
  // Linux 6.12 on; ignored before): a thread that wakes up takes the processor at once from one whose slice is longer.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {sizeof attributes, 3, 0, getpriority(PRIO_PROCESS, 0), 0, 100000000, 0, 0};
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0) sched_setscheduler(0, 3, &(struct sched_param){0});
}

/// Has the processor fetch the memory at an address, which is looked at soon; any address does.
static inline void inspector_prefetch(const void *address) { __builtin_prefetch(address); }
#endif
