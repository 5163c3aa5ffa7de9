// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// FHIR bundles in a folder, repeated until they are as many bytes as asked for.
struct BundleFolder {
  let path: String
  let files: [String]
  let byteCount: Int

  /// Writes plain copies of bundles, `.json` or `.json.gz`, into a folder.
  ///
  /// - Parameters:
  ///   - source: The folder that holds the bundles.
  ///   - path: The folder for the copies.
  ///   - size: How many bytes there should be; whole bundles, so a few more.
  /// - Throws: If a bundle cannot be read or written, or there is none.
  init(copying source: String, to path: String, size: Int) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: source).sorted()
    var originals: [[UInt8]] = []
    for name in names {
      if name.hasSuffix(".json") {
        originals.append([UInt8](try Data(contentsOf: URL(filePath: "\(source)/\(name)"))))
      } else if name.hasSuffix(".json.gz") {
        originals.append(try Self.inflate("\(source)/\(name)"))
      }
    }
    guard !originals.isEmpty else { throw BenchmarkFailure("\(source): holds no bundle") }
    var files: [String] = []
    var byteCount = 0
    while byteCount < size {
      for bytes in originals {
        let file = "\(path)/bundle-\(files.count).json"
        try System.save(bytes, to: file)
        files.append(file)
        byteCount += bytes.count
      }
    }
    self.path = path
    self.files = files
    self.byteCount = byteCount
  }

  private static func inflate(_ path: String) throws -> [UInt8] {
    let gzip = "/usr/bin/gzip"
    let place = FileManager.default.isExecutableFile(atPath: gzip) ? gzip : "/bin/gzip"
    let outcome = try ChildProcess.run([place, "-dc", path])
    guard outcome.exitStatus == 0 else { throw BenchmarkFailure("\(path): gzip cannot inflate it") }
    return outcome.output
  }
}
