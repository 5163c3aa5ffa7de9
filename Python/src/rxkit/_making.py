# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Building catalogs from releases."""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
import urllib.request
from pathlib import Path

from . import _library
from ._catalog import Catalog, PathLike, default_path

#: NLM's current prescribable content, which needs no licence.
ADDRESS = "https://download.nlm.nih.gov/rxnorm/RxNorm_full_prescribe_current.zip"
# An error page is a few kilobytes, the starter release a megabyte.
_LEAST_BYTES = 500_000


def build(release: PathLike, output: PathLike | None = None, *, replace: bool = False) -> Path:
    """Builds a catalog from a release of RxNorm, with the side-effect tables that ship.

    Args:
        release: NLM's zip, full or prescribable, or a folder of it.
        output: The file, which appears when it is whole; `default_path` if it is not given.
        replace: Whether a file that is there may be replaced.

    Returns:
        The path of the file.

    Raises:
        Error: The release cannot be read.
        FileExistsError: The file is there.
    """
    place = default_path() if output is None else Path(output)
    if place.exists() and not replace:
        raise FileExistsError(f"{place}: is there; try: replace=True")
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".rxkit-") as folder:
        whole = Path(folder) / "catalog.rxkit"
        problems: list[OSError] = []
        with whole.open("wb") as file:

            def write(_: object, address: int, count: int) -> int:
                try:
                    file.write((ctypes.c_char * count).from_address(address) if count else b"")
                    return 0
                except OSError as problem:
                    problems.append(problem)
                    return 1

            try:
                _library.call("build", os.fsencode(release), _library.Writer(write), None)
            except _library.Error:
                if problems:
                    raise problems[0] from None
                raise
            file.flush()
            os.fsync(file.fileno())
        with Catalog(whole):  # A file that cannot be opened replaces nothing.
            pass
        os.replace(whole, place)
    return place


def get_catalog(output: PathLike | None = None, *, address: str = ADDRESS) -> Path:
    """Downloads NLM's current release and builds its catalog, as ``Scripts/get-rxnorm`` does.

    The only function that uses the network. A catalog that is there is replaced when all went well.

    Args:
        output: The file; `default_path` if it is not given.
        address: Another release.

    Returns:
        The path of the catalog.
    """
    with tempfile.TemporaryDirectory() as folder:
        release = Path(folder) / (address.rsplit("/", 1)[-1] or "release.zip")
        with urllib.request.urlopen(address) as source, release.open("w+b") as file:
            shutil.copyfileobj(source, file)
            size = file.tell()
            file.seek(0)
            is_zip = file.read(4) == b"PK\x03\x04"
        if not is_zip or size < _LEAST_BYTES:
            raise _library.Error(
                f"{address}: {size} bytes that are no release, expected a zip", "release.not-a-zip"
            )
        return build(release, output, replace=True)
