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
  /// Answers of calls that ended.
  let kept = KeptAnswers()
  /// What documents asked, without side effects and with them.
  private let shared = (SharedAnswers(), SharedAnswers())

  private var release: ReleaseIdentity { resolver.catalog.release }

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

  /// A session that reads documents and shares its answers with all others.
  func session(includingSideEffects isIncluding: Bool) -> ResolvingSession {
    ResolvingSession(
      resolver, includesSideEffects: isIncluding, sharing: isIncluding ? shared.1 : shared.0)
  }

  /// The RxCUIs of all concepts in ascending order.
  var codes: [String] { resolver.catalog.concepts.compactMap { $0.code?.description } }

  /// What a person must know of every answer: whose release it is, and what it is not.
  var notices: [String] {
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
    [
      ("rxkit.version", "\(Self.version)"), ("rxkit.release", release.name),
      ("rxkit.release-date", release.date ?? ""),
      ("rxkit.release-official", release.isOfficial ? "true" : "false"),
      ("rxkit.notice", notices.joined(separator: "\n")),
    ]
  }

  /// The catalog in one row.
  static let description = Shape<OpenCatalog> {
    Field("release") { $0.release.name }
    Field("releaseDate") { $0.release.date }
    Field("releaseOfficial") { $0.release.isOfficial }
    Field("leftOut") { $0.release.leftOut.names }
    Field("concepts") { $0.resolver.catalog.conceptCount }
    Field("notices") { $0.notices }
  }
}
