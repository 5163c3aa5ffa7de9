// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// What a pharmacy bills is an item of a claim, and of the insurer's answer to it:
//
//   STU3   item.service, information, item.informationLinkId, use proposed | exploratory | complete
//   R4 on  item.productOrService, supportingInfo, item.informationSequence,
//          use claim | preauthorization | predetermination
//
// Days of supply and the number of the fill are in supportingInfo (dayssupply and refillnum of the
// CARIN profiles) or in extensions of the item's quantity (days_suply_num and fill_num of Medicare).

/// An item of an ExplanationOfBenefit or Claim, or one within an item.
struct ClaimItem {
  let node: JSONNode
  /// Its numbers from the claim down: `0`, or `0.1` for a detail; added items follow the others.
  let address: String

  /// The items of a claim with their details, in the order of the text.
  static func all(of claim: JSONNode) -> [ClaimItem] {
    list(claim, ["item", "addItem"], within: "")
  }

  private static func list(
    _ parent: JSONNode, _ names: [StaticString], within address: String
  ) -> [ClaimItem] {
    let nodes = names.compactMap { parent[$0] }.flatMap(\.items)
    return nodes.enumerated().flatMap { number, node -> [ClaimItem] in
      guard node.isObject else { return [] }
      let own = "\(address)\(number)"
      return [ClaimItem(node: node, address: own)]
        + list(node, ["detail", "subDetail"], within: own + ".")
    }
  }

  /// What it is for, under the names of all versions.
  var products: [JSONNode] {
    let names: [StaticString] = ["productOrService", "service"]
    return names.compactMap { node[$0] }
  }

  /// Whether it has an NDC or a code of RxNorm; procedures, visits and the like have others.
  var namesDrug: Bool {
    products.flatMap(Self.objects).contains { concept in
      // A Coding itself in DSTU2.
      let codings = concept["coding"].map(Self.objects) ?? [concept]
      return codings.contains { coding in
        switch coding["system"]?.string.flatMap({ KnownCodeSystem.recognise($0)?.canonical }) {
        case CodeSystem.ndc, CodeSystem.rxNorm: true
        default: false
        }
      }
    }
  }

  private static func objects(_ node: JSONNode) -> [JSONNode] {
    node.items.filter(\.isObject)
  }
}

extension RecordReader {
  mutating func readProduct(of item: ClaimItem) {
    var concept = elements.identity(item.products)
    if concept.codings.isEmpty {
      concept.codings = item.products.filter(\.isObject).map { elements.coding($0) }
        .filter(\.isPresent)
    }
    record.codings = concept.codings
    record.text = concept.text
    record.via = .concept
  }

  /// Reads what a claim is made for: an active one says nothing about use, one in advance that the
  /// product is to come.
  mutating func readUse(of item: ClaimItem?) {
    if isDenied(item) {
      elements.report(
        .statusContradicted, .warning,
        "the claim or its item was denied, or could not be processed; the status does not say so")
    }
    record.intent = elements.text(entry.resource["use"])
    guard record.statusMeaning == .active else { return }
    switch record.intent.map({ StatusWord($0).normalised }) {
    case "preauthorization", "predetermination", "proposed", "exploratory":
      record.statusMeaning = .planned
    default: record.statusMeaning = .unknown
    }
  }

  /// Whether the insurer's answer denies an item, or the claim as a whole.
  private mutating func isDenied(_ item: ClaimItem?) -> Bool {
    let claim = entry.resource
    let words = [claim["outcome"], claim["disposition"]].compactMap { $0?.string }
    if words.contains(where: Self.denies) { return true }
    return [claim, item?.node].compactMap(\.self).contains { node in
      let answers =
        elements.oneOrMore(node["adjudication"]) + elements.oneOrMore(node["reviewOutcome"])
      return answers.contains { answer in
        // An amount of nothing denied.
        if let amount = answer["amount"]?["value"]?.scalarText, Double(amount) == 0 { return false }
        return ["category", "reason", "decision"].contains {
          elements.concept(elements.object(answer[$0])).says(Self.denies)
        }
      }
    }
  }

  /// `error` of an outcome, and words that deny.
  private static func denies(_ text: String) -> Bool {
    let word = StatusWord(text).normalised
    return word == "error" || ["denied", "denial", "rejected"].contains { word.contains($0) }
  }

  /// Reads how much was given out, when, for how long, and which fill it was.
  mutating func readDetails(of item: ClaimItem) {
    let quantity = elements.object(item.node["quantity"])
    record.dispenseQuantity = elements.quantity(quantity)
    for node in elements.oneOrMore(quantity?["extension"]) {
      guard let url = node["url"]?.string else { continue }
      readSupply(named: Self.lastName(of: url), node)
    }
    for name: StaticString in ["supportingInfo", "information"] {
      for node in elements.oneOrMore(entry.resource[name]) where belongs(node, to: item) {
        for coding in elements.concept(elements.object(node["category"])).codings {
          readSupply(named: coding.code.map(Self.lastName) ?? "", node)
        }
      }
    }
    let date = elements.date(item.node["servicedDate"])
    if record.statusMeaning == .planned {
      record.dates.moment = date
    } else {
      record.dates.handedOver = date
    }
    record.dates.period = elements.period(item.node["servicedPeriod"])
    record.dates.recorded = elements.date(entry.resource["created"])
    if let node = fields[.prescription] {
      for reference in elements.references(node) { add(.prescription, reference) }
    }
    record.identifiers = elements.identifiers(fields[.identifier])
  }

  private mutating func readSupply(named name: String, _ node: JSONNode) {
    func value() -> FHIRQuantity? {
      let names: [StaticString] = [
        "valueInteger", "valueUnsignedInt", "valuePositiveInt", "valueDecimal", "valueString",
      ]
      return elements.quantity(elements.object(node["valueQuantity"]))
        ?? names.lazy.compactMap { node[$0]?.scalarText }.first.map { FHIRQuantity(value: $0) }
    }
    switch name {
    case "dayssupply", "days_suply_num": record.daysSupply = record.daysSupply ?? value()
    case "refillnum", "fill_num": record.fillNumber = record.fillNumber ?? value()?.value
    default: break
    }
  }

  /// Whether a supporting information is about an item: the item names its number, or is the only
  /// one and names none.
  private func belongs(_ information: JSONNode, to item: ClaimItem) -> Bool {
    let names: [StaticString] = ["informationSequence", "informationLinkId"]
    guard let numbers = names.lazy.compactMap({ item.node[$0] }).first else {
      return ClaimItem.all(of: entry.resource).count == 1
    }
    let sequence = information["sequence"]?.scalarText
    return numbers.items.contains {
      $0.scalarText == sequence
    }
  }
}
