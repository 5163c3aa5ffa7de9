# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Loads the three large files of a release into DuckDB, with indexes; or asks it.

    rival-duckdb.py build <rrf folder> <database>
    rival-duckdb.py ask <database> <name> <code> <ndc>

The indexes are those that answer what rxkit's catalog answers: a code, a name, a
code of another source, a relation, an NDC. NDCs get a table of their own, because
DuckDB has no partial index, and an index on all attribute values takes longer.
"""

import sys

import duckdb

COLUMNS = {
    "RXNCONSO": "RXCUI LAT TS LUI STT SUI ISPREF RXAUI SAUI SCUI SDUI SAB TTY CODE STR SRL "
    "SUPPRESS CVF",
    "RXNREL": "RXCUI1 RXAUI1 STYPE1 REL RXCUI2 RXAUI2 STYPE2 RELA RUI SRUI SAB SL DIR RG "
    "SUPPRESS CVF",
    "RXNSAT": "RXCUI LUI SUI RXAUI STYPE CODE ATUI SATUI ATN SAB ATV SUPPRESS CVF",
}
INDEXES = [
    "CREATE INDEX conso_rxcui ON RXNCONSO(RXCUI)",
    "CREATE INDEX conso_name ON RXNCONSO(STR)",
    "CREATE INDEX conso_code ON RXNCONSO(CODE)",
    "CREATE INDEX rel_rxcui ON RXNREL(RXCUI2)",
    "CREATE TABLE NDC AS SELECT ATV, RXCUI FROM RXNSAT WHERE ATN = 'NDC'",
    "CREATE INDEX ndc_code ON NDC(ATV)",
]


def build(folder, path):
    database = duckdb.connect(path)
    for table, names in COLUMNS.items():
        # A bar also ends the last field, so there is one more, empty field.
        columns = {name: "VARCHAR" for name in names.split() + ["REST"]}
        database.execute(
            f"CREATE TABLE {table} AS SELECT * EXCLUDE (REST) FROM read_csv("
            f"'{folder}/{table}.RRF', delim='|', header=false, quote='', escape='', "
            f"auto_detect=false, columns={columns})"
        )
    for index in INDEXES:
        database.execute(index)
    database.execute("CHECKPOINT")
    database.close()


def ask(path, name, code, ndc):
    database = duckdb.connect(path, read_only=True)
    questions = [
        ("SELECT count(*) FROM RXNCONSO", []),
        ("SELECT count(*) FROM RXNREL", []),
        ("SELECT count(*) FROM RXNSAT", []),
        ("SELECT count(DISTINCT RXCUI) FROM RXNCONSO", []),
        ("SELECT count(DISTINCT RXCUI) FROM RXNCONSO WHERE STR = ?", [name]),
        (
            "SELECT count(*) FROM RXNREL WHERE RXCUI2 = ? AND SAB = 'RXNORM' "
            "AND RELA = 'consists_of'",
            [code],
        ),
        ("SELECT count(DISTINCT RXCUI) FROM NDC WHERE ATV = ?", [ndc]),
    ]
    print(*(database.execute(sql, values).fetchone()[0] for sql, values in questions))


if __name__ == "__main__":
    {"build": build, "ask": ask}[sys.argv[1]](*sys.argv[2:])
