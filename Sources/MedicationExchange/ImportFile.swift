// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import FHIRStreams
internal import JSONText
public import MedicationModel
public import MedicationResolver
internal import MedicationStore

/// A file to import, whose kind is recognised by its content.
public struct ImportFile {
  /// The kinds of files.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A backup of a store, which is restored, not imported.
    case backup
    /// FHIR in JSON or XML.
    case fhir
    /// `export.xml` of Apple Health, or the zip that it came in.
    case healthExport = "apple-health"
    /// A backup of MedTimer.
    case medTimer = "medtimer"
    /// Medications in the JSON of HealthKit bridges, which is also ours.
    case medications = "healthkit-medications"
    /// Dose events and symptoms in that JSON.
    case samples = "healthkit-samples"
  }

  /// What it is.
  public let kind: Kind
  /// Its bytes, unless it is an export of Apple Health.
  public let bytes: [UInt8]
  private let path: String
  private let stream: ByteStream
  /// Its JSON, unless it is XML or an export of Apple Health.
  private let document: JSONDocument?

  /// Opens a file and looks at it; `-` is standard input.
  ///
  /// - Throws: ``ExchangeError`` for a file of an unknown kind.
  public init(_ path: String) throws {
    self.path = path
    var stream = try ByteStream(path)
    var bytes = try stream.next(upTo: XMLProlog.byteLimit)
    if bytes.starts(with: [0x50, 0x4B]) || Self.isHealthExport(bytes) {
      (kind, self.bytes, self.stream, document) = (.healthExport, bytes, stream, nil)
      return
    }
    while true {
      let more = try stream.next(upTo: 1 << 20)
      if more.isEmpty { break }
      guard bytes.count < FHIRDocumentFile.byteLimit else {
        throw ExchangeError("import.size", found: "more than 1 GiB", expected: "less")
      }
      bytes += more
    }
    (self.bytes, self.stream) = (bytes, stream)
    do {
      document = FHIRDocument.isXML(bytes) ? nil : try JSONDocument(bytes)
    } catch { throw ExchangeError(error) }
    kind = try document.map { try Self.kind($0.root) } ?? .fhir
  }

  private static func isHealthExport(_ bytes: [UInt8]) -> Bool {
    guard FHIRDocument.isXML(bytes) else { return false }
    let name = Array("HealthData".utf8)
    return bytes.indices.contains { index in
      (bytes[index] == 0x3C && bytes[(index + 1)...].starts(with: name))
        || (bytes[index] == 0x21
          && bytes[(index + 1)...].starts(with: Array("DOCTYPE HealthData".utf8)))
    }
  }

  private static func kind(_ root: JSONNode) throws(ExchangeError) -> Kind {
    let first = root.isArray ? root.elements.first { _ in true } ?? root : root
    if first["resourceType"] != nil { return .fhir }
    if root["format"]?.isString(HealthDatabase.backupFormat) ?? false { return .backup }
    if first["medication"]?.isObject ?? false { return .medications }
    if HealthKitBridgeImport.isSample(first) { return .samples }
    if root["medicines"]?["list"] != nil || root["events"]?["list"] != nil
      || root["list"] != nil && root["version"] != nil
    {
      return .medTimer
    }
    throw ExchangeError(
      "import.kind", found: "JSON of another kind",
      expected:
        "FHIR, a backup of rxkit or of MedTimer, or medications, doses or symptoms of HealthKit")
  }

  /// Takes the records of the file into a store.
  ///
  /// - Parameters:
  ///   - run: The import.
  ///   - resolver: Reads the medication lists of FHIR documents of others.
  ///   - today: The day from which on schedules count that do not say when they start.
  /// - Throws: ``ExchangeError``, or the error of the file, the catalog or the store.
  public func read(into run: ImportRun, resolver: MedicationResolver?, today: CivilDate) throws {
    switch kind {
    case .backup:
      throw ExchangeError(
        "import.backup", found: "a backup of a store", expected: "a file to add to one",
        try: "import it alone, with --store naming a file that is not there yet")
    case .healthExport:
      if bytes.starts(with: [0x50, 0x4B]) {
        return try HealthExportImport.read(zip: path, into: run)
      }
      var (first, stream) = (bytes, stream)
      try HealthExportImport.read(
        from: { count throws in
          guard first.isEmpty else { defer { first = [] }; return first }
          return try stream.next(upTo: count)
        }, into: run)
    case .fhir: try FHIRImport.read(bytes, resolver: resolver, today: today, into: run)
    case .medTimer:
      if let document { try MedTimerImport.read(document.root, today: today, into: run) }
    case .medications: try readMedications(into: run)
    case .samples:
      if let document {
        HealthKitBridgeImport.read(try Self.values(of: document, bytes), into: run)
      }
    }
    try run.takeWaiting()
  }

  /// A value of a JSON text: its address among the records of FHIR, and its place.
  typealias Addressed = (node: JSONNode, address: String, place: String)

  /// The values of a text: itself, the elements of an array, or lines.
  static func values(
    of document: JSONDocument, _ bytes: [UInt8]
  ) throws(ExchangeError) -> [Addressed] {
    if case .nothing = document.trailing {
      guard document.root.isArray else { return [(document.root, "", "")] }
      return document.root.elements.enumerated().map { ($1, "\($0)", "[\($0)]") }
    }
    do throws(JSONError) {
      return try JSONLines(bytes).lines.map { (line) throws(JSONError) in
        (try line.value.get(), "\(line.number)", "line \(line.number + 1)")
      }
    } catch { throw ExchangeError(error) }
  }

  private func readMedications(into run: ImportRun) throws(ExchangeError) {
    do throws(MedicationJSONError) {
      for read in try UserAnnotatedMedicationReader.read(bytes) {
        let medication = read.medication
        for note in read.notes {
          let place = [read.place, note.path].filter { !$0.isEmpty }
            .joined(separator: read.place.hasPrefix("[") ? "." : ": ")
          run.remark(.medication, place, note.code.rawValue, isLeftOut: false)
        }
        if medication.hasSchedule {
          run.remark(
            .medication, read.place, "it has a schedule, which this format does not say; set one",
            isLeftOut: false)
        }
        let owned = OwnedMedication(
          medication.medication, nickname: medication.nickname, isArchived: medication.isArchived)
        run.add(.medication(owned), read.place)
      }
    } catch {
      throw ExchangeError(
        "import.medication",
        at: "line \(error.line), column \(error.column)"
          + (error.path.isEmpty ? "" : " (\(error.path))"), found: error.found,
        expected: error.expected)
    }
  }
}
