// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import JSONText
import MedicationModel

/// Elements that are read by themselves, out of the resource that they stand in.
///
/// Only of what is read without anything odd is the outcome the same as within the resource: a
/// problem names its place there. So everything here is `nil` where something is odd.
package enum PlainElement {
  /// How many levels a resource may have around the element.
  private static let levels = 8

  /// Reads a CodeableConcept that says something.
  package static func concept(_ bytes: [UInt8], options: JSONOptions) -> FHIRConcept? {
    guard let root = root(bytes, options), root.isObject else { return nil }
    var elements = ElementReader(resource: root, root: root)
    let concept = elements.concept(root)
    return elements.reportCount == 0 && !concept.isEmpty ? concept : nil
  }

  /// Reads the dosages of a resource, with what they tell of its version.
  package static func dosages(
    _ bytes: [UInt8], options: JSONOptions
  ) -> (dosages: [FHIRDosage], evidence: DosageEvidence)? {
    guard let root = root(bytes, options) else { return nil }
    var elements = ElementReader(resource: root, root: root)
    var dosages: [FHIRDosage] = []
    for item in elements.oneOrMore(root) {
      let dosage = elements.dosage(item)
      if !dosage.isEmpty { dosages.append(dosage) }
    }
    guard elements.reportCount == 0 else { return nil }
    return (dosages, VersionEvidence.evidence(ofDosages: root))
  }

  private static func root(_ bytes: [UInt8], _ options: JSONOptions) -> JSONNode? {
    var options = options
    options.mode = .tolerant
    options.selection = nil
    options.depthLimit = max(options.depthLimit - levels, 1)
    guard let document = try? JSONDocument(bytes, options: options),
      document.trailing == .nothing, document.omissionOffset == nil,
      document.loneSurrogateOffset == nil, document.root.offset == 0,
      !document.root.mayRepeatNamesInside, !hasModifier(document.root)
    else { return nil }
    return document.root
  }

  /// Whether a modifier extension stands anywhere inside, or may stand there.
  private static func hasModifier(_ node: JSONNode) -> Bool {
    guard node.mayContain("modifierExtension") else { return false }
    if node.isObject {
      return node.members.contains { $0.isString("modifierExtension") || hasModifier($1) }
    }
    return node.elements.contains { hasModifier($0) }
  }
}
