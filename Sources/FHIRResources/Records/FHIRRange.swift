// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A Range of FHIR: two quantities, both inclusive.
public struct FHIRRange: Sendable, Hashable {
  /// The lower end.
  public var low: FHIRQuantity?
  /// The upper end.
  public var high: FHIRQuantity?

  /// Makes a range.
  public init(low: FHIRQuantity? = nil, high: FHIRQuantity? = nil) {
    self.low = low
    self.high = high
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { low == nil && high == nil }
}

/// A Ratio of FHIR: an amount per another.
public struct FHIRRatio: Sendable, Hashable {
  /// The amount.
  public var numerator: FHIRQuantity?
  /// What it is per; absent where a document gives an amount and no ratio.
  public var denominator: FHIRQuantity?

  /// Makes a ratio.
  public init(numerator: FHIRQuantity? = nil, denominator: FHIRQuantity? = nil) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { numerator == nil && denominator == nil }
}
