// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension DocumentWalk {
  /// Reads the Lists and the sections of Compositions, and flags the records that a List says were
  /// taken off it.
  mutating func readListings(_ numbers: RecordNumbers) {
    for origin in listEntries {
      let entry = origin.owner
      var elements = ElementReader(resource: entry.resource, root: root ?? entry.resource)
      var listing = RecordListing(entryPath: entry.address, resourceType: entry.typeName)
      listing.id = elements.text(entry.resource["id"])
      listing.status = elements.text(entry.resource["status"])
      listing.date = elements.text(entry.resource["date"])
      listing.subject = elements.reference(entry.resource["subject"])?.reference
      listing.subjectBase = entry.base(for: listing.subject)
      listing.counts =
        counts(entry, in: origin.scope)
        && listing.status.map { Self.currentStatuses.contains(StatusWord($0).normalised) } ?? true
      if entry.kind == .list {
        readList(entry, as: listing, origin, &elements, numbers)
      } else {
        readSections(
          of: entry.resource, as: listing, origin, &elements, numbers,
          isModified: ResourceScope.isModified(entry.resource))
      }
    }
  }

  /// Whether what a resource says as a whole counts: neither its entry nor what is around it takes
  /// it back or changes its meaning.
  func counts(_ entry: ScopeEntry, in scope: ResourceScope) -> Bool {
    if let wrapper = entry.wrapper, ScopeEntry.deletes(wrapper) || ScopeEntry.isRefused(wrapper) {
      return false
    }
    let scopes = sequence(first: scope, next: \.outer)
    return ![entry.resource, entry.wrapper].contains(where: ResourceScope.isModified)
      && !scopes.contains(where: \.isModified)
  }

  /// `current` of a List, and the words of a Composition; one that is not known may say that what it
  /// holds does not count.
  private static let currentStatuses: Set<String> = [
    "current", "final", "amended", "appended", "corrected", "preliminary", "partial", "registered",
  ]

  private mutating func readList(
    _ entry: ScopeEntry, as listing: RecordListing, _ origin: ReferenceOrigin,
    _ elements: inout ElementReader, _ numbers: RecordNumbers
  ) {
    let resource = entry.resource
    var listing = listing
    readHead(of: resource, into: &listing, &elements)
    let isError =
      listing.status.map { StatusWord($0).normalised == "entered-in-error" } ?? false
    let isListModified = ResourceScope.isModified(resource)
    let items = RecordReader.values("entry", of: resource, last: resource["entry"])
    let withdraws = listing.withdraws
    for item in items.flatMap({ elements.list($0) }) {
      let reference = elements.reference(item["item"])
      let isDeleted = isRemoval(item, &elements)
      let isModified = isListModified || ResourceScope.isModified(item)
      let targets =
        options.readsDetails ? numbers.records(reference?.reference, from: origin) : []
      listing.items.append(
        RecordListing.Item(
          reference: reference?.reference, display: reference?.display, isDeleted: isDeleted,
          records: targets))
      if !isError, isModified || withdraws {
        contradict(reference, isModified: isModified, by: origin, numbers, &listing)
      }
      guard isDeleted, !isError else { continue }
      var removed = numbers.all(reference?.reference, from: origin)
      if let identifier = reference?.identifier, identifier.value != nil {
        removed += numbers.identified(by: identifier)
      }
      remove(removed, from: entry)
      if removed.isEmpty,
        options.keepsResources
          || reference.map({ RecordNumbers.mayBeMedication($0.reference ?? "") }) ?? true
      {
        listing.remove(reference, .removedFromList)
        report(
          .unresolvedReference, .warning,
          "the List takes an item off that was not found in the document or on its line", of: item,
          at: entry.address)
      }
    }
    append(listing, code: resource["code"])
  }

  /// Whether an item was taken off: by `deleted`, or by a flag that says so.
  ///
  /// A value of `deleted` that is neither true nor false, or is withheld, is a modifier that is
  /// not understood: that item does not count either.
  private func isRemoval(_ item: JSONNode, _ elements: inout ElementReader) -> Bool {
    if let node = item["deleted"], node.saysSomething {
      if elements.flag(node) ?? true { return true }
    } else if item["_deleted"]?.saysSomething ?? false {
      return true
    }
    if let word = item["flag"], word.isString { return Self.withdraws(word.string ?? "") }
    return elements.concepts(item["flag"]).contains { flag in
      flag.says(Self.withdraws) || flag.codings.contains(where: Self.withdraws)
    }
  }

  private static func withdraws(_ text: String) -> Bool {
    StatusReasonWords.withdraw(text) || StatusReasonWords.deny(text)
  }

  /// `cancelled`, `ceased` and `suspended` of HL7's flags for the items of a List.
  private static func withdraws(_ flag: FHIRCoding) -> Bool {
    guard let system = flag.system, let code = flag.code else { return false }
    let isFlag =
      system.hasSuffix("1.2.36.1.2001.1001.101.104.16592") || system.hasSuffix("list-item-flag")
    return isFlag && ["03", "05", "06"].contains(code)
  }

  private mutating func readSections(
    of node: JSONNode, as head: RecordListing, _ origin: ReferenceOrigin,
    _ elements: inout ElementReader, _ numbers: RecordNumbers, isModified: Bool
  ) {
    let sections = RecordReader.values("section", of: node, last: node["section"])
    for section in sections.flatMap({ elements.list($0) }) {
      var listing = head
      readHead(of: section, into: &listing, &elements)
      let isModified = isModified || ResourceScope.isModified(section)
      listing.counts = listing.counts && !isModified
      let items = RecordReader.values("entry", of: section, last: section["entry"])
      for reference in options.readsDetails ? items.flatMap({ elements.references($0) }) : [] {
        let targets = numbers.records(reference.reference, from: origin)
        listing.items.append(
          RecordListing.Item(
            reference: reference.reference, display: reference.display, records: targets))
        if isModified || listing.withdraws {
          contradict(reference, isModified: isModified, by: origin, numbers, &listing)
        }
      }
      // DSTU1 names one List in place of references.
      if let reference = elements.reference(section["content"]) {
        listing.items.append(
          RecordListing.Item(reference: reference.reference, display: reference.display))
      }
      append(listing, code: section["code"])
      readSections(of: section, as: head, origin, &elements, numbers, isModified: isModified)
    }
  }

  /// Reads what a List and a section have in common.
  private func readHead(
    of node: JSONNode, into listing: inout RecordListing, _ elements: inout ElementReader
  ) {
    listing.title = elements.text(node["title"])
    listing.code = elements.presentConcept(node["code"])
    listing.mode = elements.text(node["mode"])
    listing.orderedBy = elements.presentConcept(node["orderedBy"])
    listing.emptyReason = elements.presentConcept(node["emptyReason"])
  }

  /// Keeps a listing that is about medications or leads to one; there are many others.
  private mutating func append(_ listing: RecordListing, code: JSONNode?) {
    let isOfMedications = listing.isOfMedications
    if isOfMedications, let reason = listing.emptyReason { report(reason, of: listing) }
    guard options.readsDetails else { return }
    guard
      isOfMedications || !listing.removals.isEmpty
        || listing.items.contains(where: { !$0.records.isEmpty })
    else { return }
    listings.append(listing)
  }

  private mutating func remove(_ targets: [Int], from list: ScopeEntry) {
    for number in targets {
      if records[number].flags.contains(.removedFromList) { continue }
      records[number].flags.append(.removedFromList)
      records[number].problems.append(
        Problem(
          .removedFromList, .warning, "the List at entry \(list.address) says it was taken off"))
    }
  }

  /// Keeps records off a list of what is taken: their list is of what is not, or has a modifier.
  private mutating func contradict(
    _ reference: ReferenceText?, isModified: Bool, by origin: ReferenceOrigin,
    _ numbers: RecordNumbers, _ listing: inout RecordListing
  ) {
    let (targets, list) = (numbers.records(reference?.reference, from: origin), origin.owner)
    if targets.isEmpty, RecordNumbers.mayBeMedication(reference?.reference ?? "") {
      listing.remove(reference, isModified ? .modifierNotUnderstood : .statusContradicted)
    }
    for number in targets {
      if isModified, !records[number].flags.contains(.notUnderstood) {
        records[number].flags.append(.notUnderstood)
      }
      let isInUse =
        records[number].statusMeaning == .active || records[number].statusMeaning == .unknown
      guard isModified || isInUse else { continue }
      let problem =
        isModified
        ? Problem(
          .modifierNotUnderstood, .warning,
          "the list at entry \(list.address) has a modifier that is not known")
        : Problem(
          .statusContradicted, .warning,
          "the list at entry \(list.address) holds what is not in use; the status does not say so")
      if !records[number].problems.contains(problem) { records[number].problems.append(problem) }
    }
  }

  /// Reports why a list of medications is empty: a statement, not a drug.
  private mutating func report(_ reason: FHIRConcept, of listing: RecordListing) {
    guard !reason.isEmpty else { return }
    let message =
      !listing.counts
      ? "a list of medications is empty, and does not count: by its status, or what is not understood"
      : listing.emptyStatement == .noneKnown
        ? "a list of medications is empty: none is known to be taken"
        : listing.items.isEmpty
          ? "a list of medications is empty for a stated reason; that is not the same as none"
          : "a list of medications that says why it is empty has items"
    report(.absenceStatement, .note, message, at: listing.entryPath)
  }
}

extension RecordListing {
  /// Keeps what it takes away, which may be on another line.
  fileprivate mutating func remove(_ reference: ReferenceText?, _ code: Problem.Code) {
    guard let path = DocumentWalk.withoutVersion(reference?.reference).flatMap({ RelativePath($0) })
    else { return }
    removals.add(code, of: path.text)
  }

  /// Whether its title or code says that what it holds is not in use.
  fileprivate var withdraws: Bool {
    title.map(StatusReasonWords.withdraw) ?? false
      || code?.says(StatusReasonWords.withdraw) ?? false
  }
}
