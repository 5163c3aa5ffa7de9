// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Takes the place of glibc's malloc in the program that links this. Swift ends
// the process with a trace of its stack where memory is refused, and asks
// nobody before; a limit that a person set (ulimit -v) is no fault of the
// program.

#include "CMemory.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif

static void (*when_refused)(void);

void cmemory_when_refused(void (*handler)(void)) { when_refused = handler; }

// A sanitizer brings a malloc of its own.
#if defined(__linux__) && defined(__GLIBC__) && !__has_feature(address_sanitizer) \
    && !__has_feature(thread_sanitizer)

extern void *__libc_malloc(size_t size);

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  if (__builtin_expect(block == NULL, 0) && when_refused != NULL) {
    when_refused();
  }
  return block;
}

#endif
