#ifndef CPROCESS_H
#define CPROCESS_H

/// The memory that the program holds from the allocator, in bytes.
long process_heap_bytes(void);

/// The most memory that the process has held, in bytes.
long process_peak_bytes(void);

/// The memory of the process that is in main memory now, in bytes.
long process_resident_bytes(void);

/// The processor time that the calling thread has used, in nanoseconds.
long thread_nanoseconds(void);

/// The load average of the machine over one minute, negative if it is not known.
double machine_load(void);

#endif
