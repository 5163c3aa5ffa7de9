// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import FHIRResources
public import JSONText
public import MedicationModel
public import MedicationResolver

// A record becomes a resource of the kind that it was: a request stays a
// request, for it says that something is to be taken, not that it is.
//
//   MedicationPrescription, -Order, -Request   MedicationRequest
//   MedicationStatement, -Usage                MedicationStatement
//   MedicationDispense, -Administration        the same
//   Medication, MedicationKnowledge            the same
//
// Written is what a record has; original codings come first and literal, what
// was derived is marked. Where the version has no place for a value, it is
// in an extension of the resource.

/// Writes medication records as resources of FHIR R4 or R5, with RxNorm codings added.
public struct FHIRRecordWriter: Sendable {
  /// The version to write.
  public let release: FHIRRelease

  /// Makes a writer.
  public init(_ release: FHIRRelease) {
    self.release = release
  }

  /// A name for the resource in a Bundle: the same for the same document and place.
  public func fullURL(of record: MedicationRecord, document: String) -> String {
    var name = IdentityKey()
    name.add(document)
    name.add(record.entryPath)
    let namespace = NameBasedUUID(
      name: Array("urn:rxkit:converted-record".utf8), in: NameBasedUUID.urlNamespace)
    return "urn:uuid:\(NameBasedUUID(name: name.bytes, in: namespace))"
  }

  /// Writes one resource.
  ///
  /// - Parameters:
  ///   - record: What a document says.
  ///   - answer: What the record means, by the same record as its query.
  ///   - document: What the extension `source` calls the document.
  ///   - json: Where to.
  public func write(
    _ record: MedicationRecord, _ answer: ResolvedMedication, document: String,
    to json: inout JSONWriter
  ) {
    var output = ResourceOutput(json)
    ResourceWriter(release, record, answer).write(document, to: &output)
    json = output.json
  }
}

/// Writes one record.
struct ResourceWriter {
  let release: FHIRRelease
  let record: MedicationRecord
  let answer: ResolvedMedication
  let kind: RecordKind
  let status: WrittenStatus

  init(_ release: FHIRRelease, _ record: MedicationRecord, _ answer: ResolvedMedication) {
    self.release = release
    self.record = record
    self.answer = answer
    kind = RecordKind(resourceType: record.resourceType)
    status = WrittenStatus(record, kind, release)
  }

  func write(_ document: String, to output: inout ResourceOutput) {
    output.element { output in
      output.json.member("resourceType", resourceType)
      if let id = record.id {
        if FHIRPrimitive.isID(id) { output.json.member("id", id) } else { output.leave("id", id) }
      }
      writeModifiers(&output)
      writeIdentifiers(&output)
      writeStatus(&output)
      if kind == .definition {
        writeDefinition(&output)
      } else {
        writeMedication(&output)
        writeUse(&output)
      }
      writeExtensions(document, &output)
    }
  }

  private var resourceType: String {
    switch kind {
    case .request: "MedicationRequest"
    case .statement: "MedicationStatement"
    case .dispense: "MedicationDispense"
    case .administration: "MedicationAdministration"
    case .definition: record.resourceType
    }
  }

  private func writeIdentifiers(_ output: inout ResourceOutput) {
    // MedicationKnowledge has identifiers from R5 on only.
    guard record.resourceType != "MedicationKnowledge" || release != .r4 else {
      return record.identifiers.forEach { output.leave("identifier", $0.literal) }
    }
    output.identifiers("identifier", record.identifiers)
  }

  /// What keeps a record off a list of what is taken stays a modifier, so that no reader skips it,
  /// whatever extensions it knows.
  private func writeModifiers(_ output: inout ResourceOutput) {
    if record.flags.contains(.notUnderstood) {
      output.notUnderstood("a modifier of the original was not understood")
    } else if record.flags.contains(.medicationEnteredInError) {
      output.notUnderstood("the Medication referred to was entered in error")
    } else if ListBlock(record) == .removed {
      output.notUnderstood("it was taken off a list, deleted at its source, or has a later version")
    } else if ListBlock(record) == .notInterpreted {
      output.notUnderstood("words deny what the status says")
    } else if record.absence != nil,
      answer.problems.contains(where: { $0.code == .absenceContradicted })
    {
      output.notUnderstood("a drug is named beside a statement of absence")
    } else if DrugConflict.isIn(answer.problems) {
      output.notUnderstood("several drugs are named where one is due")
    }
  }

  private func concept(_ output: inout ResourceOutput) -> FHIRConcept {
    let conflict = DrugConflict.words(
      concepts: answer.concepts, codings: answer.codings, ingredients: answer.ingredients, record,
      answer.problems)
    if conflict != nil { output.leave("medication.text", record.text) }
    return FHIRConcept(codings: record.codings, text: conflict ?? record.text)
  }

  private func writeStatus(_ output: inout ResourceOutput) {
    if let word = status.word {
      output.json.member("status", word)
    } else if kind != .definition {
      output.absent("_status")
    }
    writeAdherence(&output)
  }

