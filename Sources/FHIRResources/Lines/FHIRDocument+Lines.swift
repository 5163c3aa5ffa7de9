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
    var walk = DocumentWalk(reading)
    walk.read(batch, around: around)
    self.init(walk)
  }
}
