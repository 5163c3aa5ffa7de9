# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Medication codes and texts to ingredients, strengths, forms and labelled side effects.

Offline, from one file, as columns that pyarrow, pandas, Polars and DuckDB read without a copy.

>>> import rxkit
>>> catalog = rxkit.open()
>>> catalog.lookup(["861007", "0093-7314-98"]).column("name")
['metformin hydrochloride 500 MG Oral Tablet', 'clopidogrel 75 MG Oral Tablet']

No advice: rxkit states what a release of RxNorm or a drug label says. It is not a medical device.
"""

from ._catalog import Catalog, default_path, open
from ._library import Error, version
from ._making import build, get_catalog
from ._parquet import export_parquet
from ._result import Records, Result

Error.__module__ = "rxkit"

__version__ = version()
__all__ = ["Catalog", "Error", "Records", "Result", "build", "default_path"]
__all__ += ["export_parquet", "get_catalog", "open", "version"]
