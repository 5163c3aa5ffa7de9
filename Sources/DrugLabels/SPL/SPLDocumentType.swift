// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the LOINC code of a document's type means.
///
/// Source: HL7 SPL Implementation Guide, "Document type"; the codes that the labels of
/// human drugs have were checked on labels, the others are taken from the guide.
enum SPLDocumentType {
  /// A label.
  case label(LabelKind)
  /// Another kind of document: an indexing file, a registration, a label of something else.
  case other

  /// Reads a code.
  init(_ code: String) {
    switch code {
    // The second is what outsourcing facilities compound, for which a prescriber orders it.
    case "34391-3", "75031-5": self = .label(.prescription)
    case "34390-5": self = .label(.overTheCounter)
    case "53404-0": self = .label(.otherHuman(.vaccine))
    case "60683-0": self = .label(.otherHuman(.plasmaDerivative))
    case "60684-8", "53408-1": self = .label(.otherHuman(.cellularTherapy))
    case "60682-2", "53405-7": self = .label(.otherHuman(.allergenic))
    // Prescription and non-prescription drugs for animals, and medicated feed of all types.
    case "50577-6", "50578-4", "50571-9", "50572-7", "50573-5", "50574-3", "50575-0", "50576-8":
      self = .label(.veterinary)
    default: self = .other
    }
  }
}
