// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The tables of Data/Mappings and Data/Matching, byte for byte as they lie there, two of them as
// they lie there coded.

#ifndef CEMBEDDEDTABLES_H
#define CEMBEDDEDTABLES_H

#include <stddef.h>
#include <stdint.h>

/// A file of one of the two folders.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} CEmbeddedTable;

/// The files of a folder: constants of the program.
typedef struct {
  const CEmbeddedTable *tables;
  size_t count;
} CEmbeddedTables;

/// What Data/Mappings holds for the tool.
CEmbeddedTables cembedded_mappings(void);

/// What Data/Mappings holds for the reading of labels.
CEmbeddedTables cembedded_reading(void);

/// What Data/Matching holds for the matcher.
CEmbeddedTables cembedded_matching(void);

#endif
