#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

// Files: landlock. Its numbers are those of the kernel's interface; headers of older systems lack some.

struct rules {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

#define FILE_EXECUTE (1ULL << 0)
#define FILE_WRITE (1ULL << 1)
#define FILE_READ (1ULL << 2)
#define FOLDER_READ (1ULL << 3)
#define FILE_TRUNCATE (1ULL << 14)

/// The rights over files that each version of landlock handles: 13, with `refer` 14, with `truncate` 15, with `ioctl` of
/// devices 16.
static uint64_t handled_files(int version) {
  return (1ULL << (version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13)) - 1;
}

int launcher_landlock(void) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? (int)version : 0;
}

int launcher_has_seccomp(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

/// Allows `rights` over what is open: a file, or a folder and all in it.
static int allow_open(int ruleset, int descriptor, uint64_t rights) {
  struct stat status;
  int error = fstat(descriptor, &status) == 0 ? 0 : errno;
  if (error == 0) {
    // The kernel refuses rights over folders in a rule of a file.
    if (!S_ISDIR(status.st_mode)) rights &= FILE_EXECUTE | FILE_READ | FILE_WRITE | FILE_TRUNCATE;
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = descriptor};
    if (syscall(__NR_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) error = errno;
  }
  return error;
}

/// Allows `rights` over a file, or over a folder and all in it. What is not there needs no rule.
static int allow(int ruleset, const char *path, uint64_t rights) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : errno;
  int error = allow_open(ruleset, descriptor, rights);
  close(descriptor);
  return error;
}

static int restrict_files(int program, const launcher_sandbox *sandbox) {
  int version = launcher_landlock();
  if (version == 0) return 0;
  uint64_t all = handled_files(version);
  struct rules handled = {.files = all, .network = version >= 4 ? 3 : 0, .scoped = version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int)syscall(__NR_landlock_create_ruleset, &handled, size, 0);
  if (ruleset < 0) return errno;
  int error = 0;
  for (const char *const *path = sandbox->readable; *path && error == 0; path++)
    error = allow(ruleset, *path, FILE_EXECUTE | FILE_READ | FOLDER_READ);
  if (error == 0 && sandbox->listed) error = allow(ruleset, sandbox->listed, FOLDER_READ);
  // The program itself: another file may be at its path by now.
  if (error == 0) error = allow_open(ruleset, program, FILE_EXECUTE | FILE_READ);
  // Of its own process, where programs look for their stack.
  if (error == 0) error = allow(ruleset, "/proc/self/maps", FILE_READ);
  if (error == 0) error = allow(ruleset, "/proc/self/status", FILE_READ);
  if (error == 0) error = allow(ruleset, "/dev/null", FILE_READ | FILE_WRITE | (all & FILE_TRUNCATE));
  // Neither devices nor pipes nor sockets, nor anything that it could execute.
  uint64_t made = (1ULL << 6) | (1ULL << 9) | (1ULL << 10) | (1ULL << 11);
  if (error == 0 && sandbox->scratch) error = allow(ruleset, sandbox->scratch, all & ~made & ~FILE_EXECUTE & ~(1ULL << 15));
  if (error == 0 && syscall(__NR_landlock_restrict_self, ruleset, 0) != 0) error = errno;
  close(ruleset);
  return error;
}

// System calls: seccomp.

