// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Keeps a large value that most owners lack in a place of its own, so that the owners stay small.
///
/// A record with room for everything that FHIR knows took 1,248 bytes, which are copied whenever a
/// record is handed on; most of them said nothing.
@propertyWrapper
public struct Aside<Value: Sendable & Hashable>: Sendable, Hashable {
  private final class Place: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var place: Place?

  /// Keeps nothing.
  public init() {}

  /// Keeps a value, if there is one.
  public init(wrappedValue: Value?) {
    place = wrappedValue.map { Place($0) }
  }

  /// The value.
  public var wrappedValue: Value? {
    get { place?.value }
    set { place = newValue.map { Place($0) } }
  }

  /// Whether there is a value; does not copy it.
  var isPresent: Bool { place != nil }

  /// Whether both keep equal values.
  public static func == (left: Aside, right: Aside) -> Bool {
    left.place === right.place || left.place?.value == right.place?.value
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(place?.value)
  }
}
