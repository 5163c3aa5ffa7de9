// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// Letters and signs beyond ASCII as the ASCII that drug names use for them.
enum SignFolding {
  /// The ASCII form of a scalar; empty if it has none.
  static func ascii(_ value: UInt32) -> String {
    switch value {
    case 0x391, 0x3B1: "alpha"
    case 0x392, 0x3B2: "beta"
    case 0x393, 0x3B3: "gamma"
    case 0x394, 0x3B4: "delta"
    case 0x3A9, 0x3C9: "omega"
    case 0xB2, 0x2082: "2"
    case 0xB3, 0x2083: "3"
    case 0x2044, 0x2215: "/"
    case 0xFF05: "%"
    case 0x2010...0x2015, 0x2212: "-"
    case 0xD7: "x"
    default: LetterFolding.latin(value) ?? ""
    }
  }

  /// Whether a scalar leaves no trace: marks of trade, accents on their own, soft hyphens.
  static func isDropped(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0xAE, 0x2122, 0x300...0x36F, 0x2019, 0x2018, 0x200B...0x200D, 0xFEFF: true
    default: false
    }
  }
}
