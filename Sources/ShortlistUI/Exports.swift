// An app that imports this module needs no other import.
@_exported public import ShortlistControls
