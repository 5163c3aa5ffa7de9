// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#include "CMasks.h"

#include "CMasksCharacters.h"

size_t cmasks_line_feeds(const uint8_t *bytes, size_t count) {
  size_t found = 0, at = 0;
  for (; at + 64 <= count; at += 64) {
    CMasksVector block;
    memcpy(&block, bytes + at, sizeof block);
    found += (size_t)__builtin_popcountll(CMASKS_BITS(block == '\n'));
  }
  for (; at < count; at++) found += bytes[at] == '\n';
  return found;
}

int cmasks_watch_for(CMasksNames *names, int place, const uint8_t *text, size_t length) {
  if (place < 0 || place >= CMASKS_NAMES || length < 4 || length > CMASKS_NAME_LIMIT) return 0;
  if (place == 0) memset(names, 0, sizeof *names);
  memcpy(names->text[place], text, length);
  memset(names->bytes[place], 0xFF, length);
  names->length[place] = (uint8_t)length;
  names->first[place] = text[1];
  names->third[place] = text[3];
  return 1;
}

// The check of one object. Bit i of a mask is about byte i of a block of 64:
//
//   {"a\"b": [1, "c]"]}        the text
//   .....#..................   escaped: the byte after a backslash that is not escaped itself
//   .#.....#......#...#....    quotes that are not escaped
//   .######.......####.....    in a string: the parity of the quotes up to here
//
// Strings are checked by these alone. For the rest, each kind of token has kinds
// that may follow it. What follows is found by moving a bit one byte on, and
// then by adding it to the blanks: a sum carries through a run of ones, so that
// the bit comes out at the first byte that is no blank.
//
//   colon, comma in an array     a value                 value: " { [ or a scalar's first byte
//   [                            a value or ]
//   comma in an object           "
//   {                            " or }
//   name (a string after these)  colon
//   any other value's end        comma, } or ]
//
// Only which container a comma is in, and whether brackets match, takes a
// loop over the brackets. Whatever is unusual ends the passage without a verdict:
// the scanner that writes a tape reads the object again and says what is wrong.

/// What is carried from one block into the next.
typedef struct {
  CMasksText text;
  const CMasksNames *names;
  int depthLimit;
  int depth;
  /// A bit for each open container, the innermost lowest: 1 for an object.
  uint64_t kinds;
  /// All bits if the block begins inside a string.
  uint64_t inString;
  /// Bit 0 if the first byte of the block is escaped.
  uint64_t escaped;
  /// Where the second half of a surrogate pair must be.
  size_t low;
  /// The offset after the last character that was checked to be UTF-8.
  size_t checked;
  /// For each row of the table above, bit 0 if the token that follows is in the next block.
  uint64_t afterColon, afterOpenArray, afterComma, afterOpenObject, afterName, afterValue;
  /// Bit 0 if a name goes on in the next block.
  uint64_t inName;
  /// Bit 0 if the last byte of the block was one of a scalar.
  uint64_t scalarBefore;
} CMasksState;

/// What the brackets of a block say.
typedef struct {
  /// The bytes before the object's last bracket: all if that is not in this block.
  uint64_t before;
  /// The bytes whose innermost container is an object.
  uint64_t objects;
  /// Where the object's last bracket is in the block; -1 for not there.
  int end;
} CMasksBrackets;

/// The bytes of a block that follow a backslash; `isRight` becomes 0 if one may not.
static __attribute__((noinline)) uint64_t cmasks_escapes(
    CMasksText text, size_t base, uint64_t backslashes, uint64_t *escaped, size_t *low,
    int *isRight) {
  uint64_t found = *escaped, rest = backslashes & ~*escaped;
  *escaped = 0;
  while (rest != 0) {
    const int index = __builtin_ctzll(rest);
    const size_t at = base + (size_t)index;
    switch (cmasks_byte(text, at + 1)) {
      case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
      case 'u':
        if (cmasks_is_unit(text, at, low)) break;
        *isRight = 0;
        return 0;
      default:
        *isRight = 0;
        return 0;
    }
    const uint64_t bit = 1ULL << index;
    if (index == 63) {
      *escaped = 1;
    } else {
      found |= bit << 1;
    }
    rest &= ~(bit | bit << 1);
  }
  return found;
}

