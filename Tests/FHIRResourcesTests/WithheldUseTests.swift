// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import TestSupport
import Testing

@Suite("S10 what an entry, a list, a reason or a note says against the status")
struct WithheldUseTests {
  private static let drug: String = #""medicationCodeableConcept":{"text":"lisinopril"}"#

  static let contradicting: [String] = [
    #""statusReason":[{"text":"Patient is not taking this"}]"#,
    #""statusReason":{"text":"stopped by her doctor"}"#,
    #""statusReason":{"text":"refused"}"#,
    #""statusReason":"discontinued""#,
    #""statusReason":["D/C'd"]"#,
    #""statusReason":{"coding":[{"display":"Drug not taken - patient lost tablets"}]}"#,
    #""statusReason":{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/medicationrequest-status-reason","code":"salg"}]}"#,
    #""statusReasonCodeableConcept":{"text":"patient declined"}"#,
    #""reasonNotTaken":[{"text":"nausea"}]"#,
    #""reasonNotTaken":{"coding":[{"code":"1"}]}"#,
    #""reasonNotGiven":[{"text":"asleep"}]"#,
    #""notPerformedReason":{"concept":{"text":"out of stock"}}"#,
    #""notDoneReasonCodeableConcept":{"text":"x"}"#,
    #""reasonEnded":{"text":"cured"}"#,
    #""adherence":{"code":{"text":"not taking"}}"#, #""adherence":"not taking""#,
    #""adherence":{"code":{"coding":[{"code":"taking"}],"text":"stopped it herself"}}"#,
    #""adherence":{"code":{"coding":[{"code":"taking"}]},"reason":{"text":"refuses"}}"#,
    #""adherence":{"code":{"coding":[{"system":"http://snomed.info/sct","code":"1","display":"Non-compliance"}]}}"#,
    #""reasonCode":[{"text":"patient not taking"}]"#,
    #""reason":[{"concept":{"text":"Stopped taking lisinopril"}}]"#,
    #""note":[{"text":"Patient stopped taking this in March."}]"#,
    #""note":{"text":"pt refuses lisinopril"}"#,
    #""note":["not taking"]"#,
  ]

  @Test(
    "S10 it is a problem, and the status stays", arguments: UseForm.all, contradicting)
  func contradiction(_ form: UseForm, _ members: String) throws {
    let record = try form.record("\(Self.drug),\(members)")
    #expect(record.codes.contains("status-contradicted"))
    #expect(record.statusMeaning == .active && !record.negated)
  }

  static let agreeing: [String] = [
    #""statusReason":{"text":"keep for another month"}"#,
    #""adherence":{"code":{"coding":[{"code":"taking-not-as-directed","display":"Taking Not As Directed"}]}}"#,
    #""reasonCode":[{"text":"smoking cessation"}]"#,
    #""reasonCode":[{"text":"Hypertension, not controlled"}]"#,
    #""note":[{"text":"take with food"}]"#,
    #""note":[{"text":"hold for SBP < 100"}]"#,
    #""note":[{"text":"stop smoking"}]"#,
    #""taken":"y""#, #""taken":"unk""#, #""dateAsserted":"2024-01-01""#,
  ]

  @Test("S10 what says nothing against it is none", arguments: UseForm.all, agreeing)
  func agreement(_ form: UseForm, _ members: String) throws {
    let record = try form.record("\(Self.drug),\(members)")
    #expect(!record.codes.contains("status-contradicted"))
    #expect(record.statusMeaning == .active)
  }

