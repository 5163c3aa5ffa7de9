// Empty on purpose: this module only finds the library. Its headers take in those
// of ICU, which clash with Foundation's own; they stay inside CXML's C files.
