#include "CFontTable.h"

#include <stddef.h>

// Of each weight: the characters from which on letters have another width, in order, and these widths; then the pairs that
// stand closer or farther, the left character in the upper half of the number, in order, and by how much they do.
#include "font_figures.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/// Counts the numbers that are at most `number`; they are in order.
static size_t count_up_to(uint32_t number, const uint32_t *numbers, size_t count) {
  size_t low = 0;
  while (low < count) {
    size_t middle = low + (count - low) / 2;
    if (numbers[middle] <= number) {
      low = middle + 1;
    } else {
      count = middle;
    }
  }
  return low;
}

int font_width(bool is_bold, uint32_t character) {
  size_t place = is_bold ? count_up_to(character, bold_starts, COUNT(bold_starts))
                         : count_up_to(character, regular_starts, COUNT(regular_starts));
  if (place == 0) return -1;
  return is_bold ? bold_widths[place - 1] : regular_widths[place - 1];
}

int font_kerning(bool is_bold, uint32_t left, uint32_t right) {
  if (left > UINT16_MAX || right > UINT16_MAX) return 0;
  uint32_t characters = left << 16 | right;
  const uint32_t *pairs = is_bold ? bold_pairs : regular_pairs;
  size_t place = count_up_to(characters, pairs, is_bold ? COUNT(bold_pairs) : COUNT(regular_pairs));
  if (place == 0 || pairs[place - 1] != characters) return 0;
  return is_bold ? bold_distances[place - 1] : regular_distances[place - 1];
}