/// What is refused with EPERM, whatever its arguments.
static const uint16_t refused[] = {
  // Other programs and processes.
  __NR_execve, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_process_madvise, __NR_pidfd_open,
  __NR_pidfd_getfd, __NR_pidfd_send_signal, __NR_kcmp, __NR_tkill, __NR_setpgid, __NR_setsid, __NR_setpriority,
  __NR_ioprio_set, __NR_sched_setaffinity, __NR_sched_setattr, __NR_sched_setparam, __NR_sched_setscheduler,
  __NR_migrate_pages, __NR_move_pages, __NR_setrlimit,
#ifdef __NR_fork
  __NR_fork, __NR_vfork,
#endif
#ifdef __NR_process_mrelease
  __NR_process_mrelease,
#endif
  // Connections. The queues, semaphores and memory of System V are reached by numbers, without being opened first.
  __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4,
  __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_semget, __NR_semop, __NR_semtimedop, __NR_semctl,
  __NR_shmget, __NR_shmat, __NR_shmdt, __NR_shmctl, __NR_mq_open, __NR_mq_unlink, __NR_mq_timedsend,
  __NR_mq_timedreceive, __NR_mq_notify, __NR_mq_getsetattr,
  // Files in memory, which nobody could count.
  __NR_memfd_create,
#ifdef __NR_memfd_secret
  __NR_memfd_secret,
#endif
  // What files and folders are like, over which landlock does not watch.
  __NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_utimensat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr,
  __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, __NR_truncate, __NR_mknodat, __NR_open_by_handle_at,
  __NR_name_to_handle_at, __NR_inotify_init1, __NR_fanotify_init,
#ifdef __NR_chmod
  __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat, __NR_mknod, __NR_inotify_init,
#endif
  // The system.
  __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns, __NR_move_mount, __NR_open_tree,
  __NR_fsopen, __NR_fsmount, __NR_fsconfig, __NR_fspick, __NR_mount_setattr, __NR_swapon, __NR_swapoff, __NR_reboot,
  __NR_kexec_load, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_bpf, __NR_perf_event_open,
  __NR_userfaultfd, __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register, __NR_keyctl, __NR_add_key,
  __NR_request_key, __NR_quotactl, __NR_acct, __NR_syslog, __NR_sethostname, __NR_setdomainname, __NR_settimeofday,
  __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime, __NR_vhangup, __NR_personality, __NR_sync, __NR_syncfs,
#ifdef __NR_kexec_file_load
  __NR_kexec_file_load,
#endif
#ifdef __NR_quotactl_fd
  __NR_quotactl_fd,
#endif
#ifdef __NR_iopl
  __NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
};

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// The last call of Linux 6.5; for a worker those of later kernels do not exist (`fchmodat2` is the first of them).
#define LAST_CALL 451

#define COUNT(list) (sizeof(list) / sizeof(list[0]))
#define LOAD(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, place)
#define ARGUMENT(number) (offsetof(struct seccomp_data, args) + 8 * (number))
#define IF_NOT(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define FAIL(error) (SECCOMP_RET_ERRNO | (error))
#define REFUSE ANSWER(FAIL(EPERM))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)

#ifdef ARCHITECTURE

/// A value of an argument, and what the filter answers to it.
struct choice {
  uint32_t value;
  uint32_t answer;
};

struct filter {
  struct sock_filter lines[1024];
  size_t length;
};

static void add(struct filter *filter, struct sock_filter line) { filter->lines[filter->length++] = line; }

/// Answers a call by the lower half of one of its arguments, which is all of a number of 32 bits.
static void choose(
  struct filter *filter, uint32_t call, int argument, const struct choice *choices, size_t count, uint32_t otherwise) {
  add(filter, (struct sock_filter)IF_NOT(call, (uint8_t)(2 * count + 2)));
  add(filter, (struct sock_filter)LOAD(ARGUMENT(argument)));
  for (size_t place = 0; place < count; place++) {
    add(filter, (struct sock_filter)IF_NOT(choices[place].value, 1));
    add(filter, (struct sock_filter)ANSWER(choices[place].answer));
  }
  add(filter, (struct sock_filter)ANSWER(otherwise));
}

