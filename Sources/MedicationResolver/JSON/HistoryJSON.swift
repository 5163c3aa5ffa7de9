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
            json.member("from", step.from.description)
            json.member("to", step.to.description)
          }
        }
      }
      json.member("deadEnds", deadEnds.map(\.description))
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
  }
}

extension ReleaseIdentity {
  /// Writes name, date and whether it is NLM's own as one JSON object (S23).
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("date", date)
      json.member("official", isOfficial)
    }
  }
}
