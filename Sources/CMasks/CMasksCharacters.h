// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The parts of a passage that look at single bytes. Each is called where the
// masks of a block show something that is rare.

#ifndef CMASKS_CHARACTERS_H
#define CMASKS_CHARACTERS_H

#include "CMasks.h"
#include "CMasksPassage.h"

/// Sets every bit that has an odd number of set bits at or below it.
CMASKS_INLINE uint64_t cmasks_parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/// The text that is read.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} CMasksText;

/// The byte at an offset; NUL, which is legal nowhere, behind the end.
static inline uint8_t cmasks_byte(CMasksText text, size_t offset) {
  return offset < text.count ? text.bytes[offset] : 0;
}

static inline int cmasks_is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

static inline int cmasks_is_blank(uint8_t byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static inline size_t cmasks_skip_blanks(CMasksText text, size_t offset) {
  while (cmasks_is_blank(cmasks_byte(text, offset))) offset++;
  return offset;
}

static inline size_t cmasks_skip_digits(CMasksText text, size_t offset) {
  while (cmasks_is_digit(cmasks_byte(text, offset))) offset++;
  return offset;
}

/// The end of a number; 0 if there is none.
static inline size_t cmasks_number_end(CMasksText text, size_t start) {
  size_t at = start + (cmasks_byte(text, start) == '-');
  const size_t integer = at;
  at = cmasks_skip_digits(text, at);
  if (at == integer || (text.bytes[integer] == '0' && at > integer + 1)) return 0;
  if (cmasks_byte(text, at) == '.') {
    const size_t fraction = at + 1;
    at = cmasks_skip_digits(text, fraction);
    if (at == fraction) return 0;
  }
  if ((cmasks_byte(text, at) | 0x20) != 'e') return at;
  at++;
  if (cmasks_byte(text, at) == '+' || cmasks_byte(text, at) == '-') at++;
  const size_t exponent = at;
  at = cmasks_skip_digits(text, exponent);
  return at == exponent ? 0 : at;
}

static inline size_t cmasks_literal_end(
    CMasksText text, size_t start, const char *word, size_t length) {
  if (text.count - start < length || memcmp(text.bytes + start, word, length) != 0) return 0;
  return start + length;
}

/// Whether a number or literal begins at an offset, and ends where a value may end.
static inline int cmasks_is_scalar(CMasksText text, size_t start) {
  size_t end;
  switch (text.bytes[start]) {
    case 't': end = cmasks_literal_end(text, start, "true", 4); break;
    case 'n': end = cmasks_literal_end(text, start, "null", 4); break;
    case 'f': end = cmasks_literal_end(text, start, "false", 5); break;
    default: end = cmasks_number_end(text, start);
  }
  if (end == 0) return 0;
  const uint8_t next = cmasks_byte(text, end);
  return next == ',' || next == '}' || next == ']' || cmasks_is_blank(next);
}

/// Four hexadecimal digits; -1 if they are none.
static inline int32_t cmasks_unit(CMasksText text, size_t offset) {
  int32_t unit = 0;
  for (size_t i = 0; i < 4; i++) {
    const uint8_t byte = cmasks_byte(text, offset + i), letter = byte | 0x20;
    if (cmasks_is_digit(byte)) {
      unit = unit << 4 | (byte - '0');
    } else if (letter >= 'a' && letter <= 'f') {
      unit = unit << 4 | (letter - 'a' + 10);
    } else {
      return -1;
    }
  }
  return unit;
}

/// Whether the escape of a code unit is right whose backslash is at an offset: a half of a
/// surrogate pair has its other half next to it.
static inline int cmasks_is_unit(CMasksText text, size_t offset, size_t *low) {
  const int32_t unit = cmasks_unit(text, offset + 2);
  if (unit < 0) return 0;
  switch (unit & 0xFC00) {
    case 0xD800:
      *low = offset + 6;
      return cmasks_byte(text, offset + 6) == '\\' && cmasks_byte(text, offset + 7) == 'u'
          && (cmasks_unit(text, offset + 8) & 0xFC00) == 0xDC00;
    case 0xDC00: return *low == offset;
    default: return 1;
  }
}

/// The end of the character whose first byte, above 0x7F, is at an offset, by table 3-7 of the
/// Unicode standard; 0 if it is wrong.
static inline size_t cmasks_character_end(CMasksText text, size_t offset) {
  const uint8_t lead = text.bytes[offset], second = cmasks_byte(text, offset + 1);
  size_t length;
  uint8_t low = 0x80, high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return 0;
  }
  if (second < low || second > high) return 0;
  for (size_t i = 2; i < length; i++) {
    if ((cmasks_byte(text, offset + i) & 0xC0) != 0x80) return 0;
  }
  return offset + length;
}

