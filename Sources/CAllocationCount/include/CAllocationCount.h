// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Counts allocations, so that a benchmark can say "none" and prove it.

#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this platform: with glibc that is linked dynamically.
bool allocation_count_is_available(void);

/// How often the calling thread has allocated memory: malloc, calloc, realloc and aligned kin.
uint64_t allocation_count(void);
