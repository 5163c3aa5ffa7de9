// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import JSONText

/// Tables of the code systems that were loaded from FHIR.
enum TerminologyTables {
  /// One row per code system.
  static func systems(of catalog: Catalog) -> Table {
    var table = Table(
      TerminologyRow.systemColumns.enumerated().map { place, name in
        Table.Column(name, place < 7 ? .text : .number)
      })
    for system in catalog.codeSystems {
      let concepts = system.concepts
      let counts = [
        concepts.count, concepts.map(\.depth).max() ?? 0,
        concepts.reduce(0) { $0 + $1.designations.count },
        concepts.reduce(0) { $0 + $1.properties.count }, concepts.count { $0.display.isEmpty },
        0, 0, 0, 0, 0, 0,
      ]
      table.append(
        [
          system.file, system.resourceType, system.resourceURL, system.resourceVersion,
          system.status, system.content, system.supplements,
        ] + counts.map(String.init))
    }
    return table
  }

  /// One row per concept.
  static func concepts(of catalog: Catalog) -> Table {
    var table = Table(TerminologyRow.conceptColumns.map { Table.Column($0) })
    for system in catalog.codeSystems {
      for concept in system.concepts {
        table.append([
          system.file, "concept", concept.parent, concept.code, concept.display,
          list(concept.designations.map { "\($0.language)|\($0.use)|\($0.value)" }),
          list(concept.properties.map { "\($0.code)=\($0.value)" }),
        ])
      }
    }
    return table
  }

  private static func list(_ values: [String]) -> String {
    let items = values.map { value in
      var writer = JSONWriter()
      writer.string(value)
      return writer.text
    }
    return "[" + items.joined(separator: ", ") + "]"
  }
}