/// Where the first byte that is no blank is after each of some tokens.
CMASKS_INLINE uint64_t cmasks_next(
    uint64_t tokens, uint64_t spaces, int isCompact, uint64_t *carry) {
  const uint64_t moved = tokens << 1 | *carry;
  if (isCompact) {
    *carry = tokens >> 63;
    return moved;
  }
  unsigned long long sum;
  const uint64_t isCut = (uint64_t)__builtin_uaddll_overflow(spaces, moved, &sum);
  *carry = tokens >> 63 | isCut;
  return sum & ~spaces;
}

/// Follows the brackets of a block one by one; returns 0 if they do not match.
CMASKS_INLINE int cmasks_brackets(
    CMasksState *state, uint64_t opens, uint64_t closes, uint64_t braces,
    CMasksBrackets *found) {
  uint64_t rest = opens | closes;
  uint64_t since = UINT64_MAX, objects = 0, kinds = state->kinds;
  int depth = state->depth;
  while (rest != 0) {
    const uint64_t bit = rest & (0 - rest);
    rest ^= bit;
    objects |= since & (bit - 1) & (0 - (kinds & 1));
    since = 0 - bit;
    const uint64_t kind = (braces & bit) != 0;
    if ((opens & bit) != 0) {
      kinds = kinds << 1 | kind;
      depth++;
      if (depth > state->depthLimit) return 0;
    } else {
      if ((kinds & 1) != kind) return 0;
      kinds >>= 1;
      depth--;
      if (depth == 0) {
        found->before = bit - 1;
        found->end = __builtin_ctzll(bit);
        found->objects = objects;
        return 1;
      }
    }
  }
  found->before = UINT64_MAX;
  found->end = -1;
  found->objects = objects | (since & (0 - (kinds & 1)));
  state->kinds = kinds;
  state->depth = depth;
  return 1;
}

/// Looks at the strings of a block that may be watched names.
CMASKS_INLINE int cmasks_watch(
    const CMasksState *state, size_t base, uint64_t strings, int depth, uint64_t opens,
    uint64_t closes, CMasksPassage *passage) {
  while (strings != 0) {
    const uint64_t below = (strings & (0 - strings)) - 1;
    const size_t at = base + (size_t)__builtin_ctzll(strings);
    strings &= strings - 1;
    // Only the object's own members.
    if (depth + __builtin_popcountll(opens & below) - __builtin_popcountll(closes & below) != 1) {
      continue;
    }
    if (!cmasks_note_name(state->text, state->names, at, passage)) return 0;
  }
  return 1;
}

