// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Bit masks of 64 bytes: bit i says something about byte i.
//
// Written with vectors of the compiler, so that one text serves every processor:
// clang makes four SSE2 instructions of one operation, two of AVX2, four of NEON,
// and a loop where there are none of these.

#ifndef CMASKS_H
#define CMASKS_H

#include <stdint.h>
#include <string.h>

#if defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define CMASKS_INLINE static inline __attribute__((always_inline))

/// 64 bytes.
typedef uint8_t CMasksVector __attribute__((vector_size(64)));

/// The bits of the bytes for which a comparison of vectors is true.
#define CMASKS_BITS(isTrue)                     \
  ({                                            \
    const CMasksVector _bytes = (CMasksVector)(isTrue); \
    cmasks_bits(&_bytes);                       \
  })

/// One bit for each of 64 bytes that are 0x00 or 0xFF.
CMASKS_INLINE uint64_t cmasks_bits(const CMasksVector *bytes) {
#if defined(__aarch64__) && defined(__ARM_NEON)
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t part[4];
  memcpy(part, bytes, sizeof part);
  for (int i = 0; i < 4; i++) part[i] = vandq_u8(part[i], bit);
  const uint8x16_t all = vpaddq_u8(vpaddq_u8(part[0], part[1]), vpaddq_u8(part[2], part[3]));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
#else
  typedef _Bool Bits __attribute__((ext_vector_type(64)));
  const Bits bits = __builtin_convertvector(*bytes, Bits);
  uint64_t word;
  memcpy(&word, &bits, sizeof word);
  // Or the compiler makes vectors again of what is done with words: half as fast.
  __asm__("" : "+r"(word));
  return word;
#endif
}

/// The delimiters of one block of 64 bytes of an RRF file.
typedef struct {
  /// The bars that end fields.
  uint64_t bars;
  /// The line feeds that end rows.
  uint64_t lines;
  /// Bytes that need a look: NUL, carriage return, and all above 0x7F.
  uint64_t odd;
} CMasksRRF;

/// The masks of the 64 bytes at `bytes`.
static inline CMasksRRF cmasks_rrf(const uint8_t *bytes) {
  CMasksVector block;
  memcpy(&block, bytes, sizeof block);
  const CMasksRRF masks = {CMASKS_BITS(block == '|'), CMASKS_BITS(block == '\n'),
                           CMASKS_BITS((block == 0) | (block == '\r') | (block > 0x7F))};
  return masks;
}

/// Fetches the cache line at an address that will be read soon; any address will do.
static inline void cmasks_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

#endif
