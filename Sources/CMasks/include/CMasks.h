// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Where the delimiters of 64 bytes are, as bit masks: bit i stands for byte i.
//
// Three masks of one block cost about ten instructions for each 16 bytes with
// SSE2 or NEON, which both processors always have; any other processor gets
// the same masks from 64-bit arithmetic.

#ifndef CMASKS_H
#define CMASKS_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// The delimiters of one block of 64 bytes of an RRF file.
typedef struct {
  /// The bars that end fields.
  uint64_t bars;
  /// The line feeds that end rows.
  uint64_t lines;
  /// Bytes that need a look: NUL, carriage return, and all above 0x7F.
  uint64_t odd;
} CMasksRRF;

/// One bit for each of eight bytes: its highest.
static inline uint64_t cmasks_gather(uint64_t highBits) {
  return ((highBits >> 7) * 0x0102040810204080ULL) >> 56;
}

/// The highest bit of each byte that is zero; exact, no byte carries into the next.
static inline uint64_t cmasks_zero_bytes(uint64_t word) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7FULL;
  return ~(((word & low) + low) | word | low);
}

/// The masks of the 64 bytes at `bytes`, by 64-bit arithmetic alone.
static inline CMasksRRF cmasks_rrf_portable(const uint8_t *bytes) {
  const uint64_t ones = 0x0101010101010101ULL;
  CMasksRRF masks = {0, 0, 0};
  for (int i = 0; i < 8; i++) {
    uint64_t word;
    memcpy(&word, bytes + 8 * i, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    uint64_t bars = cmasks_zero_bytes(word ^ (ones * '|'));
    uint64_t lines = cmasks_zero_bytes(word ^ (ones * '\n'));
    uint64_t odd = cmasks_zero_bytes(word) | cmasks_zero_bytes(word ^ (ones * '\r'))
        | (word & (ones * 0x80));
    masks.bars |= cmasks_gather(bars) << (8 * i);
    masks.lines |= cmasks_gather(lines) << (8 * i);
    masks.odd |= cmasks_gather(odd) << (8 * i);
  }
  return masks;
}

#if defined(__SSE2__)

/// The masks of the 64 bytes at `bytes`.
static inline CMasksRRF cmasks_rrf(const uint8_t *bytes) {
  const __m128i bar = _mm_set1_epi8('|'), line = _mm_set1_epi8('\n');
  const __m128i carriageReturn = _mm_set1_epi8('\r'), zero = _mm_setzero_si128();
  CMasksRRF masks = {0, 0, 0};
  for (int i = 0; i < 4; i++) {
    const __m128i part = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
    // The mask takes the highest bit of each byte: bytes above 0x7F have it already.
    const __m128i odd = _mm_or_si128(
        part, _mm_or_si128(_mm_cmpeq_epi8(part, zero), _mm_cmpeq_epi8(part, carriageReturn)));
    masks.bars |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(part, bar)) << (16 * i);
    masks.lines |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(part, line)) << (16 * i);
    masks.odd |= (uint64_t)(uint32_t)_mm_movemask_epi8(odd) << (16 * i);
  }
  return masks;
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

/// One bit for each of 64 bytes that are 0x00 or 0xFF.
static inline uint64_t cmasks_gather_neon(
    uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t ab = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  const uint8x16_t cd = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  const uint8x16_t all = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

/// The masks of the 64 bytes at `bytes`.
static inline CMasksRRF cmasks_rrf(const uint8_t *bytes) {
  uint8x16_t bars[4], lines[4], odd[4];
  for (int i = 0; i < 4; i++) {
    const uint8x16_t part = vld1q_u8(bytes + 16 * i);
    bars[i] = vceqq_u8(part, vdupq_n_u8('|'));
    lines[i] = vceqq_u8(part, vdupq_n_u8('\n'));
    odd[i] = vorrq_u8(
        vcltzq_s8(vreinterpretq_s8_u8(part)),
        vorrq_u8(vceqzq_u8(part), vceqq_u8(part, vdupq_n_u8('\r'))));
  }
  CMasksRRF masks;
  masks.bars = cmasks_gather_neon(bars[0], bars[1], bars[2], bars[3]);
  masks.lines = cmasks_gather_neon(lines[0], lines[1], lines[2], lines[3]);
  masks.odd = cmasks_gather_neon(odd[0], odd[1], odd[2], odd[3]);
  return masks;
}

#else

/// The masks of the 64 bytes at `bytes`.
static inline CMasksRRF cmasks_rrf(const uint8_t *bytes) { return cmasks_rrf_portable(bytes); }

#endif

#endif
