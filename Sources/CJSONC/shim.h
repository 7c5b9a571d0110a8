#ifndef INSPECTOR_CJSONC_SHIM_H
#define INSPECTOR_CJSONC_SHIM_H
#include <json-c/json.h>
#include <json-c/json_visit.h>
#include <json-c/linkhash.h>
#endif
