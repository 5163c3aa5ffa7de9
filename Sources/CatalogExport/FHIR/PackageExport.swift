// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel

/// All terminology resources as one FHIR NPM package (`.tgz`).
///
/// A tar archive in gzip with `package/package.json`, `package/.index.json` and
/// the resources, as FHIR's page "FHIR NPM Packages" has it and as HAPI,
/// Pathling and others load it. Terms and origin are in
/// `package/other/NOTICE.txt` and in every resource.
public struct PackageExport: Sendable {
  private let terminology: TerminologyExport
  private let identifier: String

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - terminology: The resources and their version of FHIR.
  ///   - identifier: The name of the package: words of lower-case letters,
  ///     digits and dashes joined by dots; `nil` for rxkit's own.
  public init(_ terminology: TerminologyExport, identifier: String? = nil) {
    self.terminology = terminology
    self.identifier = identifier ?? Self.usualIdentifier(terminology)
  }

  private static func usualIdentifier(_ terminology: TerminologyExport) -> String {
    let mark = terminology.content.isReconstructed ? ".reconstructed" : ""
    return "rxkit.rxnorm\(mark).\(terminology.fhir.rawValue.lowercased())"
  }

  /// Whether a name is one that a package may have: two or more words joined by dots.
  public static func isIdentifier(_ text: String) -> Bool {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    return words.count >= 2 && text.utf8.count <= 214
      && words.allSatisfy { word in
        guard let first = word.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return word.utf8.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
      }
  }

  /// The version of the package: the date of the release as semantic versioning writes it.
  public var version: String {
    guard let parts = terminology.dateParts, let year = Int(parts.year),
      let month = Int(parts.month), let day = Int(parts.day)
    else { return "0.0.0" }
    return "\(year).\(month).\(day)" + (terminology.content.isReconstructed ? "-reconstructed" : "")
  }

  private struct Member {
    let name: String
    let heading: TerminologyExport.Heading?
    let write: (ExportOutput) throws(ExportError) -> Void
  }

  /// Writes the package.
  ///
  /// Each resource is made twice: tar wants its length before its bytes, and
  /// neither memory nor disk is to hold it meanwhile.
  ///
  /// - Returns: How many resources it has.
  @discardableResult
  public func write(to output: ExportOutput) throws(ExportError) -> Int {
    let resources = resources
    let gzip = try GzipOutput()
    for member in documents(about: resources) + resources {
      try write(member, gzip, to: output)
    }
    try gzip.write(TarHeader.end, to: output)
    try gzip.finish(to: output)
    try output.flush()
    return resources.count
  }

  private func write(
    _ member: Member, _ gzip: GzipOutput, to output: ExportOutput
  ) throws(ExportError) {
    let progress = output.progress.report
    let counter = ExportOutput(progress: progress) { _ in true }
    try member.write(counter)
    let size = counter.byteCount
    guard size <= TarHeader.largestSize else { throw .tooLarge(member.name) }
    try gzip.write(TarHeader.bytes(name: "package/" + member.name, size: size), to: output)
    var failure: ExportError?
    let pieces = ExportOutput(progress: progress) { piece in
      do throws(ExportError) {
        try gzip.write(piece, to: output)
        return true
      } catch {
        failure = error
        return false
      }
    }
    do throws(ExportError) { try member.write(pieces) } catch { throw failure ?? error }
    guard pieces.byteCount == size else { throw .unstable(member.name) }
    try gzip.write(TarHeader.padding(after: size), to: output)
  }

  // MARK: Members

  private var resources: [Member] {
    let terminology = terminology
    let everything = ConceptFilter(isPrescribableOnly: true)
    var members = [
      member(terminology.codeSystemHeading) { (output) throws(ExportError) in
        try terminology.writeCodeSystem(to: output)
      }
    ]
    for (filter, definition) in [
      (everything, TerminologyExport.Definition.enumerated), (Self.clinicalDrugs, .intensional),
    ] {
      let heading = terminology.heading(of: filter, definition)
      members += [
        member(heading) { (output) throws(ExportError) in
          try terminology.writeValueSet(filter, definition, to: output)
        }
      ]
    }
    for map in ExportMap.allCases where terminology.hasElements(map) {
      members += [
        member(terminology.heading(of: map)) { (output) throws(ExportError) in
          try terminology.writeConceptMap(map, to: output)
        }
      ]
    }
    return members + [guide(over: members)]
  }

