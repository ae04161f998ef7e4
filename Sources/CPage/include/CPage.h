#pragma once

/// A file of the page.
struct CPageFile {
  /// The name of the file.
  const char *_Nonnull name;
  /// The contents of the file.
  const unsigned char *_Nonnull bytes;
  /// The number of bytes.
  long count;
};

/// Returns all files of the page, ordered by their names, and sets `count` to their number.
const struct CPageFile *_Nonnull c_page_files(long *_Nonnull count);
