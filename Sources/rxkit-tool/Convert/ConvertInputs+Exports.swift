// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams

// What the manifest of a bulk export says about the files next to it.

extension ConvertInputs {
  /// Takes over what a manifest says.
  mutating func addExport(_ manifest: ExportManifest, at path: String, among listed: Set<String>?) {
    let folder = SystemCalls.folder(of: path)
    // Paths of files begin as that of the manifest does, with `./` or without.
    let start = String(path.utf8.prefix(path.utf8.count - Self.nameCount(of: path))) ?? ""
    for place in manifest.withoutFile {
      fail(
        "export.bad-entry",
        "the manifest of the export in \(folder): \(place): no address of a file, expected one",
        try: "correct the manifest, or export again")
    }
    for place in manifest.badCounts {
      isIncomplete = true
      notes.append(
        "the manifest of the export in \(folder): \(place): no whole number, expected how many "
          + "resources the file holds; it is read and not compared  [export.bad-count]")
    }
    // What is an output is no list of deletions or errors, whatever those are called.
    var outputs: Set<String> = []
    for file in manifest.output {
      guard let path = find(file, from: start) else { continue }
      counts.state(file.count, of: path)
      guard outputs.insert(path).inserted else { continue }
      if listed?.contains(path) != true { documents.append(Document(path: path, folder: folder)) }
      let types = ["Medication", "MedicationKnowledge", "Substance"]
      if let type = file.type, !types.contains(type) { withoutNeighbours.insert(path) }
    }
    for file in manifest.deleted {
      guard let path = find(file, from: start, below: "deleted", besides: outputs) else { continue }
      documents.removeAll { $0.path == path }
      noteDeletions(path)
      noteCount(file.count, path)
    }
    for file in manifest.errors {
      guard let path = find(file, from: start, below: "error", besides: outputs) else { continue }
      documents.removeAll { $0.path == path }
      noteErrors(path)
      noteCount(file.count, path)
    }
  }

  /// Counts the resources of a file that gives no records.
  private mutating func noteCount(_ stated: Int?, _ path: String) {
    // A file that cannot be read is a failure already.
    guard let stated, let read = try? ExportManifest.resourceCount(in: path) else { return }
    counts.state(stated, of: path)
    counts.add(read, of: path)
  }

  private mutating func find(
    _ file: ExportManifest.File, from start: String, below inner: String? = nil,
    besides outputs: Set<String> = []
  ) -> String? {
    let places = [inner.map { start + $0 + "/" + file.name }, start + file.name].compactMap { $0 }
    if let path = places.flatMap({ [$0, $0 + ".gz"] }).first(where: {
      SystemCalls.exists($0) && !outputs.contains($0)
    }) {
      return path
    }
    fail(
      "export.missing-file",
      "\(start)\(file.name): listed in the manifest of the export, but not in its folder",
      try: "download it, or remove it from the manifest")
    return nil
  }

  private mutating func noteDeletions(_ path: String) {
    do {
      let deletions = try ExportManifest.deletions(in: path)
      deleted.formUnion(deletions.names)
      noteUnread(deletions.badLines, of: path, "a Bundle of deletions")
      for (line, place) in deletions.unusable {
        fail(
          "export.bad-deletion",
          "\(path):\(line): \(place): found no deletion, expected the method DELETE and the "
            + "address of a resource",
          try: "download the file again; until then, deleted resources may be included")
      }
      let medications = deletions.names.count { $0.hasPrefix("Medication") }
      notes.append(
        "\(path): the export says that "
          + DisplayText.counted(deletions.names.count, "resource was", "resources were")
          + " deleted at the source, \(DisplayText.grouped(medications)) of them about medications"
          + "  [deleted-at-source]")
    } catch { failures.append(error.failure) }
  }

  private mutating func noteErrors(_ path: String) {
    do {
      let (counts, badLines) = try ExportManifest.issues(in: path)
      noteUnread(badLines, of: path, "an OperationOutcome")
      let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      notes.append(
        "\(path): the export reports issues: "
          + (words.isEmpty ? "none" : words.joined(separator: ", ")) + "  [export.issues]")
      if counts["error"] != nil || counts["fatal"] != nil { isIncomplete = true }
    } catch { failures.append(error.failure) }
  }

  /// Says which lines of a file that gives no records could not be read.
  private mutating func noteUnread(_ lines: [Int], of path: String, _ expected: String) {
    for line in lines {
      failures.append(
        CommandFailure(
          .input, "bad-line", "\(path):\(line): found none, expected \(expected)",
          try: "download the file again"))
    }
  }
}

/// How many resources a manifest says are in the files of an export, and how many were read.
///
/// A download that was cut between two lines looks whole in every other way.
struct ExportCounts {
  /// By the path of the file.
  private var stated: [String: Int] = [:]
  private(set) var read: [String: Int] = [:]

  /// The files whose resources are to be counted.
  var paths: Set<String> { Set(stated.keys) }

  /// What manifests say, a line for each file in byte order.
  var statements: [String] {
    stated.map { "\($0) holds \($1)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Takes over what a manifest says of a file; `nil` where it says nothing.
  mutating func state(_ count: Int?, of path: String) {
    guard let count else { return }
    // A file that is named twice contains what both say only if they agree; the larger one counts.
    stated[path] = max(stated[path] ?? 0, count)
  }

  /// Notes that a file is read under another path of it.
  mutating func rename(_ path: String, to other: String) {
    guard path != other else { return }
    state(stated.removeValue(forKey: path), of: other)
  }

  /// Adds what was read of a file.
  mutating func add(_ count: Int, of path: String) {
    guard count > 0, stated[path] != nil else { return }
    read[path, default: 0] += count
  }

  /// Notes that a file was read to its end.
  ///
  /// One that contains what its manifest says is forgotten, so that a journal does not grow
  /// with the files that are done.
  mutating func end(_ path: String) {
    guard let expected = stated[path] else { return }
    if read[path] ?? 0 == expected {
      stated[path] = nil
      read[path] = nil
    } else {
      read[path, default: 0] += 0
    }
  }

  /// Takes over what an earlier run read.
  mutating func goOn(after read: [String: Int], ended: [String]) {
    for path in ended where read[path] == nil { stated[path] = nil }
    self.read.merge(read) { $1 }
  }

  /// A line for every file that contains another number than its manifest says, in byte order.
  var differences: [String] {
    stated.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.compactMap {
      path, stated in
      let read = read[path] ?? 0
      guard read != stated else { return nil }
      return "\(path): the file holds "
        + DisplayText.counted(read, "resource", "resources")
        + ", expected \(DisplayText.grouped(stated)), as the manifest of the export says; download "
        + "it again, or correct the manifest  [export.count]"
    }
  }
}