/// The requests that it may make of its own descriptors. A lock of its would keep others from a file that it only reads, and the owner of
/// a descriptor is sent signals.
static const struct choice descriptor_commands[] = {
  {F_DUPFD, SECCOMP_RET_ALLOW}, {F_GETFD, SECCOMP_RET_ALLOW}, {F_SETFD, SECCOMP_RET_ALLOW},
  {F_GETFL, SECCOMP_RET_ALLOW}, {F_SETFL, SECCOMP_RET_ALLOW}, {F_GETLK, SECCOMP_RET_ALLOW},
  {F_GETOWN, SECCOMP_RET_ALLOW}, {F_DUPFD_CLOEXEC, SECCOMP_RET_ALLOW}, {1027 /* F_DUPFD_QUERY */, SECCOMP_RET_ALLOW},
  {1031 /* F_SETPIPE_SZ */, SECCOMP_RET_ALLOW}, {1032 /* F_GETPIPE_SZ */, SECCOMP_RET_ALLOW},
  {1034 /* F_GET_SEALS */, SECCOMP_RET_ALLOW}, {36 /* F_OFD_GETLK */, SECCOMP_RET_ALLOW},
  {1025 /* F_GETLEASE */, SECCOMP_RET_ALLOW}, {F_SETLK, FAIL(EACCES)}, {F_SETLKW, FAIL(EACCES)},
  {37 /* F_OFD_SETLK */, FAIL(EACCES)}, {38 /* F_OFD_SETLKW */, FAIL(EACCES)}, {1024 /* F_SETLEASE */, FAIL(EACCES)},
};

/// The requests by which programs learn what descriptors are. Any other request is answered as if there were none.
static const struct choice device_requests[] = {
  {TCGETS, SECCOMP_RET_ALLOW}, {0x802C542A /* TCGETS2 */, SECCOMP_RET_ALLOW}, {TIOCGWINSZ, SECCOMP_RET_ALLOW},
  {FIONREAD, SECCOMP_RET_ALLOW}, {FIONBIO, SECCOMP_RET_ALLOW}, {FIOCLEX, SECCOMP_RET_ALLOW},
  {FIONCLEX, SECCOMP_RET_ALLOW},
};

/// It ends with the host, which can look at it, and no debugger but the person's is let in.
static const struct choice process_controls[] = {
  {PR_SET_PDEATHSIG, FAIL(EPERM)}, {PR_SET_DUMPABLE, FAIL(EPERM)}, {PR_SET_CHILD_SUBREAPER, FAIL(EPERM)},
#ifdef PR_SET_PTRACER
  {PR_SET_PTRACER, FAIL(EPERM)},
#endif
};

static int filter_calls(int program) {
  struct filter filter = {.length = 0};
  const struct sock_filter head[] = {
    LOAD(offsetof(struct seccomp_data, arch)), IF_NOT(ARCHITECTURE, 1), BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(offsetof(struct seccomp_data, nr)),
    // Those of later kernels and of other interfaces to this one.
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_CALL, 0, 1), ANSWER(FAIL(ENOSYS)),
    // Its arguments are in memory, where a filter cannot look; programs fall back to the older call.
    IF_NOT(__NR_clone3, 1), ANSWER(FAIL(ENOSYS)),
    // Threads, but no processes.
    IF_NOT(__NR_clone, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), ALLOW, REFUSE,
    // The program that it becomes, by a descriptor that it cannot make.
    IF_NOT(__NR_execveat, 6), LOAD(ARGUMENT(0)), IF_NOT((uint32_t)program, 3), LOAD(ARGUMENT(4)),
    IF_NOT(AT_EMPTY_PATH, 1), ALLOW, REFUSE,
    // Limits are read, not set: both halves of the pointer to new ones are zero.
    IF_NOT(__NR_prlimit64, 6), LOAD(ARGUMENT(2)), IF_NOT(0, 3), LOAD(ARGUMENT(2) + 4), IF_NOT(0, 1), ALLOW, REFUSE,
    // A lock of its would keep others from a file that it only reads.
    IF_NOT(__NR_flock, 1), ANSWER(FAIL(EACCES)),
  };
  for (size_t place = 0; place < COUNT(head); place++) add(&filter, head[place]);
  // Signals to itself.
  const struct choice own[] = {{(uint32_t)getpid(), SECCOMP_RET_ALLOW}};
  const uint32_t signals[] = {__NR_kill, __NR_tgkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo};
  for (size_t place = 0; place < COUNT(signals); place++) choose(&filter, signals[place], 0, own, 1, FAIL(EPERM));
  choose(&filter, __NR_prctl, 0, process_controls, COUNT(process_controls), SECCOMP_RET_ALLOW);
  choose(&filter, __NR_fcntl, 1, descriptor_commands, COUNT(descriptor_commands), FAIL(EPERM));
  choose(&filter, __NR_ioctl, 1, device_requests, COUNT(device_requests), FAIL(ENOTTY));
  for (size_t place = 0; place < COUNT(refused); place++) {
    add(&filter, (struct sock_filter)IF_NOT(refused[place], 1));
    add(&filter, (struct sock_filter)REFUSE);
  }
  add(&filter, (struct sock_filter)ALLOW);
  struct sock_fprog list = {.len = (unsigned short)filter.length, .filter = filter.lines};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &list) == 0 ? 0 : errno;
}

