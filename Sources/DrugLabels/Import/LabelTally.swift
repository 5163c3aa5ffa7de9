// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

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

    /// The order of labels: a higher version first, then a higher number.
    fileprivate var age: (Int, Int) { (Int(version) ?? 0, number) }

    /// The order in which labels are quoted: US labels first, then by the source's name of the
    /// label.
    fileprivate var rank: [String] {
      [
        isUS ? "0" : "1", product, address,
        String(repeating: "0", count: 20 - String(number).count) + String(number),
      ]
    }
  }

  /// Labels of one subject with the same routes.
  struct LabelGroup: Hashable {
    let subject: ImportSubject
    let routes: [String]
  }

  /// What the labels of a group say of one meaning in one kind of section.
  struct Finding {
    /// The best fit among the terms, 0 the best.
    var fit: Int
    /// The labels that make the statement.
    var labels: Set<Int> = []
    /// The label to quote.
    var quoted: Int
  }

  struct Key: Hashable {
    let group: Int
    let meaning: Int
    let section: Int
  }

  private struct Statement: Hashable {
    let label: Int
    let slot: Int
    let section: Int
  }

  var labels: [Label] = []
  private(set) var places: [Int: Int] = [:]
  private(set) var groups: [LabelGroup] = []
  /// How many labels each group has.
  private(set) var labelCounts: [Int: Int] = [:]
  private var groupPlaces: [LabelGroup: Int] = [:]
  private var statements: Set<Statement> = []

  /// Adds a label; `false` if its number is there already.
  mutating func add(_ number: Int, source: String, product: String, address: String) -> Bool {
    guard places.updateValue(labels.count, forKey: number) == nil else { return false }
    labels.append(
      Label(number: number, isUS: source == "US", product: product, address: address))
    return true
  }

  /// The place of a group.
  mutating func group(of subject: ImportSubject, _ routes: [String]) -> Int {
    let group = LabelGroup(subject: subject, routes: routes)
    if let place = groupPlaces[group] { return place }
    groupPlaces[group] = groups.count
    groups.append(group)
    return groups.count - 1
  }

  /// Keeps one version of each US label, the highest, and counts the labels of each group.
  mutating func dropOlderVersions() {
    var newest: [String: Int] = [:]
    for place in labels.indices where labels[place].isUS {
      let setID = labels[place].setID
      let other = newest[setID]
      let isNewer = other.map { labels[place].age > labels[$0].age } ?? true
      if let older = isNewer ? other : place { labels[older].group = .none(.olderVersion) }
      if isNewer { newest[setID] = place }
    }
    for label in labels {
      if case .group(let group) = label.group { labelCounts[group, default: 0] += 1 }
    }
  }

  /// Adds a label that makes a statement; a label that repeats it counts once.
  mutating func note(_ slot: Int, section: Int, label: Int) {
    statements.insert(Statement(label: label, slot: slot, section: section))
  }

  /// What was noted, in an order of its own.
  func findings() -> [Key: Finding] {
    var ranks = [Int](repeating: 0, count: labels.count)
    let sorted = labels.indices.map { ($0, labels[$0].rank) }
      .sorted { ByteOrder.precedes($0.1, $1.1) }
    for (rank, label) in sorted.enumerated() { ranks[label.0] = rank }
    var findings: [Key: Finding] = [:]
    for one in statements {
      guard case .group(let group) = labels[one.label].group else { continue }
      let key = Key(group: group, meaning: one.slot / 3, section: one.section)
      var finding = findings.removeValue(forKey: key) ?? Finding(fit: 2, quoted: one.label)
      finding.fit = min(finding.fit, one.slot % 3)
      finding.labels.insert(one.label)
      if ranks[one.label] < ranks[finding.quoted] { finding.quoted = one.label }
      findings[key] = finding
    }
    return findings
  }
}
