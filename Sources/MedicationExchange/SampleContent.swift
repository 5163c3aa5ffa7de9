// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel

// The values of symptoms have three spellings: HealthKit's number, the name of the
// case (the code in FHIR), and the name in Apple's export.xml:
//
//   3   moderate   HKCategoryValueSeverityModerate

extension CategoryValueKind {
  /// The code system of HL7's guide to personal health records.
  var codeSystem: String {
    let name =
      switch self {
      case .severity: "symptom-severity-codes"
      case .presence: "presence-codes"
      case .appetiteChanges: "appetite-changes-codes"
      }
    return "http://hl7.org/fhir/uv/phr/CodeSystem/\(name)"
  }

  /// Reads a value as Apple's export.xml writes it: a name, in old files a number.
  func value(exported text: String) -> Int? {
    if let number = Int(text) { return contains(number) ? number : nil }
    return names.firstIndex { name in
      rawValue + name.prefix(1).uppercased() + name.dropFirst() == text
    }
  }
}

extension SampleUUID {
  private static let namespace = NameBasedUUID(
    name: "urn:rxkit:imported-sample".utf8, in: .urlNamespace)

  /// The uuid of a record of a format without uuids: the same for the same content.
  ///
  /// So a record that occurs twice is one sample, and importing a file again adds nothing.
  init(ofContent fields: [String?]) {
    var name: [UInt8] = []
    for field in fields {
      name += Array((field.map { "\($0.utf8.count):\($0)," } ?? "-").utf8)
    }
    let bytes = NameBasedUUID(name: name, in: Self.namespace).bytes
    self = SampleUUID(bytes: bytes) ?? SampleUUID(high: 0, low: 0)
  }

  /// The uuid of a record in JSON that has none.
  init(ofContent node: JSONNode) {
    self.init(ofContent: [String(decoding: node.rawBytes, as: UTF8.self)])
  }
}
