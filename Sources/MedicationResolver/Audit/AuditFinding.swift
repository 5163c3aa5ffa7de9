// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import FHIRResources
public import MedicationModel

/// One thing that is wrong with a code, and how often it is met.
public struct AuditFinding: Sendable {
  /// What is wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No file of the release names the code.
    case unknown
    /// It cannot be a code of its system.
    case malformed
    /// It is retired and other codes took its place.
    case remapped
    /// It is retired without a successor.
    case notCurrent = "not-current"
    /// It is obsolete; nothing takes its place.
    case obsolete
    /// It lacks a quantity; its quantified forms are to be used.
    case quantified
    /// An ingredient, a brand or another level where a product is expected.
    case wrongLevel = "wrong-level"
    /// The display names another drug.
    case otherDrug = "display-other-drug"
    /// The display names another brand.
    case otherBrand = "display-other-brand"
    /// The display names another strength.
    case otherStrength = "display-other-strength"
    /// The display names another dose form.
    case otherForm = "display-other-form"
    /// The display is a generic name on a brand, or a brand on a generic.
    case brandLevel = "display-brand-level"
    /// The display names another salt, or the base.
    case otherSalt = "display-other-salt"
    /// The display is an older name of the same concept.
    case oldName = "display-old-name"
    /// The text next to the codes names another drug, and not theirs.
    case textOtherDrug = "text-other-drug"
    /// The codings of one concept name different drugs.
    case severalDrugs = "several-drugs"
    /// The NDC belongs to a product that is not active.
    case ndcOfInactiveProduct = "ndc-obsolete-product"
    /// The NDC is only in earlier releases, or suppressed in the release.
    case ndcRetired = "ndc-retired"
    /// The NDC belongs to several products, or its readings do.
    case ndcAmbiguous = "ndc-ambiguous"
    /// Earlier releases gave the NDC to another product.
    case ndcMoved = "ndc-moved"
  }

  /// A code that is proposed instead, or is close.
  public struct Proposal: Sendable {
    /// Why it is proposed.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// The release says that it took the place of the code.
      case replacement
      /// It is a form with a quantity.
      case quantifiedForm = "quantified-form"
      /// It is close to an obsolete code and does not replace it: the generic of a brand.
      case related
    }

    /// The concept.
    public let concept: Concept
    /// Why it is proposed.
    public let reason: Reason
    /// What it changes: `drug`, `strength`, `salt`, `form`, `brand`; empty for nothing.
    ///
    /// `nil` if no name of the old code is known, so that they cannot be compared.
    public let changes: [String]?
  }

  /// What is wrong.
  public let kind: Kind
  /// How much it matters.
  public internal(set) var severity: Problem.Severity
  /// The code system, by its canonical URL.
  public let system: String
  /// The code as it was given; of several codings all, separated by a blank.
  public let code: String
  /// The display or text, where the finding is about one.
  public let display: String?
  /// What the catalog calls the code; `nil` where no name is known.
  public let name: String?
  /// The term type, where one is known.
  public let termType: TermType?
  /// What became of the code; `nil` where that does not matter.
  public let status: ConceptStatus?
  /// What was found and what was expected: one sentence.
  public let message: String
  /// What could be written instead; every alternative.
  public let proposals: [Proposal]
  /// How often it is met.
  public internal(set) var count = 0
  /// The first places, at most ``CodeAudit/placeLimit``.
  public internal(set) var places: [AuditPlace] = []
}

extension AuditFinding {
  /// What the catalog knows of a code.
  struct Known {
    var name: String?
    var termType: TermType?
    var status: ConceptStatus?

    static let nothing = Known()

    init(name: String? = nil, termType: TermType? = nil, status: ConceptStatus? = nil) {
      self.name = name
      self.termType = termType
      self.status = status
    }

    /// A concept of the release.
    init(_ concept: Concept) {
      self.init(name: concept.name, termType: concept.termType, status: concept.status)
    }

    /// A code that has only old names.
    init(_ history: ConceptHistory) {
      let last = history.lastName
      self.init(name: last?.text, termType: last?.termType, status: history.status)
    }
  }

  /// Makes a finding that was met nowhere yet.
  init(
    _ kind: Kind, _ severity: Problem.Severity, _ message: String, of coding: FHIRCoding,
    _ known: Known = .nothing, _ proposals: [Proposal] = []
  ) {
    self.kind = kind
    self.severity = severity
    self.message = message
    self.proposals = proposals
    system = KnownCodeSystem.recognise(coding.system ?? "")?.canonical ?? ""
    code = coding.code ?? ""
    display = kind.isAboutDisplay ? coding.display : nil
    name = known.name
    termType = known.termType
    status = known.status
  }
}

extension AuditFinding.Kind {
  /// Whether another display of the code would be another finding.
  fileprivate var isAboutDisplay: Bool {
    switch self {
    case .otherDrug, .otherBrand, .otherStrength, .otherForm, .brandLevel, .otherSalt, .oldName,
      .textOtherDrug:
      true
    default: false
    }
  }
}

extension ConceptHistory {
  /// The main name that the code had last.
  var lastName: ArchivedName? {
    let names = archivedNames.filter { !$0.termType.isExtraName }
    return names.max { $0.lastReleased.precedesInBytes($1.lastReleased) }
  }
}

/// Where a code is.
public struct AuditPlace: Sendable, Hashable {
  /// The file, as it was named.
  public let file: String
  /// The line, in a list of codes.
  public let line: Int?
  /// The path within the document, such as `entry[3] MedicationRequest codings[0]`.
  public let path: String

  /// Makes a place.
  public init(file: String, line: Int? = nil, path: String = "") {
    self.file = file
    self.line = line
    self.path = path
  }
}

extension AuditPlace: CustomStringConvertible {
  /// File, line and path, separated by colons.
  public var description: String {
    var text = file
    if let line { text += ":\(line)" }
    if !path.isEmpty { text += ": \(path)" }
    return text
  }
}
