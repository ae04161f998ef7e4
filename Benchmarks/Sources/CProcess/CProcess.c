#define _DEFAULT_SOURCE
#include "CProcess.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#ifdef __APPLE__
#include <malloc/malloc.h>

long process_heap_bytes(void) { return (long)mstats().bytes_used; }

static const long unit_of_maxrss = 1;
#else
#include <malloc.h>

long process_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

static const long unit_of_maxrss = 1024;
#endif

long process_peak_bytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * unit_of_maxrss;
}

long thread_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

double machine_load(void) {
  double load;
  return getloadavg(&load, 1) == 1 ? load : -1;
}
