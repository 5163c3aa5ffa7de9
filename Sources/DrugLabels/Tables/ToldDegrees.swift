// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

// How far an illness has gone is left out of its name, unless the label is for several of its
// degrees:
//
//   … treatment of early breast cancer … treatment of advanced breast cancer
//   Table 4: … in Advanced Breast Cancer Patients                              advanced breast cancer

/// The degrees in which a label treats one illness.
struct ToldDegrees {
  private let indications: String

  /// - Parameter indications: What the drug is for, in lower case, with single blanks.
  init(indications: String) { self.indications = indications }

  /// The degree as it belongs before the name of an illness.
  ///
  /// - Parameters:
  ///   - degree: A word in lower case (`advanced`, `diagnosed`).
  ///   - illness: Its name, in lower case; one of a single word has only degrees of a cancer.
  /// - Returns: `advanced`, `newly diagnosed`; `nil` if it tells nothing apart.
  func told(_ degree: String, of illness: String) -> String? {
    let isLong = illness.contains(" ")
    guard Self.words.contains(degree), isLong || Self.courses.contains(degree),
      indications.holds(illness), holds(degree, illness),
      Self.words.contains(where: { $0 != degree && holds($0, illness) && !isJoined($0, degree) })
    else { return nil }
    if !isLong, indications.holds("relapsed or refractory \(illness)"), degree != "diagnosed" {
      return "relapsed or refractory"
    }
    return degree == "diagnosed" ? "newly diagnosed" : degree
  }

  private func holds(_ degree: String, _ illness: String) -> Bool {
    indications.holds("\(degree) \(illness)")
      || Self.words.contains { indications.holds("\(degree) or \($0) \(illness)") }
  }

  /// `advanced or metastatic` is one degree.
  private func isJoined(_ one: String, _ other: String) -> Bool {
    indications.holds("\(one) or \(other) ") || indications.holds("\(other) or \(one) ")
  }

  /// Degrees that no illness but a cancer has.
  private static let courses: Set<String> = ["diagnosed", "relapsed", "refractory"]

  private static let words: [String] = [
    "early", "advanced", "metastatic", "adjuvant", "diagnosed", "relapsed", "refractory",
    "recurrent", "resectable", "unresectable", "severe", "moderate", "mild", "acute", "chronic",
  ]
}
