// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import RxNormRelease

/// The starter release of the test data, where `RXKIT_TEST_DATA` names the folder.
enum StarterRelease {
  /// The zip's path; `nil` with a line that says so where there is none.
  static func path(for test: String) -> String? {
    guard let folder else {
      print("skipped: \(test), RXKIT_TEST_DATA is not set")
      return nil
    }
    return folder + "/rxnorm/RxNorm_full_reconstructed_07232026.zip"
  }

  /// The bytes of its catalog; `nil` where there is no test data.
  static func bytes(for test: String) throws -> [UInt8]? {
    guard path(for: test) != nil else { return nil }
    return try built.get()
  }

  /// A file of the test data; `nil` with a line that says so where there is none.
  static func text(of file: String) throws -> String? {
    guard let folder else {
      print("skipped: \(file), RXKIT_TEST_DATA is not set")
      return nil
    }
    return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
  }

  /// The bytes of a file of the test data; `nil` with a line that says so where there is none.
  static func bytes(of file: String) throws -> [UInt8]? {
    guard let folder else {
      print("skipped: \(file), RXKIT_TEST_DATA is not set")
      return nil
    }
    return try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
  }

  private static let folder = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"]

  private static let built = Result { () throws -> [UInt8] in
    let path = (folder ?? "") + "/rxnorm/RxNorm_full_reconstructed_07232026.zip"
    return try CatalogBuilder(release: RxNormRelease(path: path), toolVersion: "0.0.0")
      .build().bytes
  }

  /// The text of a table, put together again from the release's rows.
  static func table(_ name: String, of path: String) throws -> String {
    guard let table = RRFTable(rawValue: name) else { return "" }
    var bytes: [UInt8] = []
    let release = try RxNormRelease(path: path)
    _ = try release.forEachRow(of: table) { row in
      let row = row.bytes
      for index in row.indices { bytes.append(row[index]) }
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
