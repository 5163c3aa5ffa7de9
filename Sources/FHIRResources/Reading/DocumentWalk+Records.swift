// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// The second pass: what was found becomes records.

extension DocumentWalk {
  mutating func readRecords() {
    medications.removeAll()
    if found.count > 1 { records.reserveCapacity(records.count + found.count) }
    for (entry, scope) in found {
      var reader = RecordReader(
        entry: entry, scope: scope, root: root ?? entry.resource,
        readsDetails: options.readsDetails, repeated: repeated)
      records.append(reader.read())
      if !deletions.isEmpty || !listEntries.isEmpty { medications.append(reader.medication) }
    }
    for (entry, scope) in allergyEntries {
      var reader = AllergyReader(entry: entry, scope: scope, root: root ?? entry.resource)
      allergies.append(reader.read())
    }
    markDeleted()
    markReplaced()
    readListings()
  }

  /// Settles the version of the document and of records that show none.
  mutating func finish() {
    let shown = shownVersion
    let ours = begin.record..<records.count
    for index in begin.allergy..<allergies.count where allergies[index].fhirVersion == nil {
      allergies[index].fhirVersion = statedVersion ?? (isDSTU1 ? .dstu1 : nil)
    }
    if let version = options.version { return insist(on: version) }
    fhirVersion =
      statedVersion ?? (isDSTU1 ? .dstu1 : shown)
    for index in ours {
      if isDSTU1 || (records[index].fhirVersion == nil && fhirVersion != .mixed) {
        records[index].fhirVersion = fhirVersion
      }
    }
    if fhirVersion == .mixed {
      report(
        Problem(.fhirVersion, .note, "elements of several FHIR versions side by side"), at: "")
    }
  }

  /// The version that the records show, if they agree.
  private var shownVersion: FHIRVersion? {
    var shown: FHIRVersion?
    for index in begin.record..<records.count {
      guard let version = records[index].fhirVersion else { continue }
      shown = shown.map { VersionEvidence.common($0, version) } ?? version
    }
    return shown
  }

  /// Reports the version that the caller insists on, and which records show another one.
  private mutating func insist(on version: FHIRVersion) {
    fhirVersion = version
    for index in begin.record..<records.count {
      if let shown = records[index].fhirVersion, !version.allows(shown) {
        records[index].problems.append(
          Problem(
            .fhirVersion, .note,
            "the elements show FHIR \(shown.rawValue), not \(version.rawValue); all were read"))
      }
      records[index].fhirVersion = version
    }
    for index in begin.allergy..<allergies.count { allergies[index].fhirVersion = version }
  }

  /// Reads what tells a patient from another, and nothing else of them (S35).
  mutating func readPatient(
    _ node: JSONNode, at address: String, id: String?, fullURL: String? = nil
  ) {
    var elements = ElementReader(resource: node, root: root ?? node)
    patients.append(
      PatientRecord(
        entryPath: address, id: id, fullURL: fullURL,
        identifiers: elements.identifiers(node["identifier"])))
  }
}
