// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The passage over an object once for each generation of processors. All give
// the same; a test compares each with the portable form.

#include "CMasksJSON.h"
#include "CMasksPassageParts.h"

/// Notes that a byte may be at its place; returns 0 if its entry is that of another.
static int cmasks_note(uint8_t table[16], uint8_t byte) {
  uint8_t *const entry = &table[byte & 15];
  // What is free is equal to no byte that is looked up there: its low half is another's.
  if (*entry != (uint8_t)((byte & 15) ^ 15) && *entry != byte) return 0;
  *entry = byte;
  return 1;
}

int cmasks_watch_for(CMasksNames *names, int place, const uint8_t *text, size_t length) {
  if (place < 0 || place >= CMASKS_NAMES || length < 4 || length > CMASKS_NAME_LIMIT) return 0;
  if (place == 0) {
    memset(names, 0, sizeof *names);
    for (int i = 0; i < 16; i++) names->first[i] = names->third[i] = (uint8_t)(i ^ 15);
    // A name may be written with escapes.
    cmasks_note(names->first, '\\');
  }
  memcpy(names->text[place], text, length);
  memset(names->bytes[place], 0xFF, length);
  names->length[place] = (uint8_t)length;
  return cmasks_note(names->first, text[1]) && cmasks_note(names->third, text[3]);
}

/// The masks of a block, and where watched names may begin.
typedef struct {
  CMasksJSON masks;
  /// Before bytes that a watched name may have first, or third.
  uint64_t firsts, thirds;
} CMasksBlock;

/// With every string one that may be a watched name.
static inline CMasksBlock cmasks_block(CMasksJSON masks) {
  const CMasksBlock block = {masks, UINT64_MAX, UINT64_MAX};
  return block;
}

#define PASSAGE(name) cmasks_portable_##name
#define PASSAGE_BLOCK(bytes, names) cmasks_block(cmasks_json_portable(bytes))
#define PASSAGE_PARITY cmasks_parity
#include "CMasksPassageBody.h"

#if defined(__x86_64__)

#define PASSAGE(name) cmasks_sse2_##name
#define PASSAGE_BLOCK(bytes, names) cmasks_block(cmasks_json_sse2(bytes))
#define PASSAGE_PARITY cmasks_parity
#include "CMasksPassageBody.h"

// A product without carries by all ones is the parity of all bits below each.
#define PASSAGE_PRODUCT(bits)                                                    \
  ((uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(                             \
      _mm_set_epi64x(0, (long long)(bits)), _mm_set1_epi8((char)0xFF), 0)))

#pragma clang attribute push(                                                    \
    __attribute__((target("avx2,bmi,pclmul,popcnt"))), apply_to = function)

static inline CMasksBlock cmasks_avx2_masks(const uint8_t *bytes, const CMasksNames *names) {
  CMasksBlock found = {cmasks_json_avx2(bytes), 0, 0};
  const __m256i first =
      _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)names->first));
  const __m256i third =
      _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)names->third));
#define CMASKS_IS(table)                    \
  (uint64_t)(uint32_t)_mm256_movemask_epi8( \
      _mm256_cmpeq_epi8(part, _mm256_shuffle_epi8(table, part)))
  for (int i = 0; i < 2; i++) {
    const __m256i part = _mm256_loadu_si256((const __m256i *)(bytes + 32 * i));
    found.firsts |= CMASKS_IS(first) << (32 * i);
    found.thirds |= CMASKS_IS(third) << (32 * i);
  }
#undef CMASKS_IS
  // What the next block begins with is not known here.
  found.firsts = found.firsts >> 1 | 1ULL << 63;
  found.thirds = found.thirds >> 3 | 7ULL << 61;
  return found;
}

#define PASSAGE(name) cmasks_avx2_##name
#define PASSAGE_BLOCK(bytes, names) cmasks_avx2_masks(bytes, names)
#define PASSAGE_PARITY PASSAGE_PRODUCT
#include "CMasksPassageBody.h"

#pragma clang attribute pop

#pragma clang attribute push(                                                    \
    __attribute__((target("avx512f,avx512bw,bmi,pclmul,popcnt"))), apply_to = function)

