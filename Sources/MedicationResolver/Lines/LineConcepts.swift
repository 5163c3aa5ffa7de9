// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

/// What the concepts of lines became, each in the context that its line gives it.
///
/// Sessions that share answers number contexts alike: those of one are those of all.
struct LineConcepts: Sendable {
  /// What a concept's meaning depends on besides the concept: what else the line says of the
  /// medication.
  final class Context: Sendable {
    let record: MedicationRecord

    /// Takes it out of a record.
    init(of record: MedicationRecord) {
      var context = MedicationRecord(entryPath: "", resourceType: "")
      context.form = record.form
      context.ingredients = record.ingredients
      context.referencedCodings = record.referencedCodings
      context.referenceDisplay = record.referenceDisplay
      self.record = context
    }

    /// Whether both say the same, byte for byte.
    func isSame(as other: Context) -> Bool {
      let (mine, theirs) = (record, other.record)
      return ResolutionInput.isSame(mine.form, theirs.form)
        && ResolutionInput.isSame(mine.ingredients, theirs.ingredients)
        && mine.referencedCodings.isSame(as: theirs.referencedCodings)
        && mine.referenceDisplay.isSame(as: theirs.referenceDisplay)
    }
  }

  private static let contextLimit = 1024

  private(set) var contexts: [Context] = []
  var known = KnownPieces<KnownConcept>(byteLimit: 32 << 20)

  /// The number of a context; `nil` if there are too many.
  mutating func number(of context: Context) -> Int? {
    if let known = contexts.firstIndex(where: { $0.isSame(as: context) }) { return known }
    guard contexts.count < Self.contextLimit else { return nil }
    contexts.append(context)
    return contexts.count - 1
  }

  /// Takes over the contexts of all sessions.
  mutating func take(_ contexts: [Context]) {
    self.contexts = contexts
  }
}
