// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

// Who, when, why and how: the elements of requests, statements, dispenses and
// administrations besides their medication.

extension ResourceWriter {
  /// Writes what a record says besides its medication and status.
  func writeUse(_ output: inout ResourceOutput) {
    writeSubject(&output)
    // Only requests have an intent.
    if kind != .request { output.leave("intent", record.intent) }
    switch kind {
    case .request: writeRequest(&output)
    case .statement: writeStatement(&output)
    case .dispense: writeDispense(&output)
    case .administration: writeAdministration(&output)
    case .definition: break
    }
    writeReasons(&output)
    let known: Set<RecordLink.Kind> =
      switch kind {
      case .request: [.basedOn, .priorPrescription, .groupIdentifier, .reason]
      case .statement: [.basedOn, .partOf, .derivedFrom, .reason]
      case .dispense: [.partOf, .authorizingPrescription]
      case .administration: [.partOf, .prescription, .reason]
      case .definition: []
      }
    for link in record.links where !known.contains(link.kind) {
      output.leave(link.kind.rawValue, GivenReference(link).literal)
    }
    leaveOthers(&output)
  }

  /// What other kinds of resources have an element for.
  private func leaveOthers(_ output: inout ResourceOutput) {
    if kind == .request { return }
    output.leave("requester", record.requester)
    output.leave("reported", record.isReported.map { $0 ? "true" : "false" })
    output.leave("dispenseRequest.validityPeriod", record.dates.validity?.literal)
    // Without an informationSource a statement has its author there.
    if kind != .statement || !record.informationSource.isEmpty {
      output.leave("recorder", record.author)
    }
    if kind == .statement { return }
    for source in record.informationSource { output.leave("informationSource", source) }
    if kind != .dispense { output.leave("renderedDosageInstruction", record.renderedDosage) }
    if kind == .administration { return }
    output.leave("effectivePeriod", record.dates.period?.literal)
    output.leave("effectiveTiming", record.dates.timing?.literal)
  }

  private func writeSubject(_ output: inout ResourceOutput) {
    // What is inside the document that is left out cannot be referred to.
    var subject = GivenReference(record.subject, nil, record.subjectIdentifier)
    if subject.isLocal {
      output.leave("subject", subject.reference)
      subject.reference = nil
    }
    if subject.isEmpty { output.absent("subject") } else { output.reference("subject", subject) }
    switch (release, kind) {
    case (.r5, _), (_, .request): output.reference("encounter", record.encounter)
    case (.r4, _): output.reference("context", record.encounter)
    }
  }

  // MARK: Kinds

  private func writeRequest(_ output: inout ResourceOutput) {
    let intents: Set<String> = [
      "proposal", "plan", "order", "original-order", "reflex-order", "filler-order",
      "instance-order", "option",
    ]
    // An order of DSTU2 is one by its name.
    let isOrder = ["MedicationOrder", "MedicationPrescription"].contains(record.resourceType)
    let intent = record.intent ?? (isOrder ? "order" : nil)
    if let word = intent.map({ StatusWord($0).normalised }), intents.contains(word) {
      output.json.member("intent", word)
      if word != intent { output.leave("intent", intent) }
    } else {
      output.leave("intent", intent)
      output.absent("_intent")
    }
    if record.flags.contains(.prohibited) { output.json.member("doNotPerform", true) }
    output.concepts("category", record.category)
    switch release {
    case .r4: output.flag("reportedBoolean", record.isReported)
    case .r5:
      output.flag("reported", record.isReported)
      output.references("informationSource", record.informationSource)
      output.period("effectiveDosePeriod", record.dates.period)
      output.dateTime("statusChanged", record.dates.statusChanged)
      output.string("renderedDosageInstruction", record.renderedDosage)
    }
    output.dateTime("authoredOn", record.dates.authored)
    output.reference("requester", record.requester)
    output.reference("recorder", record.author)
    output.references("basedOn", references(.basedOn))
    let prior = references(.priorPrescription)
    if let first = prior.first { output.reference("priorPrescription", first) }
    for other in prior.dropFirst() { output.leave("priorPrescription", other.literal) }
    let group = record.links.first { $0.kind == .groupIdentifier }?.identifier
    if let group, !group.isEmpty {
      output.object("groupIdentifier") { $0.identifierMembers(group) }
    }
    output.dosages("dosageInstruction", record.dosages, release)
    writeSupply(&output)
    leaveDates(
      written: release == .r5 ? [.authored, .statusChanged] : [.authored], &output)
    output.leave("effectiveTiming", record.dates.timing?.literal)
    if release == .r4 {
      output.leave("effectivePeriod.start", record.dates.period?.start)
      output.leave("effectivePeriod.end", record.dates.period?.end)
      output.leave("renderedDosageInstruction", record.renderedDosage)
      for source in record.informationSource { output.leave("informationSource", source) }
    }
  }