static inline CMasksBlock cmasks_avx512_masks(const uint8_t *bytes, const CMasksNames *names) {
  CMasksBlock found = {cmasks_json_avx512(bytes), 0, 0};
  const __m512i part = _mm512_loadu_si512((const void *)bytes);
  const __m512i first =
      _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)names->first));
  const __m512i third =
      _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)names->third));
  const uint64_t firsts = _mm512_cmpeq_epi8_mask(part, _mm512_shuffle_epi8(first, part));
  const uint64_t thirds = _mm512_cmpeq_epi8_mask(part, _mm512_shuffle_epi8(third, part));
  // What the next block begins with is not known here.
  found.firsts = firsts >> 1 | 1ULL << 63;
  found.thirds = thirds >> 3 | 7ULL << 61;
  return found;
}

#define PASSAGE(name) cmasks_avx512_##name
#define PASSAGE_BLOCK(bytes, names) cmasks_avx512_masks(bytes, names)
#define PASSAGE_PARITY PASSAGE_PRODUCT
#include "CMasksPassageBody.h"

#pragma clang attribute pop

static int cmasks_has_avx2(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt");
}

static int cmasks_has_avx512(void) {
  return cmasks_has_avx2() && __builtin_cpu_supports("avx512f")
      && __builtin_cpu_supports("avx512bw");
}

#define CMASKS_FORMS                                                             \
  {cmasks_portable_pass, cmasks_sse2_pass, cmasks_has_avx2() ? cmasks_avx2_pass : NULL, \
   cmasks_has_avx512() ? cmasks_avx512_pass : NULL}
#define CMASKS_FIRST_FORM cmasks_sse2_pass

#elif defined(__aarch64__) && defined(__ARM_NEON)

#define PASSAGE(name) cmasks_neon_##name
#define PASSAGE_BLOCK(bytes, names) cmasks_block(cmasks_json_neon(bytes))
#define PASSAGE_PARITY cmasks_parity
#include "CMasksPassageBody.h"

#define CMASKS_FORMS {cmasks_portable_pass, cmasks_neon_pass}
#define CMASKS_FIRST_FORM cmasks_neon_pass

#else

#define CMASKS_FORMS {cmasks_portable_pass}
#define CMASKS_FIRST_FORM cmasks_portable_pass

#endif

typedef CMasksPassage (*CMasksForm)(
    const uint8_t *bytes, size_t count, size_t start, const CMasksNames *names, int depth,
    int flags);

/// The last form that this processor has; set before `main` begins, never changed again.
static CMasksForm cmasks_best = CMASKS_FIRST_FORM;

__attribute__((constructor)) static void cmasks_choose(void) {
  const CMasksForm forms[] = CMASKS_FORMS;
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if (forms[i] != NULL) cmasks_best = forms[i];
  }
}

CMasksPassage cmasks_pass(const uint8_t *bytes, size_t count, size_t start,
                          const CMasksNames *names, int depth, int flags) {
  return cmasks_best(bytes, count, start, names, depth, flags);
}

int cmasks_pass_form(int form, const uint8_t *bytes, size_t count, size_t start,
                     const CMasksNames *names, int depth, int flags, CMasksPassage *passage) {
  const CMasksForm forms[] = CMASKS_FORMS;
  if (form < 0 || (size_t)form >= sizeof forms / sizeof forms[0] || forms[form] == NULL) return 0;
  *passage = forms[form](bytes, count, start, names, depth, flags);
  return 1;
}

int cmasks_json_check(const uint8_t *bytes) {
  const CMasksJSON expected = cmasks_json_portable(bytes);
  CMasksJSON found;
  int different = 0;
#define CMASKS_COMPARE(form, bit) \
  (found = cmasks_json_##form(bytes), (memcmp(&found, &expected, sizeof found) != 0) << (bit))
#if defined(__x86_64__)
  different |= CMASKS_COMPARE(sse2, 0);
  if (cmasks_has_avx2()) different |= CMASKS_COMPARE(avx2, 1);
  if (cmasks_has_avx512()) different |= CMASKS_COMPARE(avx512, 2);
#elif defined(__aarch64__) && defined(__ARM_NEON)
  different |= CMASKS_COMPARE(neon, 0);
#else
  found = expected;
#endif
#undef CMASKS_COMPARE
  return different;
}
