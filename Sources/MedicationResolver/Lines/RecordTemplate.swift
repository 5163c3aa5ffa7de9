// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

// Lines of one shape become records of one shape:
//
//   line      {"resourceType":"MedicationRequest","id":"§0","code":§1,"subject":…"§2"…}
//   record    {"schema":1,…,"id":"§0",…,"subject":"§2",…,"codings":⟨1⟩,"text":⟨1⟩,…⟨1⟩}
//
// § is a value that is repeated, ⟨ ⟩ what the concept or the dosages became when
// they were first met. The shape is not written down here: the line that a
// template is made from is read once more with marks in its holes, and where
// the marks stand in its record is where the values of other lines go.

/// How lines of one shape become records.
///
/// A class, since it is handed on with every line and never changes.
final class RecordTemplate: Sendable {
  /// What stands between two runs of constant bytes of a record.
  enum Insertion: Sendable, Hashable {
    /// What stands in a hole of the line.
    case hole(Int)
    /// The number of the line.
    case line
    /// The document, as a JSON value.
    case source
    /// The codings of the concept with their outcomes.
    case codings
    /// The text of the concept.
    case text
    /// The dosages in words.
    case dosageTexts
    /// The dosages.
    case dosages
    /// Everything that follows from the concept.
    case derived
    /// Nothing: the record ends.
    case end
  }

  /// A run of constant bytes, and what follows it.
  struct Piece: Sendable {
    let text: Range<Int>
    let insertion: Insertion
  }

  let pattern: JSONPattern
  /// The place of the concept among the holes.
  let conceptHole: Int
  /// The place of the dosages among the holes; `nil` if there are none.
  let dosageHole: Int?
  /// What the dosages told of the version when the template was made.
  let evidence: DosageEvidence?
  /// The number of the context; what a concept means may depend on it.
  let context: Int
  /// The dates among the holes.
  let dates: DateHoles
  private let output: [UInt8]
  private let pieces: [Piece]

  init(
    pattern: JSONPattern, conceptHole: Int, dosageHole: Int?, evidence: DosageEvidence?,
    context: Int, dates: DateHoles, output: [UInt8], pieces: [Piece]
  ) {
    self.pattern = pattern
    self.conceptHole = conceptHole
    self.dosageHole = dosageHole
    self.evidence = evidence
    self.context = context
    self.dates = dates
    self.output = output
    self.pieces = pieces
  }

  private static let comma = Array(",".utf8)

  /// Writes the record of a line that fits.
  func write(_ line: borrowing LineFilling, of bytes: Span<UInt8>, to json: inout JSONWriter) {
    let concept = line.concept
    let derived = concept.derived
    json.append(parts: byteCount(of: line), of: bytes) { json, bytes in
      for piece in pieces {
        json.append(output, piece.text)
        switch piece.insertion {
        case .hole(let hole): json.append(bytes.extracting(line.places[hole]))
        case .line: json.append(line.number)
        case .source: json.append(line.source)
        case .codings: json.append(derived.codings)
        case .text: json.append(concept.text)
        case .dosageTexts: if let dosages = line.dosages { json.append(dosages.texts) }
        case .dosages: if let dosages = line.dosages { json.append(dosages.dosages) }
        case .derived:
          json.append(derived.start)
          json.append(derived.effects.bytes)
          json.append(Self.comma)
          json.append(derived.end)
        case .end: break
        }
      }
    }
  }

  /// How long the record of a line is.
  private func byteCount(of line: borrowing LineFilling) -> Int {
    let derived = line.concept.derived
    var count = 0
    // Piece by piece, as they are written: one that stands twice takes its room twice.
    for piece in pieces {
      count += piece.text.count
      switch piece.insertion {
      case .hole(let hole): count += line.places[hole].count
      case .line: count += line.number.count
      case .source: count += line.source.count
      case .codings: count += derived.codings.count
      case .text: count += line.concept.text.count
      case .dosageTexts: count += line.dosages?.texts.count ?? 0
      case .dosages: count += line.dosages?.dosages.count ?? 0
      case .derived:
        count += derived.start.count + derived.effects.bytes.count + Self.comma.count
        count += derived.end.count
      case .end: break
      }
    }
    return count
  }
}

/// What goes into the record of one line.
struct LineFilling: Sendable {
  /// What stands in the holes of the line.
  let places: [Range<Int>]
  let concept: KnownConcept
  let dosages: KnownDosages?
  /// The number of the line in digits.
  let number: [UInt8]
  /// The document, as a JSON value.
  let source: [UInt8]
}
