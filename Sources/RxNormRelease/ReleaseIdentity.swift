// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What a release is called and from when it is.
//
// Nothing in a release states its date in one fixed place. In this order:
// the zip's or folder's name, the readme's name, the first date in the readme,
// the version of the source RXNORM in RXNSAB (`20AA_200908F`: edition of UMLS,
// then YYMMDD, then F for a full release). Never the times of files.

struct ReleaseIdentity {
  private let names: [String]
  private let readmes: [Readme]
  private var version: String?
  private var sourceName: String?
  private var sourceTitle = ""

  init(names: [String], readmes: [Readme]) {
    self.names = names
    self.readmes = readmes
  }

  /// Takes the row of the source RXNORM from RXNSAB.
  mutating func read(sourceRow row: borrowing RRFRow) {
    guard row.matches(3, "RXNORM"), sourceName == nil else { return }
    sourceName = row.isEmpty(2) ? nil : row.string(2)
    sourceTitle = row.string(4)
    version = row.string(6)
  }

  var name: String {
    if let sourceName { return sourceName }
    if let name = names.first(where: { $0.lowercased().hasPrefix("rxnorm_") }) { return name }
    for readme in readmes where readme.name.lowercased().hasPrefix("readme_") {
      return "RxNorm_" + readme.name.dropFirst(7).dropLast(4)
    }
    return "unknown"
  }

  var date: String? {
    for name in names + readmes.map(\.name) {
      if let date = monthFirstDate(inName: name) { return date }
    }
    for readme in readmes {
      if let date = firstDate(inText: readme.text) { return date }
    }
    return version.flatMap(versionDate) ?? sourceName.flatMap(versionDate)
  }

  var isOfficial: Bool {
    let said =
      names + readmes.flatMap { [$0.name, $0.text] }
      + [sourceName ?? "", sourceTitle, version ?? ""]
    guard !said.contains(where: { $0.lowercased().contains("reconstructed") }) else {
      return false
    }
    return names.contains { isOfficialName($0, prefix: "rxnorm_") }
      || readmes.contains { isOfficialName($0.name, prefix: "readme_") }
      || (sourceName?.hasPrefix("RXNORM_") == true && version.flatMap(versionDate) != nil)
  }

  /// Says whether a name is of the form `RxNorm_full_07062026`.
  private func isOfficialName(_ name: String, prefix: String) -> Bool {
    let name = name.lowercased()
    guard name.hasPrefix(prefix) else { return false }
    let parts = name.dropFirst(prefix.utf8.count).split(separator: "_")
    guard let kind = parts.first, kind == "full" || kind == "weekly" else { return false }
    let rest = parts.dropFirst(parts.dropFirst().first == "prescribe" ? 2 : 1).first ?? ""
    return rest.hasPrefix("current") || monthFirstDate(inName: name) != nil
  }
}

// MARK: Dates

/// Returns the date that eight digits after a `_` write as MMDDYYYY.
func monthFirstDate(inName name: String) -> String? {
  let bytes = Array(name.utf8)
  for index in bytes.indices where bytes[index] == UInt8(ascii: "_") {
    guard let digits = digits(in: bytes, from: index + 1, count: 8) else { continue }
    let date = isoDate(
      year: digits % 10_000, month: digits / 1_000_000, day: digits / 10_000 % 100)
    if let date { return date }
  }
  return nil
}

/// Returns the date that a version of the source RXNORM ends with, YYMMDD or YYYYMMDD.
func versionDate(_ version: String) -> String? {
  let bytes = Array(version.utf8)
  for index in bytes.indices.reversed() where bytes[index] == UInt8(ascii: "_") {
    if let digits = digits(in: bytes, from: index + 1, count: 6) {
      // RxNorm began in 2002: two digits are years of this century.
      return isoDate(year: 2000 + digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }
    if let digits = digits(in: bytes, from: index + 1, count: 8) {
      return isoDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    }
  }
  return nil
}

/// Returns the first date of a text: `07/06/2026`, `2026-07-06` or `July 6, 2026`.
func firstDate(inText text: String) -> String? {
  let bytes = Array(text.utf8)
  func number(_ start: Int, _ count: Int) -> Int? { digits(in: bytes, from: start, count: count) }
  func stand(_ mark: Character, at places: Int...) -> Bool {
    places.allSatisfy { $0 < bytes.count && bytes[$0] == mark.asciiValue }
  }
  for index in bytes.indices where index == 0 || !isWordByte(bytes[index - 1]) {
    if stand("/", at: index + 2, index + 5), let month = number(index, 2),
      let day = number(index + 3, 2), let year = number(index + 6, 4),
      let date = isoDate(year: year, month: month, day: day)
    {
      return date
    }
    if stand("-", at: index + 4, index + 7), let year = number(index, 4),
      let month = number(index + 5, 2), let day = number(index + 8, 2),
      let date = isoDate(year: year, month: month, day: day)
    {
      return date
    }
    if let date = dateInWords(bytes[index...].prefix(24)) { return date }
  }
  return nil
}

/// Returns the date that a text begins with, written `July 6, 2026`.
private func dateInWords(_ bytes: ArraySlice<UInt8>) -> String? {
  let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  let words = String(decoding: bytes, as: UTF8.self).split(maxSplits: 3) { " ,\r\n".contains($0) }
  guard words.count >= 3, let month = months.firstIndex(of: words[0].lowercased()),
    let day = Int(words[1])
  else { return nil }
  let year = Array(words[2].utf8)
  guard let year = digits(in: year, from: 0, count: 4) else { return nil }
  return isoDate(year: year, month: month + 1, day: day)
}

/// Returns the number at an index if it has exactly that many digits.
private func digits(in bytes: [UInt8], from start: Int, count: Int) -> Int? {
  guard start <= bytes.count - count else { return nil }
  var number = 0
  for byte in bytes[start..<start + count] {
    guard isDigit(byte) else { return nil }
    number = number * 10 + Int(byte - UInt8(ascii: "0"))
  }
  let next = start + count
  return next < bytes.count && isDigit(bytes[next]) ? nil : number
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isWordByte(_ byte: UInt8) -> Bool {
  isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

/// Returns a date in ISO 8601 if the calendar has it.
private func isoDate(year: Int, month: Int, day: Int) -> String? {
  guard (1990...2199).contains(year), (1...12).contains(month) else { return nil }
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  guard (1...lengths[month - 1]).contains(day) else { return nil }
  return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
}
