// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whether a code is in a value set.
public enum ValueSetMembership: Sendable, Hashable {
  /// It is.
  case member
  /// It is not.
  case notMember
  /// What is loaded does not tell; the text says why.
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
  /// The code system, as the value set writes it.
  public let system: String
  /// The version of the code system, where the value set says it.
  public let version: String
  /// The code.
  public let code: String
  /// The name: the value set's, or else the code system's; empty where neither has one.
  public let display: String
  /// Whether the expansion has it only to group others.
  public let isAbstract: Bool
  /// Whether it is said to be inactive.
  public let isInactive: Bool

  /// Same code of the same system.
  public static func == (left: ValueSetMember, right: ValueSetMember) -> Bool {
    left.system.utf8.elementsEqual(right.system.utf8)
      && left.code.utf8.elementsEqual(right.code.utf8)
  }

  /// Hashes system and code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(system)
    hasher.combine(code)
  }
}

/// The codes of a value set, as far as they are computable.
public struct ValueSetMembers: Sendable {
  /// The codes that are surely in it: those of an expansion in its order, else by clause.
  public internal(set) var members: [ValueSetMember] = []
  /// Why there may be more; empty where these are all.
  public internal(set) var gaps: [String] = []
  /// Whether the codes are those of the resource's own expansion.
  public internal(set) var isFromExpansion = false

  /// Whether the codes are all there are.
  public var isComplete: Bool { gaps.isEmpty }

  mutating func add(gap: String) {
    if !gaps.contains(gap) { gaps.append(gap) }
  }
}

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
