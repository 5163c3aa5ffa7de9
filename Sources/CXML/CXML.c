// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#define _GNU_SOURCE  // memrchr, where glibc has it

#include "Parser.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

// The headers of libxml2 stay in this file: Debian's take in those of ICU, which
// clash with the ones of Foundation.
//
// Safety of libxml2 2.9.14 and later, as set up here: a DOCTYPE stops the parser
// before its subset is looked at, so that no entity is ever declared; no tree is
// built, and no handler of entities is given that could expand one.
// XML_PARSE_HUGE lifts the fixed limits (depth 256, 10 MB a value), in whose
// place stand those of cxml_limits. Nothing opens a file or an address.

#if defined(CXML_LOADED_LATE)
// A library that others load (RXKIT_LATE_XML in Package.swift) is not linked with libxml2, so that
// it can be loaded where there is none; libxml2 is looked for when the first XML comes.

#include <dlfcn.h>
#include <pthread.h>

#define CXML_EACH(use) \
  use(xmlCreatePushParserCtxt) use(xmlCtxtUseOptions) use(xmlDictLookup) use(xmlFreeDoc) \
  use(xmlFreeParserCtxt) use(xmlParseChunk) use(xmlStopParser)
#define CXML_DECLARE(name) __typeof__(name) *name;
#define CXML_FIND(name) \
  *(void **)&loaded.name = library == NULL ? NULL : dlsym(library, #name); \
  if (loaded.name == NULL) return;

static struct {
  CXML_EACH(CXML_DECLARE)
} loaded;
static int is_loaded;

static void load(void) {
  // The name with its version: others have other structures.
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  CXML_EACH(CXML_FIND)
  is_loaded = 1;
}

int cxml_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

#define xmlCreatePushParserCtxt loaded.xmlCreatePushParserCtxt
#define xmlCtxtUseOptions loaded.xmlCtxtUseOptions
#define xmlDictLookup loaded.xmlDictLookup
#define xmlFreeDoc loaded.xmlFreeDoc
#define xmlFreeParserCtxt loaded.xmlFreeParserCtxt
#define xmlParseChunk loaded.xmlParseChunk
#define xmlStopParser loaded.xmlStopParser
#else
int cxml_is_available(void) { return 1; }
#endif

/// How much of the text the cursor has passed. Text is never re-encoded, so that this is exact.
static uint64_t consumed_of(const xmlParserInputPtr input) {
  return (uint64_t)input->consumed + (uint64_t)(input->cur - input->base);
}

void cxml_fail(cxml_parser *parser, int error) {
  if (parser->error != CXML_OK) return;
  parser->error = error;
  const xmlParserInputPtr input = parser->context->input;
  parser->error_offset = input == NULL ? 0 : consumed_of(input);
}

uint32_t cxml_number(cxml_parser *parser, const uint8_t *text, size_t count) {
  if (count > INT32_MAX) return 0;
  return cxml_number_of(parser, xmlDictLookup(parser->context->dict, text, (int)count));
}

void cxml_skip_namespace(cxml_parser *parser, uint32_t space) { parser->skipped_space = space; }

// MARK: Events

static cxml_event *add_event(cxml_parser *parser, uint32_t kind) {
  if (!cxml_reserve((void **)&parser->events, parser->event_count, &parser->event_room, 1,
                    sizeof *parser->events)) {
    cxml_fail(parser, CXML_MEMORY);
    return NULL;
  }
  cxml_event *event = &parser->events[parser->event_count++];
  memset(event, 0, sizeof *event);
  event->kind = kind;
  return event;
}

static int copy_bytes(cxml_parser *parser, const xmlChar *bytes, size_t count) {
  if (!cxml_reserve((void **)&parser->bytes, parser->byte_count, &parser->byte_room, count, 1)) {
    cxml_fail(parser, CXML_MEMORY);
    return 0;
  }
  memcpy(parser->bytes + parser->byte_count, bytes, count);
  parser->byte_count += count;
  return 1;
}

/// Copies a value that has references. libxml2 resolves all of them but writes an
/// ampersand as `&#38;`, for a tree that would resolve the value once more.
static int copy_value(cxml_parser *parser, cxml_slice *slice, const xmlChar *start,
                      const xmlChar *end) {
  slice->start = parser->byte_count;
  slice->is_copied = 1;
  while (start < end) {
    const xmlChar *stop = memchr(start, '&', (size_t)(end - start));
    const xmlChar *next = stop == NULL ? end : stop + 1;
    if (!copy_bytes(parser, start, (size_t)(next - start))) return 0;
    int is_spelled = stop != NULL && end - next >= 4 && memcmp(next, "#38;", 4) == 0;
    start = is_spelled ? next + 4 : next;
  }
  slice->count = (uint32_t)(parser->byte_count - slice->start);
  return 1;
}

/// A value as a place in the text if the parser points into it, else as a copy.
static int set_slice(cxml_parser *parser, cxml_slice *slice, const xmlChar *start,
                     const xmlChar *end, uint64_t consumed) {
  const xmlParserInputPtr input = parser->context->input;
  size_t count = (size_t)(end - start);
  if (count > parser->limits.value_bytes) {
    cxml_fail(parser, CXML_VALUE_SIZE);
    return 0;
  }
  if (start >= input->base && end <= input->cur) {
    slice->count = (uint32_t)count;
    slice->start = consumed - (uint64_t)(input->cur - start);
    slice->is_copied = 0;
    return 1;
  }
  return copy_value(parser, slice, start, end);
}

/// Where the tag begins that ends at the cursor: no `<` can be inside it.
static const xmlChar *tag_start(const xmlParserInputPtr input) {
#if defined(__GLIBC__)
  const xmlChar *found = memrchr(input->base, '<', (size_t)(input->cur - input->base));
  return found == NULL ? input->base : found;
#else
  const xmlChar *position = input->cur;
  while (position > input->base) {
    position--;
    if (*position == '<') return position;
  }
  return position;
#endif
}

static void on_start(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int namespace_count, const xmlChar **namespaces, int attribute_count,
                     int defaulted_count, const xmlChar **attributes) {
  (void)prefix, (void)namespaces, (void)defaulted_count;
  cxml_parser *parser = data;
  if (parser->error != CXML_OK) return;
  parser->depth++;
  if (parser->depth > parser->limits.depth) return cxml_fail(parser, CXML_DEPTH);
  if (namespace_count > 0 &&
      (uint32_t)parser->context->nsNr / 2 > parser->limits.namespaces) {
    return cxml_fail(parser, CXML_NAMESPACE_COUNT);
  }
  if (parser->skipped_depth != 0) return;
  uint32_t space = cxml_space_number(parser, uri);
  if (space != 0 && space == parser->skipped_space) {
    parser->skipped_depth = parser->depth;
    return;
  }
  cxml_event *event = add_event(parser, CXML_START);
  if (event == NULL) return;
  const xmlParserInputPtr input = parser->context->input;
  uint64_t consumed = consumed_of(input);
  const xmlChar *start = tag_start(input);
  event->name = cxml_number_of(parser, name);
  event->space = space;
  if (!cxml_reserve((void **)&parser->open, parser->depth, &parser->open_room, 1,
                    sizeof *parser->open)) {
    return cxml_fail(parser, CXML_MEMORY);
  }
  parser->open[parser->depth].name = event->name;
  parser->open[parser->depth].space = space;
  event->offset = consumed - (uint64_t)(input->cur - start);
  event->line = (uint32_t)input->line;
  const xmlChar *feed = start;
  while ((feed = memchr(feed, '\n', (size_t)(input->cur - feed))) != NULL) {
    event->line--;
    feed++;
  }
  event->first_attribute = (uint32_t)parser->attribute_count;
  event->attribute_count = (uint32_t)attribute_count;
  if (!cxml_reserve((void **)&parser->attributes, parser->attribute_count, &parser->attribute_room,
                    (size_t)attribute_count, sizeof *parser->attributes)) {
    return cxml_fail(parser, CXML_MEMORY);
  }
  // libxml2 gives five pointers an attribute: name, prefix, URI, value, its end.
  for (int index = 0; index < attribute_count; index++, attributes += 5) {
    cxml_attribute *attribute = &parser->attributes[parser->attribute_count];
    attribute->name = cxml_attribute_number(parser, attributes[0]);
    attribute->is_prefixed = attributes[1] != NULL;
    attribute->space = attributes[2] == NULL ? 0 : cxml_number_of(parser, attributes[2]);
    if (!set_slice(parser, &attribute->value, attributes[3], attributes[4], consumed)) return;
    parser->attribute_count++;
  }
}

static void on_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)name, (void)prefix, (void)uri;
  cxml_parser *parser = data;
  if (parser->error != CXML_OK) return;
  uint32_t depth = parser->depth--;
  if (depth == 1) parser->is_root_closed = 1;
  if (parser->skipped_depth != 0) {
    if (parser->skipped_depth == depth) parser->skipped_depth = 0;
    return;
  }
  cxml_event *event = add_event(parser, CXML_END);
  if (event == NULL) return;
  event->name = parser->open[depth].name;
  event->space = parser->open[depth].space;
  event->offset = consumed_of(parser->context->input);
  event->line = (uint32_t)parser->context->input->line;
}

