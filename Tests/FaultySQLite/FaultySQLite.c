#include "FaultySQLite.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// A VFS above the one of the system.

typedef struct {
  sqlite3_file base;
  sqlite3_file *real;
  char *path;
} File;

static sqlite3_vfs *system_vfs;
static sqlite3_vfs vfs;
static sqlite3_mem_methods system_memory;
static char *watched;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int kinds;
static long calls, first, last;
static int is_recording;
static faulty_event *events;
static long event_count, event_capacity;
static _Thread_local int is_other_program;
// A connection was opened, and has read nothing yet.
static _Thread_local int is_opening;

static int fails(int kind) {
  if (is_other_program) return 0;
  // GRDB ends the process if there is no memory then.
  if (kind == FAULTY_ALLOCATION && is_opening) return 0;
  pthread_mutex_lock(&mutex);
  int result = 0;
  if (kinds & kind) {
    result = calls >= first && calls < last;
    calls++;
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

static void note(
    int kind, const char *path, sqlite3_int64 offset, sqlite3_int64 length, const void *bytes,
    int is_synced) {
  pthread_mutex_lock(&mutex);
  if (is_recording) {
    if (event_count == event_capacity) {
      event_capacity = event_capacity * 2 + 256;
      events = realloc(events, event_capacity * sizeof(faulty_event));
    }
    unsigned char *copy = NULL;
    if (bytes) {
      copy = malloc(length ? length : 1);
      memcpy(copy, bytes, length);
    }
    events[event_count++] =
        (faulty_event){kind, is_synced, strdup(path), offset, length, copy};
  }
  pthread_mutex_unlock(&mutex);
}

static int is_watched(const char *path) {
  return path && strncmp(path, watched, strlen(watched)) == 0;
}

// Files

static sqlite3_file *real(sqlite3_file *file) { return ((File *)file)->real; }
static const char *path_of(sqlite3_file *file) { return ((File *)file)->path; }

static int f_close(sqlite3_file *file) {
  File *own = (File *)file;
  int result = own->real->pMethods ? own->real->pMethods->xClose(own->real) : SQLITE_OK;
  free(own->path);
  own->path = NULL;
  return result;
}

static int f_read(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  // Opening reads the header alone.
  if (count > 100) is_opening = 0;
  if (fails(FAULTY_READ)) return SQLITE_IOERR_READ;
  return real(file)->pMethods->xRead(real(file), buffer, count, offset);
}

static int f_write(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
  if (fails(FAULTY_WRITE)) return SQLITE_FULL;
  int result = real(file)->pMethods->xWrite(real(file), buffer, count, offset);
  if (result == SQLITE_OK) note(FAULTY_WRITTEN, path_of(file), offset, count, buffer, 0);
  return result;
}

static int f_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(FAULTY_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  int result = real(file)->pMethods->xTruncate(real(file), size);
  if (result == SQLITE_OK) note(FAULTY_TRUNCATED, path_of(file), 0, size, NULL, 0);
  return result;
}

static int f_sync(sqlite3_file *file, int flags) {
  if (fails(FAULTY_SYNC)) return SQLITE_IOERR_FSYNC;
  int result = real(file)->pMethods->xSync(real(file), flags);
  if (result == SQLITE_OK) note(FAULTY_SYNCED, path_of(file), 0, 0, NULL, 0);
  return result;
}

static int f_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fails(FAULTY_READ)) return SQLITE_IOERR_FSTAT;
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int f_lock(sqlite3_file *file, int level) {
  if (fails(FAULTY_LOCK)) return SQLITE_IOERR_LOCK;
  return real(file)->pMethods->xLock(real(file), level);
}

static int f_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int f_check_lock(sqlite3_file *file, int *result) {
  if (fails(FAULTY_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int f_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int f_sector(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int f_characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int f_map(sqlite3_file *file, int page, int size, int extend, void volatile **out) {
  if (fails(FAULTY_SHARED_MEMORY)) return SQLITE_IOERR_SHMMAP;
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}

static int f_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  if (!(flags & SQLITE_SHM_UNLOCK) && fails(FAULTY_SHARED_MEMORY)) return SQLITE_IOERR_SHMLOCK;
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void f_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int f_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

// Version 2: without mapped pages, so that all reading goes through here.
static const sqlite3_io_methods methods = {
    2,         f_close,      f_read,    f_write,  f_truncate,        f_sync,
    f_size,    f_lock,       f_unlock,  f_check_lock, f_control,     f_sector,
    f_characteristics, f_map, f_shared_lock, f_barrier, f_unmap, NULL, NULL,
};

// The system

static int v_open(
    sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)self;
  File *own = (File *)file;
  if (!is_watched(path)) return system_vfs->xOpen(system_vfs, path, file, flags, out);
  own->base.pMethods = NULL;
  if (flags & SQLITE_OPEN_MAIN_DB) is_opening = 1;
  if (fails(FAULTY_OPEN)) return SQLITE_CANTOPEN;
  int exists = 1;
  system_vfs->xAccess(system_vfs, path, SQLITE_ACCESS_EXISTS, &exists);
  own->real = (sqlite3_file *)(own + 1);
  own->path = strdup(path);
  int result = system_vfs->xOpen(system_vfs, path, own->real, flags, out);
  if (result != SQLITE_OK) {
    if (own->real->pMethods) own->real->pMethods->xClose(own->real);
    free(own->path);
    return result;
  }
  own->base.pMethods = &methods;
  if (!exists) note(FAULTY_CREATED, path, 0, 0, NULL, 0);
  return SQLITE_OK;
}

static int v_delete(sqlite3_vfs *self, const char *path, int syncs) {
  (void)self;
  if (is_watched(path) && fails(FAULTY_DELETE)) return SQLITE_IOERR_DELETE;
  int result = system_vfs->xDelete(system_vfs, path, syncs);
  if (result == SQLITE_OK && is_watched(path)) note(FAULTY_DELETED, path, 0, 0, NULL, syncs);
  return result;
}

static int v_access(sqlite3_vfs *self, const char *path, int flags, int *out) {
  (void)self;
  if (is_watched(path) && fails(FAULTY_OPEN)) return SQLITE_IOERR_ACCESS;
  return system_vfs->xAccess(system_vfs, path, flags, out);
}

// Memory

static void *m_allocate(int size) {
  return fails(FAULTY_ALLOCATION) ? NULL : system_memory.xMalloc(size);
}

static void *m_reallocate(void *old, int size) {
  return fails(FAULTY_ALLOCATION) ? NULL : system_memory.xRealloc(old, size);
}

// Tests

int faulty_install(const char *folder) {
  watched = strdup(folder);
  int result = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory);
  if (result != SQLITE_OK) return result;
  if (system_memory.xMalloc == NULL) return SQLITE_ERROR;
  sqlite3_mem_methods memory = system_memory;
  memory.xMalloc = m_allocate;
  memory.xRealloc = m_reallocate;
  result = sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
  if (result != SQLITE_OK) return result;
  result = sqlite3_initialize();
  if (result != SQLITE_OK) return result;
  system_vfs = sqlite3_vfs_find(NULL);
  vfs = *system_vfs;
  vfs.zName = "faulty";
  vfs.szOsFile = sizeof(File) + system_vfs->szOsFile;
  vfs.xOpen = v_open;
  vfs.xDelete = v_delete;
  vfs.xAccess = v_access;
  return sqlite3_vfs_register(&vfs, 1);
}

void faulty_arm(int new_kinds, long new_first, long count) {
  pthread_mutex_lock(&mutex);
  kinds = new_kinds;
  calls = 0;
  first = new_first;
  last = new_first + count;
  pthread_mutex_unlock(&mutex);
}

long faulty_disarm(void) {
  pthread_mutex_lock(&mutex);
  kinds = 0;
  long result = calls;
  pthread_mutex_unlock(&mutex);
  return result;
}

int faulty_run(const char *path, const char *statements) {
  is_other_program = 1;
  sqlite3 *database = NULL;
  int result = sqlite3_open_v2(
      path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL);
  if (result == SQLITE_OK) {
    sqlite3_busy_timeout(database, 30000);
    result = sqlite3_exec(database, statements, NULL, NULL, NULL);
  }
  sqlite3_close(database);
  is_other_program = 0;
  return result;
}

void faulty_record(int new_is_recording) {
  pthread_mutex_lock(&mutex);
  if (new_is_recording) {
    for (long index = 0; index < event_count; index++) {
      free((void *)events[index].path);
      free((void *)events[index].bytes);
    }
    event_count = 0;
  }
  is_recording = new_is_recording;
  pthread_mutex_unlock(&mutex);
}

long faulty_event_count(void) {
  pthread_mutex_lock(&mutex);
  long result = event_count;
  pthread_mutex_unlock(&mutex);
  return result;
}

faulty_event faulty_event_at(long index) {
  pthread_mutex_lock(&mutex);
  faulty_event result = events[index];
  pthread_mutex_unlock(&mutex);
  return result;
}
