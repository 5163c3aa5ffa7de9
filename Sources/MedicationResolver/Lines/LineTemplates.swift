// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

/// The templates of a session, and what the concepts and dosages of its lines became.
struct LineTemplates: Sendable {
  /// How many templates are kept; a line is compared with each of them.
  private static let templateLimit = 32
  /// Longer concepts and dosages are seldom repeated.
  static let lengthLimit = 16 << 10

  private(set) var templates: [RecordTemplate] = []
  /// How many lines fitted each template.
  private var counts: [Int] = []
  var concepts = LineConcepts()
  var dosages = KnownPieces<KnownDosages>(byteLimit: 8 << 20)
  /// The template that fitted last.
  var last = 0
  private var attemptCount = 0
  private(set) var fitCount = 0
  /// What the line at hand fits, and what stands in its holes.
  var matched: RecordTemplate?
  var concept: KnownConcept?
  var knownDosages: KnownDosages?
  var places: [Range<Int>] = []
  /// The number of the line in digits.
  var number: [UInt8] = []
  /// The document, and its name as a JSON value.
  var source: String?
  var sourceValue: [UInt8] = []

  /// Whether a template may be made of a further line: each takes as long as reading five.
  var mayLearn: Bool { attemptCount < 16 + fitCount >> 6 }

  /// Whether no line is likely to fit.
  var hasGivenUp: Bool { !mayLearn && templates.isEmpty }

  mutating func noteAttempt() { attemptCount += 1 }

  mutating func noteFit(_ template: Int) {
    last = template
    counts[template] += 1
    fitCount += 1
  }

  /// Adds a template, in place of the one that fitted least if there are many.
  mutating func add(_ template: RecordTemplate) {
    if templates.count >= Self.templateLimit,
      let least = counts.indices.min(by: { counts[$0] < counts[$1] })
    {
      templates.remove(at: least)
      counts.remove(at: least)
    }
    templates.append(template)
    counts.append(0)
    last = 0
  }
}
