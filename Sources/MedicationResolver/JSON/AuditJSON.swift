// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import JSONText
internal import MedicationModel

extension AuditReport {
  /// Writes what was read and how often each kind was met, as one JSON object.
  public func writeSummary(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("kind", "summary")
      json.member("records", tallies.records)
      json.member("recordsWithoutCoding", tallies.recordsWithoutCoding)
      json.member("codings", tallies.codings)
      json.member("rxNorm", tallies.rxNorm)
      json.member("ndc", tallies.ndc)
      json.member("notExamined", tallies.other)
      json.member("flagged", tallies.flagged)
      json.key("counts")
      json.array { json in
        for kind in AuditFinding.Kind.allCases {
          let count = count(of: kind)
          if count == 0 { continue }
          json.object { json in
            json.member("kind", kind.rawValue)
            json.member("count", count)
          }
        }
      }
      json.key("release")
      release.write(to: &json)
      json.key("knownReleases")
      json.array { json in
        for release in knownReleases { release.write(to: &json) }
      }
    }
  }
}

extension AuditFinding {
  /// Writes the finding as one JSON object of the shape of `audit.schema.json`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("severity", severity.rawValue)
      json.member("count", count)
      json.member("system", system)
      json.member("code", code)
      json.member("display", display)
      json.member("name", name)
      json.member("tty", termType?.rawValue)
      json.member("status", status?.rawValue)
      json.member("message", message)
      json.key("proposals")
      json.array { json in
        for proposal in proposals { proposal.write(to: &json) }
      }
      json.key("places")
      json.array { json in
        for place in places {
          json.object { json in
            json.member("file", place.file)
            json.member("line", place.line)
            json.member("path", place.path)
          }
        }
      }
    }
  }
}

extension AuditFinding.Proposal {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("reason", reason.rawValue)
      json.member("rxcui", concept.code?.description)
      json.member("name", concept.name)
      json.member("tty", concept.termType.rawValue)
      json.member("status", concept.status.rawValue)
      json.key("changes")
      guard let changes else { return json.null() }
      json.array { json in
        for change in changes { json.string(change) }
      }
    }
  }
}