  private func writeSupply(_ output: inout ResourceOutput) {
    let validity = record.dates.validity
    let terms = record.dispenseTerms ?? DispenseTerms()
    defer { writeSubstitution(terms, &output) }
    let hasFirst = terms.firstQuantity != nil || terms.firstDuration != nil
    guard
      record.dispenseQuantity != nil || record.daysSupply != nil || record.repeats != nil
        || validity != nil || hasFirst || terms.interval != nil
    else { return }
    output.object("dispenseRequest") { output in
      if hasFirst {
        output.object("initialFill") { output in
          output.quantity("quantity", terms.firstQuantity)
          output.quantity("duration", terms.firstDuration)
        }
      }
      output.quantity("dispenseInterval", terms.interval)
      output.period("validityPeriod", validity)
      output.whole("numberOfRepeatsAllowed", record.repeats, from: 0)
      output.quantity("quantity", record.dispenseQuantity)
      output.quantity("expectedSupplyDuration", record.daysSupply)
    }
  }

  /// Substitution needs to be allowed or not, or what is allowed; a reason alone has no room.
  private func writeSubstitution(_ terms: DispenseTerms, _ output: inout ResourceOutput) {
    guard terms.substitution != nil || terms.allowsSubstitution != nil else {
      return output.leave("substitution.reason", terms.substitutionReason?.literal)
    }
    output.object("substitution") { output in
      if let allowed = terms.allowsSubstitution {
        output.json.member("allowedBoolean", allowed)
        output.leave("substitution.allowedCodeableConcept", terms.substitution?.literal)
      } else {
        output.concept("allowedCodeableConcept", terms.substitution)
      }
      output.concept("reason", terms.substitutionReason)
    }
  }

  private func writeStatement(_ output: inout ResourceOutput) {
    writeCategory(&output)
    if record.dates.period != nil {
      output.period("effectivePeriod", record.dates.period)
      output.leave("effectiveDateTime", record.dates.moment)
    } else if record.dates.moment != nil {
      output.dateTime("effectiveDateTime", record.dates.moment)
    } else if release == .r5 {
      output.timing("effectiveTiming", record.dates.timing)
    }
    if release == .r4 || record.dates.period != nil || record.dates.moment != nil {
      output.leave("effectiveTiming", record.dates.timing?.literal)
    }
    output.dateTime("dateAsserted", record.dates.asserted)
    switch release {
    case .r4:
      output.reference("informationSource", record.informationSource.first ?? record.author)
      for source in record.informationSource.dropFirst() {
        output.leave("informationSource", source)
      }
      output.references("basedOn", references(.basedOn))
      output.leave("renderedDosageInstruction", record.renderedDosage)
    case .r5:
      let sources =
        record.informationSource.isEmpty
        ? [record.author].compactMap(\.self) : record.informationSource
      output.references("informationSource", sources)
      for link in references(.basedOn) { output.leave("basedOn", link.literal) }
      output.string("renderedDosageInstruction", record.renderedDosage)
    }
    output.references("partOf", references(.partOf))
    output.references("derivedFrom", references(.derivedFrom))
    output.dosages("dosage", record.dosages, release)
    leaveDates(written: [.asserted, .moment, .periodStart], &output)
  }

  private func writeDispense(_ output: inout ResourceOutput) {
    writeCategory(&output)
    output.references("partOf", references(.partOf))
    output.references("authorizingPrescription", references(.authorizingPrescription))
    output.quantity("quantity", record.dispenseQuantity)
    output.quantity("daysSupply", record.daysSupply)
    output.dateTime("whenPrepared", record.dates.prepared)
    output.dateTime("whenHandedOver", record.dates.handedOver)
    output.dosages("dosageInstruction", record.dosages, release)
    var written: Set<DateMeaning> = [.prepared, .handedOver]
    if release == .r5 {
      output.dateTime("recorded", record.dates.recorded)
      output.dateTime("statusChanged", record.dates.statusChanged)
      output.string("renderedDosageInstruction", record.renderedDosage)
      written.formUnion([.recorded, .statusChanged])
    } else {
      output.leave("renderedDosageInstruction", record.renderedDosage)
    }
    leaveDates(written: written, &output)
  }

  private func writeAdministration(_ output: inout ResourceOutput) {
    writeCategory(&output)
    writeOccurrence(&output)
    output.references("partOf", references(.partOf))
    let requests = references(.prescription)
    if let first = requests.first { output.reference("request", first) }
    for other in requests.dropFirst() { output.leave("request", other.literal) }
    if let dosage = record.dosages.first, !dosage.isEmpty {
      output.object("dosage") { output in
        guard !dosage.isWithheld else {
          return output.notUnderstood("a modifier of this dosage")
        }
        output.string("text", dosage.text)
        output.concept("site", dosage.site)
        output.concept("route", dosage.route)
        output.concept("method", dosage.method)
        output.quantity("dose", dosage.doses.first?.quantity)
        // There is no range of rates here.
        if let ratio = dosage.rates.first?.ratio {
          output.ratio("rateRatio", ratio)
        } else {
          output.quantity("rateQuantity", dosage.rates.first?.quantity)
        }
      }
      leaveRest(of: dosage, &output)
    }
    for dosage in record.dosages.dropFirst() where !dosage.isWithheld {
      output.leave("dosage", dosage.literal)
    }
    leaveDates(written: [.moment, .periodStart, .recorded], &output)
    if release == .r5 { output.dateTime("recorded", record.dates.recorded) }
    if release == .r4 { output.leave("recorded", record.dates.recorded) }
  }

