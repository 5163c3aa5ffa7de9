// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reports implicit rules and modifier extensions: none is known here, so none is followed (S10).
  mutating func readModifiers() {
    readModifiers(of: entry.resource, fields)
    if let medication, let fields = medicationFields { readModifiers(of: medication, fields) }
    if let wrapper = entry.wrapper, let extensions = wrapper["modifierExtension"] {
      if report(extensions) { raise(.notUnderstood) }
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
      if let node = elements.member(resource, name), node.saysSomething {
        refuse(node, "a modifier without a value")
      }
    }
    guard resource.mayContain("modifierExtension") else { return }
    for (name, value) in resource.members where value.saysSomething {
      // What is contained counts where it is referred to; a dosage withholds only itself.
      if name.isString("contained") || name.isString("extension") { continue }
      let isDosage = name.isString("dosageInstruction") || name.isString("dosage")
      if name.isString("modifierExtension") {
        if report(value) { raise(.notUnderstood) }
      } else if value.isObject || value.isArray, reportModifiers(inside: value), !isDosage {
        raise(.notUnderstood)
      }
    }
  }

  /// Reports every modifier extension inside a value; returns whether there is one.
  private mutating func reportModifiers(inside node: JSONNode) -> Bool {
    var isModified = false
    if node.isObject {
      for (name, value) in node.members {
        if name.isString("modifierExtension") {
          isModified = report(value) || isModified
        } else if value.isObject || value.isArray {
          isModified = reportModifiers(inside: value) || isModified
        }
      }
    } else {
      for value in node.elements where value.isObject || value.isArray {
        isModified = reportModifiers(inside: value) || isModified
      }
    }
    return isModified
  }

  private mutating func report(_ extensions: JSONNode) -> Bool {
    let items = extensions.isArray ? Array(extensions.elements) : [extensions]
    let stated = items.filter(\.saysSomething)
    for item in stated {
      elements.report(
        .modifierNotUnderstood, .warning, "a modifier extension that is not known", at: item)
    }
    return !stated.isEmpty
  }

  /// The members with the extensions of a modifier; where its value is withheld, there is no other.
  private static let withheldModifiers: [(ResourceField, StaticString)] = [
    (.implicitRules, "_implicitRules"), (.doNotPerform, "_doNotPerform"),
    (.wasNotTaken, "_wasNotTaken"), (.wasNotGiven, "_wasNotGiven"), (.notTaken, "_notTaken"),
    (.notGiven, "_notGiven"), (.notDone, "_notDone"), (.taken, "_taken"),
  ]

  /// Whether a dosage holds a modifier that is not understood.
  func isModified(_ dosage: JSONNode) -> Bool {
    guard dosage.mayContain("modifierExtension") else { return false }
    if dosage.isObject {
      return dosage.members.contains { name, value in
        if name.isString("modifierExtension") { return value.saysSomething }
        return (value.isObject || value.isArray) && isModified(value)
      }
    }
    return dosage.elements.contains { ($0.isObject || $0.isArray) && isModified($0) }
  }
}

extension JSONNode {
  /// Whether it is neither `null` nor empty: what FHIR takes for absent.
  var saysSomething: Bool {
    if isArray { return elements.contains(where: \.saysSomething) }
    return !isNull && !isEmptyContainer && !isString("")
  }
}
