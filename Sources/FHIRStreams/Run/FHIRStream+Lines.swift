// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources

extension FHIRStream.Part {
  /// Reads some of the lines of the part, on any thread.
  ///
  /// The parts of a part give together what the whole gives.
  ///
  /// - Parameters:
  ///   - lines: Whole lines of it.
  ///   - firstLine: The number of the first of them.
  ///   - reading: Limits, the version that is insisted on, and how much is read and checked.
  /// - Returns: What the lines say.
  public func document(
    lines: [UInt8], firstLine: Int, reading: FHIRReadingOptions = FHIRReadingOptions()
  ) -> FHIRDocument {
    FHIRDocument(lines: lines, firstLine: firstLine, reading: reading, beside: neighbourhood)
  }
}
