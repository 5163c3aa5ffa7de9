// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words by which headers, captions and labels of rows are understood, in lower case.
enum TableVocabulary {
  static let placebo = LabelVocabulary.words("placebo")
  static let controls = LabelVocabulary.words("control")
  static let fillers = LabelVocabulary.words("filler")
  static let measures = LabelVocabulary.words("measure")
  static let degrees = LabelVocabulary.words("degree")
  static let rates = LabelVocabulary.shared["rate"]
  static let otherMeasures = LabelVocabulary.shared["other-measure"]
  static let pooled = LabelVocabulary.words("pooled")
  static let joints = LabelVocabulary.words("joint")
  static let sizeLabels = LabelVocabulary.shared["size-label"]
  static let leaving = LabelVocabulary.shared["leaving-table"]
  static let reactions = LabelVocabulary.shared["reaction-table"]
  static let salts = LabelVocabulary.words("salt")
}
