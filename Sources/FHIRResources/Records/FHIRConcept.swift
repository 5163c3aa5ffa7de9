// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A coding of FHIR as a document gives it: every part literal, every part optional.
public struct FHIRCoding: Sendable, Hashable {
  /// The URI of the code system.
  public var system: String?
  /// The version of the code system.
  public var version: String?
  /// The code.
  public var code: String?
  /// The code's name as the document's author wrote it.
  public var display: String?

  /// Makes a coding.
  public init(
    system: String? = nil, version: String? = nil, code: String? = nil, display: String? = nil
  ) {
    self.system = system
    self.version = version
    self.code = code
    self.display = display
  }

  /// Whether at least one of system, code and display is given.
  public var isPresent: Bool { system != nil || code != nil || display != nil }
}

/// A CodeableConcept of FHIR: codings in document order and a text.
public struct FHIRConcept: Sendable, Hashable {
  /// The codings that say something, duplicates included, none preferred.
  public var codings: [FHIRCoding]
  /// The text, never empty.
  public var text: String?

  /// Makes a concept.
  public init(codings: [FHIRCoding] = [], text: String? = nil) {
    self.codings = codings
    self.text = text
  }

  /// Whether there is neither a coding nor a text.
  public var isEmpty: Bool { codings.isEmpty && text == nil }

  /// The words a person would read: the text, else a display, else a code.
  public var words: String? {
    text ?? codings.lazy.compactMap(\.display).first ?? codings.lazy.compactMap(\.code).first
  }
}
