// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds arrays of the Arrow C data interface whose numbers and contents are arbitrary to the reader
// of columns. Each buffer has exactly the bytes that its type demands, or is missing, so that the
// address sanitizer sees every read outside of them.
// libFuzzer calls this function; a trap, a hang or a broken promise below is a finding.
// Scripts/fuzz Arrow builds and runs it.

@testable import ArrowColumns
import CArrow

/// Reads an array made of the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArrow(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var input = FuzzInput(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
  let array = FuzzArray(&input, depth: 0)
  guard let column = try? ImportedColumn(array.schema, array.array) else { return 0 }
  precondition(column.count >= 0)
  // Many rows are claimed only where no buffer is behind them.
  guard column.count <= 4096 else { return 0 }
  var keys = KeyTable()
  guard let numbers = try? column.numbers(in: &keys) else { return 0 }
  let known = keys.count
  precondition(numbers.allSatisfy { (0...known).contains(Int($0)) }, "a text has a number")
  let again = try? column.numbers(in: &keys)
  precondition(again == numbers && keys.count == known, "and only one")
  return 0
}

/// The input, byte by byte; zeros behind its end.
struct FuzzInput {
  var bytes: [UInt8]
  var position = 0

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  /// Mostly a small number, and sometimes an extreme one.
  mutating func number() -> Int64 {
    let byte = byte()
    if byte < 0xF0 { return Int64(byte & 0x1F) }
    return [-1, -2, .min, .max, 1 << 31, 1 << 40, 1 << 47, 1 << 48][Int(byte & 7)]
  }
}

/// An array with all that it points to.
final class FuzzArray {
  let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
  let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
  private var memory: [UnsafeMutableRawPointer] = []
  private var parts: [FuzzArray] = []

  private static let formats: [StaticString] = [
    "u", "U", "vu", "z", "c", "C", "s", "I", "l", "L", "f", "g", "n", "+s", "b", "",
  ]

  init(_ input: inout FuzzInput, depth: Int) {
    schema.initialize(to: ArrowSchema())
    array.initialize(to: ArrowArray())
    let format = Self.formats[Int(input.byte() & 15)]
    schema.pointee.format = UnsafeRawPointer(format.utf8Start).assumingMemoryBound(to: CChar.self)
    let flags = input.byte()
    if flags & 1 == 0 { schema.pointee.release = { $0?.pointee.release = nil } }
    if flags & 2 == 0 { array.pointee.release = { $0?.pointee.release = nil } }
    array.pointee.length = input.number()
    array.pointee.offset = input.number()
    array.pointee.null_count = input.number() &- 1
    let rows = Int(clamping: array.pointee.length.addingReportingOverflow(array.pointee.offset).0)
    let sizes = Self.sizes("\(format)", rows: (0...62).contains(rows) ? rows : 0)
    let buffers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: sizes.count)
    buffers.initialize(repeating: nil, count: sizes.count)
    memory.append(UnsafeMutableRawPointer(buffers))
    let isMissing = input.byte()
    var isKept = (0...62).contains(rows)
    for (place, size) in sizes.enumerated() where isMissing >> UInt8(place) & 1 == 0 && isKept {
      var bytes = (0..<max(0, size)).map { _ in input.byte() }
      if size == Self.rest {
        // What the last offset demands, where it is sane.
        let width = "\(format)" == "U" ? 8 : 4
        var end = 0
        if let offsets = buffers[1] {
          for byte in (0..<width).reversed() {
            let next = offsets.load(fromByteOffset: rows * width + byte, as: UInt8.self)
            end = end << 8 | Int(next)
          }
        }
        isKept = (0...512).contains(end)
        if isKept { bytes = (0..<end).map { _ in input.byte() } }
      } else if size == Self.lengths {
        bytes = [UInt8(input.byte() & 31), 0, 0, 0, 0, 0, 0, 0]
        buffers[2] = keep((0..<Int(bytes[0])).map { _ in input.byte() })
      }
      if isKept { buffers[place] = keep(bytes) }
    }
    array.pointee.n_buffers = Int64(sizes.count) &+ (flags & 4 == 0 ? 0 : input.number() &- 1)
    array.pointee.buffers = flags & 8 == 0 ? buffers : nil
    // Where more buffers are claimed than there are, none may be read.
    if array.pointee.n_buffers > Int64(sizes.count), "\(format)" == "vu" {
      array.pointee.n_buffers = Int64(sizes.count)
    }
    guard depth < 6, "\(format)" == "+s" || flags & 16 != 0 else { return }
    let part = FuzzArray(&input, depth: depth + 1)
    parts.append(part)
    if "\(format)" == "+s" {
      schema.pointee.children = pointer(to: part.schema)
      array.pointee.children = pointer(to: part.array)
      schema.pointee.n_children = 1 &+ (flags & 32 == 0 ? 0 : input.number())
      array.pointee.n_children = schema.pointee.n_children
    } else {
      schema.pointee.dictionary = part.schema
      array.pointee.dictionary = flags & 64 == 0 ? part.array : nil
    }
  }

  deinit {
    for copy in memory { copy.deallocate() }
    schema.deallocate()
    array.deallocate()
  }

  /// Buffers whose sizes follow from the contents of others.
  private static let rest = -1, lengths = -2

  private static func sizes(_ format: String, rows: Int) -> [Int] {
    let bits = (rows + 7) / 8
    switch format {
    case "u", "z": return [bits, (rows + 1) * 4, rest]
    case "U": return [bits, (rows + 1) * 8, rest]
    case "vu": return [bits, rows * 16, 0, lengths]
    case "n": return []
    case "+s": return [bits]
    default: return [bits, rows * (["c": 1, "s": 2, "i": 4, "f": 4][format.lowercased()] ?? 8)]
    }
  }

  private func keep(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    memory.append(copy)
    return UnsafeRawPointer(copy)
  }

  private func pointer<Value>(
    to value: UnsafeMutablePointer<Value>
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Value>?> {
    let pointer = UnsafeMutablePointer<UnsafeMutablePointer<Value>?>.allocate(capacity: 1)
    pointer.initialize(to: value)
    memory.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }
}
