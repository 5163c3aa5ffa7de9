// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import JSONText
internal import MedicationModel

extension ReleaseSpan {
  /// Writes the first and the last known release that hold something.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("first")
      first.write(to: &json)
      json.key("last")
      last.write(to: &json)
      json.member("fromOldest", isFromOldest)
      json.member("current", isCurrent)
    }
  }
}

extension ConceptHistory {
  /// Writes what became of the code, with what the known releases hold of it.
  ///
  /// The shape is that of the member `concept` of `history.schema.json`.
  ///
  /// - Parameters:
  ///   - json: Where to.
  ///   - catalog: The catalog that the history is of.
  public func write(to json: inout JSONWriter, with catalog: Catalog) {
    let concept = catalog.concept(for: asked).flatMap { $0.code == nil ? nil : $0 }
    json.object { json in
      json.member("rxcui", asked.rawValue < 90_000_000 ? asked.description : nil)
      json.member("status", status.rawValue)
      json.key("concept")
      if let concept { concept.writeReference(to: &json) } else { json.null() }
      json.key("successors")
      json.array { json in
        for successor in successors {
          writeMembers(of: successor, to: &json) { json in
            json.member("path", path(to: successor).map(\.description))
          }
        }
      }
      json.key("activeSuccessors")
      json.array { json in
        for successor in activeSuccessors { successor.writeReference(to: &json) }
      }
      json.key("related")
      json.array { json in
        for relative in related {
          writeMembers(of: relative.concept, to: &json) { json in
            json.member("of", relative.of.code?.description)
            json.member("relationship", relative.relationship.rawValue)
          }
        }
      }
      json.member("deadEnds", deadEnds.filter { $0.rawValue < 90_000_000 }.map(\.description))
      writeArchivedNames(to: &json)
      writeTimeline(catalog, to: &json)
    }
  }

  private func writeMembers(
    of concept: Concept, to json: inout JSONWriter, _ more: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("rxcui", concept.code?.description)
      json.member("name", concept.name)
      json.member("tty", concept.termType.rawValue)
      json.member("status", concept.status.rawValue)
      more(&json)
    }
  }

  private func writeTimeline(_ catalog: Catalog, to json: inout JSONWriter) {
    let timeline = catalog.timeline(of: asked)
    json.key("seen")
    if let timeline { timeline.seen.write(to: &json) } else { json.null() }
    json.key("runs")
    json.array { json in
      for run in timeline?.runs ?? [] { run.write(to: &json) }
    }
    json.key("names")
    json.array { json in
      for name in timeline?.names ?? [] {
        json.object { json in
          json.member("text", name.text)
          json.member("tty", name.termType.rawValue)
          json.member("suppress", String(name.suppress))
          json.key("releases")
          name.releases.write(to: &json)
        }
      }
    }
    json.key("ndcs")
    json.array { json in
      for (ndc, releases) in catalog.ndcSpans(of: asked) {
        json.object { json in
          json.member("ndc", ndc.digits)
          json.key("releases")
          releases.write(to: &json)
        }
      }
    }
  }
}

extension NDCHistory {
  /// Writes the code, its status and whose it is and was as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("ndc", ndc.digits)
      json.member("status", status.rawValue)
      json.key("owners")
      json.array { json in
        for owner in owners {
          json.object { json in
            json.member("rxcui", owner.code?.description)
            json.member("name", owner.concept?.name)
            json.member("tty", owner.concept?.termType.rawValue)
            json.member("status", owner.concept?.status.rawValue)
            json.key("releases")
            owner.releases.write(to: &json)
          }
        }
      }
      json.key("alienConcepts")
      json.array { json in
        for concept in alienConcepts { concept.writeReference(to: &json) }
      }
    }
  }
}
