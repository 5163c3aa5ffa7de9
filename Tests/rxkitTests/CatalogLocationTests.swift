// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import CommandLineTool
@testable import rxkit_tool

@Suite("Where the catalog is")
struct CatalogLocationTests {
  @Test("The option comes first, then the environment, then the user's data folder")
  func order() throws {
    var environment = Environment(catalog: "env.rxkit", dataHome: "/data", home: "/home/me")
    #expect(
      try CatalogLocation(option: "mine.rxkit", environment: environment).path == "mine.rxkit")
    let named = try CatalogLocation(option: nil, environment: environment)
    #expect(named.path == "env.rxkit")
    #expect(named.origin == .environment)
    environment.catalog = nil
    let own = try CatalogLocation(option: nil, environment: environment)
    #expect(own.origin == .userData)
    #if os(macOS)
      #expect(own.path == "/home/me/Library/Application Support/rxkit/catalog.rxkit")
    #else
      #expect(own.path == "/data/rxkit/catalog.rxkit")
      environment.dataHome = "relative"
      #expect(
        CatalogLocation.userDataPath(environment) == "/home/me/.local/share/rxkit/catalog.rxkit",
        "the XDG specification: a relative path is ignored")
    #endif
  }

  @Test("Without a home folder there is no place, and the exit code is 4")
  func noPlace() {
    let failure = #expect(throws: CommandFailure.self) {
      try CatalogLocation(option: nil, environment: Environment())
    }
    #expect(failure?.exitCode == .catalog)
  }

  @Test("A missing catalog says where it was looked for and how to build one")
  func missing() throws {
    let environment = Environment(catalog: "env.rxkit")
    let failure = try CatalogLocation(option: nil, environment: environment).missing
    #expect(
      failure.description == """
        env.rxkit: catalog not found (named by RXKIT_CATALOG)  [catalog.missing]
           try: rxkit build <release.zip> -o env.rxkit, or Scripts/get-rxnorm for NLM's current release
        """)
  }
}
