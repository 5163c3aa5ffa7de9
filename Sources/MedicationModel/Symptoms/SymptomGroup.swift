// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The groups that HealthKit's documentation shows symptoms in.
public enum SymptomGroup: String, Sendable, Hashable, Codable, CaseIterable {
  /// Abdominal and Gastrointestinal.
  case abdominalAndGastrointestinal = "Abdominal and Gastrointestinal"
  /// Constitutional.
  case constitutional = "Constitutional"
  /// Heart and Lung.
  case heartAndLung = "Heart and Lung"
  /// Musculoskeletal.
  case musculoskeletal = "Musculoskeletal"
  /// Neurological.
  case neurological = "Neurological"
  /// Nose and Throat.
  case noseAndThroat = "Nose and Throat"
  /// Reproduction.
  case reproduction = "Reproduction"
  /// Skin and Hair.
  case skinAndHair = "Skin and Hair"
  /// Sleep.
  case sleep = "Sleep"
  /// Urinary.
  case urinary = "Urinary"
}
