// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a Medication says of the product at hand beside what is in it.
public struct ProductLabelling: Sendable, Hashable {
  /// A batch of the product.
  public struct Batch: Sendable, Hashable {
    /// The number of the batch.
    public var lotNumber: String?
    /// Until when it may be used.
    public var expirationDate: String?

    /// Makes a batch.
    public init(lotNumber: String? = nil, expirationDate: String? = nil) {
      self.lotNumber = lotNumber
      self.expirationDate = expirationDate
    }
  }

  /// The reference to who makes or markets it as written, else the words given with it.
  public var manufacturer: String?
  /// Whether it is a brand; `nil` where nothing is said.
  public var isBrand: Bool?
  /// Whether it is sold without a prescription; `nil` where nothing is said.
  public var isOverTheCounter: Bool?
  /// The batches in document order.
  public var batches: [Batch] = []

  /// Makes a labelling that says nothing yet.
  public init() {}

  /// Whether nothing is given.
  public var isEmpty: Bool { self == ProductLabelling() }
}
