// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel

/// What a document says, as the cases of `Fixtures/cases` write it: records are separated by `; `,
/// what one record has several of by `,`, and `-` is nothing.
enum RecordFacts {
  /// The value of a key; `nil` if there is no such key.
  static func of(_ document: FHIRDocument, key: String) -> String? {
    let records = document.records
    if let fact = facts[key] { return records.map { fact($0) ?? "-" }.joined(separator: "; ") }
    // `first key`: of the first record.
    if key.hasPrefix("first "), let fact = facts[String(key.dropFirst(6))] {
      return records.first.map { fact($0) ?? "-" } ?? "no record"
    }
    // `record N key`: of the record at a place.
    let words = key.split(separator: " ", maxSplits: 2).map(String.init)
    if words.count == 3, words[0] == "record", let place = Int(words[1]),
      let fact = facts[words[2]]
    {
      return records.indices.contains(place) ? fact(records[place]) ?? "-" : "no record"
    }
    // `each X`: for each record, whether it has the problem, flag, severity or code X.
    if key.hasPrefix("each ") {
      return records.map { record in
        let names =
          record.codes + record.flags.map(\.rawValue) + record.problems.map { "\($0.severity)" }
          + record.codings.compactMap(\.code)
        return "\(names.contains(String(key.dropFirst(5))))"
      }.joined(separator: "; ")
    }
    let allergies = document.allergies
    switch key {
    case "count": return "\(records.count)"
    case "problems": return list(document.codes)
    case "problem kinds": return list(Set(document.codes).sorted())
    case "problem paths": return list(document.problems.map(\.problem.path))
    case "id kinds": return list(Set(records.map(\.id)).compactMap(\.self).sorted())
    case "problem places": return list(document.problems.map(\.entryPath))
    case "problem lines": return list(document.problems.map { $0.line.map { "\($0)" } })
    case "severities": return list(document.problems.map { "\($0.problem.severity)" })
    case "errors": return "\(document.problems.count { $0.problem.severity == .error })"
    case "one version":
      return records.allSatisfy { $0.fhirVersion == document.fhirVersion }
        ? document.fhirVersion?.rawValue ?? "-" : "several"
    case "document version": return document.fhirVersion?.rawValue ?? "-"
    case "allergies": return list(allergies.map(allergy))
    case "allergy problems": return list(allergies.flatMap(\.problems).map(\.code.rawValue))
    case "allergy members":
      return allergies.map { allergy in
        [
          allergy.subject, allergy.type, list(allergy.category), allergy.criticality,
          allergy.recorded, list(allergy.reactionSubstances.map(\.words)),
        ].map { $0 ?? "-" }.joined(separator: "; ")
      }.joined(separator: " / ")
    case "skipped claims": return "\(document.skippedClaimCount)"
    case "other claim items": return "\(document.otherClaimItemCount)"
    case "others":
      return list(document.otherResources.sorted { $0.key < $1.key }.map { "\($1) \($0)" })
    case "allergy bases": return list(allergies.map(\.subjectBase))
    case "whole systems":
      return list(document.valueSets.flatMap(\.clauses).map { "\($0.isWholeSystem)" })
    case "subsets":
      return list(document.valueSets.map { $0.expansion.map { "\($0.isSubset)" } })
    case "sorted problems of value sets":
      return list(Set(document.valueSets.flatMap(\.problems).map(\.code.rawValue)).sorted())
    default: return StoredValues.text(of: document, at: key)
    }
  }

