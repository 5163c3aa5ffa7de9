// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Labels of the old format have no numbers. Their section on precautions holds parts that are
// sections of their own elsewhere, always under the same headings and in the same order
// (21 CFR 201.80(f)):
//
//   General · Information for Patients · Laboratory Tests · Drug Interactions · Carcinogenesis …
//   Pregnancy · Labor and Delivery · Nursing Mothers · Pediatric Use · Geriatric Use

/// The headings within the precautions of labels of the old format.
enum OldHeadings {
  /// Whether the part under a heading says nothing of the drug's own effects.
  enum Part: Equatable { case general, other }

  private static let others = [
    "information for patients", "information for the patient", "patient information",
    "laboratory tests", "drug interactions", "drug-drug interactions",
    "drug/laboratory test interactions", "drug & laboratory test interactions",
    "carcinogenesis", "mutagenesis", "impairment of fertility", "pregnancy",
    "teratogenic effects", "nonteratogenic effects", "labor and delivery", "nursing mothers",
    "pediatric use", "geriatric use", "usage in pregnancy",
  ].map { Array($0.utf8) }

  private static let patient = Array("patient".utf8)

  private static let general = ["general", "general precautions"].map { Array($0.utf8) }

  /// The part that begins with a sentence; `nil` if none does.
  static func part(_ utf8: borrowing Span<UInt8>, _ range: Range<Int>) -> Part? {
    if others.contains(where: { begins($0, utf8, range) }) { return .other }
    if general.contains(where: { begins($0, utf8, range) }) { return .general }
    return nil
  }

  /// Whether a text begins with another heading, in a few words with capitals each
  /// (`Hepatic Effects Alphador may cause …`).
  static func isOther(_ utf8: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    var place = range.lowerBound
    var capitals = 0
    while place < range.upperBound, capitals < 8 {
      guard utf8[place] &- 0x41 < 26 else { break }
      let end = TextWords.end(utf8, from: place, limit: range.upperBound)
      // `Advice to the Patient`: more information for patients.
      let isOfPatients =
        end - place >= patient.count
        && patient.indices.allSatisfy { utf8[place + $0] | 0x20 == patient[$0] }
      if isOfPatients { return false }
      capitals += 1
      place = end
      while place < range.upperBound, utf8[place] <= 0x20 { place += 1 }
      if place < range.upperBound, utf8[place] == UInt8(ascii: ":") { return true }
      guard place > end || place == range.upperBound else { return false }
    }
    // The last of the capitals is the first word of the text.
    return capitals >= 3 && (place == range.upperBound || utf8[place] &- 0x61 < 26)
  }

  /// Whether a text begins with a heading: a capital first, and a capital or a sign behind it.
  private static func begins(
    _ heading: [UInt8], _ utf8: borrowing Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    // A heading may stand alone, cut off before the sentence behind it.
    guard heading.count <= range.count, utf8[range.lowerBound] &- 0x41 < 26 else { return false }
    for index in heading.indices {
      let byte = utf8[range.lowerBound + index]
      let small = byte &- 0x41 < 26 ? byte | 0x20 : byte
      guard small == heading[index] else { return false }
    }
    var next = range.lowerBound + heading.count
    guard next == range.upperBound || !TextWords.isWord(utf8[next]) else { return false }
    while next < range.upperBound, utf8[next] <= 0x20 { next += 1 }
    guard next < range.upperBound else { return true }
    let byte = utf8[next]
    return byte &- 0x41 < 26 || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(")
  }
}
