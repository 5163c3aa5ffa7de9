// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables
import SymptomMapping

/// What the sections of a label can say of effects.
enum SectionRole: String, Sendable {
  case boxed, warning, adverse
  /// The leaflet for patients: only its list of the most common effects counts.
  case leaflet
  case whenUsing = "when using"
  case stopUse = "stop use"
  case indication, none

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

/// The sections that are known by a code: the rows of `Data/Mappings/label-sections.tsv`.
enum LabelSections {
  /// The codes of openFDA's fields of text.
  static let codes = Dictionary(
    uniqueKeysWithValues: rows.filter { !$0[0].isEmpty }.map { ($0[0], $0[1]) })
  /// What sections can say of effects; those that are as the section around them have no role.
  static let roles = Dictionary(
    uniqueKeysWithValues: rows.map { ($0[1], SectionRole(rawValue: $0[2])) })

  private static let rows = TabbedText.rows(
    EmbeddedFolder.reading.bytes(of: "label-sections.tsv") ?? []
  ).dropFirst()
}

/// What the sections of a label are, from their codes, fields, titles and ancestors.
///
/// The code decides; if it does not, the title; otherwise the enclosing section. Codes:
/// HL7 Structured Product Labeling's document and section codes (LOINC).
struct SectionRoles {
  private(set) var roles: [SectionRole] = []
  private(set) var isAfterApproval: [Bool] = []

  init(_ sections: [LabelSection]) {
    // The nearest code at or above each section.
    var codes: [String?] = []
    for (index, section) in sections.enumerated() {
      let parent = section.parent.flatMap { $0 < index ? $0 : nil }
      let inherited = parent.map { roles[$0] }
      var own =
        section.loinc.isEmpty ? nil : LabelSections.roles[section.loinc, default: SectionRole.none]
      if !section.field.isEmpty { own = own ?? SectionRole.none }
      // `6.1 Clinical Trials` within `6 Adverse Reactions`, whatever its code.
      if own == SectionRole.none, let parent, Self.isNumbered(section.title, sections[parent].title)
      {
        own = nil
      }
      let title = section.title.lowercased()
      // A frame around a figure, a table or a note within another section, coded as a boxed warning.
      let above = parent.flatMap { codes[$0] }
      let isFrame =
        !Self.boxing.contains(above ?? "") || title.hasPrefix("table ")
        || title.hasPrefix("figure ")
        || parent.map { Self.isForPatients(sections[$0].title.lowercased()) } ?? false
      // A list of what the drug is for, in a frame.
      let isOfUses = inherited == .indication && !BoxedTitle.isAlarming(section.text.utf8)
      if own == .boxed, isFrame || isOfUses { own = nil }
      codes.append(own == nil ? above : section.loinc)
      // Titled `Adverse Reactions` but coded as warnings, or a part of them without its own number.
      if own ?? inherited == .warning,
        title.drop(while: { $0.isNumber || $0 == " " }).hasPrefix("adverse reactions")
      {
        own = .adverse
      }
      // `Drug Interactions`, `Pediatric Use` among warnings, coded as these or not at all.
      if own ?? inherited == .warning, LabelVocabulary.shared.holds("others-heading", in: title) {
        own = SectionRole.none
      }
      roles.append(
        own ?? inherited.flatMap { $0 == .none ? nil : $0 } ?? Self.role(title: title) ?? .none)
      let isReported = section.loinc == "90375-7" || Self.isOfReports(title)
      isAfterApproval.append(isReported || parent.map { isAfterApproval[$0] } ?? false)
    }
  }

  /// What boxed warnings are within, if they are within a section: warnings, indications,
  /// contraindications and the description.
  private static let boxing: Set = [
    "", "34066-1", "43685-7", "34071-1", "42232-9", "34067-9", "34070-3", "34089-3",
  ]

  /// `Patient's Instructions for Use`, but not `Patients With …`.
  private static func isForPatients(_ title: String) -> Bool {
    ["patient ", "patient's", "brief summary patient", "detailed patient", "medication guide"]
      .contains(where: title.hasPrefix)
  }

  private static let reported = EntrySearch([
    "postmarketing", "post-marketing", "post marketing", "postapproval", "post-approval",
    "spontaneous",
  ])

  /// Whether a title in lower case says that what is under it was reported after approval.
  static func isOfReports(_ title: String) -> Bool { reported.isIn(title) }

