// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#include "CEmbeddedTables.h"

// `#embed` is C23; clang has had it for all of C since version 19 (Swift 6.2).
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t label_words[] = {
#embed "../../Data/Mappings/label-words.tsv"
};

static const uint8_t judge[] = {
#embed "../../Data/Mappings/judge.tsv"
};

static const uint8_t label_sections[] = {
#embed "../../Data/Mappings/label-sections.tsv"
};

static const CEmbeddedTable tables[] = {
    {"label-words.tsv", label_words, sizeof label_words},
    {"judge.tsv", judge, sizeof judge},
    {"label-sections.tsv", label_sections, sizeof label_sections},
};

CEmbeddedTables cembedded_reading(void) {
  return (CEmbeddedTables){tables, sizeof tables / sizeof tables[0]};
}
