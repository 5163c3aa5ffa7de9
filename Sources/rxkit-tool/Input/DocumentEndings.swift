// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// What names of FHIR documents end with, for the walk of a folder.
enum DocumentEndings {
  /// Endings of documents, plain and gzip; other files of a folder are passed over and counted.
  static let all = [".json", ".ndjson", ".jsonl", ".xml", ".txt"].flatMap { [$0, $0 + ".gz"] }
  /// Endings of archives, which are read where they are named themselves.
  static let archives = [".zip", ".tar", ".tar.gz", ".tgz"]
}
