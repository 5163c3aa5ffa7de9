// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// What one set of labels can be about: a product, or a substance.
struct Portion {
  struct Ingredient {
    let concept: Concept
    let subjects: [PortionSubject]
  }

  let concept: Concept
  let fit: RouteFit
  /// Itself and its combinations, whose labels cover all of it.
  var subjects: [PortionSubject] = []
  var ingredients: [Ingredient] = []
  /// Parts that the release relates to no ingredient.
  var missing: [String] = []
  /// The salts and esters that it holds; none for an ingredient, which holds each.
  var forms = AskedForms.none
}

/// Something that labels can be about, and how it relates to what was queried.
struct PortionSubject {
  /// The subject; `nil` for a concept without a code of its own.
  let subject: EvidenceSubject?
  let via: Evidence.Origin

  init(_ subject: EvidenceSubject?, _ via: Evidence.Origin) {
    self.subject = subject
    self.via = via
  }
}

/// A row that was met, and whether its route fits there.
struct TakenRow {
  let row: EvidenceRow
  let via: Evidence.Origin
  let fits: Bool
  /// The substances of its label, if they are another salt or ester than the queried one.
  var otherForm: String?
  /// Whether a label of the same salt was read, too.
  var isOutdone = false
}

/// A label that was met.
struct TakenLabel {
  let label: LabelRecord
  let via: Evidence.Origin
  /// Its substances, if they are another salt or ester than the queried one.
  let otherForm: String?
}

extension [TakenRow] {
  /// Each row once, in the order of the table.
  ///
  /// A row that is met several times fits if it fits once, is of the very salt if it is once, and
  /// keeps its nearest origin among those.
  var merged: [TakenRow] {
    let sorted = sorted { left, right in
      if left.row != right.row { return left.row.precedes(right.row) }
      if left.fits != right.fits { return left.fits }
      if (left.otherForm == nil) != (right.otherForm == nil) { return left.otherForm == nil }
      return left.via.distance < right.via.distance
    }
    var merged: [TakenRow] = []
    merged.reserveCapacity(sorted.count)
    for taken in sorted where taken.row != merged.last?.row { merged.append(taken) }
    return merged
  }
}

extension Evidence.Origin {
  /// How far a label is from what was asked.
  var distance: Int {
    switch self {
    case .own: 0
    case .combination: 1
    case .ingredient: 2
    case .salt: 3
    case .inherited: 4
    }
  }
}
