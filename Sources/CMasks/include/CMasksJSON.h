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

#if defined(__aarch64__) && defined(__ARM_NEON)
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
  uint64_t commas;
  uint64_t colons;
  /// Blanks, line feeds, carriage returns and tabs.
  uint64_t spaces;
  /// All bytes below 0x20.
  uint64_t controls;
  /// All bytes above 0x7F.
  uint64_t high;
} CMasksJSON;

/// The masks of the 64 bytes at `bytes`, byte by byte.
static inline CMasksJSON cmasks_json_portable(const uint8_t *bytes) {
  CMasksJSON masks = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 64; i++) {
    const uint8_t byte = bytes[i];
    const uint64_t bit = 1ULL << i;
    if (byte == '"') masks.quotes |= bit;
    if (byte == '\\') masks.backslashes |= bit;
    if (byte == '{' || byte == '[') masks.opens |= bit;
    if (byte == '}' || byte == ']') masks.closes |= bit;
    if (byte == ',') masks.commas |= bit;
    if (byte == ':') masks.colons |= bit;
    if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') masks.spaces |= bit;
    if (byte < 0x20) masks.controls |= bit;
    if (byte > 0x7F) masks.high |= bit;
  }
  return masks;
}

#if defined(__x86_64__)

/// Finds the masks with the widest instructions that the processor has.
///
/// SSE2, which all of them have, takes 220 instructions for a block, AVX-512 takes 30. Set before
/// `main` begins, never changed again.
extern void (*cmasks_json_best)(const uint8_t *bytes, CMasksJSON *masks);

/// The masks of the 64 bytes at `bytes`.
static inline CMasksJSON cmasks_json(const uint8_t *bytes) {
  CMasksJSON masks;
  cmasks_json_best(bytes, &masks);
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
  uint8x16_t parts[9][4];
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
  }
  uint64_t bits[9];
  for (int i = 0; i < 9; i++) {
    bits[i] = cmasks_json_gather(parts[i][0], parts[i][1], parts[i][2], parts[i][3]);
  }
  CMasksJSON masks = {bits[0], bits[1], bits[2], bits[3], bits[4],
                      bits[5], bits[6], bits[7], bits[8]};
  return masks;
}

#else

/// The masks of the 64 bytes at `bytes`.
static inline CMasksJSON cmasks_json(const uint8_t *bytes) { return cmasks_json_portable(bytes); }

#endif

/// Compares every form that this processor has with the portable one, for tests: 0 if all agree.
int cmasks_json_check(const uint8_t *bytes);

#endif
