// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// The names of a dosage's members, of every version together.
enum DosageField: Int, MemberName {
  case sequence, text, patientInstruction, additionalInstruction, additionalInstructions
  case timing, timingSchedule, timingDateTime, timingPeriod
  case asNeeded, asNeededBoolean, asNeededCodeableConcept, asNeededFor
  case route, method, site, siteCodeableConcept, siteReference
  case doseAndRate, dose, doseQuantity, doseSimpleQuantity, doseRange, quantity, quantityQuantity,
    quantityRange
  case rate, rateRatio, rateRange, rateQuantity, rateSimpleQuantity
  case maxDosePerPeriod, maxDosePerAdministration, maxDosePerLifetime

  static let table = nameTable
}

/// The names of the members of a timing's `repeat`.
private enum RepeatField: Int, MemberName {
  case boundsPeriod, boundsDuration, boundsQuantity, boundsRange, end
  case count, countMax, duration, durationMax, durationUnit, durationUnits, units
  case frequency, frequencyMax, period, periodMax, periodUnit, periodUnits
  case dayOfWeek, timeOfDay, when, offset

  static let table = nameTable
}

extension ElementReader {
  /// Reads a dosage of any version.
  mutating func dosage(_ node: JSONNode) -> FHIRDosage {
    once(node, repeated?.dosages) { $0.readDosage($1) }
  }

  private mutating func readDosage(_ node: JSONNode) -> FHIRDosage {
    let members = NamedMembers<DosageField>(of: node)
    var dosage = FHIRDosage()
    dosage.sequence = decimal(members[.sequence])
    let (text, others) = textOfConcept(members[.text])
    dosage.text = text
    dosage.patientInstruction = self.text(members[.patientInstruction])
    dosage.additionalInstructions =
      concepts(members[.additionalInstruction]) + concepts(members[.additionalInstructions])
      + others.map { FHIRConcept(text: $0) }
    dosage.timing =
      timing(members[.timing]) ?? timing(members[.timingSchedule])
      ?? timing(dateTime: members[.timingDateTime], period: members[.timingPeriod])
    dosage.asNeededFor =
      concepts(members[.asNeededCodeableConcept]) + concepts(members[.asNeededFor])
    dosage.asNeeded =
      flag(members[.asNeededBoolean]) ?? flag(members[.asNeeded])
      ?? (dosage.asNeededFor.isEmpty ? nil : true)
    dosage.route = presentConcept(members[.route])
    dosage.method = presentConcept(members[.method])
    dosage.site =
      presentConcept(members[.site]) ?? presentConcept(members[.siteCodeableConcept])
      ?? reference(members[.siteReference])?.allWords.map { FHIRConcept(text: $0) }
    readAmounts(of: members, into: &dosage)
    return dosage
  }

  /// Reads doses, rates and limits.
  private mutating func readAmounts(
    of members: NamedMembers<DosageField>, into dosage: inout FHIRDosage
  ) {
    for node in oneOrMore(members[.doseAndRate]) {
      let inner = NamedMembers<DosageField>(of: node)
      let type = presentConcept(node["type"])
      readDoses(of: inner, type: type, into: &dosage)
      if let rate = rate(of: inner, type: type) { dosage.rates.append(rate) }
    }
    readDoses(of: members, type: nil, into: &dosage)
    if let rate = rate(of: members, type: nil) { dosage.rates.append(rate) }
    for node in oneOrMore(members[.maxDosePerPeriod]) {
      if let ratio = ratio(node) { dosage.maxDosePerPeriod.append(ratio) }
    }
    dosage.maxDosePerAdministration = quantity(object(members[.maxDosePerAdministration]))
    dosage.maxDosePerLifetime = quantity(object(members[.maxDosePerLifetime]))
  }

  /// Reads a dose; amounts under several names that differ are several doses.
  private mutating func readDoses(
    of members: NamedMembers<DosageField>, type: FHIRConcept?, into dosage: inout FHIRDosage
  ) {
    var dose = FHIRDose(type: type)
    var others: [FHIRDose] = []
    for field: DosageField in [
      .doseQuantity, .doseSimpleQuantity, .dose, .quantityQuantity, .quantity,
    ] where members.holds(field) {
      let quantity = quantity(object(members[field]))
      if dose.quantity == nil {
        dose.quantity = quantity
      } else if let quantity, quantity != dose.quantity {
        others.append(FHIRDose(type: type, quantity: quantity))
      }
    }
    for field: DosageField in [.doseRange, .quantityRange]
    where dose.range == nil && members.holds(field) {
      dose.range = range(members[field])
    }
    if dose.quantity != nil || dose.range != nil { dosage.doses.append(dose) }
    dosage.doses += others
  }

  private mutating func rate(of members: NamedMembers<DosageField>, type: FHIRConcept?) -> FHIRRate?
  {
    let fields: [DosageField] = [.rateQuantity, .rateSimpleQuantity, .rateRatio, .rate, .rateRange]
    guard fields.contains(where: { members.holds($0) }) else { return nil }
    // Programs that write names of the profile in place of the data type's are not rare.
    let quantity =
      quantity(object(members[.rateQuantity])) ?? quantity(object(members[.rateSimpleQuantity]))
    let rate = FHIRRate(
      type: type, ratio: ratio(members[.rateRatio]) ?? ratio(members[.rate]),
      range: range(members[.rateRange]), quantity: quantity)
    return rate.ratio == nil && rate.range == nil && rate.quantity == nil ? nil : rate
  }

  // MARK: Timing

  /// Reads a Timing, or the Schedule of DSTU1; `nil` if it says nothing.
  mutating func timing(_ node: JSONNode?) -> FHIRTiming? {
    guard let node = object(node) else { return nil }
    return once(node, repeated?.timings) { $0.readTiming($1) }
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
    for event in node.items {
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
    let members = NamedMembers<RepeatField>(of: node)
    timing.bounds = bounds(of: members)
    timing.count = decimal(members[.count])
    timing.countMax = decimal(members[.countMax])
    timing.duration = decimal(members[.duration])
    timing.durationMax = decimal(members[.durationMax])
    timing.durationUnit = text(members[.durationUnit]) ?? text(members[.durationUnits])
    timing.frequency = decimal(members[.frequency])
    timing.frequencyMax = decimal(members[.frequencyMax])
    timing.period = decimal(members[.period])
    timing.periodMax = decimal(members[.periodMax])
    timing.periodUnit = text(members[.periodUnit]) ?? text(members[.periodUnits])
    if timing.periodUnit == nil, let unit = text(members[.units]) {
      // DSTU1: the length of time that the frequency is per is called duration.
      timing.period = timing.duration
      timing.periodUnit = unit
      timing.duration = nil
    }
    timing.daysOfWeek = texts(members[.dayOfWeek])
    timing.timesOfDay = texts(members[.timeOfDay])
    timing.when = texts(members[.when])
    timing.offset = decimal(members[.offset])
  }

  private mutating func bounds(of members: NamedMembers<RepeatField>) -> FHIRTiming.Bounds? {
    if let period = period(members[.boundsPeriod]) { return .period(period) }
    for field: RepeatField in [.boundsDuration, .boundsQuantity] {
      if let duration = quantity(object(members[field])) { return .duration(duration) }
    }
    if let range = range(members[.boundsRange]) { return .range(range) }
    return date(members[.end]).map { .period(FHIRPeriod(end: $0)) }
  }
}
