// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A way from one term type to another: the term types to stop at.
///
/// RxNav's "related" functions walk such default paths. all is the table of
/// them as data: one path for every pair of the nineteen term types.
public struct RelationPath: Sendable, Hashable {
  /// The term types, from the first to the last; one where both are the same.
  public let stops: [TermType]
  /// Where the path is known from, in the words of the table.
  public let evidence: String

  /// Whether nobody documents or recorded it: the path is rxkit's own.
  public var isOwn: Bool { evidence == "own" }

  /// The stops as RxNav's documentation writes them: `IN SCDC SCD`.
  public var text: String { stops.map(\.rawValue).joined(separator: " ") }
}

extension RelationPath {
  /// The term types that paths join, in the order of RxNav's groups: by their letters.
  public static let termTypes: [TermType] = [
    .brandName, .brandedPack, .doseForm, .doseFormGroup, .genericPack, .ingredient,
    .multipleIngredients, .preciseIngredient, .brandedDrug, .brandedDrugComponent,
    .brandedDrugForm, .brandedDrugFormPrecise, .brandedDrugGroup, .clinicalDrug,
    .clinicalDrugComponent, .clinicalDrugForm, .clinicalDrugFormPrecise, .clinicalDrugGroup,
    .clinicalDrugGroupPrecise,
  ]

  /// All paths: RxNav's in the order of its published table, then rxkit's own.
  public static let all: [RelationPath] = (rxNav + "\n" + own).split(separator: "\n").flatMap {
    RelationPath.paths(inRow: $0)
  }

  /// Reads a row of the table: the first stop, the evidence, the ways from that stop.
  private static func paths(inRow row: Substring) -> [RelationPath] {
    let fields = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    return fields[2].split(separator: ",").map { way in
      let stops = [Substring(fields[0])] + way.split(separator: " ")
      return RelationPath(stops: stops.map { TermType(rawValue: String($0)) }, evidence: fields[1])
    }
  }

  private static let paths: [Ends: RelationPath] = {
    var paths: [Ends: RelationPath] = [:]
    for path in all {
      guard let start = path.stops.first, let end = path.stops.last else { continue }
      paths[Ends(start: start, end: end)] = path
    }
    return paths
  }()

  private struct Ends: Hashable {
    let start: TermType
    let end: TermType
  }

  /// The default path between two term types.
  ///
  /// - Returns: The type alone where both are the same; `nil` where one of them
  ///   is none of the nineteen.
  /// - Complexity: O(1).
  public static func from(_ start: TermType, to end: TermType) -> RelationPath? {
    if start == end, termTypes.contains(start) {
      return RelationPath(stops: [start], evidence: "the concept itself")
    }
    return paths[Ends(start: start, end: end)]
  }
}

// One path per pair of term types. A row has the first stop, where the paths are known from,
// and the further stops of each path.
//
//   R a/b     compared with answers that RxNav gave in July 2026: the path, walked
//             over a reconstructed release, gave the recorded set for a of b starts
//   D         documented by NLM ("Default Path Changes", November 2022)
//   d         an example of NLM's documentation of getRelaPaths
//   recorded  RxNav answered it; the release at hand could not check the path
//   derived   the shortest path over direct relations that agrees with the rest
//   own       nobody's but rxkit's: see ``own``

