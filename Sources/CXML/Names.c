// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names as numbers: strings of libxml2's dictionary are distinguished by their address alone.

#include "Parser.h"

#include <stdlib.h>
#include <string.h>

int cxml_reserve(void **items, size_t count, size_t *room, size_t more, size_t size) {
  if (count + more <= *room) return 1;
  size_t wanted = *room < 256 ? 256 : *room * 2;
  if (wanted < count + more) wanted = count + more;
  void *grown = wanted > SIZE_MAX / size ? NULL : realloc(*items, wanted * size);
  if (grown == NULL) return 0;
  *items = grown;
  *room = wanted;
  return 1;
}

static size_t slot_of(const cxml_parser *parser, const unsigned char *name) {
  uint64_t hash = ((uint64_t)(uintptr_t)name >> 2) * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(hash >> 32) & (parser->slot_count - 1);
}

int cxml_grow_slots(cxml_parser *parser) {
  size_t wanted = parser->slot_count == 0 ? 1024 : parser->slot_count * 2;
  uint32_t *grown = calloc(wanted, sizeof *grown);
  if (grown == NULL) return 0;
  free(parser->slots);
  parser->slots = grown;
  parser->slot_count = wanted;
  for (size_t index = 0; index < parser->name_count; index++) {
    size_t slot = slot_of(parser, parser->names[index]);
    while (grown[slot] != 0) slot = (slot + 1) & (wanted - 1);
    grown[slot] = (uint32_t)index + 1;
  }
  return 1;
}

uint32_t cxml_number_of(cxml_parser *parser, const unsigned char *name) {
  if (name == NULL) return 0;
  size_t slot = slot_of(parser, name);
  uint32_t number;
  while ((number = parser->slots[slot]) != 0) {
    if (parser->names[number - 1] == name) return number;
    slot = (slot + 1) & (parser->slot_count - 1);
  }
  if (!cxml_reserve((void **)&parser->names, parser->name_count, &parser->name_room, 1,
               sizeof *parser->names)) {
    cxml_fail(parser, CXML_MEMORY);
    return 0;
  }
  parser->names[parser->name_count++] = name;
  number = (uint32_t)parser->name_count;
  parser->slots[slot] = number;
  if (parser->name_count * 2 > parser->slot_count && !cxml_grow_slots(parser)) {
    cxml_fail(parser, CXML_MEMORY);
    return 0;
  }
  return number;
}

uint32_t cxml_space_number(cxml_parser *parser, const unsigned char *uri) {
  if (uri != parser->last_space) {
    parser->last_space = uri;
    parser->last_space_number = cxml_number_of(parser, uri);
  }
  return parser->last_space_number;
}

uint32_t cxml_attribute_number(cxml_parser *parser, const unsigned char *name) {
  if (name != parser->last_attribute) {
    parser->last_attribute = name;
    parser->last_attribute_number = cxml_number_of(parser, name);
  }
  return parser->last_attribute_number;
}

const uint8_t *cxml_name(const cxml_parser *parser, uint32_t number, size_t *count) {
  if (number == 0 || number > parser->name_count) return NULL;
  const unsigned char *name = parser->names[number - 1];
  *count = strlen((const char *)name);
  return name;
}
