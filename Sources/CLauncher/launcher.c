#define _GNU_SOURCE
#include "launcher.h"
#include "../CSystem/shim.h"
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Gives all signals the system's action: a handler of the host has no place in the worker, and what the host ignores the
/// worker need not.
static void reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < NSIG; number++) {
    if (number != SIGKILL && number != SIGSTOP) sigaction(number, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static int limit_memory(uint64_t bytes) {
  if (bytes == 0) return 0;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0) return -1;
  // A lower limit of the host itself holds for its workers, too.
  if (bytes < limit.rlim_max) limit.rlim_max = bytes;
  if (limit.rlim_max < limit.rlim_cur) limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_AS, &limit);
}

/// Sets close-on-exec for all descriptors from 3 on.
static void close_others(void) {
#ifdef __NR_close_range
  if (syscall(__NR_close_range, 3, ~0U, 1U << 2 /* CLOSE_RANGE_CLOEXEC */) == 0) return;
#endif
  struct rlimit limit;
  rlim_t most = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? limit.rlim_cur : 65536;
  for (int number = 3; number < (int)most; number++) fcntl(number, F_SETFD, FD_CLOEXEC);
}

/// The child's part up to exec: 0, or the error code.
static int prepare(pid_t host, launcher_request request) {
  // The parent's death is missed where it happens before this call, so the parent is looked at after it.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  if (getppid() != host) _exit(1);
  // A group of its own, so that Ctrl-C at the terminal reaches the host only.
  if (setpgid(0, 0) != 0) return errno;
  // Where the host began without a standard input, these may be among the three themselves.
  int connection = fcntl(request.connection, F_DUPFD_CLOEXEC, 3), errors = fcntl(request.errors, F_DUPFD_CLOEXEC, 3);
  if (connection < 0 || errors < 0) return errno;
  if (dup2(connection, 0) < 0 || dup2(connection, 1) < 0 || dup2(errors, 2) < 0) return errno;
  close_others();
  if (limit_memory(request.memory) != 0) return errno;
#ifdef PR_SET_PTRACER
  // A kernel without Yama refuses this, and needs it not.
  if (request.traceable) prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
#endif
  reset_signals();
  if (request.yields) inspector_yield();
  return 0;
}

/// Becomes the worker, or returns the error code.
static int become(const char *executable, char *const arguments[], char *const environment[], launcher_request request) {
  const launcher_sandbox *sandbox = request.sandbox;
  if (!sandbox) {
    if (request.program >= 0) return sandbox_execute(request.program, arguments, environment);
    execve(executable, arguments, environment);
    return errno;
  }
  int program = sandbox_open(executable, request.program, sandbox);
  if (program < 0) return -program;
  int error = sandbox_enter(program, sandbox);
  return error != 0 ? error : sandbox_execute(program, arguments, environment);
}

pid_t launcher_start(const char *executable, char *const arguments[], char *const environment[], launcher_request request) {
  // The child shares this memory until it has become the worker: no handler of the host may run in it.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  volatile int error = 0;
  pid_t host = getpid();
  pid_t child = vfork();
  if (child == 0) {
    error = prepare(host, request);
    if (error == 0) error = become(executable, arguments, environment, request);
    _exit(127);
  }
  if (child < 0) error = errno;
  // A child that could not become the worker has ended.
  if (child > 0 && error != 0) waitpid(child, NULL, 0);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  return error == 0 ? child : -error;
}
