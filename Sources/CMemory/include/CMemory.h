// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// How the C library keeps memory; glibc's mallopt is in no module that Swift has.

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Has glibc keep what is freed for what is asked for next; other C libraries are left as they are.
///
/// - Parameters:
///   - largest: Bytes of the largest piece that is kept, 32 MiB at most.
///   - total: Bytes that are kept at most in each arena.
static inline void cmemory_keep(int largest, int total) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_TRIM_THRESHOLD, total);
#else
  (void)largest;
  (void)total;
#endif
}

/// Has a function called where memory is refused; it may not ask for any. Only in a program that is
/// linked with --wrap=malloc.
void cmemory_when_refused(void (*handler)(void));

#endif
