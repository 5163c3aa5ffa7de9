// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
internal import FHIRXML

/// `read-xml`: bundles in XML become records, on one thread, in memory.
enum ReadXML {
  private static let size = 20_000_000

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let (templates, _) = try ConversionInput.templates(workshop)
    var (documents, byteCount, tally) = ([[UInt8]](), 0, GrownDocument.Tally())
    while byteCount < size {
      for template in templates where byteCount < size {
        let document = template.xml(200_000 + documents.count)
        documents.append(document.bytes)
        byteCount += document.bytes.count
        tally += document.tally
      }
    }
    let contest = Contest(
      contestants: [
        Contestant(rival: nil) {
          var answer = GrownDocument.Tally()
          for document in documents {
            for record in FHIRDocument(document, reading: .withXML).records {
              answer.records += 1
              if record.via != .reference { answer.codings += record.codings.count }
            }
          }
          return Contestant.Answer(count: answer.records, checksum: UInt64(answer.codings))
        }
      ], runs: workshop.runs(7))
    let expected = Contestant.Answer(count: tally.records, checksum: UInt64(tally.codings))
    return try contest.hold().map { showing in
      BenchmarkRow(
        showing, name: "read-xml",
        input: "\(Quantity.memory(byteCount)), \(documents.count) bundles", operations: 1,
        unit: "runs", expected: expected
      ).moving(bytes: byteCount)
    }
  }
}
