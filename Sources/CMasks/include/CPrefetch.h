// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Asks for memory that will be read soon. Only a wish: any address will do.

#ifndef CPREFETCH_H
#define CPREFETCH_H

/// Asks for the cache line at an address.
static inline void cmasks_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

#endif