  /// The term types of medication codes in US Core (VSAC 2.16.840.1.113762.1.4.1010.4).
  private static let clinicalDrugs = ConceptFilter(
    termTypes: [
      .clinicalDrug, .brandedDrug, .genericPack, .brandedPack, .clinicalDrugGroup,
      .brandedDrugGroup, .clinicalDrugForm, .brandedDrugForm,
    ])

  private func member(
    _ heading: TerminologyExport.Heading,
    _ write: @escaping (ExportOutput) throws(ExportError) -> Void
  ) -> Member {
    Member(name: "\(heading.type)-\(heading.id).json", heading: heading, write: write)
  }

  private func guide(over members: [Member]) -> Member {
    let heading = TerminologyExport.Heading(
      type: "ImplementationGuide", id: identifier,
      url: "\(terminology.canonicalBase)/ImplementationGuide/\(identifier)", name: "RxNormPackage",
      title: "RxNorm terminology", description: "The resources of this package.")
    let resources = members.compactMap(\.heading).map { heading -> JSONValue in
      [
        "reference": ["reference": "\(heading.type)/\(heading.id)"],
        "name": .string(heading.title),
      ]
    }
    return member(heading) { (output) throws(ExportError) in
      var writer = JSONWriter(layout: .indented)
      terminology.begin(heading, version: version, &writer)
      writer.members([
        "packageId": .string(identifier), "fhirVersion": [.string(terminology.fhir.version)],
        "definition": ["resource": .array(resources)],
      ])
      writer.endObject()
      writer.endLine()
      try output.write(writer.bytes)
      try output.flush()
    }
  }

  private func documents(about resources: [Member]) -> [Member] {
    let manifest = PackageManifest(
      terminology: terminology, identifier: identifier, version: version)
    let files = resources.compactMap { member in member.heading.map { (member.name, $0) } }
    let texts = [
      ("package.json", manifest.packageJSON), (".index.json", manifest.indexJSON(of: files)),
      ("other/NOTICE.txt", Array(terminology.content.noticeText.utf8)),
    ]
    return texts.map { name, bytes in
      Member(name: name, heading: nil) { (output) throws(ExportError) in
        try output.write(bytes)
        try output.flush()
      }
    }
  }
}

/// The two files that describe a package.
struct PackageManifest {
  let terminology: TerminologyExport
  let identifier: String
  let version: String

  var packageJSON: [UInt8] {
    let (content, fhir) = (terminology.content, terminology.fhir)
    let mark = content.isReconstructed ? " (reconstructed, not NLM's)" : ""
    let description =
      "CodeSystem, ValueSets and ConceptMaps of \(content.catalog.release.name), exported by rxkit "
      + "\(content.toolVersion). " + (content.originMark ?? "")
    let package: JSONValue = [
      "name": .string(identifier),
      "version": .string(version),
      "canonical": .string(terminology.canonicalBase),
      "title": "RxNorm terminology\(mark)",
      "description": .string(description),
      "fhirVersions": [.string(fhir.version)],
      "dependencies": .object([(fhir.corePackage, .string(fhir.version))]),
      "author": "rxkit",
      "license": "SEE LICENSE IN other/NOTICE.txt",
      "type": "Conformance",
      "date": .text(terminology.dateParts.map { "\($0.year)\($0.month)\($0.day)000000" }),
    ]
    return package.lines
  }

  /// `.index.json`: the resources by file name.
  func indexJSON(of files: [(name: String, heading: TerminologyExport.Heading)]) -> [UInt8] {
    let entries = files.map { name, heading -> JSONValue in
      let own = heading.type == "ImplementationGuide" ? version : nil
      let content = terminology.isComplete ? "complete" : "fragment"
      return [
        "filename": .string(name), "resourceType": .string(heading.type),
        "id": .string(heading.id), "url": .string(heading.url),
        "version": .text(own ?? terminology.codeSystemVersion),
        "content": heading.type == "CodeSystem" ? .string(content) : nil,
      ]
    }
    let index: JSONValue = ["index-version": .count(2), "files": .array(entries)]
    return index.lines
  }
}

extension FHIRRelease {
  var corePackage: String {
    switch self {
    case .r4: "hl7.fhir.r4.core"
    case .r5: "hl7.fhir.r5.core"
    }
  }
}
