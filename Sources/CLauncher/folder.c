#define _GNU_SOURCE
#include "launcher.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/// Makes a folder readable, writable and searchable for its owner, whatever it was.
static void open_up(int parent, const char *name) {
  int folder = openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  // By its descriptor: at its name there may be a link by now.
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
  chmod(path, 0700);
  close(folder);
}

/// Takes the flags from a file or folder that keep it from being changed, which only root can give.
static void unlock(int parent, const char *name) {
  int file = openat(parent, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return;
  int flags = 0;
  if (ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 && (flags & (FS_IMMUTABLE_FL | FS_APPEND_FL))) {
    flags &= ~(FS_IMMUTABLE_FL | FS_APPEND_FL);
    ioctl(file, FS_IOC_SETFLAGS, &flags);
  }
  close(file);
}

/// Opens a folder in another, also one that its owner may not read.
static int open_folder(int parent, const char *name) {
  int folder = openat(parent, name, FOLDER);
  if (folder >= 0 || errno != EACCES) return folder;
  open_up(parent, name);
  return openat(parent, name, FOLDER);
}

static int remove_entry(int folder, const char *name) {
  return unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0 ? 0 : errno;
}

/// Removes the files and empty folders of a folder. Gives a folder in it that is not empty, -1 where it is empty now, and -2
/// where it holds something that cannot be removed.
static int clear(int folder) {
  int own = openat(folder, ".", FOLDER);
  DIR *stream = own < 0 ? NULL : fdopendir(own);
  if (!stream) {
    if (own >= 0) close(own);
    return -2;
  }
  int next = -1;
  for (struct dirent *entry; next == -1 && (entry = readdir(stream));) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    int error = remove_entry(folder, name);
    if (error == EACCES || error == EPERM) {
      // The folder that it is in may not be written to, or one of both not be changed.
      unlock(folder, ".");
      open_up(folder, ".");
      unlock(folder, name);
      error = remove_entry(folder, name);
    }
    if (error == 0) continue;
    next = open_folder(folder, name);
    if (next < 0) next = -2;
  }
  closedir(stream);
  return next;
}

/// The folders above the one that is open, so that one which was moved meanwhile does not lead elsewhere.
struct above {
  struct stat *folders;
  size_t count, room;
};

static int descend(struct above *above, int folder) {
  if (above->count == above->room) {
    size_t room = above->room ? 2 * above->room : 64;
    struct stat *folders = realloc(above->folders, room * sizeof *folders);
    if (!folders) return -1;
    above->folders = folders;
    above->room = room;
  }
  return fstat(folder, &above->folders[above->count++]);
}

static int ascend(struct above *above, int folder) {
  struct stat expected = above->folders[--above->count], found;
  int parent = openat(folder, "..", FOLDER);
  if (parent < 0 || (fstat(parent, &found) == 0 && found.st_dev == expected.st_dev && found.st_ino == expected.st_ino))
    return parent;
  close(parent);
  return -1;
}

int launcher_remove_folder(const char *path) {
  // Folders can be nested deeper than there are descriptors, and than a path is long: one is open at a time.
  struct above above = {NULL, 0, 0};
  int folder = open_folder(AT_FDCWD, path);
  while (folder >= 0) {
    int next = clear(folder);
    if (next == -2 || (next == -1 && above.count == 0)) break;
    if (next == -1) {
      next = ascend(&above, folder);
    } else if (descend(&above, folder) != 0) {
      close(next);
      break;
    }
    close(folder);
    folder = next;
  }
  if (folder >= 0) close(folder);
  free(above.folders);
  if (rmdir(path) == 0 || errno == ENOENT) return 0;
  if (errno == EPERM) {
    unlock(AT_FDCWD, path);
    if (rmdir(path) == 0) return 0;
  }
  return errno;
}

// What a worker uses.

static int is_beyond(launcher_use use, launcher_use limits) { return use.bytes > limits.bytes || use.files > limits.files; }

static void add(launcher_use *use, const struct stat *status) {
  use->files += 1;
  use->bytes += (uint64_t)status->st_blocks * 512;
}

/// Folders that are nested deeper than this count as more files than are allowed.
#define MOST_DEPTH 64

static void count_folder(int parent, const char *name, int depth, launcher_use *use, launcher_use limits) {
  if (depth > MOST_DEPTH) {
    use->files = UINT64_MAX;
    return;
  }
  // One that may not be read may be written to.
  int own = open_folder(parent, name);
  DIR *stream = own < 0 ? NULL : fdopendir(own);
  if (!stream) {
    if (own >= 0) close(own);
    return;
  }
  for (struct dirent *entry; !is_beyond(*use, limits) && (entry = readdir(stream));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct stat status;
    if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    add(use, &status);
    if (S_ISDIR(status.st_mode)) count_folder(dirfd(stream), entry->d_name, depth + 1, use, limits);
  }
  closedir(stream);
}

/// Counts the files that have no name any more, or never had one, and take room as long as they are open.
static void count_unnamed(pid_t process, launcher_use *use, launcher_use limits) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", (int)process);
  DIR *stream = opendir(path);
  if (!stream) return;
  for (struct dirent *entry; !is_beyond(*use, limits) && (entry = readdir(stream));) {
    struct stat status;
    if (entry->d_name[0] == '.' || fstatat(dirfd(stream), entry->d_name, &status, 0) != 0) continue;
    if (S_ISREG(status.st_mode) && status.st_nlink == 0) add(use, &status);
  }
  closedir(stream);
}

launcher_use launcher_count(const char *scratch, pid_t process, launcher_use limits) {
  launcher_use use = {0, 0};
  if (scratch) count_folder(AT_FDCWD, scratch, 0, &use, limits);
  count_unnamed(process, &use, limits);
  return use;
}

uint64_t launcher_threads(pid_t process) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  // The name, in parentheses, may hold anything; the 18th after it, the state being the first, is the number.
  const char *place = strrchr(text, ')');
  for (int field = 0; place && field < 18; field++) place = strchr(place + 1, ' ');
  return place ? strtoull(place + 1, NULL, 10) : 0;
}
