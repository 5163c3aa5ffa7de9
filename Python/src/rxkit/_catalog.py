# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""An open catalog and its queries."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

from . import _arrow, _library
from ._arrow import Array, Schema, Stream
from ._result import Records, Result

PathLike = Union[str, "os.PathLike[str]"]
Names = Optional[Sequence[str]]


class Catalog:
    """A catalog: one file with a release of RxNorm and what labels state.

    It is mapped into memory and shared with other processes; threads may query it at the same time.
    Use `rxkit.open`.

    Every function takes one value, a list, or anything with ``__arrow_c_stream__`` or
    ``__arrow_c_array__`` (a column or a table with one column of pyarrow, pandas, Polars, DuckDB),
    which is read without a copy. Each answer is a row of the `Result`; equal queries are answered
    once, even in later calls. Each row names the release that it was made from. With ``columns``
    only these are computed, which takes less time.

    Not advice: answers state what a release or a label says. They are not a recommendation,
    diagnosis, dose, equivalence or verdict on safety.
    """

    def __init__(self, path: PathLike) -> None:
        handle = _library.Handle()
        _library.call("open", os.fsencode(path), ctypes.byref(handle))
        self._handle: _library.Handle | None = handle
        self.path = os.fspath(path)

    def __enter__(self) -> Catalog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<rxkit.Catalog: {self.path}>"

    def close(self) -> None:
        """Closes the catalog; results, streams and calls of other threads are not affected."""
        self._handle = None

    @property
    def _open(self) -> _library.Handle:
        if self._handle is None:
            raise ValueError("the catalog is closed")
        return self._handle

    # Questions

    def lookup(self, codes: Any, *, system: str | None = None, columns: Names = None) -> Result:
        """What codes mean: concept, ingredients with strengths, form, brand.

        Args:
            codes: RxNorm codes or NDCs (of dashes or more than 8 digits), or codes of `system`.
            system: Their code system, by URL or name: ``"atc"``, ``"snomed"``, ``"unii"`` …

        Returns:
            Columns ``code``, ``system``, ``outcome`` (``resolved``, ``replaced``, ``unknown`` …),
            ``rxcui``, ``name``, ``tty``, ``status``, ``ingredients`` (list), ``doseForm``,
            ``generalForm``, ``brand``, ``problems`` (list) and more. Where a code leads to several
            concepts, ``rxcui`` is null and ``concepts`` lists all: none is chosen.

        >>> catalog = rxkit.open()
        >>> row = catalog.lookup("861007")[0]
        >>> row["name"], row["tty"], row["generalForm"]
        ('metformin hydrochloride 500 MG Oral Tablet', 'SCD', 'tablet')
        >>> [(part["name"], part["strength"]) for part in row["ingredients"]]
        [('metformin', '500 MG')]
        >>> catalog.lookup(["861007", None, "99999999"]).column("outcome")
        ['resolved', None, 'unknown']
        """
        return self._ask("lookup", codes, system=system, columns=columns)

    def ndc(self, codes: Any, *, columns: Names = None) -> Result:
        """What National Drug Codes mean, in any written form; the columns are those of `lookup`.

        >>> rxkit.open().ndc(["0093-7314-98"]).column("name")
        ['clopidogrel 75 MG Oral Tablet']
        """
        return self._ask("ndc", codes, columns=columns)

    def match(self, texts: Any, *, limit: int | None = None, columns: Names = None) -> Result:
        """Which drug a free text means.

        Args:
            texts: Free text.
            limit: The maximum number of candidates of a text, up to 10; 5 by default.

        Returns:
            Columns ``text``, ``verdict``, ``reason``, ``score``, ``candidates`` (list) and more.
            ``rxcui`` and ``name`` are set only where the verdict is ``accepted``.

        >>> result = rxkit.open().match(["paracetmol 0.5 g tab", "hydroxizine"])
        >>> [(row["verdict"], row["rxcui"], row["reason"]) for row in result]
        [('accepted', '198440', None), ('review', None, 'ambiguous-name')]
        """
        return self._ask("match", texts, limit=limit, columns=columns)

    def related(
        self, codes: Any, types: Names = None, *, system: str | None = None, columns: Names = None
    ) -> Result:
        """Concepts related to those of codes (as for `lookup`), in groups by term type.

        Args:
            types: The term types that are wanted, such as ``["IN", "SCD"]``; all if not given.

        Returns:
            Column ``groups`` (list) has for each term type its ``concepts`` (list); ``reason`` says
            why there are none.

        >>> groups = rxkit.open().related("861007", types=["IN"])[0]["groups"]
        >>> [(group["tty"], [concept["name"] for concept in group["concepts"]]) for group in groups]
        [('IN', ['metformin'])]
        """
        return self._ask("related", codes, types=types, system=system, columns=columns)

    def side_effects(
        self, codes: Any, *, system: str | None = None, columns: Names = None
    ) -> Result:
        """Which of 39 symptom categories the labels of medications name, with the evidence.

        Codes and their system are as for `lookup`.

        Returns:
            Columns ``coverage`` (``full``, ``partial``, ``none``), ``boxedWarning``, ``symptoms``
            (list; each with ``evidence``: label, section, class, figures, context), ``scope`` and
            more. ``coverage`` ``none`` means that no label was read, not that there are no side
            effects; a symptom outside the 39 categories is never listed.

        >>> row = rxkit.open().side_effects("314076")[0]
        >>> row["coverage"], row["boxedWarning"]["present"]
        ('full', 'yes')
        >>> "Dizziness" in [symptom["name"] for symptom in row["symptoms"]]
        True
        """
        return self._ask("side_effects", codes, system=system, columns=columns)

    def search(
        self, queries: Any, types: Names = None, *, limit: int = 20, columns: Names = None
    ) -> Result:
        """Concepts whose names have the words of a query, the likeliest first.

        Args:
            queries: Words in any order; the last may be the beginning of one, as it is typed.
            types: The term types that are wanted, such as ``["SCD"]``; all if not given.
            limit: The most concepts of a query, up to 1000.

        Returns:
            Columns ``query``, ``total``, ``more`` and ``concepts`` (list; each with ``rxcui``,
            ``name``, ``tty``, ``status``, ``match``, ``matchedName``). Nothing is corrected.

        >>> found = rxkit.open().search("metformin 500 oral tab", types=["SCD"])[0]["concepts"]
        >>> [(concept["rxcui"], concept["name"]) for concept in found][:1]
        [('861007', 'metformin hydrochloride 500 MG Oral Tablet')]
        """
        return self._ask("search", queries, types=types, limit=limit, columns=columns)

    def resolve(
        self, medications: Any, *, side_effects: bool = False, columns: Names = None
    ) -> Result:
        """All that is known about medications, as ``rxkit resolve`` prints it.

        Args:
            medications: Of each its JSON (a coding, a user-annotated medication, a FHIR resource;
                a dictionary is written as JSON), a code, or a name.
            side_effects: Whether the column ``sideEffects`` is added.

        Returns:
            What was given (``status``, ``codings``, ``text``, ``dosages`` …) and what follows. Where
            a medication cannot be read, ``error`` says why.

        >>> row = rxkit.open().resolve({"resourceType": "MedicationRequest", "status": "stopped",
        ...     "medicationCodeableConcept": {"text": "metformin 500 mg tablet"}})[0]
        >>> row["statusMeaning"], row["match"]
        ('stopped', 'text')
        """
        if isinstance(medications, (list, tuple)):
            medications = [_json_of(each) for each in medications]
        medications = _json_of(medications)
        return self._ask("resolve", medications, side_effects=side_effects, columns=columns)

    def concepts(self, *, columns: Names = None) -> Records:
        """All concepts of the catalog as a stream, in ascending order of their RxCUIs.

        A retired concept is there if the catalog has it, with its ``status``. Numbers that only tie
        a reconstructed release together are no RxCUIs, and have no row.

        Returns:
            A row for each, with the columns of `lookup`.

        >>> first = next(iter(rxkit.open().concepts(columns=["rxcui", "name", "tty", "status"])))
        >>> first[1]
        {'rxcui': '44', 'name': 'mesna', 'tty': 'IN', 'status': 'Active'}
        """
        return self.stream("lookup", None, columns=columns)

    def stream(self, question: str, source: Any, **options: Any) -> Records:
        """Answers a stream of batches while it is read, so that memory stays small.

        Args:
            question: The name of a function: ``"lookup"``, ``"match"`` …
            source: Anything with ``__arrow_c_stream__``; `None` for all concepts by their RxCUIs, of
                ``"lookup"``, ``"related"`` and ``"side_effects"``.
            options: Those of the function.
        """
        given = None if source is None else source.__arrow_c_stream__()
        stream = None if given is None else ctypes.byref(_arrow.structure_in(given, Stream))
        return self._records(None, "stream", question.encode(), _options(options), stream)

    def read_fhir(
        self,
        source: Union[PathLike, bytes, Iterable[PathLike]],
        *,
        byte_range: tuple[int, int] | None = None,
        first_line: int | None = None,
        claims: bool = False,
        side_effects: bool = False,
        columns: Names = None,
        threads: int | None = None,
    ) -> Records:
        """Reads FHIR documents: NDJSON, bundles or resources, JSON or XML, plain or in gzip.

        Args:
            source: A path, several paths, or the bytes of a document.
            byte_range: Of one file of NDJSON, the lines that begin in these bytes: ranges that cover
                a file give each line once.
            first_line: The number of the first line of a range: the lines before it are then not
                counted. Or bytes are whole lines of NDJSON, of which the first has this number, and
                each is read by itself: a reference to another line is not followed.
            claims: Whether items of ExplanationOfBenefit and Claim with an NDC or RxNorm code are
                rows, too: events, of which none says that a drug is used.
            side_effects: Whether the column ``sideEffects`` is added.
            threads: How many read at the same time; one on each processor if it is not given.

        Returns:
            A row for each medication resource, as those of `resolve`. What cannot be read has a row
            whose ``error`` says why; no row is a person's list of medications, see
            ``statusMeaning``, ``negated`` and ``intent``.

        Warns:
            UserWarning: There is no row; the text says what the documents hold. A range and lines
                by themselves are some of several, and never warn.

        >>> document = b'{"resourceType": "MedicationRequest", "status": "active"}'
        >>> rxkit.open().read_fhir(document).read_all().column("statusMeaning")
        ['active']
        """
        options = {"range": byte_range, "firstLine": first_line, "claims": claims}
        options |= {"side_effects": side_effects, "columns": columns, "threads": threads}
        data: Any
        if isinstance(source, (bytes, bytearray, memoryview)):
            function, place, data = "read_fhir_bytes", "document", bytes(source)
        else:
            paths = [source] if isinstance(source, (str, os.PathLike)) else list(source)
            function = "read_fhir"
            place = os.fspath(paths[0]) if len(paths) == 1 else f"{len(paths)} documents"
            data = (ctypes.c_char_p * len(paths))(*map(os.fsencode, paths))
        hint = "" if claims else " (claims=True reads the drugs of claims)"
        is_part = byte_range is not None or first_line is not None
        note = None if is_part else f"{place}: no medication resource{hint}"
        return self._records(note, function, _options(options), data, len(data))

    def describe(self) -> dict[str, Any]:
        """The release, what the catalog leaves out, its concepts, and notes about answers.

        >>> sorted(rxkit.open().describe())[:2]
        ['concepts', 'leftOut']
        """
        return self._answer("describe")[0]

    # Arguments

    def _ask(self, question: str, values: Any, **options: Any) -> Result:
        if hasattr(values, "__arrow_c_stream__"):
            return self.stream(question, values, **options).read_all()
        if hasattr(values, "__arrow_c_array__"):
            capsules = values.__arrow_c_array__()
            given = [_arrow.structure_in(*pair) for pair in zip(capsules, (Schema, Array))]
        else:
            single = isinstance(values, (str, int, float)) or values is None
            column = _arrow.TextColumn([values] if single else values)
            given = [column.schema, column.array]
        places = map(ctypes.byref, given)
        return self._answer("answer", question.encode(), _options(options), *places)

    def _records(self, note: str | None, function: str, *arguments: Any) -> Records:
        records = Stream()
        _library.call(function, self._open, *arguments, ctypes.byref(records))
        return Records(records, note)

    def _answer(self, function: str, *arguments: Any) -> Result:
        schema, answers = Schema(), Array()
        places = ctypes.byref(schema), ctypes.byref(answers)
        _library.call(function, self._open, *arguments, *places)
        return Result(schema, [answers])


