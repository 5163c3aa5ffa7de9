// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import ConceptCatalog
internal import JSONText
internal import MedicationModel
internal import MedicationResolver
internal import SymptomMapping

/// What a caller's `rxkit_catalog` points to.
///
/// Calls and streams keep it while they use it; all of it may be used from many threads.
final class OpenCatalog: Sendable {
  let resolver: MedicationResolver

  /// The version of the library, that of the tool.
  static let version: StaticString = "0.1.0"

  init(path: String) throws(LibraryFailure) {
    let catalog: Catalog
    do throws(CatalogError) {
      catalog = try Catalog(contentsOf: path, checking: .onReading)
    } catch { throw LibraryFailure(error) }
    do throws(MappingError) {
      resolver = try MedicationResolver(catalog: catalog)
    } catch { throw LibraryFailure(error) }
  }

  /// The RxCUIs of all concepts in ascending order.
  var codes: [String] { resolver.catalog.concepts.compactMap { $0.code?.description } }

  /// What a person must know of every answer: whose release it is, and what it is not.
  var notices: [String] {
    let release = resolver.catalog.release
    var notices = [
      "rxkit states what a release or a label says. It gives no medical advice.",
      SideEffectAnswer.scope + " A medication without a label is not one without side effects.",
    ]
    if !release.isOfficial {
      notices.append(
        "\(release.name) is not a release of the U.S. National Library of Medicine; do not rely "
          + "on it.")
    }
    if let reason = resolver.catalog.reasonNotFound(.all) {
      notices.append("What is not found may exist: \(reason).")
    }
    return notices
  }

  /// What the schema of every answer says in addition to its columns.
  var metadata: [(key: String, value: String)] {
    let release = resolver.catalog.release
    return [
      ("rxkit.version", "\(Self.version)"), ("rxkit.release", release.name),
      ("rxkit.release-date", release.date ?? ""),
      ("rxkit.release-official", release.isOfficial ? "true" : "false"),
      ("rxkit.notice", notices.joined(separator: "\n")),
    ]
  }

  /// The columns of ``description``.
  static let descriptionFields = ColumnField.columns(
    "release releaseDate releaseOfficial:flag leftOut:texts concepts:integer notices:texts")

  /// The catalog in one row.
  var description: ColumnBuilder {
    let catalog = resolver.catalog
    let rows = ColumnBuilder(rowsOf: Self.descriptionFields)
    rows.children[0].append(text: catalog.release.name)
    rows.children[1].append(text: catalog.release.date)
    rows.children[2].append(flag: catalog.release.isOfficial)
    rows.children[3].append(texts: catalog.release.leftOut.names)
    rows.children[4].append(integer: Int64(catalog.conceptCount))
    rows.children[5].append(texts: notices)
    rows.endStructure()
    return rows
  }
}

extension ColumnBuilder {
  /// Appends a list of texts.
  fileprivate func append(texts: [String]) {
    for text in texts { children[0].append(text: text) }
    endList()
  }
}