static int is_blank(const xmlChar *text, int count) {
  for (int index = 0; index < count; index++) {
    if (text[index] > 0x20) return 0;
  }
  return 1;
}

static void on_text(void *data, const xmlChar *text, int count) {
  cxml_parser *parser = data;
  if (parser->error != CXML_OK || parser->skipped_depth != 0 || !parser->limits.wants_text) return;
  cxml_event *last =
      parser->event_count == 0 ? NULL : &parser->events[parser->event_count - 1];
  if (last == NULL || last->kind != CXML_TEXT) {
    if (parser->limits.skips_blanks && is_blank(text, count)) return;
    last = add_event(parser, CXML_TEXT);
    if (last == NULL) return;
    last->line = (uint32_t)parser->context->input->line;
    last->offset = consumed_of(parser->context->input);
    last->text.start = parser->byte_count;
    last->text.is_copied = 1;
  }
  if (copy_bytes(parser, text, (size_t)count)) last->text.count += (uint32_t)count;
}

static void on_doctype(void *data, const xmlChar *name, const xmlChar *public_id,
                       const xmlChar *system_id) {
  (void)name, (void)public_id, (void)system_id;
  cxml_parser *parser = data;
  cxml_fail(parser, CXML_DOCTYPE);
  xmlStopParser(parser->context);
}

