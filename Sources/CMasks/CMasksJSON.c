// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The masks of JSON for x86-64, once for each of three generations of
// processors. All give the same; a test compares each with the portable form.

#include "CMasksJSON.h"

#if defined(__x86_64__)

#include <immintrin.h>

/// The eight-bit numbers that a shuffle by the low half of a byte compares with: a blank is itself.
#define CMASKS_BLANKS \
  ' ', 100, 100, 100, 17, 100, 113, 2, 100, '\t', '\n', 112, 100, '\r', 100, 100

static void cmasks_json_sse2(const uint8_t *bytes, CMasksJSON *masks) {
  CMasksJSON found = {0, 0, 0, 0, 0, 0, 0, 0, 0};
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
  *masks = found;
}

__attribute__((target("avx2"))) static void cmasks_json_avx2(
    const uint8_t *bytes, CMasksJSON *masks) {
  CMasksJSON found = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  const __m256i blanks = _mm256_setr_epi8(CMASKS_BLANKS, CMASKS_BLANKS);
#define CMASKS_IS(value) _mm256_cmpeq_epi8(part, _mm256_set1_epi8(value))
#define CMASKS_BITS(vector) ((uint64_t)(uint32_t)_mm256_movemask_epi8(vector) << (32 * i))
  for (int i = 0; i < 2; i++) {
    const __m256i part = _mm256_loadu_si256((const __m256i *)(bytes + 32 * i));
    const __m256i lowered = _mm256_or_si256(part, _mm256_set1_epi8(0x20));
    const __m256i limit = _mm256_set1_epi8(0x1F);
    found.quotes |= CMASKS_BITS(CMASKS_IS('"'));
    found.backslashes |= CMASKS_BITS(CMASKS_IS('\\'));
    found.opens |= CMASKS_BITS(_mm256_cmpeq_epi8(lowered, _mm256_set1_epi8('{')));
    found.closes |= CMASKS_BITS(_mm256_cmpeq_epi8(lowered, _mm256_set1_epi8('}')));
    found.commas |= CMASKS_BITS(CMASKS_IS(','));
    found.colons |= CMASKS_BITS(CMASKS_IS(':'));
    found.spaces |= CMASKS_BITS(_mm256_cmpeq_epi8(part, _mm256_shuffle_epi8(blanks, part)));
    found.controls |= CMASKS_BITS(_mm256_cmpeq_epi8(_mm256_max_epu8(part, limit), limit));
    found.high |= CMASKS_BITS(part);
  }
#undef CMASKS_IS
#undef CMASKS_BITS
  *masks = found;
}

__attribute__((target("avx512f,avx512bw"))) static void cmasks_json_avx512(
    const uint8_t *bytes, CMasksJSON *masks) {
  const __m512i part = _mm512_loadu_si512((const void *)bytes);
  const __m512i lowered = _mm512_or_si512(part, _mm512_set1_epi8(0x20));
  const __m512i blanks =
      _mm512_broadcast_i32x4(_mm_setr_epi8(CMASKS_BLANKS));
  masks->quotes = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8('"'));
  masks->backslashes = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8('\\'));
  masks->opens = _mm512_cmpeq_epi8_mask(lowered, _mm512_set1_epi8('{'));
  masks->closes = _mm512_cmpeq_epi8_mask(lowered, _mm512_set1_epi8('}'));
  masks->commas = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8(','));
  masks->colons = _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8(':'));
  masks->spaces = _mm512_cmpeq_epi8_mask(part, _mm512_shuffle_epi8(blanks, part));
  masks->controls = _mm512_cmplt_epu8_mask(part, _mm512_set1_epi8(0x20));
  masks->high = _mm512_movepi8_mask(part);
}

void (*cmasks_json_best)(const uint8_t *bytes, CMasksJSON *masks) = cmasks_json_sse2;

__attribute__((constructor)) static void cmasks_json_choose(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw")) {
    cmasks_json_best = cmasks_json_avx512;
  } else if (__builtin_cpu_supports("avx2")) {
    cmasks_json_best = cmasks_json_avx2;
  }
}

int cmasks_json_check(const uint8_t *bytes) {
  const CMasksJSON expected = cmasks_json_portable(bytes);
  CMasksJSON found;
  int different = 0;
  cmasks_json_sse2(bytes, &found);
  different |= memcmp(&found, &expected, sizeof found) != 0;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) {
    cmasks_json_avx2(bytes, &found);
    different |= (memcmp(&found, &expected, sizeof found) != 0) << 1;
  }
  if (__builtin_cpu_supports("avx512bw")) {
    cmasks_json_avx512(bytes, &found);
    different |= (memcmp(&found, &expected, sizeof found) != 0) << 2;
  }
  return different;
}

#else

int cmasks_json_check(const uint8_t *bytes) {
  const CMasksJSON expected = cmasks_json_portable(bytes), found = cmasks_json(bytes);
  return memcmp(&found, &expected, sizeof found) != 0;
}

#endif
