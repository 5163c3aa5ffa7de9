// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Which code system a URI names.
//
//   http://www.nlm.nih.gov/research/umls/rxnorm     exact, without allocation
//   HTTPS://www.nlm.nih.gov/research/umls/RxNorm/   folded: RxNorm, not exact
//   urn:oid:2.16.840.1.113883.6.88                  by OID: RxNorm, not exact
//   RxNorm                                          by name: RxNorm, not exact
//   http://purl.bioontology.org/ontology/RXNORM/1   unknown: nothing is cut off
//
// Folding is: letters of ASCII in lower case, no white space, http for https,
// no `/` or `#` at the end.

/// A code system that occurs in medication data, with every spelling that identifies it.
public struct KnownCodeSystem: Sendable, Hashable {
  /// The URI that rxkit's answers use for the system.
  public let canonical: String
  /// A name for people.
  public let name: String
  /// Other correct URIs: registered alternatives, and systems that contain the same codes.
  public let otherURIs: [String]
  /// The object identifiers, dotted.
  public let oids: [String]
  /// Incorrect URIs that occur in practice.
  public let slips: [String]
  /// Bare words that identify the system, folded.
  public let words: [String]

  /// Reads a row of ``table``.
  private init(row: Substring) {
    let columns = row.split(separator: "|", omittingEmptySubsequences: false)
    func list(_ place: Int) -> [String] {
      place < columns.count ? columns[place].split(separator: " ").map(String.init) : []
    }
    (canonical, name) = (String(columns[0]), String(columns[1]))
    (oids, otherURIs, slips, words) = (list(2), list(3), list(4), list(5))
  }

  /// Finds the system that a literal of a document names.
  ///
  /// The rule, in this order: the canonical or another right URI byte for byte
  /// (exact); the same after folding; `urn:oid:` and a registered OID, or the
  /// bare OID; a well-known name. A code appended to a URI, or a version
  /// after `|`, leaves it unknown: nothing is guessed.
  ///
  /// - Parameter literal: The `system` of a coding, as written there.
  /// - Returns: The canonical URI, and whether the literal was a right URI;
  ///   where it was not, report ``Problem/Code/systemNormalized``. `nil` for an
  ///   unknown system.
  /// - Complexity: A right URI costs one look into a table and few comparisons,
  ///   without allocation.
  public static func recognise(_ literal: String) -> (canonical: String, isExact: Bool)? {
    guard let (position, isExact) = find(literal) else { return nil }
    return (all[position].canonical, isExact)
  }

  /// Finds the system that a literal names; the rule is that of ``recognise(_:)``.
  public static func named(_ literal: String) -> KnownCodeSystem? {
    find(literal).map { all[$0.position] }
  }

  /// The positions of the right URIs, and those of every spelling, folded.
  private static let index: (exact: [String: Int], folded: [String: Int]) = {
    var (exact, folded): ([String: Int], [String: Int]) = ([:], [:])
    for (position, system) in all.enumerated() {
      let uris = [system.canonical] + system.otherURIs
      for uri in uris { exact[uri] = position }
      let oids = system.oids.flatMap { [$0, "urn:oid:\($0)"] }
      for spelling in uris + system.slips + oids + system.words {
        if let key = fold(spelling) { folded[key] = position }
      }
    }
    return (exact, folded)
  }()

  private static func find(_ literal: String) -> (position: Int, isExact: Bool)? {
    // Non-ASCII characters may compare equal to ASCII ones as characters, never as bytes.
    if let position = index.exact[literal], literal.utf8.allSatisfy({ $0 < 0x80 }) {
      return (position, true)
    }
    return fold(literal).flatMap { index.folded[$0] }.map { ($0, false) }
  }

