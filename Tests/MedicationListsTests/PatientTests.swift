// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationLists
import MedicationModel
import Testing

@Suite("Whose list it is")
struct PatientTests {
  private func document(
    _ subject: String?, patients: PatientRecord...
  ) -> DocumentContents {
    var contents = DocumentContents()
    contents.records = [.sample("MedicationRequest", "308192", subject: subject)]
    contents.patients = patients
    return contents
  }

  private func patient(
    _ id: String? = "1", url: String? = nil, _ identifiers: (String, String)...
  ) -> PatientRecord {
    PatientRecord(
      entryPath: "7", id: id, fullURL: url,
      identifiers: identifiers.map { FHIRIdentifier(system: $0.0, value: $0.1) })
  }

  private func counts(_ documents: DocumentContents...) throws -> [Int]? {
    guard var builder = try Starter.builder(skipping: "patients") else { return nil }
    for (index, document) in documents.enumerated() {
      try builder.add(document, name: "\(index)")
    }
    return builder.lists().map(\.recordCount)
  }

  @Test("S12 a reference leads to the Patient of its document")
  func resolved() throws {
    guard
      let lists = try Starter.lists(
        document("Patient/1", patients: patient("1", ("urn:mrn", "77"))), skipping: "patients")
    else { return }
    #expect(lists.map(\.patient.kind) == [.resource])
    #expect(lists.first?.patient.identifiers.map(\.value) == ["77"])
  }

  @Test("S12 local references of two documents are two patients")
  func local() throws {
    let found = try counts(document("Patient/1"), document("Patient/1"))
    #expect(found == nil || found == [1, 1])
  }

  @Test(
    "S12 the same full address in two documents is one patient",
    arguments: [
      ("https://a.example/fhir/Patient/1", [2]),
      ("urn:uuid:11111111-aaaa-4000-8000-000000000002", [2]), ("urn:uuid:patient-1", [1, 1]),
      ("urn:uuid:00000000-0000-0000-0000-000000000000", [1, 1]),
    ])
  func addresses(_ reference: String, _ expected: [Int]) throws {
    let found = try counts(document(reference), document(reference))
    #expect(found == nil || found == expected)
  }

  @Test("S12 one identifier in common joins two documents, unless another contradicts")
  func identifiers() throws {
    let joined = try counts(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"))),
      document("Patient/2", patients: patient("2", ("urn:mrn", "77"), ("urn:licence", "5"))))
    #expect(joined == nil || joined == [2])
    let apart = try counts(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"), ("urn:licence", "5"))),
      document("Patient/2", patients: patient("2", ("urn:mrn", "78"), ("urn:licence", "5"))))
    #expect(apart == nil || apart == [1, 1])
  }

  @Test("S12 where a chain of identifiers contradicts itself, nothing is joined")
  func chain() throws {
    let found = try counts(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"), ("urn:licence", "5"))),
      document("Patient/2", patients: patient("2", ("urn:licence", "5"), ("urn:card", "9"))),
      document("Patient/3", patients: patient("3", ("urn:mrn", "78"), ("urn:card", "9"))))
    #expect(found == nil || found == [1, 1, 1])
  }

  @Test("S12 records without a patient form a list of their own, and that is said")
  func none() throws {
    var contents = document("Patient/1")
    contents.records.append(.sample("MedicationRequest", "861007", entry: "1", subject: nil))
    guard let lists = try Starter.lists(contents, skipping: "no patient") else { return }
    #expect(lists.map(\.patient.kind) == [.reference, .none])
    #expect(lists.last?.problems.map(\.code) == [.subjectMissing])
  }

  @Test("S12 patients that are named by identifiers alone are told apart")
  func identifiersAlone() throws {
    func record(_ entry: String, _ system: String?, _ value: String) -> MedicationRecord {
      .sample("MedicationRequest", "308192", entry: entry, subject: nil) {
        $0.subjectIdentifier = FHIRIdentifier(system: system, value: value)
      }
    }
    let lists = try Starter.lists(
      .records(
        record("0", "urn:mrn", "1"), record("1", "urn:mrn", "2"), record("2", nil, "1"),
        record("3", "urn:mrn", "1")),
      .records(record("0", "urn:mrn", "2"), record("1", nil, "1")), skipping: "identifiers")
    guard let lists else { return }
    #expect(lists.map(\.recordCount).sorted() == [1, 1, 2, 2])
    #expect(lists.allSatisfy { $0.problems.isEmpty })
  }

  @Test("S12 a Patient of another server is another patient")
  func otherServer() throws {
    let contents = document(
      "https://a.example/Patient/1", patients: patient("1", url: "https://b.example/Patient/1"))
    guard let lists = try Starter.lists(contents, skipping: "servers") else { return }
    #expect(lists.map(\.recordCount).sorted() == [0, 1])
  }
}
