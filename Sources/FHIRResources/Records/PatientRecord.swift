// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What tells one Patient of a document from another: no name, no date of birth (S35).
public struct PatientRecord: Sendable, Hashable {
  /// The address of the resource, or of the one that contains it.
  public var entryPath: String
  /// The logical id; `#x` for a contained resource.
  public var id: String?
  /// The bundle's address for the entry.
  public var fullURL: String?
  /// Identifiers, as a record number.
  public var identifiers: [FHIRIdentifier]

  /// Makes a record.
  public init(
    entryPath: String, id: String? = nil, fullURL: String? = nil,
    identifiers: [FHIRIdentifier] = []
  ) {
    self.entryPath = entryPath
    self.id = id
    self.fullURL = fullURL
    self.identifiers = identifiers
  }
}
