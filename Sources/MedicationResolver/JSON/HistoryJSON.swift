// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import JSONText
internal import MedicationModel

extension ConceptHistory {
  /// Writes what became of the code as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", asked.description)
      json.member("status", status.rawValue)
      json.key("successors")
      json.array { json in
        for successor in successors { successor.writeReference(to: &json) }
      }
      json.key("steps")
      json.array { json in
        for step in steps {
          json.object { json in
            json.member("from", printable(step.from))
            json.member("to", printable(step.to))
          }
        }
      }
      json.member("deadEnds", deadEnds.compactMap { printable($0) })
      writeArchivedNames(to: &json)
    }
  }

  /// Writes the member with the names that the code had.
  func writeArchivedNames(to json: inout JSONWriter) {
    json.key("archivedNames")
    json.array { json in
      for name in archivedNames {
        json.object { json in
          json.member("text", name.text)
          json.member("tty", name.termType.rawValue)
          json.member("source", name.source)
          json.member("lastReleased", name.lastReleased)
        }
      }
    }
  }

  /// A code on the way as it may be printed.
  ///
  /// Numbers from 90000000 tie a reconstructed release together; RxNorm has
  /// not yet assigned any, so one that is no live code is not shown.
  private func printable(_ rxcui: RxCUI) -> String? {
    if let live = successors.first(where: { $0.rxcui == rxcui }) { return live.code?.description }
    return rxcui.rawValue < 90_000_000 || rxcui == asked ? rxcui.description : nil
  }
}

extension ReleaseIdentity {
  /// Writes name, date and whether it is NLM's own as one JSON object (S23), and what was left out.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("date", date)
      json.member("official", isOfficial)
      if !leftOut.isEmpty { json.member("leftOut", leftOut.names) }
    }
  }
}
