// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import SymptomMapping

/// Reads documents of openFDA's endpoint `/drug/label.json`.
///
/// Each field of text is a section with the unchanged string; the headings and
/// numbers within it are left to the readers of the text. Tables are read from
/// the `*_table` fields, where openFDA keeps the markup.
public enum OpenFDAReader {
  /// Reads a text that contains labels: openFDA's envelope, an array, one object, or JSON Lines.
  ///
  /// For files of any size use ``LabelFiles``, which reads them piece by piece.
  ///
  /// - Returns: For each object a label, a reason, or what is wrong with it.
  public static func labels(_ bytes: [UInt8], file: String) -> [Result<LabelDocument, LabelError>] {
    var pieces = OpenFDAPieces(named: file)
    var documents: [Result<LabelDocument, LabelError>] = []
    pieces.append(bytes)
    pieces.end()
    while let piece = pieces.next() { documents.append(piece.flatMap { read($0, file: file) }) }
    return documents
  }

  static func read(_ piece: OpenFDAPiece, file: String) -> Result<LabelDocument, LabelError> {
    do {
      let document = try JSONDocument(piece.bytes)
      let result = read(document.root, file: file + piece.suffix)
      guard case .label(var label) = result, document.trailing != .nothing else {
        return .success(result)
      }
      label.notes.append("ignored text after the JSON object")
      return .success(.label(label))
    } catch { return .failure(LabelError(error, file: file, line: piece.line)) }
  }

  static func read(_ node: JSONNode, file: String) -> LabelDocument {
    guard node.isObject else { return .skipped(reason: "not a JSON object") }
    guard
      node["set_id"] != nil || node["openfda"] != nil || node["spl_product_data_elements"] != nil
    else {
      return .skipped(
        reason: node["error"] == nil
          ? "a JSON object without set_id and openfda" : "an error reply of openFDA, not a label")
    }
    var document = OpenFDALabel(file: file)
    document.read(node)
    return .label(document.label)
  }
}

/// Makes a label of one of openFDA's objects.
struct OpenFDALabel {
  private(set) var label: DrugLabel
  private var indices: [String: Int] = [:]
  private var tables: [(field: String, value: JSONNode)] = []
  private var guide = LabelText()

  init(file: String) { label = DrugLabel(source: .openFDA, file: file, kind: .unstated) }

  mutating func read(_ node: JSONNode) {
    for (name, value) in node.members {
      let field = name.string ?? ""
      switch field {
      case "id": label.documentID = text(value, field)
      case "set_id": label.setID = text(value, field).lowercased()
      case "version": label.version = text(value, field)
      case "effective_time": label.effectiveTime = text(value, field)
      case "openfda": readProduct(value)
      case _ where field.hasSuffix("_table"):
        tables.append((String(field.dropLast("_table".count)), value))
      default: readSection(field, value)
      }
    }
    // After the guide's own field, wherever that is among the members.
    if !guide.isEmpty {
      label.sections[section("spl_medguide")].text.append(guide)
      note("boxed_warning: a medication guide, read as spl_medguide")
    }
    // A table may come before the text of its field, or without it.
    for (field, value) in tables { readTables(field, value) }
    if label.setID.isEmpty { label.notes.append("the document has no set id") }
  }

  private mutating func readSection(_ field: String, _ value: JSONNode) {
    // Names with @ are openFDA's own bookkeeping in older documents.
    guard !field.hasPrefix("@") else { return }
    var text = LabelText()
    var isGuide = false
    for element in elements(value) {
      guard let string = element.string else {
        note("\(field): a value that is not a string")
        continue
      }
      // The guide for patients may be among the parts of the boxed warning.
      if field == "boxed_warning", let begins = Self.beginsGuide(string) { isGuide = begins }
      if isGuide { guide.append(LabelText(string)) } else { text.append(LabelText(string)) }
    }
    label.sections[section(field)].text.append(text)
  }

  /// Whether a part begins a guide for patients, or a warning; `nil` if it begins neither.
  private static func beginsGuide(_ text: String) -> Bool? {
    let start = text.drop { $0.isWhitespace }.prefix(16).uppercased()
    if start.hasPrefix("MEDICATION GUIDE") { return true }
    return start.hasPrefix("WARNING") || start.hasPrefix("BOXED WARNING") ? false : nil
  }

