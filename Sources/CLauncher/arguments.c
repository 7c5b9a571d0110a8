#include "launcher.h"

#include <sys/auxv.h>

static int argument_count;
static char *const *argument_list;

// The C library calls constructors with what `main` is called with.
__attribute__((constructor)) static void keep_arguments(int count, char **list) {
  argument_count = count;
  argument_list = list;
}

const char *launcher_argument(int place) {
  return place >= 0 && place < argument_count ? argument_list[place] : 0;
}

const char *launcher_executable(void) { return (const char *)getauxval(AT_EXECFN); }
