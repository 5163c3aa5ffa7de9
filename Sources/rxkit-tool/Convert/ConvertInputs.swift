// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams

// Which documents see each other:
//
//   a file named by itself        its own lines
//   the files of one archive      each other, as those of a folder
//   NDJSON files of one folder    each other (a bulk export is such a folder)
//   --together                    all documents that are named, of any kind
//   --references                  besides, what these files hold
//
// In a set the order is that of the bytes of the paths.

/// The documents that arguments name, and what an export says about them.
struct ConvertInputs {
  /// A document and the folder whose NDJSON it belongs to.
  struct Document {
    let path: String
    var folder: String?
  }

  /// The documents in the order of the arguments, those of a folder in byte order.
  private(set) var inputs: [FHIRStream.Input] = []
  /// The size of all files; 0 if one has none, as standard input.
  private(set) var byteCount = 0
  /// How many files are not documents.
  private(set) var passedOver = 0
  /// What could not be listed or read.
  var failures: [CommandFailure] = []
  /// What a person should know about an export.
  var notes: [String] = []
  /// Whether an export says that it is not complete.
  var isIncomplete = false
  /// What exports say of the size of their files.
  var counts = ExportCounts()
  /// What exports say was deleted at the source, as `Type/id`.
  var deleted: Set<String> = []

  var documents: [Document] = []
  /// The archives that were added, and by what path first.
  private var archives: [FileStatus.Identity: String] = [:]
  private var archivesInFolders: [String] = []
  /// Files without Medication or Substance, according to a manifest.
  var withoutNeighbours: Set<String> = []

  init(_ invocation: Invocation) throws {
    try ArgumentLines.checkInput(invocation.arguments, of: invocation.command)
    for argument in invocation.arguments { add(argument) }
    noteArchivesInFolders()
    dropOutput(invocation.value(of: CommonOptions.output))
    dropRepeatedFiles()
    dropPackedCopies()
    var references: [String] = []
    for path in invocation.values(of: ConvertOptions.references) {
      references += referencePaths(path)
    }
    makeInputs(
      together: invocation.isSet(ConvertOptions.together), references: references,
      range: try invocation.byteRange(),
      firstLine: try invocation.count(of: ConvertOptions.firstLine),
      options: try invocation.streamOptions())
  }

  private mutating func add(_ argument: String) {
    if argument != "-", SystemCalls.isFolder(argument) {
      addFolder(argument)
    } else if let manifest = Self.manifest(argument, isNamed: true) {
      addExport(manifest, at: argument, among: nil)
    } else if argument != "-", PackedDocuments.isArchive(argument) {
      addArchive(argument)
    } else {
      documents.append(Document(path: argument))
    }
  }

  mutating func fail(_ code: String, _ message: String, try remedy: String) {
    failures.append(CommandFailure(.input, code, message, try: remedy))
  }

  /// An archive is a set as a folder is.
  private mutating func addArchive(_ archive: String) {
    // A path that does not exist is reported when it is unpacked.
    if let identity = try? SystemCalls.status(of: archive).identity {
      if let before = archives[identity] {
        notes.append(Self.repeated(archive, as: before))
        return
      }
      archives[identity] = archive
    }
    let packed = PackedDocuments(archive)
    take(packed)
    passedOver += packed.passedOver
    if packed.names.isEmpty, packed.passedOver == 0, packed.failures.isEmpty {
      notes.append("\(archive): an archive that holds no file  [input.empty-archive]")
    }
    for name in packed.names {
      if Self.isLog(name) || Self.isOtherText(name) {
        passedOver += 1
      } else if Self.isManifest(name) {
        passedOver += 1
        notes.append(
          "\(name): the manifest of an export; what it says of deletions and errors is not "
            + "followed within an archive: unpack it for that  [export.packed]")
      } else {
        documents.append(Document(path: name, folder: archive))
      }
    }
  }

  /// Takes over what went wrong with an archive.
  private mutating func take(_ packed: PackedDocuments) {
    failures += packed.failures
    if packed.mayBeCut {
      isIncomplete = true
      notes.append(packed.cutNote)
    }
  }

  private mutating func addFolder(_ folder: String) {
    let content = FolderContent(folder)
    failures += content.failures
    if let note = content.emptyNote { notes.append(note) }
    passedOver += content.passedOver
    archivesInFolders += content.archives
    documents += content.documents.map { Document(path: $0, folder: SystemCalls.folder(of: $0)) }
    for (path, manifest) in content.manifests {
      addExport(manifest, at: path, among: Set(content.documents))
    }
  }

