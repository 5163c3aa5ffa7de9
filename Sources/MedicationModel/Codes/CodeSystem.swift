// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The code systems that medication data names, by their canonical URL.
///
/// Canonical URLs and OIDs are those of HL7 terminology's naming systems.
public enum CodeSystem {
  /// RxNorm.
  public static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  /// The US National Drug Code.
  public static let ndc = "http://hl7.org/fhir/sid/ndc"
  /// SNOMED CT, every edition.
  public static let snomedCT = "http://snomed.info/sct"
  /// The Anatomical Therapeutic Chemical classification.
  public static let atc = "http://www.whocc.no/atc"
  /// Vaccine codes of the US Centers for Disease Control.
  public static let cvx = "http://hl7.org/fhir/sid/cvx"
  /// FDA's unique ingredient identifiers.
  public static let unii = "http://fdasis.nlm.nih.gov"
}
