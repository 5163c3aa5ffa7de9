// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationResolver
import SymptomMapping

/// Opens what answers about medications: the catalog and the mapping tables.
enum ResolverOpening {
  /// Opens the resolver of an invocation.
  ///
  /// The tables are those of `--mappings`, else those that were built into the
  /// catalog, else those within the tool.
  static func open(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> MedicationResolver {
    let catalog = try CatalogOpening.open(invocation, &streams)
    return MedicationResolver(catalog: catalog, mappings: try tables(invocation, catalog))
  }

  private static func tables(
    _ invocation: Invocation, _ catalog: Catalog
  ) throws(CommandFailure) -> MappingTables {
    let isNamed = invocation.value(of: CommonOptions.mappings) != nil
    let files =
      isNamed || catalog.attachmentNames.isEmpty ? try MappingFiles(invocation).files : nil
    do throws(MappingError) {
      guard let files else { return try MappingTables(catalog: catalog) }
      return try MappingTables { name in files.first { $0.name == name }?.bytes }
    } catch {
      throw CommandFailure(
        .input, error.code.rawValue, "\(error.place): \(error.found), expected \(error.expected)",
        try: error.remedy)
    }
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
