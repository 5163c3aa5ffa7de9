// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import Foundation
public import RxKit

// RxKit imports no Foundation, so its errors cannot conform themselves. Where an app imports this
// module, `localizedDescription` is what an error says: place, reason and remedy.

extension CatalogError: LocalizedError {
  /// What the error says.
  public var errorDescription: String? { description }
}

extension MappingError: LocalizedError {
  /// What the error says.
  public var errorDescription: String? { description }
}

extension ModelError: LocalizedError {
  /// What the error says.
  public var errorDescription: String? { description }
}

extension JSONError: LocalizedError {
  /// What the error says.
  public var errorDescription: String? { description }
}

extension MedicationJSONError: LocalizedError {
  /// What the error says.
  public var errorDescription: String? { description }
}
