// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the bytes of 64 bytes of JSON are, as bit masks, and which of them may
// follow which.
//
// The masks know nothing of strings: a bracket inside one is marked, too. The
// caller takes such bits away, once it knows where strings begin and end.

#ifndef CMASKS_JSON_H
#define CMASKS_JSON_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// What one block of 64 bytes of JSON holds.
typedef struct {
  /// Quotation marks.
  uint64_t quotes;
  /// Backslashes.
  uint64_t backslashes;
  /// Opening and closing brackets of both kinds.
  uint64_t brackets;
  /// Commas and colons.
  uint64_t separators;
  /// Blanks, line feeds, carriage returns and tabs.
  uint64_t spaces;
  /// All bytes below 0x20.
  uint64_t controls;
  /// All bytes above 0x7F.
  uint64_t high;
} CMasksJSON;

/// The masks of the 64 bytes at `bytes`, byte by byte.
static inline CMasksJSON cmasks_json_portable(const uint8_t *bytes) {
  CMasksJSON masks = {0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 64; i++) {
    const uint8_t byte = bytes[i];
    const uint64_t bit = 1ULL << i;
    if (byte == '"') masks.quotes |= bit;
    if (byte == '\\') masks.backslashes |= bit;
    if ((byte | 0x20) == '{' || (byte | 0x20) == '}') masks.brackets |= bit;
    if (byte == ',' || byte == ':') masks.separators |= bit;
    if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') masks.spaces |= bit;
    if (byte < 0x20) masks.controls |= bit;
    if (byte > 0x7F) masks.high |= bit;
  }
  return masks;
}

#if defined(__SSE2__)

