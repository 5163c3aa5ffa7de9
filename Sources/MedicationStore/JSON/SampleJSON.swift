// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText
public import MedicationModel

extension MedicationDoseEvent {
  /// Writes the event as a JSON object with a member for each property, `null` for none.
  ///
  /// - Parameters:
  ///   - writer: Gets the object.
  ///   - zone: The zone whose offset the dates show.
  public func write(to writer: inout JSONWriter, in zone: Zone) {
    writer.object { writer in writeMembers(to: &writer, in: zone) }
  }

  /// Writes the members of the object, for one that has more.
  public func writeMembers(to writer: inout JSONWriter, in zone: Zone) {
    writer.member("uuid", uuid.description)
    writer.write("medicationConceptIdentifier", medicationConceptIdentifier)
    writer.member("scheduleType", scheduleType.name)
    writer.member("scheduledDate", scheduledDate.map(zone.text))
    writer.member("scheduledDoseQuantity", scheduledDoseQuantity)
    writer.member("doseQuantity", doseQuantity)
    writer.member("unit", unit.unitString)
    if let name = logStatus.name {
      writer.member("logStatus", name)
    } else {
      writer.member("logStatus", logStatus.rawValue)
    }
    writer.writeCommonMembers(of: self, in: zone)
  }
}

extension DeletedObject {
  /// Writes what is left of a sample as a JSON object: uuid and metadata.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("uuid", uuid.description)
      writer.key("metadata")
      writer.write(metadata)
    }
  }
}

extension CategorySample {
  /// Writes the sample as a JSON object with a member for each property, `null` for none.
  ///
  /// - Parameters:
  ///   - writer: Gets the object.
  ///   - zone: The zone whose offset the dates show.
  public func write(to writer: inout JSONWriter, in zone: Zone) {
    writer.object { writer in
      writer.member("uuid", uuid.description)
      writer.member("categoryType", categoryType.rawValue)
      writer.member("value", value)
      writer.writeCommonMembers(of: self, in: zone)
    }
  }
}

extension Zone {
  /// A moment as ISO 8601 with the offset of the zone.
  public func text(_ instant: Instant) -> String {
    instant.text(offsetSeconds: offset(at: instant))
  }
}

extension JSONWriter {
  fileprivate mutating func writeCommonMembers(of sample: some HealthSample, in zone: Zone) {
    member("startDate", zone.text(sample.startDate))
    member("endDate", zone.text(sample.endDate))
    object("source") { writer in
      writer.member("name", sample.source.name)
      writer.member("bundleIdentifier", sample.source.bundleIdentifier)
    }
    key("device")
    write(sample.device)
    key("metadata")
    write(sample.metadata)
  }

  fileprivate mutating func write(_ name: StaticString, _ identifier: HealthConceptIdentifier) {
    guard identifier.domain != .medication else { return member(name, identifier.value) }
    object(name) { writer in
      writer.member("domain", identifier.domain.rawValue)
      writer.member("value", identifier.value)
    }
  }

  package mutating func member(_ name: StaticString, _ number: Double?) {
    key(name)
    write(number)
  }

  /// Writes a number, a whole one without a decimal point.
  mutating func write(_ number: Double?) {
    guard let number else { return null() }
    if let whole = Int(exactly: number) { integer(whole) } else { self.number(raw: "\(number)") }
  }

  mutating func write(_ device: SampleDevice?) {
    guard let device else { return null() }
    object { writer in
      for (path, name) in SampleDevice.members { writer.member(name, device[keyPath: path]) }
    }
  }

  mutating func write(_ metadata: [String: MetadataValue]?) {
    guard let metadata else { return null() }
    object { writer in
      for key in metadata.keys.sorted(by: { $0.precedesInBytes($1) }) {
        writer.key(key)
        switch metadata[key] {
        case .string(let text): writer.string(text)
        case .number(let number): writer.write(number)
        case .boolean(let flag): writer.boolean(flag)
        case .date(let date): writer.object { $0.member("date", date.text()) }
        case nil: writer.null()
        }
      }
    }
  }
}

// MARK: Columns

// Devices, metadata and schedules are kept as JSON texts; what is read back was written here.

extension JSONWriter {
  static func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return writer.text
  }
}

extension SampleDevice {
  fileprivate static var members: [(KeyPath<SampleDevice, String?>, StaticString)] {
    [
      (\.name, "name"), (\.manufacturer, "manufacturer"), (\.model, "model"),
      (\.hardwareVersion, "hardwareVersion"), (\.firmwareVersion, "firmwareVersion"),
      (\.softwareVersion, "softwareVersion"), (\.localIdentifier, "localIdentifier"),
      (\.udiDeviceIdentifier, "udiDeviceIdentifier"),
    ]
  }

  package var columnText: String { JSONWriter.text { $0.write(self) } }

  package init(_ node: JSONNode) {
    self.init(
      name: node["name"]?.string, manufacturer: node["manufacturer"]?.string,
      model: node["model"]?.string, hardwareVersion: node["hardwareVersion"]?.string,
      firmwareVersion: node["firmwareVersion"]?.string,
      softwareVersion: node["softwareVersion"]?.string,
      localIdentifier: node["localIdentifier"]?.string,
      udiDeviceIdentifier: node["udiDeviceIdentifier"]?.string)
  }
}

extension [String: MetadataValue] {
  package var columnText: String { JSONWriter.text { $0.write(self) } }

  package init(_ node: JSONNode) {
    self.init()
    for (name, value) in node.members {
      guard let name = name.string else { continue }
      if let text = value.string {
        self[name] = .string(text)
      } else if let flag = value.boolean {
        self[name] = .boolean(flag)
      } else if let number = value.numberText.flatMap({ Double($0) }) {
        self[name] = .number(number)
      } else if let date = value["date"]?.string.flatMap({ try? Instant($0) }) {
        // Not a date: it was not written here, and is left out like any other value.
        self[name] = .date(date)
      }
    }
  }
}

extension JSONNode {
  /// The value of a text that was checked when it was written; `nil` if it is not JSON.
  package init?(columnText: String) {
    guard let document = try? JSONDocument(Array(columnText.utf8)) else { return nil }
    self = document.root
  }
}
