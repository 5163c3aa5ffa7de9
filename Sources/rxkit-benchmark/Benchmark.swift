// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One benchmark by its name.
struct Benchmark: Sendable {
  let name: String
  /// What it measures, in a sentence.
  let abstract: String
  /// Measures, and gives a row for rxkit and one for each rival.
  let measure: @Sendable (Workshop) throws -> [BenchmarkRow]

  /// All, in the order in which they run.
  ///
  /// Whole processes come first: Linux counts our memory to theirs, so ours must be small.
  static let all = [
    Benchmark(
      name: "convert-bundle", abstract: "FHIR bundles become medication records: the whole process",
      measure: ConvertBundle.measure),
    Benchmark(
      name: "convert-bundles", abstract: "bundles that do not repeat, as Synthea lays them out",
      measure: ConvertDocuments.measureBundles),
    Benchmark(
      name: "convert-ndjson-mixed",
      abstract: "lines with few medications, also with --fast: the whole process",
      measure: ConvertDocuments.measureMixed),
    Benchmark(
      name: "convert-ndjson-dense",
      abstract: "a request with its Medication on each line: the whole process",
      measure: ConvertDocuments.measureDense),
    Benchmark(
      name: "read-xml", abstract: "bundles in XML to records, one thread", measure: ReadXML.measure),
    Benchmark(
      name: "build-catalog", abstract: "a release becomes a catalog: the whole process",
      measure: BuildCatalog.measure),
    Benchmark(
      name: "process-lookup", abstract: "rxkit lookup 308192, from exec to exit",
      measure: ProcessLookup.measure),
    Benchmark(
      name: "open-catalog", abstract: "open a catalog and get the first name, page cache warm",
      measure: OpenCatalog.measure),
    Benchmark(
      name: "lookup-hit", abstract: "a random code that is there, all fields read, warm",
      measure: LookupCodes.measureHits),
    Benchmark(
      name: "lookup-miss", abstract: "a random code that is not there, warm",
      measure: LookupCodes.measureMisses),
    Benchmark(
      name: "lookup-by-source-code", abstract: "a random code of another source than RXNORM, warm",
      measure: LookupKeys.measureSourceCodes),
    Benchmark(
      name: "lookup-by-unii", abstract: "a random UNII, warm", measure: LookupKeys.measureUNIIs),
    Benchmark(
      name: "lookup-by-ndc", abstract: "a random NDC, warm", measure: LookupKeys.measureNDCs),
    Benchmark(
      name: "lookup-by-name", abstract: "a random name as RxNorm writes it, warm",
      measure: LookupKeys.measureNames),
    Benchmark(
      name: "load-code-system",
      abstract: "a generated FHIR code system of 100,000 concepts, from bytes to rows",
      measure: LoadTerminology.measureCodeSystem),
    Benchmark(
      name: "load-supplement", abstract: "a generated FHIR supplement of 20 MB, from bytes to rows",
      measure: LoadTerminology.measureSupplement),
    Benchmark(
      name: "search-typeahead", abstract: "words being typed, the ten likeliest concepts, warm",
      measure: SearchTypeAhead.measure),
    Benchmark(
      name: "related-one", abstract: "all nineteen groups of amlodipine, warm",
      measure: RelatedConceptRows.measureOne),
    Benchmark(
      name: "related-all", abstract: "all nineteen groups of every active ingredient, warm",
      measure: RelatedConceptRows.measureAll),
    Benchmark(
      name: "match-text", abstract: "free text to the drug that is meant, one thread, warm",
      measure: MatchText.measure),
    Benchmark(
      name: "match-quality",
      abstract: "recorded texts beside common string matching; takes minutes with --rivals",
      measure: MatchQuality.measure),
    Benchmark(
      name: "side-effects", abstract: "the evidence of a product that has a label",
      measure: SideEffects.measureEvidence),
    Benchmark(
      name: "resolve-code", abstract: "everything the resolver says of such a product",
      measure: SideEffects.measureResolving),
  ]
}

/// Why a benchmark could not run.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
