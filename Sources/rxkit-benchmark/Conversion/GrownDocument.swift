// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import JSONText
import MedicationModel

/// Real documents written again and again, each time of another person.
///
/// Identifiers, dates, fractions and drugs change from copy to copy, so that no
/// resource repeats; references still lead where they led. Everything follows
/// from the number of the copy.
struct GrownDocument {
  private let root: JSONNode
  private let drugs: DrawnDrugs

  init(_ bytes: [UInt8], drugs: DrawnDrugs) throws {
    root = try JSONDocument(bytes).root
    self.drugs = drugs
  }

  /// Writes a copy as one bundle, as Synthea lays it out.
  func bundle(_ number: Int) -> (bytes: [UInt8], tally: Tally) {
    var copy = Copy(number: number, drugs: drugs)
    var json = JSONWriter(layout: .indented)
    copy.write(root, to: &json)
    return (json.bytes, copy.tally)
  }

  /// Writes the resources of a copy as lines.
  func lines(_ number: Int, to bytes: inout [UInt8]) -> Tally {
    var copy = Copy(number: number, drugs: drugs)
    var json = JSONWriter()
    for entry in root["entry"]?.elements ?? root.elements {
      guard let resource = entry["resource"] else { continue }
      copy.write(resource, to: &json)
      json.endLine()
    }
    bytes += json.bytes
    return copy.tally
  }

  /// Writes a copy as XML.
  func xml(_ number: Int) throws -> (bytes: [UInt8], tally: Tally) {
    let (json, tally) = bundle(number)
    var writer = ResourceXML()
    writer.write(resource: try JSONDocument(json).root)
    return (writer.bytes, tally)
  }

  /// One copy while it is written.
  private struct Copy {
    private static let medications: Set<String> = [
      "Medication", "MedicationRequest", "MedicationStatement", "MedicationDispense",
      "MedicationAdministration", "MedicationKnowledge",
    ]

    let number: Int
    let drugs: DrawnDrugs
    var tally = Tally()
    var generator: SeededGenerator

    init(number: Int, drugs: DrawnDrugs) {
      self.number = number
      self.drugs = drugs
      generator = SeededGenerator(seed: UInt64(number) &* 7919)
    }

    mutating func write(_ node: JSONNode, to json: inout JSONWriter) {
      switch node.kind {
      case .object:
        if let type = node["resourceType"]?.string, Self.medications.contains(type) {
          tally.records += 1
        }
        json.beginObject()
        for (name, value) in node.members {
          let key = name.string ?? ""
          json.key(key)
          if key == "medicationCodeableConcept" {
            writeDrug(to: &json)
          } else {
            write(value, to: &json)
          }
        }
        json.endObject()
      case .array:
        json.beginArray()
        for element in node.elements { write(element, to: &json) }
        json.endArray()
      case .string: json.string(varied(node.string ?? ""))
      case .number: json.number(raw: varied(number: node.numberText ?? "0"))
      case .boolean: json.boolean(node.boolean)
      case .null, .omitted: json.null()
      }
    }

    private mutating func writeDrug(to json: inout JSONWriter) {
      let drug = drugs.draw(using: &generator)
      tally.codings += 1
      json.object { json in
        json.key("coding")
        json.array { json in
          json.object { json in
            json.member("system", "http://www.nlm.nih.gov/research/umls/rxnorm")
            json.member("code", drug.code)
            json.member("display", drug.name)
          }
        }
        json.member("text", drug.name)
      }
    }

    /// A fraction gets other last digits.
    private mutating func varied(number: String) -> String {
      guard let point = number.firstIndex(of: "."), !number.contains(where: { $0 == "e" }) else {
        return number
      }
      let digits = Int.random(in: 1...9999, using: &generator)
      return number[...point] + "\(digits)"
    }

    /// Identifiers and dates change, other texts stay.
    private mutating func varied(_ text: String) -> String {
      var bytes = Array(text.utf8)
      guard bytes.count >= 10 else { return text }
      var place = 0
      while place + 36 <= bytes.count {
        if Self.isIdentifier(bytes[place..<(place + 36)]) {
          replaceIdentifier(&bytes, at: place)
          place += 36
        } else {
          place += 1
        }
      }
      if bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[..<4].allSatisfy({ $0 &- 0x30 < 10 }) {
        let day = 1 + Int.random(in: 0..<28, using: &generator)
        bytes[8] = 0x30 + UInt8(day / 10)
        bytes[9] = 0x30 + UInt8(day % 10)
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
      zip(0..., bytes).allSatisfy { place, byte in
        let isDash = place == 8 || place == 13 || place == 18 || place == 23
        return isDash ? byte == 0x2D : byte &- 0x30 < 10 || byte &- 0x61 < 6
      }
    }

    /// The same identifier becomes the same other one everywhere in a copy.
    private func replaceIdentifier(_ bytes: inout [UInt8], at place: Int) {
      let checksum = Checksum([UInt64(number)] + bytes[place..<(place + 36)].map(UInt64.init))
      var generator = SeededGenerator(seed: checksum.value)
      var bits: UInt64 = 0
      for offset in 0..<36 where bytes[place + offset] != 0x2D {
        if bits == 0 { bits = generator.next() | 1 << 63 }
        bytes[place + offset] = Array("0123456789abcdef".utf8)[Int(bits & 15)]
        bits >>= 4
      }
    }
  }
}

/// Drugs as requests name them: few of them often, most of them seldom.
struct DrawnDrugs {
  private let drugs: [Concept]

  /// Takes all clinical and branded drugs of a catalog, in a mixed order.
  init(_ catalog: Catalog) throws {
    var generator = SeededGenerator(seed: 11)
    drugs = catalog.products.shuffled(using: &generator)
    guard !drugs.isEmpty else { throw BenchmarkFailure("the catalog has no drug") }
  }

  /// Draws one by Zipf's law: the drug in place n is drawn 1/n times as often as the first.
  ///
  /// Of 18,000 drugs the first 300 get six tenths of all requests, which is less
  /// than in the prescriptions of a country.
  func draw(using generator: inout SeededGenerator) -> (code: String, name: String) {
    let unit = Double.random(in: 0..<1, using: &generator)
    let place = Int(pow(Double(drugs.count), unit)) - 1
    let drug = drugs[min(max(place, 0), drugs.count - 1)]
    return (drug.rxcui.description, drug.name)
  }
}

/// FHIR resources in XML, written from their JSON as FHIR maps one to the other.
private struct ResourceXML {
  private(set) var bytes: [UInt8] = []

  /// Writes a resource as an element of its type.
  mutating func write(resource: JSONNode) {
    let type = resource["resourceType"]?.string ?? "Basic"
    bytes += "<\(type) xmlns=\"http://hl7.org/fhir\">".utf8
    for (name, value) in resource.members where !name.isString("resourceType") {
      write(value, as: name.string ?? "")
    }
    bytes += "</\(type)>\n".utf8
  }

  private mutating func write(_ node: JSONNode, as name: String) {
    switch node.kind {
    case .array:
      for element in node.elements { write(element, as: name) }
    case .object:
      bytes += "<\(name)>\n".utf8
      if node["resourceType"] != nil {
        write(resource: node)
      } else {
        for (name, value) in node.members { write(value, as: name.string ?? "") }
      }
      bytes += "</\(name)>\n".utf8
    case .string where name == "div": bytes += (node.string ?? "").utf8
    case .null, .omitted: break
    default:
      bytes += "<\(name) value=\"\(Self.escaped(node.scalarText ?? ""))\"/>\n".utf8
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
