// All files of the page. Scripts/bundle writes this list.
#include <CPage.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../ShortlistWeb/Page/accept-bar.js"
};

static const unsigned char file_1[] = {
#embed "../ShortlistWeb/Page/access.js"
};

static const unsigned char file_2[] = {
#embed "../ShortlistWeb/Page/address.js"
};

static const unsigned char file_3[] = {
#embed "../ShortlistWeb/Page/announcer.js"
};

static const unsigned char file_4[] = {
#embed "../ShortlistWeb/Page/cell-editor.js"
};

static const unsigned char file_5[] = {
#embed "../ShortlistWeb/Page/changeset.js"
};

static const unsigned char file_6[] = {
#embed "../ShortlistWeb/Page/chip-group.js"
};

static const unsigned char file_7[] = {
#embed "../ShortlistWeb/Page/chips.js"
};

static const unsigned char file_8[] = {
#embed "../ShortlistWeb/Page/clipboard.js"
};

static const unsigned char file_9[] = {
#embed "../ShortlistWeb/Page/collapsed-sections.js"
};

static const unsigned char file_10[] = {
#embed "../ShortlistWeb/Page/column-arrangement.js"
};

static const unsigned char file_11[] = {
#embed "../ShortlistWeb/Page/column-chooser.js"
};

static const unsigned char file_12[] = {
#embed "../ShortlistWeb/Page/column-menu.js"
};

static const unsigned char file_13[] = {
#embed "../ShortlistWeb/Page/column-mover.js"
};

static const unsigned char file_14[] = {
#embed "../ShortlistWeb/Page/column-resizer.js"
};

static const unsigned char file_15[] = {
#embed "../ShortlistWeb/Page/column-settings.js"
};

static const unsigned char file_16[] = {
#embed "../ShortlistWeb/Page/column-widths.js"
};

static const unsigned char file_17[] = {
#embed "../ShortlistWeb/Page/columns.js"
};

static const unsigned char file_18[] = {
#embed "../ShortlistWeb/Page/connected-number.js"
};

static const unsigned char file_19[] = {
#embed "../ShortlistWeb/Page/connection.js"
};

static const unsigned char file_20[] = {
#embed "../ShortlistWeb/Page/creator.js"
};

static const unsigned char file_21[] = {
#embed "../ShortlistWeb/Page/date-panel.js"
};

static const unsigned char file_22[] = {
#embed "../ShortlistWeb/Page/dates.js"
};

static const unsigned char file_23[] = {
#embed "../ShortlistWeb/Page/day-buckets.js"
};

static const unsigned char file_24[] = {
#embed "../ShortlistWeb/Page/day-counts.js"
};

static const unsigned char file_25[] = {
#embed "../ShortlistWeb/Page/decimals.js"
};

static const unsigned char file_26[] = {
#embed "../ShortlistWeb/Page/details.css"
};

static const unsigned char file_27[] = {
#embed "../ShortlistWeb/Page/dom.js"
};

static const unsigned char file_28[] = {
#embed "../ShortlistWeb/Page/early-socket.js"
};

static const unsigned char file_29[] = {
#embed "../ShortlistWeb/Page/elements.js"
};

static const unsigned char file_30[] = {
#embed "../ShortlistWeb/Page/empty-state.js"
};

static const unsigned char file_31[] = {
#embed "../ShortlistWeb/Page/export.js"
};

static const unsigned char file_32[] = {
#embed "../ShortlistWeb/Page/facet-panel.js"
};

static const unsigned char file_33[] = {
#embed "../ShortlistWeb/Page/facets.js"
};

static const unsigned char file_34[] = {
#embed "../ShortlistWeb/Page/filters.js"
};

static const unsigned char file_35[] = {
#embed "../ShortlistWeb/Page/focus-keeper.js"
};

static const unsigned char file_36[] = {
#embed "../ShortlistWeb/Page/frame.js"
};

static const unsigned char file_37[] = {
#embed "../ShortlistWeb/Page/grid-head.js"
};

static const unsigned char file_38[] = {
#embed "../ShortlistWeb/Page/headings.js"
};

static const unsigned char file_39[] = {
#embed "../ShortlistWeb/Page/histogram.js"
};

static const unsigned char file_40[] = {
#embed "../ShortlistWeb/Page/icon.svg"
};

static const unsigned char file_41[] = {
#embed "../ShortlistWeb/Page/icons.js"
};

static const unsigned char file_42[] = {
#embed "../ShortlistWeb/Page/index.html"
};

static const unsigned char file_43[] = {
#embed "../ShortlistWeb/Page/json.js"
};

static const unsigned char file_44[] = {
#embed "../ShortlistWeb/Page/key-help.js"
};

static const unsigned char file_45[] = {
#embed "../ShortlistWeb/Page/keyboard.js"
};

static const unsigned char file_46[] = {
#embed "../ShortlistWeb/Page/latest-only.js"
};

