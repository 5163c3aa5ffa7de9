// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// Lines that stand for themselves: one walk reads them one after the other, so
// that what they say is gathered once, but a line knows nothing of the others.

extension DocumentWalk {
  /// Reads the lines of a batch; references that do not stay on their line lead to what is around.
  mutating func read(_ batch: JSONLineBatch, around: ResourceScope?) {
    self.batch = batch
    records.reserveCapacity(batch.lines.count)
    var versions: [FHIRVersion] = []
    for line in batch.lines {
      begin = Begin(record: records.count, allergy: allergies.count, problem: problems.count)
      read(line, of: batch, in: around ?? ResourceScope(outer: nil))
      let isNewVersion = fhirVersion.map { !versions.contains($0) } ?? false
      if isNewVersion, let fhirVersion { versions.append(fhirVersion) }
      // The version is said once, not on each line.
      if !isNewVersion, problems.count > begin.problem {
        let said = problems[begin.problem...].filter { $0.problem.code != .fhirVersion }
        problems.replaceSubrange(begin.problem..., with: said)
      }
    }
    fhirVersion = versions.first.map { versions.dropFirst().reduce($0, VersionEvidence.common) }
  }

  private mutating func read(
    _ line: JSONLineBatch.Line, of batch: JSONLineBatch, in scope: ResourceScope
  ) {
    found.removeAll(keepingCapacity: true)
    listEntries.removeAll(keepingCapacity: true)
    allergyEntries.removeAll(keepingCapacity: true)
    deletions.removeAll(keepingCapacity: true)
    statedVersion = nil
    isDSTU1 = false
    fhirVersion = nil
    lineNumber = line.number
    let address = "\(line.number)"
    let repeated = self.repeated
    if line.omissionOffset != nil { self.repeated = nil }
    switch line.value {
    case .success(let node):
      root = node
      findTopLevel(node, at: address, in: scope)
      readRecords()
    case .failure(let error):
      report(notJSON: error, at: address, isLine: true)
    }
    self.repeated = repeated
    root = nil
    if let offset = line.trailingOffset {
      reportTrailing(
        "value of the line", mayHoldObject: batch.mayHoldObject(from: offset), at: address,
        line: line.number + 1)
    }
    reportReplacements(surrogate: line.loneSurrogateOffset, omission: line.omissionOffset) {
      batch.position(of: $0, onLine: line.number)
    }
    finish()
  }
}
