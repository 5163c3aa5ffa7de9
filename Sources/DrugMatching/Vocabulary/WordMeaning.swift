// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a word of a text can be next to a part of a drug's name.
struct WordMeaning: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// Joins other words and says nothing: `and`, `with`, `of`.
  static let filler = WordMeaning(rawValue: 1 << 0)
  /// Names a salt or hydrate.
  static let salt = WordMeaning(rawValue: 1 << 1)
  /// A unit of strength, volume or time.
  static let unit = WordMeaning(rawValue: 1 << 2)
  /// Describes a form, a release or a place.
  static let form = WordMeaning(rawValue: 1 << 3)
  /// Found next to drugs without saying which drug: `product`, `strength`, `dose`.
  static let neutral = WordMeaning(rawValue: 1 << 4)
  /// Refers to a measurement or a specimen.
  static let laboratory = WordMeaning(rawValue: 1 << 5)
  /// Refers to a device, a procedure, the body or food.
  static let otherThing = WordMeaning(rawValue: 1 << 6)
  static let drugClass = WordMeaning(rawValue: 1 << 7)
  /// Refers to a pack of several products.
  static let pack = WordMeaning(rawValue: 1 << 8)
  /// Says that a substance is an extract, a vaccine, an antibody and so on: part of
  /// names, too weak to name a drug alone.
  static let vague = WordMeaning(rawValue: 1 << 9)
  /// A part of names that people leave out.
  static let droppable = WordMeaning(rawValue: 1 << 12)
  /// Says that it is another drug than the plain substance: `liposomal`, `pegylated`.
  static let identity = WordMeaning(rawValue: 1 << 13)
  /// Says whether a drug is taken or tolerated: `not`, `allergic`.
  static let ofUse = WordMeaning(rawValue: 1 << 14)
  /// An adjective of `release`: `extended`, `delayed`.
  static let releaseAdjective = WordMeaning(rawValue: 1 << 10)
  /// Multiplies the unit after it: `million units`.
  static let million = WordMeaning(rawValue: 1 << 11)
  /// Names who makes a drug.
  static let maker = WordMeaning(rawValue: 1 << 15)
  /// Part of the name of a drug that the release does not have.
  static let unlisted = WordMeaning(rawValue: 1 << 16)
  /// Says which of a brand's products it is: `extra`, `junior`; behind a brand it is part of the
  /// brand's name.
  static let line = WordMeaning(rawValue: 1 << 17)
  /// A word of directions for use: `take`, `bedtime`.
  static let direction = WordMeaning(rawValue: 1 << 18)
  /// A number next to it counts something: `take 2`, `qty 30`, `3 refills`.
  static let count = WordMeaning(rawValue: 1 << 19)
  /// Where or with what a drug is taken, behind a word such as `with` or `in`.
  static let circumstance = WordMeaning(rawValue: 1 << 20)
  /// What a drug is taken for, behind `for`, `prn` or `needed`.
  static let reason = WordMeaning(rawValue: 1 << 21)
  /// Between two amounts: only one of them is meant, or one after the other.
  static let change = WordMeaning(rawValue: 1 << 22)
  /// A container that is also sold empty.
  static let container = WordMeaning(rawValue: 1 << 23)
  /// Behind a name, of a substance too, it makes another product of it: `PM`, `mix`.
  static let `extension` = WordMeaning(rawValue: 1 << 24)
  /// Behind a word such as `extra` it says that this is no part of a name: `strength`.
  static let lineEnd = WordMeaning(rawValue: 1 << 25)
  /// Names a salt that is just as often taken on its own.
  static let mineral = WordMeaning(rawValue: 1 << 26)
  /// An amount behind it is the most of a day, no strength: `max 3 g`.
  static let limit = WordMeaning(rawValue: 1 << 27)
  /// Names a substance that is a thing, a food or a measured value more often than a drug.
  static let everyday = WordMeaning(rawValue: 1 << 28)

  /// A number behind it counts something, one before it does not: `take 2`, `q4h`.
  static let countBehind = WordMeaning(rawValue: 1 << 29)

  /// What the kinds of the tables of explained words and of lists mean.
  static let kinds: [Substring: WordMeaning] = [
    "filler": .filler, "salt": .salt, "class": .drugClass, "pack": .pack, "vague": .vague,
    "vague-part": .vague,
    "droppable": .droppable, "identity": .identity, "use": .ofUse,
    "release-adjective": .releaseAdjective, "million": .million,
    "neutral": .neutral, "maker": .maker, "test": .laboratory, "thing": .otherThing,
    "line": .line, "direction": .direction, "count": .count,
    "count-behind": .countBehind, "circumstance": .circumstance,
    "reason": .reason, "change": .change, "container": .container,
    "extension": .extension, "line-end": .lineEnd, "mineral": .mineral, "limit": .limit,
    "everyday": .everyday,
  ]
}