extension RelationPath {
  /// The paths of RxNav, for 215 pairs of term types.
  static let rxNav = """
    IN | R 283/297 | PIN
    IN | R 81/85 | MIN
    IN | R 462/471 | BN
    IN | R 440/482 | SCDC
    IN | R 461/482 | SCDF
    IN | R 468/483 | SCDG
    IN | R 438/482 | SCDC SCD
    IN | R 462/471 | SCDC SBDC
    IN | R 450/471 | SCDC SCD SBD
    IN | R 468/471 | SCDF SBDF
    IN | R 413/471 (BN SBDG 469/471, starter lacks links) | SCDG SBDG
    IN | R 467/482 | SCDF DF
    IN | R 480/483 | SCDG DFG
    IN | R 49/57 | SCDC SCD GPCK
    IN | R 48/48; D | SCDC SCD GPCK BPCK
    PIN | derived | IN
    PIN | recorded, not checkable in the starter | MIN
    PIN | R 16/16 | SCDC SBDC BN
    PIN | R 18/18 | SCDC
    PIN | R 16/18 | SCDC SCD, SCDC SCD SCDF
    PIN | R 14/18 | SCDC SCD SCDF SCDG
    PIN | R 16/16 | SCDC SBDC
    PIN | R 15/16 | SCDC SCD SBD
    PIN | R 13/16 | SCDC SCD SBD SBDF
    PIN | R 12/16 | SCDC SCD SBD SBDG
    PIN | R 18/18 | SCDC SCD DF
    PIN | R 16/18 | SCDC SCD DF DFG
    PIN | R 1/1 | SCDC SCD GPCK
    PIN | D | SCDC SCD GPCK BPCK
    MIN | derived | IN, PIN, SCD, SCD SCDC, SCD SCDF, SCD SCDF SCDG, SCD SBD, SCD SBD SBDC
    MIN | derived | SCD SBD SBDF, SCD SBD SBDF SBDG, SCD SBD BN, SCD DF, SCD DF DFG, SCD GPCK
    MIN | D | SCD GPCK BPCK
    BN | derived | IN, SBDC SCDC PIN, SBD SCD MIN, SBD, SBDC, SBDF, SBDG, SBD SCD, SBDC SCDC
    BN | derived | SBDF SCDF, SBDG SCDG, SBDF DF, SBDG DFG, SBD BPCK, SBD BPCK GPCK
    SCDC | derived | IN, PIN, SCD MIN, SBDC BN, SCD, SCD SCDF, SCD SCDF SCDG, SBDC, SCD SBD
    SCDC | derived | SCD SBD SBDF, SCD SBD SBDF SBDG, SCD DF, SCD DF DFG, SCD GPCK
    SCDC | D | SCD GPCK BPCK
    SCDF | derived | IN, SCD SCDC PIN, SCD MIN, SBDF BN, SCD, SCD SCDC, SCDG, SBDF, SCD SBD
    SCDF | derived | SCD SBD SBDC, SBDF SBDG, DF, SCDG DFG, SCD GPCK
    SCDF | D | SCD GPCK BPCK
    SCDG | derived | IN, SCDF, SCDF SCD, SCDF SCD SCDC, SCDF SCD SCDC PIN, SCDF SCD MIN, SBDG
    SCDG | derived | SCDF SBDF, SCDF SCD SBD, SCDF SCD SBD SBDC, SBDG BN, SCDF DF, DFG
    SCDG | derived | SCDF SCD GPCK, SCDF SCD GPCK BPCK
    SCD | derived | SCDC IN
    SCD | d | SCDC PIN
    SCD | derived | MIN, SCDC, SCDF, SCDF SCDG, SBD, SBD SBDC, SBD SBDF, SBD SBDF SBDG, SBD BN, DF
    SCD | derived | SCDF SCDG DFG, GPCK
    SCD | D | GPCK BPCK
    SBD | derived | SCDC IN, SCDC PIN, SCD MIN, BN, SBDC, SBDF, SBDF SBDG, SCD, SCDC, SCD SCDF
    SBD | derived | SCD SCDF SCDG, DF, SBDF SBDG DFG, SCD GPCK, BPCK
    SBDC | derived | SCDC IN, SCDC PIN, SBD SCD MIN, BN, SBD, SBD SBDF, SBD SBDF SBDG, SCDC
    SBDC | derived | SBD SCD, SBD SCD SCDF, SBD SCD SCDF SCDG, SBD DF, SBD DF DFG, SBD SCD GPCK
    SBDC | derived | SBD BPCK
    SBDF | derived | SCDF IN, SBD SCDC PIN, SBD SCD MIN, BN, SBD, SBD SBDC, SBDG, SCDF, SBD SCD
    SBDF | derived | SBD SCDC, SCDF SCDG, DF, SBDG DFG, SBD SCD GPCK, SBD BPCK
    SBDG | derived | SCDG IN
    SBDG | D | BN
    SBDG | derived | SBDF, SBDF SBD, SBDF SBD SBDC, SCDG, SBDF SCDF, SBDF SBD SCD, SBDF SBD SCDC
    SBDG | derived | SBDF SBD SCDC PIN, SBDF SBD SCD MIN, SBDF DF, DFG, SBDF SBD BPCK
    SBDG | derived | SBDF SBD SCD GPCK
    GPCK | derived | SCD SCDC IN, SCD SCDC PIN, SCD MIN, SCD, SCD SCDC, SCD SCDF, SCD SCDF SCDG
    GPCK | derived | BPCK, BPCK SBD, BPCK SBD BN, DF, DF DFG
    BPCK | D | GPCK SCD SCDC IN, GPCK SCD SCDC PIN, GPCK SCD MIN, GPCK SCD
    BPCK | D (the page prints "SCD" as last stop: a slip) | GPCK SCD SCDC
    BPCK | D | GPCK SCD SCDF
    BPCK | derived | GPCK SCD SCDF SCDG, GPCK, SBD, SBD SBDC, SBD SBDF, SBD SBDF SBDG, SBD BN, DF
    BPCK | derived | DF DFG
    DF | derived | DFG, SCD, SBD, SCDF, SBDF
    DFG | derived | DF, SCDG, SBDG
    """

