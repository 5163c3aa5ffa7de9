// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

// From what labels contribute to the rows of the table.
//
//   labels of one subject and route              rows
//   A nausea trial_table 25 / 8  "Table 7 …"  ─┬►  nausea trial_table 25 / 8: the words that most
//   B nausea trial_table 25 / 8  "Table 9 …"  ─┤   labels have, of these the newest label
//     nausea listed                            │
//   C nausea listed                            └   (left out: other labels say it with more)
//
// Labels of one drug print one trial under many captions: what has the same figures is one
// statement, the second of its kind in a label the second of the others. Warnings are told apart
// by their headings, most common reactions without a figure by the label's own cut.
//
// Counts: labels seen are the set ids of this subject and route; agreeing are those that name
// the symptom in any class.

/// Chooses the rows: of each label the strongest evidence of a symptom, for each key one label.
struct EvidenceAggregation {
  /// The rows, and what became of the statements that are none.
  struct Outcome {
    /// Sorted by key.
    var rows: [EvidenceFields] = []
    /// How many different statements the labels make.
    var statements = 0
    /// Of them, those that say less than a stronger class of evidence.
    var outweighed = 0
    /// Of them, those that few labels make.
    var rare = 0
    /// Of them, figures of tables beyond the first few of a symptom.
    var surplus = 0
    /// How many of the last two there are, by the label that a row would have quoted.
    var leftOut: [String: Int] = [:]
    /// Of them, those that another row says in other words, or with more.
    var restated: Int { statements - outweighed - rare - surplus - rows.count }
  }

  private let pool: TextPool
  /// Contexts and arms that differ only in case and signs are one.
  private let folded: [UInt32]
  /// Figures that differ only in zeros at their end are one.
  private let figures: [UInt32]

