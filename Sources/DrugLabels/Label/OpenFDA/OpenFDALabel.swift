// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import SymptomMapping

/// Reads documents of openFDA's endpoint `/drug/label.json`.
///
/// Each field of text is a section with the string as it is, byte by byte; the headings and
/// numbers within it are left to those who read the text. Tables are read from the `*_table`
/// fields, where openFDA keeps the markup.
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
    // Behind the guide's own field, wherever that stands among the members.
    if !guide.isEmpty {
      label.sections[section("spl_medguide")].text.append(guide)
      note("boxed_warning: a medication guide, read as spl_medguide")
    }
    // A table may stand before the text of its field, or without it.
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
      // The guide for patients may stand among the parts of the boxed warning.
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
    let loinc = OpenFDASections.loinc(of: field)
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
      // Each substance must stand once: a label of several is a combination.
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

/// openFDA's text fields and the LOINC codes of their sections.
///
/// Generated from openFDA's list of sections (github.com/FDA/openfda, commit 2c152208,
/// openfda/spl/data/sections.csv; a work of the US government, CC0 1.0). A field is named like its
/// section, in openFDA's spelling: lower case, `and` for &.
enum OpenFDASections {
  /// Returns the code of a field; `nil` if the list does not contain it.
  static func loinc(of field: String) -> String? { codes[field] }

  private static let codes = list.split(whereSeparator: \.isWhitespace).reduce(
    into: [String: String]()
  ) { codes, entry in
    let parts = entry.split(separator: ":").map(String.init)
    if parts.count == 2 { codes[parts[0]] = parts[1] }
  }

  private static let list = """
    abuse:34086-9 accessories:60555-0 active_ingredient:55106-9 adverse_reactions:34084-4 alarms:69761-5
    animal_pharmacology_and_or_toxicology:34091-9 ask_doctor:50569-3 ask_doctor_or_pharmacist:50568-5
    assembly_or_installation_instructions:60556-8 boxed_warning:34066-1 calibration_instructions:60557-6
    carcinogenesis_and_mutagenesis_and_impairment_of_fertility:34083-6 cellular_therapy:60684-8 cleaning:60558-4
    clinical_pharmacology:34090-1 clinical_studies:34092-7 compatible_accessories:69760-7 components:60559-2
    contraindications:34070-3 controlled_substance:34085-1 dependence:34087-7 description:34089-3
    diagram_of_device:69758-1 disposal_and_waste_handling:69763-1 do_not_use:50570-1
    dosage_and_administration:34068-7 dosage_forms_and_strengths:43678-2 drug_abuse_and_dependence:42227-9
    drug_and_or_laboratory_test_interactions:34074-5 drug_interactions:34073-7 environmental_warning:50742-6
    food_safety_warning:50743-4 general_precautions:34072-9 geriatric_use:34082-8
    guaranteed_analysis_of_feed:50740-0 health_care_provider_letter:71744-7 health_claim:69719-3
    how_supplied:34069-5 inactive_ingredient:51727-6 indications_and_usage:34067-9
    information_for_owners_or_caregivers:50744-2 information_for_patients:34076-0 instructions_for_use:59845-8
    intended_use_of_the_device:60560-0 keep_out_of_reach_of_children:50565-1 labor_and_delivery:34079-4
    laboratory_tests:34075-2 mechanism_of_action:43679-0 microbiology:49489-8 nonclinical_toxicology:43680-8
    nonteratogenic_effects:34078-6 nursing_mothers:34080-2 other_safety_information:60561-8 overdosage:34088-5
    package_label_principal_display_panel:51945-4 patient_medication_information:68498-5 pediatric_use:34081-0
    pharmacodynamics:43681-6 pharmacogenomics:66106-6 pharmacokinetics:43682-4 precautions:42232-9 pregnancy:42228-7
    pregnancy_or_breast_feeding:53414-9 purpose:55105-1 questions:53413-1 recent_major_changes:43683-2
    references:34093-5 residue_warning:53412-3 risks:69759-9 route:60562-6 safe_handling_warning:50741-8
    spl_indexing_data_elements:48779-3 spl_medguide:42231-1 spl_patient_package_insert:42230-3
    spl_product_data_elements:48780-1 spl_unclassified_section:42229-5 statement_of_identity:69718-5
    stop_use:50566-9 storage_and_handling:44425-7 summary_of_safety_and_effectiveness:60563-4
    teratogenic_effects:34077-8 troubleshooting:69762-3 use_in_specific_populations:43684-0
    user_safety_warnings:54433-8 veterinary_indications:50745-9 warnings:34071-1 warnings_and_cautions:43685-7
    when_using:50567-7
    """
}
