// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import SymptomMapping
import Threads

/// Opens what answers about medications: the catalog and the mapping tables.
enum ResolverOpening {
  /// Opens the resolver of an invocation.
  ///
  /// The tables are those of `--mappings`, else those that were built into the
  /// catalog, else those within the tool.
  static func open(
    _ invocation: Invocation, with parts: CatalogParts = [], _ streams: inout Streams
  ) throws -> MedicationResolver {
    let catalog = try CatalogOpening.open(invocation, with: parts, &streams)
    return MedicationResolver(
      catalog: catalog, mappings: try MappingFiles.tables(invocation, catalog))
  }

  /// Opens the resolver, or returns `nil` if no catalog is named and none is in the default place.
  static func openIfPresent(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws -> MedicationResolver? {
    guard CatalogOpening.isPresent(invocation, streams) else { return nil }
    return try open(invocation, &streams)
  }
}

/// What a run knows about records from outside their documents.
struct ConvertKnowledge: Sendable {
  /// The date that stated periods are compared with; it is given, not read from a clock.
  var day: StatedDate?
  /// What an export says was deleted at its source, as `Type/id`.
  var deleted: Set<String> = []

  /// Whether nothing is known that could mark a record.
  var isEmpty: Bool { day == nil && deleted.isEmpty }

  /// A record marked with what is known from outside its document.
  func marking(_ record: MedicationRecord) -> MedicationRecord {
    if isEmpty { return record }
    var record = record
    if let day, record.statusMeaning == .active {
      if day.isAfterUse(of: record) { record.flags.append(.periodEnded) }
      if day.isBeforeUse(of: record) { record.flags.append(.notYetStarted) }
    }
    if let id = record.id, deleted.contains("\(record.resourceType)/\(id)") {
      record.problems.append(
        Problem(.deletedAtSource, .warning, "the export says that it was deleted at its source"))
    }
    return record
  }
}

/// A pool of sessions, each used by one thread at a time.
///
/// Answers do not depend on the session.
final class SessionPool: Sendable {
  private let resolver: MedicationResolver
  private let keepsText: Bool
  /// Whether answers are written with their side effects.
  let includesSideEffects: Bool
  private let shared: SharedAnswers?
  private let idle = Monitor<[ResolvingSession]>([])

  init(
    _ resolver: MedicationResolver, keepsText: Bool, includesSideEffects: Bool = false,
    threads: Int
  ) {
    self.resolver = resolver
    self.keepsText = keepsText
    self.includesSideEffects = includesSideEffects
    shared = threads > 1 ? SharedAnswers() : nil
  }

  /// The release that the answers are from.
  var release: ReleaseIdentity { resolver.catalog.release }

  /// A free session, or a new one if all are in use.
  func take() -> ResolvingSession {
    idle.withLock { $0.popLast() }
      ?? ResolvingSession(
        resolver, keepsText: keepsText, includesSideEffects: includesSideEffects, sharing: shared)
  }

  func give(back session: ResolvingSession) {
    idle.withLock { $0.append(session) }
  }
}