  /// Paths for the pairs that ``rxNav`` lacks.
  ///
  /// Forms and groups with a precise ingredient (SCDFP, SCDGP, SBDFP) are taken
  /// to stand beside those without: SCD isa SCDFP isa SCDGP, each of them isa
  /// its form or group without salt. That agrees with the answers recorded of
  /// RxNav as far as names tell: what an ingredient brings are exactly those
  /// forms that name it or one of its salts. Dose forms and their groups go
  /// through the forms and groups that have them.
  static let own = """
    IN | own | SCDF SCDFP, SCDG SCDGP, SCDF SBDF SBDFP
    PIN | own | SCDFP, SCDGP, SCDFP SBDFP
    MIN | own | SCD SCDFP, SCD SCDFP SCDGP, SCD SBD SBDFP
    BN | own | SBDFP SCDFP, SBDFP SCDFP SCDGP, SBDFP
    SCDC | own | SCD SCDFP, SCD SCDFP SCDGP, SCD SBD SBDFP
    SCDF | own | SCDFP, SCDFP SCDGP, SBDF SBDFP
    SCDG | own | SCDF SCDFP, SCDGP, SCDF SBDF SBDFP
    SCD | own | SCDFP, SCDFP SCDGP, SBD SBDFP
    SBDC | own | SBD SCD SCDFP, SBD SCD SCDFP SCDGP, SBD SBDFP
    SBDF | own | SBDFP SCDFP, SBDFP SCDFP SCDGP, SBDFP
    SBDG | own | SBDF SBDFP SCDFP, SBDF SBDFP SCDFP SCDGP, SBDF SBDFP
    SBD | own | SCD SCDFP, SCD SCDFP SCDGP, SBDFP
    GPCK | own | SCD SCDFP, SCD SCDFP SCDGP, BPCK SBD SBDFP, BPCK SBD SBDC, BPCK SBD SBDF
    GPCK | own | BPCK SBD SBDG
    BPCK | own | GPCK SCD SCDFP, GPCK SCD SCDFP SCDGP, SBD SBDFP
    SCDFP | own | SCDF IN, PIN, SCD MIN, SBDFP BN, SCD SCDC, SCDF, SCDF SCDG, SCDGP, SCD
    SCDFP | own | SCD SBD SBDC, SBDFP SBDF, SBDFP, SBDFP SBDF SBDG, SCD SBD, SCD GPCK
    SCDFP | own | SCD GPCK BPCK, DF, SCDGP DFG
    SCDGP | own | SCDG IN, PIN, SCDFP SCD MIN, SCDFP SBDFP BN, SCDFP SCD SCDC, SCDFP SCDF, SCDFP
    SCDGP | own | SCDG, SCDFP SCD, SCDFP SCD SBD SBDC, SCDFP SBDFP SBDF, SCDFP SBDFP
    SCDGP | own | SCDFP SBDFP SBDF SBDG, SCDFP SCD SBD, SCDFP SCD GPCK, SCDFP SCD GPCK BPCK
    SCDGP | own | SCDFP DF, DFG
    SBDFP | own | SBDF SCDF IN, SCDFP PIN, SBD SCD MIN, BN, SBD SCD SCDC, SBDF SCDF, SCDFP
    SBDFP | own | SBDF SCDF SCDG, SCDFP SCDGP, SBD SCD, SBD SBDC, SBDF, SBDF SBDG, SBD
    SBDFP | own | SBD SCD GPCK, SBD BPCK, DF, SBDF SBDG DFG
    DF | own | SCDF IN, SCD SCDC PIN, SCD MIN, SBDF BN, SCD SCDC, SCDFP, SCDF SCDG, SCDFP SCDGP
    DF | own | SBD SBDC, SBDFP, SBDF SBDG, GPCK, BPCK
    DFG | own | SCDG IN, SCDG SCDF SCD SCDC PIN, SCDG SCDF SCD MIN, SBDG BN, SCDG SCDF SCD SCDC
    DFG | own | SCDG SCDF, DF SCDFP, SCDGP, SCDG SCDF SCD, SBDG SBDF SBD SBDC, SBDG SBDF, DF SBDFP
    DFG | own | SBDG SBDF SBD, DF GPCK, DF BPCK
    """
}