  private mutating func readTables(_ field: String, _ value: JSONNode) {
    let index = section(field)
    var inner: [TableGrid] = []
    for (number, element) in elements(value).enumerated() {
      let name = "\(field)_table[\(number)]"
      guard let markup = element.string else {
        note("\(name): a value that is not a string")
        continue
      }
      let (grids, problem) = TableMarkup.read(Array(markup.utf8))
      if let problem { note("\(name): \(problem)") }
      // One that cannot be read keeps its place: tables are counted as the field has them.
      label.sections[index].tables.append(grids.first ?? TableGrid())
      inner += grids.dropFirst()
    }
    label.sections[index].tables += inner
  }

  private mutating func section(_ field: String) -> Int {
    if let index = indices[field] { return index }
    let loinc = LabelSections.codes[field]
    if loinc == nil { note("\(field): a field whose section is not known") }
    var section = LabelSection(loinc: loinc ?? "")
    section.field = field
    indices[field] = label.sections.count
    label.sections.append(section)
    return label.sections.count - 1
  }

  /// Reads the block that openFDA adds, which may be empty.
  private mutating func readProduct(_ block: JSONNode) {
    label.rxcuis = strings(block, "rxcui")
    var product = LabelProduct()
    product.name = strings(block, "brand_name").joined(separator: ", ")
    product.genericName = strings(block, "generic_name").joined(separator: ", ")
    product.routes = strings(block, "route")
    let codes = strings(block, "product_ndc")
    if codes.count == 1 { product.ndc = codes[0] }
    readIngredients(of: &product, strings(block, "substance_name"), strings(block, "unii"))
    if product != LabelProduct() { label.products = [product] }
    label.kind = Self.kind(strings(block, "product_type"))
  }

  private mutating func readIngredients(
    of product: inout LabelProduct, _ names: [String], _ codes: [String]
  ) {
    guard names.count == codes.count || names.isEmpty || codes.isEmpty else {
      // Each substance must occur once: a label of several is a combination.
      note("openfda: \(codes.count) UNIIs do not pair with \(names.joined(separator: ", "))")
      product.hasCertainPairs = false
      product.active = codes.map { .init(LabelSubstance(unii: $0, name: "")) }
      return
    }
    product.active = (0..<max(names.count, codes.count)).map { index in
      LabelIngredient(
        LabelSubstance(
          unii: codes.isEmpty ? "" : codes[index], name: names.isEmpty ? "" : names[index]))
    }
    product.hasCertainPairs = names.count < 2 || codes.isEmpty
  }

  static func kind(_ types: [String]) -> LabelKind {
    let types = types.map { $0.uppercased() }
    if types.contains("HUMAN PRESCRIPTION DRUG") { return .prescription }
    if types.contains("HUMAN OTC DRUG") { return .overTheCounter }
    let words: [(String, LabelKind)] = [
      ("ANIMAL", .veterinary), ("VACCINE", .otherHuman(.vaccine)),
      ("PLASMA", .otherHuman(.plasmaDerivative)), ("CELL", .otherHuman(.cellularTherapy)),
      ("ALLERGENIC", .otherHuman(.allergenic)),
    ]
    for type in types {
      if let (_, kind) = words.first(where: { type.holds($0.0) }) { return kind }
    }
    return types.isEmpty ? .unstated : .otherHuman(.other)
  }

  private mutating func text(_ value: JSONNode, _ field: String) -> String {
    if let text = value.scalarText { return text }
    note("\(field): a value that is not a string")
    return ""
  }

  private mutating func strings(_ block: JSONNode, _ field: String) -> [String] {
    guard let value = block[field] else { return [] }
    return elements(value).compactMap { element in
      if element.string == nil { note("openfda.\(field): a value that is not a string") }
      return element.string
    }
  }

  private func elements(_ value: JSONNode) -> [JSONNode] {
    value.isArray ? Array(value.elements) : [value]
  }

  private mutating func note(_ note: String) { label.notes.append(note) }
}
