// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import RxNormRelease

/// The labels of files, folders and archives, one after the other.
///
/// ```swift
/// var files = LabelFiles(paths: ["dm_spl_release_human_rx_part1.zip", "drug-label.json.gz"])
/// while let item = try files.next() {
///   if case .label(let label) = item { … }
/// }
/// ```
///
/// The kind of a file is detected from its content: SPL, openFDA's JSON in any of its forms, a gzip
/// of either, a zip of any of them, or DailyMed's zip of zips. Folders are read in the order of
/// their names, archives in the order of their directory. Files with names of images and the like
/// are skipped without being unpacked. Every entry is a label, a reason or an error.
///
/// Labels of an archive or a gzip are given once all of it proved intact. Those from a pipe are
/// given as they arrive; if its gzip then turns out damaged, none of them may be used.
///
/// Memory is that of one label and of the directories of the archives that are open.
public struct LabelFiles: Sendable {
  /// What one entry turned out to be.
  public enum Item: Sendable, Hashable {
    case label(DrugLabel)
    /// No label; why.
    case skipped(file: String, reason: String)
    /// Something that cannot be read; reading continues after it.
    case failed(LabelError)
  }

  private static let depthLimit = 32

  /// A place whose entries are handed out.
  private enum Level: Sendable {
    case paths([String], next: Int, areGiven: Bool)
    case archive(ZipFile, name: String, next: Int)
    case objects(LabelBytes, OpenFDAPieces)
  }

  private var levels: [Level]

  /// Makes a reader of paths; `-` is standard input.
  public init(paths: [String]) {
    levels = [.paths(paths, next: 0, areGiven: true)]
  }

  /// Reads the next entry; `nil` after the last one.
  public mutating func next() throws(LabelError) -> Item? { try nextUnread()?.item() }

  /// Finds the next entry without reading what it says, which other threads can do.
  public mutating func nextUnread() throws(LabelError) -> UnreadLabel? {
    while let level = levels.popLast() {
      switch level {
      case .paths(let paths, let next, let areGiven):
        guard next < paths.count else { continue }
        levels.append(.paths(paths, next: next + 1, areGiven: areGiven))
        if let found = try open(paths[next], isGiven: areGiven) { return found }
      case .archive(let archive, let name, let next):
        guard next < archive.members.count else {
          archive.forget()
          continue
        }
        levels.append(.archive(archive, name: name, next: next + 1))
        if let found = member(next, of: archive, name) { return found }
      case .objects(let bytes, let pieces):
        if let found = try object(bytes, pieces) { return found }
      }
    }
    return nil
  }

  /// Opens what is at a path; `nil` if its entries come next.
  private mutating func open(_ path: String, isGiven: Bool) throws(LabelError) -> UnreadLabel? {
    do throws(LabelError) {
      if path != "-", let names = try Self.names(in: path) {
        guard levels.count < Self.depthLimit else { throw .depth(path) }
        let folder = path.hasSuffix("/") ? path : path + "/"
        levels.append(.paths(names.map { folder + $0 }, next: 0, areGiven: false))
        return nil
      }
      if !isGiven, let reason = EntryName.reason(path) {
        return UnreadLabel(file: path, content: .skipped(reason))
      }
      var bytes = try LabelBytes(path: path)
      return try open(&bytes, path, from: nil)
    } catch {
      // A path that was given and cannot be opened is the caller's matter.
      if isGiven, error.code.hasPrefix("input.") { throw error }
      return UnreadLabel(file: path, content: .failed(error))
    }
  }

  /// The sorted names in a folder; `nil` if the path is not a folder.
  private static func names(in path: String) throws(LabelError) -> [String]? {
    do throws(FileAccessError) {
      return try pathKind(path) == .folder ? try namesInFolder(path) : nil
    } catch {
      throw LabelError(
        "input.unreadable", path, found: error.reason, expected: "",
        try: error.isMissing ? "check the spelling of the path" : nil)
    }
  }

  private mutating func member(_ index: Int, of archive: ZipFile, _ name: String) -> UnreadLabel? {
    let member = archive.members[index]
    let file = "\(name):\(member.name)"
    if member.name.hasSuffix("/") { return nil }
    if let reason = EntryName.reason(member.name) {
      return UnreadLabel(file: file, content: .skipped(reason))
    }
    do throws(LabelError) {
      var bytes = try LabelBytes(member: index, of: archive, file: file)
      return try open(&bytes, file, from: (archive, index))
    } catch { return UnreadLabel(file: file, content: .failed(error)) }
  }

  private mutating func open(
    _ bytes: inout LabelBytes, _ file: String, from outer: (archive: ZipFile, index: Int)?
  ) throws(LabelError) -> UnreadLabel? {
    switch LabelFormat(try bytes.beginning()) {
    case .empty: return UnreadLabel(file: file, content: .skipped("an empty file"))
    case .unknown:
      return UnreadLabel(file: file, content: .skipped("neither SPL nor openFDA's JSON"))
    case .xml: return UnreadLabel(file: file, content: .spl(try bytes.whole()))
    case .json:
      if let outer { try LabelBytes.check(member: outer.index, of: outer.archive, file: file) }
      levels.append(.objects(bytes, OpenFDAPieces(named: file)))
      return nil
    case .zip:
      guard levels.count < Self.depthLimit else { throw .depth(file) }
      guard !bytes.isGzip, file != "-" else {
        return UnreadLabel(file: file, content: .skipped("a zip within a gzip or from a pipe"))
      }
      levels.append(.archive(try Self.archive(file, in: outer), name: file, next: 0))
      return nil
    }
  }

  private static func archive(
    _ file: String, in outer: (archive: ZipFile, index: Int)?
  ) throws(LabelError) -> ZipFile {
    do throws(ReleaseError) {
      guard let outer else { return try ZipFile(path: file) }
      return try outer.archive.archive(at: outer.index)
    } catch { throw LabelError(error, file: file) }
  }

  private mutating func object(
    _ bytes: LabelBytes, _ pieces: OpenFDAPieces
  ) throws(LabelError) -> UnreadLabel? {
    var (bytes, pieces) = (bytes, pieces)
    do throws(LabelError) {
      while true {
        if let piece = pieces.next() {
          levels.append(.objects(bytes, pieces))
          let file = bytes.file
          switch piece {
          case .success(let piece): return UnreadLabel(file: file, content: .object(piece))
          case .failure(let error): return UnreadLabel(file: file, content: .failed(error))
          }
        }
        let more = try bytes.next()
        if !more.isEmpty {
          pieces.append(more)
        } else if pieces.isEnded {
          return nil
        } else {
          pieces.end()
        }
      }
    } catch {
      // A file and a member were checked before: a pipe.
      if error.code.hasPrefix("gzip.") { throw error.afterWhatWasRead }
      return UnreadLabel(file: bytes.file, content: .failed(error))
    }
  }
}

extension LabelError {
  fileprivate static func depth(_ file: String) -> LabelError {
    LabelError(
      "labels.too-deep", file, found: "folders or archives within 32 others",
      expected: "labels further out", try: "unpack what is inside, and give its folder")
  }
}