def _json_of(medication: Any) -> Any:
    return json.dumps(medication) if isinstance(medication, dict) else medication


def _options(options: dict[str, Any]) -> bytes | None:
    """Options as the library reads them; none if no option is set."""
    names = {"side_effects": "sideEffects"}
    given = {
        names.get(name, name): value
        for name, value in options.items()
        if value is not None and value is not False
    }
    # Names may be any sequence except a string, whose letters would be names.
    return json.dumps(given, default=list).encode() if given else None


def default_path() -> Path:
    """Where a catalog is searched for: ``RXKIT_CATALOG``, else the user's data folder."""
    if named := os.environ.get("RXKIT_CATALOG"):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/rxkit/catalog.rxkit"
    folder = os.environ.get("XDG_DATA_HOME", "")
    data = Path(folder) if folder.startswith("/") else Path.home() / ".local/share"
    return data / "rxkit/catalog.rxkit"


@functools.cache
def _starter() -> Path | None:
    """The catalog of the package rxkit-starter; says once what it is."""
    package = importlib.util.find_spec("rxkit_starter")
    if package is None or package.origin is None:
        return None
    place = Path(package.origin).with_name("catalog.rxkit")
    with Catalog(place) as catalog:
        warnings.warn(catalog.describe()["notices"][-1] + " (rxkit-starter)", stacklevel=3)
    return place


def open(path: PathLike | None = None) -> Catalog:
    """Opens a catalog, which `build`, `get_catalog` or the program ``rxkit build`` makes.

    Args:
        path: The file; `default_path` if it is not given, or, where there is none, the catalog of
            the package rxkit-starter, whose notice is a warning, once in a process.

    Raises:
        Error: There is none, or it cannot be used.

    >>> rxkit.open("missing.rxkit")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rxkit.Error: missing.rxkit: cannot be read: ...
    """
    place = default_path() if path is None else path
    if path is None and "RXKIT_CATALOG" not in os.environ and not os.path.exists(place):
        place = _starter() or place
    return Catalog(place)
