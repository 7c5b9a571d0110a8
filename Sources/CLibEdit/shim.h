#ifndef INSPECTOR_CLIBEDIT_SHIM_H
#define INSPECTOR_CLIBEDIT_SHIM_H
#include <histedit.h>
#endif
