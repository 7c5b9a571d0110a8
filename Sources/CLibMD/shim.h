#ifndef INSPECTOR_CLIBMD_SHIM_H
#define INSPECTOR_CLIBMD_SHIM_H
#include <sys/types.h>
#include <stdint.h>
#include <sha2.h>
#endif
