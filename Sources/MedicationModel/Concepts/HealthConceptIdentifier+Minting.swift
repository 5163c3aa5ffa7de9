// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How identifiers are made: once, when a medication is added. Later changes of
// codes or texts do not change them.
//
//   rxnorm:308192                                  one real RxNorm code
//   user:7bf6b9a0-0c6e-5e0c-8f1e-...               everything else
//
// The second is a UUID of version 5 (RFC 9562, section 5.5) over these bytes:
//
//   name     = field(displayText) coding*
//   coding   = field(system) version field(code)      sorted, each once
//   version  = "-" | field(version)                   "-": none
//   field(x) = <count of UTF-8 bytes, decimal> ":" <the bytes> ","
//
// Counted fields cannot run into each other, whatever they hold; no version
// and an empty one ("-" and "0:,") differ, as codings do.

extension HealthConceptIdentifier {
  /// The namespace of identifiers made from text and codings.
  ///
  /// It is itself the version 5 UUID of `urn:rxkit:health-concept` in the URL
  /// namespace of RFC 9562: `f7438fa1-4203-5e16-ab5f-f752033cdb4d`.
  static let userEnteredNamespace = NameBasedUUID(
    name: "urn:rxkit:health-concept".utf8, in: .urlNamespace)

  /// The identifier of a medication that was added by its RxNorm code.
  public static func rxNorm(_ code: RxCUI) -> HealthConceptIdentifier {
    HealthConceptIdentifier(ofValidLength: "rxnorm:\(code)")
  }

  /// The identifier of a medication that was typed by hand.
  ///
  /// The same text and codings give the same identifier everywhere; the order
  /// and repetition of codings do not matter, blanks do.
  public static func userEntered(
    displayText: String, codings: some Sequence<ClinicalCoding>
  ) -> HealthConceptIdentifier {
    var name: [UInt8] = []
    appendField(displayText, to: &name)
    for coding in Set(codings).sorted() {
      appendField(coding.system, to: &name)
      if let version = coding.version {
        appendField(version, to: &name)
      } else {
        name.append(UInt8(ascii: "-"))
      }
      appendField(coding.code, to: &name)
    }
    let uuid = NameBasedUUID(name: name, in: userEnteredNamespace)
    return HealthConceptIdentifier(ofValidLength: "user:\(uuid)")
  }

  /// The identifier of a medication that is being added.
  ///
  /// One real RxNorm code among the codings gives ``rxNorm(_:)``, none or
  /// several give ``userEntered(displayText:codings:)``. Real is a code that is
  /// well formed, under RxNorm's exact system, and no placeholder
  /// (90000000 and above). Codings of one code in two versions are one code.
  public static func mint(
    displayText: String, codings: some Sequence<ClinicalCoding>
  ) -> HealthConceptIdentifier {
    let codings = Set(codings)
    var codes: Set<RxCUI> = []
    for coding in codings where coding.system.hasSameBytes(as: CodeSystem.rxNorm) {
      if let code = RxCUI(coding.code), !code.isPlaceholder { codes.insert(code) }
    }
    guard let code = codes.first, codes.count == 1 else {
      return userEntered(displayText: displayText, codings: codings)
    }
    return rxNorm(code)
  }

  private static func appendField(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(text.utf8.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: ","))
  }
}
