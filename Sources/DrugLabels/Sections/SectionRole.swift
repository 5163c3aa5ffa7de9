// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

/// What the sections of a label can say of effects.
enum SectionRole: Sendable, Hashable {
  case boxed
  case warning
  case adverse
  /// The leaflet for patients: only its list of the most common effects counts.
  case leaflet
  case whenUsing
  case stopUse
  /// What the drug is for: read to keep it apart.
  case indication
  case none

  /// The class of a plain statement there.
  var evidenceClass: EvidenceClass {
    switch self {
    case .boxed: .boxed
    case .warning: .warning
    case .adverse, .whenUsing: .listed
    case .leaflet: .mostCommon
    case .stopUse: .stopUse
    case .indication, .none: .listed
    }
  }
}

/// What the sections of a label are, from their codes, fields, titles and ancestors.
///
/// The code says it; without one that does, the title; without that, the section that it
/// stands in. Codes: HL7 Structured Product Labeling's document and section codes (LOINC).
struct SectionRoles {
  private(set) var roles: [SectionRole] = []
  /// Whether the section is about reports after approval.
  private(set) var isAfterApproval: [Bool] = []

  init(_ sections: [LabelSection]) {
    // The nearest code at or above each section.
    var codes: [String?] = []
    for (index, section) in sections.enumerated() {
      let parent = section.parent.flatMap { $0 < index ? $0 : nil }
      let inherited = parent.map { roles[$0] }
      var own = Self.role(loinc: section.loinc) ?? Self.role(field: section.field)
      // `6.1 Clinical Trials` within `6 Adverse Reactions`, whatever its code.
      if own == SectionRole.none, let parent, Self.isNumbered(section.title, sections[parent].title)
      {
        own = nil
      }
      let title = section.title.lowercased()
      // A frame around a figure, a table or a note within another section, coded as a boxed warning.
      let above = parent.flatMap { codes[$0] }
      let isFrame =
        Self.framed.contains(above ?? "") || title.hasPrefix("table ") || title.hasPrefix("figure ")
      if own == .boxed, isFrame { own = nil }
      codes.append(own == nil ? above : section.loinc)
      // Titled `Adverse Reactions` but coded as warnings, or a part of them without its own number.
      if own ?? inherited == .warning,
        title.drop(while: { $0.isNumber || $0 == " " }).hasPrefix("adverse reactions")
      {
        own = .adverse
      }
      roles.append(
        own ?? inherited.flatMap { $0 == .none ? nil : $0 } ?? Self.role(title: title) ?? .none)
      let isReported =
        section.loinc == "90375-7" || title.holds("postmarketing")
        || title.holds("post-marketing") || title.holds("post marketing")
        || title.holds("postapproval") || title.holds("post-approval")
        || title.holds("spontaneous")
      isAfterApproval.append(isReported || parent.map { isAfterApproval[$0] } ?? false)
    }
  }

  /// Adverse reactions, dosage, pharmacology, populations, studies and leaflets.
  private static let framed = LabelSectionCodes.leaflets.union([
    "34084-4", "34068-7", "34090-1", "43684-0", "34092-7",
  ])

  private static func isNumbered(_ title: String, _ parent: String) -> Bool {
    let number = parent.prefix { $0.isNumber }
    return !number.isEmpty && title.hasPrefix(number + ".")
  }

  private static func role(loinc: String) -> SectionRole? {
    switch loinc {
    case "34066-1": .boxed
    case "43685-7", "34071-1", "42232-9", "34072-9": .warning
    case "34084-4", "90374-0", "90375-7": .adverse
    case _ where LabelSectionCodes.leaflets.contains(loinc): .leaflet
    case "50567-7": .whenUsing
    case "50566-9": .stopUse
    case "34067-9", "55105-1": .indication
    case "", "42229-5": nil
    default: SectionRole.none
    }
  }

  private static func role(field: String) -> SectionRole? {
    switch field {
    case "boxed_warning": .boxed
    case "warnings_and_cautions", "warnings", "precautions", "general_precautions": .warning
    case "adverse_reactions": .adverse
    case "spl_patient_package_insert", "spl_medguide", "patient_medication_information": .leaflet
    case "when_using": .whenUsing
    case "stop_use": .stopUse
    case "indications_and_usage", "purpose": .indication
    case "": nil
    default: SectionRole.none
    }
  }

  /// The role that a title in lower case states, for sections whose code does not say it.
  private static func role(title: String) -> SectionRole? {
    if title.holds("adverse reaction") { return .adverse }
    if title.holds("boxed warning") { return .boxed }
    if title.holds("warnings and precautions") || title.holds("warnings") { return .warning }
    return nil
  }
}
