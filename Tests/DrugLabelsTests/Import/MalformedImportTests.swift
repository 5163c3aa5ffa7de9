// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import TestSupport
import Testing

@Suite("Malformed input of importers")
struct MalformedImportTests {
  /// A change to one file of a good folder, and where it must be found.
  struct Case: Sendable, CustomTestStringConvertible {
    let id, folder, file: String
    let format: ImportFormat
    /// The code behind `import.`, and what is behind the file's name: line and column.
    let code, place: String
    let change: @Sendable (String) -> String
    var testDescription: String { id }

    init(
      _ id: String, _ folder: String, _ file: String, _ format: ImportFormat, _ code: String,
      _ place: String, _ change: @escaping @Sendable (String) -> String
    ) {
      (self.id, self.folder, self.file, self.format) = (id, folder, file, format)
      (self.code, self.place, self.change) = (code, place, change)
    }
  }

  private static func replacing(_ old: String, _ new: String) -> @Sendable (String) -> String {
    { $0.replacingOccurrences(of: old, with: new) }
  }

  /// Columns were counted by a program of another kind (Python's csv rules over the changed files).
  static let cases: [Case] = [
    Case(
      "a column is lacking", "onsides-v3", "product_adverse_effect.csv", .onSIDES3, "header",
      ":1:1",
      replacing("pred1", "score")),
    Case(
      "a column stands twice", "onsides-v3", "product_adverse_effect.csv", .onSIDES3, "header",
      ":1:84", replacing("pred0,pred1", "pred0,pred1,pred1")),
    Case(
      "a row has a field too few", "onsides-v3", "product_adverse_effect.csv", .onSIDES3,
      "column-count", ":2:1", replacing("1,1,AE,90000001,PMB,0.02,3.41", "1,1,AE,90000001,PMB,0.02")
    ),
    Case(
      "a number is none", "onsides-v3", "product_adverse_effect.csv", .onSIDES3, "bad-number",
      ":2:8",
      replacing("1,1,AE,90000001,PMB,0.02,3.41", "1,1,AE,9000x001,PMB,0.02,3.41")),
    Case(
      "a score is none", "onsides-v3", "product_adverse_effect.csv", .onSIDES3, "bad-number",
      ":3:26",
      replacing("2,2,AE,90000001,PMB,0.02,3.41", "2,2,AE,90000001,PMB,0.02,high")),
    Case(
      "a label stands twice", "onsides-v3", "product_label.csv", .onSIDES3, "duplicate", ":4:1",
      replacing("3,UK,", "2,UK,")),
    Case(
      "a term's number stands twice", "onsides-v3", "vocab_meddra_adverse_effect.csv", .onSIDES3,
      "duplicate", ":3:1", replacing("90000002,", "90000001,")),
    Case(
      "a quotation mark is not closed", "onsides-v3", "product_label.csv", .onSIDES3, "quote",
      ":2:6",
      replacing("\"Losartan, tablet\"", "\"Losartan, tablet")),
    Case(
      "text stands behind a closed quotation mark", "onsides-v3", "product_label.csv", .onSIDES3,
      "quote", ":2:6", replacing("tablet\",", "tablet\"x,")),
    Case(
      "a quotation mark stands within a field", "onsides-v3", "product_label.csv", .onSIDES3,
      "quote", ":3:6", replacing("2,US,Losartan tablet", "2,US,Losartan \"tablet\"")),
    Case(
      "a file is empty", "onsides-v3", "product_label.csv", .onSIDES3, "header", ":1", { _ in "" }),
    Case(
      "a share is none", "onsides-v2", "adverse_reactions.csv", .onSIDES2, "bad-number", ":3:37",
      replacing("0.25,112", "often,112")),
    Case(
      "a share is below zero", "onsides-v2", "adverse_reactions.csv", .onSIDES2, "bad-number",
      ":3:37",
      replacing("0.25,112", "-0.25,112")),
    Case(
      "a row of SIDER has commas", "sider", "meddra_freq.tsv", .sider, "column-count", ":1:1",
      replacing(
        "CID100003961\tCID000003961\tC9000001\t\t5.3", "CID100003961,CID000003961,C9000001,,5.3")),
    Case(
      "an arm is neither drug nor placebo", "sider", "meddra_freq.tsv", .sider, "unknown-word",
      ":2:36", replacing("placebo\t3.1%", "control\t3.1%")),
    Case(
      "bounds are the wrong way round", "sider", "meddra_freq.tsv", .sider, "bad-number", ":8:46",
      replacing("0.03\t0.09", "0.09\t0.03")),
    Case(
      "a compound is none of STITCH", "sider", "meddra_all_se.tsv", .sider, "bad-code", ":1:1",
      replacing(
        "CID100003961\tCID000003961\tC9000001\tLLT", "losartan\tCID000003961\tC9000001\tLLT")),
    Case(
      "an own table has a column of its own", "own", "table.csv", .csv, "header", ":1:12",
      replacing("symptom,direction", "effect,direction")),
    Case(
      "an own table has no licence", "own", "table.csv", .csv, "empty-field", ":2:72",
      replacing("dizziness,CC0-1.0\n5487", "dizziness,\n5487")),
    Case(
      "an own table has a class of its own", "own", "table.csv", .csv, "unknown-word", ":2:20",
      replacing("trial_table", "trial")),
    Case(
      "an own table has a percent sign", "own", "table.csv", .csv, "bad-number", ":2:32",
      replacing("trial_table,3,2", "trial_table,3%,2")),
    Case(
      "an own table compares with nothing", "own", "table.csv", .csv, "contradiction", ":2:34",
      replacing("3,2,placebo", "3,2,none")),
    Case(
      "an own table has a route in lower case", "own", "table.csv", .csv, "unknown-word", ":2:44",
      replacing("placebo,ORAL", "placebo,oral")),
    Case(
      "more labels agree than were seen", "own", "table.csv", .csv, "contradiction", ":2:51",
      replacing("placebo,ORAL,1,1", "placebo,ORAL,1,2")),
    Case(
      "a day is none", "own", "table.csv", .csv, "bad-date", ":2:53",
      replacing("1,1,20250102,dizziness", "1,1,20250230,dizziness")),
    Case(
      "a sentence is quoted", "own", "table.csv", .csv, "too-many-words", ":2:62",
      replacing("dizziness,CC0", "dizziness was seen quite often,CC0")),
    Case(
      "a code has a leading zero", "own", "table.csv", .csv, "bad-code", ":2:1",
      replacing("\n52175,Dizziness", "\n052175,Dizziness")),
    Case(
      "an own table says a thing twice", "own", "table.csv", .csv, "duplicate", ":6:1",
      replacing(
        "52175,\"a \"\"made-up\"\" term\",,,,listed,,,,,,,,,CC0",
        "7258,,HKCategoryTypeIdentifierAppetiteChanges,decreased,narrower,listed,,,,ORAL,,,,,CC0")),
    Case(
      "appetite is only there", "own", "table.csv", .csv, "contradiction", ":4:47",
      replacing("Changes,decreased", "Changes,present")),
  ]

