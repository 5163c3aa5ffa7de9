// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import RxNormRelease
internal import XMLText

// The file that Apple's Health app exports, alone or in its zip:
//
//   <HealthData> … <Record type="HKCategoryTypeIdentifierHeadache" sourceName=…
//     startDate="2024-03-01 07:14:22 -0800" endDate=… value="HKCategoryValueSeverityMild"/>
//
// It has no uuids: a sample's is made of its content. So a record inside a
// Correlation, which Apple writes a second time outside, is one sample.

/// Reads the symptoms of Apple Health's `export.xml`, in constant memory.
struct HealthExportImport {
  private let run: ImportRun
  private let names: (record: XMLName, type: XMLName, entry: XMLName)
  private var depth = 0
  private var correlationDepth: Int?
  private var record: Record?

  private struct Record {
    let type: SymptomCategory
    let line: Int
    let attributes: [String: String]
    var metadata: [String: MetadataValue] = [:]
  }

  private init(_ run: ImportRun, _ xml: borrowing XMLReader) {
    self.run = run
    names = (xml.name("Record"), xml.name("type"), xml.name("MetadataEntry"))
  }

  /// Takes the symptoms of the zip of an export in; everything else is counted by type.
  ///
  /// - Throws: ``ExchangeError`` for an archive that has no export, or is damaged or hostile.
  static func read(zip path: String, into run: ImportRun) throws {
    let file = try unpacking { () throws(ReleaseError) in try ZipFile(path: path) }
    let texts = file.members.indices.filter { index in
      let name = file.members[index].name
      return name.hasSuffix(".xml") && !name.hasSuffix("_cda.xml")
    }
    let exports = texts.filter { file.members[$0].name.split(separator: "/").last == "export.xml" }
    // The name of the file is in the language of the phone.
    guard let member = exports.first ?? texts.first, max(exports.count, 1) == 1,
      !exports.isEmpty || texts.count == 1
    else {
      throw ExchangeError(
        "import.zip", found: "an archive with \(texts.count) files in XML",
        expected: "one export.xml", try: "unpack it and name the file")
    }
    var stream = try unpacking { () throws(ReleaseError) in try file.stream(at: member) }
    try read(
      from: { count in
        try unpacking { () throws(ReleaseError) in try stream.next(upTo: count) }
      }, into: run)
  }

  /// Does something with an archive; it refuses paths that lead out, floods and damage.
  private static func unpacking<Result>(
    _ body: () throws(ReleaseError) -> Result
  ) throws(ExchangeError) -> Result {
    do throws(ReleaseError) {
      return try body()
    } catch {
      throw ExchangeError(
        "import.zip", found: error.found, expected: error.expected, try: "export the data anew")
    }
  }

  /// Takes the symptoms of a text in, as those of a zip.
  ///
  /// - Parameters:
  ///   - next: Returns at most that many further bytes of `export.xml`; none at the end.
  ///   - pieceSize: How many bytes are read at once.
  ///   - run: Gets the symptoms.
  /// - Throws: What `next` throws, or ``ExchangeError``.
  static func read(
    from next: (Int) throws -> [UInt8], pieceSize: Int = 1 << 20, into run: ImportRun
  ) throws {
    var options = XMLOptions(depthLimit: 64, valueLimit: 1 << 20, wantsText: false)
    options.namespaceLimit = 16
    do {
      var xml = try XMLReader(ofPieces: options)
      var reader = HealthExportImport(run, xml)
      var piece = try beginning(next, pieceSize)
      while true {
        try xml.append(piece, isLast: piece.isEmpty)
        while let event = try xml.next() { try reader.take(event, xml) }
        if piece.isEmpty { return }
        piece = try next(pieceSize)
      }
    } catch let error as XMLError {
      throw ExchangeError(error)
    }
  }

  /// Reads until the first element begins, without the DOCTYPE.
  private static func beginning(
    _ next: (Int) throws -> [UInt8], _ pieceSize: Int
  ) throws -> [UInt8] {
    var beginning: [UInt8] = []
    while true {
      let piece = try next(pieceSize)
      guard !piece.isEmpty else {
        throw ExchangeError(
          "import.xml", found: beginning.isEmpty ? "an empty file" : "no element",
          expected: "the element HealthData")
      }
      beginning += piece
      if let text = try XMLProlog.blanked(beginning) { return text }
      guard beginning.count <= XMLProlog.byteLimit else {
        throw ExchangeError(
          "import.doctype", found: "a DOCTYPE of more than 1 MiB",
          expected: "Apple's of about 10 KB")
      }
    }
  }

  private static func symptom(_ type: String?) -> SymptomCategory? {
    guard let type, type.utf8.starts(with: "HKCategory".utf8) else { return nil }
    return SymptomCategory(rawValue: type)
  }

  // MARK: Tags

  private mutating func take(_ event: XMLEvent, _ xml: borrowing XMLReader) throws {
    guard event.kind == .start else {
      depth -= 1
      if event.name == names.record, let record {
        self.record = nil
        try save(record)
      }
      if correlationDepth == depth { correlationDepth = nil }
      return
    }
    depth += 1
    switch depth {
    case 1:
      guard xml.string(event.name) != "HealthData" else { return }
      throw ExchangeError(
        "import.xml", at: "line \(event.line)", found: "another element",
        expected: "the element HealthData of an export of Apple Health")
    case _ where event.name == names.record:
      var type = ""
      for number in 0..<event.attributeCount {
        let attribute = xml.attribute(number, of: event)
        if attribute.name == names.type { type = try text(attribute.value, of: event, xml) }
      }
      if let symptom = Self.symptom(type) {
        record = Record(type: symptom, line: event.line, attributes: try attributes(of: event, xml))
      } else if correlationDepth == nil {
        run.countOther(Self.isName(type) ? type : "Record of another type")
      }
    case _ where event.name == names.entry:
      guard record != nil else { return }
      let given = try attributes(of: event, xml)
      if let key = given["key"], let value = given["value"] {
        record?.metadata[key] = .string(value)
      }
    case 2:
      let name = xml.string(event.name)
      guard name != "ExportDate" else { return }
      if name == "Correlation" { correlationDepth = 1 }
      run.countOther(Self.isName(name) ? name : "other")
    default: break
    }
  }

