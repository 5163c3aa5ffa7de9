// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The files of Data/Mappings, Data/Matching and Data/RxNav, byte for byte; the two large tables in their
// encoded form.

#ifndef CEMBEDDEDTABLES_H
#define CEMBEDDEDTABLES_H

#include <stddef.h>
#include <stdint.h>

/// A file of one of these folders.
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

/// The word lists and weights of Data/Mappings for reading labels.
CEmbeddedTables cembedded_reading(void);

/// What Data/Matching holds for the matcher.
CEmbeddedTables cembedded_matching(void);

/// What Data/RxNav holds for the catalog.
CEmbeddedTables cembedded_rxnav(void);

#endif
