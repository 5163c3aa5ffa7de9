// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Names that occur twice in an object of JSON, which FHIR forbids: the last one counts, but which
/// of them is meant is not known.
///
/// The one place that knows what that leaves open, for records, the resources that they refer to,
/// Lists and what is around resources. In XML elements of one name are an array.
enum RepeatedNames {
  /// What a repeated name leaves open.
  enum Doubt {
    /// Nothing about a drug or its use.
    case nothing
    /// Which drug it is.
    case drug
    /// Who takes what, and whether it is taken.
    case use
  }

  /// Members that say nothing of a drug or its use; and what is contained counts where it is
  /// referred to.
  private static let others: Set<String> = [
    "fhir_comments", "id", "identifier", "language", "meta", "text",
  ]
  /// Members that name the medication.
  private static let ofDrug: Set<String> = [
    "code", "contained", "definitional", "ingredient", "medication", "medicationCodeableConcept",
    "medicationReference", "product",
  ]
  /// Members of which each value is read.
  private static let allRead: Set<String> = ["entry", "parameter", "resource"]

  private static func doubt(_ name: String) -> Doubt {
    others.contains(name) || allRead.contains(name)
      ? .nothing : ofDrug.contains(name) ? .drug : .use
  }

  /// The last values of the repeated names of a resource and of the objects in it, outer ones first.
  static func all(in resource: JSONNode) -> [(node: JSONNode, doubt: Doubt)] {
    guard !resource.isUntyped, resource.mayRepeatNamesInside else { return [] }
    var found = resource.duplicateNames.map { (node: resource[$0] ?? resource, doubt: doubt($0)) }
    for (name, value) in resource.members {
      let name = name.string ?? ""
      let isOther = name == "contained" || others.contains(name)
      for object in value.objects {
        found += object.duplicateNames.map { inner in
          (
            node: object[inner] ?? object,
            doubt: isOther ? .nothing : ofDrug.contains(name) ? .drug : .use
          )
        }
      }
    }
    return found
  }

  /// Whether a List, or something around resources, has a name twice by which their meaning may
  /// differ; the insides of entries are not looked at.
  static func mayChangeMeaning(_ node: JSONNode) -> Bool {
    !node.isUntyped && node.duplicateNames.contains { doubt($0) != .nothing }
  }
}

extension ElementReader {
  /// Reports the repeated names of a resource and returns what each leaves open.
  @discardableResult
  mutating func reportRepeatedNames(
    in resource: JSONNode
  ) -> [(node: JSONNode, doubt: RepeatedNames.Doubt)] {
    let all = RepeatedNames.all(in: resource)
    for (node, _) in all {
      report(
        .duplicateKey, .warning, "a member name occurs more than once; the last one counts",
        at: node)
    }
    return all
  }
}

extension RecordReader {
  /// Reports the repeated names of a resource that says what the record is about.
  mutating func noteRepeatedNames(in resource: JSONNode) {
    for (node, doubt) in elements.reportRepeatedNames(in: resource) {
      switch doubt {
      case .nothing: break
      case .drug:
        elements.report(
          .codingsConflict, .warning,
          "a member name occurs more than once in what names the medication; none is chosen",
          at: node)
      case .use: refuse(node, "a member name that occurs more than once")
      }
    }
  }
}
