// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// The names of a dosage's members, of every version together (section 3.4).
enum DosageField: Int, CaseIterable {
  case sequence, text, patientInstruction, additionalInstruction, additionalInstructions
  case timing, timingSchedule, timingDateTime, timingPeriod
  case asNeeded, asNeededBoolean, asNeededCodeableConcept, asNeededFor
  case route, method, site, siteCodeableConcept, siteReference
  case doseAndRate, dose, doseQuantity, doseSimpleQuantity, doseRange, quantity, quantityQuantity,
    quantityRange
  case rate, rateRatio, rateRange, rateQuantity, rateSimpleQuantity
  case maxDosePerPeriod, maxDosePerAdministration, maxDosePerLifetime

  static let table = JSONNameTable(allCases.map { "\($0)" })
}

/// The names of the members of a timing's `repeat`.
private enum RepeatField: Int, CaseIterable {
  case boundsPeriod, boundsDuration, boundsQuantity, boundsRange, end
  case count, countMax, duration, durationMax, durationUnit, durationUnits, units
  case frequency, frequencyMax, period, periodMax, periodUnit, periodUnits
  case dayOfWeek, timeOfDay, when, offset

  static let table = JSONNameTable(allCases.map { "\($0)" })
}

extension ElementReader {
  /// Reads a dosage of any version.
  mutating func dosage(_ node: JSONNode) -> FHIRDosage {
    guard let repeated, let (number, known) = repeated.dosages.find(node) else {
      return readDosage(node)
    }
    if let known { return known }
    let count = reportCount
    let dosage = readDosage(node)
    if reportCount == count { repeated.dosages.keep(dosage, number) }
    return dosage
  }

  private mutating func readDosage(_ node: JSONNode) -> FHIRDosage {
    let members = JSONNumberedMembers(of: node, by: DosageField.table)
    func member(_ field: DosageField) -> JSONNode? { members[field.rawValue] }
    var dosage = FHIRDosage()
    dosage.sequence = decimal(member(.sequence))
    let (text, others) = textOfConcept(member(.text))
    dosage.text = text
    dosage.patientInstruction = self.text(member(.patientInstruction))
    dosage.additionalInstructions =
      concepts(member(.additionalInstruction)) + concepts(member(.additionalInstructions))
      + others.map { FHIRConcept(text: $0) }
    dosage.timing =
      timing(member(.timing)) ?? timing(member(.timingSchedule))
      ?? timing(dateTime: member(.timingDateTime), period: member(.timingPeriod))
    dosage.asNeededFor =
      concepts(member(.asNeededCodeableConcept)) + concepts(member(.asNeededFor))
    dosage.asNeeded =
      flag(member(.asNeededBoolean)) ?? flag(member(.asNeeded))
      ?? (dosage.asNeededFor.isEmpty ? nil : true)
    dosage.route = presentConcept(member(.route))
    dosage.method = presentConcept(member(.method))
    dosage.site =
      presentConcept(member(.site)) ?? presentConcept(member(.siteCodeableConcept))
      ?? reference(member(.siteReference))?.allWords.map { FHIRConcept(text: $0) }
    readAmounts(of: members, into: &dosage)
    return dosage
  }

  /// Reads doses, rates and limits.
  private mutating func readAmounts(
    of members: JSONNumberedMembers, into dosage: inout FHIRDosage
  ) {
    func member(_ field: DosageField) -> JSONNode? { members[field.rawValue] }
    for node in oneOrMore(member(.doseAndRate)) {
      let inner = JSONNumberedMembers(of: node, by: DosageField.table)
      let type = presentConcept(node["type"])
      if let dose = dose(of: inner, type: type) { dosage.doses.append(dose) }
      if let rate = rate(of: inner, type: type) { dosage.rates.append(rate) }
    }
    if let dose = dose(of: members, type: nil) { dosage.doses.append(dose) }
    if let rate = rate(of: members, type: nil) { dosage.rates.append(rate) }
    for node in oneOrMore(member(.maxDosePerPeriod)) {
      if let ratio = ratio(node) { dosage.maxDosePerPeriod.append(ratio) }
    }
    dosage.maxDosePerAdministration = quantity(object(member(.maxDosePerAdministration)))
    dosage.maxDosePerLifetime = quantity(object(member(.maxDosePerLifetime)))
  }

  private mutating func dose(of members: JSONNumberedMembers, type: FHIRConcept?) -> FHIRDose? {
    var dose = FHIRDose(type: type)
    for field: DosageField in [
      .doseQuantity, .doseSimpleQuantity, .dose, .quantityQuantity, .quantity,
    ] where dose.quantity == nil && members.holds(field.rawValue) {
      dose.quantity = quantity(object(members[field.rawValue]))
    }
    for field: DosageField in [.doseRange, .quantityRange]
    where dose.range == nil && members.holds(field.rawValue) {
      dose.range = range(members[field.rawValue])
    }
    return dose.quantity == nil && dose.range == nil ? nil : dose
  }

