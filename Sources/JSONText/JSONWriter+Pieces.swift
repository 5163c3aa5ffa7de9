// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A comma, a name, a colon and a value go into the buffer in one step: a record
// has a hundred and more members, and a step for each of their parts took
// longer than the bytes.
//
// Why it is sound: room for all parts is asked for first, each part is copied
// behind the last one, and what is told as written is their sum.

/// What stands between two marks in the buffer: a value, with quotation marks or without.
enum JSONPiece {
  static let null: StaticString = "null"
  static let `true`: StaticString = "true"
  static let `false`: StaticString = "false"
  static let emptyArray: StaticString = "[]"
  static let object: StaticString = "{"
  static let array: StaticString = "["
}

extension [UInt8] {
  /// Appends `,"name":` and a value; the value alone where there is no name.
  ///
  /// - Parameters:
  ///   - name: A name that needs no escapes.
  ///   - hasComma: Whether a comma stands before it.
  ///   - value: The bytes of the value, which need no escapes either.
  ///   - isQuoted: Whether the value is a string.
  @inline(__always)
  mutating func appendMember(
    _ name: UnsafeBufferPointer<UInt8>?, hasComma: Bool, _ value: UnsafeBufferPointer<UInt8>,
    isQuoted: Bool
  ) {
    let nameCount = unsafe name?.count ?? 0
    append(addingCapacity: nameCount + value.count + 6) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard var next = buffer.baseAddress else { return }
        let start = unsafe next
        if hasComma {
          unsafe next.pointee = 0x2C
          unsafe next += 1
        }
        if let name = unsafe name, let letters = name.baseAddress {
          unsafe next.pointee = 0x22
          unsafe (next + 1).update(from: letters, count: nameCount)
          unsafe next += nameCount + 1
          unsafe next[0] = 0x22
          unsafe next[1] = 0x3A
          unsafe next += 2
        }
        if isQuoted {
          unsafe next.pointee = 0x22
          unsafe next += 1
        }
        if let letters = value.baseAddress {
          unsafe next.update(from: letters, count: value.count)
          unsafe next += value.count
        }
        if isQuoted {
          unsafe next.pointee = 0x22
          unsafe next += 1
        }
        count = unsafe next - start
      }
    }
  }
}

extension JSONWriter {
  /// Appends a name and a value that are known to need no escapes, in compact layout.
  @inline(__always)
  static func append(
    _ name: StaticString, hasComma: Bool, _ value: StaticString, to bytes: inout [UInt8]
  ) {
    name.withUTF8Buffer { name in
      value.withUTF8Buffer { value in
        unsafe bytes.appendMember(name, hasComma: hasComma, value, isQuoted: false)
      }
    }
  }

  /// Appends a name and a string that needs no escapes, in compact layout.
  @inline(__always)
  static func append(
    _ name: StaticString, hasComma: Bool, plain text: Span<UInt8>, to bytes: inout [UInt8]
  ) {
    name.withUTF8Buffer { name in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe bytes.appendMember(name, hasComma: hasComma, text, isQuoted: true)
      }
    }
  }

  /// Appends a string that needs no escapes.
  @inline(__always)
  static func append(plain text: Span<UInt8>, hasComma: Bool, to bytes: inout [UInt8]) {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe bytes.appendMember(nil, hasComma: hasComma, text, isQuoted: true)
    }
  }

  /// Appends bytes as they are.
  @inline(__always)
  static func append(raw value: Span<UInt8>, hasComma: Bool, to bytes: inout [UInt8]) {
    unsafe value.withUnsafeBufferPointer { value in
      unsafe bytes.appendMember(nil, hasComma: hasComma, value, isQuoted: false)
    }
  }
}
