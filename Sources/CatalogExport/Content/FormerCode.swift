// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// A code that the release names as gone, and what became of it.
struct FormerCode {
  let code: RxCUI
  let history: ConceptHistory
  /// Its last name in the archive of a source that may be shown: RXNORM's main name, if any.
  let name: ArchivedName?
}

extension ExportContent {
  /// The former codes, sorted, one at a time.
  ///
  /// Codes that only restricted sources ever named, and placeholders, are not among them.
  var formerCodes: some Sequence<FormerCode> {
    catalog.formerCodes.lazy.compactMap { code in
      guard shown(code.rawValue) != nil else { return nil }
      let history = catalog.history(of: code)
      let names = history.archivedNames.filter { permits($0.source) }
      if names.isEmpty, !history.archivedNames.isEmpty { return nil }
      let main = names.filter { $0.source == "RXNORM" && !$0.termType.isExtraName }
      let name = (main.isEmpty ? names : main).max { left, right in
        left.lastReleased.precedesInBytes(right.lastReleased)
      }
      return FormerCode(code: code, history: history, name: name)
    }
  }
}
