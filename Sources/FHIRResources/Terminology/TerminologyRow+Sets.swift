// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension ValueSetResource {
  /// Returns the row of this value set.
  ///
  /// - Parameters:
  ///   - file: What to name the document.
  ///   - inline: The code system that a value set of DSTU2 defines.
  /// - Returns: Cells in the order of ``TerminologyRow/systemColumns``.
  public func row(file: String, inline: CodeSystemResource? = nil) -> TerminologyRow {
    let entries = expansion?.entries ?? []
    let listed = clauses.flatMap(\.concepts)
    var cells =
      inline?.row(file: file).cells
      ?? [file, "ValueSet", url ?? "", version ?? "", status ?? "", "", ""]
      + [String](repeating: "0", count: 11)
    let depth = max(Int(cells[8]) ?? 0, entries.map(\.depth).max() ?? 0)
    let designations =
      (Int(cells[9]) ?? 0) + (listed + entries).reduce(0) { $0 + $1.designations.count }
    cells[8] = String(depth)
    cells[9] = String(designations)
    cells[12] = String(listed.count)
    cells[13] = String(clauses.reduce(0) { $0 + $1.filters.count })
    cells[14] = String(entries.count)
    return TerminologyRow(cells: cells)
  }

  /// Returns one row per code that a rule lists or the expansion holds, in document order.
  ///
  /// - Parameter file: What to name the document.
  /// - Returns: Cells in the order of ``TerminologyRow/conceptColumns``.
  public func entryRows(file: String) -> [TerminologyRow] {
    let listed = clauses.flatMap { clause in
      clause.concepts.map { $0.row(file: file, kind: clause.isExcluded ? "exclude" : "include") }
    }
    let entries = expansion?.entries ?? []
    return listed
      + entries.map { entry in
        entry.row(
          file: file, kind: "expansion", parent: entry.parent.flatMap { entries[$0].code } ?? "")
      }
  }
}

extension ValueSetResource.Entry {
  fileprivate func row(file: String, kind: String, parent: String = "") -> TerminologyRow {
    TerminologyRow(cells: [
      file, kind, parent, "\(system ?? "")|\(code ?? "")", display ?? "",
      TerminologyRow.list(designations.map(\.summary)), "[]",
    ])
  }
}

extension ConceptMapResource {
  /// Returns the row of this map.
  ///
  /// - Parameter file: What to name the document.
  /// - Returns: Cells in the order of ``TerminologyRow/systemColumns``.
  public func row(file: String) -> TerminologyRow {
    let elements = groups.flatMap(\.elements)
    let counts = [
      0, 0, 0, 0, 0, 0, 0, 0, hasGroups ? groups.count : 0, elements.count,
      elements.reduce(0) { $0 + $1.targets.count },
    ]
    return TerminologyRow(
      cells: [file, "ConceptMap", url ?? "", version ?? "", status ?? "", "", ""]
        + counts.map { String($0) })
  }

  /// Returns one row per mapping, and one per code that nothing corresponds to, in document order.
  ///
  /// - Parameter file: What to name the document.
  /// - Returns: Cells in the order of ``TerminologyRow/conceptColumns``.
  public func mappingRows(file: String) -> [TerminologyRow] {
    groups.flatMap(\.elements).flatMap { element in
      let source = "\(element.system ?? "")|\(element.code ?? "")"
      if element.hasNoMap {
        return [TerminologyRow(cells: [file, "map", source, "", "noMap=true", "[]", "[]"])]
      }
      return element.targets.map { target in
        TerminologyRow(cells: [
          file, "map", source, "\(target.system ?? "")|\(target.code ?? "")",
          target.literal ?? "", "[]", "[]",
        ])
      }
    }
  }
}

extension NamingSystemResource {
  /// Returns the row of this registration; it has no columns of its own.
  ///
  /// - Parameter file: What to name the document.
  /// - Returns: Cells in the order of ``TerminologyRow/systemColumns``.
  public func row(file: String) -> TerminologyRow {
    TerminologyRow(
      cells: [file, "NamingSystem", url ?? "", version ?? "", status ?? "", "", ""]
        + [String](repeating: "0", count: 11))
  }
}

extension CodeSystemConcept.Designation {
  /// Language, use and value in one cell.
  var summary: String { "\(language ?? "")|\(use?.code ?? "")|\(value ?? "")" }
}