  init(_ pool: TextPool) {
    self.pool = pool
    folded = pool.folded(Self.letters)
    figures = pool.folded(Self.number)
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

  /// A label's statement, with the label.
  private struct Quote {
    let label: ReadLabel
    let contribution: Contribution
  }

  /// What a symptom is within a subject and route.
  private struct Effect: Hashable {
    let symptom: SymptomCategory
    let direction: EffectDirection

    init(_ key: Contribution.Key) {
      symptom = key.symptom
      direction = key.direction
    }
  }

  /// What becomes of labels that are sorted by subject and route.
  func outcome(_ labels: [ReadLabel]) -> Outcome {
    var outcome = Outcome()
    var start = 0
    while start < labels.count {
      var end = start + 1
      while end < labels.count, labels[end].subject.subject == labels[start].subject.subject,
        labels[end].subject.routes == labels[start].subject.routes
      {
        end += 1
      }
      group(Array(labels[start..<end]), &outcome)
      start = end
    }
    outcome.rows = outcome.rows.map { ($0.key, $0) }
      .sorted { ByteOrder.precedes($0.0, $1.0) }.map(\.1)
    return outcome
  }

  /// What statements say, but for the words around them.
  private struct Cluster: Hashable {
    var key: Contribution.Key
    var figures: [UInt32]
    /// How many such rows the label's tables have before it.
    var ordinal = 0
  }

  /// Statements of several labels that say the same.
  private struct Agreement {
    let cluster: Cluster
    /// The words of the context, as far as statements differ in it.
    let words: Set<Substring>
    var quotes: [Quote]
    var labels: Set<String>
  }

  /// Adds the rows of the labels of one subject and route.
  private func group(_ labels: [ReadLabel], _ outcome: inout Outcome) {
    var quotes: [Cluster: [Quote]] = [:]
    var agreeing: [Effect: Int] = [:]
    var statements: Set<Cluster> = []
    var outweighed: Set<Cluster> = []
    let strongest = StrongestEvidence(labels, pool)
    for label in labels {
      var effects: Set<Effect> = []
      var counts: [Cluster: Int] = [:]
      for contribution in label.contributions {
        let key = contribution.key
        effects.insert(Effect(key))
        var cluster = Cluster(
          key: key, figures: contribution.figures.map { figures[Int($0)] })
        cluster.key.arm = folded[Int(key.arm)]
        cluster.key.context = folded[Int(key.context)]
        statements.insert(cluster)
        if strongest.outweighs(contribution) {
          outweighed.insert(cluster)
          continue
        }
        cluster.key.arm = 0
        if key.evidenceClass > .warning { cluster.key.context = 0 }
        if key.evidenceClass == .trialTable {
          counts[cluster, default: 0] += 1
          cluster.ordinal = (counts[cluster] ?? 1) - 1
        }
        quotes[cluster, default: []].append(Quote(label: label, contribution: contribution))
      }
      for effect in effects { agreeing[effect, default: 0] += 1 }
    }
    // Two statements under the same words: the one that more labels make.
    var best: [Contribution.Key: Choice] = [:]
    for (agreement, isRare) in agreements(quotes) {
      let quote = choice(agreement.quotes)
      if isRare {
        outcome.rare += 1
        outcome.leftOut[quote.label.setID, default: 0] += 1
        continue
      }
      var key = agreement.cluster.key
      key.context = folded[Int(quote.contribution.key.context)]
      key.arm = folded[Int(quote.contribution.key.arm)]
      if best[key] == nil { best[key] = Choice(quote: quote, labels: agreement.labels.count) }
    }
    for (key, quote) in surplus(best) {
      best[key] = nil
      outcome.surplus += 1
      outcome.leftOut[quote.label.setID, default: 0] += 1
    }
    outcome.statements += statements.count
    outcome.outweighed += outweighed.count
    outcome.rows += best.values.map(\.quote).map { chosen in
      let key = chosen.contribution.key
      let effect = Effect(key)
      return EvidenceFields(
        chosen.label, chosen.contribution, pool, seen: labels.count,
        agreeing: agreeing[effect] ?? 1)
    }
  }

  // MARK: Figures

  /// A quotation for a row, and how many labels say the same.
  private struct Choice {
    let quote: Quote
    let labels: Int
  }

  /// How many figures of tables a symptom has at most, of the same people.
  private static let mostFigures = 6

  /// The figures of tables that are too many: behind those with a comparator one without, and
  /// pooled arms first, then what more labels print, then the higher.
  private func surplus(_ chosen: [Contribution.Key: Choice]) -> [Contribution.Key: Quote] {
    struct Figure {
      let key: Contribution.Key
      let ranks: [Int]
      let percent: ExactDecimal
    }
    var groups: [Contribution.Key: [Figure]] = [:]
    for (key, choice) in chosen where key.evidenceClass == .trialTable {
      let one = choice.quote.contribution
      let arm = pool[one.key.arm].lowercased().split { !$0.isLetter }.map(String.init)
      let isPooled =
        arm.contains(where: TableVocabulary.pooled.contains)
        || pool[one.key.context].lowercased().contains("pooled")
      var group = key
      (group.context, group.arm) = (0, 0)
      groups[group, default: []].append(
        Figure(
          key: key,
          ranks: [one.comparatorPercent == 0 ? 1 : 0, isPooled ? 0 : 1, -choice.labels],
          percent: PrintedPercent(pool[one.drugPercent])?.number ?? .zero))
    }
    var surplus: [Contribution.Key: Quote] = [:]
    for group in groups.values {
      let compared = group.count { $0.ranks[0] == 0 }
      let most = min(compared == 0 ? group.count : compared + 1, Self.mostFigures)
      if group.count <= most { continue }
      let sorted = group.sorted { one, other in
        if one.ranks != other.ranks { return one.ranks.lexicographicallyPrecedes(other.ranks) }
        if one.percent != other.percent { return one.percent > other.percent }
        return letters(one.key).lexicographicallyPrecedes(letters(other.key))
      }
      for figure in sorted.dropFirst(most) { surplus[figure.key] = chosen[figure.key]?.quote }
    }
    return surplus
  }

  /// Context and arm as they are compared: which of several texts stands for them depends on the
  /// order of reading.
  private func letters(_ key: Contribution.Key) -> [UInt8] {
    Self.letters(pool[key.context]) + [0] + Self.letters(pool[key.arm])
  }

  // MARK: Agreement

  /// What labels say, what most of them say first: the same with less, or under a heading in
  /// nearly the same words, is not a statement of its own.
  ///
  /// - Returns: Statements, and whether they are rare: what hardly a label says. Those of boxed
  ///   warnings never are.
  private func agreements(_ quotes: [Cluster: [Quote]]) -> [(Agreement, isRare: Bool)] {
    var groups: [Contribution.Key: [Agreement]] = [:]
    for (cluster, quotes) in quotes.sorted(by: { precedes($0, $1) }) {
      var key = cluster.key
      key.context = 0
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
    let classes = all.reduce(into: [Effect: Set<EvidenceClass>]()) { classes, agreement in
      classes[Effect(agreement.cluster.key), default: []].insert(
        agreement.cluster.key.evidenceClass)
    }
    return groups.values.flatMap { group in
      let most = group.map(\.labels.count).max() ?? 0
      return group.sorted { $0.labels.count > $1.labels.count }.map { agreement in
        let (key, count) = (agreement.cluster.key, agreement.labels.count)
        if key.evidenceClass == .boxed { return (agreement, false) }
        let isOdd =
          Self.isPlainList(agreement.cluster) && count * Self.fewestOfLists < mostOfLists
          && classes[Effect(key), default: []].count > 1
        return (agreement, isOdd || count * Self.fewest < most)
      }
    }
  }

  /// Whether it is a list of the most common effects without a figure of its own.
  private static func isPlainList(_ cluster: Cluster) -> Bool {
    cluster.key.evidenceClass == .mostCommon && cluster.figures[0] == 0
  }

  /// A statement stays if at least one label makes it for so many that make the one that most make.
  private static let fewest = 4
  /// The same for an effect among the most common ones that is a row in another class, too.
  private static let fewestOfLists = 10

  /// Whether a statement says what another one says, and no more.
  private func covers(_ one: Agreement, _ other: Agreement) -> Bool {
    let key = other.cluster.key
    let (figures, its) = (one.cluster.figures, other.cluster.figures)
    guard zip(figures, its).allSatisfy({ $0 == $1 || $1 == 0 }) else { return false }
    if key.evidenceClass == .mostCommon, its[0] == 0 { return true }
    if key.evidenceClass == .warning, other.words.isEmpty, its[0] == 0 { return true }
    guard figures[0] == its[0], one.labels.isDisjoint(with: other.labels) else { return false }
    guard key.evidenceClass <= .warning else { return true }
    let common = one.words.intersection(other.words).count
    // A heading that has text behind it in one of the labels.
    if key.evidenceClass == .warning, common == min(one.words.count, other.words.count) {
      return true
    }
    return common * 5 >= (one.words.count + other.words.count - common) * 3
  }

  /// The stems of a context.
  private func words(of context: UInt32) -> Set<Substring> {
    let words = pool[context].lowercased().split { !($0.isLetter || $0.isNumber) }
    return Set(words.map { $0.prefix(7) }).subtracting(["drug"])
  }

  /// An order of clusters that does not depend on how they were found: fuller figures first, then
  /// what has a heading, then what more labels print.
  private func precedes(
    _ one: (key: Cluster, value: [Quote]), _ other: (key: Cluster, value: [Quote])
  ) -> Bool {
    let counts = (one.key.figures.count { $0 != 0 }, other.key.figures.count { $0 != 0 })
    if counts.0 != counts.1 { return counts.0 > counts.1 }
    let (isHeaded, isOtherHeaded) = (one.key.key.context != 0, other.key.key.context != 0)
    if isHeaded != isOtherHeaded { return isHeaded }
    if one.value.count != other.value.count { return one.value.count > other.value.count }
    if one.key.ordinal != other.key.ordinal { return one.key.ordinal < other.key.ordinal }
    // By what is folded: which of several texts stands for it depends on the order of reading.
    func texts(_ cluster: Cluster) -> [[UInt8]] {
      cluster.figures.map { Self.number(pool[$0]) } + [Self.letters(pool[cluster.key.context])]
    }
    for (mine, its) in zip(texts(one.key), texts(other.key)) where mine != its {
      return mine.lexicographicallyPrecedes(its)
    }
    return false
  }

  // MARK: Which label

  /// The statement that is quoted: of those with the best words a warning under a heading, a most
  /// common reaction under none, which is wider; then what most labels print, from the newest.
  private func choice(_ quotes: [Quote]) -> Quote {
    func words(_ quote: Quote) -> [UInt32] {
      [
        folded[Int(quote.contribution.key.context)], folded[Int(quote.contribution.key.arm)],
      ]
    }
    var votes: [[UInt32]: Int] = [:]
    for quote in quotes { votes[words(quote), default: 0] += 1 }
    var best = quotes[0]
    for quote in quotes.dropFirst() where precedes(quote, best, votes, words) { best = quote }
    return best
  }

  private func precedes(
    _ one: Quote, _ other: Quote, _ votes: [[UInt32]: Int], _ words: (Quote) -> [UInt32]
  ) -> Bool {
    if let precedes = one.contribution.outranks(other.contribution, pool) { return precedes }
    let (key, itsKey) = (one.contribution.key, other.contribution.key)
    if (key.context == 0) != (itsKey.context == 0) {
      if key.evidenceClass <= .warning { return key.context != 0 }
      let isWithoutFigure = one.contribution.drugPercent == 0
      if key.evidenceClass == .mostCommon, isWithoutFigure { return key.context == 0 }
    }
    let (myVotes, itsVotes) = (votes[words(one)] ?? 0, votes[words(other)] ?? 0)
    if myVotes != itsVotes { return myVotes > itsVotes }
    if key.evidenceClass <= .warning, key.context != itsKey.context {
      let (mine, its) = (pool[key.context].count, pool[itsKey.context].count)
      if mine != its { return mine < its }
    }
    if one.label.date != other.label.date { return one.label.date > other.label.date }
    if one.label.setID != other.label.setID { return one.label.setID < other.label.setID }
    // Of one label the first in its order, whatever the numbers of its texts.
    return false
  }
}
