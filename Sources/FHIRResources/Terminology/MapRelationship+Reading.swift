// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

extension MapRelationship {
  /// Reads `relationship` of R5.
  init?(relationship: String) {
    self.init(rawValue: StatusWord(relationship).normalised)
    if self == .noMap || self == .unstated { return nil }
  }

  /// Reads `equivalence` of DSTU2 to R4.
  init?(equivalence: String) {
    switch StatusWord(equivalence).normalised {
    case "equivalent", "equal": self = .equivalent
    case "wider", "subsumes": self = .sourceIsNarrower
    case "narrower", "specializes": self = .sourceIsBroader
    case "relatedto", "inexact": self = .relatedTo
    case "disjoint": self = .notRelatedTo
    case "unmatched": self = .noMap
    default: return nil
    }
  }
}
