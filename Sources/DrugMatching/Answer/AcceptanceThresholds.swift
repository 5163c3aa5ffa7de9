// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension DrugMatcher {
  /// The score at and above which an answer is accepted without review.
  public static let acceptedScore = 0.85
}

extension CandidateSelection {
  /// The score below which there is no answer.
  static let lowestScore = 0.5
  /// The highest score of an answer that must not be accepted.
  static let highestOpenScore = 0.8
}
