// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping
internal import Threads

// From the contributions of labels to the rows of the table.
//
//   labels of one subject and route              rows
//   A nausea trial_table 25 / 8  "Table 7 …"  ─┬►  nausea trial_table 25 / 8: the words that most
//   B nausea trial_table 25 / 8  "Table 9 …"  ─┤   labels have, of these the newest label
//     nausea listed                            │
//   C nausea listed                            └   (left out: other labels say it with more)
//
// Labels of one drug print the same trial under many captions: statements with the same figures are
// merged, the first of a label with the first of the others, the second with the second. Warnings
// are distinguished by their headings, most common reactions without a figure by the label's
// threshold.
//
// Labels seen are the set ids of this subject and route; labels agreeing are those that name the
// symptom in any class.

/// Chooses the rows: the strongest evidence of each symptom, and one label to quote for each key.
struct EvidenceAggregation {
  /// The rows, and counts of the statements that did not become rows.
  struct Outcome {
    var rows: [EvidenceDraft] = []
    var counts = LabelBuildReport()
    /// The number of rare and surplus statements by the label that a row would have quoted.
    var leftOut: [String: Int] = [:]

    mutating func leaveOut(_ label: ReadLabel, _ count: WritableKeyPath<LabelBuildReport, Int>) {
      counts[keyPath: count] += 1
      leftOut[label.setID, default: 0] += 1
    }

    mutating func add(_ other: Outcome) {
      rows += other.rows
      leftOut.merge(other.leftOut, uniquingKeysWith: +)
      for count in [\LabelBuildReport.statements, \.outweighed, \.rare, \.surplus] {
        counts[keyPath: count] += other.counts[keyPath: count]
      }
    }
  }

  /// Contexts and arms that differ only in case and punctuation are equal, as are figures that
  /// differ only in trailing zeros: by each of them the least of its equals.
  private let folded, figures: [String: String]
  private let labels: [ReadLabel]

  /// Begins with labels that are sorted by subject and route.
  init(_ labels: [ReadLabel]) {
    self.labels = labels
    let all = labels.lazy.flatMap(\.contributions)
    folded = Self.least(Set(all.map(\.key.context)).union(all.map(\.key.arm)), Self.letters)
    figures = Self.least(Set(all.flatMap(\.figures)), Self.number)
  }

  /// Maps each text to the least one, by bytes, that has the same fold.
  private static func least(
    _ texts: Set<String>, _ fold: (String) -> [UInt8]
  ) -> [String: String] {
    var least: [String: String] = [:]
    for equals in Dictionary(grouping: texts, by: fold).values {
      let first = equals.min { $0.precedesInBytes($1) }
      for text in equals { least[text] = first }
    }
    return least
  }

  private static func letters(_ text: String) -> [UInt8] {
    text.lowercased().utf8.filter {
      $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 >= 0x80 || $0 == UInt8(ascii: "<")
    }
  }

