// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

/// The extensions that converted resources carry, below one base URL.
enum FHIRExtension: String {
  /// On a resource: where it was read, and with which release its codings were added.
  case source
  /// On a resource: the status as it was written, where the version has no such word.
  case originalStatus = "original-status"
  /// On a resource: what status and modifiers mean, in rxkit's one vocabulary.
  case statusMeaning = "status-meaning"
  /// On a resource: further reasons of the status, where the version has room for one.
  case statusReason = "status-reason"
  /// On a resource: the reference to the medication, where its content is given instead.
  case originalReference = "original-reference"
  /// On a resource: a mark that is no modifier, as that it was taken off a list.
  case flag
  /// On a resource: what a person should know about it.
  case problem
  /// On a resource: a value that the version cannot hold, literally.
  case notRepresentable = "not-representable"
  /// On a resource: one of HealthKit's general forms.
  case generalForm = "general-form"
  /// On a coding: that it was added, and how it was derived.
  case derivedCoding = "derived-coding"
  /// On a concept: the code that its words were matched to, which is no coding of it.
  case matchedText = "matched-text"
  /// As a modifier: something changes the meaning and was not understood.
  case notUnderstood = "not-understood"

  /// Where the definitions would stand; the host exists nowhere.
  static let base = OwnExtension.base

  /// HL7's extension that says why a value is missing.
  static let dataAbsentReason = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"

  /// The URL.
  var url: String { "\(Self.base)/\(rawValue)" }
}
