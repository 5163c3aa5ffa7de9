// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the bytes of 64 bytes of JSON are, as bit masks.
//
// The masks know nothing of strings: a bracket inside one is marked, too. The
// caller takes such bits away, once it knows where strings begin and end.

#ifndef CMASKS_JSON_H
#define CMASKS_JSON_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// What one block of 64 bytes of JSON holds.
typedef struct {
  /// Quotation marks.
  uint64_t quotes;
  /// Backslashes.
  uint64_t backslashes;
  /// Opening brackets of both kinds.
  uint64_t opens;
  /// Closing brackets of both kinds.
  uint64_t closes;
  /// Braces of both directions, and any other byte that has bit 5, which square brackets have not.
  uint64_t braces;
  uint64_t commas;
  uint64_t colons;
  /// Blanks, line feeds, carriage returns and tabs.
  uint64_t spaces;
  /// All bytes below 0x20.
  uint64_t controls;
  /// All bytes above 0x7F.
  uint64_t high;
} CMasksJSON;

/// Sets every bit that has an odd number of set bits at or below it.
static inline uint64_t cmasks_parity(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

/// The masks of the 64 bytes at `bytes`, byte by byte.
static inline CMasksJSON cmasks_json_portable(const uint8_t *bytes) {
  CMasksJSON masks = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 64; i++) {
    const uint8_t byte = bytes[i];
    const uint64_t bit = 1ULL << i;
    if (byte == '"') masks.quotes |= bit;
    if (byte == '\\') masks.backslashes |= bit;
    if (byte == '{' || byte == '[') masks.opens |= bit;
    if (byte == '}' || byte == ']') masks.closes |= bit;
    if ((byte & 0x20) != 0) masks.braces |= bit;
    if (byte == ',') masks.commas |= bit;
    if (byte == ':') masks.colons |= bit;
    if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') masks.spaces |= bit;
    if (byte < 0x20) masks.controls |= bit;
    if (byte > 0x7F) masks.high |= bit;
  }
  return masks;
}

#if defined(__x86_64__)

/// The bytes that a shuffle by the low half of a byte compares with: a blank is itself.
#define CMASKS_BLANKS \
  ' ', 100, 100, 100, 17, 100, 113, 2, 100, '\t', '\n', 112, 100, '\r', 100, 100

/// The masks of the 64 bytes at `bytes`, with what every such processor has: 220 instructions.
static inline CMasksJSON cmasks_json_sse2(const uint8_t *bytes) {
  CMasksJSON found = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
#define CMASKS_IS(value) _mm_cmpeq_epi8(part, _mm_set1_epi8(value))
#define CMASKS_BITS(vector) ((uint64_t)(uint32_t)_mm_movemask_epi8(vector) << (16 * i))
  for (int i = 0; i < 4; i++) {
    const __m128i part = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
    // `[` and `]` differ from `{` and `}` in this bit alone.
    const __m128i lowered = _mm_or_si128(part, _mm_set1_epi8(0x20));
    const __m128i spaces = _mm_or_si128(
        _mm_or_si128(CMASKS_IS(' '), CMASKS_IS('\n')),
        _mm_or_si128(CMASKS_IS('\r'), CMASKS_IS('\t')));
    found.quotes |= CMASKS_BITS(CMASKS_IS('"'));
    found.backslashes |= CMASKS_BITS(CMASKS_IS('\\'));
    found.opens |= CMASKS_BITS(_mm_cmpeq_epi8(lowered, _mm_set1_epi8('{')));
    found.closes |= CMASKS_BITS(_mm_cmpeq_epi8(lowered, _mm_set1_epi8('}')));
    found.braces |= CMASKS_BITS(_mm_slli_epi16(part, 2));
    found.commas |= CMASKS_BITS(CMASKS_IS(','));
    found.colons |= CMASKS_BITS(CMASKS_IS(':'));
    found.spaces |= CMASKS_BITS(spaces);
    // Below 0x20: the larger of the byte and 0x1F is 0x1F.
    found.controls |=
        CMASKS_BITS(_mm_cmpeq_epi8(_mm_max_epu8(part, _mm_set1_epi8(0x1F)), _mm_set1_epi8(0x1F)));
    found.high |= CMASKS_BITS(part);
  }
#undef CMASKS_IS
#undef CMASKS_BITS
  return found;
}

