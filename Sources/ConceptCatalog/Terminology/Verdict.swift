// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whether something is so, with a third answer: it cannot be computed, and why.
enum Verdict: Equatable {
  case yes
  case no
  case unknown(String)

  init(_ isTrue: Bool) { self = isTrue ? .yes : .no }

  /// Both: one that is not so settles it.
  static func && (left: Verdict, right: @autoclosure () -> Verdict) -> Verdict {
    if left == .no { return .no }
    let right = right()
    if right == .no { return .no }
    return left == .yes ? right : left
  }

  /// Either: one that is so settles it.
  static func || (left: Verdict, right: @autoclosure () -> Verdict) -> Verdict {
    if left == .yes { return .yes }
    let right = right()
    if right == .yes { return .yes }
    return left == .no ? right : left
  }

  /// The other way round.
  static prefix func ! (verdict: Verdict) -> Verdict {
    switch verdict {
    case .yes: .no
    case .no: .yes
    case .unknown: verdict
    }
  }
}
