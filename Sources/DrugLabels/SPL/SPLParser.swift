// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping
internal import XMLText

// Each function begins behind the start tag of its element and ends behind the
// end tag of it, so that they nest as the elements do.

/// Reads the elements of one document in their order.
struct SPLParser: ~Copyable {
  var reader: XMLReader
  let names: SPLNames
  var label: DrugLabel
  /// Characters of one event that the text spells otherwise; kept for its memory.
  private var characters: [UInt8] = []
  /// The namespace of the outermost element; elements of others are not looked at.
  var namespace = XMLName.none

  init(_ bytes: [UInt8], file: String) throws(XMLError) {
    var options = XMLOptions(
      depthLimit: SPLReader.depthLimit, byteLimit: SPLReader.byteLimit, valueLimit: 1 << 20)
    options.wantsText = true
    reader = try XMLReader(bytes, options: options)
    names = SPLNames(reader)
    label = DrugLabel(source: .spl, file: file, kind: .unstated)
  }

  // MARK: The document

  mutating func document() throws(XMLError) -> SPLDocument {
    guard let root = try reader.next() else { return .skipped(reason: "no element") }
    namespace = root.namespace
    guard tag(root) == .document else {
      return .skipped(reason: "the outermost element is \(reader.string(root.name)), not document")
    }
    var isTyped = false
    while let event = try child() {
      switch tag(event) {
      case .code where !isTyped:
        isTyped = true
        let code = value(names.code, event)
        guard case .label(let kind) = SPLDocumentType(code) else {
          return .skipped(reason: Self.reason(code, value(names.displayName, event)))
        }
        label.kind = kind
        try skip()
      case .id:
        label.documentID = value(names.root, event)
        try skip()
      case .setId:
        label.setID = value(names.root, event).lowercased()
        try skip()
      case .versionNumber:
        label.version = value(names.value, event)
        try skip()
      case .effectiveTime:
        label.effectiveTime = value(names.value, event)
        try skip()
      case .title: label.title = try line()
      case .component: try body()
      default: try skip()
      }
    }
    // The rest of the text is read too: what follows the document would be an error.
    while try reader.next() != nil {}
    if !isTyped { label.notes.append("the document has no type") }
    if label.setID.isEmpty { label.notes.append("the document has no set id") }
    label.kind = label.kind(givenMarketingOf: label.products)
    return .label(label)
  }

  private static func reason(_ code: String, _ name: String) -> String {
    let words = name.isEmpty ? "" : " (\(name.prefix(60)))"
    return "document type \(code.isEmpty ? "not given" : code)\(words), no label of a drug"
  }

  private mutating func body() throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .structuredBody, .component: try body()
      case .section: try section(in: nil)
      default: try skip()
      }
    }
  }

  // MARK: Sections

  private mutating func section(in parent: Int?) throws(XMLError) {
    let index = label.sections.count
    label.sections.append(LabelSection(loinc: "", parent: parent))
    while let event = try child() {
      switch tag(event) {
      case .id:
        label.sections[index].id = value(names.root, event)
        try skip()
      case .code:
        label.sections[index].loinc = value(names.code, event)
        try skip()
      case .title: label.sections[index].title = try line()
      case .text:
        var tables: [TableGrid] = []
        let text = try text(&tables)
        label.sections[index].text.append(text)
        label.sections[index].tables += tables
      case .excerpt: try excerpt(of: index)
      case .component: try component(in: index)
      case .section: try section(in: index)
      case .subject: try subject()
      default: try skip()
      }
    }
  }

  private mutating func component(in parent: Int) throws(XMLError) {
    while let event = try child() {
      if tag(event) == .section { try section(in: parent) } else { try skip() }
    }
  }

  private mutating func excerpt(of index: Int) throws(XMLError) {
    while let event = try child() {
      switch tag(event) {
      case .highlight: try excerpt(of: index)
      case .text:
        var tables: [TableGrid] = []
        let text = try text(&tables)
        label.sections[index].highlight.append(text)
        label.sections[index].highlightTables += tables
      default: try skip()
      }
    }
  }

  // MARK: Events

  /// What an element is.
  func tag(_ event: XMLEvent) -> SPLTag {
    event.namespace == namespace ? names.tag(event.name) : .other
  }

  /// Reads to the next start tag within the open element; `nil` at the end of it.
  mutating func child() throws(XMLError) -> XMLEvent? {
    while let event = try reader.next() {
      switch event.kind {
      case .start: return event
      case .end: return nil
      case .text: break
      }
    }
    return nil
  }

  /// Reads to the end of the open element.
  mutating func skip() throws(XMLError) {
    var depth = 1
    while depth > 0, let event = try reader.next() {
      switch event.kind {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
  }

  /// An attribute of the event that was read last; empty if it does not have it.
  func value(_ name: XMLName, _ event: XMLEvent) -> String {
    reader.value(of: name, in: event).map { reader.string($0) } ?? ""
  }

  /// A number of the event that was read last.
  func number(_ name: XMLName, _ event: XMLEvent) -> Int {
    guard let slice = reader.value(of: name, in: event) else { return 1 }
    return Int(reader.string(slice)) ?? 1
  }

  /// Adds the characters of the event that was read last.
  mutating func append(_ event: XMLEvent, to collector: inout TextCollector) {
    let slice = event.text
    if !slice.isCopied, slice.start >= 0, slice.start + slice.count <= reader.bytes.count {
      return collector.append(reader.bytes, slice.start..<slice.start + slice.count)
    }
    characters.removeAll(keepingCapacity: true)
    reader.append(slice, to: &characters)
    collector.append(characters, 0..<characters.count)
  }

  /// The text of the open element in one line.
  mutating func line() throws(XMLError) -> String {
    var collector = TextCollector()
    try collect(into: &collector)
    return collector.takeLine()
  }

  /// Collects the text of the open element, in which breaks are blanks.
  private mutating func collect(into collector: inout TextCollector) throws(XMLError) {
    var depth = 1
    while depth > 0, let event = try reader.next() {
      switch event.kind {
      case .text: append(event, to: &collector)
      case .start:
        depth += 1
        if tag(event).isBreak { collector.appendSpace() }
      case .end:
        depth -= 1
        if tag(event).isBreak { collector.appendSpace() }
      }
    }
  }
}

extension LabelText {
  /// Adds a further text behind this one.
  mutating func append(_ other: LabelText) {
    guard !isEmpty else {
      self = other
      return
    }
    guard !other.isEmpty else { return }
    utf8.append(0x0A)
    let start = utf8.count
    utf8 += other.utf8
    blocks += other.blocks.map {
      Block($0.kind, start + $0.range.lowerBound..<start + $0.range.upperBound)
    }
  }
}

extension SPLTag {
  /// Whether it separates words in a line: a break, and the bounds of paragraphs and items.
  ///
  /// Captions do not: they are the bullets of items.
  var isBreak: Bool {
    switch self {
    case .br, .paragraph, .list, .item: true
    default: false
    }
  }
}
