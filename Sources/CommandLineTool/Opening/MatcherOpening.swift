// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import DrugMatching
import EmbeddedTables
import SymptomMapping

/// Opens the catalog of an invocation and makes a matcher of it.
package enum MatcherOpening {
  /// The matcher of an invocation, with the confused names that the catalog or the tool has.
  package static func open(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> (matcher: DrugMatcher, catalog: Catalog) {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let names: ConfusedNames?
    do throws(MappingError) {
      names = try EmbeddedFolder.mappings.bytes(of: "confused-names.tsv").map {
        bytes throws(MappingError) in try ConfusedNames(bytes: bytes)
      }
    } catch {
      throw CommandFailure(.input, error)
    }
    return (DrugMatcher(catalog, confusedNames: names), catalog)
  }
}
