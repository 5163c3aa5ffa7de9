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

static const uint8_t side_effects[] = {
#embed "../../Data/Mappings/side-effects.tsv"
};

static const uint8_t labels[] = {
#embed "../../Data/Mappings/labels.tsv"
};

static const CEmbeddedTable tables[] = {
    {"symptoms.tsv", symptoms, sizeof symptoms},
    {"phrases.tsv", phrases, sizeof phrases},
    {"routes.tsv", routes, sizeof routes},
    {"confused-names.tsv", confused_names, sizeof confused_names},
    {"general-forms.tsv", general_forms, sizeof general_forms},
    {"side-effects.tsv", side_effects, sizeof side_effects},
    {"labels.tsv", labels, sizeof labels},
};

CEmbeddedTables cembedded_mappings(void) {
  return (CEmbeddedTables){tables, sizeof tables / sizeof tables[0]};
}
