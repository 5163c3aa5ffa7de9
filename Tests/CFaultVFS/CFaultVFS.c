// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#include "CFaultVFS.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { sector_size = 512, region_limit = 64, file_limit = 64 };

typedef struct {
  uint8_t *bytes;
  size_t count;
} content;

// A write, or a change of the size if there are no bytes.
typedef struct {
  size_t offset;
  content data;
} change;

typedef struct {
  content now, safe;
  change *changes;
  size_t change_count;
  bool is_new_journal;
  void *regions[region_limit];
} node;

typedef struct {
  char *name;
  node *node;  // NULL if the name was deleted
} entry;

typedef struct {
  sqlite3_file base;
  node *node;
} file;

static struct {
  // Entries are only added; the last one of a name counts.
  entry entries[file_limit * 64];
  size_t entry_count, safe_entry_count;
  node *nodes[file_limit];
  size_t node_count;
  uint64_t random;
  int64_t operations, last_operation;
  bool is_cut;
} disk;

static uint64_t next_random(void) {
  uint64_t mixed = disk.random += 0x9E3779B97F4A7C15;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return mixed ^ mixed >> 31;
}

static void resize(content *it, size_t count) {
  if (count > it->count) {
    it->bytes = realloc(it->bytes, count);
    memset(it->bytes + it->count, 0, count - it->count);
  }
  it->count = count;
}

static void put(content *it, size_t offset, const uint8_t *bytes, size_t count) {
  if (offset + count > it->count) resize(it, offset + count);
  memcpy(it->bytes + offset, bytes, count);
}

static void forget_changes(node *it) {
  for (size_t index = 0; index < it->change_count; index++) free(it->changes[index].data.bytes);
  free(it->changes);
  it->changes = NULL;
  it->change_count = 0;
}

static void add_change(node *it, size_t offset, const void *bytes, size_t count) {
  it->changes = realloc(it->changes, (it->change_count + 1) * sizeof(change));
  change *added = &it->changes[it->change_count++];
  *added = (change){.offset = offset};
  if (bytes) put(&added->data, 0, bytes, count);
}

// What of the changes reached the disk: all, none, or a share of the sectors.
static void cut_power(void) {
  disk.is_cut = true;
  for (size_t index = 0; index < disk.node_count; index++) {
    node *it = disk.nodes[index];
    uint64_t quarters = next_random() % 5;
    for (size_t number = 0; number < it->change_count; number++) {
      change *made = &it->changes[number];
      if (!made->data.bytes) {
        if (next_random() % 4 < quarters) resize(&it->safe, made->offset);
        continue;
      }
      size_t end = made->offset + made->data.count;
      for (size_t start = made->offset; start < end;) {
        size_t stop = (start / sector_size + 1) * sector_size;
        if (stop > end) stop = end;
        if (next_random() % 4 < quarters) {
          put(&it->safe, start, made->data.bytes + (start - made->offset), stop - start);
        }
        start = stop;
      }
    }
  }
  size_t unsafe = disk.entry_count - disk.safe_entry_count;
  disk.safe_entry_count += next_random() % (unsafe + 1);
}

// Counts an operation; its error if there is no power.
static int count_operation(void) {
  if (disk.is_cut) return SQLITE_IOERR;
  if (disk.operations++ == disk.last_operation) {
    cut_power();
    return SQLITE_IOERR;
  }
  return SQLITE_OK;
}

static node *find(const char *name, size_t count) {
  for (size_t index = count; index > 0; index--) {
    if (strcmp(disk.entries[index - 1].name, name) == 0) return disk.entries[index - 1].node;
  }
  return NULL;
}

static void set_entry(const char *name, node *it) {
  if (disk.entry_count == sizeof disk.entries / sizeof *disk.entries) abort();
  disk.entries[disk.entry_count++] = (entry){strdup(name), it};
}

// MARK: Files

static int file_close(sqlite3_file *it) {
  (void)it;
  return SQLITE_OK;
}

static int file_read(sqlite3_file *it, void *bytes, int count, sqlite3_int64 offset) {
  content *now = &((file *)it)->node->now;
  if (disk.is_cut) return SQLITE_IOERR_READ;
  size_t there = (size_t)offset < now->count ? now->count - (size_t)offset : 0;
  if (there > (size_t)count) there = (size_t)count;
  if (there) memcpy(bytes, now->bytes + offset, there);
  memset((char *)bytes + there, 0, (size_t)count - there);
  return there == (size_t)count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *it, const void *bytes, int count, sqlite3_int64 offset) {
  node *written = ((file *)it)->node;
  if (!disk.is_cut) add_change(written, (size_t)offset, bytes, (size_t)count);
  if (count_operation()) return SQLITE_IOERR_WRITE;
  put(&written->now, (size_t)offset, bytes, (size_t)count);
  return SQLITE_OK;
}

static int file_truncate(sqlite3_file *it, sqlite3_int64 size) {
  node *written = ((file *)it)->node;
  if (!disk.is_cut) add_change(written, (size_t)size, NULL, 0);
  if (count_operation()) return SQLITE_IOERR_TRUNCATE;
  resize(&written->now, (size_t)size);
  return SQLITE_OK;
}

