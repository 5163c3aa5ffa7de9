// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText
import MedicationModel

/// A FHIR document: its medication resources as records, its code systems, and what was odd.
///
/// Reads JSON and XML of every FHIR version by shape: a resource, a Bundle
/// of any type and nesting, Parameters, a bare bundle entry, a top-level array,
/// NDJSON, or an Atom feed of DSTU1, recognised by content. A resource in XML
/// gives the same as its JSON. Every medication resource gives one record
/// or a problem of severity `error` that names its place. Nothing is
/// fetched, and no clock is consulted.
public struct FHIRDocument: Sendable {
  /// The medication resources in document order.
  public let records: [MedicationRecord]
  /// The AllergyIntolerance resources in document order.
  public let allergies: [AllergyRecord]
  /// How many Immunization resources there are; they are not medications and make no record.
  public let immunizationCount: Int
  /// How many ExplanationOfBenefit and Claim resources there are that were not read.
  public let skippedClaimCount: Int
  /// How many items of claims that were read have neither an NDC nor a code of RxNorm; they make no
  /// record.
  public let otherClaimItemCount: Int
  /// How many resources of each type there are, if there is no record.
  public let otherResources: [String: Int]
  /// The Patient resources in document order.
  public let patients: [PatientRecord]
  /// Lists and sections of Compositions, with the records that they lead to.
  public let lists: [RecordListing]
  /// What entries delete, or change in a way that is not read, and is not in the document; it may be
  /// in another document of its set.
  public let removals: Removals
  /// Everything but containers, if ``FHIRReadingOptions/keepsResources`` asks for it.
  package let resources: [PlacedResource]
  /// CodeSystem resources, and code systems inside ValueSet resources of DSTU2.
  public let codeSystems: [CodeSystemResource]
  /// ValueSet resources.
  public let valueSets: [ValueSetResource]
  /// ConceptMap resources.
  public let conceptMaps: [ConceptMapResource]
  /// NamingSystem resources.
  public let namingSystems: [NamingSystemResource]
  /// What was odd and belongs to no record; severity `error` means that something was not read.
  public let problems: [FHIRDocumentProblem]
  /// The FHIR version that the document shows; `nil` if nothing shows it.
  public let fhirVersion: FHIRVersion?

  /// Reads a document.
  ///
  /// Never fails: text that is neither JSON nor XML or holds no resource gives no records
  /// and one problem of severity `error` with its line and column.
  ///
  /// - Parameters:
  ///   - bytes: Text, not compressed: UTF-8, for XML also UTF-16, ISO-8859-1 and windows-1252.
  ///   - options: Limits of size and depth, and how much of resources other
  ///     than medications is checked; the mode is always tolerant.
  public init(_ bytes: [UInt8], options: JSONOptions = JSONOptions()) {
    self.init(bytes, reading: FHIRReadingOptions(text: options))
  }

  /// Reads a document as options say.
  ///
  /// - Parameters:
  ///   - bytes: Text, not compressed: UTF-8, for XML also UTF-16, ISO-8859-1 and windows-1252.
  ///   - reading: Limits, the version that is insisted on, and how much is read.
  ///   - neighbourhood: Where references are looked up that cannot be resolved
  ///     within the document; not used for NDJSON.
  public init(
    _ bytes: [UInt8], reading: FHIRReadingOptions, beside neighbourhood: FHIRNeighbourhood? = nil
  ) {
    var walk = DocumentWalk(reading, beside: neighbourhood)
    Self.read(bytes, reading, into: &walk)
    self.init(walk)
  }

  private static func read(
    _ bytes: [UInt8], _ reading: FHIRReadingOptions, into walk: inout DocumentWalk
  ) {
    var options = reading.text
    options.mode = .tolerant
    options.selection =
      reading.keepsResources ? nil : ResourceKind.selection(withClaims: reading.readsClaims)
    if isXML(bytes) {
      do throws(FHIRDocumentProblem) {
        guard let xml = reading.xml else { throw .xmlIsNotRead }
        walk.read(try xml.init(bytes, options: options))
      } catch {
        walk.problems.append(error)
      }
    } else {
      read(bytes, options: options, into: &walk)
    }
    walk.finish()
  }

