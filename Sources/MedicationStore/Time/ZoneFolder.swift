// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A folder with the files of the time zone database.
public struct ZoneFolder: Sendable {
  /// Where systems keep the database.
  public static let systemPath = "/usr/share/zoneinfo"

  /// The path of the folder.
  public let path: String

  /// Names a folder; `TZDIR`, if a process has that variable, belongs here.
  public init(path: String? = nil) {
    self.path = path.flatMap { $0.isEmpty ? nil : $0 } ?? Self.systemPath
  }

  /// Reads the zone of a process: what `TZ` names, else that of the system, else UTC.
  ///
  /// - Parameter variable: The value of `TZ`: a name, also after a colon.
  /// - Returns: The zone.
  /// - Throws: As ``zone(named:)``; rules like `CET-1CEST` are not names.
  public func systemZone(variable: String?) throws(HealthError) -> Zone {
    if let variable, !variable.isEmpty {
      return try zone(named: variable.hasPrefix(":") ? String(variable.dropFirst()) : variable)
    }
    let parts = SystemFile.realPath("/etc/localtime")?.split(separator: "/") ?? []
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return .utc }
    return try zone(named: parts[(folder + 1)...].joined(separator: "/"))
  }

  /// Reads a zone.
  ///
  /// - Throws: HealthError with HealthError/unknownZone,
  ///   HealthError/noZoneFolder(_:) or HealthError/damagedZone.
  public func zone(named name: String) throws(HealthError) -> Zone {
    if name == "UTC" || name == "UTC0" { return .utc }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.utf8.allSatisfy { byte in
          0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
            || byte == 0x2B || byte == 0x2D || byte == 0x5F
        }
    }
    guard isName else { throw .unknownZone }
    guard let bytes = SystemFile.bytes(path + "/" + name, limit: 1 << 20) else {
      throw SystemFile.exists(path) ? .unknownZone : .noZoneFolder(path)
    }
    // Only the folder: the zone of a schedule is the person's.
    guard let file = ZoneFile(bytes) else { throw HealthError.damagedZone.inFile(path) }
    return Zone(name: name, file: file)
  }
}
