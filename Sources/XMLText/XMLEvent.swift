// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The name of an element or attribute, or the URI of a namespace, as a number.
///
/// Equal names have equal numbers within one ``XMLReader``; numbers of different
/// readers cannot be compared. Names are without their prefix.
public struct XMLName: Sendable, Hashable {
  /// The number, from 1; 0 is no name.
  public let number: UInt32

  /// No name: that of text, and the namespace of an element that has none.
  public static let none = XMLName(number: 0)
}

/// Bytes of the text, or of the reader where the text spells them otherwise (`&amp;`).
public struct XMLSlice: Sendable, Hashable {
  /// The offset of the first byte.
  public let start: Int
  /// How many bytes there are.
  public let count: Int
  /// Whether the offset is one into the reader's own bytes, not into the text.
  public let isCopied: Bool

  /// Whether there is no byte.
  public var isEmpty: Bool { count == 0 }
}

/// An attribute of a start tag; declarations of namespaces are none.
public struct XMLAttribute: Sendable, Hashable {
  /// The name without its prefix.
  public let name: XMLName
  /// The namespace that the prefix denotes; none without a prefix or for an undeclared one.
  public let namespace: XMLName
  /// Whether the name has a prefix.
  public let isPrefixed: Bool
  /// The value, white space normalised to blanks as XML has it.
  public let value: XMLSlice
}

/// A tag or a run of text.
public struct XMLEvent: Sendable, Hashable {
  /// What an event is.
  public enum Kind: Sendable, Hashable {
    /// A start tag, or the beginning of an empty element.
    case start
    /// An end tag, or the end of an empty element.
    case end
    /// Character data; one run may come in several events.
    case text
  }

  /// What it is.
  public let kind: Kind
  /// The name of the element without its prefix; none for text.
  public let name: XMLName
  /// The namespace of the element; none for text, and where none or an undeclared prefix is given.
  public let namespace: XMLName
  /// The line on which it begins, from 1.
  public let line: Int
  /// The offset of the tag's `<`; of other events the offset after them.
  public let offset: Int
  /// How many attributes a start tag has.
  public let attributeCount: Int
  /// The characters of text; empty for tags.
  public let text: XMLSlice
  let firstAttribute: Int
}

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
  /// Whether white space between tags, and at the beginning of a text, gives no events.
  public var skipsBlanks = false
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
