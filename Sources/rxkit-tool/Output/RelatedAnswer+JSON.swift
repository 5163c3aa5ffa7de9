// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

extension RelatedAnswer {
  /// Writes the answer as one JSON object, in the shape of `related.schema.json`.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("asked", asked.map(\.text))
      json.member("question", question)
      json.member("answered", isAnswered)
      json.key("starts")
      json.array { json in
        for start in starts { Self.writeStart(start, to: &json) }
      }
      json.key("history")
      if let history { history.write(to: &json) } else { json.null() }
      json.key("groups")
      json.array { json in
        for group in groups { Self.write(group, to: &json) }
      }
      json.key("subsumption")
      if let subsumption {
        json.object { json in
          json.member("outcome", subsumption.answer.outcome.rawValue)
          json.member("basis", subsumption.basis.rawValue)
          json.key("other")
          Self.writeReference(to: subsumption.other, in: &json)
          json.key("way")
          Self.write(subsumption.answer.way, to: &json)
        }
      } else {
        json.null()
      }
      json.member("problem", problem)
      json.key("release")
      release.write(to: &json)
    }
  }

  private static func writeStart(_ start: Concept, to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", start.code?.description)
      json.member("name", start.name)
      json.member("tty", start.termType.rawValue)
      json.member("status", start.status.rawValue)
      json.member("cardinality", start.generalCardinality?.rawValue)
    }
  }

  private static func write(_ group: Group, to json: inout JSONWriter) {
    json.object { json in
      json.member("tty", group.termType?.rawValue)
      json.member("relationship", group.relationship?.rawValue)
      json.key("path")
      if let path = group.path {
        json.array { json in
          for stop in path.stops { json.string(stop.rawValue) }
        }
      } else {
        json.null()
      }
      json.member("evidence", group.path?.evidence)
      json.key("concepts")
      json.array { json in
        for member in group.members { write(member, to: &json) }
      }
    }
  }

  private static func write(_ member: Member, to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", member.concept?.code?.description)
      json.member("name", member.name)
      json.member("tty", member.concept?.termType.rawValue)
      json.member("status", member.concept?.status.rawValue)
      json.member("count", member.count)
      json.member("quantity", member.quantity)
      json.key("way")
      if let way = member.way { write(way, to: &json) } else { json.null() }
    }
  }

  private static func write(_ way: [RelationStep], to json: inout JSONWriter) {
    json.array { json in
      for step in way {
        json.object { json in
          json.key("from")
          writeReference(to: step.from, in: &json)
          json.member("relationship", step.relationship.rawValue)
          json.key("to")
          writeReference(to: step.to, in: &json)
        }
      }
    }
  }

  private static func writeReference(to concept: Concept, in json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", concept.code?.description)
      json.member("name", concept.name)
      json.member("tty", concept.termType.rawValue)
    }
  }
}
