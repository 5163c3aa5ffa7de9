// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file system for SQLite in memory whose power fails: what was written and not
// synced is lost in part, sector by sector of 512 bytes, in any order; what was
// synced is there. Names of files count as lost until a new journal or log is
// synced, which syncs its folder, and come back in the order of their changes.
//
// One disk, one connection at a time, one thread at a time.

/// Registers the file system "fault" with an empty disk.
///
/// The power fails at the given write, sync, truncation, deletion or creation; a
/// number below zero is never.
void fault_vfs_begin(uint64_t seed, int64_t operations);

/// How many operations there were.
int64_t fault_vfs_operation_count(void);

/// Whether the power has failed.
bool fault_vfs_is_cut(void);

/// The bytes of a file as they are on the disk after the power came back, or NULL
/// if the file is not there.
const uint8_t *fault_vfs_file(const char *name, size_t *count);
