// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText

// What a document says about one use of a medication, apart from what it is:
// groups of members, each `null` or `[]` where the document says nothing, so
// that a record without dosages and dates stays short.

extension MedicationRecord {
  /// Writes the members `supply` to `product` of a medication.
  func writeDetails(to json: inout JSONWriter) {
    writeSupply(to: &json)
    json.write("dates", dates.isEmpty ? nil : dates) { $0.write(to: &$1) }
    json.key("dosages")
    writeDosages(to: &json)
    json.member("renderedDosage", renderedDosage)
    json.writeAll("reasons", reasons) { $0.write(to: &$1) }
    json.writeAll("statusReasons", statusReasons) { $0.write(to: &$1) }
    json.write("adherence", adherence) { $0.write(to: &$1) }
    json.member("notes", notes)
    json.writeAll("category", category) { $0.write(to: &$1) }
    writeProvenance(to: &json)
    json.writeAll("links", links) { $0.write(to: &$1) }
    json.writeAll("identifiers", identifiers) { $0.write(to: &$1) }
    writeProduct(to: &json)
  }

  private func writeSupply(to json: inout JSONWriter) {
    let terms = dispenseTerms
    if dispenseQuantity == nil, daysSupply == nil, repeats == nil, fillNumber == nil, terms == nil {
      return json.null("supply")
    }
    json.object("supply") { json in
      json.write("quantity", dispenseQuantity) { $0.write(to: &$1) }
      json.write("daysSupply", daysSupply) { $0.write(to: &$1) }
      json.member("repeats", repeats)
      // Only for claims.
      if let fillNumber { json.member("fillNumber", fillNumber) }
      json.write("firstQuantity", terms?.firstQuantity) { $0.write(to: &$1) }
      json.write("firstDuration", terms?.firstDuration) { $0.write(to: &$1) }
      json.write("interval", terms?.interval) { $0.write(to: &$1) }
      json.member("substitutionAllowed", terms?.allowsSubstitution)
      json.write("substitution", terms?.substitution) { $0.write(to: &$1) }
      json.write("substitutionReason", terms?.substitutionReason) { $0.write(to: &$1) }
    }
  }

  /// Writes the value of the member `dosages`.
  func writeDosages(to json: inout JSONWriter) {
    json.array { json in
      // By their places: they are not copied so.
      for index in dosages.indices { dosages[index].write(to: &json) }
    }
  }

  private func writeProvenance(to json: inout JSONWriter) {
    if encounter == nil, requester == nil, author == nil, isReported == nil,
      informationSource.isEmpty
    {
      return json.null("provenance")
    }
    json.object("provenance") { json in
      json.member("encounter", encounter)
      json.member("requester", requester)
      json.member("author", author)
      json.member("reported", isReported)
      json.member("informationSource", informationSource)
    }
  }

  private func writeProduct(to json: inout JSONWriter) {
    let labelling = self.labelling
    if amount == nil, packageContents.isEmpty, productIdentifiers.isEmpty, ingredients.isEmpty,
      referenceIdentifier == nil, labelling == nil, otherNames.isEmpty
    {
      return json.null("product")
    }
    json.object("product") { json in
      json.write("amount", amount) { $0.write(to: &$1) }
      json.writeAll("packageContents", packageContents) { $0.write(to: &$1) }
      json.writeAll("identifiers", productIdentifiers) { $0.write(to: &$1) }
      json.write("referenceIdentifier", referenceIdentifier) { $0.write(to: &$1) }
      json.writeAll("ingredients", ingredients) { $0.write(to: &$1) }
      json.member("manufacturer", labelling?.manufacturer)
      json.member("brand", labelling?.isBrand)
      json.member("overTheCounter", labelling?.isOverTheCounter)
      json.writeAll("batches", labelling?.batches ?? []) { $0.write(to: &$1) }
      json.member("otherNames", otherNames)
    }
  }
}

extension ProductLabelling.Batch {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("lotNumber", lotNumber)
      json.member("expirationDate", expirationDate)
    }
  }
}

extension JSONWriter {
  /// Writes a member that is an object, or `null`.
  fileprivate mutating func write<Value>(
    _ name: StaticString, _ value: Value?, _ body: (Value, inout JSONWriter) -> Void
  ) {
    guard let value else { return null(name) }
    key(name)
    body(value, &self)
  }

  /// Writes a member that is an array of objects.
  fileprivate mutating func writeAll<Value>(
    _ name: StaticString, _ values: [Value], _ body: (Value, inout JSONWriter) -> Void
  ) {
    if values.isEmpty { return member(name, []) }
    key(name)
    beginArray()
    // By their places: they are not copied so.
    for index in values.indices { body(values[index], &self) }
    endArray()
  }
}