  @Test("R17 An error names file, line and column, what was found and what to do", arguments: cases)
  func malformed(_ test: Case) throws {
    var files = try TemporaryFolder.files(of: test.folder)
    let good = try #require(files[test.file])
    let bad = test.change(good)
    try #require(bad != good, "the case changes nothing")
    files[test.file] = bad
    let folder = try TemporaryFolder(files)
    let path =
      test.format == .csv ? folder.url.appending(path: test.file).path : folder.url.path
    let importer = try ImportShelf.importer()
    let error = #expect(throws: LabelError.self) { try importer.result(of: path, test.format) }
    #expect(error?.code == "import." + test.code, "\(error.map(\.description) ?? "")")
    #expect(error?.place.hasSuffix(test.file + test.place) == true, "\(error?.place ?? "")")
    #expect(error?.remedy?.isEmpty == false)
  }

  @Test("Bytes that are not UTF-8 are found where text is read")
  func notUTF8() throws {
    let folder = try TemporaryFolder(try TemporaryFolder.files(of: "onsides-v3"))
    let file = folder.url.appending(path: "vocab_meddra_adverse_effect.csv")
    try (Data("meddra_id,meddra_name,meddra_term_type\n1,".utf8) + [0xFF] + Data(",PT\n".utf8))
      .write(to: file)
    let importer = try ImportShelf.importer()
    let error = #expect(throws: LabelError.self) {
      try importer.result(of: folder.url.path, .onSIDES3)
    }
    #expect(error?.code == "import.invalid-utf8")
    #expect(error?.place.hasSuffix(":2:3") == true)
  }

  @Test("A lacking file is named, and a folder of no format or of two is said")
  func folders() throws {
    let importer = try ImportShelf.importer()
    var files = try TemporaryFolder.files(of: "onsides-v3")
    files["product_label.csv"] = nil
    let lacking = try TemporaryFolder(files)
    let error = #expect(throws: LabelError.self) {
      try importer.result(of: lacking.url.path, .onSIDES3)
    }
    #expect(error?.code == "import.missing-file")
    #expect(error?.place.hasSuffix("product_label.csv") == true)
    let empty = try TemporaryFolder([:])
    #expect(throws: LabelError.self) { try ImportFormat(path: empty.url.path) }
    let both = try TemporaryFolder(
      try TemporaryFolder.files(of: "onsides-v3").merging(
        try TemporaryFolder.files(of: "onsides-v2")
      ) { $1 })
    let mixed = #expect(throws: LabelError.self) { try ImportFormat(path: both.url.path) }
    #expect(mixed?.code == "import.unknown-format")
    #expect(throws: LabelError.self) { try ImportFormat(path: both.url.path + "-not-there") }
  }

  @Test("R24 Every beginning of a file gives a table or an error, never a crash")
  func prefixes() throws {
    let importer = try ImportShelf.importer()
    let files = try TemporaryFolder.files(of: "own")
    let text = Array(try #require(files["table.csv"]).utf8)
    var errors = 0
    for length in stride(from: 0, to: text.count, by: 7) {
      let folder = try TemporaryFolder([:])
      let file = folder.url.appending(path: "table.csv")
      try Data(text[..<length]).write(to: file)
      do {
        _ = try importer.result(of: file.path, .csv)
      } catch {
        errors += 1
      }
    }
    #expect(errors > 0)
  }
}
