// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

// Which label names which symptom, as bits.
//
//   labels   number of the source → place; each with its group (subject and routes)
//   bits     for every label a row of words, one bit for (slot, section); a slot is a meaning
//            with its fit, so a label that says a thing twice counts once
//
// A label takes some 60 bytes of bits, so that 50,000 of them take 3 MB whatever the number of
// rows that name them.

/// Counts the labels that name each symptom, per subject, routes and section.
struct LabelTally {
  /// What became of a label.
  enum Group: Equatable {
    /// It counts for the group of this place.
    case group(Int)
    /// It counts for none.
    case none(DropReason)
  }

  /// A label of the source.
  struct Label {
    let number: Int
    let isUS: Bool
    /// What the source calls the label; of US labels the set id with its version behind a dot.
    let product: String
    let address: String
    var group = Group.none(.noSubject)

    var setID: String { String(product.prefix { $0 != "." }).lowercased() }

    var version: String {
      let rest = product.drop { $0 != "." }.dropFirst()
      return rest.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(rest) : ""
    }

    var reason: DropReason {
      if case .none(let reason) = group { reason } else { .noSubject }
    }
  }

  /// Labels of one subject with the same routes.
  struct LabelGroup {
    let subject: ImportSubject
    let routes: [String]
    var labelCount = 0
  }

  /// What the labels of a group say of one meaning in one kind of section.
  struct Finding {
    let group: Int
    let meaning: Int
    let section: Int
    /// The best fit among the terms, 0 the best.
    var fit: Int
    /// How many labels say it.
    var labels: Int
    /// The label to quote.
    let quoted: Int
  }

  private struct Key: Hashable {
    let group: Int
    let meaning: Int
    let section: Int
  }

  var labels: [Label] = []
  private(set) var places: [Int: Int] = [:]
  private(set) var groups: [LabelGroup] = []
  private var groupPlaces: [ImportSubject: [[String]: Int]] = [:]
  private var bits: [UInt64] = []
  private var stride = 0
  private var sectionCount = 1

  /// Adds a label; `false` if its number is there already.
  mutating func add(_ number: Int, source: String, product: String, address: String) -> Bool {
    guard places.updateValue(labels.count, forKey: number) == nil else { return false }
    labels.append(
      Label(number: number, isUS: source == "US", product: product, address: address))
    return true
  }

  /// The place of a group.
  mutating func group(of subject: ImportSubject, _ routes: [String]) -> Int {
    if let place = groupPlaces[subject]?[routes] { return place }
    groupPlaces[subject, default: [:]][routes] = groups.count
    groups.append(LabelGroup(subject: subject, routes: routes))
    return groups.count - 1
  }

  /// Keeps one version of each US label, the highest.
  mutating func dropOlderVersions() {
    var newest: [String: Int] = [:]
    for place in labels.indices where labels[place].isUS {
      let setID = labels[place].setID
      guard let other = newest[setID] else {
        newest[setID] = place
        continue
      }
      let isNewer = isNewer(labels[place], labels[other])
      labels[isNewer ? other : place].group = .none(.olderVersion)
      if isNewer { newest[setID] = place }
    }
    for label in labels {
      if case .group(let group) = label.group { groups[group].labelCount += 1 }
    }
  }

  private func isNewer(_ left: Label, _ right: Label) -> Bool {
    let (a, b) = (Int(left.version) ?? 0, Int(right.version) ?? 0)
    return a == b ? left.number > right.number : a > b
  }

  /// Makes room for the bits.
  mutating func prepare(slotCount: Int, sectionCount: Int) {
    self.sectionCount = sectionCount
    stride = (slotCount * sectionCount + 63) / 64
    bits = [UInt64](repeating: 0, count: stride * labels.count)
  }

  /// Notes that a label says something.
  @inline(__always)
  mutating func note(_ slot: Int, section: Int, label: Int) {
    let bit = slot * sectionCount + section
    bits[label * stride + (bit >> 6)] |= 1 << UInt64(bit & 63)
  }

  /// What was noted, in an order of its own.
  ///
  /// Quoted is the first label by this order: US labels, then the source's own name of it.
  func findings() -> [Finding] {
    let order = labels.indices.sorted { left, right in
      let (a, b) = (labels[left], labels[right])
      if a.isUS != b.isUS { return a.isUS }
      if a.product != b.product {
        return a.product.utf8.lexicographicallyPrecedes(b.product.utf8)
      }
      return a.address == b.address
        ? a.number < b.number : a.address.utf8.lexicographicallyPrecedes(b.address.utf8)
    }
    var places: [Key: Int] = [:]
    var findings: [Finding] = []
    for label in order {
      guard case .group(let group) = labels[label].group else { continue }
      for word in 0..<stride {
        var rest = bits[label * stride + word]
        while rest != 0 {
          let bit = (word << 6) + rest.trailingZeroBitCount
          rest &= rest - 1
          let (slot, section) = bit.quotientAndRemainder(dividingBy: sectionCount)
          let key = Key(group: group, meaning: slot / 3, section: section)
          let fit = slot % 3
          if let place = places[key] {
            findings[place].fit = min(findings[place].fit, fit)
            if !counted(label, key, before: slot) { findings[place].labels += 1 }
          } else {
            places[key] = findings.count
            findings.append(
              Finding(
                group: group, meaning: key.meaning, section: section, fit: fit, labels: 1,
                quoted: label))
          }
        }
      }
    }
    return findings
  }

  /// Whether a label says the same with a better fit, and was counted for that.
  private func counted(_ label: Int, _ key: Key, before slot: Int) -> Bool {
    (key.meaning * 3..<slot).contains { other in
      let bit = other * sectionCount + key.section
      return bits[label * stride + (bit >> 6)] & 1 << UInt64(bit & 63) != 0
    }
  }
}
