// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whether a code is in a value set.
public enum ValueSetMembership: Sendable, Hashable {
  /// It is.
  case member
  /// It is not.
  case notMember
  /// It cannot be computed from what is loaded; the text says why.
  case notComputable(String)

  init(_ verdict: Verdict) {
    switch verdict {
    case .yes: self = .member
    case .no: self = .notMember
    case .unknown(let reason): self = .notComputable(reason)
    }
  }

  /// The word that is printed.
  public var word: String {
    switch self {
    case .member: "member"
    case .notMember: "not-member"
    case .notComputable: "not-computable"
    }
  }
}

/// A code that is in a value set.
public struct ValueSetMember: Sendable, Hashable {
  /// The code system, as written in the value set.
  public let system: String
  /// The version of the code system, if the value set states it.
  public let version: String
  /// The code.
  public let code: String
  /// The name in the value set, or else in the code system; empty if neither has one.
  public let display: String
  /// Whether it is in the expansion only to group others.
  public let isAbstract: Bool
  /// Whether it is marked inactive.
  public let isInactive: Bool

  /// Whether both are the same code of the same system.
  public static func == (left: ValueSetMember, right: ValueSetMember) -> Bool {
    left.system.utf8.elementsEqual(right.system.utf8)
      && left.code.utf8.elementsEqual(right.code.utf8)
  }

  /// Hashes the system and the code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(system)
    hasher.combine(code)
  }
}

/// The codes of a value set, as far as they are computable.
public struct ValueSetMembers: Sendable {
  /// The codes known to be in it: in the order of the expansion, else by clause.
  public internal(set) var members: [ValueSetMember] = []
  /// Why there may be more; empty if these are all.
  public internal(set) var gaps: [String] = []
  /// Whether the codes are those of the resource's own expansion.
  public internal(set) var isFromExpansion = false

  /// Whether these are all codes.
  public var isComplete: Bool { gaps.isEmpty }

  mutating func add(gap: String) {
    if !gaps.contains(gap) { gaps.append(gap) }
  }
}

/// A truth value with a third case: not computable, with the reason.
enum Verdict: Equatable {
  case yes
  case no
  case unknown(String)

  init(_ isTrue: Bool) { self = isTrue ? .yes : .no }

  /// Conjunction: one `no` decides.
  static func && (left: Verdict, right: @autoclosure () -> Verdict) -> Verdict {
    if left == .no { return .no }
    let right = right()
    if right == .no { return .no }
    return left == .yes ? right : left
  }

  static func || (left: Verdict, right: @autoclosure () -> Verdict) -> Verdict {
    if left == .yes { return .yes }
    let right = right()
    if right == .yes { return .yes }
    return left == .no ? right : left
  }

  /// Negation.
  static prefix func ! (verdict: Verdict) -> Verdict {
    switch verdict {
    case .yes: .no
    case .no: .yes
    case .unknown: verdict
    }
  }
}
