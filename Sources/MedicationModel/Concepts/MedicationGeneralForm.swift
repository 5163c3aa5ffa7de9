// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The manufactured form of a medication: tablet, capsule, cream and so on.
///
/// Mirrors `HKMedicationGeneralForm`. A string-backed struct: a raw string
/// outside the eighteen is kept and survives a round trip.
public struct MedicationGeneralForm: RawRepresentable, Hashable, Sendable, Codable {
  /// The form in lower case, as output writes it.
  public let rawValue: String

  /// Keeps a raw string as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A capsule, hard shell or softgel.
  public static let capsule = MedicationGeneralForm(rawValue: "capsule")
  /// Applied as a cream.
  public static let cream = MedicationGeneralForm(rawValue: "cream")
  /// Given through a device, such as an infusion pump.
  public static let device = MedicationGeneralForm(rawValue: "device")
  /// Drops, for example for the eye or ear.
  public static let drops = MedicationGeneralForm(rawValue: "drops")
  /// Applied as a foam.
  public static let foam = MedicationGeneralForm(rawValue: "foam")
  /// Applied as a gel.
  public static let gel = MedicationGeneralForm(rawValue: "gel")
  /// Taken through an inhaler.
  public static let inhaler = MedicationGeneralForm(rawValue: "inhaler")
  /// Given as an injection.
  public static let injection = MedicationGeneralForm(rawValue: "injection")
  /// Taken as a liquid, for example a syrup.
  public static let liquid = MedicationGeneralForm(rawValue: "liquid")
  /// Applied as a lotion.
  public static let lotion = MedicationGeneralForm(rawValue: "lotion")
  /// Applied as an ointment.
  public static let ointment = MedicationGeneralForm(rawValue: "ointment")
  /// A patch worn on the skin.
  public static let patch = MedicationGeneralForm(rawValue: "patch")
  /// Taken as a powder.
  public static let powder = MedicationGeneralForm(rawValue: "powder")
  /// A spray, for example for nose or throat.
  public static let spray = MedicationGeneralForm(rawValue: "spray")
  /// A suppository.
  public static let suppository = MedicationGeneralForm(rawValue: "suppository")
  /// A tablet, pill or caplet.
  public static let tablet = MedicationGeneralForm(rawValue: "tablet")
  /// Applied topically, form not specified.
  public static let topical = MedicationGeneralForm(rawValue: "topical")
  /// Not known.
  public static let unknown = MedicationGeneralForm(rawValue: "unknown")

  /// The eighteen forms, in alphabetical order.
  public static let all: [MedicationGeneralForm] = [
    .capsule, .cream, .device, .drops, .foam, .gel, .inhaler, .injection, .liquid, .lotion,
    .ointment, .patch, .powder, .spray, .suppository, .tablet, .topical, .unknown,
  ]
}

extension MedicationGeneralForm {
  /// Reads a form in any of the spellings that occur.
  ///
  /// `tablet`, `Tablet` and `HKMedicationGeneralFormTablet` are ``tablet``.
  /// Any other string is kept as it is.
  public init(reading text: String) {
    let prefix = "HKMedicationGeneralForm"
    let word = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
    let known = Self.all.first { form in
      form.rawValue.hasSameBytes(as: text)
        || (word.first?.isUppercase == true && form.rawValue.hasSameBytes(as: word.uncapitalized))
    }
    self = known ?? MedicationGeneralForm(rawValue: text)
  }

  /// Whether it is one of the eighteen, ``unknown`` among them.
  public var isKnown: Bool {
    Self.all.contains(self)
  }
}

extension Substring {
  /// The same word with its first letter in lower case.
  fileprivate var uncapitalized: String {
    prefix(1).lowercased() + dropFirst()
  }
}
