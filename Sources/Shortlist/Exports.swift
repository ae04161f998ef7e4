// The values of the core are part of this module's interface: whoever imports `Shortlist` has them.
@_exported public import ShortlistCore