/// Whether the cursor is at bytes that are not UTF-8, not at a character that XML forbids.
static int is_not_utf8(const xmlParserInputPtr input) {
  size_t count = (size_t)(input->end - input->cur);
  if (count == 0 || *input->cur < 0x80) return 0;
  // U+FFFE and U+FFFF.
  return !(count > 2 && input->cur[0] == 0xEF && input->cur[1] == 0xBF && input->cur[2] >= 0xBE);
}

static int error_of(const cxml_parser *parser, int code) {
  const xmlParserInputPtr input = parser->context->input;
  int is_at_end = input == NULL || (parser->is_last && input->cur >= input->end);
  switch (code) {
  case XML_ERR_DOCUMENT_EMPTY: return CXML_EMPTY;
  case XML_ERR_DOCUMENT_END: return parser->is_root_closed ? CXML_TRAILING : CXML_ENDS_EARLY;
  case XML_ERR_TAG_NOT_FINISHED:
  case XML_ERR_GT_REQUIRED:
  case XML_ERR_COMMENT_NOT_FINISHED:
  case XML_ERR_PI_NOT_FINISHED:
  case XML_ERR_CDATA_NOT_FINISHED: return is_at_end ? CXML_ENDS_EARLY : CXML_SYNTAX;
  case XML_ERR_TAG_NAME_MISMATCH: return CXML_TAG_MISMATCH;
  case XML_ERR_INVALID_CHAR: return is_not_utf8(input) ? CXML_UTF8 : CXML_CHARACTER;
  case XML_ERR_INVALID_CHARREF: return CXML_CHARACTER;
  case XML_ERR_INVALID_ENCODING:
  case XML_I18N_CONV_FAILED: return CXML_UTF8;
  case XML_ERR_UNDECLARED_ENTITY:
  case XML_WAR_UNDECLARED_ENTITY:
  case XML_ERR_ENTITYREF_SEMICOL_MISSING:
  case XML_ERR_ENTITYREF_NO_NAME: return CXML_ENTITY;
  // The name of a tag, or that of an entity.
  case XML_ERR_NAME_REQUIRED:
    return input != NULL && input->cur > input->base && input->cur[-1] == '&' ? CXML_ENTITY
                                                                              : CXML_SYNTAX;
  case XML_ERR_ATTRIBUTE_WITHOUT_VALUE:
  case XML_ERR_ATTRIBUTE_NOT_STARTED:
  case XML_ERR_ATTRIBUTE_NOT_FINISHED:
  case XML_ERR_LT_IN_ATTRIBUTE: return is_at_end ? CXML_ENDS_EARLY : CXML_ATTRIBUTE;
  case XML_ERR_ATTRIBUTE_REDEFINED: return CXML_REPEATED_ATTRIBUTE;
  case XML_ERR_NO_MEMORY: return CXML_MEMORY;
  default: return CXML_SYNTAX;
  }
}