/// The masks of the 64 bytes at `bytes`.
static inline CMasksJSON cmasks_json(const uint8_t *bytes) {
  CMasksJSON masks = {0, 0, 0, 0, 0, 0, 0};
  const __m128i lower = _mm_set1_epi8(0x20);
#define CMASKS_IS(value) _mm_cmpeq_epi8(part, _mm_set1_epi8(value))
#define CMASKS_BITS(vector) ((uint64_t)(uint32_t)_mm_movemask_epi8(vector) << (16 * i))
  for (int i = 0; i < 4; i++) {
    const __m128i part = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
    // `[` and `]` differ from `{` and `}` in this bit alone.
    const __m128i lowered = _mm_or_si128(part, lower);
    const __m128i brackets = _mm_or_si128(
        _mm_cmpeq_epi8(lowered, _mm_set1_epi8('{')), _mm_cmpeq_epi8(lowered, _mm_set1_epi8('}')));
    const __m128i spaces = _mm_or_si128(
        _mm_or_si128(CMASKS_IS(' '), CMASKS_IS('\n')),
        _mm_or_si128(CMASKS_IS('\r'), CMASKS_IS('\t')));
    masks.quotes |= CMASKS_BITS(CMASKS_IS('"'));
    masks.backslashes |= CMASKS_BITS(CMASKS_IS('\\'));
    masks.brackets |= CMASKS_BITS(brackets);
    masks.separators |= CMASKS_BITS(_mm_or_si128(CMASKS_IS(','), CMASKS_IS(':')));
    masks.spaces |= CMASKS_BITS(spaces);
    // Below 0x20: the larger of the byte and 0x1F is 0x1F.
    masks.controls |=
        CMASKS_BITS(_mm_cmpeq_epi8(_mm_max_epu8(part, _mm_set1_epi8(0x1F)), _mm_set1_epi8(0x1F)));
    masks.high |= CMASKS_BITS(part);
  }
#undef CMASKS_IS
#undef CMASKS_BITS
  return masks;
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

/// One bit for each of 64 bytes that are 0x00 or 0xFF.
static inline uint64_t cmasks_json_gather(
    uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t ab = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  const uint8x16_t cd = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  const uint8x16_t all = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/// The masks of the 64 bytes at `bytes`.
static inline CMasksJSON cmasks_json(const uint8_t *bytes) {
  uint8x16_t parts[7][4];
  for (int i = 0; i < 4; i++) {
    const uint8x16_t part = vld1q_u8(bytes + 16 * i);
    const uint8x16_t lowered = vorrq_u8(part, vdupq_n_u8(0x20));
    parts[0][i] = vceqq_u8(part, vdupq_n_u8('"'));
    parts[1][i] = vceqq_u8(part, vdupq_n_u8('\\'));
    parts[2][i] =
        vorrq_u8(vceqq_u8(lowered, vdupq_n_u8('{')), vceqq_u8(lowered, vdupq_n_u8('}')));
    parts[3][i] = vorrq_u8(vceqq_u8(part, vdupq_n_u8(',')), vceqq_u8(part, vdupq_n_u8(':')));
    parts[4][i] = vorrq_u8(
        vorrq_u8(vceqq_u8(part, vdupq_n_u8(' ')), vceqq_u8(part, vdupq_n_u8('\n'))),
        vorrq_u8(vceqq_u8(part, vdupq_n_u8('\r')), vceqq_u8(part, vdupq_n_u8('\t'))));
    parts[5][i] = vcltq_u8(part, vdupq_n_u8(0x20));
    parts[6][i] = vcltzq_s8(vreinterpretq_s8_u8(part));
  }
  uint64_t bits[7];
  for (int i = 0; i < 7; i++) {
    bits[i] = cmasks_json_gather(parts[i][0], parts[i][1], parts[i][2], parts[i][3]);
  }
  CMasksJSON masks = {bits[0], bits[1], bits[2], bits[3], bits[4], bits[5], bits[6]};
  return masks;
}

#else

/// The masks of the 64 bytes at `bytes`.
static inline CMasksJSON cmasks_json(const uint8_t *bytes) { return cmasks_json_portable(bytes); }

#endif

// The grammar of RFC 8259 between tokens, as a table: what is expected, and
// what a token makes of it. A token is told by its first byte; every byte that
// begins none of the others is taken for the first of a number or literal.

enum {
  /// A value after a colon.
  cmasks_json_member_value = 0,
  /// A value after a comma in an array.
  cmasks_json_element = 1,
  /// A value after `[`, or `]`.
  cmasks_json_first_element = 2,
  /// A name after a comma.
  cmasks_json_name = 3,
  /// A name after `{`, or `}`.
  cmasks_json_first_name = 4,
  /// The colon after a name.
  cmasks_json_colon = 5,
  /// A comma or `}` after a value in an object.
  cmasks_json_after_member = 6,
  /// A comma or `]` after a value in an array.
  cmasks_json_after_element = 7,
  /// The token opens an object.
  cmasks_json_open_object = 8,
  /// The token opens an array.
  cmasks_json_open_array = 9,
  /// The token closes the innermost container.
  cmasks_json_close = 10,
  /// The token cannot stand here.
  cmasks_json_wrong = 11,
};

/// What is expected after a token, or what else must be done with it.
static inline uint8_t cmasks_json_step(uint8_t expected, uint8_t byte) {
  static const uint8_t kinds[256] = {
      ['{'] = 1, ['}'] = 2, ['['] = 3, [']'] = 4, [','] = 5, [':'] = 6, ['"'] = 7};
  // Columns: scalar { } [ ] , : string
  static const uint8_t steps[8][8] = {
      {6, 8, 11, 9, 11, 11, 11, 6},   {7, 8, 11, 9, 11, 11, 11, 7},
      {7, 8, 11, 9, 10, 11, 11, 7},   {11, 11, 11, 11, 11, 11, 11, 5},
      {11, 11, 10, 11, 11, 11, 11, 5}, {11, 11, 11, 11, 11, 11, 0, 11},
      {11, 11, 10, 11, 11, 3, 11, 11}, {11, 11, 11, 11, 10, 1, 11, 11}};
  return steps[expected & 7][kinds[byte]];
}

#endif
