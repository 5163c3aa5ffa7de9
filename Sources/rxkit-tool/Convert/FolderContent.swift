// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams

/// What the files of a folder are, and of the folders in it.
struct FolderContent {
  /// The documents in byte order.
  private(set) var documents: [String] = []
  /// The manifests of bulk exports.
  private(set) var manifests: [(path: String, manifest: ExportManifest)] = []
  /// How many files are no documents.
  private(set) var passedOver: Int
  /// Archives, which are read only where they are named themselves.
  let archives: [String]
  /// What could not be listed.
  let failures: [CommandFailure]
  private let folder: String

  /// Looks through a folder.
  init(_ folder: String) {
    self.folder = folder
    let walk = FolderWalk(
      folder, endings: DocumentEndings.all, settingAside: DocumentEndings.archives)
    failures = walk.failures
    archives = walk.setAside
    passedOver = walk.skippedCount
    let folders = ConvertInputs.foldersOfLines(walk.files)
    for path in walk.files {
      let isNamed = folders.contains(ConvertInputs.folder(of: path))
      if let manifest = ConvertInputs.manifest(path, isNamed: isNamed) {
        manifests.append((path, manifest))
      } else if ConvertInputs.isLog(path) || ConvertInputs.isOtherText(path) {
        passedOver += 1
      } else {
        documents.append(path)
      }
    }
  }

  /// Says that there is nothing to read, and what was passed over (S1); `nil` if there is.
  var emptyNote: String? {
    guard documents.isEmpty, manifests.isEmpty, failures.isEmpty else { return nil }
    let others = passedOver + archives.count
    let counted = DisplayText.counted(
      others, "skipped file", "skipped files")
    let more = others == 0 ? "" : ", only \(counted)"
    return "\(folder): a folder that holds no document\(more)  [input.empty-folder]"
  }
}
