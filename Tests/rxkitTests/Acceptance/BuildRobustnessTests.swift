// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What stands under the catalog's name is whole, whatever becomes of the build (S38, R27).
@Suite("Builds that are disturbed", .serialized)
struct BuildRobustnessTests {
  /// Writes a release of some thousand rows, so that a build takes long enough to be met in it.
  private func release(_ name: String, in folder: TemporaryFolder) throws -> String {
    let rows = (1...4000).map { number in
      "\(number)|ENG||||||\(number)|\(number)|\(number)||RXNORM|IN|\(number)|"
        + "\(name) substance \(number)||N|4096|\n"
    }
    try folder.write(rows.joined(), to: "\(name)/rrf/RXNCONSO.RRF")
    return folder[name].path
  }

  private func build(_ release: String, _ catalog: String) throws -> ToolProcess {
    try ToolProcess.run(["build", release, "-o", catalog, "--force"])
  }

  /// Starts a build without waiting for its end.
  private func start(_ release: String, _ catalog: String) throws -> Process {
    let process = Process()
    process.executableURL = try ToolProcess.executable()
    process.arguments = ["build", release, "-o", catalog, "--force"]
    process.environment = [:]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test(
    "A build that is killed at any moment leaves the old catalog or the new one, whole",
    .enabled(if: Effort.isFull))
  func killed() throws {
    let folder = try TemporaryFolder()
    let releases = try [release("first", in: folder), release("second", in: folder)]
    let catalog = folder["catalogs/c.rxkit"]
    try folder.write("", to: "catalogs/place")
    var whole: [Data] = []
    var longest = 0.0
    for release in releases {
      let begin = Date()
      try build(release, catalog.path).expect(0)
      longest = max(longest, Date().timeIntervalSince(begin))
      whole.append(try Data(contentsOf: catalog))
    }
    #expect(whole[0] != whole[1])
    var random = SystemRandomNumberGenerator()
    var current = 1
    var killedCount = 0
    for round in 0..<100 {
      let process = try start(releases[1 - current], catalog.path)
      usleep(UInt32.random(in: 0...UInt32(longest * 1_100_000), using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killedCount += 1 }
      let found = try Data(contentsOf: catalog)
      let place = try #require(
        whole.firstIndex(of: found), "round \(round): neither the old catalog nor the new one")
      // A build that came to its end has replaced the catalog.
      if process.terminationReason == .exit { #expect(place == 1 - current) }
      current = place
    }
    print("killed builds: \(killedCount) of 100 met while they ran")
    #expect(killedCount > 20)
    // What a killed build was writing bears another name, and hinders no later build.
    for name in try FileManager.default.contentsOfDirectory(atPath: folder["catalogs"].path)
    where name != "c.rxkit" && name != "place" {
      #expect(name.hasPrefix(".c.rxkit.") && name.hasSuffix(".tmp"))
    }
    try build(releases[0], catalog.path).expect(0)
    #expect(try Data(contentsOf: catalog) == whole[0])
    try ToolProcess.run(["verify", catalog.path]).expect(0)
  }

  @Test(
    "Builds of one file at the same time end with one whole catalog", .enabled(if: !Effort.isFast))
  func together() throws {
    let folder = try TemporaryFolder()
    let releases = try [release("first", in: folder), release("second", in: folder)]
    var whole: [Data] = []
    for release in releases {
      try build(release, folder["alone.rxkit"].path).expect(0)
      whole.append(try Data(contentsOf: folder["alone.rxkit"]))
    }
    let catalog = folder["c.rxkit"]
    for _ in 0..<3 {
      let processes = try (releases + releases).map { try start($0, catalog.path) }
      for process in processes {
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      }
      #expect(whole.contains(try Data(contentsOf: catalog)))
      try ToolProcess.run(["verify", catalog.path]).expect(0)
    }
    #expect(try folder.names() == ["alone.rxkit", "c.rxkit", "first", "second"])
  }

  @Test("A disk that fills up while the catalog is written is an error and leaves nothing behind")
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let release = try release("first", in: folder)
    let tool = try ToolProcess.executable().path
    let catalog = folder["c.rxkit"].path
    // A limit on the size of files, in blocks of 512 bytes, is the full disk that needs no root.
    let command = "ulimit -f 64; exec '\(tool)' build '\(release)' -o '\(catalog)'"
    let run = try ToolProcess.run(program: "/bin/sh", ["-c", command]).expect(
      3, says: "[output.unwritable]")
    #expect(!run.isSignalled, "it was ended by the signal for files that are too large")
    #expect(try folder.names() == ["first"])
    // An old catalog stays as it was.
    try build(release, catalog).expect(0)
    let old = try Data(contentsOf: folder["c.rxkit"])
    try ToolProcess.run(program: "/bin/sh", ["-c", command + " --force"]).expect(3)
    #expect(try Data(contentsOf: folder["c.rxkit"]) == old)
    #expect(try folder.names() == ["c.rxkit", "first"])
  }

  @Test("A file system that is full gives the same, where one can be mounted")
  func fullFileSystem() throws {
    guard getuid() == 0, let mount = ToolProcess.path(of: "mount"),
      let unmount = ToolProcess.path(of: "umount")
    else {
      print("skipped: a full file system (not root)")
      return
    }
    let folder = try TemporaryFolder()
    let release = try release("first", in: folder)
    try folder.write("", to: "disk/place")
    let disk = folder["disk"].path
    let mounted = try ToolProcess.run(
      program: mount, ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])
    guard mounted.exitCode == 0 else {
      print("skipped: a full file system (mount: \(mounted.errors))")
      return
    }
    defer { _ = try? ToolProcess.run(program: unmount, [disk]) }
    try ToolProcess.run(["build", release, "-o", disk + "/c.rxkit"]).expect(
      3, says: "no space left on device  [output.unwritable]")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
  }

  @Test("A temporary file that a killed build left hinders nobody, not even of the same number")
  func leftBehind() throws {
    let folder = try TemporaryFolder()
    let release = try SmallRelease.write(in: folder)
    // A shell that becomes the tool has the number that the tool will have.
    let tool = try ToolProcess.executable().path
    try ToolProcess.run(
      program: "/bin/sh",
      [
        "-c",
        "cd '\(folder.url.path)' && : > .c.rxkit.$$.tmp && exec '\(tool)' build '\(release)' -o c.rxkit",
      ]
    ).expect(0)
    #expect(try ToolProcess.run(["verify", folder["c.rxkit"].path]).exitCode == 0)
  }

  @Test("A catalog of another format version says with which command it is built again")
  func otherVersion() throws {
    let folder = try TemporaryFolder()
    let release = try SmallRelease.write(in: folder)
    let catalog = folder["c.rxkit"]
    try build(release, catalog.path).expect(0)
    for version in [1, 2, 3, 5] as [UInt8] {
      var bytes = try Data(contentsOf: catalog)
      bytes[12] = version
      try bytes.write(to: folder["other.rxkit"])
      try ToolProcess.run(["lookup", "723", "--catalog", folder["other.rxkit"].path]).expect(
        4, says: "format version \(version), this rxkit reads 4", "[catalog.version]",
        "try: build it again with this rxkit: rxkit build <release> -o "
          + "\(folder["other.rxkit"].path) --force")
    }
  }
}
