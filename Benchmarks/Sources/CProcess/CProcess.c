#define _DEFAULT_SOURCE
#include "CProcess.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach/mach.h>
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

#ifdef __APPLE__
long process_resident_bytes(void) {
  mach_task_basic_info_data_t info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  int failed = task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
  return failed ? 0 : (long)info.resident_size;
}
#else
long process_resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}
#endif

long thread_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

double machine_load(void) {
  double load;
  return getloadavg(&load, 1) == 1 ? load : -1;
}
