// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import TestSupport
import Testing

@Suite("Symptom categories")
struct SymptomCategoryTests {
  @Test("M10 There are 39 symptoms, in the order of their identifiers")
  func count() {
    #expect(SymptomCategory.allCases.count == 39)
    #expect(SymptomCategory.allCases == SymptomCategory.allCases.sorted())
    for symptom in SymptomCategory.allCases {
      let capitalized = symptom.name.prefix(1).uppercased() + symptom.name.dropFirst()
      #expect(symptom.rawValue == "HKCategoryTypeIdentifier\(capitalized)")
      #expect(SymptomCategory(reading: symptom.rawValue) == symptom)
      #expect(SymptomCategory(reading: symptom.name) == symptom)
    }
  }

  @Test(
    "M10 What is no symptom is none",
    arguments: ["bleedingDuringPregnancy", "sleepAnalysis", "Headache", "headache ", ""])
  func foreign(_ text: String) {
    #expect(SymptomCategory(reading: text) == nil)
    #expect(SymptomCategory(rawValue: text) == nil)
  }

  @Test("The names, values and versions are those of the shared table")
  func table() throws {
    guard let file = TestData.path("symptoms/symptoms.tsv", skipping: "symptoms") else { return }
    let rows = try TestData.table(file)
    #expect(rows.count == 39)
    for (fields, symptom) in zip(rows, SymptomCategory.allCases) {
      #expect(fields["identifier"] == symptom.rawValue)
      #expect(fields["swift_case"] == symptom.name)
      #expect(fields["display_name"] == symptom.displayName)
      #expect(fields["value_kind"] == symptom.valueKind.rawValue)
      #expect(fields["enum_raw_values"] == Self.rawValues(of: symptom.valueKind))
      let versions = symptom.minimumVersions
      #expect(fields["minimum_ios"] == versions.iOS)
      #expect(fields["minimum_maccatalyst"] == versions.macCatalyst)
      #expect(fields["minimum_watchos"] == versions.watchOS)
      #expect(fields["minimum_macos"] == versions.macOS)
      #expect(fields["minimum_visionos"] == versions.visionOS)
    }
  }

  private static func rawValues(of kind: CategoryValueKind) -> String {
    func text<Value: RawRepresentable<Int> & CaseIterable>(_: Value.Type) -> String {
      Value.allCases.map { "\($0)=\($0.rawValue)" }.joined(separator: ";")
    }
    return switch kind {
    case .severity: text(CategoryValueSeverity.self)
    case .presence: text(CategoryValuePresence.self)
    case .appetiteChanges: text(CategoryValueAppetiteChanges.self)
    }
  }

  @Test("M177 Each type accepts exactly the values of its enumeration")
  func values() {
    let accepted = SymptomCategory.allCases.map { symptom in
      (-1...6).filter(symptom.valueKind.contains).count
    }
    #expect(accepted.filter { $0 == 5 }.count == 36)
    #expect(accepted.filter { $0 == 2 }.count == 2)
    #expect(accepted.filter { $0 == 4 }.count == 1)
    #expect(!SymptomCategory.appetiteChanges.valueKind.contains(4))
    #expect(!SymptomCategory.moodChanges.valueKind.contains(2))
  }

  @Test("The groups are those of HealthKit's page, some counted")
  func groups() {
    let counts = Dictionary(grouping: SymptomCategory.allCases, by: \.group).mapValues(\.count)
    #expect(counts.count == SymptomGroup.allCases.count)
    #expect(counts[.abdominalAndGastrointestinal] == 7)
    #expect(counts[.constitutional] == 8)
    #expect(counts[.musculoskeletal] == 1)
    #expect(counts[.urinary] == 1)
    #expect(SymptomCategory.nightSweats.group == .sleep)
  }
}

@Suite("Symptom models")
struct SymptomModelTests {
  @Test("M11 A symptom is its identifier; the name is for people")
  func identity() {
    let sample = SymptomModel(name: "Body Ache", categoryID: .generalizedBodyAche)
    #expect(sample == SymptomModel(.generalizedBodyAche))
    #expect(SymptomModel(.generalizedBodyAche).name == "Body and Muscle Ache")
    #expect(sample != SymptomModel(name: "Body Ache", categoryID: .fatigue))
    #expect(Set([sample, SymptomModel(.generalizedBodyAche)]).count == 1)
  }

  @Test("M19 A symptom carries a name and an identifier, and nothing else")
  func members() {
    let labels = Mirror(reflecting: SymptomModel(.nausea)).children.compactMap(\.label)
    #expect(labels == ["name", "categoryID"])
  }

  @Test("M9 Symptoms are ordered by identifier")
  func order() {
    let symptoms = [SymptomModel(.nausea), SymptomModel(name: "Z", categoryID: .acne)]
    #expect(symptoms.sorted().map(\.categoryID) == [.acne, .nausea])
  }
}

@Suite("Symptom intensity")
struct SymptomIntensityTests {
  @Test("M167 M168 Five steps with five faces")
  func steps() {
    #expect(SymptomIntensity.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(SymptomIntensity.allCases.map(\.emoji).joined() == "😌😐😕😡🤯")
  }

  @Test(
    "M169 M171 M172 An intensity is saved as the value that means the same",
    arguments: [
      (SymptomCategory.headache, [1, 2, 3, 4, 4]), (.sleepChanges, [1, 0, 0, 0, 0]),
      (.moodChanges, [1, 0, 0, 0, 0]), (.appetiteChanges, [1, 0, 0, 0, 0]),
    ])
  func values(_ symptom: SymptomCategory, _ expected: [Int]) {
    #expect(SymptomIntensity.allCases.map { $0.categoryValue(for: symptom) } == expected)
  }

  @Test("M177 Every intensity gives a value that the type accepts")
  func accepted() {
    for symptom in SymptomCategory.allCases {
      for intensity in SymptomIntensity.allCases {
        #expect(symptom.valueKind.contains(intensity.categoryValue(for: symptom)))
      }
    }
  }

  @Test("M170 The sample project saves the raw value, which reads one step lower")
  func sample() {
    #expect(SymptomIntensity.allCases.map(\.appleSampleValue) == [0, 1, 2, 3, 4])
    #expect(
      SymptomIntensity(
        categoryValue: SymptomIntensity.mild.appleSampleValue, for: .headache)
        == SymptomIntensity.none)
  }

  @Test(
    "M176 The way back gives severe for extreme, and nothing where no intensity is said",
    arguments: [
      (SymptomCategory.headache, [nil, SymptomIntensity.none, .mild, .moderate, .severe, nil]),
      (.moodChanges, [nil, SymptomIntensity.none, nil, nil, nil, nil]),
      (.appetiteChanges, [nil, SymptomIntensity.none, nil, nil, nil, nil]),
    ])
  func wayBack(_ symptom: SymptomCategory, _ expected: [SymptomIntensity?]) {
    let read = (0...5).map { SymptomIntensity(categoryValue: $0, for: symptom) }
    #expect(read == expected)
  }
}
