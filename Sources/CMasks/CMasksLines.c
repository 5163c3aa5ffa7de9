// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Compilers turn the plain loop into one of vectors where they may use those
// of the processor at hand: 32 bytes at a time with AVX2, 16 with what every
// x86-64 and arm64 has.

#include "CMasksPassage.h"

/// In pieces whose count fits a byte for each place of a vector.
#define CMASKS_COUNT                                                            \
  size_t found = 0;                                                             \
  while (count > 0) {                                                           \
    const size_t piece = count < 64 * 255 ? count : 64 * 255;                   \
    uint8_t sums[64] = {0};                                                     \
    size_t at = 0;                                                              \
    for (; at + 64 <= piece; at += 64) {                                        \
      for (int i = 0; i < 64; i++) sums[i] += bytes[at + (size_t)i] == '\n';     \
    }                                                                           \
    for (; at < piece; at++) found += bytes[at] == '\n';                        \
    for (int i = 0; i < 64; i++) found += sums[i];                              \
    bytes += piece;                                                             \
    count -= piece;                                                             \
  }                                                                             \
  return found

static size_t cmasks_line_feeds_plain(const uint8_t *bytes, size_t count) { CMASKS_COUNT; }

#if defined(__x86_64__)

__attribute__((target("avx2"))) static size_t cmasks_line_feeds_avx2(
    const uint8_t *bytes, size_t count) {
  CMASKS_COUNT;
}

size_t cmasks_line_feeds(const uint8_t *bytes, size_t count) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") ? cmasks_line_feeds_avx2(bytes, count)
                                        : cmasks_line_feeds_plain(bytes, count);
}

#else

size_t cmasks_line_feeds(const uint8_t *bytes, size_t count) {
  return cmasks_line_feeds_plain(bytes, count);
}

#endif
