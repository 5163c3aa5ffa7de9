// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names and groups of the symptoms. The names are this project's plain English;
// the groups are those of HealthKit's page "Symptom Type Identifiers".

extension SymptomCategory {
  /// A name for people, in English.
  public var displayName: String {
    switch self {
    case .abdominalCramps: "Abdominal Cramps"
    case .acne: "Acne"
    case .appetiteChanges: "Appetite Changes"
    case .bladderIncontinence: "Bladder Incontinence"
    case .bloating: "Bloating"
    case .breastPain: "Breast Pain"
    case .chestTightnessOrPain: "Chest Tightness or Pain"
    case .chills: "Chills"
    case .constipation: "Constipation"
    case .coughing: "Coughing"
    case .diarrhea: "Diarrhea"
    case .dizziness: "Dizziness"
    case .drySkin: "Dry Skin"
    case .fainting: "Fainting"
    case .fatigue: "Fatigue"
    case .fever: "Fever"
    case .generalizedBodyAche: "Body and Muscle Ache"
    case .hairLoss: "Hair Loss"
    case .headache: "Headache"
    case .heartburn: "Heartburn"
    case .hotFlashes: "Hot Flashes"
    case .lossOfSmell: "Loss of Smell"
    case .lossOfTaste: "Loss of Taste"
    case .lowerBackPain: "Lower Back Pain"
    case .memoryLapse: "Memory Lapse"
    case .moodChanges: "Mood Changes"
    case .nausea: "Nausea"
    case .nightSweats: "Night Sweats"
    case .pelvicPain: "Pelvic Pain"
    case .rapidPoundingOrFlutteringHeartbeat: "Rapid, Pounding, or Fluttering Heartbeat"
    case .runnyNose: "Runny Nose"
    case .shortnessOfBreath: "Shortness of Breath"
    case .sinusCongestion: "Sinus Congestion"
    case .skippedHeartbeat: "Skipped Heartbeat"
    case .sleepChanges: "Sleep Changes"
    case .soreThroat: "Sore Throat"
    case .vaginalDryness: "Vaginal Dryness"
    case .vomiting: "Vomiting"
    case .wheezing: "Wheezing"
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
