// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds arbitrary bytes to the readers of labels: SPL, openFDA's JSON and the markup of tables.
// libFuzzer calls this function; a trap, a hang or a broken promise below is a finding.
// Scripts/fuzz Labels builds and runs it.

@testable import DrugLabels

/// Reads the input as everything that a label can be, and checks what must hold for every label.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLabels(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let document = try? SPLReader.label(bytes, file: "fuzz.xml"), case .label(let label) = document
  {
    check(label)
  }
  for document in OpenFDAReader.labels(bytes, file: "fuzz.json") {
    if case .success(.label(let label)) = document { check(label) }
  }
  check(TableMarkup.grid(bytes))
  // However a text is cut into parts, its objects are the same.
  let whole = pieces(bytes, size: max(count, 1))
  precondition(pieces(bytes, size: 1) == whole && pieces(bytes, size: 7) == whole)
  return 0
}

private func pieces(_ bytes: [UInt8], size: Int) -> [String] {
  var pieces = OpenFDAPieces(named: "fuzz.json")
  var found: [String] = []
  func drain() {
    while let piece = pieces.next() {
      switch piece {
      case .success(let piece): found.append("\(piece.suffix) \(piece.line) \(piece.bytes)")
      case .failure(let error): found.append(error.description)
      }
    }
  }
  for start in stride(from: 0, to: bytes.count, by: size) {
    pieces.append(Array(bytes[start..<min(start + size, bytes.count)]))
    drain()
  }
  pieces.end()
  drain()
  return found
}

private func check(_ label: DrugLabel) {
  for (index, section) in label.sections.enumerated() {
    precondition(section.parent.map { $0 >= 0 && $0 < index } ?? true, "parents stand before")
    check(section.text)
    check(section.highlight)
    for table in section.tables + section.highlightTables { check(table) }
  }
}

private func check(_ text: LabelText) {
  var end = 0
  for block in text.blocks {
    precondition(block.range.lowerBound >= end && !block.range.isEmpty, "blocks are in order")
    end = block.range.upperBound
  }
  precondition(end == text.utf8.count, "nothing stands behind the last block")
}

private func check(_ table: TableGrid) {
  precondition(table.parts.count == table.rows.count)
  let places = table.rows.map(\.count).reduce(0, +)
  precondition(places <= 2 * GridBuilder.placeLimit, "spans cannot fill the memory")
  let width = table.rows.first?.count ?? 0
  if places < GridBuilder.placeLimit {
    precondition(table.rows.allSatisfy { $0.count == width }, "rows are equally long")
  }
}
