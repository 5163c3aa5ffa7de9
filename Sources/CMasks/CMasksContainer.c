// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Where an object or an array ends, told by its brackets alone.

#include "CMasksJSON.h"
#include "CMasksPassage.h"

/// The masks of the up to 64 bytes at an offset, as if blanks followed the text.
static CMasksJSON cmasks_json_at(const uint8_t *bytes, size_t count, size_t offset) {
  uint8_t tail[64];
  const uint8_t *block = bytes + offset;
  if (count - offset < sizeof tail) {
    memset(tail, ' ', sizeof tail);
    memcpy(tail, block, count - offset);
    block = tail;
  }
#if defined(__x86_64__)
  return cmasks_json_sse2(block);
#elif defined(__aarch64__) && defined(__ARM_NEON)
  return cmasks_json_neon(block);
#else
  return cmasks_json_portable(block);
#endif
}

size_t cmasks_container_end(const uint8_t *bytes, size_t count, size_t start) {
  int64_t depth = 0;
  uint64_t inString = 0;
  for (size_t position = start; position < count; position += 64) {
    const CMasksJSON masks = cmasks_json_at(bytes, count, position);
    // What stands before the first escape or control character is told as anywhere.
    const uint64_t foreign = masks.backslashes | masks.controls;
    const uint64_t before = foreign == 0 ? ~UINT64_C(0) : (foreign & (0 - foreign)) - 1;
    const uint64_t strings = cmasks_parity(masks.quotes) ^ inString;
    inString = 0 - (strings >> 63);
    const uint64_t opens = masks.opens & ~strings & before;
    const uint64_t closes = masks.closes & ~strings & before;
    if (foreign == 0 && __builtin_popcountll(closes) < depth) {
      depth += __builtin_popcountll(opens) - __builtin_popcountll(closes);
      continue;
    }
    for (uint64_t brackets = opens | closes; brackets != 0; brackets &= brackets - 1) {
      depth += (opens & (brackets & (0 - brackets))) != 0 ? 1 : -1;
      if (depth == 0) return position + (size_t)__builtin_ctzll(brackets) + 1;
    }
    if (foreign != 0) return start;
  }
  return start;
}