// The first error counts. Undeclared prefixes are no error here: an element with
// one belongs to no namespace, and what is read does not need it.
static void on_error(void *data, const xmlError *error) {
  if (error->level < XML_ERR_ERROR || error->domain == XML_FROM_NAMESPACE) return;
  cxml_parser *parser = data;
  cxml_fail(parser, error_of(parser, error->code));
}

// MARK: Parsing

cxml_parser *cxml_create(cxml_limits limits) {
  cxml_parser *parser = calloc(1, sizeof *parser);
  if (parser == NULL) return NULL;
  parser->limits = limits;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = on_start;
  handler.endElementNs = on_end;
  handler.characters = on_text;
  // Equal to `characters`, so that libxml2 does not ask whether text is only blanks.
  handler.ignorableWhitespace = on_text;
  handler.cdataBlock = on_text;
  handler.internalSubset = on_doctype;
  // Its parameter became const in libxml2 2.12.
  handler.serror = (xmlStructuredErrorFunc)on_error;
  parser->context = xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
  if (parser->context == NULL || !cxml_grow_slots(parser)) {
    cxml_destroy(parser);
    return NULL;
  }
  int options = XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC;
#if LIBXML_VERSION >= 21300
  options |= XML_PARSE_NO_XXE;
#endif
  xmlCtxtUseOptions(parser->context, options);
  return parser;
}

void cxml_destroy(cxml_parser *parser) {
  if (parser == NULL) return;
  if (parser->context != NULL) {
    // Without a tree there is none, but where libxml2 keeps declarations in one.
    if (parser->context->myDoc != NULL) xmlFreeDoc(parser->context->myDoc);
    parser->context->myDoc = NULL;
    xmlFreeParserCtxt(parser->context);
  }
  free(parser->events);
  free(parser->attributes);
  free(parser->bytes);
  free(parser->names);
  free(parser->slots);
  free(parser->open);
  free(parser);
}

int cxml_read(cxml_parser *parser, const uint8_t *bytes, size_t count, int is_last) {
  parser->event_count = 0;
  parser->attribute_count = 0;
  parser->byte_count = 0;
  if (parser->error != CXML_OK) return parser->error;
  if (count > INT32_MAX) {
    parser->error = CXML_MEMORY;
    return parser->error;
  }
  parser->is_last = is_last;
  int result = xmlParseChunk(parser->context, (const char *)bytes, (int)count, is_last);
  // A namespace error alone is none; everything else was reported to on_error.
  if (result != XML_ERR_OK && !parser->context->wellFormed) cxml_fail(parser, error_of(parser, result));
  if (is_last && parser->error == CXML_OK && parser->depth > 0) cxml_fail(parser, CXML_ENDS_EARLY);
  return parser->error;
}

const cxml_event *cxml_events(const cxml_parser *parser, size_t *count) {
  *count = parser->event_count;
  return parser->events;
}

const cxml_attribute *cxml_attributes(const cxml_parser *parser, size_t *count) {
  *count = parser->attribute_count;
  return parser->attributes;
}

const uint8_t *cxml_bytes(const cxml_parser *parser, size_t *count) {
  *count = parser->byte_count;
  return parser->bytes;
}

uint64_t cxml_error_offset(const cxml_parser *parser) { return parser->error_offset; }
