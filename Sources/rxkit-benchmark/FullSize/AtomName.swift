// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How a source writes the name of a concept.
enum AtomName {
  /// The ways of the sources.
  enum Style {
    /// `AMOXICILLIN 500 MG ORAL TABLET`
    case capitals
    /// `amoxicillin 500 mg oral tablet`
    case lowercase
    /// `Amoxicillin 500 MG Oral Tablet`
    case capitalised
    /// `amoxicillin 500 mg ORAL TABLET`
    case capitalForm
    /// `AMOXICILLIN 500MG TAB`
    case abbreviated
    /// `Product containing precisely amoxicillin 500 milligram/1 each oral tablet (clinical drug)`
    case containing
  }

  private static let abbreviations: [(String, String)] = [
    (" MG", "MG"), (" ORAL TABLET", " TAB"), (" ORAL CAPSULE", " CAP"),
    (" EXTENDED RELEASE", ",SA"), (" INJECTION", " INJ"), (" SOLUTION", " SOLN"),
    (" TOPICAL", ""), (" SUSPENSION", " SUSP"), (" OINTMENT", " OINT"), (" / ", "/"),
  ]

  /// Writes RXNORM's name, or that of a concept that RXNORM does not name, as a source does.
  ///
  /// A product has a strength and a form. Where a source has several ways, `bits` decides.
  static func written(_ name: String, _ style: Style, isProduct: Bool, _ bits: UInt64) -> String {
    switch style {
    case .capitals: return name.uppercased()
    case .lowercase: return name.lowercased()
    case .capitalised:
      let sign = bits % 29 == 0 && name.hasSuffix("]") ? "®" : ""
      return name.prefix(1).uppercased() + name.dropFirst() + sign
    case .capitalForm:
      guard isProduct else { return name.lowercased() }
      let words = name.split(separator: " ", omittingEmptySubsequences: false)
      let form = words.lastIndex { $0.contains { $0.isNumber } } ?? words.count - 1
      return words.enumerated().map { place, word in
        place > form + 1 ? word.uppercased() : word.lowercased()
      }.joined(separator: " ")
    case .abbreviated:
      var text = name.uppercased()
      for (long, short) in abbreviations { text = replaced(text, long, short) }
      return text
    case .containing:
      guard isProduct else { return name.prefix(1).uppercased() + name.dropFirst() }
      let plain = replaced(name, " MG", " milligram/1 each")
      return bits % 3 == 0
        ? "\(name) (product)" : "Product containing precisely \(plain) (clinical drug)"
    }
  }

  /// Byte by byte, without Foundation's search: this runs for a million names.
  private static func replaced(_ text: String, _ old: String, _ new: String) -> String {
    let bytes = Array(text.utf8)
    let sought = Array(old.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if place + sought.count <= bytes.count,
        bytes[place..<place + sought.count].elementsEqual(sought)
      {
        output += new.utf8
        place += sought.count
      } else {
        output.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
