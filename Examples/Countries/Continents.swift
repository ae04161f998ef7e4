import ShortlistControls

/// Countries by continent, known by their codes.
struct Continents: ListPickerDataSource {
  typealias Picker = ListPicker<ListPickerCell>

  let continents: KeyValuePairs<String, KeyValuePairs<String, String>> = [
    "Africa": ["eg": "Egypt", "gh": "Ghana", "ke": "Kenya"],
    "America": ["ca": "Canada", "cl": "Chile", "pe": "Peru"],
    "Europe": ["dk": "Denmark", "fr": "France", "de": "Germany", "ch": "Switzerland"],
  ]

  func numberOfSections(in listPicker: Picker) -> Int { continents.count }

  func listPicker(_ listPicker: Picker, numberOfRowsInSection section: Int) -> Int {
    continents[section].value.count
  }

  func listPicker(_ listPicker: Picker, titleForHeaderInSection section: Int) -> String? {
    continents[section].key
  }

  func listPicker(
    _ listPicker: Picker, cellForRowAtIndexPath indexPath: ListPickerIndexPath, isFiltered: Bool
  ) -> ListPickerCell {
    ListPickerCell(continents[indexPath.section].value[indexPath.row].value)
  }

  func listPicker(
    _ listPicker: Picker, cellForItemWithUniqueIdentifier uniqueIdentifier: String
  ) -> ListPickerCell {
    let country = continents.lazy.flatMap(\.value).first { $0.key == uniqueIdentifier }
    return ListPickerCell(country?.value ?? "")
  }

  func listPicker(
    _ listPicker: Picker, uniqueIdentifierForItemAtIndexPath indexPath: ListPickerIndexPath
  ) -> String {
    continents[indexPath.section].value[indexPath.row].key
  }

  func listPicker(
    _ listPicker: Picker, indexPathForUniqueIdentifier uniqueIdentifier: String
  ) -> ListPickerIndexPath? {
    for (section, continent) in continents.enumerated() {
      if let row = continent.value.firstIndex(where: { $0.key == uniqueIdentifier }) {
        return ListPickerIndexPath(section: section, row: row)
      }
    }
    return nil
  }

  func allUniqueIdentifiers(in listPicker: Picker) -> [String]? {
    continents.flatMap { $0.value.map(\.key) }
  }
}