  /// Archives that were found in folders are not read, unless they are named, too.
  private mutating func noteArchivesInFolders() {
    var found: Set<FileStatus.Identity> = []
    for path in archivesInFolders {
      guard let identity = try? SystemCalls.status(of: path).identity else { continue }
      if archives[identity] == nil { found.insert(identity) }
    }
    guard !found.isEmpty else { return }
    notes.append(
      DisplayText.counted(
        found.count, "archive was skipped; pass it explicitly",
        "archives were skipped; pass them explicitly") + "  [input.archive]")
  }

  /// The files that `--references` names: a folder means its documents.
  private mutating func referencePaths(_ path: String) -> [String] {
    if path != "-" {
      // Reported now, although a run in which no reference needs it could do without.
      do throws(SystemError) {
        guard try SystemCalls.status(of: path).kind != .folder else {
          let content = FolderContent(path)
          failures += content.failures
          if let note = content.emptyNote { notes.append(note) }
          return content.documents
        }
        if PackedDocuments.isArchive(path) {
          let packed = PackedDocuments(path)
          take(packed)
          return packed.names
        }
      } catch {
        failures.append(.unreadable(path, error))
        return []
      }
    }
    return [path]
  }

  /// A file that is named in two ways, or is found and named, gives its records once.
  private mutating func dropRepeatedFiles() {
    var first: [FileStatus.Identity: Int] = [:]
    var kept: [Document] = []
    for document in documents {
      // A path that does not exist is reported when it is read.
      let status = document.path == "-" ? nil : try? SystemCalls.status(of: document.path)
      let identity = status?.identity
      if let identity, let place = first[identity] {
        let before = kept[place].path
        counts.rename(document.path, to: before)
        if withoutNeighbours.remove(document.path) != nil { withoutNeighbours.insert(before) }
        // Found in a folder, it belongs to the set of that folder.
        if kept[place].folder == nil { kept[place].folder = document.folder }
        notes.append(Self.repeated(document.path, as: before))
        continue
      }
      if let identity { first[identity] = kept.count }
      kept.append(document)
    }
    documents = kept
  }

  /// A file next to its own gzip, as `gzip -k` leaves them, gives its records once, too.
  private mutating func dropPackedCopies() {
    let paths = Set(documents.map(\.path))
    documents.removeAll { document in
      guard NameEnding.has(document.path, oneOf: [".gz"]) else { return false }
      let plain = String(document.path.dropLast(3))
      guard paths.contains(plain), Self.holdSame(plain, document.path) else { return false }
      notes.append(
        "\(document.path): holds the same as \(plain); it is read once  [input.repeated]")
      return true
    }
  }

  /// A file to be replaced is in a folder of documents only by chance, and contains earlier
  /// records; if it is named as a document, it is meant as one.
  private mutating func dropOutput(_ output: String?) {
    guard let output, output != "-",
      let identity = try? SystemCalls.status(of: output).identity
    else { return }
    documents.removeAll { document in
      guard document.folder != nil,
        (try? SystemCalls.status(of: document.path).identity) == identity
      else { return false }
      notes.append("\(document.path): the output file; it is not read  [input.is-output]")
      return true
    }
  }

  // MARK: Sets

  private mutating func makeInputs(
    together: Bool, references: [String], range: Range<Int>?, firstLine: Int?,
    options: FHIRLineStream.Options
  ) {
    let groups = Dictionary(grouping: documents) { document in
      together ? "" : document.folder ?? document.path
    }
    var sets: [String: (set: FHIRSet, sources: [String: Int])] = [:]
    for (name, members) in groups {
      let isAlone = !together && members.allSatisfy { $0.folder == nil }
      if isAlone, references.isEmpty { continue }
      let paths = Set(members.map(\.path) + references).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      let empty = paths.indices.filter { withoutNeighbours.contains(paths[$0]) }
      let set = FHIRSet(
        paths, holdsDocuments: together || !references.isEmpty, withoutNeighbours: Set(empty),
        options: options)
      let sources = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
      sets[name] = (set, sources)
    }
    if range != nil, !counts.paths.isEmpty {
      counts = ExportCounts()
      notes.append("--range: the counts that the manifest of the export states are not compared")
    }
    let start = firstLine.map { FHIRLineStream.Place(offset: 0, line: $0) }
    inputs = documents.map { document in
      let set = sets[together ? "" : document.folder ?? document.path]
      return FHIRStream.Input(
        document.path, set: set.flatMap { set in set.sources[document.path].map { (set.set, $0) } },
        range: range, start: range == nil ? nil : start)
    }
    let sizes = documents.map { document in
      document.path == "-" ? nil : try? SystemCalls.status(of: document.path).byteCount
    }
    byteCount = sizes.contains(nil) ? 0 : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Drops the inputs before one, and begins that one at a place.
  mutating func begin(at input: Int, _ place: FHIRLineStream.Place?) {
    inputs.removeFirst(min(input, inputs.count))
    if !inputs.isEmpty { inputs[0].start = place }
  }
}
