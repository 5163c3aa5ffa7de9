// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Names of files and folders.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemCalls {
  /// What exists at a path, following symbolic links.
  package static func status(of path: String) throws(SystemError) -> FileStatus {
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { throw SystemError.last }
    return FileStatus(info)
  }

  /// Whether something is at a path.
  package static func exists(_ path: String) -> Bool {
    (try? status(of: path)) != nil
  }

  /// The folder of a path.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name of a path, and the part before it.
  package static func lastName(of path: String) -> (start: Substring, name: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return (path.dropLast(name.count), name)
  }

  /// Whether two paths name one file, whether it is there or not.
  package static func areSameFile(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    if let status = try? status(of: one) {
      return status.identity == (try? self.status(of: other))?.identity
    }
    // What is not there yet is known by its folder.
    func parts(_ path: String) -> (folder: String, name: Substring) {
      guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
      return (String(path[...slash]), path[path.index(after: slash)...])
    }
    let (left, right) = (parts(one), parts(other))
    guard left.name == right.name, let folder = try? status(of: left.folder).identity else {
      return false
    }
    return folder == (try? status(of: right.folder))?.identity
  }

  package static func isFolder(_ path: String) -> Bool {
    (try? status(of: path).kind) == .folder
  }

  /// Makes a folder and those above it, as far as they are missing.
  package static func makeFolders(_ path: String) throws(SystemError) {
    var partial = ""
    for part in path.split(separator: "/") {
      partial += "/" + part
      if exists(partial) { continue }
      guard unsafe mkdir(partial, 0o755) == 0 else { throw SystemError.last }
    }
  }

  /// What an open descriptor refers to.
  package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var info = stat()
    guard unsafe fstat(descriptor, &info) == 0 else { throw SystemError.last }
    return FileStatus(info)
  }

  /// Sets the permission bits of an open file.
  static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(SystemError) {
    guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw SystemError.last }
  }

  /// Gives a file another name, replacing what has it.
  package static func move(_ path: String, to target: String) throws(SystemError) {
    guard unsafe rename(path, target) == 0 else { throw SystemError.last }
  }

  /// Gives a file a second name, which must be free.
  package static func addName(_ path: String, as target: String) throws(SystemError) {
    guard unsafe link(path, target) == 0 else { throw SystemError.last }
  }

  /// Takes a name away.
  package static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 else { throw SystemError.last }
  }

  /// Lets only the user read the files and folders that the process makes from now on.
  package static func makeFilesPrivate() { _ = umask(0o077) }

  /// Makes a folder, which must not exist.
  package static func makeFolder(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o777) == 0 else { throw SystemError.last }
  }

  /// Takes an empty folder away.
  package static func removeFolder(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path) == 0 else { throw SystemError.last }
  }

  /// The path without symbolic links; it must exist.
  static func realPath(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw SystemError.last }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The names in a folder, in the order of the system, without `.` and `..`.
  package static func names(inFolder path: String) throws(SystemError) -> [[UInt8]] {
    guard let folder = unsafe opendir(path) else { throw SystemError.last }
    defer { unsafe closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        if errno != 0 { throw SystemError.last }
        return names
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let first = unsafe UnsafeRawPointer(entry) + offset
      let length = unsafe strlen(first.assumingMemoryBound(to: CChar.self))
      let name = unsafe [UInt8](UnsafeRawBufferPointer(start: first, count: length))
      if name != [0x2E] && name != [0x2E, 0x2E] { names.append(name) }
    }
  }
}

extension FileStatus {
  fileprivate init(_ info: stat) {
    kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    byteCount = Int(info.st_size)
    permissions = UInt32(info.st_mode & 0o7777)
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    modificationTime = time.tv_sec * 1_000_000_000 + time.tv_nsec
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      file: UInt64(truncatingIfNeeded: info.st_ino))
  }
}

// Calls for an output file that is written in several runs.

extension SystemCalls {
  /// Opens a file for writing and makes it if it is missing; its content stays.
  package static func openPartial(_ path: String) throws(SystemError) -> OpenFile {
    try opened(unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666))
  }

  /// Keeps other processes that ask for it from the file; `flock`, gone with the descriptor.
  package static func lock(_ descriptor: Int32) throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw SystemError.last }
    return false
  }

  /// Cuts a file and goes to its end.
  package static func cut(_ descriptor: Int32, to byteCount: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw SystemError.last
    }
  }
}
