// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import JSONText
internal import MedicationModel

extension DrugMatch {
  /// Writes the match as one JSON object; see Data/Schemas/match.schema.json.
  ///
  /// - Parameters:
  ///   - json: Where to.
  ///   - line: The line of the input that the text came from.
  ///   - release: The release that the catalog was built from (S23).
  ///   - limit: The most candidates that are written.
  public func write(
    to json: inout JSONWriter, line: Int? = nil, release: ReleaseIdentity, limit: Int
  ) {
    json.beginObject()
    json.member("schema", 1)
    json.member("line", line)
    json.member("text", text)
    json.member("verdict", verdict.rawValue)
    json.member("reason", reason?.rawValue)
    json.key("score")
    json.number(raw: Self.number(score))
    json.member("asked", asked.rawValue)
    json.member("given", given?.rawValue)
    json.key("candidates")
    json.beginArray()
    for candidate in candidates.prefix(limit) { candidate.write(to: &json) }
    json.endArray()
    json.key("substitutions")
    json.beginArray()
    for substitution in substitutions {
      json.beginObject()
      json.member("written", substitution.written)
      json.member("read", substitution.read)
      json.member("kind", substitution.kind.rawValue)
      json.endObject()
    }
    json.endArray()
    json.member("unknownWords", unknownWords)
    json.member("strengths", strengths)
    json.member("truncated", isTruncated)
    json.key("release")
    json.beginObject()
    json.member("name", release.name)
    json.member("date", release.date)
    json.member("official", release.isOfficial)
    json.endObject()
    json.endObject()
  }

  /// The score with at most three digits behind the point.
  public var scoreText: String { Self.number(score) }

  /// A number from 0 to 1 with three digits.
  static func number(_ value: Double) -> String {
    let thousandths = Int((min(1, max(0, value)) * 1000).rounded())
    if thousandths >= 1000 { return "1" }
    let digits = String(thousandths)
    let text = "0." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    var end = text[...]
    while end.last == "0" { end.removeLast() }
    return end.last == "." ? "0" : String(end)
  }
}

extension DrugMatch.Candidate {
  /// The score with at most three digits behind the point.
  public var scoreText: String { DrugMatch.number(score) }

  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("rxcui", concept.code?.description)
    json.member("name", concept.name)
    json.member("tty", concept.termType.rawValue)
    json.member("status", concept.status.rawValue)
    json.key("score")
    json.number(raw: DrugMatch.number(score))
    json.member("level", level.rawValue)
    json.member("matched", matched.map(\.rawValue))
    json.member("unmatched", unmatched.map(\.rawValue))
    json.endObject()
  }
}