  /// Writes the use as the document says it where that means what the record does; there are codes
  /// below each of the words, as `taking-not-as-directed`.
  private func writeAdherence(_ output: inout ResourceOutput) {
    let given = record.adherence
    guard let adherence = status.adherence else {
      return output.leave("adherence.code", given?.literal)
    }
    let word = given?.codings.first?.code.map { StatusWord($0).normalised }
    let isSame = word?.hasPrefix(adherence) ?? false
    if !isSame { output.leave("adherence.code", given?.literal) }
    let system = "http://hl7.org/fhir/CodeSystem/medication-statement-adherence"
    let derived = FHIRConcept(codings: [FHIRCoding(system: system, code: adherence)])
    output.object("adherence") { output in
      output.concept("code", isSame ? given : derived)
      output.concept("reason", record.statusReasons.first)
    }
  }

  // MARK: The medication

  private func writeMedication(_ output: inout ResourceOutput) {
    let derived = DerivedCoding(answer, beside: record.codings)
    let concept = concept(&output)
    if needsProduct {
      output.objects("contained", [concept]) { concept, output in
        output.json.member("resourceType", "Medication")
        output.json.member("id", "medication")
        output.identifiers("identifier", record.productIdentifiers)
        writeProduct(concept, derived, &output)
      }
      writeMedicationReference(&output) { output in
        output.json.member("reference", "#medication")
        if let identifier = record.referenceIdentifier {
          output.object("identifier") { $0.identifierMembers(identifier) }
        }
        output.string("display", record.referenceDisplay)
      }
    } else if !concept.isEmpty {
      writeMedicationConcept(&output) { $0.conceptMembers(concept, derived) }
    } else if record.referenceDisplay != nil || !record.productIdentifiers.isEmpty {
      // The reference itself is in an extension: in other documents it could lead to
      // another drug. So does an identifier with it; one alone is the reference.
      writeMedicationReference(&output) { output in
        if let identifier = record.productIdentifiers.first {
          output.object("identifier") { $0.identifierMembers(identifier) }
        }
        output.string("display", record.referenceDisplay)
        output.matchedText(derived)
      }
    } else {
      writeMedicationConcept(&output) { $0.absentReason() }
    }
    for name in record.otherNames { output.leave("name", name) }
    leavePackage(&output)
    if !needsProduct { leaveLabelling(&output) }
    guard record.via == .concept else { return }
    // What the reference next to the concept leads to may be another drug.
    for coding in record.referencedCodings {
      output.leave("medicationReference.code", coding.literal)
    }
    for coding in record.referencedIngredients.flatMap(\.codings)
    where !record.referencedCodings.contains(coding) {
      output.leave("medicationReference.ingredient", coding.literal)
    }
    for identifier in record.productIdentifiers where identifier != record.referenceIdentifier {
      output.leave("Medication.identifier", identifier.literal)
    }
  }

  private func leavePackage(_ output: inout ResourceOutput) {
    for content in record.packageContents { output.leave("package.content", content.literal) }
  }

  /// Whether a Medication says more than a concept does, which a contained one keeps.
  private var needsProduct: Bool {
    if !record.ingredients.isEmpty || record.form != nil || record.amount != nil { return true }
    if record.via != .concept, record.via != .unresolved, !record.productIdentifiers.isEmpty {
      return true
    }
    // Words with the reference, where the Medication itself has none.
    return record.via != .unresolved && record.via != .concept && record.text == nil
      && record.referenceDisplay != nil
  }

  private func writeMedicationConcept(
    _ output: inout ResourceOutput, _ body: (inout ResourceOutput) -> Void
  ) {
    output.object("medicationCodeableConcept", or: ("medication", "concept"), in: release, body)
  }

  private func writeMedicationReference(
    _ output: inout ResourceOutput, _ body: (inout ResourceOutput) -> Void
  ) {
    output.object("medicationReference", or: ("medication", "reference"), in: release, body)
  }

  private func writeDefinition(_ output: inout ResourceOutput) {
    let derived = DerivedCoding(answer, beside: record.codings)
    let concept = concept(&output)
    if record.resourceType == "MedicationKnowledge" {
      switch release {
      case .r4: output.strings("synonym", record.otherNames, FHIRPrimitive.isString)
      case .r5: output.strings("name", record.otherNames, FHIRPrimitive.isString)
      }
    } else {
      for name in record.otherNames { output.leave("name", name) }
    }
    writeProduct(concept, derived, &output)
    leavePackage(&output)
  }

  private func writeProduct(
    _ concept: FHIRConcept, _ derived: DerivedCoding?, _ output: inout ResourceOutput
  ) {
    if !concept.isEmpty || derived.map({ $0.match != .text }) ?? false {
      output.object("code") { $0.conceptMembers(concept, derived) }
    }
    let isKnowledge = record.resourceType == "MedicationKnowledge"
    writeLabelling(isKnowledge: isKnowledge, &output)
    let ingredients = Array(
      zip(record.ingredients, answer.ingredients.suffix(record.ingredients.count)))
    if release == .r5, isKnowledge {
      output.leave("amount", record.amount?.literal)
      guard record.form != nil || !ingredients.isEmpty else { return }
      return output.object("definitional") { output in
        output.concept("doseForm", record.form)
        writeIngredients(ingredients, isTyped: true, &output)
      }
    }
    let isRatio = release == .r4 && !isKnowledge
    output.concept(isRatio ? "form" : "doseForm", record.form)
    if isRatio {
      output.ratio("amount", record.amount)
    } else if record.amount?.denominator == nil {
      output.quantity(release == .r4 ? "amount" : "totalVolume", record.amount?.numerator)
    } else {
      output.leave("amount", record.amount?.literal)
    }
    writeIngredients(ingredients, &output)
  }
}
