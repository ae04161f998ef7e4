/// The files of the built-in page.
enum PageFiles {
  /// The files, by name.
  ///
  /// The page uses the bundle by a name that is that of its bytes.
  static var served: [String: ServedFile] {
    let bundle = PackageResources.shortlist_picker_min_js_gz
    let hashed = "shortlist-picker-\(ServedFile.hash(bundle)).js"
    let start = String(decoding: PackageResources.start_js, as: UTF8.self)
    let page = String(decoding: PackageResources.index_html, as: UTF8.self)
      .replacing("/shortlist-picker.js", with: "/\(hashed)")
      .replacing(#"<script src="./start.js"></script>"#, with: "<script>\(start)</script>")
    var files = all.mapValues { ServedFile($0) }
    files["index.html"] = ServedFile(Array(page.utf8))
    files["shortlist-picker.min.js"] = ServedFile(bundle, isCompressed: true)
    files["shortlist-picker.min.js.map"] = ServedFile(
      PackageResources.shortlist_picker_min_js_map_gz, isCompressed: true)
    files[hashed] = ServedFile(bundle, isCompressed: true, isImmutable: true)
    return files
  }

  /// The hash of the script within the page, as a policy names it.
  static var startHash: String {
    let hash = String(decoding: PackageResources.start_js_sha256, as: UTF8.self)
    return "'sha256-\(hash)'"
  }

  /// The contents of the files, by name.
  private static let all: [String: [UInt8]] = [
    "access.js": PackageResources.access_js,
    "address.js": PackageResources.address_js,
    "announcer.js": PackageResources.announcer_js,
    "cell-editor.js": PackageResources.cell_editor_js,
    "changeset.js": PackageResources.changeset_js,
    "chip-group.js": PackageResources.chip_group_js,
    "chips.js": PackageResources.chips_js,
    "clipboard.js": PackageResources.clipboard_js,
    "collapsed-sections.js": PackageResources.collapsed_sections_js,
    "column-arrangement.js": PackageResources.column_arrangement_js,
    "column-chooser.js": PackageResources.column_chooser_js,
    "column-menu.js": PackageResources.column_menu_js,
    "column-mover.js": PackageResources.column_mover_js,
    "column-resizer.js": PackageResources.column_resizer_js,
    "column-settings.js": PackageResources.column_settings_js,
    "column-widths.js": PackageResources.column_widths_js,
    "columns.js": PackageResources.columns_js,
    "connected-number.js": PackageResources.connected_number_js,
    "connection.js": PackageResources.connection_js,
    "creator.js": PackageResources.creator_js,
    "date-panel.js": PackageResources.date_panel_js,
    "dates.js": PackageResources.dates_js,
    "day-buckets.js": PackageResources.day_buckets_js,
    "day-counts.js": PackageResources.day_counts_js,
    "decimals.js": PackageResources.decimals_js,
    "details.css": PackageResources.details_css,
    "dom.js": PackageResources.dom_js,
    "early-socket.js": PackageResources.early_socket_js,
    "elements.js": PackageResources.elements_js,
    "empty-state.js": PackageResources.empty_state_js,
    "ending.js": PackageResources.ending_js,
    "export.js": PackageResources.export_js,
    "facet-panel.js": PackageResources.facet_panel_js,
    "facets.js": PackageResources.facets_js,
    "filters.js": PackageResources.filters_js,
    "focus-keeper.js": PackageResources.focus_keeper_js,
    "frame.js": PackageResources.frame_js,
    "grid-head.js": PackageResources.grid_head_js,
    "headings.js": PackageResources.headings_js,
    "histogram.js": PackageResources.histogram_js,
    "icon.svg": PackageResources.icon_svg,
    "icons.js": PackageResources.icons_js,
    "index.html": PackageResources.index_html,
    "json.js": PackageResources.json_js,
    "key-help.js": PackageResources.key_help_js,
    "keyboard.js": PackageResources.keyboard_js,
    "latest.js": PackageResources.latest_js,
    "list-model.js": PackageResources.list_model_js,
    "list-tools.js": PackageResources.list_tools_js,
    "motion.js": PackageResources.motion_js,
    "number-panel.js": PackageResources.number_panel_js,
    "number-text.js": PackageResources.number_text_js,
    "numbers.js": PackageResources.numbers_js,
    "page-name.js": PackageResources.page_name_js,
    "panels.css": PackageResources.panels_css,
    "picker-element.js": PackageResources.picker_element_js,
    "picker.css": PackageResources.picker_css,
    "popup.js": PackageResources.popup_js,
    "pulse.js": PackageResources.pulse_js,
    "range-slider.js": PackageResources.range_slider_js,
    "row-details.js": PackageResources.row_details_js,
    "row-element.js": PackageResources.row_element_js,
    "row-formats.js": PackageResources.row_formats_js,
    "row-layout.js": PackageResources.row_layout_js,
    "row-pages.js": PackageResources.row_pages_js,
    "row-renderer.js": PackageResources.row_renderer_js,
    "rows.js": PackageResources.rows_js,
    "scroll-space.js": PackageResources.scroll_space_js,
    "search-terms.js": PackageResources.search_terms_js,
    "search.js": PackageResources.search_js,
    "selection.js": PackageResources.selection_js,
    "session.js": PackageResources.session_js,
    "shortlist-picker.d.ts": PackageResources.shortlist_picker_d_ts,
    "shortlist-picker.js": PackageResources.shortlist_picker_js,
    "start.js": PackageResources.start_js,
    "steps.js": PackageResources.steps_js,
    "styles.js": PackageResources.styles_js,
    "theme-switch.js": PackageResources.theme_switch_js,
    "twin-list.js": PackageResources.twin_list_js,
    "value-view.js": PackageResources.value_view_js,
    "whole-row.js": PackageResources.whole_row_js,
    "words-ar.js": PackageResources.words_ar_js,
    "words-de.js": PackageResources.words_de_js,
    "words-en.js": PackageResources.words_en_js,
    "words-ja.js": PackageResources.words_ja_js,
    "words-pl.js": PackageResources.words_pl_js,
    "words.js": PackageResources.words_js,
  ]
}