  private mutating func rate(of members: JSONNumberedMembers, type: FHIRConcept?) -> FHIRRate? {
    func member(_ field: DosageField) -> JSONNode? { members[field.rawValue] }
    let fields: [DosageField] = [.rateQuantity, .rateSimpleQuantity, .rateRatio, .rate, .rateRange]
    guard fields.contains(where: { members.holds($0.rawValue) }) else { return nil }
    // Programs that write names of the profile in place of the data type's are not rare.
    let quantity =
      quantity(object(member(.rateQuantity))) ?? quantity(object(member(.rateSimpleQuantity)))
    let rate = FHIRRate(
      type: type, ratio: ratio(member(.rateRatio)) ?? ratio(member(.rate)),
      range: range(member(.rateRange)), quantity: quantity)
    return rate.ratio == nil && rate.range == nil && rate.quantity == nil ? nil : rate
  }

  // MARK: Timing

  /// Reads a Timing, or the Schedule of DSTU1; `nil` if it says nothing.
  mutating func timing(_ node: JSONNode?) -> FHIRTiming? {
    guard let node = object(node) else { return nil }
    guard let repeated, let (number, known) = repeated.timings.find(node) else {
      return readTiming(node)
    }
    if let known { return known.isEmpty ? nil : known }
    let count = reportCount
    let timing = readTiming(node)
    if reportCount == count { repeated.timings.keep(timing ?? FHIRTiming(), number) }
    return timing
  }

  private mutating func readTiming(_ node: JSONNode) -> FHIRTiming? {
    var timing = FHIRTiming()
    timing.events = events(node["event"])
    timing.code = presentConcept(node["code"])
    if let node = object(node["repeat"]) { readRepeat(node, into: &timing) }
    return timing.isEmpty ? nil : timing
  }

  /// Reads what DSTU1 writes in place of a schedule.
  private mutating func timing(dateTime: JSONNode?, period: JSONNode?) -> FHIRTiming? {
    var timing = FHIRTiming()
    if let moment = date(dateTime) { timing.events = [moment] }
    if let period = self.period(period) { timing.bounds = .period(period) }
    return timing.isEmpty ? nil : timing
  }

  /// Reads moments; a Period, as DSTU1 has them, gives `start/end` (ISO 8601).
  private mutating func events(_ node: JSONNode?) -> [String] {
    guard let node, !node.isNull else { return [] }
    var events: [String] = []
    for event in node.isArray ? Array(node.elements) : [node] {
      if event.isObject, !event.isUntyped || event["start"] != nil || event["end"] != nil {
        guard let period = period(event) else { continue }
        let end = period.end.map { "/\($0)" } ?? ""
        events.append((period.start ?? "") + end)
      } else if let moment = date(event) {
        events.append(moment)
      }
    }
    return events
  }

  private mutating func readRepeat(_ node: JSONNode, into timing: inout FHIRTiming) {
    let members = JSONNumberedMembers(of: node, by: RepeatField.table)
    func member(_ field: RepeatField) -> JSONNode? { members[field.rawValue] }
    timing.bounds = bounds(of: members)
    timing.count = decimal(member(.count))
    timing.countMax = decimal(member(.countMax))
    timing.duration = decimal(member(.duration))
    timing.durationMax = decimal(member(.durationMax))
    timing.durationUnit = text(member(.durationUnit)) ?? text(member(.durationUnits))
    timing.frequency = decimal(member(.frequency))
    timing.frequencyMax = decimal(member(.frequencyMax))
    timing.period = decimal(member(.period))
    timing.periodMax = decimal(member(.periodMax))
    timing.periodUnit = text(member(.periodUnit)) ?? text(member(.periodUnits))
    if timing.periodUnit == nil, let unit = text(member(.units)) {
      // DSTU1: the length of time that the frequency is per is called duration.
      timing.period = timing.duration
      timing.periodUnit = unit
      timing.duration = nil
    }
    timing.daysOfWeek = texts(member(.dayOfWeek))
    timing.timesOfDay = texts(member(.timeOfDay))
    timing.when = texts(member(.when))
    timing.offset = decimal(member(.offset))
  }

  private mutating func bounds(of members: JSONNumberedMembers) -> FHIRTiming.Bounds? {
    func member(_ field: RepeatField) -> JSONNode? { members[field.rawValue] }
    if let period = period(member(.boundsPeriod)) { return .period(period) }
    for field: RepeatField in [.boundsDuration, .boundsQuantity] {
      if let duration = quantity(object(member(field))) { return .duration(duration) }
    }
    if let range = range(member(.boundsRange)) { return .range(range) }
    return date(member(.end)).map { .period(FHIRPeriod(end: $0)) }
  }
}
