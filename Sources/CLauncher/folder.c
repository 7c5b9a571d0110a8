#define _GNU_SOURCE
#include "launcher.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

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
    if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) continue;
    next = openat(folder, name, FOLDER);
    if (next < 0) next = -2;
  }
  closedir(stream);
  return next;
}

void launcher_remove_folder(const char *path) {
  // Folders can be nested deeper than there are descriptors, and than a path is long: one is open at a time.
  int folder = open(path, FOLDER), depth = 0;
  while (folder >= 0) {
    int next = clear(folder);
    if (next == -2 || (next == -1 && depth == 0)) break;
    depth += next == -1 ? -1 : 1;
    if (next == -1) next = openat(folder, "..", FOLDER);
    close(folder);
    folder = next;
  }
  if (folder >= 0) close(folder);
  rmdir(path);
}
