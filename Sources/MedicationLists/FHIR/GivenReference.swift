// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

/// A reference to another resource with everything that was given with it.
struct GivenReference {
  /// The reference as written.
  var reference: String?
  /// The words given with it.
  var display: String?
  /// The identifier given with it.
  var identifier: FHIRIdentifier?

  init(_ reference: String?, _ display: String? = nil, _ identifier: FHIRIdentifier? = nil) {
    self.reference = reference
    self.display = display
    self.identifier = identifier.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What a link leads to.
  init(_ link: RecordLink) {
    self.init(link.reference, link.display, link.identifier)
  }

  /// Whether nothing is given.
  var isEmpty: Bool { reference == nil && display == nil && identifier == nil }

  /// Whether it leads into the document that is left behind, where nobody can follow.
  var isLocal: Bool { reference?.hasPrefix("#") ?? false }

  /// The reference as it is, and the rest with its names behind it; `nil` if nothing is given.
  var literal: String? {
    let rest = NamedWords.joined([("display", display), ("identifier", identifier?.literal)])
    guard let reference, let rest else { return reference ?? rest }
    return "\(reference) (\(rest))"
  }
}

extension ResourceOutput {
  /// A reference as written; one that leads into the document that is left behind is left.
  mutating func reference(_ name: StaticString, _ given: GivenReference) {
    if given.isEmpty { return }
    guard !given.isLocal else { return leave("\(name)", given.literal) }
    object(name) { $0.referenceMembers(given, of: name) }
  }

  mutating func reference(_ name: StaticString, _ text: String?) {
    reference(name, GivenReference(text))
  }

  mutating func references(_ name: StaticString, _ given: [GivenReference]) {
    for given in given where given.isLocal { leave("\(name)", given.literal) }
    let others = given.filter { !$0.isLocal && !$0.isEmpty }
    objects(name, others) { $1.referenceMembers($0, of: name) }
  }

  mutating func references(_ name: StaticString, _ texts: [String]) {
    references(name, texts.map { GivenReference($0) })
  }

  /// Concepts and references as R5 has them in one list, each wrapped by what it is.
  mutating func wrapped(
    _ name: StaticString, _ concepts: [FHIRConcept], _ references: [GivenReference]
  ) {
    for given in references where given.isLocal { leave("\(name)", given.literal) }
    let others = references.filter { !$0.isLocal && !$0.isEmpty }
    let items: [(FHIRConcept?, GivenReference?)] =
      concepts.filter { !$0.isEmpty }.map { ($0, nil) } + others.map { (nil, $0) }
    objects(name, items) { item, output in
      output.concept("concept", item.0)
      if let reference = item.1 { output.reference("reference", reference) }
    }
  }

  /// The members of a reference; what is no address is written as words, or beside others left.
  mutating func referenceMembers(_ given: GivenReference, of name: StaticString) {
    var display = given.display
    if let text = given.reference {
      if text.contains("/") || text.hasPrefix("urn:"), FHIRPrimitive.isURI(text) {
        string("reference", text)
      } else if display == nil {
        display = text
      } else {
        leave("\(name)", text)
      }
    }
    if let identifier = given.identifier {
      object("identifier") { $0.identifierMembers(identifier) }
    }
    string("display", display)
  }
}
