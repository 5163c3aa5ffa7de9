// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What became of an RxNorm code, as RxNorm's own services name it.
public enum ConceptStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// The release holds it, unsuppressed.
  case active = "Active"
  /// The release holds it as obsolete or suppressed.
  case obsolete = "Obsolete"
  /// It went into one or more other codes that the release holds.
  case remapped = "Remapped"
  /// It lacks a quantity factor; its quantified forms took its place.
  case quantified = "Quantified"
  /// It was once in RxNorm, or is in other sources only, and has no successor.
  case notCurrent = "NotCurrent"
  /// No file of the release names it.
  case unknown = "Unknown"
}
