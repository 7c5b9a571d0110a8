#ifndef INSPECTOR_CRSVG_SHIM_H
#define INSPECTOR_CRSVG_SHIM_H
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>
#endif