static int file_sync(sqlite3_file *it, int flags) {
  (void)flags;
  node *synced = ((file *)it)->node;
  if (count_operation()) return SQLITE_IOERR_FSYNC;
  resize(&synced->safe, synced->now.count);
  if (synced->now.count) memcpy(synced->safe.bytes, synced->now.bytes, synced->now.count);
  forget_changes(synced);
  if (synced->is_new_journal) disk.safe_entry_count = disk.entry_count;
  synced->is_new_journal = false;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *it, sqlite3_int64 *size) {
  *size = (sqlite3_int64)((file *)it)->node->now.count;
  return SQLITE_OK;
}

static int file_lock(sqlite3_file *it, int level) {
  (void)it, (void)level;
  return SQLITE_OK;
}

static int file_is_reserved(sqlite3_file *it, int *result) {
  (void)it;
  *result = 0;
  return SQLITE_OK;
}

static int file_control(sqlite3_file *it, int operation, void *argument) {
  (void)it, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *it) {
  (void)it;
  return 4096;
}

// As on unix: bytes that are not written are not harmed by a write next to them.
static int file_characteristics(sqlite3_file *it) {
  (void)it;
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int shared_map(sqlite3_file *it, int number, int size, int extend, void volatile **region) {
  node *mapped = ((file *)it)->node;
  *region = NULL;
  if (number >= region_limit) return SQLITE_NOMEM;
  if (!mapped->regions[number] && extend) mapped->regions[number] = calloc(1, (size_t)size);
  *region = mapped->regions[number];
  return SQLITE_OK;
}

static int shared_lock(sqlite3_file *it, int offset, int count, int flags) {
  (void)it, (void)offset, (void)count, (void)flags;
  return SQLITE_OK;
}

static void shared_barrier(sqlite3_file *it) { (void)it; }

static int shared_unmap(sqlite3_file *it, int is_last) {
  (void)is_last;
  node *mapped = ((file *)it)->node;
  for (int number = 0; number < region_limit; number++) {
    free(mapped->regions[number]);
    mapped->regions[number] = NULL;
  }
  return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = shared_map,
    .xShmLock = shared_lock,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = shared_unmap,
};

// MARK: The file system

static int disk_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *opened, int flags, int *out_flags) {
  (void)vfs;
  opened->pMethods = NULL;
  if (disk.is_cut) return SQLITE_CANTOPEN;
  node *it = name ? find(name, disk.entry_count) : NULL;
  if (!it) {
    if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (disk.node_count == file_limit) abort();
    it = disk.nodes[disk.node_count++] = calloc(1, sizeof *it);
    it->is_new_journal = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL);
    if (name) set_entry(name, it);
    if (count_operation()) return SQLITE_CANTOPEN;
  }
  ((file *)opened)->node = it;
  opened->pMethods = &methods;
  if (out_flags) *out_flags = flags;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int is_synced) {
  (void)vfs;
  if (!disk.is_cut) {
    if (!find(name, disk.entry_count)) return SQLITE_IOERR_DELETE_NOENT;
    set_entry(name, NULL);
  }
  if (count_operation()) return SQLITE_IOERR_DELETE;
  if (is_synced) disk.safe_entry_count = disk.entry_count;
  return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs;
  node *it = find(name, disk.entry_count);
  // An empty file counts as missing, as on unix.
  *result = it && (flags != SQLITE_ACCESS_EXISTS || it->now.count > 0);
  return SQLITE_OK;
}

static int disk_full_path(sqlite3_vfs *vfs, const char *name, int count, char *path) {
  (void)vfs;
  sqlite3_snprintf(count, path, "%s", name);
  return SQLITE_OK;
}

void fault_vfs_begin(uint64_t seed, int64_t operations) {
  static sqlite3_vfs vfs;
  if (!vfs.zName) {
    vfs = *sqlite3_vfs_find(NULL);
    vfs.iVersion = 2;
    vfs.szOsFile = sizeof(file);
    vfs.pNext = NULL;
    vfs.zName = "fault";
    vfs.xOpen = disk_open;
    vfs.xDelete = disk_delete;
    vfs.xAccess = disk_access;
    vfs.xFullPathname = disk_full_path;
    sqlite3_vfs_register(&vfs, 0);
  }
  for (size_t index = 0; index < disk.node_count; index++) {
    node *it = disk.nodes[index];
    forget_changes(it);
    free(it->now.bytes);
    free(it->safe.bytes);
    for (int number = 0; number < region_limit; number++) free(it->regions[number]);
    free(it);
  }
  for (size_t index = 0; index < disk.entry_count; index++) free(disk.entries[index].name);
  memset(&disk, 0, sizeof disk);
  disk.random = seed;
  disk.last_operation = operations;
}

int64_t fault_vfs_operation_count(void) { return disk.operations; }

bool fault_vfs_is_cut(void) { return disk.is_cut; }

const uint8_t *fault_vfs_file(const char *name, size_t *count) {
  static const uint8_t none[1];
  node *it = find(name, disk.safe_entry_count);
  if (!it) return NULL;
  *count = it->safe.count;
  return it->safe.bytes ? it->safe.bytes : none;
}
