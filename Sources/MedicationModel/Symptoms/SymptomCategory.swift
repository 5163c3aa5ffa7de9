// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The 39 symptoms that HealthKit has category types for.
///
/// Mirrors `HKCategoryTypeIdentifier` as far as it names symptoms: the raw
/// value is the identifier string. Cases are in the order of the identifiers'
/// bytes, which is the order of every list of symptoms.
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

// Names are plain English, groups those of HealthKit's page "Symptom Type Identifiers".
extension SymptomCategory {
  /// A name for people, in English.
  public var displayName: String { Self.displayNames[self] ?? name }

  private static let displayNames = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.words) })

  private var words: String {
    switch self {
    case .chestTightnessOrPain: "Chest Tightness or Pain"
    case .generalizedBodyAche: "Body and Muscle Ache"
    case .lossOfSmell: "Loss of Smell"
    case .lossOfTaste: "Loss of Taste"
    case .rapidPoundingOrFlutteringHeartbeat: "Rapid, Pounding, or Fluttering Heartbeat"
    case .shortnessOfBreath: "Shortness of Breath"
    default:
      // The words of the identifier.
      String(
        rawValue.dropFirst(Self.identifierPrefix.count).reduce(into: "") { words, letter in
          if letter.isUppercase, !words.isEmpty { words.append(" ") }
          words.append(letter)
        })
    }
  }

  /// The group that the symptom is shown in.
  public var group: SymptomGroup {
    switch self {
    case .abdominalCramps, .bloating, .constipation, .diarrhea, .heartburn, .nausea, .vomiting:
      .abdominalAndGastrointestinal
    case .appetiteChanges, .chills, .dizziness, .fainting, .fatigue, .fever, .generalizedBodyAche,
      .hotFlashes:
      .constitutional
    case .chestTightnessOrPain, .coughing, .rapidPoundingOrFlutteringHeartbeat, .shortnessOfBreath,
      .skippedHeartbeat, .wheezing:
      .heartAndLung
    case .lowerBackPain:
      .musculoskeletal
    case .headache, .memoryLapse, .moodChanges:
      .neurological
    case .lossOfSmell, .lossOfTaste, .runnyNose, .sinusCongestion, .soreThroat:
      .noseAndThroat
    case .breastPain, .pelvicPain, .vaginalDryness:
      .reproduction
    case .acne, .drySkin, .hairLoss:
      .skinAndHair
    case .nightSweats, .sleepChanges:
      .sleep
    case .bladderIncontinence:
      .urinary
    }
  }

  /// Which values a sample of the symptom can have.
  public var valueKind: CategoryValueKind {
    switch self {
    case .appetiteChanges: .appetiteChanges
    case .moodChanges, .sleepChanges: .presence
    default: .severity
    }
  }

  /// The first version of each system that has the type.
  public var minimumVersions: SymptomAvailability {
    switch self {
    case .bladderIncontinence, .drySkin, .hairLoss, .memoryLapse, .nightSweats, .vaginalDryness:
      SymptomAvailability(iOS: "14.0", macCatalyst: "14.0")
    default:
      SymptomAvailability(iOS: "13.6", macCatalyst: "13.6")
    }
  }
}
