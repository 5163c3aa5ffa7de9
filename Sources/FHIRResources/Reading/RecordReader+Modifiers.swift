// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reports implicit rules and modifier extensions: none is known here, so none is followed.
  mutating func readModifiers() {
    readModifiers(of: entry.resource, fields)
    if let medication, let fields = medicationFields {
      noteRepeatedNames(in: medication)
      readModifiers(of: medication, fields)
    }
    readSurroundings(of: origin)
    if let medicationOrigin, medicationOrigin.owner.resource != entry.resource {
      readSurroundings(of: medicationOrigin)
    }
  }

  /// Reports modifiers of the entry of a resource, and of what is around that.
  private mutating func readSurroundings(of origin: ReferenceOrigin) {
    if let wrapper = origin.owner.wrapper {
      if let extensions = wrapper["modifierExtension"], report(extensions) { raise(.notUnderstood) }
      for node in [wrapper, wrapper["request"]].compactMap(\.self)
      where RepeatedNames.mayChangeMeaning(node) {
        refuse(node, "a member name of its entry that occurs more than once")
      }
      if !ScopeEntry.deletes(wrapper), ScopeEntry.isRefused(wrapper) {
        refuse(wrapper, "its entry answers with an error")
      }
    }
    var scope: ResourceScope? = origin.scope
    while let current = scope {
      if current.isModified {
        elements.report(.modifierNotUnderstood, .warning, ResourceScope.modified)
        raise(.notUnderstood)
      }
      scope = current.outer
    }
  }

  /// Reports those of a resource that says what the record is about.
  mutating func readModifiers(of resource: JSONNode, _ fields: ResourceFields) {
    if elements.text(fields[.implicitRules]) != nil {
      elements.report(
        .modifierNotUnderstood, .warning, "implicit rules that are not known",
        at: fields[.implicitRules])
      raise(.notUnderstood)
    }
    for (field, name) in Self.withheldModifiers where fields[field]?.saysSomething != true {
      // A modifier that has only an extension may turn the meaning round.
      if let node = resource[name], node.saysSomething {
        refuse(node, "a modifier without a value")
      }
    }
    guard resource.mayContain("modifierExtension") else { return }
    // What is contained counts where it is referred to; a dosage withholds only itself.
    let (others, dosages) = (["contained", "extension"], ["dosageInstruction", "dosage"])
    for (name, value) in resource.members where !others.contains(where: name.isString) {
      var isModified = false
      for extensions in name.isString("modifierExtension") ? [value] : value.modifierExtensions {
        isModified = report(extensions) || isModified
      }
      if isModified, !dosages.contains(where: name.isString) { raise(.notUnderstood) }
    }
  }

  private mutating func report(_ extensions: JSONNode) -> Bool {
    let stated = extensions.items.filter(\.saysSomething)
    for item in stated {
      let isForeign = item["url"]?.isString(OwnExtension.notFHIR) ?? false
      elements.report(
        .modifierNotUnderstood, .warning,
        isForeign
          ? "an element of another namespace, or text, where FHIR has none"
          : "a modifier extension that is not known", at: item)
    }
    return !stated.isEmpty
  }

  /// The members with the extensions of a modifier; where its value is withheld, there is no other.
  private static let withheldModifiers: [(ResourceField, StaticString)] = [
    (.implicitRules, "_implicitRules"), (.doNotPerform, "_doNotPerform"),
    (.wasNotTaken, "_wasNotTaken"), (.wasNotGiven, "_wasNotGiven"), (.notTaken, "_notTaken"),
    (.notGiven, "_notGiven"), (.notDone, "_notDone"), (.taken, "_taken"),
  ]
}

extension JSONNode {
  /// The elements of an array, or the one value in its place.
  var items: [JSONNode] { isArray ? Array(elements) : [self] }

  /// Whether it is neither `null` nor empty, which FHIR treats as absent.
  var saysSomething: Bool {
    if isArray { return elements.contains(where: \.saysSomething) }
    return !isNull && !isEmptyContainer && !isString("")
  }

  /// The values of `modifierExtension` anywhere inside, in the order of the text.
  var modifierExtensions: [JSONNode] {
    elements.flatMap(\.modifierExtensions)
      + members.flatMap { name, value in
        name.isString("modifierExtension") ? [value] : value.modifierExtensions
      }
  }

  /// The object that it is and those inside, outer ones first.
  var objects: [JSONNode] {
    (isObject ? [self] : []) + elements.flatMap(\.objects) + members.flatMap(\.value.objects)
  }
}

// Extensions are not read, but for what they say against the status: a reason,
// an adherence, an element of another version of FHIR. Their addresses say
// what they are about.

/// What an extension of a resource says of its use.
struct UseExtension {
  /// The words, each for itself.
  var texts: [String] = []
  /// Whether it is about a status, and nothing else.
  var isOfStatus = false
  /// Whether it is an element of another version that says that nothing is taken.
  var isNegation = false
  let node: JSONNode
}

extension RecordReader {
  /// Reads the extensions of the resource that have words or an element of another version.
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
  static func lastName(of url: String) -> String {
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
