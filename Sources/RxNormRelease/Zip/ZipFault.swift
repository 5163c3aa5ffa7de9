// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What can be wrong with a zip archive, and how it is told.

/// Makes the errors of an archive or of one of its entries.
struct ZipFault {
  let archive: String
  let entry: String?

  private static let again = "get the archive again, and compare its size with the source's"
  private static let unpack = "unpack it with a tool that can, and give the folder"

  func notZip(size: Int) -> ReleaseError {
    error(
      .notZip, size == 0 ? "file is empty" : "file does not begin like a zip archive",
      expected: "NLM's zip, or a folder", remedy: "give the release's folder or its zip")
  }

  func truncated(_ what: String) -> ReleaseError {
    error(.truncated, what, expected: "a whole archive", remedy: Self.again)
  }

  func damaged(_ what: String, expected: String) -> ReleaseError {
    error(.damaged, what, expected: expected, remedy: Self.again)
  }

  func encrypted() -> ReleaseError {
    error(
      .encrypted, "is encrypted", expected: "an entry without a password", remedy: Self.unpack)
  }

  func method(_ method: UInt16) -> ReleaseError {
    error(
      .unknownMethod, "is compressed by method \(method)",
      expected: "0 (stored) or 8 (deflate)", remedy: Self.unpack)
  }

  func size(_ what: String, declared: Int) -> ReleaseError {
    error(
      .sizeMismatch, what, expected: "\(grouped(declared)) as the directory says",
      remedy: Self.again)
  }

  func checksum(found: UInt32, declared: UInt32) -> ReleaseError {
    error(
      .checksum, "has the CRC-32 \(String(found, radix: 16))",
      expected: String(declared, radix: 16), remedy: Self.again)
  }

  func bomb(_ what: String, expected: String) -> ReleaseError {
    error(
      .bomb, what, expected: expected,
      remedy: "check where the archive comes from; if it is right, unpack it and give the folder")
  }

  func unsafePath(_ name: String) -> ReleaseError {
    let bytes = Array(name.utf8)
    return error(
      .unsafePath, "entry \(quoted(bytes.span, bytes.indices)) leads out of the archive",
      expected: "names below its root", remedy: "do not unpack it; get the release from its source")
  }

  func duplicate(_ other: String) -> ReleaseError {
    error(
      .duplicateEntry, "holds the same table as \(other)", expected: "one file a table",
      remedy: Self.again)
  }

  func multiDisk() -> ReleaseError {
    error(
      .multiDisk, "is one part of several", expected: "an archive in one file",
      remedy: "join the parts, for example with zip -s 0, or get it in one file")
  }

  func memory(_ size: Int) -> ReleaseError {
    error(
      .outOfMemory, "needs \(grouped(size)) bytes of memory", expected: "that much to be free",
      remedy: "unpack the archive and give the folder")
  }

  private func error(
    _ code: ReleaseError.Code, _ found: String, expected: String, remedy: String
  ) -> ReleaseError {
    ReleaseError(
      code, file: archive, found: (entry.map { $0 + " " } ?? "") + found, expected: expected,
      remedy: remedy)
  }
}
