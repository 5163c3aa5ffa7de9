// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping
internal import XMLText

/// The outcome of reading an XML file or a JSON object.
public enum LabelDocument: Sendable, Hashable {
  case label(DrugLabel)
  case skipped(reason: String)
}

/// Reads Structured Product Labeling: one XML file is one version of one label.
///
/// The format is HL7 SPL, namespace `urn:hl7-org:v3`. Files from before 2009, which name products
/// and ingredients differently, are read as well. Nothing is looked up in a catalog.
public enum SPLReader {
  static let byteLimit = 1 << 28
  /// The limit of nested elements.
  static let depthLimit = 2_000
  /// The limit of recursion, for which the stack of a thread has room.
  static let nestingLimit = 128

  /// Reads a file.
  ///
  /// - Returns: The label, or why it is not one.
  public static func label(_ bytes: [UInt8], file: String) throws(LabelError) -> LabelDocument {
    do {
      var parser = try SPLParser(bytes, file: file)
      return try parser.document()
    } catch { throw LabelError(error, file: file) }
  }

  /// The kind of label for the LOINC code of a document type; `nil` for an indexing file, a
  /// registration, a label of something else.
  static func kind(ofType code: String) -> LabelKind? {
    switch code {
    // The second is for drugs compounded by outsourcing facilities, which prescribers order; the
    // third is a prescription label with highlights.
    case "34391-3", "75031-5", "45129-4": .prescription
    case "34390-5": .overTheCounter
    case "53404-0": .otherHuman(.vaccine)
    case "60683-0": .otherHuman(.plasmaDerivative)
    case "60684-8", "53408-1": .otherHuman(.cellularTherapy)
    case "60682-2", "53405-7": .otherHuman(.allergenic)
    // Prescription and non-prescription drugs for animals, and medicated feed of all types.
    case "50577-6", "50578-4", "50571-9", "50572-7", "50573-5", "50574-3", "50575-0", "50576-8":
      .veterinary
    default: nil
    }
  }
}

/// Reads the elements of one document in order.
struct SPLParser: ~Copyable {
  private var reader: XMLReader
  let names: SPLNames
  var label: DrugLabel
  private var depth = 0
  private var nesting = 0
  /// The unescaped characters of one event; kept to reuse its memory.
  private var characters: [UInt8] = []
  /// The namespace of the root element; elements of other namespaces are ignored.
  private var namespace = XMLName.none

  init(_ bytes: [UInt8], file: String) throws(XMLError) {
    var options = XMLOptions(
      depthLimit: SPLReader.depthLimit, byteLimit: SPLReader.byteLimit, valueLimit: 1 << 20)
    options.wantsText = true
    reader = try XMLReader(bytes, options: options)
    names = SPLNames(reader)
    label = DrugLabel(source: .spl, file: file, kind: .unstated)
  }

  mutating func document() throws(XMLError) -> LabelDocument {
    guard let root = try next() else { return .skipped(reason: "no element") }
    guard tag(root) == .document else {
      return .skipped(reason: "the outermost element is \(reader.string(root.name)), not document")
    }
    var isTyped = false
    while let event = try child(of: 1) {
      switch tag(event) {
      case .code where !isTyped:
        isTyped = true
        let code = value(names.code, event)
        guard let kind = SPLReader.kind(ofType: code) else {
          let name = value(names.displayName, event)
          let type =
            (code.isEmpty ? "not given" : code) + (name.isEmpty ? "" : " (\(name.prefix(60)))")
          return .skipped(reason: "document type \(type), not a drug label")
        }
        label.kind = kind
      case .id: label.documentID = value(names.root, event)
      case .setId: label.setID = value(names.root, event).lowercased()
      case .versionNumber: label.version = value(names.value, event)
      case .effectiveTime: label.effectiveTime = value(names.value, event)
      case .title: label.title = try line()
      case .component: try body()
      default: break
      }
    }
    // The rest of the text is read too: anything after the document is an error.
    while try next() != nil {}
    if !isTyped { label.notes.append("the document has no type") }
    if label.setID.isEmpty { label.notes.append("the document has no set id") }
    label.kind = label.kind(givenMarketingOf: label.products)
    return .label(label)
  }

  private mutating func body() throws(XMLError) {
    try children { (parser, tag, _) throws(XMLError) in
      switch tag {
      case .structuredBody, .component: try parser.body()
      case .section: try parser.section(in: nil)
      default: break
      }
    }
  }

