// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import Testing

@Suite("Files, folders and archives of labels")
struct LabelFilesTests {
  private static func spl(_ setID: String) -> [UInt8] {
    Array(
      """
      <document xmlns="urn:hl7-org:v3"><code code="34391-3"/><setId root="\(setID)"/></document>
      """.utf8)
  }
  private static func json(_ setID: String) -> [UInt8] { Array("{\"set_id\":\"\(setID)\"}".utf8) }
  private static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00]

  /// What is found below a folder: set ids with their file, reasons and codes of errors.
  private static func outline(
    _ files: [(String, [UInt8])], _ paths: String...
  ) throws -> [String] {
    try MadeArchive.withFolder(files) { folder in
      var reader = LabelFiles(paths: paths.isEmpty ? [folder] : paths.map { "\(folder)/\($0)" })
      var found: [String] = []
      while let item = try reader.next() {
        let line =
          switch item {
          case .label(let label): "\(label.setID) \(label.file)"
          case .skipped(let file, let reason): "skipped \(file): \(reason)"
          case .failed(let error): "\(error.code) \(error.place)"
          }
        found.append(line.replacingOccurrences(of: folder + "/", with: ""))
      }
      return found
    }
  }

  @Test("A folder is read in the order of its names, whatever its files are called")
  func folder() throws {
    let found = try Self.outline([
      ("b.txt.xml", Self.spl("B")), ("a/z", Self.json("A")), ("a/y.json", Self.json("Y")),
      ("c.png", Self.image), (".d.xml", Self.spl("D")), ("e.xml", []), ("f", Self.image),
      ("g.html", Self.spl("G")),
    ])
    #expect(
      found == [
        "skipped .d.xml: a hidden file", "y a/y.json:1", "a a/z:1", "b b.txt.xml",
        "skipped c.png: an image", "skipped e.xml: an empty file",
        "skipped f: neither SPL nor openFDA's JSON", "skipped g.html: a file of type .html",
      ])
  }

  @Test(
    "DailyMed's zip of zips gives each label, and images are passed over", arguments: [true, false])
  func zipOfZips(isDeflated: Bool) throws {
    func inner(_ name: String) -> [UInt8] {
      MadeArchive.zip([("\(name).xml", Self.spl(name)), ("\(name)-01.jpg", Self.image)])
    }
    let outer = MadeArchive.zip(
      [
        ("rx/", []), ("rx/1.zip", inner("A")), ("rx/2.zip", inner("B")), ("rx/notes.pdf", [1]),
        ("rx/3.zip", Array(inner("C").prefix(60))),
      ], isDeflated: isDeflated)
    #expect(
      try Self.outline([("all.zip", outer)]) == [
        "a all.zip:rx/1.zip:A.xml", "skipped all.zip:rx/1.zip:A-01.jpg: an image",
        "b all.zip:rx/2.zip:B.xml", "skipped all.zip:rx/2.zip:B-01.jpg: an image",
        "skipped all.zip:rx/notes.pdf: a file of type .pdf", "zip.truncated all.zip:rx/3.zip",
      ])
  }

  @Test("2.2.6 A gzip and a zip of each form are read, and errors name archive, member and line")
  func compressed() throws {
    let lines = Self.json("A") + [0x0A] + Array("{\"set_id\"\n".utf8) + Self.json("B")
    let envelope = Array("{\"results\":[\n".utf8) + Self.json("C") + Array("]}".utf8)
    let found = try Self.outline([
      ("1.jsonl.gz", MadeArchive.gzip(lines)),
      ("2.json.zip", MadeArchive.zip([("2.json", envelope), ("x.jsonl", lines)])),
      ("3.xml.gz", MadeArchive.gzip(Self.spl("D"))),
      ("4.zip", MadeArchive.zip([("y.jsonl.gz", MadeArchive.gzip(lines))])),
    ])
    #expect(
      found == [
        "a 1.jsonl.gz:1", "json.truncated 1.jsonl.gz:2:10", "b 1.jsonl.gz:3",
        "c 2.json.zip:2.json:2",
        "a 2.json.zip:x.jsonl:1", "json.truncated 2.json.zip:x.jsonl:2:10",
        "b 2.json.zip:x.jsonl:3",
        "d 3.xml.gz", "a 4.zip:y.jsonl.gz:1", "json.truncated 4.zip:y.jsonl.gz:2:10",
        "b 4.zip:y.jsonl.gz:3",
      ])
  }

  @Test("A file that is damaged is an error, and the next is read")
  func damaged() throws {
    var packed = MadeArchive.gzip(Self.json("A") + [UInt8](repeating: 0x20, count: 5000))
    packed.removeLast(9)
    var zip = MadeArchive.zip([("a.json", Self.json("A"))], isDeflated: false)
    zip[40] ^= 1
    let found = try Self.outline([
      ("1.gz", packed), ("2.zip", zip), ("3.xml", Array(Self.spl("C").dropLast())),
      ("4.xml", Self.spl("D")),
    ])
    #expect(found.count == 4 && found.last == "d 4.xml")
    #expect(
      found.dropLast().map { $0.split(separator: " ")[0] } == [
        "gzip.truncated", "zip.checksum", "xml.truncated",
      ])
  }

  @Test("S9 A gzip or a member that is damaged at its end gives none of its labels")
  func damagedBehindLabels() throws {
    // Labels enough for several pieces, and the damage behind them.
    let lines = (0..<4000).flatMap { (number) -> [UInt8] in
      Self.json("label \(number)") + [UInt8](repeating: 0x20, count: 500) + [0x0A]
    }
    var packed = MadeArchive.gzip(lines)
    packed[packed.count - 6] ^= 1
    var stored = MadeArchive.zip([("a.jsonl", lines)], isDeflated: false)
    stored[30 + 7 + lines.count - 100] ^= 1
    let within = MadeArchive.zip([("b.jsonl.gz", packed)])
    let found = try Self.outline([
      ("1.jsonl.gz", packed), ("2.zip", stored), ("3.zip", within), ("4.xml", Self.spl("D")),
    ])
    #expect(
      found.map { $0.split(separator: " ")[0] } == [
        "gzip.damaged", "zip.checksum", "gzip.damaged", "d",
      ])
    // A pipe gives them as they come, and then a path that cannot be read.
    try MadeArchive.withFolder([("folder.txt", [])]) { folder in
      let path = "\(folder)/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      Thread.detachNewThread { [packed] in
        let handle = FileHandle(forWritingAtPath: path)
        try? handle?.write(contentsOf: Data(packed))
        try? handle?.close()
      }
      var files = LabelFiles(paths: [path])
      var count = 0
      let failure = #expect(throws: LabelError.self) {
        while try files.next() != nil { count += 1 }
      }
      #expect(count > 1000)
      #expect(failure?.code == "gzip.damaged")
      #expect(failure?.found.hasSuffix("; use nothing that was read of it before") == true)
    }
  }

  @Test("A path that is not there is thrown, and the paths behind it are read")
  func missingPath() throws {
    try MadeArchive.withFolder([("a.xml", Self.spl("A"))]) { folder in
      var files = LabelFiles(paths: ["\(folder)/none", "\(folder)/a.xml"])
      #expect {
        try files.next()
      } throws: { error in
        (error as? LabelError)?.code == "input.unreadable"
      }
      guard case .label(let label)? = try files.next() else {
        Issue.record("no label")
        return
      }
      #expect(label.setID == "a")
      #expect(try files.next() == nil)
    }
  }

  @Test("A text in many pieces gives the same labels as in one")
  func longText() throws {
    let filler = String(repeating: "word \\\"]}{[ ", count: 9000)
    let objects = (0..<60).map { "{\"set_id\":\"S\($0)\",\"warnings\":[\"\(filler)\"]}" }
    let text = "{\"meta\":{},\n\"results\": [" + objects.joined(separator: ",\n") + "]}"
    let found = try Self.outline([("long.json", Array(text.utf8))])
    #expect(found == (0..<60).map { "s\($0) long.json:\($0 + 2)" })
  }

  @Test("2.1 A second reading gives the same")
  func sameTwice() throws {
    guard let zip = LabelData.path("spl/spl-train.zip", skipping: "reading twice") else { return }
    #expect(try LabelData.items(zip) == LabelData.items(zip))
  }
}
