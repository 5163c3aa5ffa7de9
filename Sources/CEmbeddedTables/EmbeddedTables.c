// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#include "CEmbeddedTables.h"

// `#embed` is C23; clang has had it for all of C since version 19 (Swift 6.2).
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t symptoms[] = {
#embed "../../Data/Mappings/symptoms.tsv"
};

static const uint8_t phrases[] = {
#embed "../../Data/Mappings/phrases.tsv"
};

static const uint8_t routes[] = {
#embed "../../Data/Mappings/routes.tsv"
};

static const uint8_t confused_names[] = {
#embed "../../Data/Mappings/confused-names.tsv"
};

static const uint8_t general_forms[] = {
#embed "../../Data/Mappings/general-forms.tsv"
};

// The two large tables are encoded; EmbeddedFolder decodes them on request.
static const uint8_t side_effects[] = {
#embed "../../Data/Mappings/side-effects.coded"
};

static const uint8_t labels[] = {
#embed "../../Data/Mappings/labels.coded"
};

static const CEmbeddedTable mappings[] = {
    {"symptoms.tsv", symptoms, sizeof symptoms},
    {"phrases.tsv", phrases, sizeof phrases},
    {"routes.tsv", routes, sizeof routes},
    {"confused-names.tsv", confused_names, sizeof confused_names},
    {"general-forms.tsv", general_forms, sizeof general_forms},
    {"side-effects.tsv", side_effects, sizeof side_effects},
    {"labels.tsv", labels, sizeof labels},
};

CEmbeddedTables cembedded_mappings(void) {
  return (CEmbeddedTables){mappings, sizeof mappings / sizeof mappings[0]};
}

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

static const uint8_t word_lists[] = {
#embed "../../Data/Matching/word-lists.tsv"
};

static const uint8_t form_words[] = {
#embed "../../Data/Matching/form-words.tsv"
};

static const uint8_t use_words[] = {
#embed "../../Data/Matching/use-words.tsv"
};

static const uint8_t use_phrases[] = {
#embed "../../Data/Matching/use-phrases.tsv"
};

static const CEmbeddedTable matching[] = {
    {"substance-synonyms.tsv", substance_synonyms, sizeof substance_synonyms},
    {"brands-abroad.tsv", brands_abroad, sizeof brands_abroad},
    {"word-aliases.tsv", word_aliases, sizeof word_aliases},
    {"explained-words.tsv", explained_words, sizeof explained_words},
    {"status-words.tsv", status_words, sizeof status_words},
    {"word-lists.tsv", word_lists, sizeof word_lists},
    {"form-words.tsv", form_words, sizeof form_words},
    {"use-words.tsv", use_words, sizeof use_words},
    {"use-phrases.tsv", use_phrases, sizeof use_phrases},
};

CEmbeddedTables cembedded_matching(void) {
  return (CEmbeddedTables){matching, sizeof matching / sizeof matching[0]};
}

static const uint8_t normal_words[] = {
#embed "../../Data/RxNav/normal-words.tsv"
};

static const uint8_t relation_paths[] = {
#embed "../../Data/RxNav/relation-paths.tsv"
};

static const CEmbeddedTable rxnav[] = {
    {"normal-words.tsv", normal_words, sizeof normal_words},
    {"relation-paths.tsv", relation_paths, sizeof relation_paths},
};

CEmbeddedTables cembedded_rxnav(void) {
  return (CEmbeddedTables){rxnav, sizeof rxnav / sizeof rxnav[0]};
}
