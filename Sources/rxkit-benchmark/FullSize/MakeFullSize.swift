// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// `rxkit-benchmark make-full-size`: writes a release of full size.
enum MakeFullSize {
  static let help = """
    Grow the starter release to the size of a full one.

    Names, codes, relations and attributes of the added concepts are made up; the starter's rows
    stay as they are. The same input gives the same bytes.

    EXAMPLES:
      Scripts/make-full-size                       into .build-benchmark/full-size/rrf
      Scripts/make-full-size -o /tmp/fullsize      somewhere else
      Scripts/make-full-size --scale 0.1           a tenth of it, for a quick test
      Scripts/make-full-size --zip                 a zip beside it, as NLM distributes releases

    OPTIONS:
      -o, --output <folder>  Where it goes. (default: .build-benchmark/full-size)
      --scale <factor>       1 is a full release: 1.2 M, 7.5 M and 7.8 M rows. (default: 1)
      --zip                  Also write <folder>.zip.
      --starter <folder>     The starter's RRF files. (set by Scripts/make-full-size)

    """

  /// Runs the command; its exit status.
  static func run(_ arguments: [String]) throws -> Int32 {
    var output: String?
    var starter: String?
    var scale = 1.0
    var isZipped = false
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h":
        print(help, terminator: "")
        return 0
      case "-o", "--output": output = words.popFirst()
      case "--starter": starter = words.popFirst()
      case "--zip": isZipped = true
      case "--scale":
        guard let factor = words.popFirst().flatMap(Double.init), factor > 0, factor <= 1 else {
          throw BenchmarkFailure("--scale needs a factor above 0 and up to 1")
        }
        scale = factor
      default: throw BenchmarkFailure("unknown option '\(word)'; see --help")
      }
    }
    guard let output, let starter else {
      throw BenchmarkFailure("--output and --starter are needed; use Scripts/make-full-size")
    }
    let folder = URL(filePath: output)
    let release = try FullSizeRelease(
      starter: URL(filePath: starter), folder: folder, scale: scale)
    let sizes = try release.write()
    for size in sizes {
      print(
        "\(size.file) \(Quantity.grouped(size.rows)) rows \(Quantity.grouped(size.bytes)) bytes")
    }
    if isZipped { try ZipWriter.write(folder.appending(path: "rrf"), to: output + ".zip") }
    return 0
  }
}
