// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The check of one JSON object without a tape, 64 bytes at a time.

#ifndef CMASKS_PASSAGE_H
#define CMASKS_PASSAGE_H

#include <stddef.h>
#include <stdint.h>

/// How many names can be watched.
#define CMASKS_NAMES 3
/// How many bytes a watched name may have, with its quotation marks.
#define CMASKS_NAME_LIMIT 16
/// How many containers may be open at once.
#define CMASKS_DEPTH_LIMIT 64

/// The names of members to be watched for.
typedef struct {
  /// Each with its quotation marks, 4 bytes at least, as two words of 8 bytes each.
  uint64_t text[CMASKS_NAMES][2];
  /// All bits of the bytes that a name has.
  uint64_t bytes[CMASKS_NAMES][2];
  uint8_t length[CMASKS_NAMES];
  /// The first letter of each name, and the third byte, which may be the quotation mark.
  uint8_t first[CMASKS_NAMES], third[CMASKS_NAMES];
} CMasksNames;

/// Takes the name of a place, the first place first; returns 0 for one that is too short or long.
int cmasks_watch_for(CMasksNames *names, int place, const uint8_t *text, size_t length);

/// What is checked of an object.
enum {
  /// Strings, UTF-8 and brackets alone, not what follows what.
  CMASKS_STRUCTURE = 1,
  /// That the object ends on its line.
  CMASKS_LINE = 2,
};

/// What a check found.
typedef struct {
  /// The offset after the object; 0 if it is wrong or unusual.
  size_t end;
  /// The offsets of the watched names among the object's own members; -1 for none.
  int64_t names[CMASKS_NAMES];
} CMasksPassage;

/// Checks the object that begins at an offset, with AVX2 where the processor has it.
///
/// - Parameters:
///   - bytes: UTF-8 text, perhaps.
///   - count: How many bytes there are; none behind them is read.
///   - start: The offset of the opening brace, below `count`.
///   - names: What to watch for.
///   - depth: How many containers may be open at once, `CMASKS_DEPTH_LIMIT` at most.
///   - flags: What to check.
CMasksPassage cmasks_pass(const uint8_t *bytes, size_t count, size_t start,
                          const CMasksNames *names, int depth, int flags);

/// The same without AVX2, for tests.
CMasksPassage cmasks_pass_plain(const uint8_t *bytes, size_t count, size_t start,
                                const CMasksNames *names, int depth, int flags);

/// Counts line feeds.
size_t cmasks_line_feeds(const uint8_t *bytes, size_t count);

#endif