  /// What the one dosage of an administration has no element for.
  private func leaveRest(of dosage: FHIRDosage, _ output: inout ResourceOutput) {
    guard !dosage.isWithheld else { return }
    var rest = dosage
    rest.text = nil
    rest.site = nil
    rest.route = nil
    rest.method = nil
    if !rest.doses.isEmpty { rest.doses[0].quantity = nil }
    if let rate = rest.rates.first {
      if rate.ratio != nil { rest.rates[0].ratio = nil } else { rest.rates[0].quantity = nil }
    }
    for part in rest.parts { output.leave("dosage.\(part.name)", part.words) }
  }

  /// When it was given, which both versions require; R5 spells it with one r.
  private func writeOccurrence(_ output: inout ResourceOutput) {
    let period = record.dates.period
    let isPeriod = [period?.start, period?.end].compactMap(\.self).contains(
      where: FHIRPrimitive.isDateTime)
    let isMoment = record.dates.moment.map(FHIRPrimitive.isDateTime) ?? false
    let hasTiming = record.dates.timing.map { !$0.isEmpty } ?? false
    switch (release, isPeriod, isMoment) {
    case (.r4, true, _): output.period("effectivePeriod", period)
    case (.r4, false, true): output.dateTime("effectiveDateTime", record.dates.moment)
    case (.r4, false, false): output.absent("effectivePeriod")
    case (.r5, true, _): output.period("occurencePeriod", period)
    case (.r5, false, true): output.dateTime("occurenceDateTime", record.dates.moment)
    case (.r5, false, false) where hasTiming: output.timing("occurenceTiming", record.dates.timing)
    case (.r5, false, false): output.absent("occurencePeriod")
    }
    if release == .r4 || isPeriod || isMoment {
      output.leave("occurenceTiming", record.dates.timing?.literal)
    }
    if isPeriod || !isMoment { output.leave("effectiveDateTime", record.dates.moment) }
    if !isPeriod {
      output.leave("effectivePeriod.start", period?.start)
      output.leave("effectivePeriod.end", period?.end)
    }
  }

  // MARK: Shared parts

  private func writeCategory(_ output: inout ResourceOutput) {
    switch release {
    case .r4:
      output.concept("category", record.category.first)
      for other in record.category.dropFirst() { output.leave("category", other.literal) }
    case .r5: output.concepts("category", record.category)
    }
  }

  private func writeReasons(_ output: inout ResourceOutput) {
    let reasons = record.statusReasons
    switch (release, kind) {
    case (_, .request): output.concept("statusReason", reasons.first)
    case (.r4, .statement), (_, .administration): output.concepts("statusReason", reasons)
    case (.r4, .dispense): output.concept("statusReasonCodeableConcept", reasons.first)
    case (.r5, .dispense):
      if let reason = reasons.first {
        output.object("notPerformedReason") { $0.concept("concept", reason) }
      }
    case (.r5, .statement), (_, .definition): break
    }
    guard kind == .request || kind == .statement || kind == .administration else {
      return record.reasons.forEach { output.leave("reason", $0.literal) }
    }
    switch release {
    case .r4:
      output.concepts("reasonCode", record.reasons)
      output.references("reasonReference", references(.reason))
    case .r5: output.wrapped("reason", record.reasons, references(.reason))
    }
  }

  /// Status reasons for which the version has no room.
  func furtherReasons() -> [FHIRConcept] {
    switch (release, kind) {
    case (_, .request), (_, .dispense): Array(record.statusReasons.dropFirst())
    case (.r5, .statement): Array(record.statusReasons.dropFirst(status.adherence == nil ? 0 : 1))
    case (_, .definition): record.statusReasons
    default: []
    }
  }

  private func references(_ kind: RecordLink.Kind) -> [GivenReference] {
    record.links.filter { $0.kind == kind }.map { GivenReference($0) }
  }

  /// Dates that the resource has no element for stay literal in an extension.
  private func leaveDates(written: Set<DateMeaning>, _ output: inout ResourceOutput) {
    let dates = record.dates
    let all: [DateMeaning] = [
      .authored, .asserted, .prepared, .handedOver, .recorded, .statusChanged, .moment,
    ]
    for meaning in all where !written.contains(meaning) {
      output.leave(meaning.rawValue, meaning.text(in: dates))
    }
    output.leave("dateEnded", dates.ended)
  }
}
