// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// What loaded code systems say about a code. A supplement defines nothing: its content is
// given with the concept of its base, or, if no base is loaded, separately and marked.

/// A code as a loaded code system defines it, with what supplements add.
public struct LoadedTerm: Sendable {
  /// The concept of the base; of a supplement where no loaded system defines the code.
  public let concept: CodeSystemConcept
  /// The concepts of supplements that add to it.
  public let supplements: [CodeSystemConcept]
  /// Whether only a supplement names the code: nothing that is loaded defines it.
  public let isSupplementOnly: Bool

  /// A further name, and which resource gives it.
  public typealias Designation = (
    language: String, use: String, value: String, from: LoadedCodeSystem
  )
  /// A property, and which resource gives it.
  public typealias Property = (code: String, kind: String, value: String, from: LoadedCodeSystem)

  /// Further names, those of the base first.
  public var designations: [Designation] {
    ([concept] + supplements).flatMap { concept in
      let system = concept.system
      return concept.designations.map { ($0.language, $0.use, $0.value, system) }
    }
  }

  /// Properties, those of the base first.
  public var properties: [Property] {
    ([concept] + supplements).flatMap { concept in
      let system = concept.system
      return concept.properties.map { ($0.code, $0.kind, $0.value, system) }
    }
  }

  /// Whether the code is marked as inactive: property `inactive`, or a status that says so.
  public var isInactive: Bool {
    properties.contains { property in
      switch property.code {
      case "inactive": property.value == "true"
      case "status": ["inactive", "retired", "deprecated"].contains(property.value.lowercased())
      default: false
      }
    }
  }
}

/// What all loaded versions of a code system say of a code.
public struct LoadedTerms: Sendable {
  /// One for each version that has the code, in the order of loading.
  public let terms: [LoadedTerm]
  /// Whether the code was only found without regard to letter case, which the system allows.
  public let isCaseFolded: Bool

  /// Whether versions that were not distinguished give the code different names.
  ///
  /// A version without a name, such as a supplement, conflicts with none.
  public var isAmbiguous: Bool {
    Set(terms.map { Array($0.concept.display.utf8) }.filter { !$0.isEmpty }).count > 1
  }
}

extension Catalog {
  /// What loaded code systems say of a code.
  ///
  /// Without a version all loaded versions of the system answer, in the order of loading; where
  /// their displays differ, the answer is ambiguous and none is chosen. A code of a system
  /// that does not tell letter cases apart is found in any; the exact one goes first.
  ///
  /// - Parameters:
  ///   - system: The URL of the system, exact or another right spelling.
  ///   - version: The version; any where `nil`.
  ///   - code: The code.
  /// - Returns: One term for each version that has the code, and those that only supplements name.
  public func terms(system: String, version: String? = nil, code: String) -> LoadedTerms {
    var found: [CodeSystemConcept] = []
    var isFolded = false
    for url in loadedURLs(of: system) {
      found += codeSystemConcepts(system: url, code: code)
    }
    if !found.contains(where: { !$0.system.isSupplement }) {
      let folded = foldedConcepts(system, code)
      isFolded = !folded.isEmpty
      found += folded
    }
    let bases = found.filter { concept in
      !concept.system.isSupplement && (version == nil || concept.system.version == version)
    }
    if isFolded {
      // The supplement writes the code as the system does, not as it was queried.
      for base in bases where base.code != code {
        found += codeSystemConcepts(system: base.system.url, code: base.code).filter {
          $0.system.isSupplement
        }
      }
    }
    let supplements = found.filter(\.system.isSupplement)
    var used: Set<Int> = []
    var terms = bases.map { base in
      let own = supplements.filter { $0.system.addsTo(base.system) }
      used.formUnion(own.map(\.index))
      return LoadedTerm(concept: base, supplements: own, isSupplementOnly: false)
    }
    if version == nil {
      terms += supplements.filter { !used.contains($0.index) }.map {
        LoadedTerm(concept: $0, supplements: [], isSupplementOnly: true)
      }
    }
    return LoadedTerms(terms: terms, isCaseFolded: isFolded && !bases.isEmpty)
  }

  func loadedURLs(of system: String) -> [String] {
    let wanted = Self.canonical(system)
    var urls: [String] = [system]
    for loaded in codeSystems {
      let url = loaded.url
      if !urls.contains(url), Self.canonical(url) == wanted { urls.append(url) }
    }
    return urls
  }

  private func foldedConcepts(_ system: String, _ code: String) -> [CodeSystemConcept] {
    guard file.section(.termKeys).count > 0 else { return [] }
    let key = String(decoding: NameKey.of(code), as: UTF8.self)
    var found: [CodeSystemConcept] = []
    for url in loadedURLs(of: system) {
      forEachTermKey(system: url, code: key, .foldedConcept) {
        found.append(CodeSystemConcept(catalog: self, index: $0))
      }
    }
    return found
  }
}

extension LoadedCodeSystem {
  private func detail(_ field: CodeSystemDetailField, _ place: Int = 0) -> UInt32 {
    index < catalog.file.section(.codeSystemDetails).count
      ? catalog.file.word(.codeSystemDetails, index, field.rawValue + place) : 0
  }

  private func details(_ field: CodeSystemDetailField) -> [[String]] {
    catalog.tuples(detail(field), detail(field, 1))
  }

  /// Whether it adds to another system instead of defining codes.
  public var isSupplement: Bool { content == "supplement" || !supplements.isEmpty }
  /// Whether it holds all codes of the system, as far as it says.
  public var isComplete: Bool { content == "complete" || resourceType == "ValueSet" }
  /// What nesting and parents mean; empty where the resource does not say.
  public var hierarchyMeaning: String { catalog.file.text(detail(.hierarchyMeaning)) }
  /// How many concepts the system has by its own account.
  public var statedCount: Int? {
    let count = detail(.statedCount)
    return count == 0 ? nil : Int(count) - 1
  }
  /// Whether the resource has no URL of its own.
  public var isURLInvented: Bool {
    detail(.flags) & CodeSystemDetailField.inventedURLFlag != 0
  }
  /// Properties that are declared: code, URI, meaning and type of value.
  public var declaredProperties: [(code: String, uri: String, meaning: String, type: String)] {
    details(.declarations).map { ($0[0], $0[1], $0[2], $0[3]) }
  }
  /// Business identifiers: system and value.
  public var identifiers: [(system: String, value: String)] {
    details(.identifiers).map { ($0[0], $0[1]) }
  }

  /// How many concepts it has, without reading them.
  public var conceptCount: Int { count(.concepts) }

  /// Version of the system whose codes it names: its own, or the one that a supplement adds to.
  ///
  /// Empty where the resource does not say.
  public var codesVersion: String {
    guard isSupplement else { return version }
    return supplements.firstIndex(of: "|").map {
      String(supplements[supplements.index(after: $0)...])
    } ?? ""
  }

  /// Whether it is a supplement of a system: of its URL, and of its version where it names one.
  func addsTo(_ base: LoadedCodeSystem) -> Bool {
    guard url == base.url else { return false }
    guard let bar = supplements.firstIndex(of: "|") else { return true }
    return supplements[supplements.index(after: bar)...] == base.version
  }
}
