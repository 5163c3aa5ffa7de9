// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Included once for each kind of instructions, with PASSAGE(name) for the names
// of functions, PASSAGE_BLOCK for the masks of 64 bytes, and PASSAGE_PARITY for
// what stands between quotes.
//
// Bit i stands for byte i of a block:
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
// Only which container a comma stands in, and whether brackets match, takes a
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
  /// Where the second half of a surrogate pair must stand.
  size_t low;
  /// The offset after the last character that was checked to be UTF-8.
  size_t checked;
  /// For each row of the table above, bit 0 if the token that follows is in the next block.
  uint64_t afterColon, afterOpenArray, afterComma, afterOpenObject, afterName, afterValue;
  /// Bit 0 if a name goes on in the next block.
  uint64_t inName;
  /// Bit 0 if the last byte of the block was one of a scalar.
  uint64_t scalarBefore;
} PASSAGE(State);

/// What the brackets of a block say.
typedef struct {
  /// The bytes before the object's last bracket: all if that is not in this block.
  uint64_t before;
  /// The bytes whose innermost container is an object.
  uint64_t objects;
  /// Where the object's last bracket is in the block; -1 for not there.
  int end;
} PASSAGE(Brackets);

#define PASSAGE_INLINE static inline __attribute__((always_inline))

