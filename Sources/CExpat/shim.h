#ifndef INSPECTOR_CEXPAT_SHIM_H
#define INSPECTOR_CEXPAT_SHIM_H
#include <expat.h>
#endif
