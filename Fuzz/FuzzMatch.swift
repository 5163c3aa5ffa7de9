// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds arbitrary bytes to the matcher, over the starter release. libFuzzer calls
// these functions; a trap, a hang or a broken promise below is a finding.
// Scripts/fuzz Match builds and runs it, from the folder of the package.

import CatalogBuilding
import ConceptCatalog
import DrugMatching
import RxNormRelease

/// The matcher, made before the first input.
nonisolated(unsafe) private var matcher: DrugMatcher?

/// Builds the catalog once; an input has ten seconds.
@_cdecl("LLVMFuzzerInitialize")
public func prepareMatch(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer)
  -> CInt
{
  let path = "Data/RxNorm/RxNorm_full_reconstructed_07232026.zip"
  do {
    let bytes = try CatalogBuilder(release: RxNormRelease(path: path), toolVersion: "fuzz")
      .build().bytes
    matcher = DrugMatcher(try Catalog(bytes: bytes))
  } catch {
    fatalError("\(path) cannot be built: \(error)")
  }
  return 0
}

/// Matches the input and checks what must hold for every answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMatch(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let matcher else { return 0 }
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  var session = MatchingSession(matcher)
  let match = session.match(text)
  precondition(match.text == text, "S2 the original stays")
  precondition((0...1).contains(match.score))
  precondition(match.candidates.isEmpty == (match.verdict == .abstained))
  precondition(match.verdict != .accepted || match.score >= DrugMatcher.acceptedScore)
  for candidate in match.candidates {
    precondition(candidate.score <= match.score + 1e-9, "no candidate is surer than its text")
  }
  precondition(session.match(text).score == match.score, "S37 the same again")
  return 0
}
