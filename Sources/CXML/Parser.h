// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The parser as the C files of this target see it.

#ifndef RXKIT_CXML_PARSER_H
#define RXKIT_CXML_PARSER_H

#include "CXML.h"

struct cxml_parser {
  struct _xmlParserCtxt *context;
  cxml_limits limits;
  uint32_t depth;
  /// The depth of the element that is left out with its inside, or 0.
  uint32_t skipped_depth;
  uint32_t skipped_space;
  int is_root_closed;
  int is_last;
  int error;
  uint64_t error_offset;

  cxml_event *events;
  size_t event_count, event_room;
  cxml_attribute *attributes;
  size_t attribute_count, attribute_room;
  uint8_t *bytes;
  size_t byte_count, byte_room;

  /// Names by number - 1; the strings belong to the context's dictionary.
  const unsigned char **names;
  size_t name_count, name_room;
  /// Numbers by a hash of the string's address, open addressing, 0 is free.
  uint32_t *slots;
  size_t slot_count;
  /// The namespace and the attribute name that were last asked for: mostly the same.
  const unsigned char *last_space, *last_attribute;
  uint32_t last_space_number, last_attribute_number;
  /// The names of the open elements, outermost first.
  struct {
    uint32_t name, space;
  } *open;
  size_t open_room;
};

/// Sets the error, if none is set yet, at the place of the cursor.
void cxml_fail(cxml_parser *parser, int error);

/// Makes room for `more` elements of `size` bytes; 0 if there is no memory.
int cxml_reserve(void **items, size_t count, size_t *room, size_t more, size_t size);

/// The number of a string of the dictionary, where equal strings have equal addresses; 0 for NULL.
uint32_t cxml_number_of(cxml_parser *parser, const unsigned char *name);
/// The same, for the URIs of elements.
uint32_t cxml_space_number(cxml_parser *parser, const unsigned char *uri);
/// The same, for the names of attributes.
uint32_t cxml_attribute_number(cxml_parser *parser, const unsigned char *name);
/// Makes the table of numbers larger; 0 if there is no memory.
int cxml_grow_slots(cxml_parser *parser);

#endif
