// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// librxkit: medication codes and texts to ingredients, strengths, forms and labelled side effects,
// in batches, through the Arrow C data interface.
//
//   rxkit_error error;
//   rxkit_catalog *catalog;
//   if (rxkit_open("catalog.rxkit", &catalog, &error) != 0) puts(error.message);
//   rxkit_lookup(catalog, NULL, &codes_schema, &codes, &schema, &answers, &error);
//   …
//   answers.release(&answers); schema.release(&schema);
//   rxkit_close(catalog);
//
// No advice: answers state what a release of RxNorm or a drug label says. They are no
// recommendation, diagnosis, dose, equivalence or verdict on safety.
//
// Threads. A catalog may be used from any number of threads at once; a stream from one at a time.
// No function prints, exits, throws, or keeps anything between calls but in a catalog or stream. A
// catalog keeps answers for later calls, at most 128 MiB of rows with the codes and texts that they
// answer, and 128 MiB for documents: codes and names of drugs, and nothing else of a resource.
//
// Errors. A function returns 0, or the kind of error; then no output was written but the release
// callbacks of the outputs, which are null, and `error` (which may be null) says what it was. It
// belongs to the caller: no other thread writes it, and nothing is to be freed.

#ifndef RXKIT_H
#define RXKIT_H

#include <stddef.h>
#include <stdint.h>

#include "arrow_c_data.h"

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of errors, with the numbers of the tool's exit codes.
#define RXKIT_OK 0
#define RXKIT_USAGE 2     // an option or argument that is not understood
#define RXKIT_INPUT 3     // an array, text or file that cannot be read, or an answer too large
#define RXKIT_CATALOG 4   // a catalog that is missing, damaged, or of another version

// Why a function failed: texts in UTF-8 that end with a zero, cut to their room.
typedef struct rxkit_error {
  char code[64];       // a stable name, such as "arrow.offsets"
  char message[960];   // for people, with what to do next; without values of the input
} rxkit_error;

// An open catalog.
typedef struct rxkit_catalog rxkit_catalog;

// The version of the library, such as "0.1.0".
const char *rxkit_version(void);

// Opens a catalog, which is mapped into memory and shared by all processes that open it.
int32_t rxkit_open(const char *path, rxkit_catalog **catalog, rxkit_error *error);

// Builds a catalog of a release of RxNorm, a zip or folder, with the tables of side effects. `write`
// takes the file piece by piece and returns 0, or another number to end it.
int32_t rxkit_build(
    const char *release, int32_t (*write)(void *context, const uint8_t *bytes, size_t count),
    void *context, rxkit_error *error);

// Closes a catalog, once no call is running with it; null does nothing. Its streams stay usable.
void rxkit_close(rxkit_catalog *catalog);

// Describes a catalog in one row: release name, date, whether it is NLM's own, what it leaves out,
// its number of concepts, and notices to show.
int32_t rxkit_describe(
    rxkit_catalog *catalog, struct ArrowSchema *schema, struct ArrowArray *answer,
    rxkit_error *error);

