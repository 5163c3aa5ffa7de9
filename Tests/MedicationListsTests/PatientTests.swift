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

  private func counts(_ documents: DocumentContents...) throws -> [Int] {
    var builder = try Starter.builder()
    for (index, document) in documents.enumerated() {
      try builder.add(document, name: "\(index)")
    }
    return builder.lists().map(\.recordCount)
  }

  @Test("S12 a reference leads to the Patient of its document")
  func resolved() throws {
    let lists = try Starter.lists(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"))))
    #expect(lists.map(\.patient.kind) == [.resource])
    #expect(lists.first?.patient.identifiers.map(\.value) == ["77"])
  }

  @Test("S12 local references of two documents are two patients")
  func local() throws {
    let found = try counts(document("Patient/1"), document("Patient/1"))
    #expect(found == [1, 1])
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
    #expect(found == expected)
  }

  @Test("S12 one identifier in common joins two documents, unless another contradicts")
  func identifiers() throws {
    let joined = try counts(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"))),
      document("Patient/2", patients: patient("2", ("urn:mrn", "77"), ("urn:licence", "5"))))
    #expect(joined == [2])
    let apart = try counts(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"), ("urn:licence", "5"))),
      document("Patient/2", patients: patient("2", ("urn:mrn", "78"), ("urn:licence", "5"))))
    #expect(apart == [1, 1])
  }

  @Test("S12 where a chain of identifiers contradicts itself, nothing is joined")
  func chain() throws {
    let found = try counts(
      document("Patient/1", patients: patient("1", ("urn:mrn", "77"), ("urn:licence", "5"))),
      document("Patient/2", patients: patient("2", ("urn:licence", "5"), ("urn:card", "9"))),
      document("Patient/3", patients: patient("3", ("urn:mrn", "78"), ("urn:card", "9"))))
    #expect(found == [1, 1, 1])
  }

  @Test("S12 records without a patient form a list of their own, and that is said")
  func none() throws {
    var contents = document("Patient/1")
    contents.records.append(.sample("MedicationRequest", "861007", entry: "1", subject: nil))
    let lists = try Starter.lists(contents)
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
      .records(record("0", "urn:mrn", "2"), record("1", nil, "1")))
    #expect(lists.map(\.recordCount).sorted() == [1, 1, 2, 2])
    #expect(lists.allSatisfy { $0.problems.isEmpty })
  }

  @Test("S12 a Patient of another server is another patient")
  func otherServer() throws {
    let contents = document(
      "https://a.example/Patient/1", patients: patient("1", url: "https://b.example/Patient/1"))
    let lists = try Starter.lists(contents)
    #expect(lists.map(\.recordCount).sorted() == [0, 1])
  }

  // MARK: Servers (fhir-medications, section 7, steps 4.3 and 4.4)

  /// Requests for `Patient/1` in entries of these servers; `nil` for an entry without an address.
  private func requests(_ bases: String?..., patients: PatientRecord...) -> DocumentContents {
    var contents = DocumentContents()
    contents.patients = patients
    contents.records = bases.enumerated().map { index, base in
      .sample("MedicationRequest", "308192", entry: "\(index)") { $0.subjectBase = base }
    }
    return contents
  }

  private func outline(_ documents: DocumentContents...) throws -> [String] {
    var builder = try Starter.builder()
    for (index, document) in documents.enumerated() {
      try builder.add(document, name: "\(index)", scope: "set")
    }
    return builder.lists().map { list in
      let problems = list.problems.map(\.code.rawValue).joined(separator: " ")
      return "\(list.patient.kind) \(list.recordCount) \(problems)"
    }.sorted()
  }

  @Test("S12 the server of an entry counts for its local reference")
  func serversOfEntries() throws {
    let two = try outline(
      requests(
        "https://a.example/", "https://b.example/",
        patients: patient("1", url: "https://a.example/Patient/1"),
        patient("1", url: "https://b.example/Patient/1")))
    #expect(two == ["resource 1 ", "resource 1 "])
    let other = try outline(
      requests(
        "https://a.example/", "https://b.example/",
        patients: patient("1", url: "https://a.example/Patient/1")))
    #expect(other == ["reference 1 ", "resource 1 "])
    let none = try outline(
      requests("https://a.example/", "https://b.example/"))
    #expect(none == ["reference 1 ", "reference 1 "])
  }

  @Test("S12 one server is one person, whether an entry has an address or not")
  func oneServer() throws {
    let found = try outline(
      requests(
        "https://a.example/", "https://a.example/", nil,
        patients: patient("1", url: "https://a.example/Patient/1")))
    #expect(found == ["resource 3 "])
    let bare = try outline(
      requests("https://a.example/", nil, patients: patient("1")))
    #expect(bare == ["resource 2 "])
    let none = try outline(requests("https://a.example/", nil))
    #expect(none == ["reference 2 "])
    var absolute = requests("https://a.example/")
    absolute.records.append(
      .sample("MedicationRequest", "861007", entry: "1", subject: "https://a.example/Patient/1"))
    let same = try outline(absolute)
    #expect(same == ["reference 2 "])
  }

  @Test("S4 a reference without a server beside two servers stays open, and that is said")
  func openReference() throws {
    let found = try outline(
      requests(
        "https://a.example/", nil, patients: patient("1", url: "https://a.example/Patient/1"),
        patient("1", url: "https://b.example/Patient/1")))
    #expect(found == ["reference 1 reference-ambiguous", "resource 0 ", "resource 1 "])
  }

  @Test("S12 a Patient without an address joins no two servers")
  func bridge() throws {
    var contents = document("Patient/1", patients: patient("1"))
    for server in ["a", "b"] {
      contents.records.append(
        .sample(
          "MedicationRequest", "861007", entry: server,
          subject: "https://\(server).example/Patient/1"))
    }
    let apart = try outline(contents)
    #expect(apart == ["reference 1 ", "reference 1 ", "resource 1 "])
    contents.records.removeLast()
    let one = try outline(contents)
    #expect(one == ["resource 2 "])
  }

  @Test("S12 a reference to two Patients of one id with other record numbers joins neither")
  func contradiction() throws {
    let apart = try outline(
      document("Patient/1", patients: patient("1", ("urn:mrn", "A"))),
      document("Patient/1", patients: patient("1", ("urn:mrn", "B"))))
    #expect(apart == ["reference 2 reference-ambiguous", "resource 0 ", "resource 0 "])
    let versions = try outline(
      document("Patient/1", patients: patient("1", ("urn:mrn", "A"))),
      document("Patient/1", patients: patient("1", ("urn:mrn", "A"))))
    #expect(versions == ["resource 2 "])
  }
}