/// Checks a block; returns 1 if it is right, 2 if the object ends in it, and 0 else.
CMASKS_INLINE int cmasks_block(
    CMasksState *state, const uint8_t *bytes, size_t base, int flags, CMasksPassage *passage) {
  CMasksVector block;
  memcpy(&block, bytes, sizeof block);
  // `[` and `]` differ from `{` and `}` in this bit alone.
  const CMasksVector lowered = block | 0x20;
  const uint64_t backslashes = CMASKS_BITS(block == '\\'), controls = CMASKS_BITS(block < 0x20);
  const uint64_t high = CMASKS_BITS(block > 0x7F), braces = CMASKS_BITS((block & 0x20) != 0);
  // Before bytes that a watched name may have first, or third; the next block is not known here.
  const uint8_t *first = state->names->first, *third = state->names->third;
  const uint64_t firsts =
      (CMASKS_BITS((block == first[0]) | (block == first[1]) | (block == first[2])) | backslashes)
          >> 1 | 1ULL << 63;
  const uint64_t thirds =
      CMASKS_BITS((block == third[0]) | (block == third[1]) | (block == third[2])) >> 3
      | 7ULL << 61;

  // Strings; the opening quote counts as inside, the closing one as outside.
  uint64_t quotes = CMASKS_BITS(block == '"');
  if ((backslashes | state->escaped) != 0) {
    // Copies, or all of the state would have to be in memory.
    int isRight = 1;
    uint64_t escaped = state->escaped;
    size_t low = state->low;
    quotes &= ~cmasks_escapes(state->text, base, backslashes, &escaped, &low, &isRight);
    if (!isRight) return 0;
    state->escaped = escaped;
    state->low = low;
  }
  const uint64_t string = cmasks_parity(quotes) ^ state->inString, outside = ~string;
  state->inString = (uint64_t)((int64_t)string >> 63);
  if ((controls & string) != 0) return 0;
  if (high != 0) {
    state->checked = cmasks_characters_end(state->text, base, high, state->checked);
    if (state->checked == 0) return 0;
  }

  // Brackets.
  const uint64_t allOpens = CMASKS_BITS(lowered == '{'), allCloses = CMASKS_BITS(lowered == '}');
  const uint64_t opens = allOpens & outside, closes = allCloses & outside;
  const int depth = state->depth;
  CMasksBrackets brackets;
  if (!cmasks_brackets(state, opens, closes, braces, &brackets)) return 0;
  const uint64_t before = brackets.before;
  if ((flags & CMASKS_LINE) != 0 && (controls & before) != 0) return 0;
  const uint64_t openings = quotes & string & before;

  if ((flags & CMASKS_STRUCTURE) != 0) {
    if (((high | backslashes) & outside & before) != 0) return 0;
    // A name that is written with escapes has one among its first letters, or the right third one.
    const uint64_t escapes =
        backslashes >> 1 | backslashes >> 2 | backslashes >> 3;
    const uint64_t likely = openings & firsts & (thirds | escapes);
    if (!cmasks_watch(state, base, likely, depth, opens, closes, passage)) return 0;
  } else {
    const uint64_t spaces =
        CMASKS_BITS((block == ' ') | (block == '\n') | (block == '\r') | (block == '\t')) & outside;
    const uint64_t commas = CMASKS_BITS(block == ',') & outside;
    const uint64_t colons = CMASKS_BITS(block == ':') & outside;
    const uint64_t others = opens | closes | commas | colons | spaces;
    const uint64_t scalars = outside & ~(others | quotes) & before;
    const uint64_t scalarStarts = scalars & ~(scalars << 1 | state->scalarBefore);
    const uint64_t openObjects = opens & braces & before;
    const uint64_t openArrays = opens & ~braces & before;
    const uint64_t strings = quotes & string;
    const uint64_t values = strings | scalarStarts | openObjects | openArrays;
    const uint64_t inObject = brackets.objects;
    uint64_t wrong, names;
#define CMASKS_ORDER(isCompact)                                                                  \
  do {                                                                                           \
    wrong = cmasks_next((colons | (commas & ~inObject)) & before, spaces, isCompact,             \
                          &state->afterColon)                                                    \
        & ~values;                                                                               \
    wrong |= cmasks_next(openArrays, spaces, isCompact, &state->afterOpenArray)                  \
        & ~(values | closes);                                                                    \
    const uint64_t afterCommas =                                                                 \
        cmasks_next(commas & inObject & before, spaces, isCompact, &state->afterComma);          \
    const uint64_t afterOpens =                                                                  \
        cmasks_next(openObjects, spaces, isCompact, &state->afterOpenObject);                    \
    wrong |= (afterCommas & ~strings) | (afterOpens & ~(strings | closes));                      \
    names = (afterCommas | afterOpens) & strings;                                                \
    unsigned long long sum;                                                                      \
    const uint64_t isCut =                                                                       \
        (uint64_t)__builtin_uaddll_overflow(string, names | state->inName, &sum);                \
    state->inName = isCut;                                                                       \
    /* A sum clears the run of ones that a name is: no name is written with escapes. */          \
    wrong |= backslashes & string & ~sum & before;                                               \
    const uint64_t nameEnds = sum & outside & quotes;                                            \
    wrong |= cmasks_next(nameEnds & before, spaces, isCompact, &state->afterName) & ~colons;     \
    state->afterValue |=                                                                         \
        (scalars << 1 | state->scalarBefore) & ~scalars & (before << 1 | 1);                     \
    state->scalarBefore = scalars >> 63;                                                         \
    const uint64_t valueEnds = ((quotes & outside & ~nameEnds) | closes) & before;               \
    wrong |= cmasks_next(valueEnds, spaces, isCompact, &state->afterValue)                       \
        & ~(commas | closes);                                                                    \
  } while (0)
    if (spaces == 0) {
      CMASKS_ORDER(1);
    } else {
      CMASKS_ORDER(0);
    }
#undef CMASKS_ORDER
    if (wrong != 0) return 0;
    for (uint64_t rest = scalarStarts; rest != 0; rest &= rest - 1) {
      if (!cmasks_is_scalar(state->text, base + (size_t)__builtin_ctzll(rest))) return 0;
    }
    const uint64_t likely = names & before & firsts & thirds;
    if (!cmasks_watch(state, base, likely, depth, opens, closes, passage)) return 0;
  }
  if (brackets.end < 0) return 1;
  passage->end = base + (size_t)brackets.end + 1;
  return 2;
}

