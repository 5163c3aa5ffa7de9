// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The parts of the exported Swift file that do not depend on the codes.

extension SwiftSourceExport {
  /// The types of the table.
  static let types = lines(
    """
      /// One statement of a label, to be looked up by set id and section.
      public struct Evidence: Sendable, Hashable {
        /// What findings refer to it by.
        public let id: String
        /// The ingredient, combination or product that the label is about.
        public let subject: String
        /// Where the label says it, such as boxed, most_common or trial_table.
        public let statement: String
        /// The label's own words.
        public let term: String?
        /// The label's own cut of a list, in percent.
        public let threshold: String?
        /// Percentage with the drug, as printed.
        public let percent: String?
        /// Percentage with what it is compared with, as printed.
        public let comparatorPercent: String?
        /// placebo, active or none.
        public let comparator: String
        /// Whom it is about; nil for adults, or where the label does not say.
        public let population: String?
        /// The condition that was studied.
        public let condition: String?
        /// The routes of the label.
        public let routes: [String]
        /// Set id of the label.
        public let label: String?
        /// Version of the label.
        public let labelVersion: String?
        /// Date of the label, YYYY-MM-DD.
        public let labelDate: String?
        /// LOINC code of the section.
        public let section: String?
        /// Terms under which the source may be used.
        public let licence: String
      }

      /// One symptom in one direction, and the evidence.
      public struct Finding: Sendable, Hashable {
        /// The symptom.
        public let symptom: Symptom
        /// present, decreased, increased or unspecified.
        public let direction: String
        /// Ids of the statements that name it.
        public let evidence: [String]

        fileprivate init?(reading text: String) {
          let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
          guard parts.count == 3, let symptom = symptomByName[parts[0]] else { return nil }
          self.symptom = symptom
          direction = parts[1]
          evidence = list(parts[2]).compactMap { Int($0) }.map { MedicationSymptoms.evidence[$0].id }
        }
      }

      /// What labels name for one code.
      public struct Entry: Sendable, Hashable {
        /// The RxNorm code.
        public let code: String
        /// Its name; nil if the release does not hold the code.
        public let name: String?
        /// The codes that took its place, if it is retired; they are what was looked up.
        public let followed: [String]
        /// full, partial, none or unknown: whether labels were read. Only after full
        /// does an absent symptom mean that the labels do not name it.
        public let coverage: String
        /// Why the coverage is not full.
        public let reasons: [String]
        /// yes, no or unknown: whether labels have a boxed warning, about whatever.
        public let boxedWarning: String
        /// Set ids of all labels that have one.
        public let boxedWarningLabels: [String]
        /// The symptoms, in the order of identifiers.
        public let findings: [Finding]

        /// The symptoms, each once.
        public var symptoms: [Symptom] {
          findings.reduce(into: []) { list, finding in
            if list.last != finding.symptom { list.append(finding.symptom) }
          }
        }
      }

    """)

  /// How the table is queried.
  static let lookup = lines(
    """
    extension MedicationSymptoms {
      /// The codes of the table.
      public static let entries: [Entry] = fields(of: entryTable).map { fields in
        Entry(
          code: fields[0], name: fields[1].isEmpty ? nil : fields[1], followed: list(fields[2]),
          coverage: fields[3], reasons: list(fields[4]), boxedWarning: fields[5],
          boxedWarningLabels: list(fields[6]),
          findings: list(fields[7], separator: ";").compactMap { Finding(reading: $0) })
      }

      /// The statements of labels that the table refers to.
      public static let evidence: [Evidence] = fields(of: evidenceTable).map { fields in
        func text(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
        return Evidence(
          id: fields[0], subject: fields[1], statement: fields[2], term: text(3),
          threshold: text(4), percent: text(5), comparatorPercent: text(6),
          comparator: fields[7], population: text(8), condition: text(9),
          routes: list(fields[10]), label: text(11), labelVersion: text(12),
          labelDate: text(13), section: text(14), licence: fields[15])
      }

      private static func fields(of table: String) -> [[String]] {
        table.split(separator: "\\n").map { line in
          line.split(separator: "\\t", omittingEmptySubsequences: false).map(String.init)
        }
      }

      fileprivate static func list(_ text: String, separator: Character = ",") -> [String] {
        text.split(separator: separator).map(String.init)
      }

      fileprivate static let symptomByName = Dictionary(
        Symptom.allCases.map { (String(describing: $0), $0) }, uniquingKeysWith: { first, _ in first })
      private static let entryByCode = Dictionary(
        entries.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
      private static let evidenceByID = Dictionary(
        evidence.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

      /// What the table says of a code; nil if it does not have the code.
      public static func entry(forRxNormCode code: String) -> Entry? { entryByCode[code] }

      /// The symptoms of a code, in the order of identifiers; empty if the table has none.
      public static func symptoms(forRxNormCode code: String) -> [Symptom] {
        entryByCode[code]?.symptoms ?? []
      }

      /// The symptoms of a medication with several codings: the union over its RxNorm codes.
      public static func symptoms(
        forCodings codings: some Sequence<(system: String, code: String)>
      ) -> [Symptom] {
        var found: Set<Symptom> = []
        for coding in codings where coding.system == rxNormSystem {
          found.formUnion(symptoms(forRxNormCode: coding.code))
        }
        return Symptom.allCases.filter(found.contains)
      }

      /// The statements behind a finding.
      public static func evidence(for finding: Finding) -> [Evidence] {
        finding.evidence.compactMap { evidenceByID[$0] }
      }
    }

    #if canImport(HealthKit)
      import HealthKit

      extension MedicationSymptoms.Symptom {
        /// The symptom as HealthKit names its type.
        public var categoryTypeIdentifier: HKCategoryTypeIdentifier {
          HKCategoryTypeIdentifier(rawValue: rawValue)
        }
      }

      extension MedicationSymptoms {
        /// The types to request authorization for.
        public static var categoryTypes: Set<HKCategoryType> {
          Set(authorizationSymptoms.map { HKCategoryType($0.categoryTypeIdentifier) })
        }
      }
    #endif
    """)

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
