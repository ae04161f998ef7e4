#ifndef FAULTY_SQLITE_H
#define FAULTY_SQLITE_H

// Makes SQLite's calls into the system, and its allocations, fail on purpose, and writes down what it
// writes; for tests.

/// What can fail, one bit each.
enum {
  FAULTY_READ = 1,
  FAULTY_WRITE = 2,
  FAULTY_SYNC = 4,
  FAULTY_LOCK = 8,
  FAULTY_TRUNCATE = 16,
  FAULTY_OPEN = 32,
  FAULTY_DELETE = 64,
  FAULTY_SHARED_MEMORY = 128,
  FAULTY_ALLOCATION = 256,
};

/// Takes SQLite over, for files in one folder; before it is used in the process.
///
/// Returns 0, or SQLite's error.
int faulty_install(const char *folder);

/// Lets calls fail from the `first` one on (from 0), `count` of them, and counts them anew.
void faulty_arm(int kinds, long first, long count);

/// Lets nothing fail any more, and returns how many calls were counted.
long faulty_disarm(void);

/// Runs statements on a connection of another program's kind: none of its calls fails or is counted.
///
/// Returns 0, or SQLite's error.
int faulty_run(const char *path, const char *statements);

/// What was done to a file.
enum { FAULTY_CREATED, FAULTY_WRITTEN, FAULTY_TRUNCATED, FAULTY_SYNCED, FAULTY_DELETED };

typedef struct {
  int kind;
  /// Of a deletion: whether the folder was synced after it.
  int isSynced;
  const char *path;
  long long offset;
  /// How many bytes were written; the size that a file was cut off at.
  long long length;
  const unsigned char *bytes;
} faulty_event;

/// Begins to write down, or stops.
void faulty_record(int isRecording);

/// How much was written down.
long faulty_event_count(void);

/// What was written down; valid until it begins anew.
faulty_event faulty_event_at(long index);

#endif