static const unsigned char file_47[] = {
#embed "../ShortlistWeb/Page/list-model.js"
};

static const unsigned char file_48[] = {
#embed "../ShortlistWeb/Page/motion.js"
};

static const unsigned char file_49[] = {
#embed "../ShortlistWeb/Page/number-panel.js"
};

static const unsigned char file_50[] = {
#embed "../ShortlistWeb/Page/number-text.js"
};

static const unsigned char file_51[] = {
#embed "../ShortlistWeb/Page/numbers.js"
};

static const unsigned char file_52[] = {
#embed "../ShortlistWeb/Page/page-name.js"
};

static const unsigned char file_53[] = {
#embed "../ShortlistWeb/Page/panels.css"
};

static const unsigned char file_54[] = {
#embed "../ShortlistWeb/Page/picker-element.js"
};

static const unsigned char file_55[] = {
#embed "../ShortlistWeb/Page/picker.css"
};

static const unsigned char file_56[] = {
#embed "../ShortlistWeb/Page/popup.js"
};

static const unsigned char file_57[] = {
#embed "../ShortlistWeb/Page/pulse.js"
};

static const unsigned char file_58[] = {
#embed "../ShortlistWeb/Page/range-slider.js"
};

static const unsigned char file_59[] = {
#embed "../ShortlistWeb/Page/range-step.js"
};

static const unsigned char file_60[] = {
#embed "../ShortlistWeb/Page/row-details.js"
};

static const unsigned char file_61[] = {
#embed "../ShortlistWeb/Page/row-element.js"
};

static const unsigned char file_62[] = {
#embed "../ShortlistWeb/Page/row-formats.js"
};

static const unsigned char file_63[] = {
#embed "../ShortlistWeb/Page/row-layout.js"
};

static const unsigned char file_64[] = {
#embed "../ShortlistWeb/Page/row-pages.js"
};

static const unsigned char file_65[] = {
#embed "../ShortlistWeb/Page/row-renderer.js"
};

static const unsigned char file_66[] = {
#embed "../ShortlistWeb/Page/rows.js"
};

static const unsigned char file_67[] = {
#embed "../ShortlistWeb/Page/scroll-space.js"
};

static const unsigned char file_68[] = {
#embed "../ShortlistWeb/Page/search-terms.js"
};

static const unsigned char file_69[] = {
#embed "../ShortlistWeb/Page/search.js"
};

static const unsigned char file_70[] = {
#embed "../ShortlistWeb/Page/selection.js"
};

static const unsigned char file_71[] = {
#embed "../ShortlistWeb/Page/session.js"
};

static const unsigned char file_72[] = {
#embed "../ShortlistWeb/Page/shortlist-picker.d.ts"
};

static const unsigned char file_73[] = {
#embed "../ShortlistWeb/Page/shortlist-picker.js"
};

static const unsigned char file_74[] = {
#embed "../ShortlistWeb/Page/shortlist-picker.min.js.gz"
};

static const unsigned char file_75[] = {
#embed "../ShortlistWeb/Page/shortlist-picker.min.js.map.gz"
};

static const unsigned char file_76[] = {
#embed "../ShortlistWeb/Page/start.js"
};

static const unsigned char file_77[] = {
#embed "../ShortlistWeb/Page/start.js.sha256"
};

static const unsigned char file_78[] = {
#embed "../ShortlistWeb/Page/styles.js"
};

static const unsigned char file_79[] = {
#embed "../ShortlistWeb/Page/theme-switch.js"
};

static const unsigned char file_80[] = {
#embed "../ShortlistWeb/Page/toolbar.js"
};

static const unsigned char file_81[] = {
#embed "../ShortlistWeb/Page/twin-list.js"
};

static const unsigned char file_82[] = {
#embed "../ShortlistWeb/Page/value-view.js"
};

static const unsigned char file_83[] = {
#embed "../ShortlistWeb/Page/whole-row.js"
};

static const unsigned char file_84[] = {
#embed "../ShortlistWeb/Page/words-ar.js"
};

static const unsigned char file_85[] = {
#embed "../ShortlistWeb/Page/words-de.js"
};

static const unsigned char file_86[] = {
#embed "../ShortlistWeb/Page/words-en.js"
};

static const unsigned char file_87[] = {
#embed "../ShortlistWeb/Page/words-ja.js"
};

static const unsigned char file_88[] = {
#embed "../ShortlistWeb/Page/words-pl.js"
};

static const unsigned char file_89[] = {
#embed "../ShortlistWeb/Page/words.js"
};