  /// Takes some concepts of a code system, which is identified by its number in the document.
  public typealias ConceptSink = (_ system: Int, _ concepts: [CodeSystemConcept]) -> Void

  /// Reads a document and hands the concepts of its code systems over while they are read.
  ///
  /// At most about a thousand concepts and one tree of them are in memory: a
  /// system with a single root is handed over as a whole.
  ///
  /// - Parameters:
  ///   - bytes: Text, not compressed: UTF-8, for XML also UTF-16, ISO-8859-1 and windows-1252.
  ///   - reading: Limits, the version that is insisted on, and how much is read.
  ///   - sink: Takes the concepts of each code system in document order, every piece whole trees.
  public init(
    _ bytes: [UInt8], reading: FHIRReadingOptions = FHIRReadingOptions(),
    handingConceptsTo sink: ConceptSink
  ) {
    self = withoutActuallyEscaping(sink) { sink in
      var walk = DocumentWalk(reading)
      walk.terminology.sink = sink
      Self.read(bytes, reading, into: &walk)
      walk.terminology.sink = nil
      return FHIRDocument(walk)
    }
  }

  /// Takes over what a walk found.
  init(_ walk: DocumentWalk) {
    records = walk.records
    allergies = walk.allergies
    immunizationCount = walk.immunizationCount
    skippedClaimCount = walk.skippedClaimCount
    otherClaimItemCount = walk.otherClaimItemCount
    otherResources = walk.otherResources
    patients = walk.patients
    lists = walk.listings
    removals = walk.removals
    resources = walk.resources
    codeSystems = walk.terminology.codeSystems
    valueSets = walk.terminology.valueSets
    conceptMaps = walk.terminology.conceptMaps
    namingSystems = walk.terminology.namingSystems
    problems = walk.problems
    fhirVersion = walk.fhirVersion
  }

  private static func read(_ bytes: [UInt8], options: JSONOptions, into walk: inout DocumentWalk) {
    do {
      let document = try JSONDocument(bytes, options: options)
      if isSequence(document) {
        walk.read(lines: try JSONLines(bytes, options: options))
        return
      }
      walk.read(document)
      let trailing: Int? =
        switch document.trailing {
        case .nothing: nil
        case .data(let offset), .value(let offset): offset
        }
      if let trailing {
        let position = document.position(of: trailing)
        walk.reportTrailing(
          "document", mayHoldObject: bytes[trailing...].contains(UInt8(ascii: "{")), at: "",
          line: position.line, column: position.column)
      }
      walk.reportReplacements(
        surrogate: document.loneSurrogateOffset, omission: document.omissionOffset
      ) { document.position(of: $0) }
    } catch {
      if error.code != .empty, error.code != .encoding, error.code != .size,
        JSONLines.isLikely(bytes), let lines = try? JSONLines(bytes, options: options)
      {
        walk.read(lines: lines)
      } else {
        walk.report(notJSON: error)
      }
    }
  }

  /// Whether the text holds several values, not one.
  private static func isSequence(_ document: JSONDocument) -> Bool {
    switch document.trailing {
    case .nothing: return false
    case .value: return true
    case .data(let offset):
      // `{…}}` on one line and further objects below: lines, the first with a slip.
      let bytes = document.bytes
      var isLineStart = false
      for byte in bytes[offset...] {
        if byte == 0x0A {
          isLineStart = true
        } else if isLineStart, byte == 0x7B {
          return !bytes[document.root.offset..<document.endOffset].contains(0x0A)
        } else if byte > 0x20 {
          isLineStart = false
        }
      }
      return false
    }
  }

