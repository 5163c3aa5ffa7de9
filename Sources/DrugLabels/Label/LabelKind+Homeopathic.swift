// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension DrugLabel {
  /// The kind of a document whose products are homeopathic if all of them are marketed so.
  ///
  /// SPL has no document type for them: they are labels with or without prescription.
  func kind(givenMarketingOf products: [LabelProduct]) -> LabelKind {
    guard !products.isEmpty,
      products.allSatisfy({ product in
        !product.marketing.isEmpty
          && product.marketing.allSatisfy { $0.lowercased().holds("homeopathic") }
      })
    else { return kind }
    return .otherHuman(.homeopathic)
  }
}