/// The bytes of a block that follow a backslash; `isRight` becomes 0 if one may not.
static __attribute__((noinline)) uint64_t PASSAGE(escapes)(
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

/// Where the first byte that is no blank stands after each of some tokens.
PASSAGE_INLINE uint64_t PASSAGE(next)(
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
PASSAGE_INLINE int PASSAGE(brackets)(
    PASSAGE(State) *state, uint64_t opens, uint64_t closes, uint64_t braces,
    PASSAGE(Brackets) *found) {
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
PASSAGE_INLINE int PASSAGE(watch)(
    const PASSAGE(State) *state, size_t base, uint64_t strings, int depth, uint64_t opens,
    uint64_t closes, CMasksPassage *passage) {
  while (strings != 0) {
    const uint64_t below = (strings & (0 - strings)) - 1;
    const size_t at = base + (size_t)__builtin_ctzll(strings);
    strings &= strings - 1;
    // Only the object's own members.
    if (depth + __builtin_popcountll(opens & below) - __builtin_popcountll(closes & below) != 1) {
      continue;
    }
    if (!cmasks_watch(state->text, state->names, at, passage)) return 0;
  }
  return 1;
}

/// Checks a block; returns 1 if it is right, 2 if the object ends in it, and 0 else.
PASSAGE_INLINE int PASSAGE(block)(
    PASSAGE(State) *state, const uint8_t *bytes, size_t base, int flags, CMasksPassage *passage) {
  const CMasksBlock block = PASSAGE_BLOCK(bytes, state->names);
  const CMasksJSON masks = block.masks;

  // Strings; the opening quote counts as inside, the closing one as outside.
  uint64_t quotes = masks.quotes;
  if ((masks.backslashes | state->escaped) != 0) {
    // Copies, or all of the state would have to be in memory.
    int isRight = 1;
    uint64_t escaped = state->escaped;
    size_t low = state->low;
    quotes &= ~PASSAGE(escapes)(state->text, base, masks.backslashes, &escaped, &low, &isRight);
    if (!isRight) return 0;
    state->escaped = escaped;
    state->low = low;
  }
  const uint64_t string = PASSAGE_PARITY(quotes) ^ state->inString, outside = ~string;
  state->inString = (uint64_t)((int64_t)string >> 63);
  if ((masks.controls & string) != 0) return 0;
  if (masks.high != 0) {
    state->checked = cmasks_characters_end(state->text, base, masks.high, state->checked);
    if (state->checked == 0) return 0;
  }

  // Brackets.
  const uint64_t opens = masks.opens & outside, closes = masks.closes & outside;
  const int depth = state->depth;
  PASSAGE(Brackets) brackets;
  if (!PASSAGE(brackets)(state, opens, closes, masks.braces, &brackets)) return 0;
  const uint64_t before = brackets.before;
  if ((flags & CMASKS_LINE) != 0 && (masks.controls & before) != 0) return 0;
  const uint64_t openings = quotes & string & before;

  if ((flags & CMASKS_STRUCTURE) != 0) {
    if (((masks.high | masks.backslashes) & outside & before) != 0) return 0;
    // A name that is written with escapes has one among its first letters, or the right third one.
    const uint64_t escapes =
        masks.backslashes >> 1 | masks.backslashes >> 2 | masks.backslashes >> 3;
    const uint64_t likely = openings & block.firsts & (block.thirds | escapes);
    if (!PASSAGE(watch)(state, base, likely, depth, opens, closes, passage)) return 0;
  } else {
    const uint64_t spaces = masks.spaces & outside;
    const uint64_t commas = masks.commas & outside, colons = masks.colons & outside;
    const uint64_t others = masks.opens | masks.closes | masks.commas | masks.colons | masks.spaces;
    const uint64_t scalars = outside & ~(others | quotes) & before;
    const uint64_t firsts = scalars & ~(scalars << 1 | state->scalarBefore);
    const uint64_t openObjects = opens & masks.braces & before;
    const uint64_t openArrays = opens & ~masks.braces & before;
    const uint64_t strings = quotes & string;
    const uint64_t values = strings | firsts | openObjects | openArrays;
    const uint64_t inObject = brackets.objects;
    uint64_t wrong, names;
#define PASSAGE_ORDER(isCompact)                                                                 \
  do {                                                                                           \
    wrong = PASSAGE(next)((colons | (commas & ~inObject)) & before, spaces, isCompact,           \
                          &state->afterColon)                                                    \
        & ~values;                                                                               \
    wrong |= PASSAGE(next)(openArrays, spaces, isCompact, &state->afterOpenArray)                \
        & ~(values | closes);                                                                    \
    const uint64_t afterCommas =                                                                 \
        PASSAGE(next)(commas & inObject & before, spaces, isCompact, &state->afterComma);        \
    const uint64_t afterOpens =                                                                  \
        PASSAGE(next)(openObjects, spaces, isCompact, &state->afterOpenObject);                  \
    wrong |= (afterCommas & ~strings) | (afterOpens & ~(strings | closes));                      \
    names = (afterCommas | afterOpens) & strings;                                                \
    unsigned long long sum;                                                                      \
    const uint64_t isCut =                                                                       \
        (uint64_t)__builtin_uaddll_overflow(string, names | state->inName, &sum);                \
    state->inName = isCut;                                                                       \
    /* A sum clears the run of ones that a name is: no name is written with escapes. */          \
    wrong |= masks.backslashes & string & ~sum & before;                                         \
    const uint64_t nameEnds = sum & outside & quotes;                                            \
    wrong |= PASSAGE(next)(nameEnds & before, spaces, isCompact, &state->afterName) & ~colons;   \
    state->afterValue |=                                                                         \
        (scalars << 1 | state->scalarBefore) & ~scalars & (before << 1 | 1);                     \
    state->scalarBefore = scalars >> 63;                                                         \
    const uint64_t valueEnds = ((quotes & outside & ~nameEnds) | closes) & before;               \
    wrong |= PASSAGE(next)(valueEnds, spaces, isCompact, &state->afterValue)                     \
        & ~(commas | closes);                                                                    \
  } while (0)
    if (spaces == 0) {
      PASSAGE_ORDER(1);
    } else {
      PASSAGE_ORDER(0);
    }
#undef PASSAGE_ORDER
    if (wrong != 0) return 0;
    for (uint64_t rest = firsts; rest != 0; rest &= rest - 1) {
      if (!cmasks_is_scalar(state->text, base + (size_t)__builtin_ctzll(rest))) return 0;
    }
    const uint64_t likely = names & before & block.firsts & block.thirds;
    if (!PASSAGE(watch)(state, base, likely, depth, opens, closes, passage)) return 0;
  }
  if (brackets.end < 0) return 1;
  passage->end = base + (size_t)brackets.end + 1;
  return 2;
}

PASSAGE_INLINE CMasksPassage PASSAGE(run)(
    const uint8_t *bytes, size_t count, size_t start, const CMasksNames *names, int depth,
    int flags) {
  CMasksPassage passage = {0, {-1, -1, -1}};
  PASSAGE(State) state;
  memset(&state, 0, sizeof state);
  state.text.bytes = bytes;
  state.text.count = count;
  state.names = names;
  state.depthLimit = depth < CMASKS_DEPTH_LIMIT ? depth : CMASKS_DEPTH_LIMIT;
  state.low = SIZE_MAX;
  size_t base = start;
  while (count - base >= 64) {
    const int verdict = PASSAGE(block)(&state, bytes + base, base, flags, &passage);
    if (verdict != 1) return passage;
    base += 64;
  }
  if (base < count) {
    // As if blanks followed the text.
    uint8_t tail[64];
    memset(tail, ' ', sizeof tail);
    memcpy(tail, bytes + base, count - base);
    PASSAGE(block)(&state, tail, base, flags, &passage);
  }
  return passage;
}

static CMasksPassage PASSAGE(pass)(
    const uint8_t *bytes, size_t count, size_t start, const CMasksNames *names, int depth,
    int flags) {
  // A form for each set of flags, so that none is asked for in the loop.
  switch (flags & (CMASKS_STRUCTURE | CMASKS_LINE)) {
    case 0: return PASSAGE(run)(bytes, count, start, names, depth, 0);
    case CMASKS_LINE: return PASSAGE(run)(bytes, count, start, names, depth, CMASKS_LINE);
    case CMASKS_STRUCTURE: return PASSAGE(run)(bytes, count, start, names, depth, CMASKS_STRUCTURE);
    default:
      return PASSAGE(run)(bytes, count, start, names, depth, CMASKS_STRUCTURE | CMASKS_LINE);
  }
}

#undef PASSAGE_INLINE
#undef PASSAGE_PARITY
#undef PASSAGE_BLOCK
#undef PASSAGE
