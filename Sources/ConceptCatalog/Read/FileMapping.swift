// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Maps a catalog file, read-only and private. The only use of the C library's
// file calls in reading.
//
// Why it is sound: the mapping stays until `CatalogBytes` is released. A file
// that another program truncates while it is mapped can still end the process
// (SIGBUS), as with every mapped file; the builder therefore never writes into
// a catalog in place, but renames a whole new file over it.

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

extension CatalogBytes {
  /// Maps a file.
  ///
  /// - Throws: ``CatalogError`` with code `catalog.unreadable`, or
  ///   `catalog.empty` for a file without bytes.
  static func mapping(path: String) throws(CatalogError) -> CatalogBytes {
    // Without O_NONBLOCK a named pipe would wait for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(path, reason: unsafe String(cString: strerror(errno)))
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path, reason: unsafe String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path, reason: "it is not a regular file")
    }
    let count = Int(status.st_size)
    guard count > 0 else { throw .damaged(path, at: 0, "the file is empty") }
    let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != UnsafeMutableRawPointer(bitPattern: -1)
    else {
      throw .unreadable(path, reason: unsafe String(cString: strerror(errno)))
    }
    let place = Int(bitPattern: address)
    return unsafe CatalogBytes(base: UnsafeRawPointer(address), count: count) {
      _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: place), count)
    }
  }

  /// Copies bytes into memory of their own.
  static func copying(_ bytes: [UInt8]) -> CatalogBytes {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe memory.copyMemory(from: start, byteCount: source.count)
      }
    }
    let place = Int(bitPattern: memory)
    return unsafe CatalogBytes(base: UnsafeRawPointer(memory), count: bytes.count) {
      unsafe UnsafeMutableRawPointer(bitPattern: place)?.deallocate()
    }
  }
}
