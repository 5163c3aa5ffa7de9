// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A release of a few rows, written out so that builds of it are quick.
///
/// SAB=RXNORM, which has no restrictions (U.S. National Library of Medicine).
enum SmallRelease {
  static let concepts = [
    "723|ENG||||||12253202|12253202|723||RXNORM|IN|723|amoxicillin||N|4096|",
    "308192|ENG||||||12465002|12465002|308192||RXNORM|SCD|308192|amoxicillin 500 MG Oral Tablet||N|4096|",
  ]

  /// Writes `rrf/RXNCONSO.RRF` below a folder; returns the path of the release.
  static func write(_ rows: [String] = concepts, in folder: TemporaryFolder) throws -> String {
    try folder.write(rows.map { $0 + "\n" }.joined(), to: "release/rrf/RXNCONSO.RRF")
    return folder["release"].path
  }
}
