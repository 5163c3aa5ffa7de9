// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import TestSupport
import Testing

@Suite("Documents that typed libraries refuse")
struct ProblemNameTests {
  /// What typed libraries refuse as a whole (section 10), and how many records it holds.
  static let refused: [(file: String, records: Int)] = [
    ("hl7-test-cases/med-dispense.json", 1),
    ("ccda-on-fhir/Google_Myra_Jones.fhir.output.json", 4),
    ("hapi-core/0_medication_request_40.json", 1),
    ("nhs-gp2gp/9388098431.structuredRecord.json.gz", 90),
    ("nhs-gp2gp/9465698490_Daniels_full_20210119.json.gz", 410),
    ("nhs-nia/expectedBundle.json.gz", 400), ("synthea-stu3/Hirthe_Lee_87.json.gz", 8),
    ("synthea-stu3/Cartwright_Clinton_13.json.gz", 9),
    ("ms-fhir-converter/CCD-Parent-Document-Replace-C-CDAR2.1-expected.json", 2),
    ("ms-fhir-converter/C-CDA_R2-1_CCD.xml-expected.json", 6),
    ("crucible-fixtures-stu3/sample-us-core-record.json.gz", 19),
    ("cumulus-etl/MedicationRequest.1.json", 1), ("cumulus-etl/MedicationRequest.2.json", 1),
    ("firely-sdk/au-js.json", 3), ("icanbwell/expected-bundle.json", 1),
    ("hapi-core/medication_request_40_converted_to_30.json", 1), ("blaze/q43-medication-3.json", 4),
    ("smart-patients/MedicationPrescription.txt", 4),
    ("ccda-on-fhir/Redox_Myra_Jones_v2_fhir_bundle.json", 1),
    ("ms-fhir-server/BulkUpdateSampleData.json", 5),
  ]

  @Test("F3 a slip in what is not needed costs no record", arguments: refused)
  func refusedElsewhere(file: String, records: Int) throws {
    guard let folder = TestData.path("fhir", skipping: "documents that typed libraries refuse")
    else { return }
    // Some are published compressed.
    for name in [file, "\(file).gz"] {
      guard let bytes = try? TestData.bytes(folder.appendingPathComponent(name)) else { continue }
      let document = FHIRDocument(bytes, reading: .withXML)
      #expect(document.records.count == records)
      #expect(!document.problems.contains { $0.problem.severity == .error })
      return
    }
    Issue.record("\(file) is not there")
  }
}
