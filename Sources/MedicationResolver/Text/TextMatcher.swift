// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import SymptomMapping
internal import Threads

// A matcher reads the lexicon of the catalog before it answers: some milliseconds
// for a full release, and a third of a second where the catalog keeps none and all
// names are read. Documents whose codes resolve never ask it, and pay nothing: it
// is made when the first text needs it, once for all threads.

/// Matches texts from any thread, with one lexicon and one session per thread at work.
final class TextMatcher: Sendable {
  /// The most texts that are remembered; a bundle names one drug many times.
  ///
  /// When there are more, all are forgotten. An answer depends only on its
  /// text, so forgetting costs nothing but time.
  private static let memoLimit = 2048
  /// Longer texts are matched anew each time.
  private static let longestRemembered = 512

  /// How matching a text starts: with a known answer, or with a session to match it.
  private enum Start {
    case known(DrugMatch)
    case session(MatchingSession)
  }

  private struct State {
    var matcher: DrugMatcher?
    /// Sessions that are not in use at the moment.
    var idle: [MatchingSession] = []
    /// By the bytes of the text: `String` compares by meaning.
    var memo: [[UInt8]: DrugMatch] = [:]
  }

  private let catalog: Catalog
  private let confusedNames: ConfusedNames?
  private let state: Monitor<State>

  /// A matcher that is made on first use, or the one that is given.
  init(_ catalog: Catalog, confusedNames: ConfusedNames?, matcher: DrugMatcher? = nil) {
    self.catalog = catalog
    self.confusedNames = confusedNames
    state = Monitor(State(matcher: matcher))
  }

  /// Matches a text.
  func match(_ text: String) -> DrugMatch {
    let key = text.utf8.count <= Self.longestRemembered ? Array(text.utf8) : nil
    let start = state.withLock { state -> Start in
      if let known = key.flatMap({ state.memo[$0] }) { return .known(known) }
      return .session(state.idle.popLast() ?? MatchingSession(matcher(&state)))
    }
    var session: MatchingSession
    switch start {
    case .known(let match): return match
    case .session(let idle): session = idle
    }
    let match = session.match(text)
    state.withLock { state in
      state.idle.append(session)
      guard let key else { return }
      if state.memo.count >= Self.memoLimit { state.memo.removeAll(keepingCapacity: true) }
      state.memo[key] = match
    }
    return match
  }

  /// The matcher; who comes while it is being made waits for it.
  private func matcher(_ state: inout State) -> DrugMatcher {
    if let matcher = state.matcher { return matcher }
    let matcher = DrugMatcher(catalog, confusedNames: confusedNames)
    state.matcher = matcher
    return matcher
  }
}
