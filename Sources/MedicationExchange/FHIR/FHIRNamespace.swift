// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Published examples, as those of the NHS, leave the namespace of FHIR out. One whose
// element is a resource about medications, and that declares no namespace at all, gets it.

/// FHIR in XML that declares no namespace.
enum FHIRNamespace {
  private static let types: Set<String> = [
    "Bundle", "List", "MedicationStatement", "MedicationRequest", "MedicationDispense",
    "MedicationAdministration", "Observation",
  ]

  /// The text with a declaration in its first element; `nil` if it needs none.
  static func declared(in bytes: [UInt8]) -> [UInt8]? {
    guard let start = firstElement(bytes),
      let end = bytes[start...].firstIndex(where: {
        [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains($0)
      }),
      types.contains(String(decoding: bytes[start..<end], as: UTF8.self)),
      let close = bytes[end...].firstIndex(of: 0x3E),
      !String(decoding: bytes[end..<close], as: UTF8.self).contains("xmlns")
    else { return nil }
    return bytes[..<end] + Array(" xmlns=\"http://hl7.org/fhir\"".utf8) + bytes[end...]
  }

  /// Where the name of the first element begins, behind declarations and comments.
  private static func firstElement(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while let start = bytes[index...].firstIndex(of: 0x3C), start + 1 < bytes.count {
      guard bytes[start + 1] == 0x21 || bytes[start + 1] == 0x3F else { return start + 1 }
      let end = Array((bytes[start + 1] == 0x21 ? "-->" : "?>").utf8)
      var place = start
      while place + end.count <= bytes.count, !bytes[place...].starts(with: end) { place += 1 }
      guard place + end.count <= bytes.count else { return nil }
      index = place + end.count
    }
    return nil
  }
}