  private mutating func section(in parent: Int?) throws(XMLError) {
    let index = label.sections.count
    label.sections.append(LabelSection(loinc: "", parent: parent))
    try children { (parser, tag, event) throws(XMLError) in
      switch tag {
      case .id: parser.label.sections[index].id = parser.value(parser.names.root, event)
      case .code: parser.label.sections[index].loinc = parser.value(parser.names.code, event)
      case .title: parser.label.sections[index].title = try parser.line()
      case .text:
        var tables: [TableGrid] = []
        let text = try parser.text(&tables)
        parser.label.sections[index].text.append(text)
        parser.label.sections[index].tables += tables
      case .excerpt: try parser.excerpt(of: index)
      case .component:
        try parser.children { (parser, tag, _) throws(XMLError) in
          if tag == .section { try parser.section(in: index) }
        }
      case .section: try parser.section(in: index)
      case .subject:
        try parser.children { (parser, tag, _) throws(XMLError) in
          if tag == .manufacturedProduct { parser.label.products.append(try parser.product()) }
        }
      default: break
      }
    }
  }

  private mutating func excerpt(of index: Int) throws(XMLError) {
    try children { (parser, tag, _) throws(XMLError) in
      switch tag {
      case .highlight: try parser.excerpt(of: index)
      case .text:
        var tables: [TableGrid] = []
        let text = try parser.text(&tables)
        parser.label.sections[index].highlight.append(text)
        parser.label.sections[index].highlightTables += tables
      default: break
      }
    }
  }

  /// The next event; `nil` at the end of the text.
  mutating func next() throws(XMLError) -> XMLEvent? {
    guard let event = try reader.next() else { return nil }
    switch event.kind {
    case .start:
      if depth == 0 { namespace = event.namespace }
      depth += 1
    case .end: depth -= 1
    case .text: break
    }
    return event
  }

  /// The next event within an element; `nil` at its end.
  mutating func next(within level: Int) throws(XMLError) -> XMLEvent? {
    let event = try next()
    return depth < level ? nil : event
  }

  var level: Int { depth }

  /// Reads the child elements of the open element; whatever the body does not read is skipped.
  mutating func children(
    _ body: (inout SPLParser, SPLTag, XMLEvent) throws(XMLError) -> Void
  ) throws(XMLError) {
    guard try begin() else { return }
    let level = depth
    while let event = try child(of: level) { try body(&self, tag(event), event) }
    end()
  }

  /// Begins to read the open element; if it is nested too deep, skips it with a note.
  mutating func begin() throws(XMLError) -> Bool {
    if nesting < SPLReader.nestingLimit {
      nesting += 1
      return true
    }
    let note =
      "sections, parts or tables are more than \(nesting) deep: what is deeper was not read"
    if label.notes.last != note { label.notes.append(note) }
    try skip()
    return false
  }

  mutating func end() { nesting -= 1 }

  /// Reads to the next child of an element, skipping the unread rest of the previous one.
  private mutating func child(of level: Int) throws(XMLError) -> XMLEvent? {
    while let event = try next(within: level) {
      if event.kind == .start, depth == level + 1 { return event }
    }
    return nil
  }

  mutating func skip() throws(XMLError) {
    let level = depth
    while try next(within: level) != nil {}
  }

  func tag(_ event: XMLEvent) -> SPLTag {
    event.namespace == namespace ? names.tag(event.name) : .other
  }

  /// An attribute of the last event; empty if it does not have it.
  func value(_ name: XMLName, _ event: XMLEvent) -> String {
    reader.value(of: name, in: event).map { reader.string($0) } ?? ""
  }

  mutating func append(_ event: XMLEvent, to collector: inout TextCollector) {
    let slice = event.text
    if !slice.isCopied, slice.start >= 0, slice.start + slice.count <= reader.bytes.count {
      return collector.append(reader.bytes, slice.start..<slice.start + slice.count)
    }
    characters.removeAll(keepingCapacity: true)
    reader.append(slice, to: &characters)
    collector.append(characters, 0..<characters.count)
  }

  mutating func line() throws(XMLError) -> String {
    var collector = TextCollector()
    let level = depth
    while let event = try next(within: level) {
      if event.kind == .text {
        append(event, to: &collector)
      } else if tag(event).isBreak {
        collector.appendSpace()
      }
    }
    return collector.line
  }
}

extension DrugLabel {
  /// The kind of a document: homeopathic if all of its products are marketed so.
  fileprivate func kind(givenMarketingOf products: [LabelProduct]) -> LabelKind {
    let areHomeopathic = products.allSatisfy { product in
      !product.marketing.isEmpty
        && product.marketing.allSatisfy { $0.lowercased().holds("homeopathic") }
    }
    return areHomeopathic && !products.isEmpty ? .otherHuman(.homeopathic) : kind
  }
}
