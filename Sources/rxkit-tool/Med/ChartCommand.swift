// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// `rxkit med chart`: doses taken on each day.
enum ChartCommand {
  private static let svg = OptionDefinition.file("--svg", "file", "Also write it as an SVG file.")
  private static let days = 14

  static let chart = ToolCommand.med(
    "chart", "Show how many doses were taken on each day.",
    examples: [
      ("", "the last 14 days"),
      ("metformin --from 2026-03-01 --to 2026-04-01", "a month of one"),
      ("--svg doses.svg", "as a picture"),
    ],
    arguments: [MedOptions.anyMedication],
    options: [MedOptions.from, MedOptions.to, svg, CommonOptions.force],
    discussion: "Only doses that were logged as taken count, each once, whatever the amount. A day "
      + "is a day of the calendar where you are, also with 23 or 25 hours.",
    seeAlso: ["rxkit med doses", "rxkit med show"],
    run: MedStore.opened(for: .anyone, .reading) { store, streams in
      let (zone, invocation) = (store.zone, store.invocation)
      let today = zone.day(of: store.now)
      let start = try store.moment(MedOptions.from, orDay: true)
      let end = try store.moment(MedOptions.to, orDay: true)
      let all = try store.medications()
      let only = try invocation.arguments.first.map { try store.medication($0) }
      let lastDay = end.map { zone.day(of: $0.adding(seconds: -1)) } ?? today
      let empty = DoseChart(
        start: start ?? zone.startOfDay(lastDay.adding(days: 1 - days)),
        end: end ?? zone.startOfDay(today.adding(days: 1)), zone: zone,
        medications: (only.map { [$0] } ?? all.filter { !$0.isArchived })
          .map(\.medication.identifier))
      let chart = try store.health.filling(empty).chart
      let names = try store.names()
      let series = chart.medications
        .filter { only == nil || $0 == only?.medication.identifier }
        .map { DoseSeries(identifier: $0, name: names[$0] ?? "", counts: chart.series[$0] ?? []) }
      if let path = invocation.value(of: svg) {
        SystemCalls.makeFilesPrivate()
        try streams.writeFile(
          path, DoseSeries.drawing(series, days: chart.days),
          replacing: invocation.isSet(CommonOptions.force))
        streams.messages.note("wrote \(path)")
      }
      guard store.format != .table else { return try printBars(series, chart.days, &streams) }
      try store.print(series, &streams) {
        var table = Table(
          "date", "medication", "medicationConceptIdentifier", "count", numbers: ["count"])
        for one in series {
          for (day, count) in zip(chart.days, one.counts) {
            table.append(day.description, one.name, one.identifier.value, String(count))
          }
        }
        return table
      } json: { one, json in
        json.object { json in
          json.member("medicationConceptIdentifier", one.identifier.value)
          json.member("name", one.name)
          json.objects("days", zip(chart.days, one.counts)) { day, json in
            json.member("date", day.0.description)
            json.member("count", day.1)
          }
        }
      }
    })

  private static func printBars(
    _ series: [DoseSeries], _ days: [CivilDate], _ streams: inout Streams
  ) throws {
    for (index, one) in series.enumerated() {
      let title = streams.terminal.style.bold(DisplayText.printable(one.name))
      try streams.output.write((index > 0 ? "\n" : "") + title + "\n")
      for (day, count) in zip(days, one.counts) {
        let bar = String(repeating: "█", count: min(count, 60))
        try streams.output.write(
          "\(day.weekday.rawValue) \(day)  \(bar)\(count > 0 ? " " : "")\(count)\n")
      }
    }
  }
}

/// The doses of a medication, a number for each day.
private struct DoseSeries {
  let identifier: HealthConceptIdentifier
  let name: String
  let counts: [Int]

  /// An SVG picture: a row of bars for each medication.
  static func drawing(_ series: [DoseSeries], days: [CivilDate]) -> String {
    let (step, height, row) = (18, 60, 110)
    let width = 40 + max(days.count * step, 200)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(series.count * row + 10)" \
      font-family="sans-serif" font-size="11">

      """
    for (index, one) in series.enumerated() {
      let top = index * row + 20
      let most = max(one.counts.max() ?? 0, 1)
      text += "<text x=\"20\" y=\"\(top)\" font-weight=\"bold\">\(escaped(one.name))</text>\n"
      for (place, (day, count)) in zip(days, one.counts).enumerated() {
        let (x, size) = (20 + place * step, count * height / most)
        let bottom = top + 10 + height
        text += """
          <rect x="\(x)" y="\(bottom - size)" width="\(step - 4)" height="\(size)" fill="#3b7dd8">\
          <title>\(day): \(count)</title></rect>

          """
        if place == 0 || day.weekday == .monday {
          text += "<text x=\"\(x)\" y=\"\(bottom + 13)\">\(day.description.suffix(5))</text>\n"
        }
      }
    }
    return text + "</svg>\n"
  }

  private static func escaped(_ text: String) -> String {
    DisplayText.printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
