@_exported public import ShortlistCore