  private static func isNumbered(_ title: String, _ parent: String) -> Bool {
    let number = parent.prefix { $0.isNumber }
    return !number.isEmpty && title.hasPrefix(number + ".")
  }

  /// The role that a title in lower case states, for sections whose code does not say it.
  private static func role(title: String) -> SectionRole? {
    if title.holds("adverse reaction") { return .adverse }
    if title.holds("boxed warning") { return .boxed }
    if title.holds("warnings") { return .warning }
    if title.hasPrefix("indications") { return .indication }
    return nil
  }
}

// Where the title of a boxed warning is:
//
//   SPL       <section code=34066-1> without a title
//               <section code=42229-5><title>WARNING: FETAL TOXICITY</title>
//   openFDA   "WARNING: LACTIC ACIDOSIS Postmarketing cases of …"
//              └──────────┬───────────┘ └─ the text begins with a small letter inside a word

/// Finds the title of a label's boxed warning.
enum BoxedTitle {
  private static let name = "BOXED WARNING"
  private static let mostWords = 40

  /// The title; `nil` if the label has no boxed warning, or an empty one.
  static func title(of sections: [LabelSection], _ roles: [SectionRole]) -> String? {
    let boxed = sections.indices.filter { roles[$0] == .boxed }.map { sections[$0] }
    let isSaid = boxed.contains {
      !$0.text.isEmpty || !$0.highlight.isEmpty || !$0.tables.isEmpty || isTelling($0.title)
    }
    guard isSaid else { return nil }
    let titles = boxed.map { $0.title.blankParted.joined(separator: " ") }
    if let title = titles.first(where: isTelling) { return title }
    for text in boxed.map(\.text) + boxed.map(\.highlight) {
      for block in text.blocks.prefix(2) {
        let line = text.utf8[block.range]
        let heading = heading(of: String(decoding: line, as: UTF8.self))
        if isTelling(heading) { return heading }
      }
    }
    let said = boxed.map(\.text.utf8).joined()
    let isTitled = titles.contains { $0.lowercased().hasPrefix("warning") }
    if !said.isEmpty, !isTitled, boxed.allSatisfy(\.tables.isEmpty) {
      // Some sections have the code of a boxed warning but are not one: pharmacokinetics, a package
      // insert.
      if !isAlarming(Array(said)) { return nil }
    }
    return titles.first { !$0.isEmpty } ?? name
  }

  /// Whether a text warns of anything.
  static func isAlarming(_ text: [UInt8]) -> Bool {
    LabelVocabulary.shared.holds("alarm", in: String(decoding: text, as: UTF8.self).lowercased())
  }

  /// The words in capitals that a text begins with.
  static func heading(of text: String) -> String {
    var run: [Substring] = []
    var behind: Substring?
    for word in text.blankParted {
      guard run.count < mostWords, isCapital(word) || isJoining(word) && !run.isEmpty else {
        behind = word
        break
      }
      run.append(word)
      if word.last == ".", word.count > 2 { break }
    }
    let isWithinSentence = behind?.first { $0.isLetter }?.isLowercase ?? false
    while let last = run.last, isJoining(last) { run.removeLast() }
    if isWithinSentence, run.count > 0 { run.removeLast() }
    // Highlights and text may repeat the heading.
    if run.count.isMultiple(of: 2), run.prefix(run.count / 2) == run.suffix(run.count / 2) {
      run.removeLast(run.count / 2)
    }
    if run.count > 2, name.blankParted.elementsEqual(run.prefix(2)) { run.removeFirst(2) }
    return run.joined(separator: " ")
  }

  private static func isTelling(_ title: String) -> Bool {
    title.blankParted.contains { word in
      let letters = word.filter(\.isLetter).lowercased()
      return !letters.isEmpty && !["boxed", "warning", "warnings", "section"].contains(letters)
    }
  }

  /// `WARNING:`, `ESAs`, `6`: no word of a sentence.
  private static func isCapital(_ word: Substring) -> Bool {
    let upper = word.count { $0.isUppercase }
    let lower = word.count { $0.isLowercase }
    if upper + lower == 0 { return word.contains { $0.isNumber } }
    return upper > lower && (upper > 1 || lower == 0)
  }

  private static func isJoining(_ word: Substring) -> Bool {
    ["and", "or", "of", "in", "with", "for", "the", "to", "including", "&"].contains(word)
  }
}