  private static let facts: [String: @Sendable (MedicationRecord) -> String?] = [
    "entry numbers": { $0.entry.map { "\($0)" } }, "types": { $0.resourceType },
    "quoted text": { "«\($0.text ?? "-")»" }, "subject": { $0.subject },
    "form codes": { list(($0.form?.codings ?? []).map(\.code)) },
    "denominator": { $0.ingredients.first?.strength?.denominator?.parts },
    "ingredient texts": { list($0.ingredients.map(\.text)) },
    "entries": { $0.entryPath }, "id": { $0.id }, "text": { $0.text }, "via": { $0.via.rawValue },
    "resolution": { $0.resolution }, "codes": { list($0.codings.map(\.code)) },
    "displays": { list($0.codings.map(\.display)) },
    "systems": { list($0.codings.map(\.system)) },
    "referenced codes": { list($0.referencedCodings.map(\.code)) },
    "other names": { list($0.otherNames) }, "form": { $0.form?.text },
    "status": { $0.status }, "meaning": { $0.statusMeaning.rawValue },
    "negated": { "\($0.negated)" }, "flags": { list($0.flags.map(\.rawValue)) },
    "status reasons": { list($0.statusReasons.map(\.words)) }, "status reason": { $0.statusReason },
    "said": { list($0.codes) }, "kinds": { list(Set($0.codes).sorted()) },
    "sorted": { list($0.codes.sorted()) },
    "names lisinopril or 1": { "\(names(of: $0).contains { $0 == "lisinopril" || $0 == "1" })" },
    "names warfarin or 2": { "\(names(of: $0).contains { $0 == "warfarin" || $0 == "2" })" },
    "said first": { $0.codes.first },
    "severity first": { $0.problems.first.map { "\($0.severity)" } },
    "paths": { list($0.problems.map(\.path)) },
    "severity": { list($0.problems.map { "\($0.severity)" }) },
    "reference": { $0.reference }, "reference display": { $0.referenceDisplay },
    "reference identifier": {
      $0.referenceIdentifier.map { "\($0.use ?? "-")|\($0.system ?? "-")|\($0.value ?? "-")" }
    },
    "product identifiers": { list($0.productIdentifiers.map(\.value)) },
    "identifiers": { list($0.identifiers.map(\.value)) },
    "ingredients": { list(ingredients($0.ingredients)) },
    "ingredient codes": { list($0.ingredients.flatMap(\.codings).map(\.code)) },
    "ingredient references": {
      list(
        $0.ingredients.map {
          "\($0.reference ?? "-") \($0.referenceDisplay ?? "-") \($0.referenceIdentifier?.value ?? "-")"
        })
    },
    "active": { list($0.ingredients.map { $0.isActive.map { "\($0)" } }) },
    "inner active": {
      list($0.ingredients.flatMap(\.ingredients).map { $0.isActive.map { "\($0)" } })
    },
    "by ingredient": { "\($0.via == .ingredient)" },
    "severity of condition-in-words": {
      list($0.problems.filter { $0.code == .conditionInWords }.map { "\($0.severity)" })
    },
    "active count": { "\($0.activeIngredients.count)" },
    "numerator": { $0.ingredients.first?.strength?.numerator?.parts },
    "absence": { $0.absence?.rawValue }, "notes": { list($0.notes) },
    "version": { $0.fhirVersion?.rawValue }, "subject base": { $0.subjectBase },
    "dosage texts": { list($0.dosageTexts) }, "dosages": { words($0.dosages.flatMap(dosage)) },
    "withheld": { list($0.dosages.map { "\($0.isWithheld)" }) },
    "sites": { list($0.dosages.map { $0.site?.text }) },
    "details": { words(details($0)) },
    "quantity": { $0.dispenseQuantity?.parts }, "encounter": { $0.encounter },
    "amount": { record in
      record.amount.map { "\($0.numerator?.parts ?? "-") / \($0.denominator?.parts ?? "-")" }
    },
    "package": { record in
      list(record.packageContents.map { "\($0.words ?? "-") \($0.amount?.parts ?? "-")" })
    },
    "package references": { record in
      list(
        record.packageContents.map {
          "\($0.reference ?? "-") \($0.referenceDisplay ?? "-") \($0.referenceIdentifier?.value ?? "-")"
        })
    },
    "labelling": { record in
      record.labelling.map { label in
        let batches = label.batches.map { "\($0.lotNumber ?? "-") \($0.expirationDate ?? "-")" }
        return
          "\(label.manufacturer ?? "-") \(flag(label.isBrand)) \(flag(label.isOverTheCounter)) "
          + list(batches)
      }
    },
    "terms": { record in
      record.dispenseTerms.map { terms in
        [
          terms.firstQuantity?.parts, terms.firstDuration?.parts, terms.interval?.parts,
          flag(terms.allowsSubstitution), terms.substitution?.text, terms.substitutionReason?.text,
        ].map { $0 ?? "-" }.joined(separator: " ")
      }
    },
  ]

  private static func names(of record: MedicationRecord) -> [String?] {
    record.codings.flatMap { [$0.display, $0.code] } + [record.text, record.referenceDisplay]
  }

  private static func list(_ values: [String?]) -> String {
    values.isEmpty ? "none" : values.map { $0 ?? "-" }.joined(separator: ",")
  }

  private static func words(_ facts: [String]) -> String {
    facts.isEmpty ? "none" : facts.joined(separator: ", ")
  }

  private static func flag(_ value: Bool?) -> String { value.map { "\($0)" } ?? "-" }

  static func ingredients(_ ingredients: [MedicationIngredient]) -> [String] {
    ingredients.flatMap { item in
      item.codings.compactMap(\.code) + Self.ingredients(item.ingredients).map { "> \($0)" }
    }
  }

  private static func allergy(_ allergy: AllergyRecord) -> String {
    let words = FHIRConcept(codings: allergy.codings, text: allergy.text).words
    return [
      allergy.clinicalStatus, allergy.verificationStatus, words,
      allergy.isRefuted ? "refuted" : nil,
      allergy.isAbsence ? "absence" : nil, allergy.isComparable ? "comparable" : nil,
    ].map { $0 ?? "-" }.joined(separator: "; ")
  }

