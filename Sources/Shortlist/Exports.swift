// The core's types are part of this module's interface; importing `Shortlist` imports them, too.
@_exported public import ShortlistCore
