// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Canonical URIs and OIDs are those of HL7 terminology's naming systems, of
// FHIR's list of external code systems, and of the national guides; other
// spellings were met in published documents.

extension KnownCodeSystem {
  /// Every code system that is known here, the most frequent ones first.
  public static let all: [KnownCodeSystem] =
    [
      KnownCodeSystem(
        CodeSystem.rxNorm, "RxNorm", oids: ["2.16.840.1.113883.6.88"],
        slips: ["http://rxnorm.nlm.nih.gov"], words: ["rxnorm"]),
      KnownCodeSystem(
        CodeSystem.snomedCT, "SNOMED CT", oids: ["2.16.840.1.113883.6.96"],
        words: ["snomed", "snomedct", "snomed-ct"]),
      KnownCodeSystem(
        CodeSystem.ndc, "NDC", oids: ["2.16.840.1.113883.6.69"],
        slips: [
          "http://www.accessdata.fda.gov/scripts/cder/ndc/dsp_searchresult.cfm",
          "http://www.fda.gov/Drugs/InformationOnDrugs/ucm142438.htm",
        ],
        words: ["ndc"]),
      KnownCodeSystem(
        CodeSystem.atc, "ATC", oids: ["2.16.840.1.113883.6.73"],
        // The German editions hold ATC and national codes below it.
        otherURIs: [
          "http://fhir.de/CodeSystem/bfarm/atc", "http://fhir.de/CodeSystem/dimdi/atc",
        ],
        words: ["atc"]),
      KnownCodeSystem(
        CodeSystem.cvx, "CVX", oids: ["2.16.840.1.113883.12.292"],
        otherURIs: ["http://terminology.hl7.org/CodeSystem/CVX"], words: ["cvx"]),
      KnownCodeSystem(
        "http://hl7.org/fhir/sid/mvx", "MVX",
        oids: ["2.16.840.1.113883.12.227", "2.16.840.1.113883.6.60"],
        otherURIs: ["http://terminology.hl7.org/CodeSystem/MVX"]),
      KnownCodeSystem(
        CodeSystem.unii, "UNII", oids: ["2.16.840.1.113883.4.9"], words: ["unii"]),
      KnownCodeSystem(
        "http://terminology.hl7.org/CodeSystem/CAS", "CAS", oids: ["2.16.840.1.113883.6.61"]),
      KnownCodeSystem(
        "http://hl7.org/fhir/ndfrt", "NDF-RT", oids: ["2.16.840.1.113883.6.209"]),
      KnownCodeSystem(
        "http://va.gov/terminology/medrt", "MED-RT", oids: ["2.16.840.1.113883.6.345"]),
      KnownCodeSystem(
        "http://loinc.org", "LOINC", oids: ["2.16.840.1.113883.6.1"],
        otherURIs: ["http://loinc.org/rdf/"], words: ["loinc"]),
      KnownCodeSystem(
        "http://hl7.org/fhir/sid/icd-10", "ICD-10", oids: ["2.16.840.1.113883.6.3"],
        otherURIs: ["http://terminology.hl7.org/CodeSystem/icd10"], words: ["i10"]),
      KnownCodeSystem(
        "http://hl7.org/fhir/sid/icd-10-cm", "ICD-10-CM", oids: ["2.16.840.1.113883.6.90"],
        otherURIs: ["http://terminology.hl7.org/CodeSystem/icd10CM"]),
      KnownCodeSystem(
        "http://hl7.org/fhir/sid/icd-9-cm", "ICD-9-CM", oids: ["2.16.840.1.113883.6.103"]),
      KnownCodeSystem(
        "http://terminology.hl7.org/CodeSystem/data-absent-reason", "Data absent reason"),
      KnownCodeSystem(
        "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips", "IPS absent or unknown"),
      KnownCodeSystem(
        "http://terminology.hl7.org/CodeSystem/v3-NullFlavor", "HL7 null flavor",
        oids: ["2.16.840.1.113883.5.1008"], otherURIs: ["http://hl7.org/fhir/v3/NullFlavor"]),
    ] + national + proprietary

