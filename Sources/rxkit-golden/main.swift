// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation

// rxkit-golden CATALOG FILE.tsv
//
// Prints id, answer and verdict of each question, and the count. The expected
// column is compared after the answer is made. Exit status 1 if any differs.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: rxkit-golden CATALOG FILE.tsv\n".utf8))
  exit(2)
}
do {
  let catalog = try Catalog(contentsOf: arguments[1])
  let text = try String(contentsOfFile: arguments[2], encoding: .utf8)
  var right = 0
  var total = 0
  for line in text.split(separator: "\n") {
    guard let question = GoldenQuestion(line: line) else { continue }
    let answer = question.answer(from: catalog)
    let verdict = answer == question.expected ? "right" : "wrong"
    total += 1
    if verdict == "right" { right += 1 }
    let note = verdict == "right" ? "" : "\texpected \(question.expected)"
    print("\(question.id)\t\(answer ?? "unknown kind")\t\(verdict)\(note)")
  }
  try catalog.throwIfDamaged()
  print("\(right) of \(total) right (\(catalog.release.name))")
  exit(right == total ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(3)
}
