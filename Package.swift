// swift-tools-version: 6.2
// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import PackageDescription

/// Tests run on optimised code: RXKIT_OPTIMIZE compiles all but the tests so in a debug build, which
/// stays incremental, for the inner loop.
let optimization: [SwiftSetting] =
  Context.environment["RXKIT_OPTIMIZE"] == nil ? [] : [.unsafeFlags(["-O"])]

/// What is compiled fast and runs slowly; the module is written with its code, or all would be parsed
/// and checked a second time.
let unoptimized = ["-Onone", "-no-emit-module-separately-wmo"]

/// What libFuzzer sees of the library, and of no test: the kinds of coverage in RXKIT_COVERAGE.
let coverage: [SwiftSetting] =
  Context.environment["RXKIT_COVERAGE"].map { [.unsafeFlags(["-sanitize-coverage=\($0)"])] } ?? []

/// Settings of the readers that libFuzzer feeds: Swift 6 mode, the upcoming features, spans, and
/// warnings as errors.
let fuzzed: [SwiftSetting] =
  optimization + coverage + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableExperimentalFeature("Lifetimes"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
  ]

/// The same for all other Swift modules.
///
/// RXKIT_SANITIZE leaves them unoptimised: with the address sanitizer and libFuzzer's coverage the
/// optimiser takes five times as long (121 s of processor time against 26 for ConceptCatalog).
let strict: [SwiftSetting] =
  fuzzed + (Context.environment["RXKIT_SANITIZE"] == nil ? [] : [.unsafeFlags(unoptimized)])

/// Programs beside the tool, and tests: Foundation and Swift Testing's macros, whose expansions are
/// not marked for strict memory safety.
let plain: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
  .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// Tests are never optimised, whatever they test: compiling them takes longer than running them.
let testing: [SwiftSetting] =
  plain + [.unsafeFlags(unoptimized, .when(configuration: .release))]

/// What RXKIT_CHECK leaves unoptimised in the tree of the gate.
let unoptimizedInGate: [SwiftSetting] =
  Context.environment["RXKIT_CHECK"] == nil ? [] : [.unsafeFlags(unoptimized)]

/// Settings of programs that are built beside the tests and not run.
let measuring: [SwiftSetting] = plain + unoptimizedInGate

/// Settings of modules that words, tables and SQLite keep busy: optimising them takes the gate longer
/// than running them as they are.
let around: [SwiftSetting] = strict + unoptimizedInGate

/// How the tool that ships is linked: the flags in RXKIT_LINK.
///
/// They are not on the command line, so that the tests can be built out of the same objects.
let linking: [LinkerSetting] =
  Context.environment["RXKIT_LINK"].map { flags in
    [.unsafeFlags(flags.split(separator: " ").map(String.init))]
  } ?? []

/// Whether libxml2 is loaded when the first XML comes, and not linked: for the C library that ships.
let late: [CSetting] =
  Context.environment["RXKIT_LATE_XML"] == nil ? [] : [.define("CXML_LOADED_LATE")]

