// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A pull interface over the push parser of libxml2 (SAX2): a piece of text goes
// in, the events of that piece come out in one array. No call goes back to the
// caller, nothing is allocated per element, and no header of libxml2 is seen.
//
// Text must be UTF-8 without a byte order mark; an encoding that it declares is
// ignored. Any DOCTYPE is an error, so there are no entities but the five of XML.

#ifndef RXKIT_CXML_H
#define RXKIT_CXML_H

#include <stddef.h>
#include <stdint.h>

/// A parser of one text. It may be used by one thread at a time.
typedef struct cxml_parser cxml_parser;

enum {
  /// A start tag with its attributes.
  CXML_START = 0,
  /// An end tag, or the end of an empty element.
  CXML_END = 1,
  /// Character data; one run may come in several events.
  CXML_TEXT = 2,
};

/// Bytes of the text, or of the batch where the text has them in another spelling.
typedef struct {
  /// Offset into the text, or into cxml_bytes if `is_copied`.
  uint64_t start;
  uint32_t count;
  uint32_t is_copied;
} cxml_slice;

/// One attribute. Namespace declarations are none.
typedef struct {
  /// The number of the local name.
  uint32_t name;
  /// The number of the namespace's URI, 0 for none.
  uint32_t space;
  /// 1 if the name has a prefix, even one that is not declared.
  uint32_t is_prefixed;
  cxml_slice value;
} cxml_attribute;

/// One event. Names are numbers: equal names have equal numbers in one parser.
typedef struct {
  uint32_t kind;
  /// The number of the local name; 0 for text.
  uint32_t name;
  /// The number of the namespace's URI, 0 for none.
  uint32_t space;
  /// The line on which the event begins, from 1.
  uint32_t line;
  /// Offset of the tag's `<`; for others of the byte after what was read.
  uint64_t offset;
  /// The first of the attributes, an index into cxml_attributes.
  uint32_t first_attribute;
  uint32_t attribute_count;
  /// The characters of text.
  cxml_slice text;
} cxml_event;

/// Why parsing stopped.
enum {
  CXML_OK = 0,
  CXML_SYNTAX,
  CXML_EMPTY,
  CXML_ENDS_EARLY,
  CXML_TRAILING,
  CXML_TAG_MISMATCH,
  CXML_CHARACTER,
  CXML_UTF8,
  CXML_ENTITY,
  CXML_ATTRIBUTE,
  CXML_REPEATED_ATTRIBUTE,
  CXML_DOCTYPE,
  CXML_DEPTH,
  CXML_VALUE_SIZE,
  CXML_NAMESPACE_COUNT,
  CXML_MEMORY,
};

/// The bounds of a text.
typedef struct {
  /// How many elements may be open at once.
  uint32_t depth;
  /// How many bytes one attribute value may have.
  uint32_t value_bytes;
  /// How many namespace declarations may be in force at once.
  uint32_t namespaces;
  /// 1 if text events are wanted.
  uint32_t wants_text;
  /// 1 if white space between tags, and at the beginning of a text, gives no text events.
  uint32_t skips_blanks;
} cxml_limits;

/// Makes a parser, or gives NULL if there is no memory.
cxml_parser *cxml_create(cxml_limits limits);
/// Whether libxml2 is there. Only where it is loaded late can it be missing.
int cxml_is_available(void);
/// Ends a parser; NULL is allowed.
void cxml_destroy(cxml_parser *parser);

/// Returns the number of a name or URI; 0 if there is no memory.
uint32_t cxml_number(cxml_parser *parser, const uint8_t *text, size_t count);
/// Returns the name or URI of a number, NULL for 0 and unknown numbers.
const uint8_t *cxml_name(const cxml_parser *parser, uint32_t number, size_t *count);

/// Leaves out elements of a namespace with all that is in them.
void cxml_skip_namespace(cxml_parser *parser, uint32_t space);

/// Reads a further piece and replaces the batch of events; returns CXML_OK or why it stopped.
///
/// After anything but CXML_OK the parser reads no more; the events before the
/// error are in the batch.
int cxml_read(cxml_parser *parser, const uint8_t *bytes, size_t count, int is_last);

/// The events of the last piece.
const cxml_event *cxml_events(const cxml_parser *parser, size_t *count);
/// The attributes of these events.
const cxml_attribute *cxml_attributes(const cxml_parser *parser, size_t *count);
/// The bytes of slices that are copied.
const uint8_t *cxml_bytes(const cxml_parser *parser, size_t *count);
/// Where the error is: an offset into the text.
uint64_t cxml_error_offset(const cxml_parser *parser);

/// Returns the offset of the first tag with more than `limit` attributes, or `count`.
///
/// libxml2 before 2.12 compares each attribute with each other of its tag, so
/// that a tag of a few megabytes takes minutes; this looks before it does.
size_t cxml_crowded_tag(const uint8_t *bytes, size_t count, size_t limit);

#endif
