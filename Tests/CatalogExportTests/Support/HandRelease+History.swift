// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport

extension HandRelease {
  /// A release of which every map has something.
  static func withHistory(name: String = "RXNORM_20AA_260302F") -> HandRelease {
    var release = HandRelease(name: name)
    release.concept(1, "IN", "abcdin")
    release.concept(2, "IN", "efghin")
    release.concept(3, "SCD", "abcdin 5 MG Oral Tablet")
    release.concept(4, "SCD", "abcdin 1 MG/ML Injection", suppress: "E")
    release.concept(5, "SCD", "2 ML abcdin 1 MG/ML Injection")
    release.relation(5, "quantified_form_of", "has_quantified_form", 4)
    release.archived(10, "IN", "abcdine", into: 1)
    release.archived(11, "IN", "abcd or efgh", into: 1)
    release.archived(11, "IN", "abcd and efgh", into: 2)
    // A brand that went into a clinical drug is not the same.
    release.archived(12, "BN", "Abcdex", into: 3)
    release.archived(13, "IN", "gone", into: 13)
    // Into an obsolete drug, another strength, nothing at hand, one live of two, the same.
    release.concept(6, "SCD", "abcdin 7 MG Oral Tablet", suppress: "O")
    release.archived(14, "SCD", "abcdin 7 MG Oral Tablet", into: 6)
    release.archived(15, "SCD", "abcdin 50 MG Oral Tablet", into: 3)
    release.archived(16, "IN", "lost", into: 99)
    release.archived(17, "IN", "abcdin", into: 1)
    release.archived(17, "IN", "abcdin", into: 99)
    release.archived(18, "SCD", "abcdin 5 MG Oral Tablet", into: 3)
    release.attribute(6, "NDC", "00001000106")
    release.attribute(3, "NDC", "00001000101")
    release.attribute(3, "NDC", "00001000102")
    release.attribute(5, "NDC", "00001000102")
    release.attribute(3, "NDC", "00001000103", suppress: "O")
    return release
  }
}
