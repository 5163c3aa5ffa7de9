// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

// From what labels contribute to the rows of the table.
//
//   labels of one subject and route        rows
//   A nausea most_common 5        ─┬►  nausea most_common, quoted: the figures that most
//   B nausea most_common 5  newer ─┤   labels have, of these the newest label
//     nausea listed                └   (left out: the same label says it with more)
//   C nausea listed               ──►  nausea listed
//
// Counts: labels seen are the set ids of this subject and route; agreeing are those that name
// the symptom in any class.

/// Chooses the rows: of each label the strongest evidence of a symptom, for each key one label.
struct EvidenceAggregation {
  private let pool: TextPool

  init(_ pool: TextPool) {
    self.pool = pool
  }

  /// A label's statement, with the label.
  private struct Quote {
    let label: ReadLabel
    let contribution: Contribution
  }

  /// What a symptom is within a subject and route.
  private struct Effect: Hashable {
    let symptom: UInt8
    let direction: UInt8
  }

  /// The rows of labels that are sorted by subject and route; sorted by key.
  func rows(_ labels: [ReadLabel]) -> [EvidenceFields] {
    var rows: [EvidenceFields] = []
    var start = 0
    while start < labels.count {
      var end = start + 1
      while end < labels.count, labels[end].subject.subject == labels[start].subject.subject,
        labels[end].subject.routes == labels[start].subject.routes
      {
        end += 1
      }
      rows += group(Array(labels[start..<end]))
      start = end
    }
    return rows.map { ($0.key, $0) }.sorted { ByteOrder.precedes($0.0, $1.0) }.map(\.1)
  }

  /// The rows of the labels of one subject and route.
  private func group(_ labels: [ReadLabel]) -> [EvidenceFields] {
    var quotes: [Contribution.Key: [Quote]] = [:]
    var agreeing: [Effect: Int] = [:]
    let spellings = spellings(labels)
    for label in labels {
      var effects: Set<Effect> = []
      let strongest = strongestClasses(label.contributions.map(\.key))
      for contribution in label.contributions {
        let effect = Effect(
          symptom: contribution.key.symptom, direction: contribution.key.direction)
        effects.insert(effect)
        if isOutweighed(contribution.key, strongest[effect] ?? [:]) { continue }
        var told = contribution
        told.key.condition = spellings[told.key.condition] ?? told.key.condition
        quotes[told.key, default: []].append(Quote(label: label, contribution: told))
      }
      for effect in effects { agreeing[effect, default: 0] += 1 }
    }
    return quotes.map { key, quotes in
      let effect = Effect(symptom: key.symptom, direction: key.direction)
      let chosen = choice(quotes)
      return EvidenceFields(
        chosen.label, chosen.contribution, pool, seen: labels.count,
        agreeing: agreeing[effect] ?? 1)
    }
  }

  /// Conditions that one label writes otherwise than another, by the spelling that counts.
  private func spellings(_ labels: [ReadLabel]) -> [UInt32: UInt32] {
    let numbers = Set(labels.flatMap { $0.contributions.map(\.key.condition) })
    let conditions = numbers.map { (text: pool[$0], number: $0) }
      .filter { $0.text.utf8.contains(0x20) || $0.text.utf8.contains(0x2F) }
      .sorted { ByteOrder.precedes([$0.text], [$1.text]) }
    let spelling = ConditionSpelling(conditions.map(\.text))
    var places: [String: UInt32] = [:]
    for condition in conditions { places[condition.text] = condition.number }
    return conditions.reduce(into: [:]) { all, condition in
      all[condition.number] = places[spelling.spelling(of: condition.text)]
    }
  }

  // MARK: Which classes

  /// Classes of which only the strongest of a label counts, from the strongest: figures of trials and
  /// "most common" lists stand side by side, lists and reports only without them.
  private static func weight(_ evidenceClass: EvidenceClass) -> Int? {
    switch evidenceClass {
    case .mostCommon, .trialTable: 3
    case .trialText: 2
    case .listed: 1
    case .postmarketing: 0
    // Warnings, and what Drug Facts say to stop for, are statements of their own.
    case .boxed, .warning, .stopUse: nil
    }
  }

  /// The greatest weight of each effect by population, withdrawal and overdose left aside.
  private func strongestClasses(
    _ keys: some Sequence<Contribution.Key>
  ) -> [Effect: [UInt32: Int]] {
    var strongest: [Effect: [UInt32: Int]] = [:]
    for key in keys where !isApart(key) {
      guard let weight = Self.weight(Contribution.classes[Int(key.evidenceClass)]) else { continue }
      let effect = Effect(symptom: key.symptom, direction: key.direction)
      let known = strongest[effect]?[key.population] ?? -1
      strongest[effect, default: [:]][key.population] = max(known, weight)
    }
    return strongest
  }

  /// Whether a stronger class says the same of the same people.
  private func isOutweighed(_ key: Contribution.Key, _ strongest: [UInt32: Int]) -> Bool {
    guard let weight = Self.weight(Contribution.classes[Int(key.evidenceClass)]), !isApart(key)
    else { return false }
    return (strongest[key.population] ?? -1) > weight
  }

  /// Contexts that are kept apart (S25).
  private func isApart(_ key: Contribution.Key) -> Bool {
    let condition = pool[key.condition]
    return condition.holds("withdrawal") || condition.holds("overdos")
  }

  // MARK: Which label

  /// The statement that is quoted: of those with the best words and the fullest figures the one
  /// that most labels make, from the newest label.
  private func choice(_ quotes: [Quote]) -> Quote {
    var votes: [[UInt32]: Int] = [:]
    for quote in quotes { votes[quote.contribution.figures, default: 0] += 1 }
    var best = quotes[0]
    for quote in quotes.dropFirst() where precedes(quote, best, votes) { best = quote }
    return best
  }

  private func precedes(_ one: Quote, _ other: Quote, _ votes: [[UInt32]: Int]) -> Bool {
    let (mine, its) = (one.contribution, other.contribution)
    if let precedes = mine.outranks(its, pool) { return precedes }
    let (myVotes, itsVotes) = (votes[mine.figures] ?? 0, votes[its.figures] ?? 0)
    if myVotes != itsVotes { return myVotes > itsVotes }
    if one.label.date != other.label.date { return one.label.date > other.label.date }
    return one.label.setID < other.label.setID
  }
}