  private static func number(_ text: String) -> [UInt8] {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return Array(text.utf8) }
    let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "0") }
    return digits.drop { $0 == UInt8(ascii: ".") }.reversed()
  }

  /// A statement and its label.
  private struct Quote {
    let label: ReadLabel
    let contribution: Contribution
  }

  /// Aggregates the labels, several subjects at the same time; the rows are in no order.
  func outcome(_ counts: LabelBuildReport) -> Outcome {
    var groups: [Range<Int>] = []
    for (place, label) in labels.enumerated() {
      if let last = groups.last, labels[last.lowerBound].isGrouped(with: label) {
        groups[groups.count - 1] = last.lowerBound..<place + 1
      } else {
        groups.append(place..<place + 1)
      }
    }
    let (all, threads) = (groups, Workers.processorCount)
    let part: @Sendable (Int) -> Outcome = { number in
      stride(from: number, to: all.count, by: threads).reduce(into: Outcome()) {
        group(Array(labels[all[$1]]), &$0)
      }
    }
    return Workers.run(others: threads - 1, part) { part(0) }
      .reduce(into: Outcome(counts: counts)) { $0.add($1) }
  }

  /// The content of statements without their wording.
  private struct Cluster: Hashable {
    var key: Contribution.Key
    var figures: [String]
    var ordinal = 0
  }

  /// Equal statements of several labels.
  private struct Agreement {
    let cluster: Cluster
    let words: Set<Substring>
    var quotes: [Quote]
    var labels: Set<String>
  }

  private func group(_ labels: [ReadLabel], _ outcome: inout Outcome) {
    var quotes: [Cluster: [Quote]] = [:]
    var agreeing: [Contribution.Key: Int] = [:]
    var statements: Set<Cluster> = []
    var outweighed: Set<Cluster> = []
    let strongest = StrongestEvidence(labels)
    for label in labels {
      var effects: Set<Contribution.Key> = []
      var counts: [Cluster: Int] = [:]
      for contribution in label.contributions {
        let key = contribution.key
        effects.insert(key.effect())
        var cluster = Cluster(key: key, figures: contribution.figures.map { figures[$0] ?? $0 })
        cluster.key.arm = folded[key.arm] ?? ""
        cluster.key.context = folded[key.context] ?? ""
        statements.insert(cluster)
        if strongest.outweighs(contribution) {
          outweighed.insert(cluster)
          continue
        }
        cluster.key.arm = ""
        if key.evidenceClass > .warning { cluster.key.context = "" }
        if key.evidenceClass == .trialTable {
          counts[cluster, default: 0] += 1
          cluster.ordinal = (counts[cluster] ?? 1) - 1
        }
        quotes[cluster, default: []].append(Quote(label: label, contribution: contribution))
      }
      for effect in effects { agreeing[effect, default: 0] += 1 }
    }
    // Of two statements with the same wording, the one that more labels make.
    var best: [Contribution.Key: Choice] = [:]
    for (agreement, isRare) in agreements(quotes) {
      let quote = choice(agreement.quotes)
      guard !isRare else {
        outcome.leaveOut(quote.label, \.rare)
        continue
      }
      var key = agreement.cluster.key
      let words = words(of: quote)
      (key.context, key.arm) = (words[0], words[1])
      if best[key] == nil { best[key] = (quote, agreement.labels.count) }
    }
    for key in surplus(best) {
      if let choice = best.removeValue(forKey: key) {
        outcome.leaveOut(choice.quote.label, \.surplus)
      }
    }
    outcome.counts.statements += statements.count
    outcome.counts.outweighed += outweighed.count
    outcome.rows += best.values.map(\.quote).map { chosen in
      EvidenceDraft(
        chosen.label, chosen.contribution, seen: labels.count,
        agreeing: agreeing[chosen.contribution.key.effect()] ?? 1)
    }
  }

  /// A quotation for a row, and how many labels agree.
  private typealias Choice = (quote: Quote, labels: Int)

  private static let mostFigures = 6

  /// The table figures beyond the maximum.
  private func surplus(_ chosen: [Contribution.Key: Choice]) -> [Contribution.Key] {
    struct Figure {
      let key: Contribution.Key
      let ranks: [Int]
      let percent: ExactDecimal
    }
    var groups: [Contribution.Key: [Figure]] = [:]
    for (key, choice) in chosen where key.evidenceClass == .trialTable {
      let one = choice.quote.contribution
      let arm = one.key.arm.lowercased().split { !$0.isLetter }.map(String.init)
      let isPooled =
        arm.contains(where: TableVocabulary.pooled.contains)
        || one.key.context.lowercased().contains("pooled")
      var group = key
      (group.context, group.arm) = ("", "")
      groups[group, default: []].append(
        Figure(
          key: key,
          ranks: [one.comparatorPercent.isEmpty ? 1 : 0, isPooled ? 0 : 1, -choice.labels],
          percent: PrintedPercent(one.drugPercent)?.number ?? .zero))
    }
    return groups.values.flatMap { group -> [Contribution.Key] in
      let compared = group.count { $0.ranks[0] == 0 }
      let most = min(compared == 0 ? group.count : compared + 1, Self.mostFigures)
      if group.count <= most { return [] }
      let sorted = group.sorted { one, other in
        if one.ranks != other.ranks { return one.ranks.lexicographicallyPrecedes(other.ranks) }
        if one.percent != other.percent { return one.percent > other.percent }
        return letters(one.key).lexicographicallyPrecedes(letters(other.key))
      }
      return sorted.dropFirst(most).map(\.key)
    }
  }

  /// Context and arm as they are compared.
  private func letters(_ key: Contribution.Key) -> [UInt8] {
    Self.letters(key.context) + [0] + Self.letters(key.arm)
  }

  /// Merges statements, the most frequent first.
  private func agreements(_ quotes: [Cluster: [Quote]]) -> [(Agreement, isRare: Bool)] {
    var groups: [Contribution.Key: [Agreement]] = [:]
    for (cluster, quotes) in quotes.sorted(by: { precedes($0, $1) }) {
      var key = cluster.key
      key.context = ""
      let one = Agreement(
        cluster: cluster, words: words(of: cluster.key.context), quotes: quotes,
        labels: Set(quotes.map(\.label.setID)))
      if let place = groups[key]?.firstIndex(where: { covers($0, one) }) {
        groups[key]?[place].quotes += quotes
        groups[key]?[place].labels.formUnion(one.labels)
      } else {
        groups[key, default: []].append(one)
      }
    }
    let all = groups.values.flatMap(\.self)
    let mostOfLists = all.filter { Self.isPlainList($0.cluster) }.map(\.labels.count).max() ?? 0
    let classes = Dictionary(grouping: all.map(\.cluster.key)) { $0.effect() }
      .mapValues { Set($0.map(\.evidenceClass)).count }
    return groups.values.flatMap { group in
      let most = group.map(\.labels.count).max() ?? 0
      return group.sorted { $0.labels.count > $1.labels.count }.map { agreement in
        let (key, count) = (agreement.cluster.key, agreement.labels.count)
        if key.evidenceClass == .boxed { return (agreement, false) }
        let isOdd =
          Self.isPlainList(agreement.cluster) && count * Self.fewestOfLists < mostOfLists
          && classes[key.effect(), default: 0] > 1
        return (agreement, isOdd || count * Self.fewest < most)
      }
    }
  }

  /// Whether a statement is from a list of the most common effects and has no figure of its own.
  private static func isPlainList(_ cluster: Cluster) -> Bool {
    cluster.key.evidenceClass == .mostCommon && cluster.figures[0].isEmpty
  }

  /// A statement is kept if at least one label makes it for every four that make the most frequent
  /// one.
  private static let fewest = 4
  private static let fewestOfLists = 10

  private func covers(_ one: Agreement, _ other: Agreement) -> Bool {
    let key = other.cluster.key
    let (figures, its) = (one.cluster.figures, other.cluster.figures)
    guard zip(figures, its).allSatisfy({ $0 == $1 || $1.isEmpty }) else { return false }
    if key.evidenceClass == .mostCommon, its[0].isEmpty { return true }
    if key.evidenceClass == .warning, other.words.isEmpty, its[0].isEmpty { return true }
    guard figures[0] == its[0], one.labels.isDisjoint(with: other.labels) else { return false }
    guard key.evidenceClass <= .warning else { return true }
    let common = one.words.intersection(other.words).count
    // In one of the labels, text follows the heading.
    if key.evidenceClass == .warning, common == min(one.words.count, other.words.count) {
      return true
    }
    return common * 5 >= (one.words.count + other.words.count - common) * 3
  }

  private func words(of context: String) -> Set<Substring> {
    let words = context.lowercased().parts { !$0.isOfWord }
    return Set(words.map { $0.prefix(7) }).subtracting(["drug"])
  }

  /// An order of clusters that does not depend on the order of reading: more figures first, then
  /// those with a heading, then those that more labels print.
  private func precedes(
    _ one: (key: Cluster, value: [Quote]), _ other: (key: Cluster, value: [Quote])
  ) -> Bool {
    let counts = (one.key.figures.count { !$0.isEmpty }, other.key.figures.count { !$0.isEmpty })
    if counts.0 != counts.1 { return counts.0 > counts.1 }
    let (context, itsContext) = (one.key.key.context, other.key.key.context)
    if context.isEmpty != itsContext.isEmpty { return itsContext.isEmpty }
    if one.value.count != other.value.count { return one.value.count > other.value.count }
    if one.key.ordinal != other.key.ordinal { return one.key.ordinal < other.key.ordinal }
    func texts(_ cluster: Cluster) -> [[UInt8]] {
      cluster.figures.map { Self.number($0) } + [Self.letters(cluster.key.context)]
    }
    for (mine, its) in zip(texts(one.key), texts(other.key)) where mine != its {
      return mine.lexicographicallyPrecedes(its)
    }
    return false
  }

  /// The statement to quote: the best wording, then a warning with a heading, or a most common
  /// reaction without one, which is wider; then the wording of most labels, from the newest of
  /// them.
  private func choice(_ quotes: [Quote]) -> Quote {
    var best = quotes[0]
    if quotes.count == 1 { return best }
    var votes: [[String]: Int] = [:]
    for quote in quotes { votes[words(of: quote), default: 0] += 1 }
    for quote in quotes.dropFirst() where precedes(quote, best, votes) { best = quote }
    return best
  }

  /// Context and arm of a quotation, each by the least of its equals.
  private func words(of quote: Quote) -> [String] {
    [quote.contribution.key.context, quote.contribution.key.arm].map { folded[$0] ?? $0 }
  }

  private func precedes(_ one: Quote, _ other: Quote, _ votes: [[String]: Int]) -> Bool {
    if let precedes = one.contribution.outranks(other.contribution) { return precedes }
    let (key, itsKey) = (one.contribution.key, other.contribution.key)
    if key.context.isEmpty != itsKey.context.isEmpty {
      if key.evidenceClass <= .warning { return !key.context.isEmpty }
      let isWithoutFigure = one.contribution.drugPercent.isEmpty
      if key.evidenceClass == .mostCommon, isWithoutFigure { return key.context.isEmpty }
    }
    let (myVotes, itsVotes) = (votes[words(of: one)] ?? 0, votes[words(of: other)] ?? 0)
    if myVotes != itsVotes { return myVotes > itsVotes }
    if key.evidenceClass <= .warning, key.context != itsKey.context {
      let (mine, its) = (key.context.count, itsKey.context.count)
      if mine != its { return mine < its }
    }
    if one.label.date != other.label.date { return one.label.date > other.label.date }
    if one.label.setID != other.label.setID { return one.label.setID < other.label.setID }
    // Within a label the first one.
    return false
  }
}