  /// The facts of a dosage, one a line, in a fixed order.
  static func dosage(_ dosage: FHIRDosage) -> [String] {
    var facts: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { facts.append("\(name) \(value)") }
    }
    add("sequence", dosage.sequence)
    add("text", dosage.text)
    add("for the patient", dosage.patientInstruction)
    for instruction in dosage.additionalInstructions { add("additional", instruction.words) }
    if let timing = dosage.timing { facts += Self.timing(timing) }
    if let asNeeded = dosage.asNeeded { facts.append(asNeeded ? "as needed" : "not as needed") }
    for reason in dosage.asNeededFor { add("as needed for", reason.words) }
    add("site", dosage.site?.words)
    add("route", dosage.route?.words)
    add("method", dosage.method?.words)
    for dose in dosage.doses {
      let type = dose.type?.words.map { "\($0) " } ?? ""
      add("\(type)dose", dose.quantity.map(words) ?? dose.range.map(words))
    }
    for rate in dosage.rates {
      let type = rate.type?.words.map { "\($0) " } ?? ""
      add(
        "\(type)rate", rate.ratio.map(words) ?? rate.range.map(words) ?? rate.quantity.map(words))
    }
    for limit in dosage.maxDosePerPeriod { add("at most", words(limit)) }
    add("at most", dosage.maxDosePerAdministration.map { "\(words($0)) each time" })
    add("at most", dosage.maxDosePerLifetime.map { "\(words($0)) in a life" })
    return facts
  }

  private static func timing(_ timing: FHIRTiming) -> [String] {
    var facts = timing.events.map { "event \($0)" }
    func add(_ name: String, _ value: String?, _ most: String?, _ unit: String? = nil) {
      guard value != nil || most != nil || unit != nil else { return }
      facts.append(
        "\(name) \(value ?? (unit == nil ? "" : "-"))\(most.map { "-\($0)" } ?? "")"
          + (unit.map { " \($0)" } ?? ""))
    }
    switch timing.bounds {
    case .period(let period):
      facts.append(
        period.start.map { "from \($0) to \(period.end ?? "-")" } ?? "until \(period.end ?? "-")")
    case .duration(let duration): facts.append("for \(words(duration))")
    case .range(let range): facts.append("for \(words(range))")
    case nil: break
    }
    add("count", timing.count, timing.countMax)
    if timing.duration != nil {
      add("lasting", timing.duration, timing.durationMax, timing.durationUnit)
    }
    add("frequency", timing.frequency, timing.frequencyMax)
    add("period", timing.period, timing.periodMax, timing.periodUnit)
    if !timing.daysOfWeek.isEmpty {
      facts.append((["on"] + timing.daysOfWeek).joined(separator: " "))
    }
    if !timing.timesOfDay.isEmpty {
      facts.append((["at"] + timing.timesOfDay).joined(separator: " "))
    }
    if !timing.when.isEmpty { facts.append((["when"] + timing.when).joined(separator: " ")) }
    add("offset", timing.offset, nil)
    if let code = timing.code?.words { facts.append("code \(code)") }
    return facts
  }

  private static func words(_ quantity: FHIRQuantity) -> String {
    (quantity.comparator ?? "") + quantity.parts
  }

  private static func words(_ range: FHIRRange) -> String {
    "\(range.low.map(words) ?? "-") to \(range.high.map(words) ?? "-")"
  }

  private static func words(_ ratio: FHIRRatio) -> String {
    "\(ratio.numerator.map(words) ?? "-") / \(ratio.denominator.map(words) ?? "-")"
  }

  /// The facts of a record, one a line, in a fixed order.
  private static func details(_ record: MedicationRecord) -> [String] {
    var facts: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { facts.append("\(name) \(value)") }
    }
    func words(_ period: FHIRPeriod) -> String { "\(period.start ?? "-") to \(period.end ?? "-")" }
    let dates = record.dates
    add("authored", dates.authored)
    add("asserted", dates.asserted)
    add("at", dates.moment)
    add("from", dates.period.map(words))
    add("timing", dates.timing?.frequency)
    add("valid from", dates.validity.map(words))
    add("prepared", dates.prepared)
    add("handed over", dates.handedOver)
    add("ended", dates.ended)
    add("recorded", dates.recorded)
    add("status changed", dates.statusChanged)
    add("lasts", record.daysSupply?.parts)
    add("repeats", record.repeats)
    add("fill", record.fillNumber)
    add("quantity", record.dispenseQuantity?.parts)
    add("encounter", record.encounter)
    add("requester", record.requester)
    add("author", record.author)
    if let isReported = record.isReported { facts.append(isReported ? "reported" : "not reported") }
    for source in record.informationSource { add("source", source) }
    for category in record.category { add("category", category.words) }
    for reason in record.reasons { add("reason", reason.words) }
    for link in record.links {
      let place = link.reference ?? link.identifier?.value ?? "-"
      add(link.kind.rawValue, place + (link.display.map { " \($0)" } ?? ""))
    }
    for identifier in record.identifiers {
      add("identifier", "\(identifier.system ?? "-") \(identifier.value ?? "-")")
    }
    add("rendered", record.renderedDosage)
    return facts
  }
}
