// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationResolver
import Threads

/// Sessions that threads take turns with, each used by one thread at a time.
///
/// Answers do not depend on which session gives them.
final class SessionPool: Sendable {
  private let resolver: MedicationResolver
  private let keepsText: Bool
  /// Whether answers are written with their side effects.
  let includesSideEffects: Bool
  private let shared: SharedAnswers?
  private let idle = Monitor<[ResolvingSession]>([])

  /// Makes a pool.
  ///
  /// - Parameters:
  ///   - resolver: Who answers.
  ///   - keepsText: Whether JSON in compact layout is written of the answers.
  ///   - includesSideEffects: Whether it has the side effects.
  ///   - threads: How many take turns; one has nobody to share answers with.
  init(
    _ resolver: MedicationResolver, keepsText: Bool, includesSideEffects: Bool = false,
    threads: Int
  ) {
    self.resolver = resolver
    self.keepsText = keepsText
    self.includesSideEffects = includesSideEffects
    shared = threads > 1 ? SharedAnswers() : nil
  }

  /// The release that answers are made from.
  var release: ReleaseIdentity { resolver.catalog.release }

  /// A session that nobody else uses, new if all are in use.
  func take() -> ResolvingSession {
    idle.withLock { $0.popLast() }
      ?? ResolvingSession(
        resolver, keepsText: keepsText, includesSideEffects: includesSideEffects, sharing: shared)
  }

  /// Gives a session back with what it learnt.
  func give(back session: ResolvingSession) {
    idle.withLock { $0.append(session) }
  }
}
