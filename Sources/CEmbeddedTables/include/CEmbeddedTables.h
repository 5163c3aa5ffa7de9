// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The mapping tables, byte for byte as they lie in Data/Mappings.

#ifndef CMAPPINGTABLES_H
#define CMAPPINGTABLES_H

#include <stddef.h>
#include <stdint.h>

/// A file of Data/Mappings.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} CMappingTable;

/// How many files there are.
size_t cmapping_tables_count(void);

/// One of them, below cmapping_tables_count().
CMappingTable cmapping_tables_at(size_t index);

#endif