// Questions in batches.
//
// `questions` is a column of text (string, large_string, string_view), integers (RxCUIs), a
// dictionary of these, or a table with one such column. It is borrowed: nothing of it is copied or
// kept, and the caller releases it. `answers` becomes a table with one row for each question, in
// their order; a null gives a row of nulls. Equal questions are answered once.
//
// `options` is null or a JSON object; a member that a function does not know is an error. All
// functions know {"columns": ["rxcui", "name"]}: these alone, which takes less time.
//
//   rxkit_lookup        codes → concept, ingredients, strengths, form, brand, problems
//                       {"system": "…"}: their code system, by URL or name; else RxNorm, or NDC for
//                       dashes and more than 8 digits
//   rxkit_ndc           NDCs in any written form → the same
//   rxkit_match         texts → verdict, reason, score, concept if accepted, candidates
//                       {"limit": 5}: the most candidates
//   rxkit_related       codes as for lookup → related concepts by term type
//                       {"types": ["IN", "SCD"]}: these alone
//   rxkit_side_effects  codes as for lookup → coverage, boxed warnings, symptoms with evidence
//   rxkit_search        words of names, the last of which may be its beginning → total, concepts
//                       {"limit": 5}: the most concepts; {"types": ["SCD"]}: these term types alone
//   rxkit_resolve       JSON (a coding, a user-annotated medication, a FHIR resource), or a code or
//                       name → all that is known, as `rxkit resolve` prints it
//                       {"sideEffects": true}: with side effects
#define RXKIT_QUESTIONS(name)                                                             \
  int32_t name(                                                                           \
      rxkit_catalog *catalog, const char *options, const struct ArrowSchema *schema,      \
      const struct ArrowArray *questions, struct ArrowSchema *answer_schema,              \
      struct ArrowArray *answers, rxkit_error *error)
RXKIT_QUESTIONS(rxkit_lookup);
RXKIT_QUESTIONS(rxkit_ndc);
RXKIT_QUESTIONS(rxkit_match);
RXKIT_QUESTIONS(rxkit_related);
RXKIT_QUESTIONS(rxkit_side_effects);
RXKIT_QUESTIONS(rxkit_search);
RXKIT_QUESTIONS(rxkit_resolve);

// The same by the name of the function, such as "lookup".
int32_t rxkit_answer(
    rxkit_catalog *catalog, const char *function, const char *options,
    const struct ArrowSchema *schema, const struct ArrowArray *questions,
    struct ArrowSchema *answer_schema, struct ArrowArray *answers, rxkit_error *error);

// Answers a stream of batches with a stream of batches, each made when it is read.
//
// `questions` is taken over, also where an error is returned: its release callback is then null. A
// null asks "lookup", "related" or "side_effects" for all concepts of the catalog by their RxCUIs.
int32_t rxkit_stream(
    rxkit_catalog *catalog, const char *function, const char *options,
    struct ArrowArrayStream *questions, struct ArrowArrayStream *answers, rxkit_error *error);

// Makes a stream of batches that this library made, without a copy; they stay as they are, so that
// one answer can be given to several readers.
int32_t rxkit_share(
    const struct ArrowSchema *schema, const struct ArrowArray *const *batches, size_t count,
    struct ArrowArrayStream *stream, rxkit_error *error);

// Reads FHIR documents (NDJSON, bundles, single resources; JSON or XML; gzip) as a stream of
// records: one row for each medication resource, and one for each line or document that cannot be
// read, whose column `error` says why.
//
// `options`: {"range": [start, end]}: of one file of NDJSON, the lines that begin in these bytes,
// so that ranges that cover a file give each line once; with {"firstLine": 0} the first of them has
// this number, and the lines before the range are not counted; {"threads": 2}: how many read at the
// same time, if not one on each processor; {"sideEffects": true}; {"claims": true}: items of
// ExplanationOfBenefit and Claim with an NDC or RxNorm code are rows, too: events, of which none says
// that a drug is used. Rows are in the order of the documents; where there is none, the schema's
// metadata `rxkit.other-resources` says what they hold, such as "2 Claim, 1 Patient".
int32_t rxkit_read_fhir(
    rxkit_catalog *catalog, const char *options, const char *const *paths, size_t count,
    struct ArrowArrayStream *records, rxkit_error *error);

// The same of a document in memory, which is copied. {"firstLine": 0}: the bytes are whole lines of
// NDJSON, whatever they look like, and the first has this number. A reference from one line to
// another is then not followed, so that it does not matter how a text was cut.
int32_t rxkit_read_fhir_bytes(
    rxkit_catalog *catalog, const char *options, const uint8_t *bytes, size_t count,
    struct ArrowArrayStream *records, rxkit_error *error);

#ifdef __cplusplus
}
#endif

#endif  // RXKIT_H
