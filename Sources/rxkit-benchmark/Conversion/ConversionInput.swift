// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog

/// Medications in documents, or in what was made of them.
struct Tally: Equatable {
  var records = 0
  /// Codings of the resources themselves, without those that they refer to.
  var codings = 0
}

/// Documents that conversions are measured on, made by Scripts/rivals/documents.py, and what must
/// be found in them.
struct ConversionInput {
  /// The file or folder.
  let path: String
  /// `bundles` or `lines`, an argument of rivals.
  let form: String
  let byteCount: Int
  let tally: Tally
  /// What it is, for people.
  let text: String

  /// Bundles as Synthea writes them.
  static func bundles(_ workshop: Workshop) throws -> ConversionInput {
    try ConversionInput("bundles", "bundles", workshop) { bytes, count in
      "\(bytes), \(count) bundles, unrepeated"
    }
  }

  /// A few of them in XML.
  static func xml(_ workshop: Workshop) throws -> ConversionInput {
    try ConversionInput("xml", "bundles", megabytes: 20, workshop) { "\($0), \($1) bundles" }
  }

  /// The resources of such bundles as lines: one in fifty is a medication.
  static func mixed(_ workshop: Workshop) throws -> ConversionInput {
    try ConversionInput("mixed", "lines", workshop) { bytes, _ in
      "\(bytes) of mixed lines, unrepeated"
    }
  }

  /// Requests with the Medication that each contains.
  static func dense(_ workshop: Workshop) throws -> ConversionInput {
    try ConversionInput("dense", "lines", workshop) { bytes, _ in
      "\(bytes) of requests, unrepeated"
    }
  }

  private init(
    _ name: String, _ form: String, megabytes: Int = 100, _ workshop: Workshop,
    text: (_ bytes: String, _ documents: String) -> String
  ) throws {
    path = workshop.path("grown-\(name)" + (form == "lines" ? ".ndjson" : ""))
    self.form = form
    let arguments = [
      try System.path(of: "python3"), try workshop.option("--scripts") + "/rivals/documents.py",
      name, try workshop.option("--bundles"), try workshop.drugsPath.get(), path, "\(megabytes)",
    ]
    let numbers = try ChildProcess.check(arguments).text.split { !$0.isNumber }
      .compactMap { Int($0) }
    guard numbers.count == 4, numbers[0] > 0 else {
      throw BenchmarkFailure("\(arguments[3]): no bundle in it")
    }
    byteCount = numbers[1]
    tally = Tally(records: numbers[2], codings: numbers[3])
    self.text = text(Quantity.memory(byteCount), Quantity.grouped(numbers[0]))
  }
}
