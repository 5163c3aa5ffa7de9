// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// The folder of real data that `RXKIT_TEST_DATA` names; tests say so when it is absent.
public enum TestData {
  /// The folder, where it is at hand.
  public static let folder = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// A file or folder of the test data, or nil and a line that says what is skipped without it.
  public static func path(_ name: String, skipping test: String) -> URL? {
    guard let folder else {
      print("skipped: \(test) (RXKIT_TEST_DATA is not set)")
      return nil
    }
    return folder.appendingPathComponent(name)
  }
}
