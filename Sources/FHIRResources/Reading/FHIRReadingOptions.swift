// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText

/// How a document is read.
public struct FHIRReadingOptions: Sendable {
  /// Limits of size and depth; the mode is always tolerant.
  public var text: JSONOptions
  /// The version that the caller insists on.
  ///
  /// What is read does not depend on it: names that mean different things in different versions
  /// (`medication`, `reason`, `amount`, `status` of an allergy) are told apart by their shape, which
  /// no version shares (F2). It is what is reported, also where nothing in the document tells R4
  /// from R4B or R5 from R6, and a record whose elements show another version says so
  /// (`fhir-version`).
  public var version: FHIRVersion?
  /// Whether everything is read of a record, or only which medication it names, its status with
  /// what turns it round, its patient and what was odd.
  ///
  /// Without details there are no dosages, dates, reasons, links and identifiers, and no lists but
  /// for what they took off: for callers that print none of it.
  public var readsDetails: Bool

  /// What reads documents in XML; `nil`: they are refused.
  public var xml: (any FHIRSyntax.Type)?

  /// Makes options; by default everything is read of JSON and no version is insisted on.
  public init(
    text: JSONOptions = JSONOptions(), version: FHIRVersion? = nil, readsDetails: Bool = true,
    xml: (any FHIRSyntax.Type)? = nil
  ) {
    self.text = text
    self.version = version
    self.readsDetails = readsDetails
    self.xml = xml
  }
}

extension FHIRVersion {
  /// Reads a version as people and documents write it: `R4`, `stu3`, `4.0.1`, `6.0.0-ballot2`.
  ///
  /// - Parameter text: A name or a number; numbers of ballots count for the version that followed.
  public init?(named text: String) {
    let word = text.uppercased()
    if let version = FHIRVersion(rawValue: word) {
      self = version
      return
    }
    switch word {
    case "R1": self = .dstu1
    case "R2": self = .dstu2
    case "R3": self = .stu3
    default:
      guard let version = VersionEvidence.version(text) else { return nil }
      self = version
    }
  }

  /// Whether a resource that shows the other version may be one of this.
  func allows(_ other: FHIRVersion) -> Bool {
    switch (self, other) {
    case (.r4b, .r4), (.r4, .r4b), (.r6, .r5): true
    default: self == other
    }
  }
}
