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
    guard resource.mayContain("modifierExtension") else { return }
    for (name, value) in resource.members where value.isObject || value.isArray {
      // What is contained counts where it is referred to; a dosage withholds only itself.
      if name.isString("contained") || name.isString("extension") { continue }
      let isDosage = name.isString("dosageInstruction") || name.isString("dosage")
      if name.isString("modifierExtension") {
        if report(value) { raise(.notUnderstood) }
      } else if reportModifiers(inside: value), !isDosage {
        raise(.notUnderstood)
      }
    }
  }

  /// Reports every modifier extension inside a value; returns whether there is one.
  private mutating func reportModifiers(inside node: JSONNode) -> Bool {
    var isModified = false
    if node.isObject {
      for (name, value) in node.members where value.isObject || value.isArray {
        let found =
          name.isString("modifierExtension") ? report(value) : reportModifiers(inside: value)
        isModified = found || isModified
      }
    } else {
      for value in node.elements where value.isObject || value.isArray {
        isModified = reportModifiers(inside: value) || isModified
      }
    }
    return isModified
  }

  private mutating func report(_ extensions: JSONNode) -> Bool {
    let items = extensions.isObject ? [extensions] : extensions.elements.filter(\.isObject)
    for item in items where !item.isEmptyContainer {
      elements.report(
        .modifierNotUnderstood, .warning, "a modifier extension that is not known", at: item)
    }
    return items.contains { !$0.isEmptyContainer }
  }

  /// Whether a dosage holds a modifier that is not understood.
  func isModified(_ dosage: JSONNode) -> Bool {
    guard dosage.mayContain("modifierExtension") else { return false }
    if dosage.isObject {
      return dosage.members.contains { name, value in
        guard value.isObject || value.isArray else { return false }
        if name.isString("modifierExtension") { return !value.isEmptyContainer }
        return isModified(value)
      }
    }
    return dosage.elements.contains { ($0.isObject || $0.isArray) && isModified($0) }
  }
}
