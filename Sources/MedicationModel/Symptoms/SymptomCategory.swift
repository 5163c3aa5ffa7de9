// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The 39 symptoms that HealthKit has category types for.
///
/// Mirrors `HKCategoryTypeIdentifier` as far as it names symptoms: the raw
/// value is the identifier string, and no other type can come out of a mapping
/// (M10). Cases stand in the order of the identifiers' bytes, which is the
/// order of every list of symptoms (M9).
public enum SymptomCategory: String, Sendable, Hashable, Codable, CaseIterable {
  /// Abdominal Cramps.
  case abdominalCramps = "HKCategoryTypeIdentifierAbdominalCramps"
  /// Acne.
  case acne = "HKCategoryTypeIdentifierAcne"
  /// Appetite Changes.
  case appetiteChanges = "HKCategoryTypeIdentifierAppetiteChanges"
  /// Bladder Incontinence.
  case bladderIncontinence = "HKCategoryTypeIdentifierBladderIncontinence"
  /// Bloating.
  case bloating = "HKCategoryTypeIdentifierBloating"
  /// Breast Pain.
  case breastPain = "HKCategoryTypeIdentifierBreastPain"
  /// Chest Tightness or Pain.
  case chestTightnessOrPain = "HKCategoryTypeIdentifierChestTightnessOrPain"
  /// Chills.
  case chills = "HKCategoryTypeIdentifierChills"
  /// Constipation.
  case constipation = "HKCategoryTypeIdentifierConstipation"
  /// Coughing.
  case coughing = "HKCategoryTypeIdentifierCoughing"
  /// Diarrhea.
  case diarrhea = "HKCategoryTypeIdentifierDiarrhea"
  /// Dizziness.
  case dizziness = "HKCategoryTypeIdentifierDizziness"
  /// Dry Skin.
  case drySkin = "HKCategoryTypeIdentifierDrySkin"
  /// Fainting.
  case fainting = "HKCategoryTypeIdentifierFainting"
  /// Fatigue.
  case fatigue = "HKCategoryTypeIdentifierFatigue"
  /// Fever.
  case fever = "HKCategoryTypeIdentifierFever"
  /// Body and Muscle Ache.
  case generalizedBodyAche = "HKCategoryTypeIdentifierGeneralizedBodyAche"
  /// Hair Loss.
  case hairLoss = "HKCategoryTypeIdentifierHairLoss"
  /// Headache.
  case headache = "HKCategoryTypeIdentifierHeadache"
  /// Heartburn.
  case heartburn = "HKCategoryTypeIdentifierHeartburn"
  /// Hot Flashes.
  case hotFlashes = "HKCategoryTypeIdentifierHotFlashes"
  /// Loss of Smell.
  case lossOfSmell = "HKCategoryTypeIdentifierLossOfSmell"
  /// Loss of Taste.
  case lossOfTaste = "HKCategoryTypeIdentifierLossOfTaste"
  /// Lower Back Pain.
  case lowerBackPain = "HKCategoryTypeIdentifierLowerBackPain"
  /// Memory Lapse.
  case memoryLapse = "HKCategoryTypeIdentifierMemoryLapse"
  /// Mood Changes.
  case moodChanges = "HKCategoryTypeIdentifierMoodChanges"
  /// Nausea.
  case nausea = "HKCategoryTypeIdentifierNausea"
  /// Night Sweats.
  case nightSweats = "HKCategoryTypeIdentifierNightSweats"
  /// Pelvic Pain.
  case pelvicPain = "HKCategoryTypeIdentifierPelvicPain"
  /// Rapid, Pounding, or Fluttering Heartbeat.
  case rapidPoundingOrFlutteringHeartbeat =
    "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat"
  /// Runny Nose.
  case runnyNose = "HKCategoryTypeIdentifierRunnyNose"
  /// Shortness of Breath.
  case shortnessOfBreath = "HKCategoryTypeIdentifierShortnessOfBreath"
  /// Sinus Congestion.
  case sinusCongestion = "HKCategoryTypeIdentifierSinusCongestion"
  /// Skipped Heartbeat.
  case skippedHeartbeat = "HKCategoryTypeIdentifierSkippedHeartbeat"
  /// Sleep Changes.
  case sleepChanges = "HKCategoryTypeIdentifierSleepChanges"
  /// Sore Throat.
  case soreThroat = "HKCategoryTypeIdentifierSoreThroat"
  /// Vaginal Dryness.
  case vaginalDryness = "HKCategoryTypeIdentifierVaginalDryness"
  /// Vomiting.
  case vomiting = "HKCategoryTypeIdentifierVomiting"
  /// Wheezing.
  case wheezing = "HKCategoryTypeIdentifierWheezing"
}

/// HealthKit's name for the type of a symptom.
public typealias CategoryTypeIdentifier = SymptomCategory

extension SymptomCategory: Comparable {
  /// The start of every identifier, before the name with a capital.
  static let identifierPrefix = "HKCategoryTypeIdentifier"

  /// The name of the case, for example `headache`.
  public var name: String {
    let name = rawValue.dropFirst(Self.identifierPrefix.count)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Finds a symptom by its name or its identifier, for example `headache` or
  /// `HKCategoryTypeIdentifierHeadache`; both are compared exactly.
  public init?(reading text: String) {
    if let symptom = SymptomCategory(rawValue: text) {
      self = symptom
    } else if let symptom = Self.allCases.first(where: { $0.name.hasSameBytes(as: text) }) {
      self = symptom
    } else {
      return nil
    }
  }

  /// Orders by identifier, in byte order.
  public static func < (left: SymptomCategory, right: SymptomCategory) -> Bool {
    left.rawValue.precedesInBytes(right.rawValue)
  }
}
