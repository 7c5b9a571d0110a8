// Runs a command and reports its time or memory: measure REPORT COMMAND… (time) or measure --peak REPORT COMMAND… (memory).
//
// REPORT gets one line: the exit code (128 + the signal's number for a process ended by one), nanoseconds, nanoseconds of processor time,
// kilobytes, processes.
//
// Wall time is measured from before the start of the command to its end; processor time is that of the command and of the processes it
// waited for. Memory is exact, not sampled: the command and all processes that it starts are traced, each is stopped at its end while it
// still has its memory, and its VmHWM is read there. The peaks are added, so that the sum is at least the memory that all processes ever
// held at the same time. Tracing stops processes only at their start and end, but costs time, so time and memory are measured in
// different runs.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "measure: %s: %s\n", what, strerror(errno));
  exit(125);
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int code(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static long long processor;

static long long nanoseconds(struct timeval t) { return t.tv_sec * 1000000000LL + t.tv_usec * 1000LL; }

static int run(char **command) {
  pid_t child = vfork();  // `fork` would add the time to copy this process's page tables to the command's time
  if (child == 0) {
    execvp(command[0], command);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) fail(command[0]);
  processor = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
  return code(status);
}

// One entry for each process (thread group), whose threads end separately.
static struct { int group; long kilobytes; } seen[4096];
static int count;

static void note(pid_t thread) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/status", thread);
  FILE *file = fopen(path, "r");
  int group = thread;
  long kilobytes = 0;
  while (file && fgets(line, sizeof line, file)) {
    sscanf(line, "Tgid: %d", &group);
    sscanf(line, "VmHWM: %ld", &kilobytes);
  }
  if (file) fclose(file);
  int i = 0;
  while (i < count && seen[i].group != group) i++;
  if (i == count && count < 4096) seen[count++].group = group;
  if (i < count && kilobytes > seen[i].kilobytes) seen[i].kilobytes = kilobytes;
}

static int run_traced(char **command) {
  pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) fail("processes cannot be traced here");
    raise(SIGSTOP);
    execvp(command[0], command);
    _exit(127);
  }
  int status, result = 125;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) exit(125);
  long options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;
  ptrace(PTRACE_SETOPTIONS, child, 0, options | PTRACE_O_EXITKILL);
  ptrace(PTRACE_CONT, child, 0, 0);
  pid_t stopped;
  while ((stopped = waitpid(-1, &status, __WALL)) > 0) {
    if (!WIFSTOPPED(status)) {
      if (stopped == child) result = code(status);
      continue;
    }
    int event = status >> 16, sig = WSTOPSIG(status);
    if (event == PTRACE_EVENT_EXIT) note(stopped);
    // Tracing itself causes a new process's first stop and all events, so their signals are not passed on.
    ptrace(PTRACE_CONT, stopped, 0, event != 0 || sig == SIGSTOP || sig == SIGTRAP ? 0 : sig);
  }
  return result;
}

int main(int argc, char **argv) {
  int peak = argc > 1 && strcmp(argv[1], "--peak") == 0;
  if (argc < 3 + peak) {
    fprintf(stderr, "usage: measure [--peak] REPORT COMMAND…\n");
    return 125;
  }
  char **command = argv + 2 + peak;
  long long start = now();
  int result = peak ? run_traced(command) : run(command);
  long long end = now();
  long kilobytes = 0;
  for (int i = 0; i < count; i++) kilobytes += seen[i].kilobytes;
  FILE *report = fopen(argv[1 + peak], "w");
  if (!report || fprintf(report, "%d %lld %lld %ld %d\n", result, end - start, processor, kilobytes, count) < 0 || fclose(report) != 0) fail("report");
  return 0;
}
