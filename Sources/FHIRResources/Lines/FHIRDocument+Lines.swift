// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension FHIRDocument {
  /// Reads whole lines of an NDJSON text of any size.
  ///
  /// However a text is cut between its lines, the parts together give the
  /// records of the whole: each line stands for itself. A record shows its FHIR
  /// version only if its own line does; a List marks records of its own line
  /// only; references lead to what stands on the line and to the neighbourhood.
  /// A line that cannot be read is a problem of severity `error`, and the
  /// others are read.
  ///
  /// - Parameters:
  ///   - lines: UTF-8 text that begins where a line does and ends where one does.
  ///   - firstLine: The number of the first line in the text, from 0.
  ///   - reading: Limits of depth, the version that is insisted on, and how much is read and
  ///     checked.
  ///   - neighbourhood: Where references lead: the other lines of the text, then the other
  ///     documents of its set.
  public init(
    lines: [UInt8], firstLine: Int, reading: FHIRReadingOptions = FHIRReadingOptions(),
    beside neighbourhood: FHIRNeighbourhood? = nil
  ) {
    var options = reading.text
    options.mode = .tolerant
    options.selection = ResourceKind.selection
    let batch = JSONLineBatch(lines, firstLine: firstLine, options: options)
    let around = neighbourhood.map { NeighbourScope.scopes($0, source: $0.source) }
    var parts = FHIRDocumentParts()
    for line in batch.lines {
      let scope = around ?? ResourceScope(outer: nil)
      parts.append(DocumentWalk(line, of: batch, in: scope, reading))
    }
    self.init(parts)
  }

  private init(_ parts: FHIRDocumentParts) {
    records = parts.records
    allergies = parts.allergies
    immunizationCount = parts.immunizationCount
    patients = parts.patients
    lists = parts.lists
    codeSystems = parts.codeSystems
    valueSets = parts.valueSets
    conceptMaps = parts.conceptMaps
    namingSystems = parts.namingSystems
    problems = parts.problems
    fhirVersion = parts.versions.count > 1 ? .mixed : parts.versions.first
  }
}

/// What was read of the lines before.
private struct FHIRDocumentParts {
  var records: [MedicationRecord] = []
  var allergies: [AllergyRecord] = []
  var immunizationCount = 0
  var patients: [PatientRecord] = []
  var lists: [RecordListing] = []
  var codeSystems: [CodeSystemResource] = []
  var valueSets: [ValueSetResource] = []
  var conceptMaps: [ConceptMapResource] = []
  var namingSystems: [NamingSystemResource] = []
  var problems: [FHIRDocumentProblem] = []
  var versions: Set<FHIRVersion> = []

  mutating func append(_ walk: DocumentWalk) {
    let line = FHIRDocument(walk)
    for listing in line.lists {
      var listing = listing
      for item in listing.items.indices {
        listing.items[item].records = listing.items[item].records.map { $0 + records.count }
      }
      lists.append(listing)
    }
    records += line.records
    allergies += line.allergies
    immunizationCount += line.immunizationCount
    patients += line.patients
    codeSystems += line.codeSystems
    valueSets += line.valueSets
    conceptMaps += line.conceptMaps
    namingSystems += line.namingSystems
    // The version is said once, not on each line.
    let isNewVersion = line.fhirVersion.map { versions.insert($0).inserted } ?? false
    problems +=
      isNewVersion ? line.problems : line.problems.filter { $0.problem.code != .fhirVersion }
  }
}
