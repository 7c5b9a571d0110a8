#ifndef INSPECTOR_CSYSTEM_SHIM_H
#define INSPECTOR_CSYSTEM_SHIM_H
// What the C library has and Swift's Glibc module does not import.
#include <sys/xattr.h>
int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags);
int pipe2(int ends[2], int flags);
#endif
