// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Do the words of a text and a dose form speak of one thing? Release is a matter
// of identity (S5): slow is never given for plain.

/// Compares what a text says of the form with a product's dose form.
enum FormFit {
  /// Below this a form is not the one that the text says, at most a similar one.
  static let matched = 0.6

  private static let slow =
    FormFeatures.bit(DosageFormWords.Release.extended)
    | FormFeatures.bit(DosageFormWords.Release.delayed)
  private static let mouth = FormFeatures.bit(DosageFormWords.Site.mouth)
  private static let skin = FormFeatures.bit(DosageFormWords.Site.skin)

  private static func bits(_ kinds: DosageFormWords.Kind...) -> UInt32 {
    kinds.reduce(0) { $0 | FormFeatures.bit($1) }
  }
  private static let swallowed = bits(.tablet, .capsule)
  private static let inMouth =
    mouth | FormFeatures.bit(DosageFormWords.Site.underTongue)
    | FormFeatures.bit(DosageFormWords.Site.cheek)
  private static let swallowedDetails = FormFeatures.Detail.syrup.bit

  private static func isInjected(_ features: FormFeatures) -> Bool {
    features.kinds & bits(.injection) != 0
      || features.sites & FormFeatures.bit(DosageFormWords.Site.needle) != 0
  }
  /// What a drug is injected from; each is a form of its own.
  private static let devices: [UInt32] = [
    FormFeatures.Detail.pen.bit | FormFeatures.Detail.autoInjector.bit,
    FormFeatures.Detail.syringe.bit, FormFeatures.Detail.cartridge.bit,
    FormFeatures.Detail.vial.bit,
  ]
  private static let lung = FormFeatures.bit(DosageFormWords.Site.lung)

  /// Whether both name what the drug is given with, and it is not the same.
  private static func haveOtherDevices(_ asked: FormFeatures, _ own: FormFeatures) -> Bool {
    let all = devices.reduce(0, |)
    if asked.details & all != 0, own.details & all != 0 {
      return !devices.contains { asked.details & $0 != 0 && own.details & $0 != 0 }
    }
    guard asked.sites & own.sites & lung != 0 else { return false }
    // A dry powder is no metered aerosol.
    return isPowder(asked) && isMetered(own) || isMetered(asked) && isPowder(own)
  }

  private static func isPowder(_ features: FormFeatures) -> Bool {
    (features.kinds & bits(.powder) != 0
      || features.details & FormFeatures.Detail.dryPowder.bit != 0)
      && features.details & FormFeatures.Detail.metered.bit == 0
  }

  private static func isMetered(_ features: FormFeatures) -> Bool {
    features.details & FormFeatures.Detail.metered.bit != 0
      && features.kinds & bits(.powder) == 0
  }
  private static let spread = bits(.cream, .ointment, .gel, .lotion)
  private static let alike: [UInt32] = DosageFormWords.Kind.allCases.map { kind in
    (DosageFormWords.alike[kind] ?? []).reduce(FormFeatures.bit(kind)) {
      $0 | FormFeatures.bit($1)
    }
  }

  /// How well they go together: 1 if the text says what the form is, 0 if another thing.
  static func fit(_ asked: FormFeatures, _ own: FormFeatures) -> Double {
    var fit = 1.0
    // Release.
    let askedSlow = asked.releases & slow
    let ownSlow = own.releases & slow
    if askedSlow != 0, askedSlow & ownSlow == 0 { return 0 }
    if askedSlow == 0, ownSlow != 0 { fit *= asked.isEmpty ? 0.9 : 0.8 }
    let otherAsked = asked.releases & ~slow
    let otherOwn = own.releases & ~slow
    if otherAsked != 0, otherAsked & otherOwn == 0 { fit *= 0.5 }
    if otherAsked == 0, otherOwn != 0 { fit *= 0.85 }
    // What is injected is never swallowed, nor the other way round.
    if isInjected(asked), own.sites & inMouth != 0, !isInjected(own), asked.sites & inMouth == 0 {
      return 0
    }
    if isInjected(own), asked.details & swallowedDetails != 0, !isInjected(asked) { return 0 }
    // Place.
    if asked.sites != 0, own.sites != 0 {
      if asked.sites & own.sites == 0 { return 0 }
      if own.sites & ~asked.sites != 0 { fit *= 0.97 }
    } else if asked.sites == 0, own.sites != 0 {
      let usual = asked.kinds & spread != 0 ? skin : mouth
      if own.sites & usual == 0, asked.kinds & bits(.injection) == 0 { fit *= 0.9 }
    }
    // Kind.
    guard asked.kinds != 0, own.kinds != 0 else { return fit }
    if asked.kinds & own.kinds == 0 {
      var near: UInt32 = 0
      for place in alike.indices where asked.kinds & (1 << UInt32(place)) != 0 {
        near |= alike[place]
      }
      if near & own.kinds != 0 {
        fit *= 0.8
      } else if asked.kinds & swallowed != 0, own.kinds & swallowed != 0 {
        fit *= 0.45
      } else {
        return 0
      }
    } else {
      // What else the form is, and what else the text says.
      fit *= 1 - 0.03 * Double((own.kinds & ~asked.kinds).nonzeroBitCount)
      fit *= 1 - 0.02 * Double((asked.kinds & ~own.kinds).nonzeroBitCount)
    }
    if haveOtherDevices(asked, own) { fit *= 0.55 }
    let (both, different) = (asked.details & own.details, asked.details ^ own.details)
    fit *= 1 - 0.015 * Double(different.nonzeroBitCount)
    if both != 0 { fit = min(1, fit * 1.01) }
    return fit
  }
}
