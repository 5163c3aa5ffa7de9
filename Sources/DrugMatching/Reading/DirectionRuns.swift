// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// `for high blood pressure`, `with food`, `in the left eye`: words that mean a disease, an effect,
// food or a part of the body anywhere else are directions behind such a word. `lisinopril cough`
// is a reaction; `benzonatate for cough` says what the drug is taken for.

/// The words of a text that only their place makes directions for use.
struct DirectionRuns {
  /// Whether a token is such a word, one value for each token.
  private(set) var isPart: [Bool]
  /// Whether it says what the drug is for: an ear infection is not where it goes.
  private(set) var isOfReason: [Bool]

  init(_ buffer: TokenBuffer) {
    let tokens = buffer.tokens
    isPart = [Bool](repeating: false, count: tokens.count)
    isOfReason = isPart
    var open: WordMeaning = []
    var leader = 0
    var isLedByReason = false
    for place in tokens.indices {
      switch tokens[place].kind {
      case .word: break
      case .comma, .slash, .plus, .open, .close: continue
      default:
        open = []
        continue
      }
      let meaning = tokens[place].meaning
      let text = buffer.text(tokens[place])
      if !meaning.isDisjoint(with: open) {
        for part in leader...place {
          (isPart[part], isOfReason[part]) = (true, isLedByReason)
        }
        leader = place
      } else if meaning.isDisjoint(with: Self.joining) {
        open = []
      }
      let isReason = Self.reasonLeaders.contains(text)
      guard isReason || Self.placeLeaders.contains(text) else { continue }
      open.insert(isReason ? .reason : .circumstance)
      isLedByReason = isReason
      // `apply to rash`, but not `with rash`.
      if text == "to" || text == "of" { open.insert(.reason) }
      leader = place
    }
  }

  /// Words between those of a run that do not end it.
  private static let joining: WordMeaning = [
    .filler, .neutral, .direction, .circumstance, .form, .line, .count, .countBehind,
  ]
  /// Words that introduce what a drug is taken for.
  private static let reasonLeaders = WordLists.set("before-reason")
  /// Words that introduce where, when or with what a drug is taken.
  private static let placeLeaders = WordLists.set("before-circumstance")
}
