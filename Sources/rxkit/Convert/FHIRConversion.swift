// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver

/// `rxkit convert --to fhir`: a Bundle, or one resource a line.
enum FHIRConversion {
  /// Reads the documents and writes each record as it comes.
  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let format = try ConvertTarget.jsonFormat(of: invocation)
    let release =
      invocation.value(of: ConvertTarget.fhirRelease).flatMap { FHIRRelease(rawValue: $0) } ?? .r4
    let resolver = try ResolverOpening.open(invocation, &streams)
    let isStrict = invocation.isSet(CommonOptions.strict)
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var documents = try DocumentRun(invocation)
      var bundle = ResourceBundle(writer: FHIRRecordWriter(release), isLines: format == .ndjson)
      var session = ResolvingSession(resolver, keepsText: false)
      var hasWarnings = false
      var subjects = LocalSubjects()
      try documents.read(&streams) { (part, streams) throws(CommandFailure) in
        for record in part.contents.records {
          let answer = try session.answer(.record(record))
          hasWarnings = hasWarnings || answer.hasWarnings
          subjects.add(record.subject, scope: part.scope)
          try bundle.write(record, answer, document: part.name, &streams)
        }
      }
      try bundle.finish(&streams)
      if subjects.sharedCount > 0 {
        streams.messages.warn(
          DisplayText.counted(subjects.sharedCount, "local reference", "local references")
            + " to a patient, as Patient/1, occur in several documents and may mean several "
            + "patients; try: one document at a time  [local-references]")
      }
      return documents.exitCode(hasWarnings: hasWarnings, isStrict: isStrict, &streams)
    }
  }
}

/// Local references to patients, which mean what they say in their own document alone.
private struct LocalSubjects {
  private var scopes: [String: String] = [:]
  private var shared: Set<String> = []

  /// How many references occur in several scopes.
  var sharedCount: Int { shared.count }

  mutating func add(_ subject: String?, scope: String) {
    guard let subject, !subject.contains(":"), !subject.hasPrefix("#") else { return }
    if let other = scopes[subject] {
      if other != scope { shared.insert(subject) }
    } else {
      scopes[subject] = scope
    }
  }
}

/// Resources as the entries of a Bundle of type collection, or one a line.
private struct ResourceBundle {
  let writer: FHIRRecordWriter
  let isLines: Bool
  private var json = JSONWriter()
  private var count = 0

  init(writer: FHIRRecordWriter, isLines: Bool) {
    self.writer = writer
    self.isLines = isLines
  }

  mutating func write(
    _ record: MedicationRecord, _ answer: ResolvedMedication, document: String,
    _ streams: inout Streams
  ) throws(CommandFailure) {
    json.removeAll()
    if isLines {
      writer.write(record, answer, document: document, to: &json)
      json.endLine()
    } else {
      try streams.output.write(count == 0 ? Self.start + ",\"entry\":[\n" : ",\n")
      json.object { json in
        json.member("fullUrl", writer.fullURL(of: record, document: document))
        json.key("resource")
        writer.write(record, answer, document: document, to: &json)
      }
    }
    count += 1
    try streams.output.write(json.bytes)
  }

  private static let start = "{\"resourceType\":\"Bundle\",\"type\":\"collection\""

  /// Ends the Bundle; without resources it has no entry, for an empty array is no FHIR.
  func finish(_ streams: inout Streams) throws(CommandFailure) {
    if isLines { return }
    try streams.output.write(count == 0 ? Self.start + "}\n" : "\n]}\n")
  }
}
