// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
public import JSONText
internal import MedicationModel
internal import MedicationResolver

// One JSON object per list, the shape of `medication-list.schema.json`. What is
// taken and what is not stand under different names, so that a reader who
// knows one member cannot mistake one for the other (S10). Lines and allergies
// are numbered from 1; facts refer to them by these numbers.

extension PatientMedicationList {
  /// The version of the shape; a change of meaning raises it.
  public static let schemaVersion = 1

  /// Writes the list as one JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", Self.schemaVersion)
      json.key("patient")
      patient.write(to: &json)
      json.member("asOf", asOf?.text)
      json.key("counts")
      writeCounts(to: &json)
      json.key("blocks")
      json.object { json in
        for block in ListBlock.allCases {
          json.key(block.rawValue)
          json.array { json in
            for (index, line) in lines.enumerated() where line.block == block {
              line.write(to: &json, number: index + 1)
            }
          }
        }
      }
      json.key("enteredInError")
      json.array { json in
        for record in enteredInError { record.source.write(to: &json) }
      }
      json.key("emptyStatements")
      json.array { json in
        for statement in emptyStatements {
          json.object { json in
            json.member("absence", statement.absence.rawValue)
            json.key("source")
            statement.source.write(to: &json)
          }
        }
      }
      json.key("allergies")
      json.array { json in
        for (index, allergy) in allergies.enumerated() {
          allergy.write(to: &json, number: index + 1)
        }
      }
      json.key("facts")
      facts.write(to: &json)
      json.key("problems")
      json.array { json in
        for problem in problems { problem.write(to: &json) }
      }
      json.key("release")
      release.write(to: &json)
    }
  }

  private func writeCounts(to json: inout JSONWriter) {
    json.object { json in
      json.member("records", recordCount)
      json.member("lines", lines.count)
      json.member("enteredInError", enteredInError.count)
      json.member("allergies", allergies.count)
    }
  }
}

extension ListedPatient {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("references", references)
      json.member("ids", ids)
      json.key("identifiers")
      json.array { json in
        for identifier in identifiers {
          json.object { json in
            json.member("system", identifier.system)
            json.member("value", identifier.value)
          }
        }
      }
      json.member("documents", documents)
    }
  }
}

extension ListSource {
  /// Writes document, address, type and id.
  func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

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
      json.key("sources")
      json.array { json in
        for record in records { record.write(to: &json) }
      }
      json.key("events")
      json.array { json in
        for event in events { event.write(to: &json) }
      }
      json.key("problems")
      json.array { json in
        for problem in problems { problem.write(to: &json) }
      }
    }
  }

  private func writeDrug(to json: inout JSONWriter) {
    json.key("concepts")
    json.array { json in
      for concept in concepts { concept.write(to: &json) }
    }
    json.key("codings")
    json.array { json in
      for coding in codings { coding.write(to: &json) }
    }
    json.member("generalForm", generalForm.rawValue)
    json.key("brand")
    if let brand { brand.writeReference(to: &json) } else { json.null() }
    json.key("ingredients")
    json.array { json in
      for ingredient in ingredients { ingredient.write(to: &json) }
    }
    json.key("packContents")
    json.array { json in
      for item in first.packContents { item.write(to: &json) }
    }
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
    json.key("periods")
    json.array { json in
      for period in periods {
        json.object { json in
          json.member("start", period.start)
          json.member("end", period.end)
        }
      }
    }
  }
}

extension ListedRecord {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
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
      json.key("problems")
      json.array { json in
        for problem in problems { problem.write(to: &json) }
      }
    }
  }
}

extension ListedAllergy {
  fileprivate func write(to json: inout JSONWriter, number: Int) {
    json.object { json in
      json.member("allergy", number)
      source.writeMembers(to: &json)
      json.member("text", record.text)
      json.key("codings")
      json.array { json in
        for coding in codings { coding.write(to: &json) }
      }
      json.member("clinicalStatus", record.clinicalStatus)
      json.member("verificationStatus", record.verificationStatus)
      json.member("type", record.type)
      json.member("category", record.category)
      json.member("recorded", record.recorded)
      json.member("comparison", comparison.rawValue)
      json.key("ingredients")
      json.array { json in
        for ingredient in ingredients { ingredient.writeReference(to: &json) }
      }
      json.key("problems")
      json.array { json in
        for problem in problems { problem.write(to: &json) }
      }
    }
  }
}

extension IngredientFacts {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("sharedIngredients")
      json.array { json in
        for fact in shared {
          json.object { json in
            json.key("ingredient")
            fact.ingredient.writeReference(to: &json)
            Self.write(fact.lines, as: "lines", to: &json)
          }
        }
      }
      json.key("onAllergyList")
      json.array { json in
        for fact in allergyMatches {
          json.object { json in
            json.key("ingredient")
            fact.ingredient.writeReference(to: &json)
            Self.write(fact.allergies, as: "allergies", to: &json)
            Self.write(fact.lines, as: "lines", to: &json)
          }
        }
      }
      Self.write(notComparedLines, as: "notComparedLines", to: &json)
      json.member("statement", statement.rawValue)
    }
  }

  private static func write(
    _ numbers: [Int], as name: StaticString, to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for number in numbers { json.integer(number + 1) }
    }
  }
}
