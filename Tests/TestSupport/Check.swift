// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import Testing

/// Expects something in a loop over a whole release or table.
///
/// Not a macro: code that is not optimised takes some 40 µs for each `#expect`, whose expansion keeps
/// all that it compares.
public func check(
  _ holds: Bool, _ words: @autoclosure () -> String,
  at location: SourceLocation = #_sourceLocation
) {
  if !holds { Issue.record(Comment(rawValue: words()), sourceLocation: location) }
}
