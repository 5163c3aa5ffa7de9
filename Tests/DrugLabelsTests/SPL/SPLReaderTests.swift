// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

@Suite("SPL files")
struct SPLReaderTests {
  private static func read(_ inner: String, code: String = "34391-3") throws -> DrugLabel {
    let text = """
      <document xmlns="urn:hl7-org:v3"><code code="\(code)"/><setId root="A"/>\(inner)</document>
      """
    switch try SPLReader.label(Array(text.utf8), file: "a.xml") {
    case .label(let label): return label
    case .skipped(let reason): throw Skipped(reason: reason)
    }
  }

  private struct Skipped: Error { let reason: String }

  private static func text(_ markup: String) throws -> LabelText {
    let label = try read(
      "<component><structuredBody><component><section><text>\(markup)</text></section>"
        + "</component></structuredBody></component>")
    return label.sections.first?.text ?? LabelText()
  }

  @Test(
    "2.1 Text comes in blocks with its white space collapsed, tables apart",
    arguments: [
      ("<paragraph> a\n b </paragraph><paragraph>c</paragraph>", "a b⏎c"),
      ("a<paragraph>b<br/>c</paragraph>d", "a⏎b c⏎d"),
      (
        "<list><caption>h</caption><item>a</item><item><paragraph>b</paragraph></item></list>",
        "h⏎a⏎b"
      ),
      ("<list><item>a<list><item>b</item></list>c</item></list>", "a⏎b⏎c"),
      ("<paragraph>a <content styleCode='bold'>b</content>c<sup>2</sup></paragraph>", "a bc2"),
      ("<paragraph>a<footnote><paragraph>n</paragraph></footnote> b</paragraph>c", "a b⏎n⏎c"),
      ("a<table><tr><td>t</td></tr></table>b", "a⏎b"),
      ("a<renderMultiMedia referencedObject='x'><caption>c</caption></renderMultiMedia>", "a⏎c"),
      ("\u{A0}a\u{A0}\u{2003}b\u{200B}", "a b\u{200B}"), ("", ""),
    ])
  func blocks(markup: String, expected: String) throws {
    let text = try Self.text(markup)
    let string = String(decoding: text.utf8, as: UTF8.self)
    #expect(string.replacing("\n", with: "⏎") == expected)
    let blocks = text.blocks.map { String(decoding: text.utf8[$0.range], as: UTF8.self) }
    #expect(blocks.joined(separator: "⏎") == expected)
  }

  @Test("Marks of text may be hundreds deep; deeper sections are said, deeper text is an error")
  func depth() throws {
    func nested(_ name: String, _ count: Int, _ inner: String) -> String {
      String(repeating: "<\(name)>", count: count) + inner
        + String(repeating: "</\(name)>", count: count)
    }
    let text = try Self.text("<paragraph>" + nested("content", 900, "deep") + "</paragraph>")
    #expect(String(decoding: text.utf8, as: UTF8.self) == "deep")
    func sections(_ count: Int) throws -> DrugLabel {
      try Self.read(
        "<component><structuredBody>" + String(repeating: "<component><section>", count: count)
          + String(repeating: "</section></component>", count: count)
          + "</structuredBody></component>")
    }
    let label = try sections(50)
    #expect(label.sections.count == 50 && label.notes.isEmpty)
    let deep = try sections(900)
    #expect(deep.sections.count < 100 && deep.notes.first?.contains("deep") == true)
    #expect(throws: LabelError.self) { try Self.text(nested("content", 2_100, "deeper")) }
  }

  @Test("Items and captions are known as such")
  func blockKinds() throws {
    let text = try Self.text(
      "<paragraph>p</paragraph><list><caption>c</caption><item><caption>•</caption>i</item></list>")
    #expect(text.blocks.map(\.kind) == [.paragraph, .caption, .caption, .item])
  }

