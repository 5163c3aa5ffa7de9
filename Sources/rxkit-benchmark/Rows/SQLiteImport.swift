// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import RxNormRelease

/// What the `sqlite3` tool is told, to load the three large tables as fast as it can.
enum SQLiteImport {
  /// No journal, no waiting for the disk, `ascii` mode because it knows no quotes.
  static func commands(rrf: String) -> String {
    var text = """
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -1000000;
      .mode ascii
      .separator "|" "\\n"

      """
    for table in [RRFTable.concepts, .relations, .attributes] {
      // A bar ends the last field, too, so there is one more that is empty.
      let columns = (table.columnNames + ["REST"]).map { "\($0) TEXT" }.joined(separator: ", ")
      text += "CREATE TABLE \(table.rawValue) (\(columns));\n"
      text += ".import '\(rrf)/\(table.fileName)' \(table.rawValue)\n"
    }
    return text + """
      CREATE INDEX conso_rxcui ON RXNCONSO(RXCUI);
      CREATE INDEX conso_name ON RXNCONSO(STR);
      CREATE INDEX conso_code ON RXNCONSO(CODE);
      CREATE INDEX rel_rxcui ON RXNREL(RXCUI2);
      CREATE INDEX sat_ndc ON RXNSAT(ATV) WHERE ATN = 'NDC';

      """
  }

  /// The questions, each answered by a number.
  static func questions(_ questions: BuildQuestions) -> String {
    """
    SELECT count(*) FROM RXNCONSO; SELECT count(*) FROM RXNREL; SELECT count(*) FROM RXNSAT;
    SELECT count(DISTINCT RXCUI) FROM RXNCONSO;
    SELECT count(DISTINCT RXCUI) FROM RXNCONSO WHERE STR = '\(questions.name)';
    SELECT count(*) FROM RXNREL WHERE RXCUI2 = '\(questions.code)' AND SAB = 'RXNORM'
      AND RELA = 'consists_of';
    SELECT count(DISTINCT RXCUI) FROM RXNSAT WHERE ATN = 'NDC' AND ATV = '\(questions.ndc)';
    """
  }
}
