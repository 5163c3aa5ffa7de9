// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The tables of the matcher, byte for byte as they lie in Data/Matching.

#ifndef CMATCHINGTABLES_H
#define CMATCHINGTABLES_H

#include <stddef.h>
#include <stdint.h>

/// A file of Data/Matching.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} CMatchingTable;

/// How many files there are.
size_t cmatching_tables_count(void);

/// One of them, below cmatching_tables_count().
CMatchingTable cmatching_tables_at(size_t index);

#endif