  /// Product and substance codes of single countries.
  private static let national: [KnownCodeSystem] =
    [
      KnownCodeSystem(
        "http://fhir.de/CodeSystem/ifa/pzn", "PZN (Germany)", oids: ["1.2.276.0.76.4.6"]),
      KnownCodeSystem(
        "http://fhir.de/CodeSystem/abdata/Komponentennummer", "ABDATA component number (Germany)"),
      KnownCodeSystem("http://fhir.de/CodeSystem/ask", "ASK (Germany)"),
      KnownCodeSystem("https://dmd.nhs.uk", "dm+d (UK)"),
      KnownCodeSystem("https://fhir.hl7.org.uk/Id/emis-drug-codes", "EMIS drug codes (UK)"),
      KnownCodeSystem("https://fhir.hl7.org.uk/Id/multilex-drug-codes", "Multilex drug codes (UK)"),
      KnownCodeSystem(
        "urn:oid:2.16.840.1.113883.2.1.6.9", "Local drug codes (UK)",
        oids: ["2.16.840.1.113883.2.1.6.9"]),
      KnownCodeSystem("http://read.info/readv2", "Read codes, version 2 (UK)"),
      KnownCodeSystem(
        "urn:oid:2.16.756.5.30.2.6.1", "Pharmacode (Switzerland)", oids: ["2.16.756.5.30.2.6.1"]),
      KnownCodeSystem(
        "https://mednet.swiss/fhir/productNumber", "Product number (Switzerland)"),
      KnownCodeSystem(
        "http://hl7.org/fhir/NamingSystem/ca-hc-din", "DIN (Canada)",
        oids: ["2.16.840.1.113883.5.1105"],
        otherURIs: [
          "http://terminology.hl7.org/CodeSystem/ca-hc-din",
          "http://www.canada.ca/en/health-canada/services/drugs-health-products/drug-products/drug-product-database-3",
        ],
        slips: ["http://hc-sc.gc.ca"]),
      KnownCodeSystem(
        "http://terminology.hl7.org/CodeSystem/hc-CCDD", "CCDD (Canada)",
        oids: ["2.16.840.1.113883.2.20.6.1"],
        otherURIs: ["https://fhir.infoway-inforoute.ca/CodeSystem/canadianclinicaldrugdataset"]),
      KnownCodeSystem("http://pbs.gov.au/code/item", "PBS item (Australia)"),
    ]
    + dutchIdentifiers.map { oid in
      KnownCodeSystem("urn:oid:\(oid)", "G-Standaard (Netherlands)", oids: [oid])
    }

  /// The systems of the G-Standaard (GPK, PRK, HPK, Z-index), whose URIs are their OIDs.
  private static let dutchIdentifiers = ["1", "7", "8", "9", "10"].map {
    "2.16.840.1.113883.2.4.4.\($0)"
  }

  /// Codes of publishers and of trade.
  private static let proprietary: [KnownCodeSystem] = [
    KnownCodeSystem("https://www.gs1.org/gtin", "GTIN", oids: ["1.3.160", "2.51.1.1"]),
    hl7("MGPI", "Medi-Span GPI", "2.16.840.1.113883.6.68"),
    hl7("mddid", "Medi-Span MDDID", "2.16.840.1.113883.6.253"),
    KnownCodeSystem(
      "urn:oid:2.16.840.1.113883.6.162", "Medi-Span, not registered",
      oids: ["2.16.840.1.113883.6.162"]),
    hl7("FDDC", "First Databank drug codes", "2.16.840.1.113883.6.64"),
    hl7("FDBHICCode", "First Databank HIC", "2.16.840.1.113883.3.84"),
    hl7("nddf", "National Drug Data File", "2.16.840.1.113883.6.208"),
    hl7("multum", "Multum", "2.16.840.1.113883.6.27"),
    hl7("cpnum", "Gold Standard monograph number", "2.16.840.1.113883.4.81"),
    hl7("MEDC", "Medical Economics drug codes", "2.16.840.1.113883.6.67"),
    hl7("ahfs", "AHFS classification", "2.16.840.1.113883.6.234"),
    hl7("W1-W2", "WHO record number", "2.16.840.1.113883.6.71"),
    hl7("nciVersionOfNDF-RT", "NDF-RT, NCI version", "2.16.840.1.113883.3.26.1.5"),
    hl7("umls", "UMLS", "2.16.840.1.113883.6.86"),
    KnownCodeSystem("http://www.pharmvar.org", "PharmVar"),
    KnownCodeSystem(
      "https://www.nlm.nih.gov/mesh", "MeSH", oids: ["2.16.840.1.113883.6.177"],
      otherURIs: [
        "http://terminology.hl7.org/CodeSystem/MSH", "http://id.nlm.nih.gov/mesh/",
      ]),
  ]

  /// A system that HL7 terminology gives a URI of its own.
  private static func hl7(_ id: String, _ name: String, _ oid: String) -> KnownCodeSystem {
    KnownCodeSystem("http://terminology.hl7.org/CodeSystem/\(id)", name, oids: [oid])
  }
}
