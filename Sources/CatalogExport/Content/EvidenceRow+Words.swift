// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

extension EvidenceRow {
  /// The key of the row as one text: unique among all rows.
  ///
  /// `ingredient/6809/nausea/present/most_common/ORAL`, followed by population, context and arm if
  /// the row has them. It does not change when other rows come or go, and can be found in the table
  /// by hand.
  var identifier: String {
    var parts = [
      subject.kind.rawValue, subject.rxcui.description, symptom.name, direction.rawValue,
      evidenceClass.rawValue, routes.joined(separator: "|"),
    ]
    if population != nil || circumstances != nil {
      parts += [population ?? "", circumstances ?? ""]
    }
    return parts.joined(separator: "/")
  }

  /// What the row says, in one line: direction, class, figures and their comparator, label.
  var summary: String {
    var parts = ["\(direction.rawValue), \(evidenceClass.rawValue)"]
    if let drugPercent {
      let other = comparatorPercent.map { " against \($0) % \(comparator.rawValue)" }
      parts[0] += " \(drugPercent) %\(other ?? ", no comparator")"
    } else if let threshold {
      parts[0] += " (at least \(threshold) %)"
    }
    if let population { parts.append(population) }
    if let circumstances { parts.append(circumstances) }
    if !routes.isEmpty { parts.append(routes.joined(separator: "|")) }
    let label = [
      setID.map { "label \($0)" }, labelDate.map { "of \($0)" },
      sectionLOINC.map { "section \($0)" },
    ]
    parts.append(label.compactMap { $0 }.joined(separator: " "))
    parts.append(licence)
    return parts.joined(separator: ", ") + " [\(identifier)]"
  }

  /// The figures with what they are compared with; `nil` if the row has none.
  var figures: String? {
    var text: String
    if let drugPercent {
      let other = comparatorPercent.map { " against \($0) % (\(comparator.rawValue))" }
      text = "\(drugPercent) %" + (other ?? ", no comparator")
    } else if let threshold {
      text = "at least \(threshold) %"
    } else {
      return nil
    }
    for part in [population, circumstances].compactMap({ $0 }) { text += ", \(part)" }
    return routes.isEmpty ? text : text + ", " + routes.joined(separator: "|")
  }

  var labelWords: String {
    var text = "label of \(subjectName)"
    if let labelVersion { text += ", version \(labelVersion)" }
    if let labelDate { text += " of \(labelDate)" }
    if let sourceAddress { text += ", \(sourceAddress)" }
    return text + ", \(licence)"
  }
}

extension String {
  /// FNV-1a of 64 bits over the text's bytes, in hexadecimal: the end of ids that FHIR limits to
  /// 64 characters, the same on every machine.
  var identifierHash: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
