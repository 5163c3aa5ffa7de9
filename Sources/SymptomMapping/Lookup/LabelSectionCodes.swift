// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// LOINC codes of the sections of drug labels that make a difference to an answer.
public enum LabelSectionCodes {
  /// The boxed warning.
  public static let boxedWarning = "34066-1"
  /// What is written for patients: package insert, medication guide, medication information.
  public static let leaflets: Set<String> = ["42230-3", "42231-1", "68498-5"]
}
