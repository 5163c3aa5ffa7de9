// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Standard input of resolve and side-effects")
struct ResolveInputTests {
  private static let medication =
    #"{"medication":{"displayText":"amoxicillin 500 MG Oral Capsule"}}"#

  @Test("M190 M191 Each line of medications is answered; one that is wrong is named by its place")
  func objects() throws {
    let lines = [Self.medication, #"{"medication":{}}"#, "", "{", Self.medication]
    for command in ["resolve", "side-effects"] {
      try ToolProcess.asking(
        command, "-", "--format", "ndjson", input: lines.joined(separator: "\r\n")
      ).expect(3, says: "standard input:2:", "standard input:4:", lines: 2)
    }
  }

  @Test("Words are answered in the order of arguments and lines, blanks and empty lines left out")
  func words() throws {
    let run = try ToolProcess.asking(
      "resolve", "723", "-", "6809", "--format", "tsv",
      input: "\u{FEFF}\n  308192 \r\n\n\t0093-3109-05\namoxicillin")
    let rows = run.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)[8]
    }
    #expect(rows == ["723", "308192", "0093-3109-05", "amoxicillin", "6809"])
  }

  @Test("A value over several lines, an array and an empty input are read whole")
  func whole() throws {
    let indented = "{\n \"medication\": {\"displayText\": \"amoxicillin\"}\n}\n"
    let array = "[\(Self.medication),\n\(Self.medication)]"
    for (input, count) in [(indented, 1), (array, 2), ("", 0), (" \n", 0)] {
      try ToolProcess.asking("resolve", "-", "--format", "ndjson", input: input).expect(
        lines: count)
    }
    // A line longer than a block is a document, too.
    let long = String(repeating: " ", count: 1 << 17)
    try ToolProcess.asking(
      "resolve", "-", "--format", "ndjson",
      input: "{\(long)\"medication\":{\"displayText\":\"amoxicillin\"}}"
    ).expect(0, prints: "\"rxcui\":\"723\"")
  }

  @Test("S4 S5 What a text may name is listed for people, and is no answer")
  func candidates() throws {
    let run = try ToolProcess.asking("resolve", "doxycycline 100 mg capsules").expect(
      prints: "candidate", "[text-not-accepted]")
    #expect(!run.output.contains("\nconcept"))
  }
}
