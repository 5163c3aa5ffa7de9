// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How large a text may be, and what of it is wanted.
///
/// Documents of health data need none of what makes XML dangerous: a DOCTYPE is
/// always an error, and with it every entity but the five of XML.
public struct XMLOptions: Sendable, Hashable {
  /// How many elements may be open at once.
  public var depthLimit: Int
  /// How many bytes a text may have; never more than 1 GiB.
  public var byteLimit: Int
  /// How many bytes the value of one attribute may have.
  public var valueLimit: Int
  /// How many attributes one element may have.
  public var attributeLimit: Int
  /// How many namespace declarations may be in force at once.
  public var namespaceLimit: Int
  /// Whether character data gives events.
  public var wantsText: Bool
  /// The URI of a namespace whose elements are left out with all that is in them.
  public var skippedNamespace: String?

  /// Makes options; the defaults are 512 levels, 1 GiB, and everything wanted.
  public init(
    depthLimit: Int = 512, byteLimit: Int = 1 << 30, valueLimit: Int = 1 << 28,
    wantsText: Bool = true, skippedNamespace: String? = nil
  ) {
    self.depthLimit = min(max(depthLimit, 1), 1 << 16)
    self.byteLimit = min(max(byteLimit, 0), 1 << 30)
    self.valueLimit = min(max(valueLimit, 0), 1 << 30)
    attributeLimit = 1000
    namespaceLimit = 256
    self.wantsText = wantsText
    self.skippedNamespace = skippedNamespace
  }
}
