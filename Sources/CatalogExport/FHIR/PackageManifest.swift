// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import ConceptCatalog
internal import JSONText

/// The two files that describe a package.
struct PackageManifest {
  let terminology: TerminologyExport
  let identifier: String
  let version: String

  /// `package.json`.
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
      writer.key("fhirVersions")
      writer.array { $0.string(terminology.fhir.version) }
      writer.key("dependencies")
      writer.object { writer in
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
      writer.key("files")
      writer.array { writer in
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
  /// The package with the definitions of the version.
  var corePackage: String {
    switch self {
    case .r4: "hl7.fhir.r4.core"
    case .r5: "hl7.fhir.r5.core"
    }
  }
}
