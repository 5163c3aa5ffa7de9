# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""``python -m rxkit export-parquet DIR``."""

import argparse

from ._parquet import export_parquet

parser = argparse.ArgumentParser(prog="python -m rxkit")
commands = parser.add_subparsers(required=True)
export = commands.add_parser("export-parquet", help="a catalog as Parquet tables")
export.add_argument("folder", help="where the files go; it must not exist")
export.add_argument("--catalog", help="the catalog file (default: that of rxkit.open)")
given = parser.parse_args()
for name, file in export_parquet(given.folder, given.catalog)["files"].items():
    print(f"{name}: {file['rows']} rows")
