// Data of ICU without any entries, in place of the 34 MB that come with Foundation.
//
// The program has no locales: it formats and compares texts by its own rules. The packages that it
// uses name Foundation's formatters, so ICU's code is linked, but they never run. An object of the
// program comes before the library at linking, so the library's own data are left out. With another
// version of ICU the name differs, and then the program only becomes larger.
#ifdef SHORTLIST_BRINGS_RUNTIME

typedef struct {
  unsigned short headerSize;
  unsigned char magic[2];
  unsigned short infoSize;
  unsigned short reserved;
  unsigned char isBigEndian, charsetFamily, sizeofUChar, reservedByte;
  unsigned char format[4], formatVersion[4], dataVersion[4];
  unsigned char padding[8];
  unsigned int entryCount;
  unsigned int entries[3];
} EmptyData;

extern const EmptyData icudt76_dat;
const EmptyData icudt76_dat = {
    .headerSize = 32,
    .magic = {0xda, 0x27},
    .infoSize = 20,
    .isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .sizeofUChar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .formatVersion = {1, 0, 0, 0},
};

#endif
