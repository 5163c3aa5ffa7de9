// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("rxkit build")
struct BuildTests {
  @Test("A build says what it wrote and what could be next, and prints nothing else")
  func report() throws {
    let run = try StarterCatalog.buildRun()
    #expect(run.exitCode == 0)
    #expect(run.output.isEmpty)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(CatalogOpening.notOfficial) == true)
    let path = try StarterCatalog.path()
    #expect(
      lines.last?.hasPrefix("wrote \(path) (RXNORM_RECONSTRUCTED_20260723, 508,993 rows") == true)
    #expect(lines.last?.hasSuffix("try: rxkit lookup 308192 --catalog \(path)") == true)
  }

  @Test(
    "S37 The zip, its folder and standard output give the same bytes", .enabled(if: !Effort.isFast))
  func sameBytes() throws {
    guard let unzip = ToolProcess.path(of: "unzip") else { return }
    let folder = try TemporaryFolder()
    let unpacked = folder["unpacked"].path
    try ToolProcess.run(
      program: unzip, ["-q", try StarterCatalog.release(), "-d", unpacked]
    ).expect(0)
    try ToolProcess.run(["build", unpacked, "-o", folder["folder.rxkit"].path]).expect(0)
    let expected = try Data(contentsOf: URL(fileURLWithPath: try StarterCatalog.path()))
    #expect(try Data(contentsOf: folder["folder.rxkit"]) == expected)
    let tool = try ToolProcess.executable().path
    try ToolProcess.run(
      program: "/bin/sh",
      ["-c", "'\(tool)' build '\(unpacked)/rrf' -o - > '\(folder["pipe.rxkit"].path)'"]
    ).expect(0)
    #expect(try Data(contentsOf: folder["pipe.rxkit"]) == expected)
  }

  @Test("What a catalog was built without is said, and asking for it is an error with a remedy")
  func leftOut() throws {
    let folder = try TemporaryFolder()
    let catalog = folder["phone.rxkit"].path
    try ToolProcess.run([
      "build", try StarterCatalog.release(), "--subset", "--without", "ndcs,search-index",
      "--without", "history", "-o", catalog,
    ]).expect(0)
    #expect(try ToolProcess.run(["verify", "--catalog", catalog]).exitCode == 0)
    try ToolProcess.asking("info", "--format", "tsv", "--catalog", catalog).expect(
      prints: "contents.left-out\tother-concepts,other-sources,history,ndcs,search-index")
    let refused = [
      ["lookup", "0078-0659-20", "--system", "ndc"], ["history", "541862"],
      ["search", "metformin"], ["search", "--spelling", "metformine"], ["audit", "541862"],
      ["export", "ndjson"], ["diff", try StarterCatalog.path(), catalog],
    ]
    for words in refused {
      let place = words[0] == "diff" ? [] : ["--catalog", catalog]
      try ToolProcess.run(words + place).expect(4, says: "[catalog.left-out]", lines: 0)
    }
    let lookup = try ToolProcess.run(["lookup", "308192", "--format", "json", "--catalog", catalog])
      .expect(0, prints: "leftOut")
    #expect(lookup.output.replacing(" ", with: "").contains("\"ndcs\":null"))
    let code = try ToolProcess.run(["resolve", "0078-0659-20", "--catalog", catalog])
    #expect(code.output.contains("left-out") || code.errors.contains("left-out"))
    try ToolProcess.run(["lookup", "541862", "--catalog", catalog]).expect(
      says: "this catalog was built without")
    try ToolProcess.run(["build", "x", "--without", "names", "-o", catalog]).expect(2)
  }

  @Test("A full disk is told, and the exit code is 3")
  func fullDisk() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else {
      print("skipped: there is no /dev/full")
      return
    }
    let folder = try TemporaryFolder()
    let release = try SmallRelease.write(in: folder)
    try ToolProcess.run(["build", release, "-o", "/dev/full", "--force"]).expect(
      3, says: "/dev/full: no space left on device  [output.unwritable]")
    #expect(try folder.names() == ["release"])
  }

  @Test("A mapping table that its reader would refuse is refused by the build")
  func badMappings() throws {
    let folder = try TemporaryFolder()
    let release = try SmallRelease.write(in: folder)
    try folder.write("no header\n", to: "mappings/side-effects.tsv")
    try folder.write(
      String(
        contentsOf: Repository.root.appending(path: "Data/Mappings/labels.tsv"), encoding: .utf8),
      to: "mappings/labels.tsv")
    try ToolProcess.run([
      "build", release, "--mappings", folder["mappings"].path, "-o", folder["c.rxkit"].path,
    ]).expect(3, says: "side-effects.tsv:1:")
    #expect(try folder.names() == ["mappings", "release"])
  }

  @Test("Without --output the catalog goes where the other commands look")
  func defaultPlace() throws {
    let folder = try TemporaryFolder()
    let release = try SmallRelease.write(in: folder)
    let home = ["HOME": folder.url.path]
    let build = try ToolProcess.run(["build", release], environment: home).expect(0)
    #expect(build.errors.hasSuffix("try: rxkit lookup 308192\n"))
    #expect(try ToolProcess.run(["lookup", "308192"], environment: home).exitCode == 0)
    #expect(try ToolProcess.run(["build", release], environment: home).exitCode == 0)
  }

  @Test(
    "Interrupted in the middle, a build leaves no debris", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let release = try SmallRelease.write(in: folder)
    // The build has begun its file when it opens the pipe, and waits there.
    let pipe = folder["system.json"].path
    #expect(mkfifo(pipe, 0o600) == 0)
    let process = Process()
    process.executableURL = try ToolProcess.executable()
    process.arguments = ["build", release, "--with", pipe, "-o", folder["c.rxkit"].path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let writer = open(pipe, O_WRONLY)
    #expect(writer >= 0)
    #expect(try folder.names().contains { $0.hasSuffix(".tmp") })
    #expect(kill(process.processIdentifier, signal) == 0)
    process.waitUntilExit()
    close(writer)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + signal)
    #expect(try folder.names() == ["release", "system.json"])
  }
}