#else

static int filter_calls(int program) {
  (void)program;
  return 0;
}

#endif

// Privileges.

/// Gives up all capabilities, also those that a program could gain by being executed.
static int drop_capabilities(void) {
  // Where the first cannot be dropped none can: there is no privilege to do so.
  for (unsigned long number = 0; prctl(PR_CAPBSET_DROP, number, 0, 0, 0) == 0; number++) {
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return syscall(__NR_capset, &header, none) == 0 ? 0 : errno;
}

/// Becomes another person. The calls of the C library would do that to the threads of the host.
static int become_person(uid_t person, gid_t group) {
  if (syscall(__NR_setgroups, 0, NULL) != 0 || syscall(__NR_setresgid, group, group, group) != 0) return errno;
  return syscall(__NR_setresuid, person, person, person) == 0 ? 0 : errno;
}

static int drop_privileges(const launcher_sandbox *sandbox) {
  int error = 0;
  if (sandbox->person != 0) error = become_person(sandbox->person, sandbox->group);
  if (error == 0) error = drop_capabilities();
  // The kernel forgets this where a process becomes another person.
  if (error == 0 && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) error = errno;
  return error;
}

// The whole.

/// Lowers a limit; one that is lower already stays.
static int lower(int kind, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(kind, &limit) != 0) return errno;
  if (value < limit.rlim_max) limit.rlim_max = value;
  if (limit.rlim_max < limit.rlim_cur) limit.rlim_cur = limit.rlim_max;
  return setrlimit(kind, &limit) == 0 ? 0 : errno;
}

int sandbox_open(const char *executable, int held, const launcher_sandbox *sandbox) {
  int opened = held >= 0 ? held : open(executable, O_PATH | O_CLOEXEC);
  if (opened < 0) return -errno;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -errno;
  // The number after the last that it may have itself.
  uint64_t place = sandbox->descriptors < limit.rlim_max ? sandbox->descriptors : limit.rlim_max - 1;
  if (place <= 3) return -EMFILE;
  limit.rlim_cur = place + 1;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return -errno;
  if (opened != (int)place && dup3(opened, (int)place, O_CLOEXEC) < 0) return -errno;
  limit.rlim_cur = limit.rlim_max = place;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0 ? (int)place : -errno;
}

int sandbox_enter(int program, const launcher_sandbox *sandbox) {
  int error = lower(RLIMIT_CORE, 0);
  if (error == 0) error = lower(RLIMIT_FSIZE, sandbox->file_size);
  if (error == 0) error = lower(RLIMIT_CPU, sandbox->processor_time);
  if (error == 0 && chdir(sandbox->scratch ? sandbox->scratch : "/") != 0) error = errno;
  if (error == 0) error = drop_privileges(sandbox);
  if (error == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  if (error == 0) error = restrict_files(program, sandbox);
  if (error == 0 && launcher_has_seccomp()) error = filter_calls(program);
  return error;
}

int sandbox_execute(int program, char *const arguments[], char *const environment[]) {
  syscall(__NR_execveat, program, "", arguments, environment, AT_EMPTY_PATH);
  return errno;
}