  @Test("S10 a reason that agrees with the status is no contradiction")
  func agreeingStatus() throws {
    for form in UseForm.all {
      for status in ["stopped", "on-hold", "entered-in-error", "not-taken", "cancelled"] {
        let record = try form.record(
          #"\#(Self.drug),"statusReason":[{"text":"stopped"}],"reasonNotTaken":[{"text":"x"}]"#,
          status: #""\#(status)""#)
        #expect(!record.codes.contains("status-contradicted"))
      }
    }
  }

  /// Modifiers whose value is withheld, or is none that FHIR has: JSON alone can write them.
  static let misshapenModifiers: [String] = [
    #""modifierExtension":"zz""#, #""modifierExtension":["http://e/x"]"#,
    #""modifierExtension":true"#, #""modifierExtension":[{"valueBoolean":true}]"#,
    ##""contained":[{"resourceType":"Medication","id":"a","modifierExtension":"x"}],"medicationReference":{"reference":"#a"}"##,
    #""_implicitRules":{"extension":[{"url":"u","valueCode":"masked"}]}"#,
    #""implicitRules":null,"_implicitRules":{"extension":[{"url":"u","valueCode":"masked"}]}"#,
    #""_doNotPerform":{"extension":[{"url":"u","valueCode":"masked"}]}"#,
    #""_wasNotTaken":{"extension":[{"url":"u","valueCode":"unknown"}]}"#,
    #""_taken":{"extension":[{"url":"u","valueCode":"unknown"}]}"#,
  ]

  @Test(
    "S10 a modifier of any shape, or without its value, is not understood",
    arguments: misshapenModifiers)
  func misshapenModifier(_ members: String) throws {
    for form in UseForm.all where !form.isXML {
      let record = try form.record(
        members.contains("contained") ? members : "\(Self.drug),\(members)")
      #expect(record.flags.contains(.notUnderstood))
      #expect(record.codes.contains("modifier-not-understood"))
    }
  }

  @Test("S10 an empty modifier, or one with a value beside its extension, says nothing more")
  func emptyModifier() throws {
    for members in [
      #""modifierExtension":[]"#, #""modifierExtension":[{}]"#, #""modifierExtension":null"#,
      #""modifierExtension":[null,""]"#, #""_doNotPerform":{}"#,
      #""doNotPerform":false,"_doNotPerform":{"id":"1"}"#,
    ] {
      for form in UseForm.all where !form.isXML {
        let record = try form.record("\(Self.drug),\(members)")
        #expect(!record.flags.contains(.notUnderstood), "\(members)")
      }
    }
  }

  static let unreadable: [(String, String)] = [
    (#"["active","entered-in-error"]"#, ""), (#""active""#, #","taken":["y","n"]"#),
    (
      #""active""#,
      #","adherence":{"code":{"coding":[{"code":"taking"},{"code":"not-taking"}]}}"#
    ),
    (
      #""recorded""#,
      #","adherence":[{"code":{"coding":[{"code":"taking"}]}},{"code":{"coding":[{"code":"stopped"}]}}]"#
    ),
    (#""active""#, #","subject":{"reference":"Patient/1"},"patient":{"reference":"Patient/2"}"#),
    (#""active""#, #","subject":[{"reference":"Patient/1"},{"reference":"Patient/2"}]"#),
  ]

  @Test("S10 what says two things is not understood", arguments: unreadable)
  func twice(_ status: String, _ members: String) throws {
    for form in UseForm.all where !status.contains("recorded") || form.type.hasSuffix("ment") {
      if members.contains("adherence"), !form.type.hasSuffix("ment") { continue }
      let record = try form.record("\(Self.drug)\(members)", status: status)
      #expect(record.flags.contains(.notUnderstood))
    }
  }

  @Test("S2 the texts of notes are kept")
  func notes() throws {
    for form in UseForm.all {
      let record = try form.record(#"\#(Self.drug),"note":[{"text":"a"},{"text":"b"}]"#)
      #expect(record.notes == ["a", "b"])
    }
  }

  @Test("S10 negated is true for every meaning of not taken, and only there")
  func negated() throws {
    let rows: [(status: String, members: String, isNegated: Bool)] = [
      ("not-taken", "", true), ("cancelled", "", true), ("declined", "", true),
      ("not-done", "", true), ("active", #","wasNotTaken":true"#, true),
      ("active", #","taken":"n""#, true), ("active", #","doNotPerform":true"#, true),
      ("active", #","notGiven":true"#, true), ("completed", #","notDone":true"#, true),
      ("entered-in-error", #","doNotPerform":true"#, false),
      ("entered-in-error", #","taken":"n""#, false), ("stopped", "", false),
      ("on-hold", "", false), ("active", "", false), ("draft", "", false),
    ]
    for (form, row) in UseForm.all.flatMap({ form in rows.map { (form, $0) } }) {
      let record = try form.record(Self.drug + row.members, status: #""\#(row.status)""#)
      #expect(record.negated == row.isNegated)
      #expect(record.negated == (record.statusMeaning == .notTaken))
    }
  }

  // MARK: Entries that delete

  private static func bundle(_ entries: String...) -> String {
    #"{"resourceType":"Bundle","type":"transaction","entry":[\#(entries.joined(separator: ","))]}"#
  }
  private static let resource: String =
    #""resource":{"resourceType":"TYPE","id":"1","status":"active",\#(drug)}"#
  private static let put: String =
    #"{"fullUrl":"http://s/TYPE/1","request":{"method":"PUT","url":"TYPE/1"},\#(resource)}"#

  static let deleting: [String] = [
    bundle(#"{"request":{"method":"DELETE","url":"TYPE/1"},\#(resource)}"#),
    bundle(#"{"request":{"method":"delete","url":"TYPE/1"},\#(resource)}"#),
    bundle(#"{"request":{"method":["PUT","DELETE"],"url":"TYPE/1"},\#(resource)}"#),
    bundle(#"{"deleted":"2024-01-01",\#(resource)}"#),
    bundle(#"{"request":[{"method":"PUT"},{"method":"DELETE"}],\#(resource)}"#),
    bundle(put, #"{"request":{"method":"DELETE","url":"TYPE/1"}}"#),
    bundle(#"{"request":{"method":"DELETE","url":"TYPE/1"}}"#, put),
    bundle(put, #"{"request":{"method":"DELETE","url":"http://s/TYPE/1/_history/3"}}"#),
    bundle(put, #"{"fullUrl":"http://s/TYPE/1","request":{"method":"DELETE"}}"#),
  ]

  @Test("S10 a resource that an entry deletes says so", arguments: UseForm.all, deleting)
  func deletion(_ form: UseForm, _ text: String) throws {
    let records = try form.document(text).records
    #expect(records.count == 1)
    #expect(records.allSatisfy { $0.codes.contains("deleted-at-source") })
  }

  @Test("S10 another resource is not deleted, and what a search deletes is said to be unknown")
  func otherDeletion() throws {
    for form in UseForm.all {
      let other = try form.document(
        Self.bundle(Self.put, #"{"request":{"method":"DELETE","url":"TYPE/2"}}"#))
      #expect(other.records.count == 1)
      #expect(!other.records[0].codes.contains("deleted-at-source"))
      let search = try form.document(
        Self.bundle(Self.put, #"{"request":{"method":"DELETE","url":"TYPE?status=active"}}"#))
      #expect(search.codes.contains("unresolved-reference"))
    }
  }

  // MARK: Removal from a list

  static let removals: [String] = [
    #""deleted":true"#, #""deleted":"true""#, #""deleted":"yes""#,
    #""flag":{"text":"Ceased"}"#, #""flag":{"coding":[{"code":"03","display":"Cancelled"}]}"#,
  ]

  @Test("S10 every record that an item of a List may mean is taken off it", arguments: removals)
  func removal(_ members: String) throws {
    for form in UseForm.all {
      let text = """
        {"resourceType":"Bundle","type":"collection","entry":[
         {"fullUrl":"http://s/TYPE/1","resource":{"resourceType":"TYPE","id":"1","status":"active",
          \(Self.drug)}},
         {"fullUrl":"http://s/TYPE/1","resource":{"resourceType":"TYPE","id":"1","status":"stopped",
          \(Self.drug)}},
         {"resource":{"resourceType":"TYPE","id":"2","status":"active",\(Self.drug)}},
         {"resource":{"resourceType":"List","status":"current","mode":"changes","entry":[
          {\(members),"item":{"reference":"TYPE/1"}}]}}]}
        """
      let records = try form.document(text).records
      #expect(records.map { $0.flags.contains(.removedFromList) } == [true, true, false])
    }
  }

  @Test("S10 what names its drug by a Medication that is deleted or taken off goes with it")
  func medicationRemoved() throws {
    let medication =
      #""resource":{"resourceType":"Medication","id":"m","code":{"text":"lisinopril"}}"#
    let use =
      #"{"resource":{"resourceType":"TYPE","id":"1","status":"active","identifier":[{"system":"urn:x","value":"7"}],"medicationReference":{"reference":"Medication/m"}}}"#
    func list(_ item: String) -> String {
      #"{"resource":{"resourceType":"List","status":"current","mode":"changes","entry":[{"deleted":true,"item":\#(item)}]}}"#
    }
    for form in UseForm.all {
      let deleted = try form.document(
        Self.bundle(#"{"request":{"method":"DELETE","url":"Medication/m"},\#(medication)}"#, use))
      #expect(deleted.records.allSatisfy { $0.codes.contains("deleted-at-source") })
      for item in [
        #"{"reference":"Medication/m"}"#, #"{"identifier":{"system":"urn:x","value":"7"}}"#,
      ] {
        let taken = try form.document(Self.bundle("{\(medication)}", use, list(item)))
        #expect(taken.records.last?.flags == [.removedFromList])
      }
    }
  }

  @Test("S1 an item that was taken off and is not in the document is said")
  func removalElsewhere() throws {
    for form in UseForm.all {
      let document = try form.document(
        """
        {"resourceType":"List","status":"current","mode":"changes","entry":[
         {"deleted":true,"item":{"reference":"TYPE/9"}}]}
        """)
      #expect(document.codes.contains("unresolved-reference"))
    }
  }
}
