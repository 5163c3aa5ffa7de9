// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText

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

  /// What a copy holds of medications.
  struct Tally: Equatable {
    var records = 0
    var codings = 0

    static func += (left: inout Tally, right: Tally) {
      left.records += right.records
      left.codings += right.codings
    }
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
  func xml(_ number: Int) -> (bytes: [UInt8], tally: Tally) {
    let (json, tally) = bundle(number)
    guard let root = try? JSONDocument(json).root else { return ([], tally) }
    var writer = ResourceXML()
    writer.write(resource: root)
    return (writer.bytes, tally)
  }

  /// One copy while it is written.
  private struct Copy {
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
        if let type = node["resourceType"]?.string, MinimalBundle.isMedication(type) {
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
      let start = bytes.startIndex
      for (place, byte) in zip(0..., bytes) {
        let isDash = place == 8 || place == 13 || place == 18 || place == 23
        let isDigit = byte &- 0x30 < 10 || byte &- 0x61 < 6
        if isDash ? byte != 0x2D : !isDigit { return false }
      }
      return start < bytes.endIndex
    }

    /// The same identifier becomes the same other one everywhere in a copy.
    private func replaceIdentifier(_ bytes: inout [UInt8], at place: Int) {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(number)
      for byte in bytes[place..<(place + 36)] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      var generator = SeededGenerator(seed: hash)
      var bits: UInt64 = 0
      for offset in 0..<36 where bytes[place + offset] != 0x2D {
        if bits == 0 { bits = generator.next() | 1 << 63 }
        bytes[place + offset] = Array("0123456789abcdef".utf8)[Int(bits & 15)]
        bits >>= 4
      }
    }
  }
}