  @Test("2.1 Products of files of before 2009 have other names")
  func oldProducts() throws {
    let label = try Self.read(
      """
      <component><structuredBody><component><section><subject><manufacturedProduct>
      <manufacturedMedicine><code code="1"/><name>Old <suffix>XR</suffix></name>
      <formCode displayName="TABLET"/>
      <activeIngredient><activeIngredientSubstance><code code="D"/><name>d</name>
      <activeMoieties><activeMoiety><code code="E"/><name>e</name></activeMoiety></activeMoieties>
      </activeIngredientSubstance></activeIngredient>
      <inactiveIngredient><inactiveIngredientSubstance><name>x</name></inactiveIngredientSubstance>
      </inactiveIngredient></manufacturedMedicine>
      <consumedIn><substanceAdministration><routeCode displayName="ORAL"/>
      </substanceAdministration></consumedIn>
      </manufacturedProduct></subject></section></component></structuredBody></component>
      """)
    let product = try #require(label.products.first)
    #expect(product.name == "Old XR" && product.ndc == "1" && product.form == "TABLET")
    #expect(product.routes == ["ORAL"] && product.inactiveCount == 1)
    #expect(
      product.active == [
        LabelIngredient(
          basis: "", substance: LabelSubstance(unii: "D", name: "d"),
          moieties: [LabelSubstance(unii: "E", name: "e")])
      ])
  }

  @Test(
    "2.1 The type of the document tells what it is",
    arguments: [
      ("34391-3", LabelKind.prescription), ("45129-4", .prescription), ("75031-5", .prescription),
      ("34390-5", .overTheCounter),
      ("53404-0", .otherHuman(.vaccine)), ("60683-0", .otherHuman(.plasmaDerivative)),
      ("60684-8", .otherHuman(.cellularTherapy)), ("60682-2", .otherHuman(.allergenic)),
      ("50577-6", .veterinary), ("50578-4", .veterinary),
    ])
  func kinds(code: String, kind: LabelKind) throws {
    #expect(try Self.read("", code: code).kind == kind)
  }

  @Test(
    "2.1 Other types of documents are skipped with the reason",
    arguments: ["60685-5", "51726-8", ""])
  func otherTypes(code: String) {
    #expect(throws: Skipped.self) { try Self.read("", code: code) }
  }

  @Test("A label whose products are all marketed as homeopathic is of that kind")
  func homeopathic() throws {
    func product(_ category: String) -> String {
      "<subject><manufacturedProduct><manufacturedProduct/><subjectOf><approval><code "
        + "displayName='\(category)'/></approval></subjectOf></manufacturedProduct></subject>"
    }
    func kind(_ categories: String...) throws -> LabelKind {
      try Self.read(
        "<component><structuredBody><component><section>" + categories.map(product).joined()
          + "</section></component></structuredBody></component>"
      ).kind
    }
    #expect(try kind("Unapproved homeopathic") == .otherHuman(.homeopathic))
    #expect(try kind("Unapproved homeopathic", "NDA") == .prescription)
    #expect(try kind() == .prescription)
  }

  @Test("XML that is no SPL is skipped, and what is no XML is an error with its place")
  func noSPL() throws {
    #expect(
      try SPLReader.label(Array("<html/>".utf8), file: "a")
        == .skipped(reason: "the outermost element is html, not document"))
    let cut = Array("<document>\n<code code='34391-3'/>".utf8)
    #expect {
      try SPLReader.label(cut, file: "z.zip:a.xml")
    } throws: { error in
      "\(error)".hasPrefix("z.zip:a.xml:2:23: end of text, expected an end tag  [xml.truncated]")
    }
  }

  @Test("Every prefix of a file ends with an error or a reason")
  func prefixes() throws {
    let text = """
      <document xmlns="urn:hl7-org:v3"><code code="34391-3"/><component><structuredBody><component>
      <section><text>a<table><tr><td>b<footnote>c</footnote></td></tr></table></text></section>
      </component></structuredBody></component></document>
      """
    for count in 0..<text.utf8.count {
      let result = Result { () throws(LabelError) in
        try SPLReader.label(Array(text.utf8.prefix(count)), file: "a")
      }
      if case .success(.label) = result { Issue.record("a label of \(count) bytes") }
    }
  }

  @Test("Elements of another namespace are not taken for SPL's")
  func otherNamespace() throws {
    let label = try Self.read("<x:setId xmlns:x='urn:x' root='B'/><versionNumber value='2'/>")
    #expect(label.setID == "a" && label.version == "2")
  }
}
