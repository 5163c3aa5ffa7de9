// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// A registration of a code system that was loaded from FHIR.
public struct LoadedNamingSystem: Sendable, CatalogRecord {
  static let section = SectionID.namingSystems
  let catalog: Catalog
  package let index: Int

  /// The canonical URL of the registration; empty before R5, where it has none.
  public var url: String { text(NamingSystemField.url) }
  /// The version of the registration.
  public var version: String { text(NamingSystemField.version) }
  /// The name for programs.
  public var name: String { text(NamingSystemField.name) }
  /// The name for people.
  public var title: String { text(NamingSystemField.title) }
  /// The status of the registration, which says nothing about the codes.
  public var status: String { text(NamingSystemField.status) }
  /// The file that it came from.
  public var file: String { text(NamingSystemField.file) }

  /// Its names: type (`oid`, `uri` …), value, and whether it is the preferred one of its type.
  public var names: [(type: String, value: String, isPreferred: Bool)] {
    tuples(NamingSystemField.names)
      .map { ($0[0], $0[1], $0[2] == "preferred") }
  }

  /// The URI that stands for the system: the preferred one, or the first.
  public var preferredURI: String? {
    let uris = names.filter { $0.type == "uri" }
    return (uris.first { $0.isPreferred } ?? uris.first)?.value
  }
}

extension Catalog {
  /// The registrations that were loaded from FHIR, in the order of loading.
  public var namingSystems: [LoadedNamingSystem] {
    records()
  }

  /// The URI of a code system that a loaded registration knows by another name.
  ///
  /// What `KnownCodeSystem` of MedicationModel recognises is not looked for here: it goes first.
  ///
  /// - Parameter literal: An OID, bare or as `urn:oid:`, or another URI of the system.
  /// - Returns: The preferred URI; `nil` where no registration has the name, where it is the
  ///   preferred one itself, or where two registrations disagree about it.
  /// - Complexity: O(*n*) in the registrations that were loaded.
  public func registeredSystem(_ literal: String) -> String? {
    let count = file.section(.namingSystems).count
    guard count > 0 else { return nil }
    let name = literal.hasPrefix("urn:oid:") ? String(literal.dropFirst(8)) : literal
    var found: String?
    for system in namingSystems {
      guard
        system.names.contains(where: {
          $0.value == name || $0.value == literal || $0.value == "urn:oid:" + name
        }), let uri = system.preferredURI
      else { continue }
      if let found, found != uri { return nil }
      found = uri
    }
    return found == literal ? nil : found
  }
}
