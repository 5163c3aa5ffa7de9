// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// One row per pair of term types: the path, whose first and last stop are the
// pair, and where it is known from.
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
    IN PIN                  | R 283/297
    IN MIN                  | R 81/85
    IN BN                   | R 462/471
    IN SCDC                 | R 440/482
    IN SCDF                 | R 461/482
    IN SCDG                 | R 468/483
    IN SCDC SCD             | R 438/482
    IN SCDC SBDC            | R 462/471
    IN SCDC SCD SBD         | R 450/471
    IN SCDF SBDF            | R 468/471
    IN SCDG SBDG            | R 413/471 (BN SBDG 469/471, starter lacks links)
    IN SCDF DF              | R 467/482
    IN SCDG DFG             | R 480/483
    IN SCDC SCD GPCK        | R 49/57
    IN SCDC SCD GPCK BPCK   | R 48/48; D
    PIN IN                  | derived
    PIN MIN                 | recorded, not checkable in the starter
    PIN SCDC SBDC BN        | R 16/16
    PIN SCDC                | R 18/18
    PIN SCDC SCD            | R 16/18
    PIN SCDC SCD SCDF       | R 16/18
    PIN SCDC SCD SCDF SCDG  | R 14/18
    PIN SCDC SBDC           | R 16/16
    PIN SCDC SCD SBD        | R 15/16
    PIN SCDC SCD SBD SBDF   | R 13/16
    PIN SCDC SCD SBD SBDG   | R 12/16
    PIN SCDC SCD DF         | R 18/18
    PIN SCDC SCD DF DFG     | R 16/18
    PIN SCDC SCD GPCK       | R 1/1
    PIN SCDC SCD GPCK BPCK  | D
    MIN IN                  | derived
    MIN PIN                 | derived
    MIN SCD                 | derived
    MIN SCD SCDC            | derived
    MIN SCD SCDF            | derived
    MIN SCD SCDF SCDG       | derived
    MIN SCD SBD             | derived
    MIN SCD SBD SBDC        | derived
    MIN SCD SBD SBDF        | derived
    MIN SCD SBD SBDF SBDG   | derived
    MIN SCD SBD BN          | derived
    MIN SCD DF              | derived
    MIN SCD DF DFG          | derived
    MIN SCD GPCK            | derived
    MIN SCD GPCK BPCK       | D
    BN IN                   | derived
    BN SBDC SCDC PIN        | derived
    BN SBD SCD MIN          | derived
    BN SBD                  | derived
    BN SBDC                 | derived
    BN SBDF                 | derived
    BN SBDG                 | derived
    BN SBD SCD              | derived
    BN SBDC SCDC            | derived
    BN SBDF SCDF            | derived
    BN SBDG SCDG            | derived
    BN SBDF DF              | derived
    BN SBDG DFG             | derived
    BN SBD BPCK             | derived
    BN SBD BPCK GPCK        | derived
    SCDC IN                 | derived
    SCDC PIN                | derived
    SCDC SCD MIN            | derived
    SCDC SBDC BN            | derived
    SCDC SCD                | derived
    SCDC SCD SCDF           | derived
    SCDC SCD SCDF SCDG      | derived
    SCDC SBDC               | derived
    SCDC SCD SBD            | derived
    SCDC SCD SBD SBDF       | derived
    SCDC SCD SBD SBDF SBDG  | derived
    SCDC SCD DF             | derived
    SCDC SCD DF DFG         | derived
    SCDC SCD GPCK           | derived
    SCDC SCD GPCK BPCK      | D
    SCDF IN                 | derived
    SCDF SCD SCDC PIN       | derived
    SCDF SCD MIN            | derived
    SCDF SBDF BN            | derived
    SCDF SCD                | derived
    SCDF SCD SCDC           | derived
    SCDF SCDG               | derived
    SCDF SBDF               | derived
    SCDF SCD SBD            | derived
    SCDF SCD SBD SBDC       | derived
    SCDF SBDF SBDG          | derived
    SCDF DF                 | derived
    SCDF SCDG DFG           | derived
    SCDF SCD GPCK           | derived
    SCDF SCD GPCK BPCK      | D
    SCDG IN                 | derived
    SCDG SCDF               | derived
    SCDG SCDF SCD           | derived
    SCDG SCDF SCD SCDC      | derived
    SCDG SCDF SCD SCDC PIN  | derived
    SCDG SCDF SCD MIN       | derived
    SCDG SBDG               | derived
    SCDG SCDF SBDF          | derived
    SCDG SCDF SCD SBD       | derived
    SCDG SCDF SCD SBD SBDC  | derived
    SCDG SBDG BN            | derived
    SCDG SCDF DF            | derived
    SCDG DFG                | derived
    SCDG SCDF SCD GPCK      | derived
    SCDG SCDF SCD GPCK BPCK | derived
    SCD SCDC IN             | derived
    SCD SCDC PIN            | d
    SCD MIN                 | derived
    SCD SCDC                | derived
    SCD SCDF                | derived
    SCD SCDF SCDG           | derived
    SCD SBD                 | derived
    SCD SBD SBDC            | derived
    SCD SBD SBDF            | derived
    SCD SBD SBDF SBDG       | derived
    SCD SBD BN              | derived
    SCD DF                  | derived
    SCD SCDF SCDG DFG       | derived
    SCD GPCK                | derived
    SCD GPCK BPCK           | D
    SBD SCDC IN             | derived
    SBD SCDC PIN            | derived
    SBD SCD MIN             | derived
    SBD BN                  | derived
    SBD SBDC                | derived
    SBD SBDF                | derived
    SBD SBDF SBDG           | derived
    SBD SCD                 | derived
    SBD SCDC                | derived
    SBD SCD SCDF            | derived
    SBD SCD SCDF SCDG       | derived
    SBD DF                  | derived
    SBD SBDF SBDG DFG       | derived
    SBD SCD GPCK            | derived
    SBD BPCK                | derived
    SBDC SCDC IN            | derived
    SBDC SCDC PIN           | derived
    SBDC SBD SCD MIN        | derived
    SBDC BN                 | derived
    SBDC SBD                | derived
    SBDC SBD SBDF           | derived
    SBDC SBD SBDF SBDG      | derived
    SBDC SCDC               | derived
    SBDC SBD SCD            | derived
    SBDC SBD SCD SCDF       | derived
    SBDC SBD SCD SCDF SCDG  | derived
    SBDC SBD DF             | derived
    SBDC SBD DF DFG         | derived
    SBDC SBD SCD GPCK       | derived
    SBDC SBD BPCK           | derived
    SBDF SCDF IN            | derived
    SBDF SBD SCDC PIN       | derived
    SBDF SBD SCD MIN        | derived
    SBDF BN                 | derived
    SBDF SBD                | derived
    SBDF SBD SBDC           | derived
    SBDF SBDG               | derived
    SBDF SCDF               | derived
    SBDF SBD SCD            | derived
    SBDF SBD SCDC           | derived
    SBDF SCDF SCDG          | derived
    SBDF DF                 | derived
    SBDF SBDG DFG           | derived
    SBDF SBD SCD GPCK       | derived
    SBDF SBD BPCK           | derived
    SBDG SCDG IN            | derived
    SBDG BN                 | D
    SBDG SBDF               | derived
    SBDG SBDF SBD           | derived
    SBDG SBDF SBD SBDC      | derived
    SBDG SCDG               | derived
    SBDG SBDF SCDF          | derived
    SBDG SBDF SBD SCD       | derived
    SBDG SBDF SBD SCDC      | derived
    SBDG SBDF SBD SCDC PIN  | derived
    SBDG SBDF SBD SCD MIN   | derived
    SBDG SBDF DF            | derived
    SBDG DFG                | derived
    SBDG SBDF SBD BPCK      | derived
    SBDG SBDF SBD SCD GPCK  | derived
    GPCK SCD SCDC IN        | derived
    GPCK SCD SCDC PIN       | derived
    GPCK SCD MIN            | derived
    GPCK SCD                | derived
    GPCK SCD SCDC           | derived
    GPCK SCD SCDF           | derived
    GPCK SCD SCDF SCDG      | derived
    GPCK BPCK               | derived
    GPCK BPCK SBD           | derived
    GPCK BPCK SBD BN        | derived
    GPCK DF                 | derived
    GPCK DF DFG             | derived
    BPCK GPCK SCD SCDC IN   | D
    BPCK GPCK SCD SCDC PIN  | D
    BPCK GPCK SCD MIN       | D
    BPCK GPCK SCD           | D
    BPCK GPCK SCD SCDC      | D (the page prints "SCD" as last stop: a slip)
    BPCK GPCK SCD SCDF      | D
    BPCK GPCK SCD SCDF SCDG | derived
    BPCK GPCK               | derived
    BPCK SBD                | derived
    BPCK SBD SBDC           | derived
    BPCK SBD SBDF           | derived
    BPCK SBD SBDF SBDG      | derived
    BPCK SBD BN             | derived
    BPCK DF                 | derived
    BPCK DF DFG             | derived
    DF DFG                  | derived
    DF SCD                  | derived
    DF SBD                  | derived
    DF SCDF                 | derived
    DF SBDF                 | derived
    DFG DF                  | derived
    DFG SCDG                | derived
    DFG SBDG                | derived
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
    IN SCDF SCDFP           | own
    IN SCDG SCDGP           | own
    IN SCDF SBDF SBDFP      | own
    PIN SCDFP               | own
    PIN SCDGP               | own
    PIN SCDFP SBDFP         | own
    MIN SCD SCDFP           | own
    MIN SCD SCDFP SCDGP     | own
    MIN SCD SBD SBDFP       | own
    BN SBDFP SCDFP          | own
    BN SBDFP SCDFP SCDGP    | own
    BN SBDFP                | own
    SCDC SCD SCDFP          | own
    SCDC SCD SCDFP SCDGP    | own
    SCDC SCD SBD SBDFP      | own
    SCDF SCDFP              | own
    SCDF SCDFP SCDGP        | own
    SCDF SBDF SBDFP         | own
    SCDG SCDF SCDFP         | own
    SCDG SCDGP              | own
    SCDG SCDF SBDF SBDFP    | own
    SCD SCDFP               | own
    SCD SCDFP SCDGP         | own
    SCD SBD SBDFP           | own
    SBDC SBD SCD SCDFP      | own
    SBDC SBD SCD SCDFP SCDGP | own
    SBDC SBD SBDFP          | own
    SBDF SBDFP SCDFP        | own
    SBDF SBDFP SCDFP SCDGP  | own
    SBDF SBDFP              | own
    SBDG SBDF SBDFP SCDFP   | own
    SBDG SBDF SBDFP SCDFP SCDGP | own
    SBDG SBDF SBDFP         | own
    SBD SCD SCDFP           | own
    SBD SCD SCDFP SCDGP     | own
    SBD SBDFP               | own
    GPCK SCD SCDFP          | own
    GPCK SCD SCDFP SCDGP    | own
    GPCK BPCK SBD SBDFP     | own
    GPCK BPCK SBD SBDC      | own
    GPCK BPCK SBD SBDF      | own
    GPCK BPCK SBD SBDG      | own
    BPCK GPCK SCD SCDFP     | own
    BPCK GPCK SCD SCDFP SCDGP | own
    BPCK SBD SBDFP          | own
    SCDFP SCDF IN           | own
    SCDFP PIN               | own
    SCDFP SCD MIN           | own
    SCDFP SBDFP BN          | own
    SCDFP SCD SCDC          | own
    SCDFP SCDF              | own
    SCDFP SCDF SCDG         | own
    SCDFP SCDGP             | own
    SCDFP SCD               | own
    SCDFP SCD SBD SBDC      | own
    SCDFP SBDFP SBDF        | own
    SCDFP SBDFP             | own
    SCDFP SBDFP SBDF SBDG   | own
    SCDFP SCD SBD           | own
    SCDFP SCD GPCK          | own
    SCDFP SCD GPCK BPCK     | own
    SCDFP DF                | own
    SCDFP SCDGP DFG         | own
    SCDGP SCDG IN           | own
    SCDGP PIN               | own
    SCDGP SCDFP SCD MIN     | own
    SCDGP SCDFP SBDFP BN    | own
    SCDGP SCDFP SCD SCDC    | own
    SCDGP SCDFP SCDF        | own
    SCDGP SCDFP             | own
    SCDGP SCDG              | own
    SCDGP SCDFP SCD         | own
    SCDGP SCDFP SCD SBD SBDC | own
    SCDGP SCDFP SBDFP SBDF  | own
    SCDGP SCDFP SBDFP       | own
    SCDGP SCDFP SBDFP SBDF SBDG | own
    SCDGP SCDFP SCD SBD     | own
    SCDGP SCDFP SCD GPCK    | own
    SCDGP SCDFP SCD GPCK BPCK | own
    SCDGP SCDFP DF          | own
    SCDGP DFG               | own
    SBDFP SBDF SCDF IN      | own
    SBDFP SCDFP PIN         | own
    SBDFP SBD SCD MIN       | own
    SBDFP BN                | own
    SBDFP SBD SCD SCDC      | own
    SBDFP SBDF SCDF         | own
    SBDFP SCDFP             | own
    SBDFP SBDF SCDF SCDG    | own
    SBDFP SCDFP SCDGP       | own
    SBDFP SBD SCD           | own
    SBDFP SBD SBDC          | own
    SBDFP SBDF              | own
    SBDFP SBDF SBDG         | own
    SBDFP SBD               | own
    SBDFP SBD SCD GPCK      | own
    SBDFP SBD BPCK          | own
    SBDFP DF                | own
    SBDFP SBDF SBDG DFG     | own
    DF SCDF IN              | own
    DF SCD SCDC PIN         | own
    DF SCD MIN              | own
    DF SBDF BN              | own
    DF SCD SCDC             | own
    DF SCDFP                | own
    DF SCDF SCDG            | own
    DF SCDFP SCDGP          | own
    DF SBD SBDC             | own
    DF SBDFP                | own
    DF SBDF SBDG            | own
    DF GPCK                 | own
    DF BPCK                 | own
    DFG SCDG IN             | own
    DFG SCDG SCDF SCD SCDC PIN | own
    DFG SCDG SCDF SCD MIN   | own
    DFG SBDG BN             | own
    DFG SCDG SCDF SCD SCDC  | own
    DFG SCDG SCDF           | own
    DFG DF SCDFP            | own
    DFG SCDGP               | own
    DFG SCDG SCDF SCD       | own
    DFG SBDG SBDF SBD SBDC  | own
    DFG SBDG SBDF           | own
    DFG DF SBDFP            | own
    DFG SBDG SBDF SBD       | own
    DFG DF GPCK             | own
    DFG DF BPCK             | own
    """
}
