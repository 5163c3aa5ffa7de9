// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
public import JSONText
internal import MedicationModel
internal import MedicationResolver

// One JSON object per list, the shape of `medication-list.schema.json`. What is
// taken and what is not have different names, so that a reader who knows one
// member cannot mistake one for the other. Lines and allergies are numbered
// from 1; facts refer to them by these numbers.

extension PatientMedicationList {
  /// The version of the shape; a change of meaning raises it.
  public static let schemaVersion = 1

  /// Writes the list as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", Self.schemaVersion)
      json.object("patient") { patient.writeMembers(to: &$0) }
      json.member("asOf", asOf?.text)
      json.object("counts") { json in
        json.member("records", recordCount)
        json.member("lines", lines.count)
        json.member("enteredInError", enteredInError.count)
        json.member("allergies", allergies.count)
      }
      json.object("blocks") { json in
        for block in ListBlock.allCases {
          json.key(block.rawValue)
          json.array { json in
            for (index, line) in lines.enumerated() where line.block == block {
              line.write(to: &json, number: index + 1)
            }
          }
        }
      }
      json.objects("enteredInError", enteredInError) { $0.source.writeMembers(to: &$1) }
      json.objects("emptyStatements", emptyStatements) { statement, json in
        json.member("absence", statement.absence.rawValue)
        json.object("source") { statement.source.writeMembers(to: &$0) }
      }
      json.objects("allergies", allergies.enumerated()) { allergy, json in
        json.member("allergy", allergy.offset + 1)
        allergy.element.writeMembers(to: &json)
      }
      json.object("facts") { facts.writeMembers(to: &$0) }
      json.array("problems", problems) { $0.write(to: &$1) }
      json.key("release")
      release.write(to: &json)
    }
  }
}

extension ListedPatient {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    json.member("references", references)
    json.member("ids", ids)
    json.objects("identifiers", identifiers) { identifier, json in
      json.member("system", identifier.system)
      json.member("value", identifier.value)
    }
    json.member("documents", documents)
  }
}

extension ListSource {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("document", document)
    json.member("entryPath", entryPath.isEmpty ? nil : entryPath)
    json.member("resourceType", resourceType)
    json.member("id", id)
  }
}

extension ListLine {
  fileprivate func write(to json: inout JSONWriter, number: Int) {
    json.object { json in
      json.member("line", number)
      json.member("name", name)
      json.member("texts", texts)
      writeDrug(to: &json)
      writeStatus(to: &json)
      json.member("dosageTexts", dosageTexts)
      json.member("withheldDosages", records.reduce(0) { $0 + $1.withheldDosageCount })
      json.member("records", records.count)
      json.objects("sources", records) { $0.writeMembers(to: &$1) }
      json.objects("events", events) { $0.writeMembers(to: &$1) }
      json.array("problems", problems) { $0.write(to: &$1) }
    }
  }

  private func writeDrug(to json: inout JSONWriter) {
    json.array("concepts", concepts) { $0.write(to: &$1) }
    json.array("codings", codings) { $0.write(to: &$1) }
    json.member("generalForm", generalForm.rawValue)
    json.key("brand")
    if let brand { brand.writeReference(to: &json) } else { json.null() }
    json.array("ingredients", ingredients) { $0.write(to: &$1) }
    json.array("packContents", first.packContents) { $0.write(to: &$1) }
  }

  private func writeStatus(to json: inout JSONWriter) {
    json.member("statusMeaning", statusMeaning.rawValue)
    json.member("latestStatus", first.record.status)
    json.member("latestStatusDate", first.statusDate?.text)
    json.member("statusReasons", statusReasons)
    json.member("prohibited", first.record.flags.contains(.prohibited))
    json.member("periodEnded", isPeriodEnded)
    json.member("notYetStarted", isNotYetStarted)
    json.member("firstDate", dates?.first)
    json.member("lastDate", dates?.last)
    json.objects("periods", periods) { period, json in
      json.member("start", period.start)
      json.member("end", period.end)
    }
  }
}

extension ListedRecord {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    source.writeMembers(to: &json)
    json.member("status", record.status)
    json.member("statusMeaning", record.statusMeaning.rawValue)
    json.member("statusDate", statusDate?.text)
    json.member("statusDateOf", statusDate?.meaning.rawValue)
    json.member("intent", record.intent)
    json.member("negated", record.negated)
    json.member("flags", record.flags.map(\.rawValue))
    json.member("periodEnded", isPeriodEnded)
    json.member("notYetStarted", isNotYetStarted)
    json.member("reported", record.isReported)
    json.member("subject", record.subject)
    json.member("text", record.text ?? record.referenceDisplay)
    json.member("match", concepts.first?.match.rawValue)
    json.member("dosageTexts", record.dosageTexts)
    json.member("notes", record.notes)
    json.array("problems", problems) { $0.write(to: &$1) }
  }
}

extension ListedAllergy {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    source.writeMembers(to: &json)
    json.member("text", record.text)
    json.array("codings", codings) { $0.write(to: &$1) }
    json.member("clinicalStatus", record.clinicalStatus)
    json.member("verificationStatus", record.verificationStatus)
    json.member("type", record.type)
    json.member("category", record.category)
    json.member("recorded", record.recorded)
    json.member("comparison", comparison.rawValue)
    json.array("ingredients", ingredients) { $0.writeReference(to: &$1) }
    json.array("problems", problems) { $0.write(to: &$1) }
  }
}

extension IngredientFacts {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.objects("sharedIngredients", shared) { fact, json in
      json.key("ingredient")
      fact.ingredient.writeReference(to: &json)
      json.array("lines", fact.lines) { $1.integer($0 + 1) }
    }
    json.objects("onAllergyList", allergyMatches) { fact, json in
      json.key("ingredient")
      fact.ingredient.writeReference(to: &json)
      json.array("allergies", fact.allergies) { $1.integer($0 + 1) }
      json.array("lines", fact.lines) { $1.integer($0 + 1) }
    }
    json.array("notComparedLines", notComparedLines) { $1.integer($0 + 1) }
    json.member("statement", statement.rawValue)
  }
}
