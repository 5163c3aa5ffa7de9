// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#include "CXML.h"

static int is_space(uint8_t byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/// Counts the attributes of a tag whose `<` is at `start`, up to `limit` + 1.
static size_t count_attributes(const uint8_t *bytes, size_t count, size_t start, size_t limit) {
  size_t found = 0;
  size_t position = start + 1;
  while (position < count && found <= limit) {
    while (position < count && bytes[position] != '=' && bytes[position] != '>' &&
           bytes[position] != '<') {
      position++;
    }
    if (position >= count || bytes[position] != '=') return found;
    position++;
    while (position < count && is_space(bytes[position])) position++;
    if (position >= count) return found;
    uint8_t quote = bytes[position];
    if (quote != '"' && quote != '\'') return found;
    position++;
    while (position < count && bytes[position] != quote) position++;
    position++;
    found++;
  }
  return found;
}

// An attribute takes five bytes or more, as in ` a=""`, so only a tag with that
// many bytes before the next `<` needs a look; where tags are short, one look
// at the end of a window skips all of them.
size_t cxml_crowded_tag(const uint8_t *bytes, size_t count, size_t limit) {
  size_t window = 5 * limit;
  size_t start = 0;
  while (start < count && bytes[start] != '<') start++;
  while (count - start > window) {
    size_t next = start + window;
    while (next > start && bytes[next] != '<') next--;
    if (next > start) {
      start = next;
      continue;
    }
    if (count_attributes(bytes, count, start, limit) > limit) return start;
    start++;
    while (start < count && bytes[start] != '<') start++;
  }
  return count;
}
