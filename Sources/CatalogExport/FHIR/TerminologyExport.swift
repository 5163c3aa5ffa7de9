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
    writer.member("resourceType", heading.type)
    writer.member("id", heading.id)
    writer.member("url", heading.url)
    if let version = version ?? codeSystemVersion { writer.member("version", version) }
    writer.member("name", heading.name)
    writer.member(
      "title", heading.title + (content.isReconstructed ? " (reconstructed, not NLM's)" : ""))
    // Loaders of packages take resources of this status only.
    writer.member("status", "active")
    writer.member("experimental", content.isReconstructed)
    if let date = content.catalog.release.date { writer.member("date", date) }
    writer.member(
      "publisher",
      "rxkit \(content.toolVersion), from data of the U.S. National Library of Medicine")
    writer.member("description", describe(heading.description))
    writer.member("copyright", ExportContent.attribution + " " + content.licence)
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
    private var isFirst = true
    var writer = JSONWriter(capacity: 1 << 12)

    mutating func add(
      to output: ExportOutput, _ body: (inout JSONWriter) -> Void
    ) throws(ExportError) {
      writer.removeAll()
      body(&writer)
      try output.write(isFirst ? "\n" : ",\n")
      isFirst = false
      try output.write(writer.bytes)
    }
  }

  func url(of type: String, _ id: String) -> String { "\(canonicalBase)/\(type)/\(id)" }
}
