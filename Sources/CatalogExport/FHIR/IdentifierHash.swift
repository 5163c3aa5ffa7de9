// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension String {
  /// FNV-1a of 64 bits over the text's bytes, in hexadecimal: the end of ids that FHIR limits to
  /// 64 characters, the same on every machine (S37).
  var identifierHash: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
