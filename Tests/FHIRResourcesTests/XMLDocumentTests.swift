// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("FHIR in XML")
struct XMLDocumentTests {
  /// The same resource in XML and in JSON, written by hand after section 12.
  static let pairs: [(xml: String, json: String)] = [
    (
      """
      <MedicationRequest xmlns="http://hl7.org/fhir"><id value="r1"/>
        <meta><profile value="http://hl7.org/fhir/STU3/x"/></meta>
        <text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml"><p>x</p></div></text>
        <contained><Medication><id value="m"/><code>
          <coding><system value="s"/><code value="1.00"/><display value="a &amp; &lt;b&gt;&#10;é"/></coding>
          <coding><code value="2"/></coding><text value=" t "/></code></Medication></contained>
        <status value="active"/><intent value="plan"/>
        <medicationReference><reference value="#m"/><display value="d"/></medicationReference>
        <subject><reference value="Patient/1"/></subject>
        <dosageInstruction><text value="one"/></dosageInstruction>
        <dosageInstruction><text value="two"/></dosageInstruction>
        <dispenseRequest><quantity><value value="30.0"/><unit value="TAB"/></quantity></dispenseRequest>
      </MedicationRequest>
      """,
      """
      {"resourceType":"MedicationRequest","id":"r1","meta":{"profile":["http://hl7.org/fhir/STU3/x"]},
       "text":{"status":"generated"},
       "contained":[{"resourceType":"Medication","id":"m","code":{"coding":[
         {"system":"s","code":"1.00","display":"a & <b>\\né"},{"code":"2"}],"text":" t "}}],
       "status":"active","intent":"plan","medicationReference":{"reference":"#m","display":"d"},
       "subject":{"reference":"Patient/1"},
       "dosageInstruction":[{"text":"one"},{"text":"two"}],
       "dispenseRequest":{"quantity":{"value":30.0,"unit":"TAB"}}}
      """
    ),
    (
      """
      <f:Bundle xmlns:f="http://hl7.org/fhir" xmlns:x="http://www.w3.org/2001/XMLSchema-instance"
          x:schemaLocation="http://hl7.org/fhir ../fhir-single.xsd">
        <f:type value="collection"/>
        <f:entry><f:fullUrl value="urn:uuid:1"/><f:resource><f:Medication>
          <f:code><f:text value="t"/></f:code></f:Medication></f:resource></f:entry>
        <f:entry><f:resource><f:Bundle><f:entry><f:resource><f:MedicationStatement>
          <f:status value="on-hold"/><f:taken value="n"/>
          <f:medicationReference><f:reference value="urn:uuid:1"/></f:medicationReference>
          <f:dosage><f:text value="daily"/></f:dosage>
        </f:MedicationStatement></f:resource></f:entry></f:Bundle></f:resource></f:entry>
        <f:entry><f:request><f:method value="DELETE"/></f:request></f:entry>
      </f:Bundle>
      """,
      """
      {"resourceType":"Bundle","type":"collection","entry":[
        {"fullUrl":"urn:uuid:1","resource":{"resourceType":"Medication","code":{"text":"t"}}},
        {"resource":{"resourceType":"Bundle","entry":[{"resource":{
          "resourceType":"MedicationStatement","status":"on-hold","taken":"n",
          "medicationReference":{"reference":"urn:uuid:1"},"dosage":[{"text":"daily"}]}}]}},
        {"request":{"method":"DELETE"}}]}
      """
    ),
    (
      """
      <Parameters xmlns="http://hl7.org/fhir"><parameter><name value="a"/>
        <part><name value="b"/><resource><MedicationRequest>
          <status><extension url="http://hl7.org/fhir/StructureDefinition/data-absent-reason">
            <valueCode value="unknown"/></extension></status>
          <doNotPerform id="x"><extension url="e"><valueString value="s"/></extension></doNotPerform>
          <modifierExtension url="u"><valueBoolean value="true"/></modifierExtension>
          <medicationCodeableConcept><coding><system value="s"><extension url="e"/></system>
            <code><extension url="e"/></code><display value=""/></coding></medicationCodeableConcept>
        </MedicationRequest></resource></part></parameter></Parameters>
      """,
      """
      {"resourceType":"Parameters","parameter":[{"name":"a","part":[{"name":"b","resource":{
        "resourceType":"MedicationRequest",
        "_status":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",
          "valueCode":"unknown"}]},
        "_doNotPerform":{"id":"x","extension":[{"url":"e","valueString":"s"}]},
        "modifierExtension":[{"url":"u","valueBoolean":true}],
        "medicationCodeableConcept":{"coding":[{"system":"s","_system":{"extension":[{"url":"e"}]},
          "_code":{"extension":[{"url":"e"}]},"display":""}]}}}]}]}
      """
    ),
    (
      // Several resources in one `contained`; elements of one name that do not stand together.
      """
      <MedicationAdministration xmlns="http://hl7.org/fhir"><contained><Medication><id value="m"/>
          <ingredient><itemReference><reference value="#s"/></itemReference><isActive value="true"/>
          </ingredient></Medication><Substance><id value="s"/><code><coding><code value="1"/></coding>
          <coding><code value="2"/></coding></code></Substance></contained>
        <status value="completed"/>
        <medicationReference><reference value="#m"/></medicationReference>
        <dosage><text value="x"/></dosage>
        <contained><Patient><id value="p"/><name><given value="A"/></name></Patient></contained>
      </MedicationAdministration>
      """,
      """
      {"resourceType":"MedicationAdministration","contained":[
        {"resourceType":"Medication","id":"m","ingredient":[{"itemReference":{"reference":"#s"},
          "isActive":true}]},
        {"resourceType":"Substance","id":"s","code":{"coding":[{"code":"1"},{"code":"2"}]}},
        {"resourceType":"Patient","id":"p","name":[{"given":["A"]}]}],
       "status":"completed","medicationReference":{"reference":"#m"},"dosage":{"text":"x"}}
      """
    ),
    (
      // The bundle of DSTU1.
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>urn:uuid:f</id>
        <entry><title>m</title><id>urn:uuid:m</id><content type="text/xml">
          <Medication xmlns="http://hl7.org/fhir"><name value="n"/><code><text value="t"/></code>
          </Medication></content><summary type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x
          </div></summary></entry>
        <entry><id>urn:uuid:p</id><content type="text/xml">
          <MedicationPrescription xmlns="http://hl7.org/fhir"><status value="entered in error"/>
            <medication><reference value="urn:uuid:m"/></medication></MedicationPrescription>
        </content></entry>
      </feed>
      """,
      """
      {"resourceType":"Bundle","title":"t","id":"urn:uuid:f","entry":[
        {"title":"m","id":"urn:uuid:m","content":{"resourceType":"Medication","name":"n",
          "code":{"text":"t"}}},
        {"id":"urn:uuid:p","content":{"resourceType":"MedicationPrescription",
          "status":"entered in error","medication":{"reference":"urn:uuid:m"}}}]}
      """
    ),
    (
      """
      <CodeSystem xmlns="http://hl7.org/fhir"><language value="en"/><url value="http://example.org/c"/>
        <identifier><value value="urn:oid:1.2"/></identifier><caseSensitive value="false"/>
        <content value="complete"/><count value="2"/>
        <property><code value="w"/><type value="decimal"/></property>
        <concept><code value="a"/><display value="A"/>
          <designation><language value="de"/><use><code value="d"/></use><value value="Ä"/></designation>
          <property><code value="w"/><valueDecimal value="1.50"/></property>
          <concept><code value="b"/></concept></concept></CodeSystem>
      """,
      """
      {"resourceType":"CodeSystem","language":"en","url":"http://example.org/c",
       "identifier":[{"value":"urn:oid:1.2"}],"caseSensitive":false,"content":"complete","count":2,
       "property":[{"code":"w","type":"decimal"}],
       "concept":[{"code":"a","display":"A",
         "designation":[{"language":"de","use":{"code":"d"},"value":"Ä"}],
         "property":[{"code":"w","valueDecimal":1.50}],"concept":[{"code":"b"}]}]}
      """
    ),
  ]

  @Test("A resource in XML gives all that its JSON gives, problems and their paths included")
  func handPairs() throws {
    for (xml, json) in Self.pairs {
      let (found, expected) = (Fixture.document(text: xml), Fixture.document(text: json))
      #expect(found.records == expected.records, "\(xml)")
      #expect(found.codeSystems == expected.codeSystems, "\(xml)")
      #expect(found.problems == expected.problems, "\(xml)")
      #expect(found.fhirVersion == expected.fhirVersion)
      #expect(!expected.records.isEmpty || !expected.codeSystems.isEmpty)
    }
  }

  @Test("What no reader reads of other resources does not change what their references mean")
  func otherResources() throws {
    let document = Fixture.document(
      text: """
        <Bundle xmlns="http://hl7.org/fhir"><entry><resource><Organization><id value="o"/>
          <contained><Medication><id value="m"/></Medication></contained><name value="x"/>
        </Organization></resource></entry><entry><resource><MedicationRequest>
          <status value="active"/><medicationReference><reference value="Organization/o"/>
          </medicationReference></MedicationRequest></resource></entry></Bundle>
        """)
    #expect(document.records.map(\.resolution) == ["target is Organization"])
  }

  @Test("A number, a truth value or a repeated element that is none is still a problem")
  func slips() throws {
    let record = try Fixture.record(
      """
      <MedicationRequest xmlns="http://hl7.org/fhir"><status value="active"/>
        <doNotPerform value="maybe"/>
        <medicationCodeableConcept><text value="a"/></medicationCodeableConcept>
        <medicationCodeableConcept><text value="b"/></medicationCodeableConcept>
        <dispenseRequest><quantity><value value="many"/></quantity></dispenseRequest>
      </MedicationRequest>
      """)
    #expect(record.codes.filter { $0 == "shape" }.count >= 3)
    #expect(record.codes.contains("modifier-not-understood"))
    #expect(record.text == "a")
    #expect(record.dispenseQuantity?.value == "many")
  }

  @Test(
    "What is no FHIR in XML gives no record and one error with its place",
    arguments: [
      ("<Medication xmlns=\"http://hl7.org/fhir\"><code>", "not-xml", 1),
      ("<Medication xmlns=\"http://hl7.org/fhir\">\n</Bundle>", "not-xml", 2),
      ("<Medication xmlns=\"http://hl7.org/fhir\"/>{}", "not-xml", 1),
      ("<!DOCTYPE Medication><Medication xmlns=\"http://hl7.org/fhir\"/>", "not-xml", 1),
      (
        "<Medication xmlns=\"http://hl7.org/fhir\"><text><div "
          + "xmlns=\"http://www.w3.org/1999/xhtml\">\n&nbsp;</div></text></Medication>", "not-xml",
        2
      ),
      ("\n<Medication/>", "not-a-resource", 2),
      ("<a xmlns=\"urn:hl7-org:v3\"/>", "not-a-resource", 1),
      ("<f:Medication/>", "not-a-resource", 1), ("<", "not-xml", 1),
      (
        "<Bundle xmlns=\"http://hl7.org/fhir\"><entry>\n<resource><code value=\"1\"/></resource>"
          + "</entry></Bundle>", "not-a-resource", 2
      ),
      (
        "<Medication xmlns=\"http://hl7.org/fhir\">" + String(repeating: "<a>", count: 600)
          + String(repeating: "</a>", count: 600) + "</Medication>", "depth-limit", 1
      ),
    ])
  func unreadable(text: String, code: String, line: Int) throws {
    let document = Fixture.document(text: text)
    #expect(document.records.isEmpty)
    #expect(document.codes == [code])
    #expect(document.problems.first?.problem.severity == .error)
    #expect(document.problems.first?.line == line)
  }

  @Test("An unknown resource, an empty one and one of another version are no errors")
  func others() throws {
    for name in ["Patient", "Bundle", "Basic", "MedicationOrder"] {
      let document = Fixture.document(text: "<\(name) xmlns=\"http://hl7.org/fhir\"/>")
      #expect(document.problems.allSatisfy { $0.problem.severity != .error }, "\(name)")
      #expect(document.records.count == (name == "MedicationOrder" ? 1 : 0))
    }
  }
}
