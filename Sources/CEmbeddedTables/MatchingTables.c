// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#include "CEmbeddedTables.h"

// `#embed` is C23; clang has had it for all of C since version 19 (Swift 6.2).
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t substance_synonyms[] = {
#embed "../../Data/Matching/substance-synonyms.tsv"
};

static const uint8_t brands_abroad[] = {
#embed "../../Data/Matching/brands-abroad.tsv"
};

static const uint8_t word_aliases[] = {
#embed "../../Data/Matching/word-aliases.tsv"
};

static const uint8_t explained_words[] = {
#embed "../../Data/Matching/explained-words.tsv"
};

static const uint8_t status_words[] = {
#embed "../../Data/Matching/status-words.tsv"
};

static const CEmbeddedTable tables[] = {
    {"substance-synonyms.tsv", substance_synonyms, sizeof substance_synonyms},
    {"brands-abroad.tsv", brands_abroad, sizeof brands_abroad},
    {"word-aliases.tsv", word_aliases, sizeof word_aliases},
    {"explained-words.tsv", explained_words, sizeof explained_words},
    {"status-words.tsv", status_words, sizeof status_words},
};

CEmbeddedTables cembedded_matching(void) {
  return (CEmbeddedTables){tables, sizeof tables / sizeof tables[0]};
}
