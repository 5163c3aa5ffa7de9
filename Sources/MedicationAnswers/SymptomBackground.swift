// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
public import MedicationResolver
public import MedicationStore
public import SymptomMapping

/// A logged symptom with the person's medications: what labels say of it, and when each was taken.
///
/// It states both and draws no conclusion: a medication whose labels do not name a symptom is not
/// ruled out, and one that was taken before it need not be its cause.
public struct SymptomBackground: Sendable {
  /// A medication of the person.
  public struct Medication: Sendable {
    /// The medication as it is on the list.
    public let medication: UserAnnotatedMedication
    /// What labels of it say of the symptom, with the evidence.
    public let labels: SymptomExplanation.Medication
    /// What is to be known about how the medication was resolved.
    public let problems: [Problem]
    /// The doses taken in the days before the symptom began, the latest first.
    public let doses: [MedicationDoseEvent]
  }

  /// The symptom.
  public let sample: CategorySample
  /// The direction of the logged value: more or less appetite; `nil` if it has none.
  public let direction: EffectDirection?
  /// All medications that the store may see, those first of which labels name the symptom.
  ///
  /// Empty for a symptom that was logged as not present: there is nothing to look for.
  public let medications: [Medication]
}

extension HealthStore {
  /// Returns a logged symptom with the medications that the store may see.
  ///
  /// - Parameters:
  ///   - sample: The symptom.
  ///   - days: How many days before its start doses are looked for.
  ///   - resolver: Knows what the medications are and what their labels say.
  /// - Returns: The symptom and the medications.
  /// - Throws: `HealthError` if the store cannot be read, `CatalogError` if the catalog is damaged.
  public func background(
    of sample: CategorySample, days: Int = 7, from resolver: MedicationResolver
  ) async throws -> SymptomBackground {
    let direction = sample.direction
    guard !sample.isStatedAbsent else {
      return SymptomBackground(sample: sample, direction: direction, medications: [])
    }
    let medications = try await UserAnnotatedMedicationQueryDescriptor().result(for: self)
    let answers = try medications.map { try resolver.resolve($0) }
    let start = sample.startDate.adding(seconds: Int64(days) * -86_400)
    let doses = try await SampleQueryDescriptor(
      predicates: [
        .medicationDoseEvent(
          predicate: .and([
            .status([.taken]),
            .time(
              start: start,
              end: Instant(nanosecondsSince1970: sample.startDate.nanosecondsSince1970 + 1),
              options: .strictStartDate),
          ]))
      ],
      sortDescriptors: [SampleSortDescriptor(.startDate, isDescending: true)]
    ).result(for: self)
    let explanation = SymptomExplanation(
      sample.categoryType, direction: direction, in: answers.map(\.sideEffects))
    return SymptomBackground(
      sample: sample, direction: direction,
      medications: explanation.medications.map { labels in
        let medication = medications[labels.place]
        return SymptomBackground.Medication(
          medication: medication, labels: labels, problems: answers[labels.place].problems,
          doses: doses.filter {
            $0.medicationConceptIdentifier == medication.medication.identifier
          })
      })
  }
}

extension CategorySample {
  /// The value of every enumeration that states that the symptom is not there.
  fileprivate var isStatedAbsent: Bool { value == CategoryValueSeverity.notPresent.rawValue }

  fileprivate var direction: EffectDirection? {
    guard categoryType.valueKind == .appetiteChanges else { return nil }
    return switch CategoryValueAppetiteChanges(rawValue: value) {
    case .decreased: .decreased
    case .increased: .increased
    default: nil
    }
  }
}
