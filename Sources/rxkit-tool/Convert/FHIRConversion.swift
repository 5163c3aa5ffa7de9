// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver

/// `rxkit convert --to fhir`: a Bundle, or one resource a line.
enum FHIRConversion {
  /// Reads the documents and writes each record as it comes.
  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let format = try ConvertTarget.jsonFormat(of: invocation)
    let release =
      invocation.value(of: ConvertTarget.fhirRelease).flatMap { FHIRRelease(rawValue: $0) } ?? .r4
    let resolver = try ResolverOpening.open(invocation, &streams)
    return try streams.withOutput(of: invocation) { streams in
      var run = try ConversionRun(invocation)
      let rendering = ResourceRendering(
        sessions: SessionPool(resolver, keepsText: false, threads: run.threads),
        writer: FHIRRecordWriter(release), isLines: format == .ndjson, knowledge: run.knowledge)
      // A Bundle without resources has no entry, because FHIR does not allow empty arrays.
      let start = #"{"resourceType":"Bundle","type":"collection""#
      var bundle = JSONSequence(
        format, isIndented: false, in: (start + ",\"entry\":[\n", "\n]}\n", start + "}\n"))
      var subjects = LocalSubjects()
      try run.run(&streams) { document, part in
        try rendering.render(document.records, &part)
      } deliver: { rendered, part, streams in
        for subject in rendered.subjects { subjects.add(subject, scope: part.scope) }
        try bundle.write(rendered.bytes, &streams)
      }
      try bundle.finish(&streams)
      if subjects.sharedCount > 0 {
        streams.messages.warn(
          DisplayText.counted(subjects.sharedCount, "local reference", "local references")
            + " to a patient, as Patient/1, occur in several documents and may mean several "
            + "patients; try: one document at a time  [local-references]")
      }
      return run.exitCode(&streams)
    }
  }
}

/// Local references to patients, which are valid only in their own document.
private struct LocalSubjects {
  private var scopes: [String: String] = [:]
  private var shared: Set<String> = []

  /// How many references occur in several scopes.
  var sharedCount: Int { shared.count }

  mutating func add(_ subject: String, scope: String) {
    if let other = scopes[subject] {
      if other != scope { shared.insert(subject) }
    } else {
      scopes[subject] = scope
    }
  }
}

/// The records of one part as resources, ready to be written.
private struct RenderedResources: Sendable {
  /// Entries with a comma between, or lines.
  var bytes: [UInt8] = []
  /// The local references to patients.
  var subjects: Set<String> = []
}

/// Turns the records of a part into resources, on any thread.
private struct ResourceRendering: Sendable {
  let sessions: SessionPool
  let writer: FHIRRecordWriter
  let isLines: Bool
  let knowledge: ConvertKnowledge

  func render(
    _ records: [MedicationRecord], _ part: inout ConvertedPart<RenderedResources>
  ) throws {
    var rendered = RenderedResources()
    let document = part.path
    var session = sessions.take()
    defer { sessions.give(back: session) }
    var json = JSONWriter()
    for record in records {
      let record = knowledge.marking(record)
      let answer = try session.resolve(.record(record))
      part.problems.add(answer.problems)
      if let subject = record.subject, !subject.contains(":"), !subject.hasPrefix("#") {
        rendered.subjects.insert(subject)
      }
      json.removeAll()
      if isLines {
        writer.write(record, answer, document: document, to: &json)
        json.endLine()
      } else {
        if !rendered.bytes.isEmpty { rendered.bytes += ",\n".utf8 }
        json.object { json in
          json.member("fullUrl", writer.fullURL(of: record, document: document))
          json.key("resource")
          writer.write(record, answer, document: document, to: &json)
        }
      }
      rendered.bytes += json.bytes
    }
    part.output = rendered
  }
}
