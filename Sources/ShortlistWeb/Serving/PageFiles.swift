/// The files of the page, which are built into the program.
enum PageFiles {
  /// Their bytes by their names.
  static let all: [String: [UInt8]] = [
    "address.js": PackageResources.address_js,
    "announcer.js": PackageResources.announcer_js,
    "columns.js": PackageResources.columns_js,
    "creator.js": PackageResources.creator_js,
    "dom.js": PackageResources.dom_js,
    "ending.js": PackageResources.ending_js,
    "frame.js": PackageResources.frame_js,
    "headings.js": PackageResources.headings_js,
    "icon.svg": PackageResources.icon_svg,
    "index.html": PackageResources.index_html,
    "keyboard.js": PackageResources.keyboard_js,
    "list-model.js": PackageResources.list_model_js,
    "list-tools.js": PackageResources.list_tools_js,
    "motion.js": PackageResources.motion_js,
    "page.css": PackageResources.page_css,
    "picker.css": PackageResources.picker_css,
    "row-element.js": PackageResources.row_element_js,
    "row-layout.js": PackageResources.row_layout_js,
    "row-renderer.js": PackageResources.row_renderer_js,
    "rows.js": PackageResources.rows_js,
    "scroll-space.js": PackageResources.scroll_space_js,
    "search.js": PackageResources.search_js,
    "selection.js": PackageResources.selection_js,
    "session.js": PackageResources.session_js,
    "shortlist-picker.js": PackageResources.shortlist_picker_js,
  ]
}