extension RecordDates {
  /// Writes every date as it was given.
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("authored", authored)
      json.member("asserted", asserted)
      json.member("moment", moment)
      json.write("period", period) { $0.write(to: &$1) }
      json.write("timing", timing) { $0.write(to: &$1) }
      json.write("validity", validity) { $0.write(to: &$1) }
      json.member("prepared", prepared)
      json.member("handedOver", handedOver)
      json.member("ended", ended)
      json.member("recorded", recorded)
      json.member("statusChanged", statusChanged)
    }
  }
}

extension FHIRPeriod {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("start", start)
      json.member("end", end)
    }
  }
}

extension FHIRQuantity {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("value", value)
      json.member("comparator", comparator)
      json.member("unit", unit)
      json.member("system", system)
      json.member("code", code)
    }
  }
}

extension FHIRRange {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.write("low", low) { $0.write(to: &$1) }
      json.write("high", high) { $0.write(to: &$1) }
    }
  }
}

extension FHIRRatio {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.write("numerator", numerator) { $0.write(to: &$1) }
      json.write("denominator", denominator) { $0.write(to: &$1) }
    }
  }
}

extension FHIRTiming {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("events", events)
      json.write("code", code) { $0.write(to: &$1) }
      json.write("bounds", bounds) { $0.write(to: &$1) }
      json.member("count", count)
      json.member("countMax", countMax)
      json.member("duration", duration)
      json.member("durationMax", durationMax)
      json.member("durationUnit", durationUnit)
      json.member("frequency", frequency)
      json.member("frequencyMax", frequencyMax)
      json.member("period", period)
      json.member("periodMax", periodMax)
      json.member("periodUnit", periodUnit)
      json.member("daysOfWeek", daysOfWeek)
      json.member("timesOfDay", timesOfDay)
      json.member("when", when)
      json.member("offset", offset)
    }
  }
}

extension FHIRTiming.Bounds {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .period(let period):
        json.key("period")
        period.write(to: &json)
      case .duration(let duration):
        json.key("duration")
        duration.write(to: &json)
      case .range(let range):
        json.key("range")
        range.write(to: &json)
      }
    }
  }
}

extension FHIRDosage {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("withheld", isWithheld)
      json.member("sequence", sequence)
      json.member("text", text)
      json.member("patientInstruction", patientInstruction)
      json.writeAll("additionalInstructions", additionalInstructions) { $0.write(to: &$1) }
      json.write("timing", timing) { $0.write(to: &$1) }
      json.member("asNeeded", asNeeded)
      json.writeAll("asNeededFor", asNeededFor) { $0.write(to: &$1) }
      json.write("route", route) { $0.write(to: &$1) }
      json.write("method", method) { $0.write(to: &$1) }
      json.write("site", site) { $0.write(to: &$1) }
      json.writeAll("doses", doses) { $0.write(to: &$1) }
      json.writeAll("rates", rates) { $0.write(to: &$1) }
      json.writeAll("maxDosePerPeriod", maxDosePerPeriod) { $0.write(to: &$1) }
      json.write("maxDosePerAdministration", maxDosePerAdministration) { $0.write(to: &$1) }
      json.write("maxDosePerLifetime", maxDosePerLifetime) { $0.write(to: &$1) }
    }
  }
}

extension FHIRDose {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.write("type", type) { $0.write(to: &$1) }
      json.write("quantity", quantity) { $0.write(to: &$1) }
      json.write("range", range) { $0.write(to: &$1) }
    }
  }
}

extension FHIRRate {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.write("type", type) { $0.write(to: &$1) }
      json.write("ratio", ratio) { $0.write(to: &$1) }
      json.write("range", range) { $0.write(to: &$1) }
      json.write("quantity", quantity) { $0.write(to: &$1) }
    }
  }
}

extension FHIRIdentifier {
  /// Writes the identifier as it was given.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("use", use)
      json.write("type", type) { $0.write(to: &$1) }
      json.member("system", system)
      json.member("value", value)
    }
  }
}

extension RecordLink {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("reference", reference)
      json.member("display", display)
      json.write("identifier", identifier) { $0.write(to: &$1) }
    }
  }
}

extension PackageContent {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      item.writeMembers(to: &json)
      json.member("reference", reference)
      json.member("referenceDisplay", referenceDisplay)
      json.write("referenceIdentifier", referenceIdentifier) { $0.write(to: &$1) }
      json.write("amount", amount) { $0.write(to: &$1) }
    }
  }
}

extension MedicationIngredient {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.write("item", FHIRConcept(codings: codings, text: text)) { $0.write(to: &$1) }
      json.member("reference", reference)
      json.member("referenceDisplay", referenceDisplay)
      json.write("referenceIdentifier", referenceIdentifier) { $0.write(to: &$1) }
      json.write("strength", strength) { $0.write(to: &$1) }
      json.member("active", isActive)
      json.writeAll("ingredients", ingredients) { $0.write(to: &$1) }
    }
  }
}

extension FHIRStrength {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.write("numerator", numerator) { $0.write(to: &$1) }
      json.write("denominator", denominator) { $0.write(to: &$1) }
      json.write("concept", concept) { $0.write(to: &$1) }
    }
  }
}