static const struct CPageFile files[] = {
  {"accept-bar.js", file_0, sizeof file_0},
  {"access.js", file_1, sizeof file_1},
  {"address.js", file_2, sizeof file_2},
  {"announcer.js", file_3, sizeof file_3},
  {"cell-editor.js", file_4, sizeof file_4},
  {"changeset.js", file_5, sizeof file_5},
  {"chip-group.js", file_6, sizeof file_6},
  {"chips.js", file_7, sizeof file_7},
  {"clipboard.js", file_8, sizeof file_8},
  {"collapsed-sections.js", file_9, sizeof file_9},
  {"column-arrangement.js", file_10, sizeof file_10},
  {"column-chooser.js", file_11, sizeof file_11},
  {"column-menu.js", file_12, sizeof file_12},
  {"column-mover.js", file_13, sizeof file_13},
  {"column-resizer.js", file_14, sizeof file_14},
  {"column-settings.js", file_15, sizeof file_15},
  {"column-widths.js", file_16, sizeof file_16},
  {"columns.js", file_17, sizeof file_17},
  {"connected-number.js", file_18, sizeof file_18},
  {"connection.js", file_19, sizeof file_19},
  {"creator.js", file_20, sizeof file_20},
  {"date-panel.js", file_21, sizeof file_21},
  {"dates.js", file_22, sizeof file_22},
  {"day-buckets.js", file_23, sizeof file_23},
  {"day-counts.js", file_24, sizeof file_24},
  {"decimals.js", file_25, sizeof file_25},
  {"details.css", file_26, sizeof file_26},
  {"dom.js", file_27, sizeof file_27},
  {"early-socket.js", file_28, sizeof file_28},
  {"elements.js", file_29, sizeof file_29},
  {"empty-state.js", file_30, sizeof file_30},
  {"export.js", file_31, sizeof file_31},
  {"facet-panel.js", file_32, sizeof file_32},
  {"facets.js", file_33, sizeof file_33},
  {"filters.js", file_34, sizeof file_34},
  {"focus-keeper.js", file_35, sizeof file_35},
  {"frame.js", file_36, sizeof file_36},
  {"grid-head.js", file_37, sizeof file_37},
  {"headings.js", file_38, sizeof file_38},
  {"histogram.js", file_39, sizeof file_39},
  {"icon.svg", file_40, sizeof file_40},
  {"icons.js", file_41, sizeof file_41},
  {"index.html", file_42, sizeof file_42},
  {"json.js", file_43, sizeof file_43},
  {"key-help.js", file_44, sizeof file_44},
  {"keyboard.js", file_45, sizeof file_45},
  {"latest-only.js", file_46, sizeof file_46},
  {"list-model.js", file_47, sizeof file_47},
  {"motion.js", file_48, sizeof file_48},
  {"number-panel.js", file_49, sizeof file_49},
  {"number-text.js", file_50, sizeof file_50},
  {"numbers.js", file_51, sizeof file_51},
  {"page-name.js", file_52, sizeof file_52},
  {"panels.css", file_53, sizeof file_53},
  {"picker-element.js", file_54, sizeof file_54},
  {"picker.css", file_55, sizeof file_55},
  {"popup.js", file_56, sizeof file_56},
  {"pulse.js", file_57, sizeof file_57},
  {"range-slider.js", file_58, sizeof file_58},
  {"range-step.js", file_59, sizeof file_59},
  {"row-details.js", file_60, sizeof file_60},
  {"row-element.js", file_61, sizeof file_61},
  {"row-formats.js", file_62, sizeof file_62},
  {"row-layout.js", file_63, sizeof file_63},
  {"row-pages.js", file_64, sizeof file_64},
  {"row-renderer.js", file_65, sizeof file_65},
  {"rows.js", file_66, sizeof file_66},
  {"scroll-space.js", file_67, sizeof file_67},
  {"search-terms.js", file_68, sizeof file_68},
  {"search.js", file_69, sizeof file_69},
  {"selection.js", file_70, sizeof file_70},
  {"session.js", file_71, sizeof file_71},
  {"shortlist-picker.d.ts", file_72, sizeof file_72},
  {"shortlist-picker.js", file_73, sizeof file_73},
  {"shortlist-picker.min.js.gz", file_74, sizeof file_74},
  {"shortlist-picker.min.js.map.gz", file_75, sizeof file_75},
  {"start.js", file_76, sizeof file_76},
  {"start.js.sha256", file_77, sizeof file_77},
  {"styles.js", file_78, sizeof file_78},
  {"theme-switch.js", file_79, sizeof file_79},
  {"toolbar.js", file_80, sizeof file_80},
  {"twin-list.js", file_81, sizeof file_81},
  {"value-view.js", file_82, sizeof file_82},
  {"whole-row.js", file_83, sizeof file_83},
  {"words-ar.js", file_84, sizeof file_84},
  {"words-de.js", file_85, sizeof file_85},
  {"words-en.js", file_86, sizeof file_86},
  {"words-ja.js", file_87, sizeof file_87},
  {"words-pl.js", file_88, sizeof file_88},
  {"words.js", file_89, sizeof file_89},
};

const struct CPageFile *c_page_files(long *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