  /// Whether the first byte after a byte order mark and white space is `<`.
  ///
  /// UTF-16 is looked through: XML may be written in it, JSON may not.
  public static func isXML(_ bytes: [UInt8]) -> Bool {
    firstSign(of: bytes[...]) == 0x3C
  }

  /// The first byte of a text that is neither white space nor of a byte order mark, by which the
  /// kinds of document are distinguished; `nil` if there is none.
  package static func firstSign(of bytes: ArraySlice<UInt8>) -> UInt8? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case 0...0x20, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF: index += 1
      default: return bytes[index]
      }
    }
    return nil
  }
}

/// How a document is read.
public struct FHIRReadingOptions: Sendable {
  /// Limits of size and depth; the mode is always tolerant.
  public var text: JSONOptions
  /// The version that the caller insists on.
  ///
  /// It does not affect what is read: names that mean different things in different versions
  /// (`medication`, `reason`, `amount`, `status` of an allergy) differ in their shape, which no
  /// version shares. It is the version that is reported, even if nothing in the document
  /// distinguishes R4 from R4B or R5 from R6; a record whose elements show another version says
  /// so (`fhir-version`).
  public var version: FHIRVersion?
  /// Whether a record is read completely, or only which medication it names,
  /// its status with what negates it, its patient and its problems.
  ///
  /// Without details there are no dosages, dates, reasons, links and identifiers, and of lists
  /// only what they removed: for callers that print none of it.
  public var readsDetails: Bool
  /// Whether the items of ExplanationOfBenefit and Claim that have an NDC or a code of RxNorm make
  /// records: events, none of which says that a drug is used.
  public var readsClaims: Bool
  /// Whether the resources themselves are handed over, for callers that read more of them.
  package var keepsResources = false

  /// What reads documents in XML; `nil`: they are refused.
  public var xml: (any FHIRSyntax.Type)?

  /// Makes options; by default everything is read of JSON and no version is insisted on.
  public init(
    text: JSONOptions = JSONOptions(), version: FHIRVersion? = nil, readsDetails: Bool = true,
    readsClaims: Bool = false, xml: (any FHIRSyntax.Type)? = nil
  ) {
    self.text = text
    self.version = version
    self.readsDetails = readsDetails
    self.readsClaims = readsClaims
    self.xml = xml
  }
}

extension FHIRVersion {
  /// Reads a version as people and documents write it: `R4`, `stu3`, `4.0.1`, `6.0.0-ballot2`.
  ///
  /// - Parameter text: A name or a number; numbers of ballots count for the version that followed.
  public init?(named text: String) {
    let word = text.uppercased()
    if let version = FHIRVersion(rawValue: word) {
      self = version
      return
    }
    switch word {
    case "R1": self = .dstu1
    case "R2": self = .dstu2
    case "R3": self = .stu3
    default:
      guard let version = VersionEvidence.version(text) else { return nil }
      self = version
    }
  }

  /// Whether a resource that shows the other version may be one of this.
  func allows(_ other: FHIRVersion) -> Bool {
    switch (self, other) {
    case (.r4b, .r4), (.r4, .r4b), (.r6, .r5): true
    default: self == other
    }
  }
}

/// Another syntax of FHIR than JSON, whose documents are read as the JSON of the same resource.
///
/// `FHIRXMLText` of the module `FHIRXML` is the one for XML; it needs libxml2,
/// which an app that reads only JSON does not need.
public protocol FHIRSyntax: Sendable {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The text, not compressed.
  ///   - options: Limits of size and depth, and what is skipped.
  /// - Throws: The problem of a text that is not well-formed or not FHIR.
  init(_ bytes: [UInt8], options: JSONOptions) throws(FHIRDocumentProblem)

  /// The JSON.
  var document: JSONDocument { get }

  /// What of the text was not read, and counts in the JSON as an extension that changes the meaning.
  var problems: [FHIRDocumentProblem] { get }

  /// Returns the line and column of the text that a value was made from, from 1 on.
  func place(of node: JSONNode) -> (line: Int, column: Int)
}
