// Modules above see what this one's API is made of.
@_exported public import ComponentModel