/// Checks the characters of a block; returns the end of the last, which may be in the next block,
/// and 0 if one is wrong. `checked` is the end of the last that was checked before.
static __attribute__((noinline)) size_t cmasks_characters_end(
    CMasksText text, size_t base, uint64_t high, size_t checked) {
  while (high != 0) {
    const size_t at = base + (size_t)__builtin_ctzll(high);
    high &= high - 1;
    if (at < checked) continue;
    checked = cmasks_character_end(text, at);
    if (checked == 0) return 0;
  }
  return checked;
}

/// Which watched name, with its quotation marks, is at an offset; -1 for none.
static inline int cmasks_name(CMasksText text, const CMasksNames *names, size_t offset) {
  uint64_t words[2] = {0, 0};
  const size_t rest = text.count - offset;
  if (rest >= CMASKS_NAME_LIMIT) {
    memcpy(words, text.bytes + offset, CMASKS_NAME_LIMIT);
  } else {
    memcpy(words, text.bytes + offset, rest);
  }
  for (int i = 0; i < CMASKS_NAMES; i++) {
    const uint64_t low = (words[0] ^ names->text[i][0]) & names->bytes[i][0];
    const uint64_t high = (words[1] ^ names->text[i][1]) & names->bytes[i][1];
    if ((low | high) == 0) return i;
  }
  return -1;
}

/// Whether a string at an offset may be a watched name, written with escapes or without: the masks
/// of a block do not know the bytes behind its end, and the verdict must not depend on where it is.
static inline int cmasks_may_be_name(CMasksText text, const CMasksNames *names, size_t offset) {
  const uint8_t first = cmasks_byte(text, offset + 1), third = cmasks_byte(text, offset + 3);
  int isFirst = first == '\\';
  int isThird = isFirst || third == '\\' || cmasks_byte(text, offset + 2) == '\\';
  for (int i = 0; i < CMASKS_NAMES; i++) {
    isFirst |= first == names->first[i];
    isThird |= third == names->third[i];
  }
  return isFirst && isThird;
}

/// Looks at a string among the members of the object: keeps the place of a watched name.
///
/// Returns 0 for what may be a watched name in disguise, or occurs twice.
static __attribute__((noinline)) int cmasks_note_name(
    CMasksText text, const CMasksNames *names, size_t offset, CMasksPassage *passage) {
  if (!cmasks_may_be_name(text, names, offset)) return 1;
  const int index = cmasks_name(text, names, offset);
  if (index >= 0) {
    const size_t colon = cmasks_skip_blanks(text, offset + names->length[index]);
    if (cmasks_byte(text, colon) != ':') return 1;
    if (passage->names[index] >= 0) return 0;
    passage->names[index] = (int64_t)offset;
    return 1;
  }
  size_t end = offset + 1;
  int isEscaped = 0;
  while (end < text.count && text.bytes[end] != '"') {
    const int isEscape = text.bytes[end] == '\\';
    isEscaped |= isEscape;
    end += isEscape ? 2 : 1;
  }
  if (!isEscaped) return 1;
  // Certainly no name: a comma or bracket follows it.
  const uint8_t next = cmasks_byte(text, cmasks_skip_blanks(text, end + 1));
  return next == ',' || next == '}';
}

#endif
