// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Stands before malloc in a program that is linked with --wrap=malloc, as the
// tool that ships is (Scripts/support.sh). Swift ends the process with a trace of
// its stack where memory is refused, and asks nobody before; a limit that a
// person set (ulimit -v) is no fault of the program.

#include "CMemory.h"

static void (*when_refused)(void);

void cmemory_when_refused(void (*handler)(void)) { when_refused = handler; }

// Where nothing is wrapped there is no such function, and nobody calls the next one.
extern void *__real_malloc(size_t size) __attribute__((weak));

void *__wrap_malloc(size_t size) {
  void *block = __real_malloc(size);
  if (__builtin_expect(block == NULL, 0) && when_refused != NULL) {
    when_refused();
  }
  return block;
}
