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
    let write: (ExportOutput, ((ExportProgress) -> Void)?) throws(ExportError) -> Void
  }

  /// Writes the package.
  ///
  /// Each resource is made twice: tar wants its length before its bytes, and
  /// neither memory nor disk is to hold it meanwhile.
  ///
  /// - Returns: How many resources it has.
  @discardableResult
  public func write(
    to output: ExportOutput, progress: ((ExportProgress) -> Void)? = nil
  ) throws(ExportError) -> Int {
    let resources = resources
    let gzip = try GzipOutput()
    for member in documents(about: resources) + resources {
      try write(member, gzip, to: output, progress)
    }
    try gzip.write(TarHeader.end, to: output)
    try gzip.finish(to: output)
    try output.flush()
    return resources.count
  }

  private func write(
    _ member: Member, _ gzip: GzipOutput, to output: ExportOutput,
    _ progress: ((ExportProgress) -> Void)?
  ) throws(ExportError) {
    let counter = ExportOutput { _ in true }
    try member.write(counter, progress)
    let size = counter.byteCount
    guard size <= TarHeader.largestSize else { throw .tooLarge(member.name) }
    try gzip.write(TarHeader.bytes(name: "package/" + member.name, size: size), to: output)
    var failure: ExportError?
    let pieces = ExportOutput { piece in
      do throws(ExportError) {
        try gzip.write(piece, to: output)
        return true
      } catch {
        failure = error
        return false
      }
    }
    do throws(ExportError) {
      try member.write(pieces, progress)
    } catch {
      throw failure ?? error
    }
    guard pieces.byteCount == size else { throw .unstable(member.name) }
    try gzip.write(TarHeader.padding(after: size), to: output)
  }

  // MARK: Members

  private var resources: [Member] {
    let terminology = terminology
    let everything = ConceptFilter(isPrescribableOnly: true)
    var members = [
      member(terminology.codeSystemHeading) { (output, progress) throws(ExportError) in
        try terminology.writeCodeSystem(to: output, progress: progress)
      },
      member(terminology.heading(of: everything, .enumerated)) {
        (output, progress) throws(ExportError) in
        try terminology.writeValueSet(everything, .enumerated, to: output, progress: progress)
      },
      member(terminology.heading(of: Self.clinicalDrugs, .intensional)) {
        (output, progress) throws(ExportError) in
        try terminology.writeValueSet(
          Self.clinicalDrugs, .intensional, to: output, progress: progress)
      },
    ]
    for map in ExportMap.allCases where terminology.hasElements(map) {
      members.append(
        member(terminology.heading(of: map)) { (output, progress) throws(ExportError) in
          try terminology.writeConceptMap(map, to: output, progress: progress)
        })
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
    _ write: @escaping (ExportOutput, ((ExportProgress) -> Void)?) throws(ExportError) -> Void
  ) -> Member {
    Member(name: "\(heading.type)-\(heading.id).json", heading: heading, write: write)
  }

  private func guide(over members: [Member]) -> Member {
    let heading = TerminologyExport.Heading(
      type: "ImplementationGuide", id: identifier,
      url: "\(terminology.canonicalBase)/ImplementationGuide/\(identifier)", name: "RxNormPackage",
      title: "RxNorm terminology", description: "The resources of this package.")
    return member(heading) { (output, _) throws(ExportError) in
      var writer = JSONWriter(layout: .indented)
      terminology.begin(heading, version: version, &writer)
      writer.member("packageId", identifier)
      writer.array("fhirVersion") { $0.string(terminology.fhir.version) }
      writer.object("definition") { writer in
        writer.objects("resource", members.compactMap(\.heading)) { heading, writer in
          writer.object("reference") { $0.member("reference", "\(heading.type)/\(heading.id)") }
          writer.member("name", heading.title)
        }
      }
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
      Member(name: name, heading: nil) { (output, _) throws(ExportError) in
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
    let release = terminology.content.catalog.release
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.member("name", identifier)
      writer.member("version", version)
      writer.member("canonical", terminology.canonicalBase)
      writer.member(
        "title",
        "RxNorm terminology"
          + (terminology.content.isReconstructed ? " (reconstructed, not NLM's)" : ""))
      writer.member(
        "description",
        "CodeSystem, ValueSets and ConceptMaps of \(release.name), exported by rxkit "
          + "\(terminology.content.toolVersion). " + (terminology.content.originMark ?? ""))
      writer.array("fhirVersions") { $0.string(terminology.fhir.version) }
      writer.object("dependencies") { writer in
        writer.key(terminology.fhir.corePackage)
        writer.string(terminology.fhir.version)
      }
      writer.member("author", "rxkit")
      writer.member("license", "SEE LICENSE IN other/NOTICE.txt")
      writer.member("type", "Conformance")
      if let parts = terminology.dateParts {
        writer.member("date", "\(parts.year)\(parts.month)\(parts.day)000000")
      }
    }
    writer.endLine()
    return writer.bytes
  }

  /// `.index.json`: the resources by file name.
  func indexJSON(of files: [(name: String, heading: TerminologyExport.Heading)]) -> [UInt8] {
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.member("index-version", 2)
      writer.array("files") { writer in
        for (name, heading) in files {
          writer.object { writer in
            writer.member("filename", name)
            writer.member("resourceType", heading.type)
            writer.member("id", heading.id)
            writer.member("url", heading.url)
            let own = heading.type == "ImplementationGuide" ? version : nil
            if let version = own ?? terminology.codeSystemVersion {
              writer.member("version", version)
            }
            if heading.type == "CodeSystem" {
              writer.member("content", terminology.isComplete ? "complete" : "fragment")
            }
          }
        }
      }
    }
    writer.endLine()
    return writer.bytes
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
