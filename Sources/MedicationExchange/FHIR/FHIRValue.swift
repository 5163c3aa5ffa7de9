// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationStore

/// An element of a FHIR resource that is written: members in their order, absent ones left out.
enum FHIRValue {
  case string(String)
  /// A number as it is written in JSON.
  case number(String)
  case flag(Bool)
  case array([FHIRValue])
  case object([(name: String, value: FHIRValue)])

  static func text(_ text: String?) -> FHIRValue? { text.map(string) }
  static func number(_ number: Double?) -> FHIRValue? { number.map { .number($0.amountText) } }
  /// An array; FHIR has no empty ones.
  static func list(_ values: [FHIRValue?]) -> FHIRValue? {
    let given = values.compactMap(\.self)
    return given.isEmpty ? nil : .array(given)
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .string(let text): json.string(text)
    case .number(let text): json.number(raw: text)
    case .flag(let flag): json.boolean(flag)
    case .array(let values): json.array { json in for value in values { value.write(to: &json) } }
    case .object(let members):
      json.object { json in
        for member in members {
          json.key(member.name)
          member.value.write(to: &json)
        }
      }
    }
  }
}

extension FHIRValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  init(stringLiteral text: String) { self = .string(text) }

  init(dictionaryLiteral members: (String, FHIRValue?)...) {
    self = .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}
