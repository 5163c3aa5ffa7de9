// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Takes the place of glibc's malloc and its kin in the program that links
// this, and forwards to glibc. Swift's own allocations and those of C libraries
// all come through here. The count is the thread's own: no atomic
// operation, and no other thread shows in it. Blocks are glibc's, so its free
// frees them.

#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

// A sanitizer brings a malloc of its own.
#if defined(__linux__) && defined(__GLIBC__) && !__has_feature(address_sanitizer) \
    && !__has_feature(thread_sanitizer)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count;

bool allocation_count_is_available(void) { return true; }

uint64_t allocation_count(void) { return count; }

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  count++;
  return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  count++;
  void *made = __libc_memalign(alignment, size);
  if (made == NULL) {
    return ENOMEM;
  }
  *block = made;
  return 0;
}

#else

bool allocation_count_is_available(void) { return false; }

uint64_t allocation_count(void) { return 0; }

#endif
