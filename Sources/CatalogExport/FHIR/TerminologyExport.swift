// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
public import MedicationModel

/// A catalog as FHIR terminology resources: CodeSystem, ValueSet, ConceptMap.
///
/// Every resource is one JSON text with one concept, element or code a line,
/// written while it is made. Dates are the release's; nothing depends on the
/// time of the export.
public struct TerminologyExport: Sendable {
  /// The start of the URLs that ours are made of, unless another is given.
  ///
  /// `.invalid` can never be anybody's (RFC 2606): who publishes the resources
  /// gives a place of their own.
  public static let standInBase = "https://rxkit.invalid/fhir"

  let content: ExportContent
  /// The version of FHIR that is written.
  public let fhir: FHIRRelease
  /// The start of the URLs of value sets, maps and the properties of rxkit.
  public let canonicalBase: String

  /// Makes an export.
  public init(
    _ content: ExportContent, fhir: FHIRRelease = .r4,
    canonicalBase: String = TerminologyExport.standInBase
  ) {
    self.content = content
    self.fhir = fhir
    self.canonicalBase = canonicalBase
  }

  /// The version of RxNorm as HL7 has it, `MMDDYYYY`; marked if the release is not NLM's own.
  ///
  /// `nil` where the release states no date.
  public var codeSystemVersion: String? {
    guard let parts = dateParts else { return nil }
    return parts.month + parts.day + parts.year + (content.isReconstructed ? "-reconstructed" : "")
  }

  var dateParts: (year: String, month: String, day: String)? {
    let parts = (content.catalog.release.date ?? "").split(separator: "-").map(String.init)
    return parts.count == 3 ? (parts[0], parts[1], parts[2]) : nil
  }

  // MARK: What every resource begins with

  /// What identifies a resource.
  struct Heading {
    let type: String
    let id: String
    let url: String
    let name: String
    let title: String
    let description: String
  }

  /// Writes the members that all resources have; the object stays open.
  func begin(_ heading: Heading, version: String? = nil, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.members([
      "resourceType": .string(heading.type), "id": .string(heading.id),
      "url": .string(heading.url), "version": .text(version ?? codeSystemVersion),
      "name": .string(heading.name),
      "title": "\(heading.title)\(content.isReconstructed ? " (reconstructed, not NLM's)" : "")",
      // Loaders of packages take resources of this status only.
      "status": "active", "experimental": .flag(content.isReconstructed),
      "date": .text(content.catalog.release.date),
      "publisher":
        "rxkit \(content.toolVersion), from data of the U.S. National Library of Medicine",
      "description": .string(describe(heading.description)),
      "copyright": "\(ExportContent.attribution) \(content.licence)",
    ])
  }

  private func describe(_ text: String) -> String {
    var parts = [text, "Release \(content.catalog.release.name)"]
    if let date = content.catalog.release.date { parts[1] += " of \(date)" }
    parts[1] += ", exported by rxkit \(content.toolVersion)."
    if let mark = content.originMark { parts.append(mark) }
    return parts.joined(separator: " ")
  }

  /// Writes the elements of a list, one a line, and keeps memory small.
  struct ElementList {
    private(set) var count = 0
    private var writer = JSONWriter(capacity: 1 << 12)
    private let output: ExportOutput

    /// Begins a list behind the name of its member.
    init(after head: inout JSONWriter, to output: ExportOutput) throws(ExportError) {
      head.beginArray()
      try output.write(head.bytes)
      self.output = output
    }

    mutating func add(_ body: (inout JSONWriter) -> Void) throws(ExportError) {
      writer.removeAll()
      body(&writer)
      try output.write(count == 0 ? "\n" : ",\n")
      count += 1
      try output.write(writer.bytes)
    }

    /// Ends the list and what is around it; returns how many elements there are.
    func end(_ brackets: String) throws(ExportError) -> Int {
      try output.write("\n]" + brackets + "\n")
      try output.flush()
      return count
    }
  }

  func url(of type: String, _ id: String) -> String { "\(canonicalBase)/\(type)/\(id)" }
}
