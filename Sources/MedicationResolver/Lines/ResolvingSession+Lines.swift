// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import FHIRResources
package import JSONText
internal import MedicationModel
internal import Threads

// A line goes straight from its bytes into the bytes of its record if its shape was
// met before. The record is the same, byte for byte, as if the line was read: what words
// of a concept or a dosage say of the use is a problem of the record, so such lines are read.

extension ResolvingSession {
  /// Whether lines are compared with templates: those of this session are not too different.
  package var comparesLines: Bool { keepsText && !templates.hasGivenUp }

  /// Whether a template should be made of a line that fits none.
  package var learnsLines: Bool { templates.mayLearn }

  /// Whether lines fitted a template already.
  package var fitsLines: Bool { templates.fitCount > 0 }

  /// Compares a line with those of the shapes that were met before.
  ///
  /// - Parameters:
  ///   - bytes: A text of lines.
  ///   - start: Where the line begins.
  ///   - options: How the text is read.
  /// - Returns: The offset after the value; `nil` if the line must be read.
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  package mutating func match(
    _ bytes: Span<UInt8>, from start: Int, options: JSONOptions
  ) throws(CatalogError) -> Int? {
    let count = templates.templates.count
    for number in 0..<count {
      // The last one first.
      let index = number == 0 ? templates.last : number <= templates.last ? number - 1 : number
      let template = templates.templates[index]
      if let end = try match(template, bytes, from: start, options) {
        templates.noteFit(index)
        return end
      }
    }
    return nil
  }

  private mutating func match(
    _ template: RecordTemplate, _ bytes: Span<UInt8>, from start: Int, _ options: JSONOptions
  ) throws(CatalogError) -> Int? {
    guard
      let end = template.pattern.match(bytes, from: start, filling: &templates.places),
      end == bytes.count || bytes[end] == 0x0A
        || bytes[end] == 0x0D && (end + 1 == bytes.count || bytes[end + 1] == 0x0A)
    else { return nil }
    guard template.dates.areSound(templates.places, in: bytes) else { return nil }
    var dosages: KnownDosages?
    if let hole = template.dosageHole {
      dosages = knownDosages(bytes, templates.places[hole], options)
      guard let dosages, dosages.evidence == template.evidence else { return nil }
    }
    let concept = try knownConcept(
      bytes, templates.places[template.conceptHole], context: template.context, options)
    guard let concept else { return nil }
    templates.matched = template
    templates.concept = concept
    templates.knownDosages = dosages
    return end
  }

  /// Writes the record of the line that ``match(_:from:options:)`` found to fit.
  ///
  /// - Returns: Whether a problem may make the answer wrong or incomplete.
  package mutating func writeMatched(
    _ bytes: Span<UInt8>, number: Int, to json: inout JSONWriter, source: String
  ) -> Bool {
    guard let template = templates.matched, let concept = templates.concept else { return false }
    if templates.source != source {
      var json = JSONWriter()
      json.string(source)
      templates.sourceValue = json.bytes
      templates.source = source
    }
    Self.write(number, to: &templates.number)
    template.write(
      LineFilling(
        places: templates.places, concept: concept, dosages: templates.knownDosages,
        number: templates.number, source: templates.sourceValue), of: bytes, to: &json)
    return concept.hasWarnings
  }

  private static func write(_ number: Int, to digits: inout [UInt8]) {
    digits.removeAll(keepingCapacity: true)
    var rest = number
    repeat {
      digits.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    digits.reverse()
  }

  // MARK: Pieces

  private mutating func knownDosages(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ options: JSONOptions
  ) -> KnownDosages? {
    guard range.count <= LineTemplates.lengthLimit else { return nil }
    let hash = JSONPattern.hash(of: bytes, range)
    if let known = templates.dosages.find(bytes, range, hash, 0) { return known }
    let key = Self.copy(bytes, range)
    guard let read = PlainElement.dosages(key, options: options) else { return nil }
    // Words that deny the use are a problem of the record, which a template has not.
    var record = MedicationRecord(entryPath: "", resourceType: "")
    record.dosages = read.dosages
    guard record.usesInWords.isEmpty else { return nil }
    let new = KnownDosages(key, hash, read.dosages, read.evidence)
    templates.dosages.keep(new)
    return new
  }

  private mutating func knownConcept(
    _ bytes: Span<UInt8>, _ range: Range<Int>, context: Int, _ options: JSONOptions
  ) throws(CatalogError) -> KnownConcept? {
    guard range.count <= LineTemplates.lengthLimit else { return nil }
    let hash = JSONPattern.hash(of: bytes, range)
    if let known = templates.concepts.known.find(bytes, range, hash, context) { return known }
    let key = Self.copy(bytes, range)
    let shared = shared?.concepts.withLock {
      $0.known.find(key.span, key.indices, hash, context)
    }
    if let shared {
      templates.concepts.known.keep(shared)
      return shared
    }
    guard let concept = PlainElement.concept(key, options: options) else { return nil }
    var record = templates.concepts.contexts[context].record
    record.codings = concept.codings
    record.text = concept.text
    guard
      AbsenceStatement.recognise(
        codings: record.codings, text: record.text ?? record.referenceDisplay) == nil,
      record.usesInWords.isEmpty,
      let answer = try derived(of: record)
    else { return nil }
    let new = KnownConcept(
      key, hash, context: context, text: concept.text, derived: answer.text,
      hasWarnings: answer.hasWarnings)
    templates.concepts.known.keep(new)
    self.shared?.concepts.withLock { $0.known.keep(new) }
    return new
  }

  private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    let part = bytes.extracting(range)
    // Sound: the buffer is used inside the closure only, to copy it.
    return unsafe part.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// The number of a context, the same in all sessions that share answers.
  private mutating func contextNumber(of context: LineConcepts.Context) -> Int? {
    guard let shared else { return templates.concepts.number(of: context) }
    let (number, contexts) = shared.concepts.withLock { ($0.number(of: context), $0.contexts) }
    templates.concepts.take(contexts)
    return number
  }

  // MARK: Learning

  /// Makes a template of a line, if its record can be made of one.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its end.
  ///   - number: The number of the line.
  ///   - source: The document as it was given.
  ///   - reading: How the text is read.
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  package mutating func learn(
    _ line: [UInt8], number: Int, source: String, reading: FHIRReadingOptions
  ) throws(CatalogError) {
    guard templates.mayLearn else { return }
    templates.noteAttempt()
    let making = TemplateMaking(reading)
    guard let read = making.read(line, number: number),
      let context = contextNumber(of: LineConcepts.Context(of: read.record))
    else { return }
    let places = read.holes.places
    var dosages: KnownDosages?
    if let place = places.first(where: { $0.role == .dosages }) {
      dosages = knownDosages(line.span, place.range, reading.text)
      if dosages == nil { return }
    }
    guard let template = making.template(of: read, dosages, context: context) else { return }
    // A template that does not give its own line's record would give no other's either.
    var expected = JSONWriter()
    _ = try write(read.record, to: &expected, source: source)
    var found = JSONWriter()
    if try match(template, line.span, from: 0, reading.text) == line.count {
      _ = writeMatched(line.span, number: number, to: &found, source: source)
    }
    if found.bytes == expected.bytes { templates.add(template) }
  }
}
