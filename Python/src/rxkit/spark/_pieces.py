# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""The files of a path on any file system of pyarrow, and the pieces of them that tasks read."""

from __future__ import annotations

import gzip
import os
import time
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any, Callable, Iterator

from pyarrow import fs
from pyspark.sql.datasource import InputPartition

#: The most bytes that a line may have, as in the library, and how many are read at once.
LONGEST_LINE, BLOCK = 64 << 20, 4 << 20
# A last line without an end may still grow if its file was changed less than this many seconds ago.
_SETTLED = 10

#: Reads a number of bytes from a place; fewer only at the end of the file.
ReadAt = Callable[[int, int], bytes]


@dataclass(frozen=True)
class Piece(InputPartition):
    """What a task reads: the lines that begin in some bytes of a file, or all of a document."""

    root: str
    path: str
    start: int
    end: int
    is_lines: bool


def file_system(root: str) -> tuple[Any, str]:
    """The file system of a path or URI, and the path there."""
    if "://" in root or root.startswith("file:"):
        return fs.FileSystem.from_uri(root)  # type: ignore[no-any-return]
    return fs.LocalFileSystem(), os.path.abspath(root)


def files(root: str) -> list[Any]:
    """The files of a path, folder (at any depth) or pattern by name, without hidden ones."""
    system, folder = file_system(root)
    pattern = "*"
    if any(sign in os.path.basename(folder) for sign in "*?["):
        folder, pattern = os.path.split(folder)
    elif (about := system.get_file_info(folder)).is_file:
        return [about]
    found = []
    for about in system.get_file_info(fs.FileSelector(folder, recursive=True)):
        parts = about.path[len(folder) :].strip("/").split("/")
        is_hidden = any(part.startswith((".", "_")) for part in parts)
        if about.is_file and not is_hidden and fnmatch(parts[0], pattern):
            found.append(about)
    return sorted(found, key=lambda about: about.path)


def has_lines(path: str) -> bool:
    """Whether a file is cut between its lines."""
    return path.lower().endswith((".ndjson", ".jsonl"))


def pieces(root: str, start: dict[str, int], end: dict[str, int], size: int) -> list[Piece]:
    """What came to files: they were read up to a place, and now have bytes up to another."""
    found = []
    for path, stop in end.items():
        begin = start.get(path, 0)
        if has_lines(path):
            cuts = range(begin, stop, size)
            found += [Piece(root, path, cut, min(cut + size, stop), True) for cut in cuts]
        elif path not in start:
            found.append(Piece(root, path, 0, stop, False))
        elif begin != stop:
            raise ValueError(
                f"{path}: had {begin} bytes when it was read, has {stop}; move whole files into "
                "the folder (only .ndjson and .jsonl may be appended to)"
            )
    return found


def settled_end(root: str, about: Any) -> int:
    """Where the last line ends of a file to which somebody may be appending."""
    end: int = about.size
    if not has_lines(about.path) or time.time() - (about.mtime_ns or 0) / 1e9 > _SETTLED:
        return end
    with file_system(root)[0].open_input_file(about.path) as file:
        while end > 0:
            start = max(0, end - BLOCK)
            if feed := file.read_at(end - start, start).rfind(b"\n") + 1:
                return start + feed
            end = start
    return end


def line_start(read_at: ReadAt, position: int, block: int = 1 << 16) -> int:
    """Where the first line begins that does so at a place or behind it; else the file's end."""
    place = max(position - 1, 0)
    while position > 0 and (data := read_at(block, place)):
        if feed := data.find(b"\n") + 1:
            return place + feed
        place += len(data)
    return place


def whole_lines(
    read_at: ReadAt, start: int, end: int, block: int = BLOCK
) -> Iterator[tuple[int, bytes | None]]:
    """The lines that begin in a range of bytes, some at a time, each with its place in the file.

    Ranges that cover a file give each line once: the last line of a range is read to its end,
    beyond the range. A line of more than `LONGEST_LINE` comes without its bytes.
    """
    begin, stop = line_start(read_at, start), line_start(read_at, end)
    while begin < stop:
        wanted = min(block, stop - begin)
        lines: bytes | None = read_at(wanted, begin)
        if lines is None or len(lines) < wanted:
            raise EOFError(f"the file ends before byte {stop}: it was changed; read it again")
        after = stop if begin + wanted == stop else begin + lines.rfind(b"\n") + 1
        if after == begin:  # A line that is longer than a block.
            after = line_start(read_at, begin + 1, block)
            lines = read_at(after - begin, begin) if after - begin <= LONGEST_LINE else None
        yield begin, lines and lines[: after - begin]
        begin = after


def line_places(path: str, lines: set[int]) -> dict[int, int]:
    """Where lines of a file, which is inflated if it is gzip, begin; they are counted from 1."""
    places, line, place = {1: 0}, 1, 0
    with open(path, "rb") as plain:
        opener = gzip.open if plain.read(2) == b"\x1f\x8b" else open
    with opener(path, "rb") as file:
        # A part has the end of a line at most, and however long one is, not all of it.
        while line < max(lines, default=0) and (part := file.readline(BLOCK)):
            place += len(part)
            if part.endswith(b"\n"):
                line += 1
                if line in lines:
                    places[line] = place
    return places