let package = Package(
  name: "rxkit",
  platforms: [.macOS(.v26), .iOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .executable(name: "rxkit", targets: ["rxkit-tool"]),
    .executable(name: "rxkit-labels", targets: ["rxkit-labels"]),
    // What an app embeds: the toolchain alone builds it.
    .library(
      name: "RxKit",
      targets: [
        "RxKit", "MedicationModel", "JSONText", "FHIRResources", "ConceptCatalog",
        "SymptomMapping", "DrugMatching", "MedicationResolver",
      ]),
    .library(name: "RxKitFoundation", targets: ["RxKitFoundation"]),
    .library(name: "RxKitHealthKit", targets: ["RxKitHealthKit"]),
    // What makes catalogs and reads and writes files; with libxml2, libdeflate and zlib.
    .library(
      name: "RxKitData",
      targets: [
        "RxNormRelease", "CatalogBuilding", "XMLText", "FHIRXML", "FHIRStreams",
        "MedicationLists", "DrugLabels", "CatalogExport", "MedicationExchange",
      ]),
    // A person's medications, doses and symptoms; with SQLite.
    .library(
      name: "RxKitStore",
      targets: [
        "MedicationStore", "MedicationAnswers", "MedicationModel", "JSONText", "HealthKitNames",
      ]),
    // The same answers in C, as columns of Arrow: liblibrxkit.so, which Scripts/build-wheel renames.
    .library(name: "librxkit", type: .dynamic, targets: ["LibRxKit"]),
  ],
  targets: [
    // C libraries and headers.
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "CEmbeddedTables"),
    .target(name: "CMasks"),
    .target(name: "CMemory"),
    .target(name: "CArrow"),
    .target(name: "CRxKit", dependencies: ["CArrow"]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .target(name: "CXML", dependencies: ["CLibXML2"], cSettings: late),

    // The vocabulary, and the formats that come in.
    .target(name: "Threads", swiftSettings: strict),
    .target(name: "EmbeddedTables", dependencies: ["CEmbeddedTables"], swiftSettings: strict),
    .target(name: "MedicationModel", swiftSettings: strict),
    .target(name: "UseWords", dependencies: ["EmbeddedTables"], swiftSettings: strict),
    .target(name: "JSONText", dependencies: ["CMasks"], swiftSettings: fuzzed),
    .target(name: "XMLText", dependencies: ["CXML"], swiftSettings: fuzzed),
    .target(
      name: "RxNormRelease", dependencies: ["CDeflate", "CZlib", "CMasks"], swiftSettings: fuzzed),
    .target(
      name: "FHIRResources",
      dependencies: ["EmbeddedTables", "UseWords", "JSONText", "MedicationModel"],
      swiftSettings: strict),
    .target(
      name: "FHIRXML", dependencies: ["JSONText", "XMLText", "MedicationModel", "FHIRResources"],
      swiftSettings: strict),

    .target(
      name: "FHIRStreams",
      dependencies: [
        "Threads", "CDeflate", "CMasks", "CZlib", "JSONText", "FHIRResources", "FHIRXML",
      ],
      swiftSettings: strict),

    // The catalog and the questions to it.
    .target(
      name: "ConceptCatalog", dependencies: ["EmbeddedTables", "MedicationModel"],
      swiftSettings: strict),
    .target(
      name: "SymptomMapping", dependencies: ["Threads", "MedicationModel", "ConceptCatalog"],
      swiftSettings: strict),
    .target(
      name: "DrugMatching",
      dependencies: [
        "Threads", "EmbeddedTables", "UseWords", "MedicationModel", "JSONText", "ConceptCatalog",
        "SymptomMapping",
      ],
      swiftSettings: strict),
    .target(
      name: "MedicationResolver",
      dependencies: [
        "Threads", "MedicationModel", "JSONText", "FHIRResources", "ConceptCatalog",
        "SymptomMapping",
        "DrugMatching",
      ],
      swiftSettings: strict),

    .target(
      name: "MedicationLists",
      dependencies: [
        "MedicationModel", "JSONText", "FHIRResources", "ConceptCatalog", "SymptomMapping",
        "MedicationResolver",
      ],
      swiftSettings: around),

    // What an app imports: all of it under one name, and Foundation's words for errors.
    .target(
      name: "RxKit",
      dependencies: [
        "MedicationModel", "JSONText", "FHIRResources", "ConceptCatalog", "SymptomMapping",
        "DrugMatching", "MedicationResolver",
      ],
      swiftSettings: strict),
    .target(name: "RxKitFoundation", dependencies: ["RxKit"], swiftSettings: strict),

    // Columns of other libraries in memory, and the C library that answers with such columns.
    .target(name: "ArrowColumns", dependencies: ["CArrow"], swiftSettings: strict),
    .target(
      name: "LibRxKit",
      dependencies: [
        "CArrow", "CRxKit", "ArrowColumns", "Threads", "EmbeddedTables", "MedicationModel",
        "JSONText", "FHIRResources", "FHIRXML", "FHIRStreams", "RxNormRelease", "ConceptCatalog",
        "SymptomMapping", "DrugMatching", "MedicationResolver", "CatalogBuilding",
      ],
      swiftSettings: around, linkerSettings: linking),

    // A release becomes a catalog.
    .target(
      name: "CatalogBuilding",
      dependencies: [
        "Threads", "CMasks", "MedicationModel", "RxNormRelease", "FHIRResources", "ConceptCatalog",
        "DrugMatching",
      ],
      swiftSettings: strict),

    // What drug labels say, with the evidence.
    .target(
      name: "DrugLabels",
      dependencies: [
        "Threads", "EmbeddedTables", "CZlib", "MedicationModel", "JSONText", "XMLText",
        "RxNormRelease", "FHIRStreams", "ConceptCatalog", "SymptomMapping", "DrugMatching",
      ],
      swiftSettings: strict),

    // The health store: medications, doses, symptoms, and which app may see them.
    .target(name: "SQLiteDatabase", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(
      name: "MedicationStore",
      dependencies: ["Threads", "MedicationModel", "JSONText", "SQLiteDatabase"],
      exclude: ["README.md"], swiftSettings: around),
    // What an app shows of the store that needs a catalog.
    .target(
      name: "HealthKitNames", dependencies: ["MedicationModel", "MedicationStore"],
      swiftSettings: around),
    .target(
      name: "MedicationAnswers",
      dependencies: [
        "MedicationModel", "MedicationStore", "ConceptCatalog", "SymptomMapping",
        "MedicationResolver",
      ],
      swiftSettings: around),

    // What HealthKit gives, as our values; empty where there is none.
    .target(
      name: "RxKitHealthKit", dependencies: ["MedicationModel"], exclude: ["README.md"],
      swiftSettings: strict),

    // Records of a store in the formats of others, and back.
    .target(
      name: "MedicationExchange",
      dependencies: [
        "MedicationModel", "JSONText", "XMLText", "RxNormRelease", "FHIRResources", "FHIRXML",
        "FHIRStreams",
        "ConceptCatalog", "MedicationResolver", "MedicationLists", "MedicationStore",
      ],
      exclude: ["README.md"], swiftSettings: around),

    // The catalog's content in the forms of other tools.
    .target(
      name: "CatalogExport",
      dependencies: [
        "SQLiteDatabase", "CZlib", "MedicationModel", "JSONText", "ConceptCatalog",
        "SymptomMapping", "MedicationResolver",
      ],
      swiftSettings: strict),

    // The tools and the measurements.
    .target(
      name: "CommandLineTool",
      dependencies: [
        "CMemory", "EmbeddedTables", "MedicationModel", "JSONText", "FHIRStreams",
        "ConceptCatalog", "SymptomMapping", "DrugMatching",
      ],
      swiftSettings: around),
    .executableTarget(
      name: "rxkit-tool",
      dependencies: [
        "CommandLineTool", "EmbeddedTables", "Threads", "CZlib", "MedicationModel", "JSONText",
        "RxNormRelease", "FHIRResources", "FHIRStreams", "ConceptCatalog", "SymptomMapping",
        "DrugMatching", "MedicationResolver", "MedicationLists", "CatalogBuilding",
        "CatalogExport", "MedicationStore", "MedicationExchange",
      ],
      swiftSettings: around, linkerSettings: linking),
    .executableTarget(
      name: "rxkit-labels",
      dependencies: [
        "CommandLineTool", "Threads", "EmbeddedTables", "MedicationModel", "JSONText",
        "ConceptCatalog", "SymptomMapping", "DrugMatching", "DrugLabels",
      ],
      swiftSettings: around, linkerSettings: linking),
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "rxkit-benchmark",
      dependencies: [
        "FHIRXML",
        "CatalogBuilding",
        "CAllocationCount", "CDeflate", "CSQLite", "MedicationModel", "JSONText", "RxNormRelease",
        "FHIRResources", "ConceptCatalog", "SymptomMapping", "DrugMatching", "MedicationResolver",
        "MedicationStore", "SQLiteDatabase",
      ],
      swiftSettings: measuring),
    .executableTarget(
      name: "rxkit-golden", dependencies: ["MedicationModel", "ConceptCatalog"],
      swiftSettings: measuring),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: [
        "CatalogBuilding", "ConceptCatalog", "JSONText", "RxNormRelease", "SymptomMapping", "CZlib",
      ],
      path: "Tests/TestSupport", swiftSettings: testing),
    .testTarget(
      name: "EmbeddedTablesTests",
      dependencies: ["TestSupport", "EmbeddedTables", "SymptomMapping"],
      swiftSettings: testing),
    .testTarget(
      name: "MedicationModelTests",
      dependencies: ["TestSupport", "MedicationModel", "EmbeddedTables", "UseWords"],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "JSONTextTests", dependencies: ["TestSupport", "JSONText", "CMasks"],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "XMLTextTests", dependencies: ["TestSupport", "XMLText"], exclude: ["Fixtures"],
      swiftSettings: testing),
    .testTarget(
      name: "RxNormReleaseTests",
      dependencies: ["TestSupport", "Threads", "RxNormRelease", "CZlib"],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "FHIRResourcesTests",
      dependencies: ["FHIRXML", "TestSupport", "FHIRResources", "JSONText", "MedicationModel"],
      exclude: ["Fixtures/README.md", "Support/write-xml.py"], resources: [.copy("Fixtures")],
      swiftSettings: testing),
    .testTarget(
      name: "FHIRStreamsTests",
      dependencies: [
        "FHIRXML",
        "TestSupport", "FHIRStreams", "FHIRResources", "JSONText", "MedicationModel", "CZlib",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "ConceptCatalogTests",
      dependencies: [
        "CatalogBuilding",
        "TestSupport",
        "ConceptCatalog", "RxNormRelease", "FHIRResources", "MedicationModel", "rxkit-golden",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "SymptomMappingTests",
      dependencies: [
        "CatalogBuilding",
        "TestSupport",
        "SymptomMapping", "ConceptCatalog", "RxNormRelease", "MedicationModel", "JSONText",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "DrugMatchingTests",
      dependencies: [
        "CatalogBuilding",
        "TestSupport",
        "DrugMatching", "SymptomMapping", "ConceptCatalog", "RxNormRelease", "FHIRResources",
        "UseWords", "MedicationModel", "JSONText",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "MedicationResolverTests",
      dependencies: [
        "FHIRXML",
        "CatalogBuilding",
        "TestSupport",
        "MedicationResolver", "DrugMatching", "SymptomMapping", "ConceptCatalog", "RxNormRelease",
        "FHIRResources",
        "MedicationModel", "JSONText",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "MedicationListsTests",
      dependencies: [
        "FHIRXML",
        "TestSupport",
        "MedicationLists", "MedicationResolver", "SymptomMapping", "ConceptCatalog",
        "RxNormRelease", "FHIRResources", "MedicationModel", "JSONText",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "DrugLabelsTests",
      dependencies: [
        "CatalogBuilding",
        "TestSupport",
        "DrugLabels", "rxkit-labels", "FHIRStreams", "SymptomMapping", "DrugMatching",
        "ConceptCatalog", "RxNormRelease",
        "MedicationModel", "JSONText", "XMLText", "CZlib",
      ],
      exclude: ["Fixtures", "Support/choose-rows.py", "Support/choose-made-rows.py"],
      swiftSettings: testing),
    .testTarget(
      name: "CatalogExportTests",
      dependencies: [
        "CatalogBuilding",
        "TestSupport",
        "CatalogExport", "SymptomMapping", "ConceptCatalog", "RxNormRelease", "FHIRResources",
        "MedicationModel", "JSONText",
      ],
      swiftSettings: testing),
    .executableTarget(
      name: "MedicationDiary",
      dependencies: [
        "MedicationAnswers", "MedicationStore", "MedicationModel", "MedicationResolver",
        "SymptomMapping", "ConceptCatalog",
      ],
      path: "Examples/MedicationDiary", swiftSettings: measuring),
    .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
    .executableTarget(
      name: "StoreWriter", dependencies: ["MedicationStore", "MedicationModel"],
      path: "Tests/StoreWriter", swiftSettings: testing),
    .testTarget(
      name: "MedicationStoreTests",
      dependencies: [
        "MedicationStore", "SQLiteDatabase", "MedicationModel", "JSONText", "CFaultVFS",
        "StoreWriter",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "MedicationAnswersTests",
      dependencies: [
        "TestSupport", "HealthKitNames", "MedicationAnswers", "MedicationStore",
        "MedicationResolver",
        "ConceptCatalog", "SymptomMapping", "MedicationModel", "CatalogBuilding", "RxNormRelease",
        "MedicationDiary",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "MedicationExchangeTests",
      dependencies: [
        "TestSupport", "MedicationExchange", "MedicationStore", "MedicationModel", "JSONText",
        "FHIRResources", "FHIRXML", "MedicationResolver",
      ],
      exclude: ["Fixtures"], swiftSettings: testing),
    .testTarget(
      name: "LibRxKitTests",
      dependencies: [
        "TestSupport", "CArrow", "CRxKit", "LibRxKit", "CatalogBuilding", "RxNormRelease",
        "SymptomMapping", "ConceptCatalog", "DrugMatching", "MedicationResolver", "MedicationModel",
        "JSONText", "FHIRResources", "FHIRXML",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "EmbeddingTests",
      dependencies: ["TestSupport", "RxKit", "RxKitFoundation", "JSONText"],
      swiftSettings: testing),
    .testTarget(
      name: "rxkitTests",
      dependencies: [
        "TestSupport", "CommandLineTool", "rxkit-tool", "rxkit-labels", "CRxKit", "LibRxKit",
        "JSONText", "FHIRResources", "FHIRStreams", "ConceptCatalog", "DrugLabels",
        "MedicationModel", "MedicationStore",
      ],
      exclude: ["Golden", "Fixtures"], swiftSettings: testing),
  ]
)

/// Suites that a sanitizer runs, out of the folders that they live in, as one module of tests.
///
/// RXKIT_TEST_TARGETS names it. Otherwise they are part of their folder's target, and it is not there.
let sanitizedSuites: [String: [String: [String]]] = [
  // Those that start threads, on small inputs.
  "ThreadTests": [
    "ConceptCatalogTests": [
      "ConcurrencyTests.swift", "ParallelBuildTests.swift", "Support/FixtureRelease.swift",
    ],
    "FHIRStreamsTests": [
      "LineStreamTests.swift", "PipeTests.swift", "Samples.swift", "SetTests.swift",
    ],
    "MedicationResolverTests": ["ManyThreadsTests.swift", "Support"],
    "MedicationStoreTests": ["MixedLoadTests.swift", "Support"],
    "RxNormReleaseTests": ["WorkerTests.swift"],
  ],
  // Those of the modules that use `unsafe` in more than a place or two; of the catalog and its exports
  // those that read, write or damage bytes, and of the C library those that hand it broken arrays.
  "AddressTests": [
    "CatalogExportTests": [
      "DatabaseTests.swift", "PackageTests.swift", "TableTests.swift", "Support",
    ],
    "ConceptCatalogTests": [
      "ConcurrencyTests.swift", "DamageTests.swift", "LookupTests.swift",
      "LyingCatalogTests.swift", "ParallelBuildTests.swift", "SearchTests.swift", "Support",
    ],
    "FHIRStreamsTests": ["."], "JSONTextTests": ["."],
    "LibRxKitTests": ["BrokenArrayTests.swift", "StreamTests.swift", "Support"],
    "RxNormReleaseTests": ["."], "XMLTextTests": ["."],
  ],
]
if let name = Context.environment["RXKIT_TEST_TARGETS"], let suites = sanitizedSuites[name] {
  // What the folders' own targets need, and what they leave out.
  var needed: Set<String> = []
  var excluded: [String] = []
  for target in package.targets where suites[target.name] != nil {
    for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    excluded += target.exclude.map { "\(target.name)/\($0)" }
  }
  package.targets.append(
    .testTarget(
      name: name, dependencies: needed.sorted().map { .byName(name: $0) }, path: "Tests",
      exclude: excluded,
      sources: suites.flatMap { folder, files in files.map { "\(folder)/\($0)" } }.sorted(),
      swiftSettings: testing))
}

// RXKIT_TEST_TARGETS leaves all but the named test targets, and what they need, out of a build:
// a sanitizer runs some suites alone.
if let names = Context.environment["RXKIT_TEST_TARGETS"] {
  var needed = Set(names.split(separator: ",").map { String($0) })
  var open = Array(needed)
  while let name = open.popLast() {
    for case .byNameItem(let name, _) in package.targets.first(where: { $0.name == name })?
      .dependencies ?? []
    where needed.insert(name).inserted {
      open.append(name)
    }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}
