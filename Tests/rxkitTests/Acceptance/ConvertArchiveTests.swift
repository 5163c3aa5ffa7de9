// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

/// Section 6.2: archives with one or many documents inside.
@Suite("rxkit convert on archives")
struct ConvertArchiveTests {
  private static let request = """
    {"resourceType":"MedicationRequest","id":"1","status":"active","intent":"order",\
    "medicationReference":{"reference":"Medication/m"}}
    """
  private static let medication = """
    {"resourceType":"Medication","id":"m","code":{"coding":[{"system":\
    "http://www.nlm.nih.gov/research/umls/rxnorm","code":"308192"}]}}
    """
  private static let members = [
    ("e/Request.ndjson", request + "\n" + request + "\n"),
    ("e/Medication.ndjson", medication + "\n" + medication + "\n"),
    (
      "a.xml",
      #"<Medication xmlns="http://hl7.org/fhir"><code><text value="x"/></code></Medication>"#
    ),
    ("e/readme.md", "#"), ("__MACOSX/e/._a.json", "x"), ("e/.b.json", "x"),
    ("log.ndjson", #"{"eventId":"kickoff","exportId":"1"}"# + "\n"),
  ]

  private func converted(_ data: Data, as name: String) throws -> [ConvertedRecord] {
    let folder = try TemporaryFolder()
    try data.write(to: folder[name])
    let run = try ToolProcess.asking("convert", name, "--format", "ndjson", in: folder.url).expect(
      0, says: "4 files that are not JSON or XML documents were skipped")
    let decoder = JSONDecoder()
    return try run.output.split(separator: "\n").map {
      try decoder.decode(ConvertedRecord.self, from: Data($0.utf8))
    }
  }

  @Test(
    "S1 A zip, a tar and a tar that is gzip give the same records, and references cross files",
    arguments: ["x.zip", "x.ZIP", "x.tar", "x.tar.gz", "x.tgz"])
  func archives(name: String) throws {
    let isZip = name.lowercased().hasSuffix("zip")
    var data = isZip ? TestArchives.zip(Self.members) : TestArchives.tar(Self.members)
    if name.hasSuffix("gz") { data = TestArchives.gzip(data) }
    let records = try converted(data, as: name)
    #expect(
      records.map(\.source) == [
        "\(name):a.xml", "\(name):e/Medication.ndjson", "\(name):e/Medication.ndjson",
        "\(name):e/Request.ndjson", "\(name):e/Request.ndjson",
      ])
    #expect(records.suffix(2).allSatisfy { $0.codings.map(\.code) == ["308192"] })
  }

  @Test("Names longer than a header of tar has room for are read, of GNU and of pax")
  func longNames() throws {
    let folder = String(repeating: "long/", count: 40)
    let attributes = "path=\(folder)p.json\n"
    let length = attributes.utf8.count + 4
    let data = TestArchives.tar(
      [
        ("L:././@LongLink", "\(folder)g.json\u{0}"), ("cut", Self.medication),
        ("x:PaxHeaders/p", "\(length) \(attributes)"), ("cut", Self.medication), ("5:empty/", ""),
      ] + Self.members.dropFirst(3))
    let records = try converted(data, as: "x.tar")
    #expect(records.map(\.source) == ["x.tar:\(folder)g.json", "x.tar:\(folder)p.json"])
    let package = TarPackage(Array(data))
    #expect(package.members.prefix(2).map(\.name) == ["\(folder)g.json", "\(folder)p.json"])
    #expect(package.members.count == 2 + Self.members.count - 3)
  }

  @Test("A name told for an entry that is passed over is no other's, nor is an empty one any")
  func toldNames() {
    let package = TarPackage(
      Array(
        TestArchives.tar([
          ("L:././@LongLink", "link\u{0}"), ("2:cut", ""), ("a.json", "{}"),
          ("L:././@LongLink", "folder\u{0}"), ("5:cut/", ""), ("b.json", "{}"),
          ("x:PaxHeaders/c", "8 path=\n"), ("c.json", "{}"),
        ])))
    #expect(package.members.map(\.name) == ["a.json", "b.json", "c.json"])
    #expect(package.passedOver == 1)
  }

