// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
public import MedicationModel

/// The registration of a code system or identifier system: its OIDs and URIs.
public struct NamingSystemResource: Sendable, Hashable {
  /// One name of the system.
  public struct UniqueID: Sendable, Hashable {
    /// `oid`, `uuid`, `uri`, `other`, and what later versions add.
    public var type: String
    /// The name as written.
    public var value: String
    /// Whether it is the one to use of its type.
    public var isPreferred: Bool
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// The canonical URL of the registration (R5).
  public var url: String?
  /// The version of the registration.
  public var version: String?
  /// The name for programs.
  public var name: String?
  /// The name for people.
  public var title: String?
  /// The status of the registration; `retired` says nothing about the codes.
  public var status: String?
  /// `codesystem`, `identifier` or `root`.
  public var kind: String?
  /// The names in document order.
  public var uniqueIDs: [UniqueID]
  /// What was odd.
  public var problems: [Problem]

  /// The OIDs, without `urn:oid:`.
  public var oids: [String] {
    uniqueIDs.filter { $0.type == "oid" }.map { id in
      id.value.hasPrefix("urn:oid:") ? String(id.value.dropFirst(8)) : id.value
    }
  }

  /// The URIs in document order.
  public var uris: [String] { uniqueIDs.filter { $0.type == "uri" }.map(\.value) }

  /// The URI that stands for the system: the preferred one, or the first.
  public var preferredURI: String? {
    uniqueIDs.first { $0.type == "uri" && $0.isPreferred }?.value ?? uris.first
  }
}

extension NamingSystemResource {
  /// Reads a NamingSystem.
  init(_ entry: ScopeEntry, root: JSONNode) {
    var elements = ElementReader(resource: entry.resource, root: root)
    var ids: [UniqueID] = []
    for node in elements.list(entry.resource, "uniqueId") {
      guard let type = elements.text(node, "type"), let value = elements.text(node, "value") else {
        elements.report(.shape, .warning, "a uniqueId without type or value", at: node)
        continue
      }
      ids.append(
        UniqueID(type: type, value: value, isPreferred: elements.flag(node, "preferred") ?? false))
    }
    self.init(
      entryPath: entry.address, url: elements.text(entry.resource, "url"),
      version: elements.text(entry.resource, "version"),
      name: elements.text(entry.resource, "name"), title: elements.text(entry.resource, "title"),
      status: elements.text(entry.resource, "status"), kind: elements.text(entry.resource, "kind"),
      uniqueIDs: ids, problems: [])
    problems = elements.finish()
  }
}
