// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The functions of the header are written in Swift (LibRxKit); these are names for one of them.

#include "rxkit.h"

#define ANSWER(question)                                                                       \
  RXKIT_QUESTIONS(rxkit_##question) {                                                          \
    return rxkit_answer(                                                                       \
        catalog, #question, options, schema, questions, answer_schema, answers, error);        \
  }
ANSWER(lookup)
ANSWER(ndc)
ANSWER(match)
ANSWER(related)
ANSWER(side_effects)
ANSWER(search)
ANSWER(resolve)
