// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An entry of a file whose bytes are at hand and were not looked at.
///
/// Finding entries is the work of one thread; reading them can be shared by several.
public struct UnreadLabel: Sendable {
  enum Content: Sendable {
    case spl([UInt8])
    case object(OpenFDAPiece)
    case skipped(String)
    case failed(LabelError)
  }

  /// The file, with the member of an archive behind it.
  public let file: String
  let content: Content

  init(file: String, _ content: Content) {
    self.file = file
    self.content = content
  }

  /// How many bytes are to be read.
  public var byteCount: Int {
    switch content {
    case .spl(let bytes): bytes.count
    case .object(let piece): piece.bytes.count
    case .skipped, .failed: 0
    }
  }

  /// Reads it.
  public func item() -> LabelFiles.Item {
    switch content {
    case .skipped(let reason): return .skipped(file: file, reason: reason)
    case .failed(let error): return .failed(error)
    case .spl(let bytes):
      do {
        switch try SPLReader.label(bytes, file: file) {
        case .label(let label): return .label(label)
        case .skipped(let reason): return .skipped(file: file, reason: reason)
        }
      } catch {
        return .failed(error)
      }
    case .object(let piece):
      switch OpenFDAReader.read(piece, file: file) {
      case .success(.label(let label)): return .label(label)
      case .success(.skipped(let reason)):
        return .skipped(file: file + piece.suffix, reason: reason)
      case .failure(let error): return .failed(error)
      }
    }
  }
}
