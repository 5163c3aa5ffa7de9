// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
import Synchronization

// A catalog checks each block of 4 KiB when it is first read, so that a command
// starts in a millisecond. A damaged block reads as nothing: "no drug", "not
// obsolete", a missing brand. No command has to remember that. A catalog can only
// be opened with the streams of the run, and whatever leaves the tool asks here
// first: bytes (OutputWriter), files (AtomicFile, AtomicFolder), messages
// (MessageWriter), and the exit code (Tool).

/// What the answers of a run are read from.
package final class AnswerSources: Sendable {
  let catalogs = Mutex<[Catalog]>([])
  private let hasVoidOutput = Mutex(false)

  /// Has a catalog watched.
  package func add(_ catalog: Catalog) { catalogs.withLock { $0.append(catalog) } }

  /// What is said if anything that was read so far is damaged; it never goes away.
  package var damage: CommandFailure? {
    for catalog in catalogs.withLock({ $0 }) {
      do throws(CatalogError) {
        try catalog.throwIfDamaged()
      } catch {
        return CommandFailure(error)
      }
    }
    return nil
  }

  /// Has no file kept: an input that comes only once proved damaged when records of it were
  /// written.
  package func voidOutput() { hasVoidOutput.withLock { $0 = true } }

  /// Fails if a file may not be kept that was written of what was read so far.
  package func check(file: String) throws(CommandFailure) {
    try check()
    guard hasVoidOutput.withLock({ $0 }) else { return }
    throw CommandFailure(
      .input, "output.void",
      "\(file): not written, because records of a damaged input may be wrong",
      try: "--lenient, to keep it all the same")
  }

  /// Fails if anything that was read so far is damaged.
  package func check() throws(CommandFailure) {
    if let damage { throw damage }
  }
}
