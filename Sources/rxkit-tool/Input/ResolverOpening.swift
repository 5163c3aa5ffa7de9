// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping

/// Opens what answers about medications: the catalog and the mapping tables.
enum ResolverOpening {
  /// Opens the resolver of an invocation.
  ///
  /// The tables are those of `--mappings`, else those that were built into the
  /// catalog, else those within the tool.
  static func open(
    _ invocation: Invocation, with parts: CatalogParts = [], _ streams: inout Streams
  ) throws(CommandFailure) -> MedicationResolver {
    let catalog = try CatalogOpening.open(invocation, with: parts, &streams)
    return MedicationResolver(
      catalog: catalog, mappings: try MappingFiles.tables(invocation, catalog))
  }
}

extension MedicationResolver {
  /// Answers a query, or fails as the tool does.
  func answer(_ query: MedicationQuery) throws(CommandFailure) -> ResolvedMedication {
    do throws(CatalogError) {
      return try resolve(query)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension ResolvingSession {
  /// Writes the answer to a record and returns its problems, or fails as the tool does.
  mutating func writeAnswer(
    _ record: borrowing MedicationRecord, to json: inout JSONWriter, source: String
  ) throws(CommandFailure) -> [Problem] {
    do throws(CatalogError) {
      return try write(record, to: &json, source: source)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Answers a query, or fails as the tool does.
  mutating func answer(_ query: MedicationQuery) throws(CommandFailure) -> ResolvedMedication {
    do throws(CatalogError) {
      return try resolve(query)
    } catch {
      throw CommandFailure(error)
    }
  }
}
