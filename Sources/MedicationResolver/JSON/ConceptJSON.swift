// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import JSONText
internal import MedicationModel

extension Concept {
  /// Writes everything the catalog holds of the concept as one JSON object.
  ///
  /// The shape is that of `concept.schema.json`. Placeholder codes are `null`.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      writeIdentity(to: &json)
      writeNames(to: &json)
      writeIngredients(to: &json)
      writeForms(to: &json)
      json.key("packContents")
      json.array { json in
        for item in packItems { item.write(to: &json) }
      }
      json.member("quantity", quantity)
      json.member("qualitativeDistinction", qualitativeDistinction)
      if catalog.leftOut.contains(.ndcs) {
        json.key("ndcs")
        json.null()
      } else {
        json.member("ndcs", ndcs.map(\.digits))
      }
      json.member("uniis", uniis)
      if catalog.leftOut.contains(.otherSources) {
        json.key("labelSetIds")
        json.null()
      } else {
        json.member("labelSetIds", labelSetIDs)
      }
      json.key("semanticTypes")
      json.array { json in
        for type in semanticTypes {
          json.object { json in
            json.member("code", type.identifier)
            json.member("name", type.name)
          }
        }
      }
      writeAttributes(to: &json)
      writeRelations(to: &json)
    }
  }

  /// Writes code, name and term type as one JSON object, for a concept beside another.
  package func writeReference(to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", code?.description)
      json.member("name", name)
      json.member("tty", termType.rawValue)
    }
  }

  private func writeIdentity(to json: inout JSONWriter) {
    json.member("rxcui", code?.description)
    json.member("name", name)
    json.member("displayName", displayName)
    json.member("tty", termType.rawValue)
    json.member("status", status.rawValue)
    json.member("prescribable", isPrescribable)
    json.member("source", source)
  }

  private func writeNames(to json: inout JSONWriter) {
    json.key("names")
    json.array { json in
      for name in names {
        json.object { json in
          json.member("text", name.text)
          json.member("source", name.source)
          json.member("tty", name.termType.rawValue)
          // The code of a row of RXNORM is the RxCUI, which may be a placeholder.
          json.member("code", name.source == "RXNORM" ? code?.description : name.code)
          json.member("suppress", String(name.suppress))
        }
      }
    }
  }

  private func writeIngredients(to json: inout JSONWriter) {
    let list = ingredientList
    Self.write(list.ingredients, as: "ingredients", to: &json)
    json.member("ingredientsComplete", list.isComplete)
    Self.write(preciseIngredients, as: "preciseIngredients", to: &json)
    json.key("multipleIngredients")
    if let multiple = multipleIngredients {
      multiple.writeReference(to: &json)
    } else {
      json.null()
    }
    json.key("strengths")
    json.array { json in
      for strength in strengthList.strengths {
        json.object { json in
          json.member("text", strength.text)
          json.member("ingredient", strength.ingredient?.name)
          json.member("preciseIngredient", strength.preciseIngredient?.name)
          json.member("basis", strength.basis)
        }
      }
    }
  }

  private func writeForms(to json: inout JSONWriter) {
    Self.write(brandNames, as: "brandNames", to: &json)
    Self.write(genericForms, as: "genericForms", to: &json)
    Self.write(brandedForms, as: "brandedForms", to: &json)
    Self.write(doseForms, as: "doseForms", to: &json)
    Self.write(doseFormGroups, as: "doseFormGroups", to: &json)
  }

  private func writeAttributes(to json: inout JSONWriter) {
    json.key("attributes")
    json.array { json in
      for attribute in attributes where attribute.name != "NDC" {
        json.object { json in
          json.member("name", attribute.name)
          json.member("value", attribute.value)
          json.member("source", attribute.source)
        }
      }
    }
  }

  private func writeRelations(to json: inout JSONWriter) {
    json.key("relations")
    json.array { json in
      for relation in relations {
        json.object { json in
          json.member("relationship", relation.relationship.rawValue)
          json.member(
            "rxcui",
            relation.target.map { $0.code?.description } ?? relation.targetCode.description)
          json.member("name", relation.target?.name)
          json.member("source", relation.source)
          json.member("reversed", relation.isReversed)
        }
      }
    }
  }

  private static func write(
    _ concepts: [Concept], as name: StaticString, to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for concept in concepts { concept.writeReference(to: &json) }
    }
  }
}

extension Concept.PackItem {
  /// Writes the product with its count as one JSON object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("count", count)
      json.member("quantity", quantity)
      json.member("rxcui", concept?.code?.description)
      json.member("name", concept?.name ?? name)
      json.member("doseForm", concept?.doseForms.first?.name)
    }
  }
}
