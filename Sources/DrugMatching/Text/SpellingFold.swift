// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// Two spellings of one substance often differ by rule: the international
// names write `f`, `t`, `i` and `e` where others write `ph`, `th`, `y` and `ae`,
// and `-ine` ends as `-in`. Words are compared by a form that such rules share:
//
//   cephalexin, cefalexin     → cefalexin
//   ciclosporin, cyclosporine → ciclosporin
//   oestradiol, estradiol     → estradiol
//   amoxicilline, amoxicillin → amoxicilin
//
// A misspelling mostly keeps its consonants. The skeleton of a word is its fold
// without vowels, the first letter apart; with one letter left out on both
// sides it finds the words that a misspelling may stand for.

/// Forms of a word that spellings of it share.
enum SpellingFold {
  /// Appends the fold of an ASCII word.
  static func appendFold(_ bytes: [UInt8], _ range: Range<Int>, to fold: inout [UInt8]) {
    let start = fold.count
    // `vitamin K` is not `vitamin C`: short words are what they are.
    guard range.count > 3 else {
      fold += bytes[range]
      return
    }
    var place = range.lowerBound
    let end = range.upperBound
    while place < end {
      let byte = bytes[place]
      let next = place + 1 < end ? bytes[place + 1] : 0
      if place > range.lowerBound, byte == bytes[place - 1] {
        place += 1
        continue
      }
      var letter = byte
      switch (byte, next) {
      case (0x70, 0x68): (letter, place) = (0x66, place + 1)  // ph
      case (0x74, 0x68), (0x72, 0x68), (0x63, 0x68), (0x6B, 0x68):  // th rh ch kh
        place += 1
        if byte == 0x6B { letter = 0x63 }
      case (0x61, 0x65), (0x6F, 0x65): (letter, place) = (0x65, place + 1)  // ae oe
      case (0x79, _), (0x6A, _): letter = 0x69  // y j
      case (0x7A, _): letter = 0x73  // z
      case (0x71, 0x75), (0x6B, 0x77):  // qu kw
        appendOnce(0x63, start, &fold)
        (letter, place) = (0x77, place + 1)
      case (0x78, _):  // x
        appendOnce(0x63, start, &fold)
        letter = 0x73
      case (0x6B, _), (0x71, _): letter = 0x63  // k q
      default: break
      }
      place += 1
      appendOnce(letter, start, &fold)
    }
    // A plural is its singular, `-ine` and `-in` are one ending.
    if fold.count - start > 4, fold[fold.count - 1] == 0x73 { fold.removeLast() }
    if fold.count - start > 3, fold[fold.count - 1] == 0x65 { fold.removeLast() }
  }

  /// Appends a letter unless it only doubles the one before.
  private static func appendOnce(_ letter: UInt8, _ start: Int, _ fold: inout [UInt8]) {
    if fold.count == start || fold[fold.count - 1] != letter { fold.append(letter) }
  }

  static func appendSkeleton(_ fold: [UInt8], _ range: Range<Int>, to skeleton: inout [UInt8]) {
    for place in range {
      let letter = fold[place]
      if SpellingDistance.isVowel(letter) {
        if place == range.lowerBound { skeleton.append(0x61) }
      } else if letter == 0x68 || letter == 0x77, place > range.lowerBound {
        // A silent letter says little.
        continue
      } else {
        skeleton.append(letter)
      }
    }
  }
}
