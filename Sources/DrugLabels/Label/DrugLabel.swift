// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import SymptomMapping

/// One version of one drug label, whatever it was read from.
///
/// The facts that identify it are as written; nothing here is looked up in a catalog.
/// Source: HL7 Structured Product Labeling; openFDA's drug label endpoint.
public struct DrugLabel: Sendable, Hashable {
  /// What it was read from.
  public var source: EvidenceSource
  /// The file, with the member of an archive or the line behind it (`all.zip:a.zip:b.xml`).
  public var file: String
  /// What kind of document it is.
  public var kind: LabelKind
  /// The identifier of this version; empty if not given.
  public var documentID = ""
  /// The identifier of the label over all its versions, in lower case; empty if not given.
  public var setID = ""
  /// The number of the version, as written.
  public var version = ""
  /// The date, as written: `YYYYMMDD`, sometimes with a time behind it.
  public var effectiveTime = ""
  /// The title in one line; empty if not given.
  public var title = ""
  /// The products, in the order of the document; a kit has its parts within it.
  public var products: [LabelProduct] = []
  /// The sections in the order of the document, each with the index of its parent.
  public var sections: [LabelSection] = []
  /// Codes of products that openFDA adds (SCD, SBD, packs): a check, never the only ground.
  public var rxcuis: [String] = []
  /// What is odd about the document, in words; nothing is left out without a line here.
  public var notes: [String] = []

  /// Makes a label without products and sections.
  public init(source: EvidenceSource, file: String, kind: LabelKind) {
    self.source = source
    self.file = file
    self.kind = kind
  }

  /// The day it takes effect, if ``effectiveTime`` begins with one.
  public var date: LabelDate? {
    LabelDate(effectiveTime.prefix(8))
  }
}

// The place of a section in its label.

extension DrugLabel {
  func headings(of section: Int) -> [String] { path(of: section).map { sections[$0].title } }

  func isInAdverseReactions(_ section: Int) -> Bool {
    isWithin(section, ["34084-4", "90374-0", "90375-7"])
  }

  func isWithin(_ section: Int, _ codes: Set<String>) -> Bool {
    path(of: section).contains { codes.contains(sections[$0].loinc) }
  }

  func evidenceSection(of section: Int) -> (index: Int, loinc: String)? {
    path(of: section).first { Self.evidenceSections.contains(sections[$0].loinc) }
      .map { ($0, sections[$0].loinc) }
  }

  private static let evidenceSections = LabelSectionCodes.leaflets.union([
    "34066-1", "43685-7", "34071-1", "42232-9", "34072-9", "34084-4", "50566-9", "50567-7",
  ])

  /// A section and its parents; ends even if a broken label has a cycle.
  private func path(of section: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = section
    while let index = next, sections.indices.contains(index), path.count < 32 {
      path.append(index)
      next = sections[index].parent
    }
    return path
  }
}

/// What kind of document a label is.
public enum LabelKind: Sendable, Hashable {
  case prescription
  /// A label of a drug that is sold without a prescription.
  case overTheCounter
  /// A label of a human product of another type (vaccine, plasma derivative, cellular
  /// therapy, allergenic): read, but it supports no rows.
  case otherHuman(LabelProductType)
  case veterinary
  /// The type is not said; openFDA's block may be empty.
  case unstated
}

/// Types of human products whose labels are not covered.
public enum LabelProductType: String, Sendable, Hashable, CaseIterable {
  case vaccine
  case plasmaDerivative = "plasma derivative"
  case cellularTherapy = "cellular therapy"
  case allergenic = "standardized allergenic"
  case homeopathic
  case other
}
