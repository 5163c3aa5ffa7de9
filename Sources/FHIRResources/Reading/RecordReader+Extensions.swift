// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

// Extensions are not read, but for what they say against the status: a reason,
// an adherence, an element of another version of FHIR (S10). Their addresses say
// what they are about.

/// What an extension of a resource says of its use.
struct UseExtension {
  /// The words, each for itself.
  var texts: [String] = []
  /// Whether it speaks of a status, and of nothing else.
  var isOfStatus = false
  /// Whether it is an element of another version that says that nothing is taken.
  var isNegation = false
  let node: JSONNode
}

extension RecordReader {
  /// Reads the extensions of the resource that hold words or an element of another version.
  mutating func useExtensions() -> [UseExtension] {
    guard let extensions = fields[.extension] else { return [] }
    var found: [UseExtension] = []
    for item in elements.oneOrMore(extensions) { read(item, within: "", into: &found) }
    return found
  }

  private mutating func read(
    _ item: JSONNode, within outer: String, into found: inout [UseExtension]
  ) {
    guard let url = item["url"]?.string, !url.hasPrefix(OwnExtension.base) else { return }
    let name = Self.lastName(of: url)
    var said = UseExtension(node: item)
    said.texts = words(of: item)
    said.isOfStatus = Self.stems.contains { (outer + name).contains($0) }
    said.isNegation =
      Self.negations.contains(name) && elements.flag(item["valueBoolean"]) ?? false
      || name == "taken" && said.texts.contains { $0 == "n" || $0 == "no" }
    if !said.texts.isEmpty || said.isNegation { found.append(said) }
    // The limit of depth bounds this.
    for inner in elements.oneOrMore(item["extension"]) {
      read(inner, within: outer + name, into: &found)
    }
  }

  private mutating func words(of item: JSONNode) -> [String] {
    var texts: [String] = []
    for name: StaticString in ["valueString", "valueMarkdown", "valueCode"] {
      if let text = item[name]?.string { texts.append(text) }
    }
    var concept = elements.concept(elements.object(item["valueCodeableConcept"]))
    if let coding = elements.object(item["valueCoding"]) {
      concept.codings.append(elements.coding(coding))
    }
    return texts + [concept.text].compactMap(\.self)
      + concept.codings.flatMap { [$0.display, $0.code].compactMap(\.self) }
  }

  /// `taken` of `…/extension-MedicationStatement.taken`, in lower case.
  private static func lastName(of url: String) -> String {
    let ends: Set<UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: ".")]
    let start = url.utf8.lastIndex { ends.contains($0) }.map { url.utf8.index(after: $0) }
    return url[(start ?? url.startIndex)...].lowercased()
  }

  private static let stems = [
    "status", "adheren", "complian", "taken", "discontin", "stop", "cancel", "cease", "refus",
  ]
  private static let negations: Set<String> = [
    "donotperform", "wasnottaken", "wasnotgiven", "nottaken", "notgiven", "notdone",
  ]
}
