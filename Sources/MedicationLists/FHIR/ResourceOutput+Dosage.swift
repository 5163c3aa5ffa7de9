// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

// Dosages keep every element that both versions know; R4 and R5 differ in how
// they say "as needed" and in how many limits they allow.

extension ResourceOutput {
  mutating func dosages(_ name: StaticString, _ dosages: [FHIRDosage], _ release: FHIRRelease) {
    objects(name, dosages.filter { !$0.isEmpty }) { $1.dosage($0, release) }
  }

  private mutating func dosage(_ dosage: FHIRDosage, _ release: FHIRRelease) {
    guard !dosage.isWithheld else { return notUnderstood("a modifier of this dosage") }
    whole("sequence", dosage.sequence, from: -Int(Int32.max))
    string("text", dosage.text)
    concepts("additionalInstruction", dosage.additionalInstructions)
    string("patientInstruction", dosage.patientInstruction)
    timing("timing", dosage.timing)
    asNeeded(dosage, release)
    concept("site", dosage.site)
    concept("route", dosage.route)
    concept("method", dosage.method)
    doseAndRate(dosage)
    switch release {
    case .r4:
      ratio("maxDosePerPeriod", dosage.maxDosePerPeriod.first)
      for limit in dosage.maxDosePerPeriod.dropFirst() {
        leave("maxDosePerPeriod", limit.literal)
      }
    case .r5:
      let limits = dosage.maxDosePerPeriod.filter { !$0.isEmpty }
      objects("maxDosePerPeriod", limits) { limit, output in
        output.quantity("numerator", limit.numerator)
        output.quantity("denominator", limit.denominator ?? FHIRQuantity(value: "1"))
      }
    }
    quantity("maxDosePerAdministration", dosage.maxDosePerAdministration)
    quantity("maxDosePerLifetime", dosage.maxDosePerLifetime)
  }

  /// A modifier extension says that one was there, so that no reader may ignore it.
  mutating func notUnderstood(_ what: String) {
    objects("modifierExtension", [what]) { what, output in
      output.json.member("url", FHIRExtension.notUnderstood.url)
      output.json.member("valueString", what)
    }
  }

  private mutating func asNeeded(_ dosage: FHIRDosage, _ release: FHIRRelease) {
    switch release {
    case .r4:
      if let reason = dosage.asNeededFor.first, !reason.isEmpty {
        concept("asNeededCodeableConcept", reason)
        for other in dosage.asNeededFor.dropFirst() { leave("asNeeded", other.literal) }
        // R4 allows a reason or a Boolean, not both.
        if dosage.asNeeded == false { leave("asNeededBoolean", "false") }
      } else {
        flag("asNeededBoolean", dosage.asNeeded)
      }
    case .r5:
      flag("asNeeded", dosage.asNeeded)
      concepts("asNeededFor", dosage.asNeededFor)
    }
  }

  private mutating func doseAndRate(_ dosage: FHIRDosage) {
    var parts: [(dose: FHIRDose?, rate: FHIRRate?)] = []
    for place in 0..<max(dosage.doses.count, dosage.rates.count) {
      let dose = place < dosage.doses.count ? dosage.doses[place] : nil
      let rate = place < dosage.rates.count ? dosage.rates[place] : nil
      if let dose, let rate, dose.type != rate.type {
        // An ordered dose and a calculated rate are separate.
        parts += [(dose, nil), (nil, rate)]
      } else {
        parts.append((dose, rate))
      }
    }
    objects("doseAndRate", parts) { part, output in
      output.concept("type", part.dose?.type ?? part.rate?.type)
      if let quantity = part.dose?.quantity {
        output.quantity("doseQuantity", quantity)
        output.leave("doseAndRate.doseRange", part.dose?.range?.literal)
      } else {
        output.range("doseRange", part.dose?.range)
      }
      output.rate(part.rate)
    }
  }

  /// The first form that a rate is given in; FHIR allows one, others go into an extension.
  private mutating func rate(_ rate: FHIRRate?) {
    if let ratio = rate?.ratio {
      self.ratio("rateRatio", ratio)
      leave("doseAndRate.rateQuantity", rate?.quantity?.literal)
      leave("doseAndRate.rateRange", rate?.range?.literal)
    } else if let quantity = rate?.quantity {
      self.quantity("rateQuantity", quantity)
      leave("doseAndRate.rateRange", rate?.range?.literal)
    } else {
      range("rateRange", rate?.range)
    }
  }

  // MARK: Timing

  private static let units: Set<String> = ["s", "min", "h", "d", "wk", "mo", "a"]
  private static let days: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  mutating func timing(_ name: StaticString, _ timing: FHIRTiming?) {
    guard let timing, !timing.isEmpty else { return }
    object(name) { output in
      output.strings("event", timing.events, FHIRPrimitive.isDateTime)
      var plain = timing
      plain.events = []
      plain.code = nil
      if !plain.isEmpty { output.object("repeat") { $0.repetition(timing) } }
      output.concept("code", timing.code)
    }
  }

  private mutating func repetition(_ timing: FHIRTiming) {
    switch timing.bounds {
    case .period(let period): self.period("boundsPeriod", period)
    case .duration(let duration): quantity("boundsDuration", duration)
    case .range(let range): self.range("boundsRange", range)
    case nil: break
    }
    whole("count", timing.count, from: 1)
    whole("countMax", timing.countMax, from: 1)
    decimal("duration", timing.duration)
    decimal("durationMax", timing.durationMax)
    code("durationUnit", timing.durationUnit, among: Self.units)
    whole("frequency", timing.frequency, from: 1)
    whole("frequencyMax", timing.frequencyMax, from: 1)
    decimal("period", timing.period)
    decimal("periodMax", timing.periodMax)
    code("periodUnit", timing.periodUnit, among: Self.units)
    strings("dayOfWeek", timing.daysOfWeek) { Self.days.contains($0) }
    strings("timeOfDay", timing.timesOfDay, FHIRPrimitive.isTime)
    strings("when", timing.when, FHIRPrimitive.isCode)
    whole("offset", timing.offset, from: 0)
  }
}