CMASKS_INLINE CMasksPassage cmasks_run(
    const uint8_t *bytes, size_t count, size_t start, const CMasksNames *names, int depth,
    int flags) {
  CMasksPassage passage = {0, {-1, -1, -1}};
  CMasksState state;
  memset(&state, 0, sizeof state);
  state.text.bytes = bytes;
  state.text.count = count;
  state.names = names;
  state.depthLimit = depth < CMASKS_DEPTH_LIMIT ? depth : CMASKS_DEPTH_LIMIT;
  state.low = SIZE_MAX;
  size_t base = start;
  while (count - base >= 64) {
    const int verdict = cmasks_block(&state, bytes + base, base, flags, &passage);
    if (verdict != 1) return passage;
    base += 64;
  }
  if (base < count) {
    // As if blanks followed the text.
    uint8_t tail[64];
    memset(tail, ' ', sizeof tail);
    memcpy(tail, bytes + base, count - base);
    cmasks_block(&state, tail, base, flags, &passage);
  }
  return passage;
}

/// A form for each set of flags, so that the loop tests none.
CMASKS_INLINE CMasksPassage cmasks_pass_form(
    const uint8_t *bytes, size_t count, size_t start, const CMasksNames *names, int depth,
    int flags) {
  switch (flags & (CMASKS_STRUCTURE | CMASKS_LINE)) {
    case 0: return cmasks_run(bytes, count, start, names, depth, 0);
    case CMASKS_LINE: return cmasks_run(bytes, count, start, names, depth, CMASKS_LINE);
    case CMASKS_STRUCTURE: return cmasks_run(bytes, count, start, names, depth, CMASKS_STRUCTURE);
    default:
      return cmasks_run(bytes, count, start, names, depth, CMASKS_STRUCTURE | CMASKS_LINE);
  }
}

CMasksPassage cmasks_pass_plain(const uint8_t *bytes, size_t count, size_t start,
                                const CMasksNames *names, int depth, int flags) {
  return cmasks_pass_form(bytes, count, start, names, depth, flags);
}

#if defined(__x86_64__)

/// A fourth faster than with SSE2.
__attribute__((target("avx2,bmi,popcnt"))) static CMasksPassage cmasks_pass_avx2(
    const uint8_t *bytes, size_t count, size_t start, const CMasksNames *names, int depth,
    int flags) {
  return cmasks_pass_form(bytes, count, start, names, depth, flags);
}

/// Set before `main` begins, never changed again.
static int cmasks_has_avx2;

__attribute__((constructor)) static void cmasks_query_processor(void) {
  __builtin_cpu_init();
  cmasks_has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("popcnt");
}

CMasksPassage cmasks_pass(const uint8_t *bytes, size_t count, size_t start,
                          const CMasksNames *names, int depth, int flags) {
  return cmasks_has_avx2 ? cmasks_pass_avx2(bytes, count, start, names, depth, flags)
                         : cmasks_pass_plain(bytes, count, start, names, depth, flags);
}

#else

CMasksPassage cmasks_pass(const uint8_t *bytes, size_t count, size_t start,
                          const CMasksNames *names, int depth, int flags) {
  return cmasks_pass_plain(bytes, count, start, names, depth, flags);
}

#endif
