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
    guard let start = XMLProlog.firstName(of: bytes),
      let end = bytes[start...].firstIndex(where: {
        [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains($0)
      }),
      types.contains(String(decoding: bytes[start..<end], as: UTF8.self)),
      let close = bytes[end...].firstIndex(of: 0x3E),
      !String(decoding: bytes[end..<close], as: UTF8.self).contains("xmlns")
    else { return nil }
    return bytes[..<end] + Array(" xmlns=\"http://hl7.org/fhir\"".utf8) + bytes[end...]
  }
}
