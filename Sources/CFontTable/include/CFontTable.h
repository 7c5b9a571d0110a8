// The widths of the letters of DejaVu Sans, which pictures are measured with.
#ifndef INSPECTOR_FONT_TABLE_H
#define INSPECTOR_FONT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/// The width of a character in units of the font; -1 where the font lacks the character.
int font_width(bool is_bold, uint32_t character);

/// The distance that a pair of characters adds to the width of the first, in units of the font; below 0 for a closer pair.
int font_kerning(bool is_bold, uint32_t left, uint32_t right);

#endif
