// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import JSONText
internal import MedicationModel

extension ReleaseComparison.Change {
  /// Writes the change as one JSON object of the shape of `diff.schema.json`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("rxcui", code.description)
      json.key("old")
      Self.write(old, to: &json)
      json.key("new")
      Self.write(new, to: &json)
      json.member("status", status.rawValue)
      json.key("successors")
      json.array { json in
        for successor in successors { successor.writeReference(to: &json) }
      }
      json.key("related")
      json.array { json in
        for relative in relatives { relative.writeReference(to: &json) }
      }
      json.key("relations")
      json.array { json in
        for relation in relations {
          json.object { json in
            json.member("change", relation.isAdded ? "added" : "removed")
            json.member("aspect", relation.aspect.rawValue)
            json.member("relationship", relation.relationship.rawValue)
            json.key("target")
            relation.target.writeReference(to: &json)
          }
        }
      }
      json.member("spellingOnly", isSpellingOnly)
    }
  }

  private static func write(
    _ snapshot: ReleaseComparison.Snapshot?, to json: inout JSONWriter
  ) {
    guard let snapshot else { return json.null() }
    json.object { json in
      json.member("name", snapshot.name)
      json.member("tty", snapshot.termType.rawValue)
      json.member("status", snapshot.status.rawValue)
    }
  }
}

extension NDCChange {
  /// Writes the change as one JSON object of the shape of `diff.schema.json`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("ndc", ndc.digits)
      json.key("old")
      json.array { json in
        for concept in old { concept.writeReference(to: &json) }
      }
      json.key("new")
      json.array { json in
        for concept in new { concept.writeReference(to: &json) }
      }
      json.member("byRemapping", isByRemapping)
    }
  }
}
