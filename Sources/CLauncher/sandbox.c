#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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
  // The program itself: another file may be at its path by now.
  if (error == 0) error = allow_open(ruleset, program, FILE_EXECUTE | FILE_READ);
  // Its own process, as programs look for their stack and their name there.
  if (error == 0) error = allow(ruleset, "/proc/self", FILE_READ | FOLDER_READ);
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
  // Connections.
  __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_mq_open,
  __NR_mq_unlink, __NR_msgget, __NR_semget, __NR_shmget, __NR_shmat,
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
  __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime, __NR_vhangup, __NR_personality,
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
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)

static int filter_calls(int program) {
#ifdef ARCHITECTURE
  uint32_t own = (uint32_t)getpid();
  struct sock_filter head[] = {
    LOAD(offsetof(struct seccomp_data, arch)), IF_NOT(ARCHITECTURE, 1), BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(offsetof(struct seccomp_data, nr)),
    // Those of later kernels and of other interfaces to this one.
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_CALL, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    // Its arguments are in memory, where a filter cannot look; programs fall back to the older call.
    IF_NOT(__NR_clone3, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
    // Threads, but no processes.
    IF_NOT(__NR_clone, 4), LOAD(ARGUMENT(0)), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), ALLOW, REFUSE,
    // The program that it becomes, by a descriptor that it cannot make.
    IF_NOT(__NR_execveat, 6), LOAD(ARGUMENT(0)), IF_NOT((uint32_t)program, 3), LOAD(ARGUMENT(4)),
    IF_NOT(AT_EMPTY_PATH, 1), ALLOW, REFUSE,
    // Signals to itself.
    IF_NOT(__NR_kill, 4), LOAD(ARGUMENT(0)), IF_NOT(own, 1), ALLOW, REFUSE,
    IF_NOT(__NR_tgkill, 4), LOAD(ARGUMENT(0)), IF_NOT(own, 1), ALLOW, REFUSE,
    IF_NOT(__NR_rt_sigqueueinfo, 4), LOAD(ARGUMENT(0)), IF_NOT(own, 1), ALLOW, REFUSE,
    IF_NOT(__NR_rt_tgsigqueueinfo, 4), LOAD(ARGUMENT(0)), IF_NOT(own, 1), ALLOW, REFUSE,
    // Limits are read, not set: both halves of the pointer to new ones are zero.
    IF_NOT(__NR_prlimit64, 6), LOAD(ARGUMENT(2)), IF_NOT(0, 3), LOAD(ARGUMENT(2) + 4), IF_NOT(0, 1), ALLOW, REFUSE,
    // It ends with the host.
    IF_NOT(__NR_prctl, 4), LOAD(ARGUMENT(0)), IF_NOT(PR_SET_PDEATHSIG, 1), REFUSE, ALLOW,
  };
  struct sock_filter filter[COUNT(head) + 2 * COUNT(refused) + 1];
  size_t length = 0;
  for (size_t place = 0; place < COUNT(head); place++) filter[length++] = head[place];
  for (size_t place = 0; place < COUNT(refused); place++) {
    filter[length++] = (struct sock_filter)IF_NOT(refused[place], 1);
    filter[length++] = (struct sock_filter)REFUSE;
  }
  filter[length++] = (struct sock_filter)ALLOW;
  struct sock_fprog list = {.len = (unsigned short)length, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &list) == 0 ? 0 : errno;
#else
  return 0;
#endif
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
  if (error == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  if (error == 0) error = restrict_files(program, sandbox);
  if (error == 0 && launcher_has_seccomp()) error = filter_calls(program);
  return error;
}

int sandbox_execute(int program, char *const arguments[], char *const environment[]) {
  syscall(__NR_execveat, program, "", arguments, environment, AT_EMPTY_PATH);
  return errno;
}