  @Test("S1 What is damaged is named, and what stands before it is read")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let tar = TestArchives.tar([("a.json", Self.medication), ("b.json", Self.medication)])
    try tar.prefix(1536 + 10).write(to: folder["cut.tar"])
    try Data().write(to: folder["zero.tar"])
    try (tar + tar).write(to: folder["joined.tar"])
    try (tar + Data(count: 1 << 19)).write(to: folder["padded.tar"])
    try tar.dropLast(512).write(to: folder["lone.tar"])
    try Data(Self.medication.utf8).write(to: folder["none.tar"])
    try Data(Self.medication.utf8).write(to: folder["document.zip"])
    var zip = TestArchives.zip([("a.json", Self.medication), ("b.json", Self.medication)])
    zip[50] ^= 1
    try zip.write(to: folder["sum.zip"])
    for (name, records, code) in [
      ("cut.tar", 1, "tar.damaged"), ("none.tar", 0, "tar.damaged"), ("document.zip", 1, ""),
      ("zero.tar", 0, "tar.damaged"),
      ("joined.tar", 2, "tar.damaged"), ("padded.tar", 2, ""), ("lone.tar", 2, ""),
      ("sum.zip", 1, "zip."),
    ] {
      let run = try ToolProcess.asking("convert", name, "--format", "ndjson", in: folder.url)
        .expect(lines: records)
      #expect(run.exitCode == (code.isEmpty ? 0 : ExitCode.input.rawValue), "\(name)")
      #expect(code.isEmpty || run.errors.contains("[\(code)"), "\(name): \(run.errors)")
    }
  }

  @Test("S1 A tar without the mark of its end is read, as GNU tar does, and the run says so")
  func withoutEnd() throws {
    let folder = try TemporaryFolder()
    let tar = TestArchives.tar([("a.json", Self.medication), ("b.json", Self.medication)])
    // Whole but for the two blocks of zeros, and cut between its two files.
    let archives = [("whole.tar", tar.dropLast(1024), 2), ("cut.tar", tar.prefix(1024), 1)]
    for (name, data, count) in archives {
      try data.write(to: folder[name])
      try ToolProcess.asking("convert", name, "--format", "ndjson", in: folder.url).expect(
        1, says: "\(name): a tar archive without the mark of its end", "[tar.no-end]", lines: count)
      let package = TarPackage(Array(data))
      #expect(package.members.count == count)
      #expect(package.lacksEnd)
      #expect(package.damage == nil)
    }
    // A file without its filling, and an archive that goes on behind its end.
    #expect(TarPackage(Array(tar.prefix(1000))).damage != nil)
    let joined = TarPackage(Array(tar + tar))
    #expect(joined.members.count == 2)
    #expect(joined.damage == tar.count)
    #expect(!TarPackage(Array(tar)).lacksEnd)
  }

  @Test("S1 A contiguous file is read; links, devices and files with holes are counted")
  func kinds() throws {
    let data = TestArchives.tar(
      [
        ("7:a.json", Self.medication), ("5:folder.json/", ""), ("1:hard.json", ""),
        ("K:././@LongLink", "a.json\u{0}"), ("2:symbolic.json", ""), ("S:holes.json", "x"),
        ("3:device.json", ""),
      ])
    let folder = try TemporaryFolder()
    try data.write(to: folder["x.tar"])
    try ToolProcess.asking("convert", "x.tar", "--format", "ndjson", in: folder.url).expect(
      0, says: "4 files that are not JSON or XML documents were skipped", lines: 1)
  }

  @Test("A FHIR package holds its contiguous files, and its links are counted")
  func package() {
    let package = TarPackage(
      Array(TestArchives.tar([("7:a.json", "{}"), ("2:b.json", ""), ("5:c/", "")])))
    #expect(package.members.map(\.name) == ["a.json"])
    #expect(package.passedOver == 1)
    #expect(package.damage == nil)
  }

  @Test("S1 An archive that is named twice gives its records once", arguments: ["zip", "tar"])
  func repeated(ending: String) throws {
    let folder = try TemporaryFolder()
    let members = [("a.json", Self.medication)]
    let data = ending == "zip" ? TestArchives.zip(members) : TestArchives.tar(members)
    try data.write(to: folder["a.\(ending)"])
    try ToolProcess.asking(
      "convert", "a.\(ending)", "./a.\(ending)", "--format", "ndjson", in: folder.url
    ).expect(
      0, says: "./a.\(ending): the same file as a.\(ending); it is read once  [input.repeated]",
      lines: 1)
  }

  @Test("S1 Archives of a folder are told, unless they are named, too; so is one without files")
  func inFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.medication, to: "f/m.json")
    try TestArchives.tar([("a.json", Self.medication)]).write(to: folder["f/a.tar"])
    try TestArchives.tar([]).write(to: folder["f/empty.tar"])
    try ToolProcess.asking("convert", "f", "--format", "ndjson", in: folder.url).expect(
      says: "2 archives were skipped; pass them explicitly", omits: "no JSON or XML", lines: 1)
    try ToolProcess.asking(
      "convert", "f", "f/empty.tar", "--format", "ndjson", in: folder.url
    ).expect(
      0, says: "1 archive was skipped; pass it explicitly",
      "f/empty.tar: an archive that holds no file")
  }

  @Test("S1 A file beside its own gzip gives its records once; other content is read")
  func packedCopies() throws {
    let folder = try TemporaryFolder()
    for place in ["same", "other"] {
      try folder.write("hello, hello\n", to: "\(place)/a.ndjson")
      try Gzip.hello.write(to: folder["\(place)/a.ndjson.gz"])
    }
    try folder.write("hello\n", to: "other/a.ndjson")
    try ToolProcess.asking("convert", "same", "--format", "ndjson", in: folder.url)
      .expect(says: "same/a.ndjson.gz: holds the same as same/a.ndjson", omits: "a.ndjson.gz:1")
    try ToolProcess.asking("convert", "other", "--format", "ndjson", in: folder.url)
      .expect(says: "a.ndjson.gz:1", omits: "[input.repeated]")
  }
}
