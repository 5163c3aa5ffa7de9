// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Sorted keys and one array of members: they lie in the catalog as they are asked.

/// Branded concepts by their brand, and drugs by the ingredient that only their names tell.
struct BrandGroups: Sendable {
  /// What has a group, ascending by position.
  let keys: [UInt32]
  /// Where the members of each begin, and the end of the last ones.
  let starts: [UInt32]
  let members: [UInt32]

  init(keys: [UInt32], starts: [UInt32], members: [UInt32]) {
    (self.keys, self.starts, self.members) = (keys, starts, members)
  }

  /// Groups that were collected.
  init(_ groups: [UInt32: [UInt32]]) {
    let keys = groups.keys.sorted()
    var starts: [UInt32] = [0]
    var members: [UInt32] = []
    for key in keys {
      members += groups[key] ?? []
      starts.append(UInt32(members.count))
    }
    self.init(keys: keys, starts: starts, members: members)
  }

  /// The members of a concept's group, in the order of codes.
  subscript(concept: UInt32) -> ArraySlice<UInt32>? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < concept { low = middle + 1 } else { high = middle }
    }
    guard low < keys.count, keys[low] == concept else { return nil }
    return members[Int(starts[low])..<Int(starts[low + 1])]
  }
}