__attribute__((target("avx2"))) static inline CMasksJSON cmasks_json_avx2(const uint8_t *bytes) {
  CMasksJSON found = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  const __m256i blanks = _mm256_setr_epi8(CMASKS_BLANKS, CMASKS_BLANKS);
  const __m256i limit = _mm256_set1_epi8(0x1F);
#define CMASKS_IS(value) _mm256_cmpeq_epi8(part, _mm256_set1_epi8(value))
#define CMASKS_BITS(vector) ((uint64_t)(uint32_t)_mm256_movemask_epi8(vector) << (32 * i))
  for (int i = 0; i < 2; i++) {
    const __m256i part = _mm256_loadu_si256((const __m256i *)(bytes + 32 * i));
    const __m256i lowered = _mm256_or_si256(part, _mm256_set1_epi8(0x20));
    found.quotes |= CMASKS_BITS(CMASKS_IS('"'));
    found.backslashes |= CMASKS_BITS(CMASKS_IS('\\'));
    found.opens |= CMASKS_BITS(_mm256_cmpeq_epi8(lowered, _mm256_set1_epi8('{')));
    found.closes |= CMASKS_BITS(_mm256_cmpeq_epi8(lowered, _mm256_set1_epi8('}')));
    found.braces |= CMASKS_BITS(_mm256_slli_epi16(part, 2));
    found.commas |= CMASKS_BITS(CMASKS_IS(','));
    found.colons |= CMASKS_BITS(CMASKS_IS(':'));
    found.spaces |= CMASKS_BITS(_mm256_cmpeq_epi8(part, _mm256_shuffle_epi8(blanks, part)));
    found.controls |= CMASKS_BITS(_mm256_cmpeq_epi8(_mm256_max_epu8(part, limit), limit));
    found.high |= CMASKS_BITS(part);
  }
#undef CMASKS_IS
#undef CMASKS_BITS
  return found;
}

__attribute__((target("avx512f,avx512bw"))) static inline CMasksJSON cmasks_json_avx512(
    const uint8_t *bytes) {
  const __m512i part = _mm512_loadu_si512((const void *)bytes);
  const __m512i lowered = _mm512_or_si512(part, _mm512_set1_epi8(0x20));
  const __m512i blanks = _mm512_broadcast_i32x4(_mm_setr_epi8(CMASKS_BLANKS));
  CMasksJSON found;
  found.quotes = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8('"'));
  found.backslashes = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8('\\'));
  found.opens = _mm512_cmpeq_epi8_mask(lowered, _mm512_set1_epi8('{'));
  found.closes = _mm512_cmpeq_epi8_mask(lowered, _mm512_set1_epi8('}'));
  found.braces = _mm512_test_epi8_mask(part, _mm512_set1_epi8(0x20));
  found.commas = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8(','));
  found.colons = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8(':'));
  found.spaces = _mm512_cmpeq_epi8_mask(part, _mm512_shuffle_epi8(blanks, part));
  found.controls = _mm512_cmplt_epu8_mask(part, _mm512_set1_epi8(0x20));
  found.high = _mm512_movepi8_mask(part);
  return found;
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
static inline CMasksJSON cmasks_json_neon(const uint8_t *bytes) {
  uint8x16_t parts[10][4];
  for (int i = 0; i < 4; i++) {
    const uint8x16_t part = vld1q_u8(bytes + 16 * i);
    const uint8x16_t lowered = vorrq_u8(part, vdupq_n_u8(0x20));
    parts[0][i] = vceqq_u8(part, vdupq_n_u8('"'));
    parts[1][i] = vceqq_u8(part, vdupq_n_u8('\\'));
    parts[2][i] = vceqq_u8(lowered, vdupq_n_u8('{'));
    parts[3][i] = vceqq_u8(lowered, vdupq_n_u8('}'));
    parts[4][i] = vceqq_u8(part, vdupq_n_u8(','));
    parts[5][i] = vceqq_u8(part, vdupq_n_u8(':'));
    parts[6][i] = vorrq_u8(
        vorrq_u8(vceqq_u8(part, vdupq_n_u8(' ')), vceqq_u8(part, vdupq_n_u8('\n'))),
        vorrq_u8(vceqq_u8(part, vdupq_n_u8('\r')), vceqq_u8(part, vdupq_n_u8('\t'))));
    parts[7][i] = vcltq_u8(part, vdupq_n_u8(0x20));
    parts[8][i] = vcltzq_s8(vreinterpretq_s8_u8(part));
    parts[9][i] = vtstq_u8(part, vdupq_n_u8(0x20));
  }
  uint64_t bits[10];
  for (int i = 0; i < 10; i++) {
    bits[i] = cmasks_json_gather(parts[i][0], parts[i][1], parts[i][2], parts[i][3]);
  }
  CMasksJSON masks = {bits[0], bits[1], bits[2], bits[3], bits[9],
                      bits[4], bits[5], bits[6], bits[7], bits[8]};
  return masks;
}

#endif

#endif