  /// The folded form of a literal, or `nil` if it has non-ASCII characters.
  private static func fold(_ literal: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(literal.utf8.count)
    for byte in literal.utf8 {
      switch byte {
      case 0x80...: return nil
      case 0x09...0x0D, 0x20: continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      default: bytes.append(byte)
      }
    }
    while bytes.last == UInt8(ascii: "/") || bytes.last == UInt8(ascii: "#") { bytes.removeLast() }
    if bytes.starts(with: "https:".utf8) { bytes.remove(at: 4) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

// Canonical URIs and OIDs are those of HL7 terminology's naming systems, of
// FHIR's list of external code systems, and of the national guides; other
// spellings were met in published documents. The German editions of ATC hold
// ATC and national codes below it. The G-Standaard has no URIs but its OIDs.
extension KnownCodeSystem {
  /// Every code system that is known here, the most frequent ones first.
  public static let all = table.split(separator: "\n").map { KnownCodeSystem(row: $0) }

  /// Canonical URI, name, OIDs, other right URIs, wrong URIs, words.
  private static let table = """
    http://www.nlm.nih.gov/research/umls/rxnorm|RxNorm|2.16.840.1.113883.6.88||\
    http://rxnorm.nlm.nih.gov|rxnorm
    http://snomed.info/sct|SNOMED CT|2.16.840.1.113883.6.96|||snomed snomedct snomed-ct
    http://hl7.org/fhir/sid/ndc|NDC|2.16.840.1.113883.6.69||\
    http://www.accessdata.fda.gov/scripts/cder/ndc/dsp_searchresult.cfm \
    http://www.fda.gov/Drugs/InformationOnDrugs/ucm142438.htm|ndc
    http://www.whocc.no/atc|ATC|2.16.840.1.113883.6.73|http://fhir.de/CodeSystem/bfarm/atc \
    http://fhir.de/CodeSystem/dimdi/atc||atc
    http://hl7.org/fhir/sid/cvx|CVX|2.16.840.1.113883.12.292|\
    http://terminology.hl7.org/CodeSystem/CVX||cvx
    http://hl7.org/fhir/sid/mvx|MVX|2.16.840.1.113883.12.227 2.16.840.1.113883.6.60|\
    http://terminology.hl7.org/CodeSystem/MVX
    http://fdasis.nlm.nih.gov|UNII|2.16.840.1.113883.4.9|||unii
    http://terminology.hl7.org/CodeSystem/CAS|CAS|2.16.840.1.113883.6.61
    http://hl7.org/fhir/ndfrt|NDF-RT|2.16.840.1.113883.6.209
    http://va.gov/terminology/medrt|MED-RT|2.16.840.1.113883.6.345
    http://loinc.org|LOINC|2.16.840.1.113883.6.1|http://loinc.org/rdf/||loinc
    http://hl7.org/fhir/sid/icd-10|ICD-10|2.16.840.1.113883.6.3|\
    http://terminology.hl7.org/CodeSystem/icd10||i10
    http://hl7.org/fhir/sid/icd-10-cm|ICD-10-CM|2.16.840.1.113883.6.90|\
    http://terminology.hl7.org/CodeSystem/icd10CM
    http://hl7.org/fhir/sid/icd-9-cm|ICD-9-CM|2.16.840.1.113883.6.103
    http://terminology.hl7.org/CodeSystem/data-absent-reason|Data absent reason
    http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips|IPS absent or unknown
    http://terminology.hl7.org/CodeSystem/v3-NullFlavor|HL7 null flavor|2.16.840.1.113883.5.1008|\
    http://hl7.org/fhir/v3/NullFlavor
    http://fhir.de/CodeSystem/ifa/pzn|PZN (Germany)|1.2.276.0.76.4.6
    http://fhir.de/CodeSystem/abdata/Komponentennummer|ABDATA component number (Germany)
    http://fhir.de/CodeSystem/ask|ASK (Germany)
    https://dmd.nhs.uk|dm+d (UK)
    https://fhir.hl7.org.uk/Id/emis-drug-codes|EMIS drug codes (UK)
    https://fhir.hl7.org.uk/Id/multilex-drug-codes|Multilex drug codes (UK)
    urn:oid:2.16.840.1.113883.2.1.6.9|Local drug codes (UK)|2.16.840.1.113883.2.1.6.9
    http://read.info/readv2|Read codes, version 2 (UK)
    urn:oid:2.16.756.5.30.2.6.1|Pharmacode (Switzerland)|2.16.756.5.30.2.6.1
    https://mednet.swiss/fhir/productNumber|Product number (Switzerland)
    http://hl7.org/fhir/NamingSystem/ca-hc-din|DIN (Canada)|2.16.840.1.113883.5.1105|\
    http://terminology.hl7.org/CodeSystem/ca-hc-din \
    http://www.canada.ca/en/health-canada/services/drugs-health-products/drug-products/drug-product-database-3|\
    http://hc-sc.gc.ca
    http://terminology.hl7.org/CodeSystem/hc-CCDD|CCDD (Canada)|2.16.840.1.113883.2.20.6.1|\
    https://fhir.infoway-inforoute.ca/CodeSystem/canadianclinicaldrugdataset
    http://pbs.gov.au/code/item|PBS item (Australia)
    urn:oid:2.16.840.1.113883.2.4.4.1|G-Standaard (Netherlands)|2.16.840.1.113883.2.4.4.1
    urn:oid:2.16.840.1.113883.2.4.4.7|G-Standaard (Netherlands)|2.16.840.1.113883.2.4.4.7
    urn:oid:2.16.840.1.113883.2.4.4.8|G-Standaard (Netherlands)|2.16.840.1.113883.2.4.4.8
    urn:oid:2.16.840.1.113883.2.4.4.9|G-Standaard (Netherlands)|2.16.840.1.113883.2.4.4.9
    urn:oid:2.16.840.1.113883.2.4.4.10|G-Standaard (Netherlands)|2.16.840.1.113883.2.4.4.10
    https://www.gs1.org/gtin|GTIN|1.3.160 2.51.1.1
    http://terminology.hl7.org/CodeSystem/MGPI|Medi-Span GPI|2.16.840.1.113883.6.68
    http://terminology.hl7.org/CodeSystem/mddid|Medi-Span MDDID|2.16.840.1.113883.6.253
    urn:oid:2.16.840.1.113883.6.162|Medi-Span, not registered|2.16.840.1.113883.6.162
    http://terminology.hl7.org/CodeSystem/FDDC|First Databank drug codes|2.16.840.1.113883.6.64
    http://terminology.hl7.org/CodeSystem/FDBHICCode|First Databank HIC|2.16.840.1.113883.3.84
    http://terminology.hl7.org/CodeSystem/nddf|National Drug Data File|2.16.840.1.113883.6.208
    http://terminology.hl7.org/CodeSystem/multum|Multum|2.16.840.1.113883.6.27
    http://terminology.hl7.org/CodeSystem/cpnum|Gold Standard monograph number|\
    2.16.840.1.113883.4.81
    http://terminology.hl7.org/CodeSystem/MEDC|Medical Economics drug codes|2.16.840.1.113883.6.67
    http://terminology.hl7.org/CodeSystem/ahfs|AHFS classification|2.16.840.1.113883.6.234
    http://terminology.hl7.org/CodeSystem/W1-W2|WHO record number|2.16.840.1.113883.6.71
    http://terminology.hl7.org/CodeSystem/nciVersionOfNDF-RT|NDF-RT, NCI version|\
    2.16.840.1.113883.3.26.1.5
    http://terminology.hl7.org/CodeSystem/umls|UMLS|2.16.840.1.113883.6.86
    http://www.pharmvar.org|PharmVar
    https://www.nlm.nih.gov/mesh|MeSH|2.16.840.1.113883.6.177|\
    http://terminology.hl7.org/CodeSystem/MSH http://id.nlm.nih.gov/mesh/
    """
}