  private func attributes(
    of event: XMLEvent, _ xml: borrowing XMLReader
  ) throws(ExchangeError) -> [String: String] {
    var attributes: [String: String] = [:]
    for number in 0..<event.attributeCount {
      let attribute = xml.attribute(number, of: event)
      attributes[xml.string(attribute.name)] = try text(attribute.value, of: event, xml)
    }
    return attributes
  }

  private func text(
    _ slice: XMLSlice, of event: XMLEvent, _ xml: borrowing XMLReader
  ) throws(ExchangeError) -> String {
    // One that began long before is no longer kept.
    guard slice.start >= 0 else {
      throw ExchangeError(
        "import.xml", at: "line \(event.line)", found: "a tag that is too long",
        expected: "records of an export")
    }
    return xml.string(slice)
  }

  /// Whether a text is the name of a type, not something that must not be shown.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 80
      && text.utf8.allSatisfy { byte in
        0x41...0x5A ~= byte || 0x61...0x7A ~= byte || 0x30...0x39 ~= byte
      }
  }

  private func save(_ record: Record) throws {
    let (place, given) = ("line \(record.line)", record.attributes)
    guard let value = given["value"].flatMap(record.type.valueKind.value(exported:)) else {
      return run.remark(.symptom, place, "the symptom type has no such value")
    }
    let (start, end): (Instant, Instant)
    var metadata = record.metadata
    do throws(InstantError) {
      start = try Self.date(given["startDate"] ?? "")
      end = try given["endDate"].map { (text) throws(InstantError) in try Self.date(text) } ?? start
      if let text = given["creationDate"] {
        metadata["rxkit.creationDate"] = .date(try Self.date(text))
      }
    } catch {
      return run.remark(.symptom, place, "a date cannot be read: \(error)")
    }
    if let version = given["sourceVersion"] { metadata["rxkit.sourceVersion"] = .string(version) }
    let name = given["sourceName"] ?? ""
    let uuid = SampleUUID(
      ofContent: [
        record.type.rawValue, "\(value)", start.text(), end.text(), given["creationDate"], name,
        given["sourceVersion"],
      ])
    let sample = CategorySample(
      type: record.type, value: value, start: start, end: end,
      device: given["device"].map(Self.device), metadata: metadata.isEmpty ? nil : metadata,
      uuid: uuid, source: SampleSource(name: name, bundleIdentifier: ""))
    try run.take(.symptom(sample), place)
  }

  /// Reads `2024-03-01 07:14:22 -0800`; days and months of one digit occur, too.
  static func date(_ text: String) throws(InstantError) -> Instant {
    let parts = text.split(separator: " ")
    guard parts.count >= 2, parts.count <= 3 else { throw .malformed }
    let day = parts[0].split(separator: "-").map { $0.utf8.count == 1 ? "0\($0)" : "\($0)" }
    guard parts.count == 3 else { throw .noOffset }
    let offset = parts[2]
    let zone = offset.utf8.count == 5 ? "\(offset.prefix(3)):\(offset.suffix(2))" : "\(offset)"
    return try Instant("\(day.joined(separator: "-"))T\(parts[1])\(zone)")
  }

  /// Reads `<<HKDevice: 0x…>, name:…, manufacturer:…, model:…, hardware:…, software:…>`.
  static func device(_ text: String) -> SampleDevice {
    var parts: [Substring: String] = [:]
    var last: Substring?
    for piece in text.dropLast(text.hasSuffix(">") ? 1 : 0).split(separator: ", ").dropFirst() {
      let halves = piece.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let isNamed =
        halves.count == 2 && (halves[0].allSatisfy { $0.isLetter && $0.isLowercase || $0 == "I" })
      if isNamed {
        parts[halves[0]] = String(halves[1])
        last = halves[0]
      } else if let last {
        // A comma inside a name.
        parts[last, default: ""] += ", " + piece
      }
    }
    return SampleDevice(
      name: parts["name"], manufacturer: parts["manufacturer"], model: parts["model"],
      hardwareVersion: parts["hardware"], firmwareVersion: parts["firmware"],
      softwareVersion: parts["software"], localIdentifier: parts["localIdentifier"],
      udiDeviceIdentifier: parts["UDIDeviceIdentifier"])
  }
}

extension ExchangeError {
  /// The error of an export in XML that cannot be read; its place is a byte.
  fileprivate init(_ error: XMLError) {
    if error.code == .size, error.found.hasPrefix("a tag") {
      self.init("import.xml", found: error.found, expected: "records of an export")
      return
    }
    let found =
      switch error.code {
      case .truncated, .empty: "a file that ends early"
      case .entity: "an entity that is not declared"
      case .utf8, .character: "a character that XML does not allow"
      case .depth, .size: "elements that are too deep or long"
      case .memory: "no memory"
      default: "text that is not well-formed"
      }
    self.init(
      "import.xml", at: "byte \(error.offset)", found: found, expected: "XML",
      try: "export the data anew")
  }
}
